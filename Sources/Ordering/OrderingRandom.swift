/// The source of all randomness in ordering: a small, fast, seedable generator, so that every run can be
/// repeated from a printed seed.
///
/// Algorithm: SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
/// It is not suitable for secrets; order keys are not secret.
public struct OrderingRandom: RandomNumberGenerator, Sendable {
  @usableFromInline var state: UInt64

  /// Starts the sequence that belongs to a seed.
  @inlinable
  public init(seed: UInt64) { state = seed }

  @inlinable
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// An independent generator, whose numbers are unrelated to those that follow here.
  @inlinable
  public mutating func split() -> OrderingRandom { OrderingRandom(seed: next()) }
}
