import ArrangeModel
import Ordering
import Testing

@testable import Engine

/// The state of an outline and, in parallel, a dictionary of plain lists with the same edits.
struct OutlineMirror {
  /// A list of siblings, by what has it.
  enum Home: Hashable {
    case section(Identifier)
    case item(Identifier)
  }

  private(set) var state = CollectionState()
  private(set) var sections: [Identifier] = []
  /// The ids of each list.
  private(set) var lists: [Home: [Identifier]] = [:]
  /// The content version of each item, by which its content is recognised.
  private(set) var contents: [Identifier: UInt64] = [:]
  private var made: UInt64 = 0
  /// The edits since the last commit.
  private(set) var edits: [Edit] = []
  private var named: Set<BranchNumber> = []
  private var liftedCount = 0

  init(sections count: Int) {
    for number in 0..<count {
      let id = Identifier(unchecked: "section \(number)")
      state.insertSection(Element(id: id), key: key(), items: EmptyCollection(), at: number)
      sections.append(id)
      lists[.section(id)] = []
    }
  }

  /// The next key; keys are only data here.
  private mutating func key() -> OrderKey {
    made += 1
    return OrderKey(bigEndian: made)
  }

  // MARK: The model

  var items: [Identifier] { contents.keys.sorted() }

  func home(of item: Identifier) -> Home? { lists.first { $0.value.contains(item) }?.key }

  func children(of item: Identifier) -> [Identifier] { lists[.item(item)] ?? [] }

  /// An item with everything below it.
  func subtree(_ item: Identifier) -> [Identifier] { [item] + children(of: item).flatMap(subtree) }

  // MARK: Edits

  /// The scope of a list, which is made if it never had an item.
  mutating func scope(of home: Home) -> Scope {
    switch home {
    case .section(let id): .items(section: sections.firstIndex(of: id)!)
    case .item(let id): state.makeBranch(of: state.slot(ofItem: id)!)
    }
  }

  /// Records an edit, after the branch that it is about.
  private mutating func record(_ edit: Edit, in scope: Scope) {
    name(scope)
    edits.append(edit)
  }

  private mutating func name(_ scope: Scope) {
    guard let number = scope.branch, named.insert(number).inserted else { return }
    edits.append(.branch(number, of: state.branches!.branch(number).owner))
  }

  /// The edits since the last commit as one.
  mutating func commit() -> Commit {
    defer { (edits, named, liftedCount) = ([], [], 0) }
    state.version += 1
    return Commit(
      collection: CollectionKey(1),
      version: state.version,
      time: Timestamp(microseconds: 1),
      requestID: nil,
      edits: edits,
      sectionCount: state.sectionCount,
      itemCount: state.itemCount,
      result: ApplyResult(version: state.version, changed: true, rekeyed: 0, operations: [])
    )
  }

  mutating func insert(_ id: Identifier, in home: Home, at index: Int) {
    let key = key()
    let entry = ItemEntry(
      element: Element(id: id, contentVersion: made),
      key: key,
      placementVersion: state.version + 1
    )
    let scope = scope(of: home)
    record(.attach(element: entry.element, key: key, to: scope, at: index, origin: .inserted), in: scope)
    state.insertItem(entry, at: ListSlot(scope: scope, index: index))
    lists[home, default: []].insert(id, at: index)
    contents[id] = made
  }

  mutating func remove(_ id: Identifier) {
    guard let slot = state.slot(ofItem: id), let home = home(of: id) else { return }
    name(slot.scope)
    let entry = state.removeItem(at: slot)
    #expect(entry.element.id == id)
    edits.append(.detach(entry, from: slot, .removal))
    lists[home]?.removeAll { $0 == id }
    lists[.item(id)] = nil
    contents[id] = nil
  }

