#if !SWIFT_MESSAGES
  internal import CProtobufC
#endif

extension Arena {
  /// How much memory a message from outside may take when it is unpacked.
  package struct Budget: Sendable, Hashable {
    /// What every message may take, in bytes.
    package var allowance: Int

    /// What each byte of the message may take in addition, in bytes.
    package var perByte: Int

    /// What each byte may take up to ``mostDense``, in bytes.
    package var perDenseByte: Int

    /// Up to how many bytes a message may take ``perDenseByte``.
    package var mostDense: Int

    /// Makes a budget.
    package init(allowance: Int, perByte: Int, perDenseByte: Int = 0, mostDense: Int = 0) {
      self.allowance = allowance
      self.perByte = perByte
      self.perDenseByte = perDenseByte
      self.mostDense = mostDense
    }

    /// The budget of requests and responses.
    ///
    /// A list of one-letter ids, the least dense message that is of any use, takes up to 30 bytes for each
    /// of its own; lists with names and values in them take 8 to 18. Less of use are elements without anything, for which
    /// the server makes ids: each of them takes 2 bytes, and up to 64 for each of these. So much is given up
    /// to the 10,000 operations and 100,000 elements that a transaction may have.
    package static let message = Budget(
      allowance: 256 * 1024,
      perByte: 24,
      perDenseByte: 72,
      mostDense: 16 * 1024 * 1024
    )

    /// The budget of frames, which have no parts: their fields are copied once.
    package static let frame = Budget(allowance: 4 * 1024, perByte: 2)

    /// The most that a message of `count` bytes may take.
    @inline(__always)
    func bytes(for count: Int) -> Int {
      allowance &+ max(perByte &* count, min(perDenseByte &* count, mostDense))
    }
  }

  /// The function of the generated C that unpacks a message of one type.
  typealias Unpack<Message> = (
    UnsafeMutablePointer<ProtobufCAllocator>?, Int, UnsafePointer<UInt8>?
  ) -> UnsafeMutablePointer<Message>?

  /// Unpacks a message into the arena.
  ///
  ///     let hello = try arena.unpack(frame.body, with: arrange__v1__hello__unpack)
  ///
  /// - Parameters:
  ///   - bytes: the message.
  ///   - function: the generated function of the message's type.
  ///   - budget: how much memory the message may take.
  ///   - refusesRepeats: whether fields of the message that hold one message are looked at; see ``RepeatedFields``. A
  ///     frame has none.
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
      allocator,
      bytes.count,
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    )
    state.pointee.bound(by: .max)
    guard let message else {
      throw state.pointee.isExhausted ? .tooManyParts : .malformed
    }
    if refusesRepeats {
      // Each message of the generated C begins with its descriptor.
      let descriptor = UnsafeRawPointer(message).load(as: UnsafePointer<ProtobufCMessageDescriptor>.self)
      if let found = repeatedFields.pointee.find(in: bytes, of: descriptor) {
        throw .repeated(path: found.path, problem: found.problem)
      }
    }
    return UnsafePointer(message)
  }
}

/// Why bytes are no message of the wanted type.
package enum UnpackingError: Error, Sendable, Hashable {
  /// The bytes break the encoding of protobuf, or a field has another type.
  case malformed

  /// The message consists of more parts than its length allows; see ``Arena/Budget``.
  case tooManyParts

  /// A field that holds one message, or a choice, is given twice.
  case repeated(path: String, problem: String)
}
