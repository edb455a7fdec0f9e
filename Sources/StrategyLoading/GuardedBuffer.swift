import Ordering

/// A buffer for a library to write into. A guarded buffer is followed by bytes that reveal writes beyond its
/// end.
struct GuardedBuffer {
  /// What the library may write into.
  let bytes: UnsafeMutableBufferPointer<UInt8>

  private let guards: UnsafeMutableBufferPointer<UInt8>

  /// The number of guard bytes after the buffer.
  private static let guardCount = 64

  /// Whether nothing was written beyond the buffer.
  var isIntact: Bool { guards.enumerated().allSatisfy { $1 == GuardedBuffer.pattern($0) } }

  private static func pattern(_ place: Int) -> UInt8 { 0xA5 ^ UInt8(truncatingIfNeeded: place) }

  /// Calls a closure with a buffer, which is on the stack if it is small.
  static func with<Result>(count: Int, isGuarded: Bool, _ body: (GuardedBuffer) -> Result) -> Result {
    let guardCount = isGuarded ? self.guardCount : 0
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count + guardCount) { all in
      let buffer = GuardedBuffer(
        bytes: UnsafeMutableBufferPointer(rebasing: all[..<count]),
        guards: UnsafeMutableBufferPointer(rebasing: all[count...])
      )
      for place in 0..<guardCount { buffer.guards[place] = pattern(place) }
      return body(buffer)
    }
  }
}

/// The reasons that libraries give for their errors.
enum Reason {
  /// The room for a reason, in bytes, with the zero at its end.
  static let capacity = 256

  /// Calls a closure with room for a reason.
  ///
  /// - Returns: the status, the reason if there is an error, and whether nothing was written beyond the room.
  static func collect(
    isGuarded: Bool = false,
    _ body: (UnsafeMutablePointer<CChar>?, UInt32) -> Int32
  ) -> (status: Int32, why: String, isIntact: Bool) {
    GuardedBuffer.with(count: capacity, isGuarded: isGuarded) { buffer in
      buffer.bytes[0] = 0
      let status = buffer.bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress, UInt32(capacity)) }
      guard status != 0, buffer.bytes[0] != 0 else { return (status, "", buffer.isIntact) }
      // The library may have omitted the terminating zero.
      let text = String(decoding: buffer.bytes.prefix { $0 != 0 }, as: UTF8.self)
      let printable = text.unicodeScalars.filter { $0.value >= 0x20 }
      return (status, String(String.UnicodeScalarView(printable)), buffer.isIntact)
    }
  }
}
