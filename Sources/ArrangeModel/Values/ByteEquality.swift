extension UnsafeRawBufferPointer {
  /// Whether two buffers have the same bytes. O(length), eight bytes at a time.
  ///
  /// Ids are compared several times in each request, and a comparison of sequences goes byte by byte.
  @inlinable
  package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    let count = count
    guard count == other.count else { return false }
    guard count > 0, let a = baseAddress, let b = other.baseAddress else { return true }
    guard count >= 8 else {
      for place in 0..<count
      where a.load(fromByteOffset: place, as: UInt8.self) != b.load(fromByteOffset: place, as: UInt8.self) {
        return false
      }
      return true
    }
    func differ(at place: Int) -> Bool {
      a.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        != b.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    }
    var place = 0
    while place + 8 < count {
      if differ(at: place) { return false }
      place += 8
    }
    // The last eight bytes, some of which may have been compared already.
    return !differ(at: count - 8)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether two buffers have the same bytes. O(length), eight bytes at a time.
  @inlinable
  package func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    UnsafeRawBufferPointer(self).hasSameBytes(as: UnsafeRawBufferPointer(other))
  }
}
