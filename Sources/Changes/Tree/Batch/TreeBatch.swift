public import ArrangeModel

/// One coalesced set of changes that takes an outline from one version, OLD, to a later one, NEW.
///
/// A position is an index among siblings: in the top of a section, or among the children of an item. Deletes and the sources
/// of moves are positions in OLD, everything else is a position in NEW. What no list names keeps its parent, and its order
/// among those of its siblings that no list names either; it takes along what is below it. So an unmoved subtree is never
/// named, whatever moved above it.
///
/// - Of what is gone only the topmost items are named; an inserted item comes with all that is new below it.
/// - An item that is in both versions and has another parent is always a move, also out of a deleted subtree or section
///   and into an inserted one.
/// - The moves are those items, and in each list as few of the others as possible.
///
/// All lists are sorted in the order in which the outline is shown, deletes in that of OLD and everything else in that of
/// NEW, so each change has exactly one batch.
///
/// ```text
/// var list = try TreeList(rows)
/// try list.apply(batch)
/// ```
public struct TreeBatch: Sendable, Hashable {
  /// The size of the outline that the batch applies to; items of all depths count.
  public var before: ListSize
  /// The size of the outline afterwards.
  public var after: ListSize
  /// The items whose children the batch names by their positions, and all items above those. First those of NEW, in the
  /// order in which they are shown there, then those that are only in OLD, in the order of OLD.
  public var owners: [ListOwner] = []
  /// The first row of an inserted section is the section.
  public var sections = ChangeLists<Int, TreeInsert<Int>>()
  public var items = ChangeLists<TreePlace, TreeInsert<TreePlace>>()
  /// How much is below what is collapsed in NEW, where it is not as much as in OLD.
  public var counts: [NodeCounts] = []

  /// A batch without changes for an outline of the given size.
  public init(before: ListSize, after: ListSize) {
    self.before = before
    self.after = after
  }

  /// Whether nothing on a screen changes.
  public var isEmpty: Bool { sections.isEmpty && items.isEmpty && counts.isEmpty }

  /// The number of changes: deletes, moves and updates, and the rows of inserts, which have contents.
  public var count: Int {
    let named = sections.count + items.count
    let rows =
      sections.inserts.reduce(0) { $0 + $1.rows.count - 1 }
      + items.inserts.reduce(0) { $0 + $1.rows.count - 1 }
    return named + rows
  }

  /// Whether the batch has the order keys of the placed elements.
  public var hasKeys: Bool { !(sections.keys.isEmpty && items.keys.isEmpty) }
}

/// A list of siblings that a batch names.
public enum SiblingList: Sendable, Hashable, Comparable {
  /// The top of a section, by its index in OLD for positions in OLD, and in NEW for the others.
  case section(Int)
  /// The children of an item, by its index in ``TreeBatch/owners``.
  case branch(Int)
}

/// A position among siblings, in OLD or in NEW.
public struct TreePlace: Sendable, Hashable, Comparable {
  public var list: SiblingList
  public var index: Int

  public init(in list: SiblingList, at index: Int) {
    self.list = list
    self.index = index
  }

  /// Orders positions of one list; others in no order of meaning.
  public static func < (a: TreePlace, b: TreePlace) -> Bool { (a.list, a.index) < (b.list, b.index) }
}

/// An item whose children a batch names, or that is above one. Batches can be composed because this is known.
public struct ListOwner: Sendable, Hashable {
  public var id: Identifier
  /// The position in OLD; nil if the item is new.
  public var from: TreePlace?
  /// The position in NEW; nil if the item is gone.
  public var to: TreePlace?

  public init(id: Identifier, from: TreePlace?, to: TreePlace?) {
    self.id = id
    self.from = from
    self.to = to
  }
}

/// A new section or item with all that is new below it.
public struct TreeInsert<Place: Hashable & Comparable & Sendable>: Sendable, Hashable {
  /// The position in NEW.
  public var at: Place
  /// What is new, each before what is below it. The first one has the depth 0. In the list of a new one, items that move there
  /// have the positions that their moves name, and the rows fill the others.
  public var rows: [TreeRow]

  public init(at place: Place, rows: [TreeRow]) {
    self.at = place
    self.rows = rows
  }
}

/// A section or an item with its depth.
public struct TreeRow: Sendable, Hashable {
  public var element: ElementSnapshot
  /// The number of those above it: in an outline sections have the depth 0, and in an insert the first row does.
  public var depth: Int

  public init(_ element: ElementSnapshot, depth: Int) {
    self.element = element
    self.depth = depth
  }
}
