import ArrangeModel
import Changes
import Ordering

/// The order that an overlay gives a collection: where the placed items are among the others.
///
/// A value that is made by a replay, and stays valid as long as what changes in the collection involves no entry: then the
/// positions of the other items, which are looked up, are all that is different.
struct OverlayOrder: Sendable {
  /// The maximum number of entries of an overlay.
  static let maximumEntries = 10_000

  /// The place of an item with an entry.
  struct Place: Sendable {
    /// The item without an entry that it follows; nil for the start of its section.
    let root: Element?
    /// The position among those that follow it.
    let ordinal: UInt32
  }

  /// The items that follow one without an entry, and by section those at the start.
  private var runs: [Element: [Element]] = [:]
  private var starts: [Identifier: [Element]] = [:]
  private var places: [Element: Place] = [:]
  /// The placed items whose predecessors are gone, so that they are where the collection has them.
  private var based: Set<Element> = []
  /// Parts of the hashes of all ids in the entries, ascending, and of what items without predecessors are behind. Two ids
  /// that share one cost a replay at most.
  private var involved: [UInt32] = []

  /// The maximum number of placed items that are looked at to find out whether an item has come before one that is where
  /// the collection has it.
  private static let maximumDistance = 64

  /// - Parameters:
  ///   - overlay: the entries, see ``OverlayEntry``.
  ///   - base: the collection.
  init(_ overlay: CollectionState, over base: CollectionState) {
    let replay = OverlayReplay(overlay, over: base)
    for (anchor, run) in replay.runs {
      var root: Element?
      switch anchor {
      case .item(let item):
        root = item
        runs[item] = run
      case .start(let section): starts[base.section(at: section).element.id] = run
      }
      for (ordinal, item) in run.enumerated() { places[item] = Place(root: root, ordinal: UInt32(ordinal)) }
    }
    based = replay.based
    for item in overlay.overlayItems {
      involved.append(OverlayOrder.part(of: item.idHash))
      for id in OverlayEntry(stored: item).predecessors {
        involved.append(OverlayOrder.part(of: id.withBytes(ElementID.hash)))
      }
    }
    for item in based {
      if case .item(let anchor)? = replay.anchors[item] {
        involved.append(OverlayOrder.part(of: anchor.idHash))
      }
    }
    involved.sort()
  }

