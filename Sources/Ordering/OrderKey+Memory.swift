extension OrderKey {
  /// Calls a closure with the bytes. O(1) for keys that are held inline.
  @inlinable
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch rest {
    case .overflow(let overflow): return overflow.withBytes(body)
    case .inline(let last):
      // Big-endian words have the bytes in their order.
      let words = inlineWords(last)
      return withUnsafeBytes(of: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian)) { words in
        body(UnsafeRawBufferPointer(rebasing: words.prefix(count)))
      }
    }
  }

  /// Retains the object of a long key, for a copy of the key's bytes.
  @inlinable
  package func retainReferences() {
    if count > OrderKey.inlineCapacity, case .overflow(let overflow) = rest {
      _ = Unmanaged.passUnretained(overflow).retain()
    }
  }

  /// Makes a key by copying bytes from memory.
  ///
  /// - Precondition: there are at most ``maximumLength`` bytes.
  package init(copying bytes: UnsafeRawBufferPointer) { self.init(bytes) }
}
