extension OrderKey {
  /// Calls a closure with the bytes. O(1) for keys that are held inline.
  @inlinable
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let overflow { return overflow.withBytes(body) }
    // Big-endian words have the bytes in their order; the length in the last place is cut off.
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { words in
      body(UnsafeRawBufferPointer(rebasing: words.prefix(count)))
    }
  }

  /// Makes a key of bytes that lie in memory.
  ///
  /// - Precondition: there are at most ``maximumLength`` bytes.
  package init(copying bytes: UnsafeRawBufferPointer) { self.init(bytes) }
}
