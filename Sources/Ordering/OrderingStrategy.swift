/// A way to represent an order: it gives the elements of a list keys that compare in list order.
///
/// A strategy is a stateless value. It does no I/O, takes its randomness from the caller, and answers the
/// same request with the same keys if given the same random numbers, so that every run can be repeated. Each
/// request concerns one list: the items of one section, or the sections of a collection.
///
/// A strategy never refuses a valid request. If the gap is too small, it also returns new keys for nearby
/// elements.
///
/// Every strategy must pass `OrderingConformance`.
public protocol OrderingStrategy: Sendable {
  /// The name by which collections choose the strategy, such as `lexorank`.
  var name: String { get }

  /// The version of the key format, stored with every collection that uses the strategy.
  var version: UInt32 { get }

  /// Whether keys are stored with the elements or follow from their ranks.
  var keyForm: KeyForm { get }

  /// Whether it is code of a loaded library, which may take arbitrarily long: only the collection that uses
  /// it waits for it.
  var isLoaded: Bool { get }

  /// The longest key in bytes that the strategy hands out.
  var maximumKeyLength: Int { get }

  /// Chooses keys for new elements in one gap of a list.
  ///
  /// - Parameters:
  ///   - request: how many keys, and the gap they go into.
  ///   - list: the keys of the whole list, before the new elements are inserted.
  ///   - random: the source of all randomness.
  /// - Returns: keys in strictly ascending order that lie strictly between the neighbours, once the rekeys of
  ///   the answer are applied.
  /// - Throws: only ``OrderingError/brokenList(_:)`` and ``OrderingError/strategyFailed(_:)``, if the keys of
  ///   the list are not this strategy's or a loaded strategy misbehaves.
  func assignKeys(
    for request: KeyRequest,
    in list: any KeyList,
    using random: inout OrderingRandom
  ) throws(OrderingError) -> KeyAssignment

  /// The next step of giving a whole list new keys, a few at a time, while it is in use: the list is in order
  /// after every step.
  ///
  /// - Parameters:
  ///   - list: the keys of the whole list.
  ///   - generation: the ``KeyRotation/generation`` of the previous step; nil to begin, or to continue a
  ///     rotation in progress.
  ///   - limit: the most elements that get another key.
  /// - Returns: nil if the strategy has no generations: it never needs this.
  func rotation(of list: any KeyList, into generation: Int?, limit: Int) throws(OrderingError) -> KeyRotation?

  /// Checks that a key is one that this strategy makes, in its canonical form.
  func validate(_ key: OrderKey) throws(OrderingError)

  /// The readable text of a key.
  func text(of key: OrderKey) -> String

  /// The key that a text stands for: the inverse of ``text(of:)``. Parsing is strict.
  func key(fromText text: String) throws(OrderingError) -> OrderKey
}

extension OrderingStrategy {
  /// Most strategies are part of the program.
  public var isLoaded: Bool { false }

  /// Most strategies have no generations.
  public func rotation(
    of list: any KeyList,
    into generation: Int?,
    limit: Int
  ) throws(OrderingError) -> KeyRotation? { nil }
}

/// A step of giving a whole list keys of another generation.
public struct KeyRotation: Sendable, Hashable {
  /// The generation that the list is rotated into.
  public var generation: Int

  /// New keys for some elements; nil if all keys already belong to the generation.
  public var rekey: Rekey?

  /// How many elements are left for further steps.
  public var remaining: Int

  public init(generation: Int, rekey: Rekey?, remaining: Int) {
    self.generation = generation
    self.rekey = rekey
    self.remaining = remaining
  }
}

/// How the keys of a strategy are stored.
public enum KeyForm: Sendable, Hashable {
  /// A key is stored with its element and changes only when the strategy says so.
  case stored

  /// The key is the element's rank, ``OrderKey/init(rank:)``. Nothing is stored; an insert, a removal or a move
  /// shifts the keys of a whole range by one amount, which costs one record whatever the range's length.
  case rank
}

/// A request to a strategy: `count` keys in the gap before the element that is now at `gap`.
public struct KeyRequest: Sendable, Hashable {
  /// How many keys are wanted; at least one.
  public var count: Int

  /// The gap: the position, 0 to `list.count`, that the first new element will have.
  public var gap: Int

  /// The keys next to the gap.
  public var neighbours: KeyNeighbours

  /// Whether the first key goes after an element that the same writer has just placed. Without a list, the
  /// keys of one writer then stay together, so that those of another writer do not fall between them.
  public var continuesRun = false

  /// The key of the element before the gap; nil at the start of the list.
  @inlinable public var lower: OrderKey? { neighbours.lower }

  /// The key of the element after the gap; nil at the end of the list.
  @inlinable public var upper: OrderKey? { neighbours.upper }

  /// Asks for `count` keys in the given gap of a list. O(cost of ``KeyList/neighbours(of:)``).
  public init(count: Int, gap: Int, in list: some KeyList) {
    precondition(count >= 1 && gap >= 0 && gap <= list.count, "no such gap")
    self.count = count
    self.gap = gap
    self.neighbours = list.neighbours(of: gap)
  }

  /// Asks for keys between two known neighbours without a list, as an offline client does.
  ///
  /// - Parameters:
  ///   - count: how many keys are wanted.
  ///   - gap: the position of the first of them.
  ///   - lower: the key of the element before the gap; nil at the start of the list. The empty key, which no
  ///     element has, also stands for none.
  ///   - upper: the key of the element after the gap; nil at the end.
  ///   - continuesRun: whether the first key goes after an element that the same writer has just placed.
  @inlinable
  public init(count: Int, gap: Int, lower: OrderKey?, upper: OrderKey?, continuesRun: Bool = false) {
    self.count = count
    self.gap = gap
    self.neighbours = KeyNeighbours(lower: lower, upper: upper)
    self.continuesRun = continuesRun
  }
}

