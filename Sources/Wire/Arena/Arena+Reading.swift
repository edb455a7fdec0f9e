internal import CArrangeProtos

extension Arena {
  /// The memory that a message from outside may take when it is unpacked.
  package struct Budget: Sendable, Hashable {
    /// The memory that every message may take, in bytes.
    package var allowance: Int

    /// The additional memory for each byte of the message, in bytes.
    package var perByte: Int

    /// The memory for each byte up to ``maximumDense``, in bytes.
    package var perDenseByte: Int

    /// The message size up to which ``perDenseByte`` applies, in bytes.
    package var maximumDense: Int

    /// Makes a budget.
    package init(allowance: Int, perByte: Int, perDenseByte: Int = 0, maximumDense: Int = 0) {
      self.allowance = allowance
      self.perByte = perByte
      self.perDenseByte = perDenseByte
      self.maximumDense = maximumDense
    }

    /// The budget of requests and responses.
    ///
    /// A list of one-letter ids, the least dense useful message, takes up to 30 bytes for each of its own;
    /// lists with names and values take 8 to 18. Less useful are empty elements, for which the server makes
    /// ids: each takes 2 bytes, and up to 64 for each of these. This is allowed up to the 10,000 operations
    /// and 100,000 elements that a transaction may have.
    package static let message = Budget(
      allowance: 256 * 1024,
      perByte: 24,
      perDenseByte: 72,
      maximumDense: 16 * 1024 * 1024
    )

    /// The budget of frames, which contain no messages: their fields are copied once.
    package static let frame = Budget(allowance: 4 * 1024, perByte: 2)

    /// The maximum memory of a message of `count` bytes.
    @inline(__always)
    func bytes(for count: Int) -> Int {
      allowance &+ max(perByte &* count, min(perDenseByte &* count, maximumDense))
    }
  }

  /// The function of the generated C that unpacks a message of one type with a codec.
  typealias Unpack<Message> = (
    ArrangeUnpack?, UnsafeMutablePointer<ProtobufCAllocator>?, Int, UnsafePointer<UInt8>?
  ) -> UnsafeMutablePointer<Message>?

  /// Unpacks a message into the arena.
  ///
  ///     let hello = try arena.unpack(frame.body, with: arrange__v1__hello__unpack)
  ///
  /// - Parameters:
  ///   - bytes: the message.
  ///   - function: the generated function of the message's type.
  ///   - budget: the memory that the message may take.
  ///   - refusesRepeats: whether repetitions of singular message fields are refused; see ``RepeatedFields``.
  ///     A frame has no such fields.
  /// - Returns: the message; valid until the arena is reset.
  /// - Throws: ``UnpackingError``. O(bytes).
  @inline(__always)
  func unpack<Message>(
    _ bytes: UnsafeRawBufferPointer,
    with function: Unpack<Message>,
    budget: Budget = .message,
    refusesRepeats: Bool = true
  ) throws(UnpackingError) -> UnsafePointer<Message> {
    state.pointee.isExhausted = false
    state.pointee.bound(by: budget.bytes(for: bytes.count))
    let message = function(
      codec.unpack,
      allocator,
      bytes.count,
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    )
    state.pointee.bound(by: .max)
    guard let message else {
      throw state.pointee.isExhausted ? .tooManyParts : .malformed
    }
    if refusesRepeats {
      // Each generated C message begins with its descriptor.
      let descriptor = UnsafeRawPointer(message).load(as: UnsafePointer<ProtobufCMessageDescriptor>.self)
      if let found = repeatedFields.pointee.find(in: bytes, of: descriptor) {
        throw .repeated(path: found.path, problem: found.problem)
      }
    }
    return UnsafePointer(message)
  }
}

/// Why bytes are not a message of the expected type.
package enum UnpackingError: Error, Sendable, Hashable {
  /// The bytes break the encoding of protobuf, or a field has another type.
  case malformed

  /// The message consists of more parts than its length allows; see ``Arena/Budget``.
  case tooManyParts

  /// A singular message field, or a oneof, occurs twice.
  case repeated(path: String, problem: String)
}
