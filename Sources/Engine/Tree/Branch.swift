package import ArrangeModel
import HashTreeCollections
import Ordering

/// The number of a branch: a node number without a node, to which the chains of numbers from all leaves of the branch lead.
package typealias BranchNumber = NodeNumber

/// The children of an item, and what is known of everything below it.
///
/// Changed only while a single version refers to it, as nodes are, which makes it sendable. Nothing else is called during an
/// access, so none is checked for overlaps with others: the checks take a fifth of a move.
package final class Branch: @unchecked Sendable {
  /// The item whose children these are.
  @exclusivity(unchecked) package fileprivate(set) var owner: Element
  /// The branch that the owner is in; nil at the top of a section.
  @exclusivity(unchecked) package fileprivate(set) var home: BranchNumber?
  @exclusivity(unchecked) package fileprivate(set) var children: OrderTree<ItemEntry>
  /// The number of items below the owner, at all depths.
  @exclusivity(unchecked) package fileprivate(set) var descendants = 0
  /// For each height from 2 on, how many of the children have it; the last one is not 0. The other children are leaves.
  @exclusivity(unchecked) private var taller: [UInt32] = []

  fileprivate init(of owner: Element, home: BranchNumber?, children: OrderTree<ItemEntry>) {
    self.owner = owner
    self.home = home
    self.children = children
  }

  fileprivate func copy() -> Branch {
    let branch = Branch(of: owner, home: home, children: children)
    branch.descendants = descendants
    branch.taller = taller
    return branch
  }

  /// The number of levels below the owner; 0 if it has no children.
  package var height: Int { children.count == 0 ? 0 : taller.count + 1 }

  /// Counts a child whose subtree has so many levels, or does not count it any more.
  fileprivate func count(_ change: Int, ofHeight levels: Int) {
    guard levels > 1 else { return }
    while taller.count < levels - 1 { taller.append(0) }
    taller[levels - 2] = UInt32(Int(taller[levels - 2]) + change)
    while taller.last == 0 { taller.removeLast() }
  }
}

