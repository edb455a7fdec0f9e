package import NIOCore

/// Encodes frames. It appends to a buffer, so that many frames are sent with one flush.
///
///     FrameEncoder.write(Frame(.end, stream: 3, body: response), to: &buffer)
///     FrameEncoder.write(Frame(.end, stream: 3), body: message, to: &buffer)       // packed in place
///
/// The body is the last field of a frame, so that it can be packed in place, after the rest. A frame is the same for
/// all codecs, and written with each message, so that its fields are written here.
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
      body.pack(into: target)
    }
  }

  /// The maximum size of a frame without its body, method and metadata, including its length prefix.
  package static let maximumHeadBytes = 84

  /// The numbers of the fields in `frame.proto`, all of which have a tag of one byte.
  private enum Field: UInt8 {
    case stream = 1
    case type = 2
    case flags = 3
    case method = 4
    case timeout = 5
    case status = 6
    case credit = 7
    case sequence = 8
    case metadata = 14
    case body = 15
  }

  /// Writes a number with its tag, unless it is 0.
  @inline(__always)
  private static func write(_ field: Field, _ value: UInt64, to end: inout UnsafeMutableRawPointer) {
    guard value != 0 else { return }
    end.storeBytes(of: field.rawValue << 3, as: UInt8.self)
    end += 1 + Varint.write(value, to: end + 1)
  }

  /// Writes the tag and the length of bytes, unless there are none.
  @inline(__always)
  private static func write(_ field: Field, count: Int, to end: inout UnsafeMutableRawPointer) {
    guard count > 0 else { return }
    end.storeBytes(of: field.rawValue << 3 | 2, as: UInt8.self)
    end += 1 + Varint.write(UInt64(count), to: end + 1)
  }

  /// Writes bytes with their tag and length, unless there are none.
  @inline(__always)
  private static func write(
    _ field: Field,
    _ bytes: UnsafeRawBufferPointer,
    to end: inout UnsafeMutableRawPointer
  ) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    write(field, count: bytes.count, to: &end)
    end.copyMemory(from: start, byteCount: bytes.count)
    end += bytes.count
  }

  @inline(__always)
  private static func write(
    _ frame: Frame,
    bodyCount: Int,
    to buffer: inout ByteBuffer,
    body: (UnsafeMutableRawPointer) -> Void
  ) {
    let most = maximumHeadBytes + frame.method.count + frame.metadata.count
    let capacity = most + bodyCount
    buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: capacity) { target in
      let base = target.baseAddress.unsafelyUnwrapped
      // The length comes first but is known last: reserve as much room as it is likely to take.
      let guess = Varint.size(of: most + bodyCount)
      let content = base + guess
      var end = content
      write(.stream, UInt64(frame.stream), to: &end)
      write(.type, UInt64(frame.rawType), to: &end)
      write(.flags, UInt64(frame.flags), to: &end)
      write(.method, frame.method, to: &end)
      write(.timeout, frame.timeoutMicroseconds, to: &end)
      write(.status, UInt64(frame.status), to: &end)
      write(.credit, frame.credit, to: &end)
      write(.sequence, frame.sequence, to: &end)
      write(.metadata, frame.metadata, to: &end)
      write(.body, count: bodyCount, to: &end)
      let head = end - content
      let prefix = Varint.size(of: head + bodyCount)
      if prefix != guess {
        (base + prefix).copyMemory(from: content, byteCount: head)
      }
      _ = Varint.write(UInt64(head + bodyCount), to: base)
      let start = prefix + head
      guard bodyCount > 0 else { return start }
      body(base + start)
      return start + bodyCount
    }
  }
}
