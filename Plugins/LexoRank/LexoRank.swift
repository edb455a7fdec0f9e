public import Ordering

/// The ordering strategy `lexorank`: a key is a text, `bucket|rank:fraction` in base 36.
///
/// For several writers, and where keys are stored or shown as text. A move writes one key.
///
/// - A key at an end is ``step`` ranks away from the one before, so it has no fraction: nine characters.
/// - Between two keys, the new one has the fewest digits that the middle half of the gap allows.
/// - In a run, where each key follows the last one, keys advance in small steps.
/// - Room is made before a fraction needs more than six digits, so keys that a server makes have at most 15
///   characters. `TagSpace` explains how and names the sources of the algorithm.
/// - Keys made offline can carry ``jitterBits`` of randomness, which takes them up to 27 characters.
///
/// A list has its keys in one bucket, unless it is being rotated into another one, see
/// ``rotation(of:into:limit:)``; keys of different buckets compare as their buckets do. The format is that of
/// LexoRank as known from issue trackers, with a fraction of at most 18 digits.
public struct LexoRank: OrderingStrategy {
  public var name: String { "lexorank" }
  public var version: UInt32 { 1 }
  public var keyForm: KeyForm { .stored }
  public var maximumKeyLength: Int { Digits.longestKey }

  /// The distance in ranks that a key at an end of the list keeps from the one next to it.
  public var step: Int { Int(space.unit / Digits.rankCount) }

  /// How many bits of randomness each new key carries.
  public let jitterBits: Int

  package let space: TagSpace

  /// The distance in ranks at an end: this leaves room for 8.5 million keys at either end of a new list.
  public static let standardStep = 128

  /// The maximum number of bits of randomness: what the fraction can hold in a gap of ordinary width.
  public static let maximumJitterBits = 62

  public init() { self.init(step: LexoRank.standardStep) }

  /// Makes the strategy with parameters of its own.
  ///
  /// - Parameters:
  ///   - step: the distance in ranks at the ends, 1 to 65,536.
  ///   - jitterBits: the randomness of new keys, 0 to ``maximumJitterBits``. A server, which sees the list,
  ///     needs none; keys made by independent writers should carry 40.
  public init(step: Int, jitterBits: Int = 0) {
    precondition(LexoRank.stepRange ~= Int64(step), "the step is out of range")
    precondition(LexoRank.jitterRange ~= Int64(jitterBits), "the jitter is out of range")
    self.jitterBits = jitterBits
    self.space = TagSpace(
      unit: UInt64(step) * Digits.rankCount,
      runStep: LexoRank.runStep
    )
  }

  /// The kind under which collections choose the strategy.
  public static let kind = StrategyKind(
    name: "lexorank",
    version: 1,
    summary: "text, bucket|rank:fraction in base 36: several writers, and keys that have to be text",
    parameters: [
      StrategyParameter(
        name: "jitter",
        summary: "bits of randomness in each new key; 40 where several writers make keys offline",
        range: jitterRange,
        standard: 0
      ),
      StrategyParameter(
        name: "step",
        summary: "the distance in ranks that a key at an end keeps from the next one",
        range: stepRange,
        standard: Int64(standardStep)
      ),
    ]
  ) { (values) throws(OrderingError) in
    LexoRank(step: Int(values["step"]!), jitterBits: Int(values["jitter"]!))
  }

  private static let stepRange: ClosedRange<Int64> = 1...65_536
  private static let jitterRange = 0...Int64(maximumJitterBits)

  /// The distance of keys in a run, in tags: 36⁴, which is 1/36² of a rank.
  static let runStep: UInt64 = 36 * 36 * 36 * 36

  public func assignKeys(
    for request: KeyRequest,
    in list: any KeyList,
    using random: inout OrderingRandom
  ) throws(OrderingError) -> KeyAssignment {
    try assignSpacedKeys(for: request, in: list, using: &random)
  }
}

extension LexoRank {
  public func validate(_ key: OrderKey) throws(OrderingError) {
    if key.rankTag == nil { _ = try FineRank(key) }
  }

  public func text(of key: OrderKey) -> String {
    let text = String(decoding: key.bytes, as: UTF8.self)
    return text.utf8.elementsEqual(key.bytes) ? text : key.description
  }

  public func key(fromText text: String) throws(OrderingError) -> OrderKey {
    _ = try FineRank(bytes: text.utf8)
    return OrderKey(text.utf8)
  }
}
