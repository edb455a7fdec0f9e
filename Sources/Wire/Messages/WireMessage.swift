package import ArrangeModel
internal import CArrangeProtos
package import NIOCore

/// A value that is sent as the body of a frame: a request or a response.
///
///     let request = try ApplyRequest.decode(frame.body, using: arena)
///     FrameEncoder.write(Frame(.end, stream: frame.stream), body: result.packable(in: arena), to: &buffer)
///
/// Decoding is the boundary of the service: a decoded value satisfies every rule that the specification in
/// `Protos/arrange/v1` states for the message by itself.
package protocol WireMessage: Sendable {
  /// Decodes a message and checks everything about it.
  ///
  /// - Parameters:
  ///   - bytes: the message.
  ///   - arena: temporary memory. The value does not refer to it.
  /// - Throws: an error that names the invalid field by its path, such as
  ///   `operations[2].insert_items.items[0].id`, with the code ``StatusCode/invalidArgument``,
  ///   ``StatusCode/outOfRange``, or ``StatusCode/resourceExhausted`` for a message that consists of too many
  ///   small parts for its length. O(bytes).
  static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> Self

  /// The message of the value, ready to be packed. O(size).
  ///
  /// - Parameter arena: the memory of the message, which is valid until the arena is reset.
  func packable(in arena: Arena) -> PackableMessage
}

extension WireMessage {
  /// Reads a message from a buffer; see ``decode(_:using:)-(UnsafeRawBufferPointer,_)``.
  package static func decode(_ buffer: ByteBuffer, using arena: Arena) throws(ArrangeError) -> Self {
    let result: Result<Self, ArrangeError> = buffer.withUnsafeReadableBytes { bytes in
      do throws(ArrangeError) { return .success(try decode(bytes, using: arena)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Appends the message to a buffer. O(size).
  ///
  /// - Parameter arena: temporary memory.
  package func encode(into buffer: inout ByteBuffer, using arena: Arena) {
    arena.temporary { packable(in: arena).write(to: &buffer) }
  }
}

/// An empty message: the request or the response of a method that needs none.
package struct EmptyMessage: WireMessage, Hashable {
  package init() {}

  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> Self
  {
    // All messages without fields have the same encoding.
    try arena.reading(bytes, arrange__v1__delete_collection_response__unpack) { _ in EmptyMessage() }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    PackableMessage(arena.make(arrange__v1__delete_collection_response__init), in: arena)
  }
}

extension Arena {
  /// Unpacks a message, converts it to a value and releases the memory.
  @inline(__always)
  func reading<Message, Value>(
    _ bytes: UnsafeRawBufferPointer,
    _ function: Unpack<Message>,
    _ body: (UnsafePointer<Message>) throws(ArrangeError) -> Value
  ) throws(ArrangeError) -> Value {
    let mark = mark()
    defer { rewind(to: mark) }
    let message: UnsafePointer<Message>
    do { message = try unpack(bytes, with: function) } catch { throw BoundaryError(error).arrangeError }
    return try body(message)
  }
}
