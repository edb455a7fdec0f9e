public import Ordering

/// The ordering strategy `fractional`: a key is a double, drawn at random between its neighbours.
///
/// For several writers that make keys at the same time, and for keys made offline. A move writes one
/// key.
///
/// - Between two keys the draw is from the middle half of the gap. In a gap of one unit this leaves
///   2³¹ values: among 1,000 writers that draw at once, two are equal with a probability of 2.3 in
///   10,000.
/// - In a run, where each key follows the last one, keys are drawn in small steps from the last one, so that
///   the gap lasts.
/// - At an end, a key keeps a random distance of 1 to 1.5 units from the one before. There is room for
///   1.6 million of them at either end.
/// - Before a gap becomes so narrow that random keys would collide, its neighbourhood is spread.
///
/// `TagSpace` explains how room is kept and names the sources of the algorithms.
///
/// A key is eight bytes, see `Grid`; its text is the shortest decimal number that reads back as the same
/// double.
public struct RandomizedFraction: OrderingStrategy {
  public var name: String { "fractional" }
  public var version: UInt32 { 1 }
  public var keyForm: KeyForm { .stored }
  public var maximumKeyLength: Int { 8 }

  package let space: TagSpace

  public init() { self.init(runBits: RandomizedFraction.standardRunBits) }

  /// The distance of keys in a run, as a power of two of grid points.
  ///
  /// Measured in lists of 10,000 with as many keys inserted at random places in one gap, mean of 20 seeds:
  /// 1.4 keys written for each with 19 and 20, 1.5 and more with 18 and 21, 2.0 with 22.
  public static let standardRunBits = 19

  private static let runBitsRange: ClosedRange<Int64> = 8...29

  /// Makes the strategy with other distances, to compare them.
  ///
  /// - Parameters:
  ///   - runBits: the distance of keys in a run is 2 to this power, in grid points of 2⁻³²; 8 to 29. Room is
  ///     made if the distance would be less than a 1,024th of that.
  public init(runBits: Int) {
    precondition(RandomizedFraction.runBitsRange ~= Int64(runBits), "the distance is out of range")
    self.space = TagSpace(unit: Grid.perUnit, runStep: 1 << UInt64(runBits))
  }

  /// The kind under which collections choose the strategy.
  public static let kind = StrategyKind(
    name: "fractional",
    version: 1,
    summary: "numbers, drawn at random between their neighbours: several writers, keys made offline",
    parameters: [
      StrategyParameter(
        name: "run-bits",
        summary: "the distance of keys that follow each other in a gap, as a power of two of 2⁻³²",
        range: runBitsRange,
        standard: Int64(standardRunBits)
      )
    ]
  ) { (values) throws(OrderingError) in RandomizedFraction(runBits: Int(values["run-bits"]!)) }

  public func assignKeys(
    for request: KeyRequest,
    in list: any KeyList,
    using random: inout OrderingRandom
  ) throws(OrderingError) -> KeyAssignment {
    try assignSpacedKeys(for: request, in: list, using: &random)
  }
}

extension RandomizedFraction {
  public func validate(_ key: OrderKey) throws(OrderingError) { _ = try Grid.tag(of: value(of: key)) }

  public func text(of key: OrderKey) -> String {
    guard let value = key.value else { return key.description }
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  public func key(fromText text: String) throws(OrderingError) -> OrderKey {
    guard let value = Double(text) else { throw .invalidKey("‘\(text)’ is not a decimal number") }
    _ = try Grid.tag(of: value)
    let key = OrderKey(value)
    guard self.text(of: key) == text else {
      throw .invalidKey("‘\(text)’ is not written in its shortest form, ‘\(self.text(of: key))’")
    }
    return key
  }

  private func value(of key: OrderKey) throws(OrderingError) -> Double {
    guard let value = key.value else {
      throw .invalidKey("a fraction has 8 bytes, not \(key.count)")
    }
    return value
  }
}

extension RandomizedFraction: TagScheme {
  package func tag(of key: OrderKey) throws(OrderingError) -> UInt64 {
    do { return try Grid.tag(of: value(of: key)) } catch { throw .brokenList("\(error)") }
  }

  package func bounds(around gap: TagGap) -> TagBounds { Grid.bounds }

  package func newKey(in range: ClosedRange<UInt64>, using random: inout OrderingRandom) -> OrderKey {
    OrderKey(Grid.value(ofTag: random.number(in: range)))
  }

  package func movedKey(in range: ClosedRange<UInt64>) -> OrderKey {
    OrderKey(Grid.value(ofTag: range.lowerBound + (range.upperBound - range.lowerBound) / 2))
  }

  /// Keys between two others, drawn as randomly as the gap allows.
  package func isolatedKeys(
    for request: KeyRequest,
    gap: TagGap,
    using random: inout OrderingRandom
  ) throws(OrderingError) -> [OrderKey] {
    let cells =
      space.runCells(for: request, in: gap, bounds: Grid.bounds)
      ?? space.cells(request.count, in: gap, lean: .middle, bounds: Grid.bounds)
      ?? space.tightCells(
        request.count,
        lower: gap.lower ?? Grid.bounds.low,
        upper: gap.upper ?? Grid.bounds.high
      )
    guard let cells else {
      throw .strategyFailed("the gap has no \(request.count) free keys, and there is no list to make room in")
    }
    return newKeys(request.count, in: cells, using: &random)
  }
}
