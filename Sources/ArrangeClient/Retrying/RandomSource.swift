internal import NIOConcurrencyHelpers

/// The generator that was passed to a client, for use from any thread.
final class RandomSource: Sendable {
  private let generator: NIOLockedValueBox<any RandomNumberGenerator & Sendable>

  init(_ generator: any RandomNumberGenerator & Sendable) { self.generator = NIOLockedValueBox(generator) }

  /// Calls a closure with the generator.
  func use<Result: Sendable>(_ body: (inout AnyGenerator) -> Result) -> Result {
    generator.withLockedValue { generator in
      var wrapped = AnyGenerator(base: generator)
      defer { generator = wrapped.base }
      return body(&wrapped)
    }
  }

  /// A type-erased generator.
  struct AnyGenerator: RandomNumberGenerator {
    var base: any RandomNumberGenerator & Sendable
    mutating func next() -> UInt64 { base.next() }
  }
}
