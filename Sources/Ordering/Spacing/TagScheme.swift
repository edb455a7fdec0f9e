/// The relation between a strategy's keys and tags.
///
/// With it, a strategy gets its whole ``OrderingStrategy/assignKeys(for:in:using:)`` from
/// ``assignSpacedKeys(for:in:using:)``.
package protocol TagScheme {
  /// How far apart tags are kept.
  var space: TagSpace { get }

  /// The tag of a key: the largest one that is not above the key.
  ///
  /// - Throws: ``OrderingError/brokenList(_:)`` if the strategy does not make such keys.
  func tag(of key: OrderKey) throws(OrderingError) -> UInt64

  /// The ends of the tag range of a list, given the tags next to a gap.
  func bounds(around gap: TagGap) -> TagBounds

  /// A key for a new element, with a tag in the given range.
  func newKey(in range: ClosedRange<UInt64>, using random: inout OrderingRandom) -> OrderKey

  /// A key for an element that makes room, with a tag in the given range.
  func movedKey(in range: ClosedRange<UInt64>) -> OrderKey

  /// Keys between two others if there is no list in which room could be made.
  func isolatedKeys(
    for request: KeyRequest,
    gap: TagGap,
    using random: inout OrderingRandom
  ) throws(OrderingError) -> [OrderKey]
}

extension TagScheme {
  /// Answers a request for keys: new ones in the gap and, if it is too narrow, new ones around it.
  ///
  /// A request whose neighbours are not in the list comes from a client without the list.
  @inlinable
  package func assignSpacedKeys(
    for request: KeyRequest,
    in list: any KeyList,
    using random: inout OrderingRandom
  ) throws(OrderingError) -> KeyAssignment {
    var gap = TagGap(lower: nil, upper: nil)
    gap.lower = try tag(ofNeighbour: request.neighbours.lowerKey)
    gap.upper = try tag(ofNeighbour: request.neighbours.upperKey)
    if let low = gap.lower, let high = gap.upper, low >= high {
      // Keys made independently can share one tag.
      guard low == high, let lower = request.lower, let upper = request.upper, lower < upper else {
        throw .brokenList("the key before position \(request.gap) is not below the key at it")
      }
    }
    let listCount = list.count
    guard
      request.gap <= listCount,
      (request.gap > 0) == (gap.lower != nil),
      (request.gap < listCount) == (gap.upper != nil)
    else {
      return KeyAssignment(keys: try isolatedKeys(for: request, gap: gap, using: &random))
    }
    var lean = TagLean.middle
    if gap.lower != nil, gap.upper != nil {
      gap.beforeLower = try tag(ofNeighbour: request.neighbours.beforeLowerKey)
      gap.afterUpper = try tag(ofNeighbour: request.neighbours.afterUpperKey)
      lean = space.lean(of: gap)
    }
    let bounds = bounds(around: gap)
    if let cells = space.cells(request.count, in: gap, lean: lean, bounds: bounds) {
      return KeyAssignment(keys: newKeys(request.count, in: cells, using: &random))
    }
    lean = space.lean(lean, afterRoomIn: gap)
    return try makeRoom(for: request, in: list, bounds: bounds, lean: lean, using: &random)
  }

  /// The tag of a key; nil for the empty key, which stands for none.
  @inlinable
  package func tag(ofNeighbour key: OrderKey) throws(OrderingError) -> UInt64? {
    key.isEmpty ? nil : try tag(of: key)
  }

  @inlinable
  package func newKeys(
    _ count: Int,
    in cells: TagCells,
    using random: inout OrderingRandom
  ) -> [OrderKey] {
    guard count > 1 else { return [newKey(in: cells[0], using: &random)] }
    var keys: [OrderKey] = []
    keys.reserveCapacity(count)
    for index in 0..<count { keys.append(newKey(in: cells[index], using: &random)) }
    return keys
  }

  /// Answers a request whose gap is too narrow.
  @usableFromInline
  package func makeRoom(
    for request: KeyRequest,
    in list: any KeyList,
    bounds: TagBounds,
    lean: TagLean,
    using random: inout OrderingRandom
  ) throws(OrderingError) -> KeyAssignment {
    let room = RoomRequest(
      count: request.count,
      gap: request.gap,
      listCount: list.count,
      bounds: bounds
    )
    let spread = try space.spread(for: room) { (position) throws(OrderingError) in
      try tag(of: list.key(at: position))
    }
    let window = spread.window
    let moved = window.range.map { movedKey(in: window[$0]) }
    var rekeys = [Rekey.keys(at: window.range.lowerBound, moved)]
    for run in spread.runs { rekeys.append(.keys(at: run.start, run.cells.map { movedKey(in: $0) })) }
    let split = request.gap - window.range.lowerBound
    var gap = TagGap(lower: nil, upper: nil)
    if split > 0 {
      gap.lower = try tag(of: moved[split - 1])
    } else if let lower = request.lower {
      gap.lower = try tag(of: lower)
    }
    if split < moved.count {
      gap.upper = try tag(of: moved[split])
    } else if let upper = request.upper {
      gap.upper = try tag(of: upper)
    }
    let lean = space.lean(lean, in: gap, for: request.count, besides: window)
    let cells =
      space.cells(request.count, in: gap, lean: lean, bounds: bounds)
      ?? space.tightCells(request.count, lower: gap.lower ?? bounds.low, upper: gap.upper ?? bounds.high)
    guard let cells else { throw .strategyFailed("no room could be made at position \(request.gap)") }
    return KeyAssignment(keys: newKeys(request.count, in: cells, using: &random), rekeys: rekeys)
  }
}
