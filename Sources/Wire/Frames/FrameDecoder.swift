internal import CArrangeProtos
package import NIOCore

/// Decodes the stream of bytes: it takes input in pieces of any size, and returns frames.
///
///     decoder.append(bytes)
///     while let frame = try decoder.next(using: arena) {
///       ...                               // the frame's bytes are valid until the next call
///     }
///
/// A length is checked against ``limit`` before any memory is allocated for it. The rest of an incomplete
/// frame is kept in a buffer that grows with the input, to at most twice its size; an appended buffer is
/// released as soon as its frames are read.
package struct FrameDecoder: ~Copyable {
  /// The largest frame that is accepted, in bytes. It may be changed between two frames.
  package var limit: Int

  /// Input that was not read yet.
  private var buffer = ByteBuffer()

  /// Whether ``buffer`` is the decoder's own and contains only an incomplete frame.
  private var isOwn = false

  /// Makes a decoder for a new connection.
  package init(limit: Int = Frame.largestBeforeHello) { self.limit = limit }

  /// Whether an incomplete frame is pending. Meaningful after ``next(using:)`` returned nil.
  package var hasPartialFrame: Bool { buffer.readableBytes > 0 }

  /// The number of unread bytes.
  package var bufferedBytes: Int { buffer.readableBytes }

  /// The size of the buffer, in bytes.
  package var heldBytes: Int { buffer.capacity }

  /// Takes ownership of input. O(1) if nothing is pending, else O(bytes).
  package mutating func append(_ bytes: consuming ByteBuffer) {
    if buffer.readableBytes == 0 {
      buffer = bytes
      isOwn = false
    } else {
      buffer.writeBuffer(&bytes)
    }
  }

  /// Reads the next frame, if it has arrived completely.
  ///
  /// - Parameter arena: reset first; the frame's bytes are in it.
  /// - Returns: a frame that is valid until the next call, or nil if more bytes are needed.
  /// - Throws: ``FrameError``. The connection can't continue then; every later call throws the same error.
  package mutating func next(using arena: Arena) throws(FrameError) -> Frame? {
    let available = buffer.readableBytes
    if available == 0 { return nil }
    arena.reset()
    var length = 0
    var frame: Frame?
    let problem = buffer.withUnsafeReadableBytes { bytes in
      FrameDecoder.read(bytes, limit: limit, arena: arena, length: &length, frame: &frame)
    }
    if let problem { throw problem }
    guard frame != nil else {
      keepRemainder()
      return nil
    }
    if length == available {
      // The buffer returns to its owner, which can reuse it.
      buffer = ByteBuffer()
    } else {
      buffer.moveReaderIndex(forwardBy: length)
    }
    return frame
  }

  /// Copies an incomplete frame out of an appended buffer, so that the buffer is not retained for a few
  /// bytes.
  private mutating func keepRemainder() {
    guard !isOwn || buffer.readerIndex > 0 else { return }
    buffer = ByteBuffer(bytes: buffer.readableBytesView)
    isOwn = true
  }

  /// Decodes one frame at the start of `bytes`. `length` and `frame` are set if it is complete.
  @inline(__always)
  private static func read(
    _ bytes: UnsafeRawBufferPointer,
    limit: Int,
    arena: Arena,
    length: inout Int,
    frame: inout Frame?
  ) -> FrameError? {
    var size = 0
    var prefix = 0
    while true {
      guard prefix < bytes.count else { return nil }
      let byte = bytes[prefix]
      size |= Int(byte & 0x7F) << (7 * prefix)
      prefix += 1
      if byte < 0x80 {
        if byte == 0, prefix > 1 { return .overlongLength }
        break
      }
      if prefix == Varint.longestLength { return .overlongLength }
    }
    guard size <= limit else { return .tooLarge(announced: size, limit: limit) }
    guard size <= bytes.count - prefix else { return nil }
    length = prefix + size
    do {
      let content = UnsafeRawBufferPointer(start: bytes.baseAddress.unsafelyUnwrapped + prefix, count: size)
      let message = try arena.unpack(
        content,
        with: arrange__v1__frame__unpack,
        budget: .frame,
        refusesRepeats: false
      )
      frame = Frame(message)
      return nil
    } catch {
      return error == .tooManyParts ? .tooManyParts : .malformed
    }
  }
}

extension Frame {
  /// The frame in a C message; valid as long as that.
  @inline(__always)
  init(_ message: UnsafePointer<Arrange__V1__Frame>) {
    stream = message.pointee.stream
    rawType = message.pointee.type
    flags = message.pointee.flags
    status = message.pointee.status
    timeoutMicroseconds = message.pointee.timeout_us
    credit = message.pointee.credit
    sequence = message.pointee.sequence
    method = message.pointee.method.bytes
    metadata = message.pointee.metadata.bytes
    body = message.pointee.body.bytes
  }
}

/// Why bytes are not a frame. The connection then ends.
package enum FrameError: Error, Sendable, Hashable {
  /// The length takes more than four bytes, or more than it needs.
  case overlongLength

  /// The frame is larger than the limit; both in bytes.
  case tooLarge(announced: Int, limit: Int)

  /// The content is not a `Frame` message.
  case malformed

  /// The content has many more fields than a frame can have.
  case tooManyParts
}

extension FrameError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .overlongLength: "the length of a frame is not a varint of at most four bytes in its shortest form"
    case .tooLarge(let announced, let limit): "a frame of \(announced) bytes exceeds the limit of \(limit)"
    case .malformed: "a frame can't be parsed"
    case .tooManyParts: "a frame has too many fields"
    }
  }
}