  mutating func move(_ id: Identifier, to home: Home, at index: Int) {
    guard let slot = state.slot(ofItem: id), let old = self.home(of: id) else { return }
    let scope = scope(of: home)
    name(slot.scope)
    name(scope)
    var entry = state.liftItem(at: slot)
    edits.append(.detach(entry, from: slot, .move))
    entry.key = key()
    entry.placementVersion = state.version + 1
    state.dropItem(entry, at: ListSlot(scope: scope, index: index))
    edits.append(
      .attach(element: entry.element, key: entry.key, to: scope, at: index, origin: .moved(liftedCount))
    )
    liftedCount += 1
    lists[old]?.removeAll { $0 == id }
    lists[home, default: []].insert(id, at: index)
  }

  mutating func update(_ id: Identifier) {
    guard let slot = state.slot(ofItem: id) else { return }
    _ = key()
    let fields = (try? Fields([("n", .int(Int64(made % 3)))])) ?? Fields()
    let (old, new) = (state.item(at: slot).element, Element(id: id, fields: fields, contentVersion: made))
    record(.update(in: slot.scope, at: slot.index, before: old, after: new), in: slot.scope)
    state.replace(in: slot.scope, at: slot.index, with: new)
    contents[id] = made
  }

  mutating func rekey(_ home: Home) {
    let scope = scope(of: home)
    let keys = (0..<state.count(in: scope)).map { _ in key() }
    let before = keys.indices.map { state.storedKey(in: scope, at: $0) }
    record(.rekey(in: scope, at: 0, before: before, after: keys), in: scope)
    state.rekey(in: scope, at: 0, to: keys)
    #expect((0..<keys.count).map { state.storedKey(in: scope, at: $0) } == keys)
  }

  mutating func moveSection(at index: Int, to target: Int) {
    sections.insert(sections.remove(at: index), at: target)
    var entry = state.liftSection(at: index)
    edits.append(
      .detach(
        element: entry.element,
        key: entry.key,
        placed: entry.placementVersion,
        items: [],
        from: .sections,
        at: index,
        purpose: .move
      )
    )
    entry.key = key()
    entry.placementVersion = state.version + 1
    state.dropSection(entry, at: target)
    edits.append(
      .attach(element: entry.element, key: entry.key, to: .sections, at: target, origin: .moved(liftedCount))
    )
    liftedCount += 1
    let new = Element(id: sections[target], contentVersion: made)
    edits.append(.update(in: .sections, at: target, before: entry.element, after: new))
    state.replaceSection(at: target, with: new)
  }

  mutating func insertSection(_ id: Identifier, at index: Int) {
    let (element, key) = (Element(id: id, contentVersion: made), key())
    state.insertSection(element, key: key, items: EmptyCollection(), at: index)
    edits.append(.attach(element: element, key: key, to: .sections, at: index, origin: .inserted))
    sections.insert(id, at: index)
    lists[.section(id)] = []
  }

  /// Removes a section with everything below it.
  mutating func removeSection(at index: Int) {
    let id = sections[index]
    for item in lists[.section(id)] ?? [] { removeDescendants(of: item) }
    let entry = state.removeSection(at: index)
    edits.append(
      .detach(
        element: entry.element,
        key: entry.key,
        placed: entry.placementVersion,
        items: entry.items.entries(in: 0..<entry.items.count),
        from: .sections,
        at: index,
        purpose: .removal
      )
    )
    for item in lists.removeValue(forKey: .section(id)) ?? [] {
      contents[item] = nil
      lists[.item(item)] = nil
    }
    sections.remove(at: index)
  }

  /// Removes everything below an item, the last of it first.
  mutating func removeDescendants(of item: Identifier) {
    for item in subtree(item).dropFirst().reversed() { remove(item) }
  }