/// The branches of an outline, by their numbers and by their owners.
///
/// A flat collection has no table. The numbers come from the directory of the collection's nodes; the chain of numbers from a
/// leaf of a branch to its root ends with that of the branch. A copy is O(pages), and an edit of a copy copies one page and
/// the branches above it.
///
/// Nothing here is recursive: what is above a branch is found by ``Branch/home``, one step for each level.
package final class BranchTable: @unchecked Sendable {
  // Changed only while a single version refers to it.

  /// The branches of a page, and the pages of a block.
  private static let pageSize = 32

  /// By number: blocks of pages of branches. Those without a branch are empty.
  @exclusivity(unchecked) private var blocks: [[[Branch?]]] = []
  /// The number of the branch of each owner.
  @exclusivity(unchecked) private var numbers = LeafIndex()
  /// The number of items of each section that have a parent, if there are any.
  @exclusivity(unchecked) private var nested = TreeDictionary<Element, Int>()
  /// The branches of items that were removed, which may be needed to undo that; see ``dropOrphans(_:in:)``.
  @exclusivity(unchecked) private(set) var orphans: [BranchNumber] = []
  /// The limits of the outline.
  @exclusivity(unchecked) package internal(set) var settings: OutlineSettings
  /// Where items were that were removed.
  @exclusivity(unchecked) package internal(set) var removed = RemovedPlaces()

  init(settings: OutlineSettings = OutlineSettings()) { self.settings = settings }

  func copy() -> BranchTable {
    let table = BranchTable(settings: settings)
    (table.blocks, table.numbers, table.nested, table.orphans) = (blocks, numbers, nested, orphans)
    table.removed = removed
    return table
  }

  /// The number of branches, empty ones included.
  package var count: Int { numbers.count }

  // MARK: Reading

  /// The branch with a number; nil if there is none. O(1).
  package subscript(number: BranchNumber) -> Branch? {
    let (block, page, place) = BranchTable.place(of: number)
    guard block < blocks.count, page < blocks[block].count, place < blocks[block][page].count else {
      return nil
    }
    return blocks[block][page][place]
  }

  /// The branch with a number, which must exist. O(1).
  package func branch(_ number: BranchNumber) -> Branch {
    guard let branch = self[number] else { preconditionFailure("there is no branch \(number)") }
    return branch
  }

  /// The number of an item's branch; nil if it never had children. O(log n).
  package func number(of item: Element, hash: UInt64) -> BranchNumber? {
    item.withIDBytes { bytes in
      let id = ElementID(bytes, hash: hash)
      guard let number = numbers.leaf(of: id), self[number]?.owner.hasID(id.bytes) == true else { return nil }
      return number
    }
  }

  /// The branch of an item; nil if it never had children. O(log n).
  func branch(of item: Element, hash: UInt64) -> Branch? { number(of: item, hash: hash).map { branch($0) } }

  /// The number of items below one. O(log n).
  func rowCount(below item: Element) -> Int { branch(of: item, hash: item.idHash)?.descendants ?? 0 }

  /// The number of items below one. O(log n).
  func rowCount(below item: ItemEntry) -> Int {
    branch(of: item.element, hash: item.idHash)?.descendants ?? 0
  }

  /// The number of items of a section that have a parent.
  package func nestedCount(in section: Element) -> Int { nested[section] ?? 0 }

  /// Whether there is an item that has children.
  var hasChildren: Bool { !nested.isEmpty }

  /// The number of the next branch from a number on; nil if there is none. O(distance).
  func next(from number: BranchNumber) -> BranchNumber? {
    var number = number
    while true {
      let (block, page, place) = BranchTable.place(of: number)
      guard block < blocks.count else { return nil }
      if page < blocks[block].count, place < blocks[block][page].count {
        if blocks[block][page][place] != nil { return number }
        number += 1
      } else {
        // The next page.
        number = (number / UInt32(BranchTable.pageSize) + 1) * UInt32(BranchTable.pageSize)
      }
    }
  }

  /// Calls a closure with a branch and all branches above it, the lowest first, until it returns false. O(depth).
  package func climb(from number: BranchNumber, _ body: (BranchNumber, Branch) -> Bool) {
    var next: BranchNumber? = number
    while let number = next {
      let branch = branch(number)
      guard body(number, branch) else { return }
      next = branch.home
    }
  }

  /// The owners of a branch and of all branches above it, from the top down. O(depth).
  package func owners(of number: BranchNumber) -> [Element] {
    var owners: [Element] = []
    climb(from: number) {
      owners.append($1.owner)
      return true
    }
    return owners.reversed()
  }

  /// The depth of the children of a branch; 2 for those of an item at the top. O(depth).
  package func depth(of number: BranchNumber) -> Int {
    var depth = 1
    climb(from: number) { _, _ in
      depth += 1
      return true
    }
    return depth
  }

  /// The highest of a branch and the branches above it, whose owner is at the top of a section. O(depth).
  package func topmost(of number: BranchNumber) -> Branch {
    var branch = branch(number)
    while let home = branch.home { branch = self.branch(home) }
    return branch
  }

  /// Whether a branch is that of an item, or below it. O(depth).
  package func isBelow(_ number: BranchNumber, _ item: BranchNumber) -> Bool {
    isBelow(number) { $0 == item }
  }

  /// Whether a branch is that of any of several items, or below it. O(depth).
  func isBelow(_ number: BranchNumber, any items: Set<BranchNumber>) -> Bool {
    isBelow(number, where: items.contains)
  }

  private func isBelow(_ number: BranchNumber, where isWanted: (BranchNumber) -> Bool) -> Bool {
    var isBelow = false
    climb(from: number) { number, _ in
      isBelow = isWanted(number)
      return !isBelow
    }
    return isBelow
  }

  // MARK: Editing

  /// Makes a branch for an item that has none.
  ///
  /// - Parameter home: the branch that the item is in; nil at the top of a section.
  func makeBranch(
    of owner: ItemEntry,
    in home: BranchNumber?,
    _ directory: inout NodeDirectory
  ) -> BranchNumber {
    let number = directory.makeNumber(parent: NodeDirectory.none)
    let children = OrderTree<ItemEntry>(owner: number, in: &directory)
    numbers.record(owner, leaf: number, isNew: true)
    let (block, page, place) = BranchTable.place(of: number)
    while blocks.count <= block { blocks.append([]) }
    while blocks[block].count <= page { blocks[block].append([]) }
    if blocks[block][page].isEmpty {
      blocks[block][page] = Array(repeating: nil, count: BranchTable.pageSize)
    }
    blocks[block][page][place] = Branch(of: owner.element, home: home, children: children)
    return number
  }

  /// Inserts an item with everything below it into a branch. O(log n + depth).
  func insert(
    _ entry: ItemEntry,
    at index: Int,
    of number: BranchNumber,
    isNew: Bool,
    _ directory: inout NodeDirectory
  ) {
    let (own, branch) = (setHome(of: entry, to: number), editable(number))
    let height = branch.height
    branch.children.insert(entry, at: index, isNew: isNew, in: &directory)
    branch.count(1, ofHeight: 1 + (own?.height ?? 0))
    count(1 + (own?.descendants ?? 0), on: branch, from: height)
  }

  /// Fills an empty branch with items that the directory does not know yet, and that have all their children. O(count of items).
  func fill(_ number: BranchNumber, with items: [ItemEntry], _ directory: inout NodeDirectory) {
    let branch = editable(number)
    precondition(branch.children.count == 0, "a branch is filled once")
    branch.children.freeNumbers(in: &directory)
    branch.children = OrderTree(items, owner: number, in: &directory)
    branch.descendants = items.count
    for item in items {
      guard let own = self.branch(of: item.element, hash: item.idHash) else { continue }
      branch.descendants += own.descendants
      branch.count(1, ofHeight: 1 + own.height)
    }
  }

  /// Removes an item from a branch; its own branch is left. O(log n + depth).
  func remove(at index: Int, of number: BranchNumber, _ directory: inout NodeDirectory) -> ItemEntry {
    let branch = editable(number)
    let height = branch.height
    let entry = branch.children.remove(at: index, in: &directory)
    let own = self.branch(of: entry.element, hash: entry.idHash)
    branch.count(-1, ofHeight: 1 + (own?.height ?? 0))
    count(-1 - (own?.descendants ?? 0), on: branch, from: height)
    return entry
  }

  /// Changes the entries of a branch, but neither their number nor their ids.
  func update<Result>(_ number: BranchNumber, _ body: (inout OrderTree<ItemEntry>) -> Result) -> Result {
    body(&editable(number).children)
  }

  /// Counts items that came into a branch, or left it, and everything above.
  ///
  /// - Parameter height: the height of the branch before.
  private func count(_ rows: Int, on branch: Branch, from height: Int) {
    branch.descendants += rows
    var (old, new, next) = (height + 1, branch.height + 1, branch.home)
    while let number = next {
      let branch = editable(number)
      branch.descendants += rows
      if old != new {
        let height = branch.height
        branch.count(-1, ofHeight: old)
        branch.count(1, ofHeight: new)
        (old, new) = (height + 1, branch.height + 1)
      }
      next = branch.home
    }
  }

  /// Records which branch an item is in, and its content: it may have been removed and inserted again.
  ///
  /// - Returns: its own branch, if it has one.
  @discardableResult
  func setHome(of entry: ItemEntry, to home: BranchNumber?) -> Branch? {
    guard let number = number(of: entry.element, hash: entry.idHash) else { return nil }
    let element = entry.element
    let hasContent = branch(number).owner.isIdentical(to: element)
    guard branch(number).home != home || !hasContent else { return branch(number) }
    if !hasContent { numbers.replace(branch(number).owner, with: element) }
    let branch = editable(number)
    (branch.home, branch.owner) = (home, element)
    return branch
  }

  /// Replaces the content of an owner.
  func replaceOwner(_ old: Element, hash: UInt64, with new: Element) {
    guard let number = number(of: old, hash: hash) else { return }
    numbers.replace(old, with: new)
    editable(number).owner = new
  }

  /// Counts items with a parent that came into a section, or left it.
  func countNested(_ change: Int, in section: Element) {
    let count = nestedCount(in: section) + change
    nested[section] = count == 0 ? nil : count
  }

  /// Replaces the content of a section.
  func replaceSection(_ old: Element, with new: Element) {
    // The table's key must be the new object, or it would keep the old content in memory.
    if let count = nested.removeValue(forKey: old) { nested[new] = count }
  }

  /// Records that an item was removed from the outline. Its branch keeps its number for now.
  func recordRemoval(of entry: ItemEntry) {
    guard let number = number(of: entry.element, hash: entry.idHash) else { return }
    precondition(branch(number).children.count == 0, "children are removed before their parents")
    orphans.append(number)
  }

  /// Forgets the orphans, and frees the numbers of those of which the item was not inserted again.
  func dropOrphans(_ dropped: Set<BranchNumber>, in directory: inout NodeDirectory) {
    for number in dropped {
      let branch = branch(number)
      numbers.remove(ItemEntry(element: branch.owner, key: .empty))
      branch.children.freeNumbers(in: &directory)
      directory.free(number)
      let (block, page, place) = BranchTable.place(of: number)
      blocks[block][page][place] = nil
    }
    orphans = []
  }

  /// A branch that no other version refers to.
  private func editable(_ number: BranchNumber) -> Branch {
    let (block, page, place) = BranchTable.place(of: number)
    if !isKnownUniquelyReferenced(&blocks[block][page][place]) {
      blocks[block][page][place] = branch(number).copy()
    }
    return branch(number)
  }

  private static func place(of number: BranchNumber) -> (block: Int, page: Int, place: Int) {
    let page = Int(number) / pageSize
    return (page / pageSize, page % pageSize, Int(number) % pageSize)
  }
}
