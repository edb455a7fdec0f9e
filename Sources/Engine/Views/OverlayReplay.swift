import ArrangeModel

/// The replay of an overlay over a collection: the order of the collection without the placed items, then each placed item,
/// in the sequence of the entries, behind the first of its predecessors that is in its section by then.
///
/// O(e log n) for e entries; an entry whose predecessors are all gone also takes as long as there are placed items directly
/// before it in the collection.
struct OverlayReplay {
  /// An entry that counts: its item is in the section where it was placed.
  struct Placed {
    /// The stored item, which stands for the placed one.
    let item: Element
    let section: Int
    let predecessors: [Identifier]
    /// The position of the item in its section of the collection.
    let index: Int
  }

  /// What an item is directly behind.
  enum Anchor: Hashable {
    case item(Element)
    /// The start of a section of the collection, by its index.
    case start(Int)
  }

  let base: CollectionState
  private(set) var entries: [Placed] = []
  /// What each placed item was put behind at its turn.
  private(set) var anchors: [Element: Anchor] = [:]
  /// The placed items of which no predecessor was left, so that they are where the collection has them.
  private(set) var based: Set<Element> = []
  /// What was put behind something last.
  private var followers: [Anchor: Element] = [:]
  /// The items with an entry that counts.
  private var placed: Set<Element> = []

  init(_ overlay: CollectionState, over base: CollectionState) {
    self.base = base
    for item in overlay.overlayItems {
      let entry = OverlayEntry(stored: item)
      guard let path = base.path(of: item), base.section(at: path.section).element.id == entry.section else {
        continue
      }
      placed.insert(item)
      entries.append(
        Placed(item: item, section: path.section, predecessors: entry.predecessors, index: path.item)
      )
    }
    for entry in entries { place(entry) }
  }

  private mutating func place(_ entry: Placed) {
    let anchor = anchor(of: entry)
    if let follower = followers[anchor] { followers[.item(entry.item)] = follower }
    followers[anchor] = entry.item
    anchors[entry.item] = anchor
  }

  private mutating func anchor(of entry: Placed) -> Anchor {
    if entry.predecessors.isEmpty { return .start(entry.section) }
    for id in entry.predecessors {
      guard let path = base.path(ofItem: id), path.section == entry.section else { continue }
      let item = base.item(at: path).element
      if !placed.contains(item) || anchors[item] != nil { return .item(item) }
    }
    // The nearest item before it that is where the collection has it.
    based.insert(entry.item)
    let items = base.items(ofSection: entry.section)
    for index in (0..<entry.index).reversed() {
      let item = items.read(at: index) { $0.element }
      if !placed.contains(item) || (based.contains(item) && anchors[item] != nil) { return .item(item) }
    }
    return .start(entry.section)
  }

  /// The placed items, by the item of the collection without an entry that they follow, or the start of the section.
  var runs: [Anchor: [Element]] {
    var runs: [Anchor: [Element]] = [:]
    for (anchor, first) in followers {
      if case .item(let item) = anchor, placed.contains(item) { continue }
      var run: [Element] = []
      var next: Element? = first
      while let item = next {
        run.append(item)
        next = followers[.item(item)]
      }
      runs[anchor] = run
    }
    return runs
  }
}