  /// Moves items, none of which is below another one: all of them leave their places before the first one has a new one.
  mutating func move(_ ids: [Identifier], to home: Home, at index: Int) {
    let scope = scope(of: home)
    name(scope)
    for id in ids {
      if let slot = state.slot(ofItem: id) { name(slot.scope) }
    }
    var moved: [ItemEntry] = []
    for id in ids {
      guard let slot = state.slot(ofItem: id), let old = self.home(of: id) else { continue }
      let entry = state.liftItem(at: slot)
      edits.append(.detach(entry, from: slot, .move))
      lists[old]?.removeAll { $0 == id }
      moved.append(entry)
    }
    let at = min(index, lists[home, default: []].count)
    for (place, var entry) in moved.enumerated() {
      entry.key = key()
      state.dropItem(entry, at: ListSlot(scope: scope, index: at + place))
      let origin = AttachOrigin.moved(liftedCount + place)
      edits.append(
        .attach(element: entry.element, key: entry.key, to: scope, at: at + place, origin: origin)
      )
      lists[home, default: []].insert(entry.element.id, at: at + place)
    }
    liftedCount += moved.count
  }

  /// Names the items of a list, which stay where they are.
  mutating func stay(_ home: Home) {
    let scope = scope(of: home)
    let elements = (0..<state.count(in: scope)).map { state.entry(in: scope, at: $0).element }
    if !elements.isEmpty { record(.stay(elements, in: scope, at: 0), in: scope) }
  }

  mutating func dropOrphans() { state.dropOrphanedBranches() }