  private static func part(of hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash) }

  // MARK: Reading

  /// Whether an item is elsewhere than where the collection has it.
  func hasPlace(_ item: Element) -> Bool { places[item] != nil }

  /// The placed items that follow one without an entry.
  func followers(of item: Element) -> [Element] { runs.isEmpty ? [] : runs[item] ?? [] }

  /// The placed items at the start of a section.
  func first(inSection id: Identifier) -> [Element] { starts.isEmpty ? [] : starts[id] ?? [] }

  /// The items of a range of a section of the collection in the order of the overlay: those without an entry, each with the
  /// placed ones that follow it, and those at the start of the section if the range begins there.
  func items(in range: Range<Int>, ofSection section: Int, of base: CollectionState) -> [Element] {
    var items: [Element] = []
    // The stored items stand for those of the collection.
    func add(_ run: [Element]) {
      for item in run { if let path = base.path(of: item) { items.append(base.item(at: path).element) } }
    }
    if range.lowerBound == 0 { add(first(inSection: base.section(at: section).element.id)) }
    base.items(ofSection: section).forEach(in: range) { entry in
      guard !hasPlace(entry.element) else { return }
      items.append(entry.element)
      add(followers(of: entry.element))
    }
    return items
  }

  /// The place of an item in its section: the index of the item of the collection that it follows, and its position behind
  /// that; its own index and 0 if it has no entry. O(log n).
  ///
  /// - Parameter path: the path of the item in the collection.
  func place(of item: Element, at path: ListPath, in base: CollectionState) -> (item: Int, behind: Int) {
    guard let place = places[item] else { return (path.item, 0) }
    let root = place.root.flatMap { base.path(of: $0)?.item } ?? -1
    return (root, 1 + Int(place.ordinal))
  }

  /// The item before another one in the order; nil for the first one of the section. O(log n) for each placed item that the
  /// collection has in between.
  func item(before item: Element, at path: ListPath, in base: CollectionState) -> Element? {
    guard let place = places[item] else { return last(before: path.item, inSection: path.section, in: base) }
    let run = place.root.map { runs[$0] ?? [] } ?? first(inSection: base.section(at: path.section).element.id)
    return place.ordinal > 0 ? run[Int(place.ordinal) - 1] : place.root
  }

  /// The last item of the order before a position of a section of the collection.
  func last(before index: Int, inSection section: Int, in base: CollectionState) -> Element? {
    let items = base.items(ofSection: section)
    for index in (0..<index).reversed() {
      let item = items.read(at: index) { $0.element }
      if !hasPlace(item) { return followers(of: item).last ?? item }
    }
    return first(inSection: base.section(at: section).element.id).last
  }

  // MARK: Following

  /// Whether the order has to be made anew because of what has changed in the collection. O(k log e) for k touched elements
  /// and e entries.
  func isAffected(by change: SourceChange, in base: CollectionState) -> Bool {
    if involved.isEmpty { return false }
    if change.sections.contains(where: { $0.touch.contains(.existence) }) { return true }
    return change.items.contains { item in
      guard item.touch != .content else { return false }
      if isInvolved(item.element) { return true }
      return item.now.map { isBeforeBased($0.path, in: base) } ?? false
    }
  }

  private func isInvolved(_ item: Element) -> Bool {
    let part = OverlayOrder.part(of: item.idHash)
    let index = (0..<involved.count).partitioningIndex { involved[$0] >= part }
    return index < involved.count && involved[index] == part
  }

  /// Whether a placed item that is where the collection has it follows a position, with only placed ones in between.
  private func isBeforeBased(_ path: ListPath, in base: CollectionState) -> Bool {
    if based.isEmpty { return false }
    let items = base.items(ofSection: path.section)
    for index in (path.item + 1)..<max(items.count, path.item + 1) {
      guard index - path.item <= OverlayOrder.maximumDistance else { return true }
      let item = items.read(at: index) { $0.element }
      guard hasPlace(item) else { return false }
      if based.contains(item) { return true }
    }
    return false
  }

  /// The items that are elsewhere than in an older order, relative to those that are not named, if these are where they were.
  ///
  /// - Parameter change: what has changed in the collection since then.
  func moved(since old: OverlayOrder, _ change: SourceChange) -> [Element] {
    var moved: [Element] = []
    for (root, run) in runs { OverlayOrder.add(old.runs[root] ?? [], run, to: &moved) }
    for (root, run) in old.runs where runs[root] == nil { OverlayOrder.add(run, [], to: &moved) }
    for (section, run) in starts { OverlayOrder.add(old.starts[section] ?? [], run, to: &moved) }
    for (section, run) in old.starts where starts[section] == nil { OverlayOrder.add(run, [], to: &moved) }
    // What follows an item goes where it goes.
    for item in change.items where item.touch != .content {
      moved += followers(of: item.element)
      moved += old.followers(of: item.element)
    }
    return moved
  }

  /// Adds what two runs don't have in common at their beginnings and ends.
  private static func add(_ old: [Element], _ new: [Element], to moved: inout [Element]) {
    let most = min(old.count, new.count)
    var start = 0
    while start < most, old[start] == new[start] { start += 1 }
    var end = 0
    while end < most - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    moved += old[start..<old.count - end]
    moved += new[start..<new.count - end]
  }
}

/// The position of a row by the order of its collection, or by that of an overlay over it.
struct RowRank: Comparable {
  /// The position of the section among the used ones.
  let section: Int
  let item: Int
  /// The position among the items that an overlay has put behind this item.
  let behind: Int
  /// In an outline, the indices among siblings from the second level down; `item` is the one on the first.
  var below: [Int] = []
  /// In an outline in which siblings are sorted, the items from the top down to this one.
  var path: [Element] = []

  static func < (a: RowRank, b: RowRank) -> Bool {
    if (a.section, a.item, a.behind) != (b.section, b.item, b.behind) {
      return (a.section, a.item, a.behind) < (b.section, b.item, b.behind)
    }
    return a.below.lexicographicallyPrecedes(b.below)
  }
}
