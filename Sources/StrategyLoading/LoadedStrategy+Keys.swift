import COrderingPlugin
import Ordering

extension LoadedStrategy {
  func validate(_ key: OrderKey) throws(OrderingError) {
    guard 1...maximumKeyLength ~= key.count else {
      throw .invalidKey("a key of ‘\(name)’ has 1 to \(maximumKeyLength) bytes, not \(key.count)")
    }
    if table.text == nil, !key.isPrintable { throw .invalidKey("the key is not printable ASCII") }
    let (status, why, _) = key.withBytes { bytes in
      let bytes = bytes.assumingMemoryBound(to: UInt8.self)
      return Reason.collect { table.validate(bytes.baseAddress, UInt32(bytes.count), $0, $1) }
    }
    guard status != Int32(ARRANGE_ORDERING_OK) else { return }
    throw error(for: status, why: why)
  }

  /// The text that the library gives for the key; hexadecimal digits if it fails.
  func text(of key: OrderKey) -> String {
    guard let text = table.text else {
      return key.isPrintable ? String(decoding: key.bytes, as: UTF8.self) : key.description
    }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(ARRANGE_ORDERING_LONGEST_TEXT)) {
      buffer in
      var size: UInt32 = 0
      let status = key.withBytes { bytes in
        let bytes = bytes.assumingMemoryBound(to: UInt8.self)
        return text(bytes.baseAddress, UInt32(bytes.count), buffer.baseAddress, UInt32(buffer.count), &size)
      }
      guard status == Int32(ARRANGE_ORDERING_OK), size > 0, size <= buffer.count else {
        return key.description
      }
      let written = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<Int(size)])
      return String(validating: written, as: UTF8.self) ?? key.description
    }
  }

  func key(fromText text: String) throws(OrderingError) -> OrderKey {
    let characters = Array(text.utf8)
    guard let parse = table.parse else {
      guard characters.count <= maximumKeyLength else {
        throw .invalidKey("a key of ‘\(name)’ has at most \(maximumKeyLength) characters")
      }
      let key = OrderKey(characters)
      try validate(key)
      return key
    }
    guard characters.count <= Int(ARRANGE_ORDERING_LONGEST_TEXT) else {
      throw .invalidKey("the text of a key has at most \(ARRANGE_ORDERING_LONGEST_TEXT) bytes")
    }
    let key: Result<OrderKey, OrderingError> = withUnsafeTemporaryAllocation(
      of: UInt8.self,
      capacity: OrderKey.maximumLength
    ) { buffer in
      var size: UInt32 = 0
      let (status, why, _) = characters.withUnsafeBytes { bytes in
        let bytes = bytes.assumingMemoryBound(to: CChar.self)
        return Reason.collect {
          parse(
            bytes.baseAddress,
            UInt32(bytes.count),
            buffer.baseAddress,
            UInt32(buffer.count),
            &size,
            $0,
            $1
          )
        }
      }
      guard status == Int32(ARRANGE_ORDERING_OK) else { return .failure(error(for: status, why: why)) }
      guard size <= buffer.count else {
        return .failure(broke("claims to have written more than there was room for"))
      }
      return .success(OrderKey(copying: UnsafeRawBufferPointer(start: buffer.baseAddress, count: Int(size))))
    }
    return try key.get()
  }
}

extension OrderKey {
  /// Whether all bytes are printable ASCII.
  fileprivate var isPrintable: Bool { withBytes { $0.allSatisfy { 0x20..<0x7F ~= $0 } } }
}
