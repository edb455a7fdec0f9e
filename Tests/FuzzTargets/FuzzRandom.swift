import Ordering

/// The choices that an input does not make itself: they follow from its first bytes, so that the same input always does the
/// same.
struct FuzzRandom: RandomNumberGenerator {
  private var random: OrderingRandom

  init(_ seed: UInt64) { random = OrderingRandom(seed: seed) }

  mutating func next() -> UInt64 { random.next() }

  /// A number from 0 up to a bound.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// True with a probability of one in `count`.
  mutating func isOne(in count: Int) -> Bool { below(count) == 0 }
}

/// Reads an input byte by byte; zeros follow its end.
struct FuzzInput {
  private(set) var rest: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 {
    guard let byte = rest.first else { return 0 }
    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
    return byte
  }

  /// A little-endian number of two bytes.
  mutating func word() -> Int { Int(byte()) | Int(byte()) << 8 }

  /// Up to a number of bytes.
  mutating func run(_ count: Int) -> UnsafeRawBufferPointer {
    let run = UnsafeRawBufferPointer(rebasing: rest.prefix(count))
    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    return run
  }
}
