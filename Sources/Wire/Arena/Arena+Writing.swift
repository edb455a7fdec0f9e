internal import CArrangeProtos
package import NIOCore

extension Arena {
  /// Uninitialized memory for `count` values of a C type; valid until the arena is reset.
  ///
  /// - Precondition: the type's alignment is 8 at most.
  @inline(__always)
  func allocate<Value>(_ type: Value.Type, count: Int) -> UnsafeMutablePointer<Value> {
    assert(MemoryLayout<Value>.alignment <= Arena.alignment)
    let size = MemoryLayout<Value>.stride * count
    // No budget applies to our own messages, so this can't be nil.
    return State.take(size, from: state).unsafelyUnwrapped.bindMemory(to: Value.self, capacity: count)
  }

  /// A new message with its defaults.
  ///
  ///     let status = arena.make(arrange__v1__status__init)
  ///     status.pointee.message = arena.bytes(of: text)
  @inline(__always)
  func make<Message>(_ initialize: (UnsafeMutablePointer<Message>?) -> Void) -> UnsafeMutablePointer<Message>
  {
    let message = allocate(Message.self, count: 1)
    initialize(message)
    return message
  }

  /// `count` new messages with their defaults, in the array of pointers that a repeated field uses.
  ///
  ///     let details = arena.make(status.details.count, arrange__v1__status_detail__init)
  ///     message.pointee.n_details = status.details.count
  ///     message.pointee.details = details
  ///     for (i, detail) in status.details.enumerated() { details[i]!.pointee.name = arena.bytes(of: detail.name) }
  @inline(__always)
  func make<Message>(
    _ count: Int,
    _ initialize: (UnsafeMutablePointer<Message>?) -> Void
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<Message>?> {
    let messages = allocate(Message.self, count: count)
    let pointers = allocate(UnsafeMutablePointer<Message>?.self, count: count)
    for i in 0..<count {
      initialize(messages + i)
      (pointers + i).initialize(to: messages + i)
    }
    return pointers
  }

  /// A new message with the content that a closure fills in.
  @inline(__always)
  func message<Message>(
    _ initialize: (UnsafeMutablePointer<Message>?) -> Void,
    _ fill: (UnsafeMutablePointer<Message>) -> Void
  ) -> UnsafeMutablePointer<Message> {
    let message = make(initialize)
    fill(message)
    return message
  }

  /// A new message for each value, with the content that a closure fills in, for a repeated field.
  @inline(__always)
  func messages<Value, Message>(
    _ values: [Value],
    _ initialize: (UnsafeMutablePointer<Message>?) -> Void,
    _ fill: (Value, UnsafeMutablePointer<Message>) -> Void
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<Message>?> {
    let messages = make(values.count, initialize)
    for (place, value) in values.enumerated() { fill(value, messages[place].unsafelyUnwrapped) }
    return messages
  }

  /// A copy of a text for a field.
  func bytes(of text: String) -> ProtobufCBinaryData {
    var text = text
    return text.withUTF8 { bytes(of: UnsafeRawBufferPointer($0)) }
  }

  /// A copy of an array for a field.
  func bytes(of array: [UInt8]) -> ProtobufCBinaryData {
    array.withUnsafeBytes { bytes(of: $0) }
  }

  /// A copy of bytes for a field.
  func bytes(of source: UnsafeRawBufferPointer) -> ProtobufCBinaryData {
    guard let base = source.baseAddress, !source.isEmpty else { return ProtobufCBinaryData() }
    let copy = allocate(UInt8.self, count: source.count)
    UnsafeMutableRawPointer(copy).copyMemory(from: base, byteCount: source.count)
    return ProtobufCBinaryData(len: source.count, data: copy)
  }
}

/// A message that is ready to be packed. It is valid until its arena reclaims the memory.
package struct PackableMessage {
  private let base: UnsafeRawPointer

  /// The number of bytes that the message takes when it is packed.
  package let count: Int

  /// The arena of the message, retained so that its memory exists as long as the message can be used.
  private let arena: Arena

  /// Refers to a message of any generated type, which must not change any more. O(size).
  @inline(__always)
  init<Message>(_ message: UnsafeMutablePointer<Message>, in arena: Arena) {
    base = UnsafeRawPointer(message)
    count = arena.codec.size(base)
    self.arena = arena
  }

  /// Packs the message into ``count`` bytes of memory. O(size).
  @inline(__always)
  func pack(into target: UnsafeMutableRawPointer) {
    let count = arena.codec.pack(base, target.assumingMemoryBound(to: UInt8.self))
    assert(count == self.count)
  }

  /// The packed message. O(size).
  package var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { target, length in
      if count > 0, let start = target.baseAddress { pack(into: start) }
      length = count
    }
  }

  /// Appends the packed message to a buffer. O(size).
  package func write(to buffer: inout ByteBuffer) {
    let count = count
    buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { target in
      if count > 0, let start = target.baseAddress { pack(into: start) }
      return count
    }
  }
}
