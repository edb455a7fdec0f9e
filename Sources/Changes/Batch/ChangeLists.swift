public import ArrangeModel
public import Ordering

/// The changes to the sections, or to the items, of a list.
public struct ChangeLists<Place: Hashable & Comparable & Sendable, Insert: Hashable & Sendable>: Sendable,
  Hashable
{
  /// Positions in OLD whose elements are deleted, ascending.
  public var deletes: [Place] = []
  /// Inserted elements, in ascending order of positions in NEW.
  public var inserts: [Insert] = []
  /// Elements that change their order, in ascending order of ``Move/to``.
  public var moves: [Move<Place>] = []
  /// Elements that were touched but kept their relative order, in ascending order of ``Move/to``. They need
  /// no action; they make composition exact. A batch of the profile `uikit` has none.
  public var unmoved: [Move<Place>] = []
  /// Elements of both lists whose fields differ, in ascending order of positions in NEW.
  public var updates: [Update<Place>] = []

  /// The order keys of elements of OLD that were placed since, at the same or other positions, in ascending
  /// order of positions in NEW. Only in batches for subscribers that ask for keys. New and updated elements
  /// carry their keys themselves.
  public var keys: [PlacedKey<Place>] = []

  public init() {}

  /// Whether nothing changes. ``unmoved`` does not count.
  public var isEmpty: Bool { deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty }

  /// The number of changes. ``unmoved`` does not count.
  public var count: Int { deletes.count + inserts.count + moves.count + updates.count }
}

/// An element's position in OLD and in NEW.
public struct Move<Place: Hashable & Comparable & Sendable>: Sendable, Hashable {
  public var from: Place
  public var to: Place

  @inlinable
  public init(from: Place, to: Place) {
    self.from = from
    self.to = to
  }
}

/// The order key and the placement version of an element that was in the list before.
public struct PlacedKey<Place: Hashable & Comparable & Sendable>: Sendable, Hashable {
  /// The position in NEW.
  public var at: Place
  public var key: OrderKey
  /// The version of the commit that last placed the element; 0 if unknown.
  public var placementVersion: UInt64

  @inlinable
  public init(at place: Place, key: OrderKey, placementVersion: UInt64 = 0) {
    self.at = place
    self.key = key
    self.placementVersion = placementVersion
  }

  /// The key and the placement version of an element at a position.
  @inlinable
  package init(at place: Place, _ element: ElementSnapshot) {
    self.init(at: place, key: element.key, placementVersion: element.placementVersion)
  }
}

/// New content for an element that was in the list before.
public struct Update<Place: Hashable & Comparable & Sendable>: Sendable, Hashable {
  /// The position in NEW.
  public var at: Place
  /// The current element. Its key and content version are those of the moment when the content was read.
  public var content: ElementSnapshot
  /// The fingerprint of the previous content.
  public var before: FieldsFingerprint

  public init(at place: Place, content: ElementSnapshot, before: FieldsFingerprint) {
    self.at = place
    self.content = content
    self.before = before
  }
}

/// The source of the content of an inserted element.
public enum InsertSource<Place: Hashable & Comparable & Sendable>: Sendable, Hashable {
  /// The element was not in OLD.
  case new(ElementSnapshot)
  /// The element was in OLD at this position and appears as a delete and an insert. The receiver takes the
  /// content from the list it has; if the fields changed too, there is also an update.
  case kept(from: Place)
}

/// An item inserted into a section that was there before.
public struct ItemInsert: Sendable, Hashable {
  /// The path in NEW.
  public var at: ListPath
  public var source: InsertSource<ListPath>

  public init(at path: ListPath, source: InsertSource<ListPath>) {
    self.at = path
    self.source = source
  }
}

/// An inserted section with its items.
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

/// Consecutive items of an inserted section. Runs are as long as possible.
public enum ItemRun: Sendable, Hashable {
  /// Items that were consecutive in OLD: the path of the first one and their number.
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
  /// Appends an item that was in OLD.
  mutating func append(keptFrom path: ListPath, count: Int = 1) {
    if case .kept(let start, let length)? = last, start.section == path.section,
      start.item + length == path.item
    {
      self[self.count - 1] = .kept(from: start, count: length + count)
    } else {
      append(.kept(from: path, count: count))
    }
  }

  /// Appends an item that was not in OLD.
  mutating func append(new item: ElementSnapshot) {
    guard case .new(var items)? = last else { return append(.new([item])) }
    // Avoids copying the run for each item.
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

extension ElementSnapshot {
  /// Takes the key and the placement version that the element has now.
  mutating func take<Place>(_ key: PlacedKey<Place>) {
    self.key = key.key
    placementVersion = key.placementVersion
  }
}
