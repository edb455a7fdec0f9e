/// A position in a list of siblings that has a number.
@usableFromInline
struct Spot: Hashable, Comparable, Sendable {
  @usableFromInline var list: Int
  @usableFromInline var index: Int

  @usableFromInline
  init(list: Int, index: Int) {
    self.list = list
    self.index = index
  }

  @usableFromInline
  static func < (a: Spot, b: Spot) -> Bool { (a.list, a.index) < (b.list, b.index) }
}

/// Lists of siblings by numbers, with the positions in OLD and NEW of the sections and items that have them.
@usableFromInline
struct ListTable {
  @usableFromInline
  struct List {
    /// Where the owner was; nil if it is new, and for the list of the sections.
    @usableFromInline var old: Spot?
    /// Where the owner is; nil if it is gone, and for the list of the sections.
    @usableFromInline var new: Spot?
    /// Whether it is the same list in both versions.
    @usableFromInline var isInBoth: Bool

    @usableFromInline
    init(isInBoth: Bool) { self.isInBoth = isInBoth }

    /// Whether it is the top of a section.
    var isSection: Bool { (old ?? new)?.list == ListTable.root }
  }

  /// The number of the list of the sections.
  @usableFromInline static let root = 0

  @usableFromInline var lists = [List(isInBoth: true)]

  @usableFromInline init() {}
}

/// Numbers for the lists of siblings that are named, and for those above them.
@usableFromInline
struct ListNumbering<Places: OwnerPlaces> {
  @usableFromInline let places: Places
  @usableFromInline var numbers: [Places.Node: Int] = [:]
  /// What has the lists, by their numbers.
  @usableFromInline var nodes: [Places.Node?] = [nil]
  @usableFromInline var table = ListTable()

  @inlinable
  init(_ places: Places) { self.places = places }

  /// The position with the number of its list. O(depth) look-ups for a list that is named for the first time.
  @inlinable
  mutating func spot(_ place: NodePlace<Places.Node>) -> Spot {
    var next = nodes.count
    let spot = Spot(list: number(of: place.parent), index: place.index)
    // The positions of those that have lists can name more lists.
    while next < nodes.count {
      if let node = nodes[next] {
        if let old = places.oldPlace(of: node) {
          table.lists[next].old = Spot(list: number(of: old.parent), index: old.index)
        }
        if let new = places.newPlace(of: node) {
          table.lists[next].new = Spot(list: number(of: new.parent), index: new.index)
        }
      }
      next += 1
    }
    return spot
  }

  @inlinable
  mutating func number(of node: Places.Node?) -> Int {
    guard let node else { return ListTable.root }
    if let number = numbers[node] { return number }
    numbers[node] = nodes.count
    nodes.append(node)
    table.lists.append(ListTable.List(isInBoth: places.isInBoth(node)))
    return nodes.count - 1
  }
}
