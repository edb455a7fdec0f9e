public import ArrangeModel
public import Ordering

/// What happens to the sections, or to the items, of a list.
public struct ChangeLists<Place: Hashable & Comparable & Sendable, Insert: Hashable & Sendable>: Sendable,
  Hashable
{
  /// Places in OLD whose elements go, in ascending order.
  public var deletes: [Place] = []
  /// What comes, in ascending order of places in NEW.
  public var inserts: [Insert] = []
  /// Elements that leave their order, in ascending order of ``Move/to``.
  public var moves: [Move<Place>] = []
  /// Elements that somebody touched and that are, all in all, where they were among the others, in ascending
  /// order of ``Move/to``. Nothing is to be done about them; they are what makes composition exact. A batch of
  /// the profile `uikit` has none.
  public var unmoved: [Move<Place>] = []
  /// Elements of both lists whose fields are others than before, in ascending order of places in NEW.
  public var updates: [Update<Place>] = []

  /// The order keys of elements that were in OLD and have come to their places since, to the same ones or others, in
  /// ascending order of places in NEW. Only in batches for who asks for keys. What is new or updated comes with its key.
  public var keys: [PlacedKey<Place>] = []

  public init() {}

  /// Whether nothing changes. What is only ``unmoved`` does not count.
  public var isEmpty: Bool { deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty }

  /// The number of changes. What is only ``unmoved`` does not count.
  public var count: Int { deletes.count + inserts.count + moves.count + updates.count }
}

/// An element's place in OLD and in NEW.
public struct Move<Place: Hashable & Comparable & Sendable>: Sendable, Hashable {
  public var from: Place
  public var to: Place

  @inlinable
  public init(from: Place, to: Place) {
    self.from = from
    self.to = to
  }
}

/// The order key of an element that was in the list before.
public struct PlacedKey<Place: Hashable & Comparable & Sendable>: Sendable, Hashable {
  /// The place in NEW.
  public var at: Place
  public var key: OrderKey

  @inlinable
  public init(at place: Place, key: OrderKey) {
    self.at = place
    self.key = key
  }
}

/// New content for an element that was in the list before.
public struct Update<Place: Hashable & Comparable & Sendable>: Sendable, Hashable {
  /// The place in NEW.
  public var at: Place
  /// The element as it is now. Its key and content version are those of the moment when the content was taken.
  public var content: ElementSnapshot
  /// The fingerprint of the content before.
  public var before: FieldsFingerprint

  public init(at place: Place, content: ElementSnapshot, before: FieldsFingerprint) {
    self.at = place
    self.content = content
    self.before = before
  }
}

/// Where the content of an inserted element is from.
public enum InsertSource<Place: Hashable & Comparable & Sendable>: Sendable, Hashable {
  /// The element was not in OLD.
  case new(ElementSnapshot)
  /// The element was in OLD at this place and shows as a delete and an insert. The receiver takes the content
  /// from the list that it has; if the fields changed too, an update says so.
  case kept(from: Place)
}

/// An item that comes to a section which was there before.
public struct ItemInsert: Sendable, Hashable {
  /// The path in NEW.
  public var at: ListPath
  public var source: InsertSource<ListPath>

  public init(at path: ListPath, source: InsertSource<ListPath>) {
    self.at = path
    self.source = source
  }
}

/// A section that comes with its items.
public struct SectionInsert: Sendable, Hashable {
  /// The index in NEW.
  public var at: Int
  public var source: InsertSource<Int>
  /// The items of the section in their order.
  public var items: [ItemRun]

  public init(at index: Int, source: InsertSource<Int>, items: [ItemRun] = []) {
    self.at = index
    self.source = source
    self.items = items
  }

  /// How many items the section has.
  public var itemCount: Int { items.reduce(0) { $0 + $1.count } }
}

/// Items of an inserted section that follow each other. Runs are as long as possible.
public enum ItemRun: Sendable, Hashable {
  /// Items that were in OLD and followed each other there: the first one's path and how many they are.
  case kept(from: ListPath, count: Int)
  /// Items that were not in OLD.
  case new([ElementSnapshot])

  /// How many items the run has.
  public var count: Int {
    switch self {
    case .kept(_, let count): count
    case .new(let items): items.count
    }
  }
}

extension [ItemRun] {
  /// Puts an item that was in OLD at the end.
  mutating func append(keptFrom path: ListPath, count: Int = 1) {
    if case .kept(let start, let length)? = last, start.section == path.section,
      start.item + length == path.item
    {
      self[self.count - 1] = .kept(from: start, count: length + count)
    } else {
      append(.kept(from: path, count: count))
    }
  }

  /// Puts an item that was not in OLD at the end.
  mutating func append(new item: ElementSnapshot) {
    guard case .new(var items)? = last else { return append(.new([item])) }
    // Without this the run would be copied for each item.
    self[count - 1] = .new([])
    items.append(item)
    self[count - 1] = .new(items)
  }

  /// Whether the runs are as long as possible, and none is empty.
  var areMaximal: Bool {
    var last: ItemRun?
    for run in self {
      if run.count <= 0 { return false }
      switch (last, run) {
      case (.new, .new): return false
      case (.kept(let a, let length), .kept(let b, _)):
        if a.section == b.section, a.item + length == b.item { return false }
      default: break
      }
      last = run
    }
    return true
  }
}
