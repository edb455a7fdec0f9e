package import NIOCore

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
#endif

/// The reader of the stream of bytes: it takes what arrives, in pieces of any size, and gives frames.
///
///     decoder.append(bytes)
///     while let frame = try decoder.next(using: arena) {
///       ...                               // the frame's bytes are valid until the next call
///     }
///
/// A length is checked against ``limit`` before anything is done about it. What remains of an incomplete
/// frame is held in a buffer that grows with what arrives, at most to twice of it; a buffer that was handed
/// over is given back as soon as its frames are read.
package struct FrameDecoder: ~Copyable {
  /// The largest frame that is accepted, in bytes. It may be changed between two frames.
  package var limit: Int

  /// What has arrived and was not yet read.
  private var buffer = ByteBuffer()

  /// Whether ``buffer`` is the decoder's own, with no bytes in it but those of an incomplete frame.
  private var isOwn = false

  /// Makes a decoder for a new connection.
  package init(limit: Int = Frame.largestBeforeHello) { self.limit = limit }

  /// Whether a frame has begun and not ended. Sensible after ``next(using:)`` gave nil.
  package var hasPartialFrame: Bool { buffer.readableBytes > 0 }

  /// The number of bytes that wait to be read.
  package var bufferedBytes: Int { buffer.readableBytes }

  /// The size of the buffer that is held, in bytes.
  package var heldBytes: Int { buffer.capacity }

  /// Takes over bytes that have arrived. O(1) where nothing waits, else O(bytes).
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
  /// - Parameter arena: reset first; the frame's bytes lie in it.
  /// - Returns: a frame that is valid until the next call, or nil when more bytes are needed.
  /// - Throws: ``FrameError``. The connection can't go on then; every later call throws the same.
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
      // The buffer goes back to where it came from, which can use it again.
      buffer = ByteBuffer()
    } else {
      buffer.moveReaderIndex(forwardBy: length)
    }
    return frame
  }

  /// Copies an incomplete frame out of a buffer that was handed over, so that the buffer does not stay alive
  /// for the sake of a few bytes.
  private mutating func keepRemainder() {
    guard !isOwn || buffer.readerIndex > 0 else { return }
    buffer = ByteBuffer(bytes: buffer.readableBytesView)
    isOwn = true
  }

  /// Reads one frame at the start of `bytes`. `length` and `frame` are set when it is complete.
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
  /// The frame that a message in C stands for; valid as long as that.
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

/// Why bytes are no frame. The connection ends then.
package enum FrameError: Error, Sendable, Hashable {
  /// The length has more than four bytes, or more than it needs.
  case overlongLength

  /// The frame is larger than the limit; both in bytes.
  case tooLarge(announced: Int, limit: Int)

  /// The content is no `Frame` message.
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