  /// One random edit of those that ``editAtRandom(growth:using:forgetsOrphans:)`` does not make as well.
  mutating func changeAtRandom(growth: Double, using random: inout OrderingRandom) {
    func index(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    let items = items
    switch index(24) {
    case 0:
      let id = Identifier(unchecked: "section \(index(8))")
      if !sections.contains(id) { insertSection(id, at: index(sections.count + 1)) }
    case 1: if sections.count > 1 { removeSection(at: index(sections.count)) }
    case 2:
      guard let id = items.randomElement(using: &random) else { return }
      removeDescendants(of: id)
      if index(2) == 0 { remove(id) }
    case 3:
      var ids: [Identifier] = []
      for id in items.shuffled(using: &random).prefix(6) {
        let isApart = !ids.contains { subtree($0).contains(id) || subtree(id).contains($0) }
        if isApart { ids.append(id) }
      }
      let below = Set(ids.flatMap { subtree($0) })
      let homes =
        items.filter { !below.contains($0) }.map { Home.item($0) } + sections.map { Home.section($0) }
      move(ids, to: homes[index(homes.count)], at: index(4))
    case 4: stay(items.randomElement(using: &random).map { .item($0) } ?? .section(sections[0]))
    default: _ = editAtRandom(growth: growth, using: &random, forgetsOrphans: false)
    }
  }

  /// One random edit; `growth` above 0.5 makes outlines larger, below smaller.
  mutating func editAtRandom(
    growth: Double,
    using random: inout OrderingRandom,
    forgetsOrphans: Bool = true
  ) -> String {
    func index(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    func someHome(outside excluded: [Identifier] = []) -> Home {
      let candidates = items.filter { !excluded.contains($0) }
      if candidates.isEmpty || index(4) == 0 { return .section(sections[index(sections.count)]) }
      return .item(candidates[index(candidates.count)])
    }
    let items = items
    let choice = items.isEmpty ? 0 : index(20)
    switch choice {
    case 0..<8:
      if items.isEmpty || Double.random(in: 0..<1, using: &random) < growth {
        let home = someHome()
        let at = index((lists[home]?.count ?? 0) + 1)
        // Ids that were used before come back at times.
        let id = Identifier(unchecked: "item \(index(400))")
        guard contents[id] == nil else { return "nothing" }
        insert(id, in: home, at: at)
        return "insert \(id) in \(home) at \(at)"
      }
      let leaves = items.filter { children(of: $0).isEmpty }
      let id = leaves[index(leaves.count)]
      remove(id)
      return "remove \(id)"
    case 8..<15:
      let id = items[index(items.count)]
      let home = someHome(outside: subtree(id))
      let at = index((lists[home] ?? []).count { $0 != id } + 1)
      move(id, to: home, at: at)
      return "move \(id) to \(home) at \(at)"
    case 15:
      let id = items[index(items.count)]
      update(id)
      return "update \(id)"
    case 16:
      let home = someHome()
      rekey(home)
      return "rekey \(home)"
    case 17:
      let (from, to) = (index(sections.count), index(sections.count))
      moveSection(at: from, to: to)
      return "move section \(from) to \(to)"
    default:
      guard forgetsOrphans else { return "nothing" }
      dropOrphans()
      return "forget orphans"
    }
  }

  // MARK: Comparison

  /// Compares everything. O(n · depth).
  func expectEqual(_ comment: @autoclosure () -> String) {
    let comment = comment()
    #expect(state.itemCount == contents.count && state.distinctItemCount == contents.count, "\(comment)")
    for (number, section) in sections.enumerated() {
      let ids = lists[.section(section)] ?? []
      let below = expectEqual(ids, in: .items(section: number), path: [], section: section, comment)
      let nested = state.branches?.nestedCount(in: Element(id: section)) ?? 0
      #expect(nested == below.rows - ids.count, "\(comment)")
    }
  }

  /// Compares a list and everything below it.
  ///
  /// - Returns: the number of items, and of levels.
  private func expectEqual(
    _ ids: [Identifier],
    in scope: Scope,
    path: [Identifier],
    section: Identifier,
    _ comment: String
  ) -> (rows: Int, height: Int) {
    #expect(state.count(in: scope) == ids.count, "\(comment)")
    var (rows, height) = (0, 0)
    for (index, id) in ids.enumerated() {
      guard let slot = state.slot(ofItem: id), slot == ListSlot(scope: scope, index: index) else {
        Issue.record("\(id) is not at index \(index) below \(path): \(comment)")
        continue
      }
      let entry = state.item(at: slot)
      #expect(entry.element.id == id && entry.element.contentVersion == contents[id], "\(comment)")
      #expect(scope.section(in: state).id == section, "\(comment)")
      let own = state.branches?.number(of: entry.element, hash: entry.idHash)
      guard let own, let branch = state.branches?.branch(own) else {
        #expect(children(of: id).isEmpty, "\(comment)")
        (rows, height) = (rows + 1, max(height, 1))
        continue
      }
      #expect(branch.owner.id == id && branch.owner.contentVersion == contents[id], "\(comment)")
      #expect(branch.home == scope.branch, "\(comment)")
      #expect(state.branches?.owners(of: own).map(\.id) == path + [id], "\(comment)")
      #expect(state.branches?.depth(of: own) == path.count + 2, "\(comment)")
      let below = expectEqual(
        children(of: id),
        in: .children(own),
        path: path + [id],
        section: section,
        comment
      )
      #expect(branch.descendants == below.rows && branch.height == below.height, "\(comment)")
      (rows, height) = (rows + 1 + below.rows, max(height, 1 + below.height))
    }
    return (rows, height)
  }
}

extension Edit {
  fileprivate static func detach(
    _ entry: ItemEntry,
    from slot: ListSlot,
    _ purpose: DetachPurpose
  ) -> Edit {
    .detach(
      element: entry.element,
      key: entry.key,
      placed: entry.placementVersion,
      items: [],
      from: slot.scope,
      at: slot.index,
      purpose: purpose
    )
  }
}

extension CollectionState {
  /// Everything that a reader can find out, as text.
  var drawing: String {
    (0..<sectionCount).map { section in
      let entry = self.section(at: section)
      var walk = RowWalk(self, section: section)
      var lines = [
        "\(entry.element.id) \(entry.element.contentVersion) \(entry.key.drawing) \(entry.placementVersion)"
      ]
      while let (row, depth) = walk.next() {
        let own = branches?.branch(of: row.element, hash: row.idHash)
        let content =
          "\(row.element.id) \(row.element.contentVersion) \(row.key.drawing) \(row.placementVersion)"
        let counts = "\(own?.descendants ?? 0) \(own?.height ?? 0)"
        lines.append(String(repeating: "  ", count: depth) + content + " " + counts)
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

extension OrderKey {
  fileprivate var drawing: String { withBytes { $0.map { "\($0)" }.joined(separator: ".") } }
}
