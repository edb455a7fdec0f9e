package import NIOCore

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

/// Encodes frames. It appends to a buffer, so that many frames are sent with one flush.
///
///     FrameEncoder.write(Frame(.end, stream: 3, body: response), to: &buffer)
///     FrameEncoder.write(Frame(.end, stream: 3), body: message, to: &buffer)       // packed in place
///
/// The body is the last field of a frame, so that it can be packed in place, after the rest.
package enum FrameEncoder {
  /// Appends a frame. O(size).
  package static func write(_ frame: Frame, to buffer: inout ByteBuffer) {
    write(frame, bodyCount: frame.body.count, to: &buffer) { target in
      guard let body = frame.body.baseAddress else { return }
      target.copyMemory(from: body, byteCount: frame.body.count)
    }
  }

  /// Appends a frame whose body is a message. O(size).
  ///
  /// - Parameters:
  ///   - frame: the frame; its own body is ignored.
  ///   - body: the message, which is packed directly into the buffer.
  package static func write(_ frame: Frame, body: PackableMessage, to buffer: inout ByteBuffer) {
    write(frame, bodyCount: body.count, to: &buffer) { target in
      _ = protobuf_c_message_pack(body.base, target.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// The maximum size of a frame without its body, method and metadata, including its length prefix.
  package static let maximumHeadBytes = 84

  /// The tag of the field `body`: number 15, with a length.
  private static let bodyTag: UInt8 = 15 << 3 | 2

  @inline(__always)
  private static func write(
    _ frame: Frame,
    bodyCount: Int,
    to buffer: inout ByteBuffer,
    body: (UnsafeMutableRawPointer) -> Void
  ) {
    var message = Arrange__V1__Frame()
    arrange__v1__frame__init(&message)
    message.stream = frame.stream
    message.type = frame.rawType
    message.flags = frame.flags
    message.status = frame.status
    message.timeout_us = frame.timeoutMicroseconds
    message.credit = frame.credit
    message.sequence = frame.sequence
    message.method = ProtobufCBinaryData(frame.method)
    message.metadata = ProtobufCBinaryData(frame.metadata)

    let most = maximumHeadBytes + frame.method.count + frame.metadata.count
    let capacity = most + bodyCount
    buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: capacity) { target in
      let base = target.baseAddress.unsafelyUnwrapped
      // The length comes first but is known last: reserve as much room as it is likely to take.
      let guess = Varint.size(of: most + bodyCount)
      var head = arrange__v1__frame__pack(&message, (base + guess).assumingMemoryBound(to: UInt8.self))
      if bodyCount > 0 {
        base.storeBytes(of: bodyTag, toByteOffset: guess + head, as: UInt8.self)
        head += 1 + Varint.write(bodyCount, to: base + guess + head + 1)
      }
      let prefix = Varint.size(of: head + bodyCount)
      if prefix != guess {
        (base + prefix).copyMemory(from: base + guess, byteCount: head)
      }
      _ = Varint.write(head + bodyCount, to: base)
      let start = prefix + head
      guard bodyCount > 0 else { return start }
      body(base + start)
      return start + bodyCount
    }
  }
}

extension ProtobufCBinaryData {
  /// A field that refers to bytes without copying them.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer) {
    self.init(
      len: bytes.count,
      data: UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: UInt8.self)
    )
  }
}