/// The keys on both sides of a gap, the two nearest on each.
public struct KeyNeighbours: Sendable, Hashable {
  // No element has the empty key, so it stands for "none" here: copying an optional key goes through its
  // metadata, which took a fifth of the time of a request.
  @usableFromInline package var beforeLowerKey: OrderKey
  @usableFromInline package var lowerKey: OrderKey
  @usableFromInline package var upperKey: OrderKey
  @usableFromInline package var afterUpperKey: OrderKey

  @inlinable
  public init(
    beforeLower: OrderKey? = nil,
    lower: OrderKey?,
    upper: OrderKey?,
    afterUpper: OrderKey? = nil
  ) {
    self.init(orEmpty: beforeLower ?? .empty, lower ?? .empty, upper ?? .empty, afterUpper ?? .empty)
  }

  /// Whether the key before the gap is not below the one after it, so that the list is damaged.
  package var descend: Bool { !lowerKey.isEmpty && !upperKey.isEmpty && lowerKey >= upperKey }

  /// The four keys in list order, each the empty key if there is none.
  @inlinable
  package init(orEmpty beforeLower: OrderKey, _ lower: OrderKey, _ upper: OrderKey, _ afterUpper: OrderKey) {
    beforeLowerKey = beforeLower
    lowerKey = lower
    upperKey = upper
    afterUpperKey = afterUpper
  }

  /// The key before ``lower``; nil if there is none, or no list.
  @inlinable public var beforeLower: OrderKey? {
    get { beforeLowerKey.isEmpty ? nil : beforeLowerKey }
    set { beforeLowerKey = newValue ?? .empty }
  }

  /// The key of the element before the gap; nil at the start of the list.
  @inlinable public var lower: OrderKey? {
    get { lowerKey.isEmpty ? nil : lowerKey }
    set { lowerKey = newValue ?? .empty }
  }

  /// The key of the element after the gap; nil at the end of the list.
  @inlinable public var upper: OrderKey? {
    get { upperKey.isEmpty ? nil : upperKey }
    set { upperKey = newValue ?? .empty }
  }

  /// The key after ``upper``; nil if there is none, or no list.
  @inlinable public var afterUpper: OrderKey? {
    get { afterUpperKey.isEmpty ? nil : afterUpperKey }
    set { afterUpperKey = newValue ?? .empty }
  }
}

/// The read-only view of a list that a strategy gets.
public protocol KeyList {
  /// The number of elements.
  var count: Int { get }

  /// The key of the element at a position. O(log n) in a collection.
  func key(at position: Int) -> OrderKey

  /// The keys of a range of positions. O(log n + length) in a collection.
  func keys(in range: Range<Int>) -> [OrderKey]

  /// The keys around the gap before a position, 0 to ``count``. O(log n) in a collection.
  func neighbours(of gap: Int) -> KeyNeighbours
}

extension KeyList {
  public func keys(in range: Range<Int>) -> [OrderKey] { range.map { key(at: $0) } }

  public func neighbours(of gap: Int) -> KeyNeighbours {
    let count = count
    return KeyNeighbours(
      orEmpty: gap > 1 ? key(at: gap - 2) : .empty,
      gap > 0 ? key(at: gap - 1) : .empty,
      gap < count ? key(at: gap) : .empty,
      gap + 1 < count ? key(at: gap + 1) : .empty
    )
  }
}

extension Array: KeyList where Element == OrderKey {
  public func key(at position: Int) -> OrderKey { self[position] }
  public func keys(in range: Range<Int>) -> [OrderKey] { Array(self[range]) }
}

/// The answer of a strategy: keys for the new elements, and rekeys if room had to be made.
public struct KeyAssignment: Sendable, Hashable {
  /// The keys of the new elements, ascending; as many as were asked for.
  public var keys: [OrderKey]

  /// New keys for elements that do not move, by positions in the list before the new elements are inserted.
  /// Ranges do not overlap.
  public var rekeys: [Rekey]

  public init(keys: [OrderKey], rekeys: [Rekey] = []) {
    self.keys = keys
    self.rekeys = rekeys
  }
}

/// New keys for elements that do not move.
public enum Rekey: Sendable, Hashable {
  /// The elements from position `at` on get these keys.
  case keys(at: Int, [OrderKey])

  /// The keys of the elements at `range` move by `by` ranks. Only for strategies whose keys are ranks.
  case shift(range: Range<Int>, by: Int)

  /// How many elements get another key.
  public var count: Int {
    switch self {
    case .keys(_, let keys): keys.count
    case .shift(let range, _): range.count
    }
  }
}

/// An error of a strategy.
public enum OrderingError: Error, Sendable, Hashable {
  /// The key is not one that the strategy makes; the text says what is wrong with it.
  case invalidKey(String)

  /// The keys of the list are not in strictly ascending order or not the strategy's own.
  case brokenList(String)

  /// A loaded strategy broke a rule; the text says which.
  case strategyFailed(String)

  /// There is no such strategy, or it has no such parameter; the text says what there is.
  case invalidChoice(String)
}

extension OrderingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidKey(let why): "invalid order key: \(why)"
    case .brokenList(let why): "the keys of the list are damaged: \(why)"
    case .strategyFailed(let why): "the ordering strategy failed: \(why)"
    case .invalidChoice(let why): why
    }
  }
}
