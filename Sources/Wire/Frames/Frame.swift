package import ArrangeModel

/// One frame on the wire: numbers, and bytes that it borrows.
///
/// A frame decoded by ``FrameDecoder`` points into its arena and is valid until the next frame is read. A
/// frame to be written points to memory owned by its creator. `Protos/arrange/v1/frame.proto` specifies the
/// meaning of the fields, and which of them apply to frames of which type.
package struct Frame {
  /// The stream of the frame; 0 is the connection.
  package var stream: UInt32

  /// The type as a number, which may be unknown to this version; see ``type``.
  package var rawType: UInt32

  /// Bits; see ``isIgnorable``.
  package var flags: UInt32

  /// The status as a number, which may be unknown; see ``StatusCode``.
  package var status: UInt32

  /// The remaining time of a call in microseconds; 0: no deadline.
  package var timeoutMicroseconds: UInt64

  /// The number of DATA frames allowed so far.
  package var credit: UInt64

  /// The number of a DATA frame, the token of a PING or PONG, or the last accepted stream of a GOAWAY.
  package var sequence: UInt64

  /// The name of the method, unchecked.
  package var method: UnsafeRawBufferPointer

  /// A `Metadata` message; may be empty.
  package var metadata: UnsafeRawBufferPointer

  /// The payload of the frame.
  package var body: UnsafeRawBufferPointer

  /// Makes a frame. Bytes are borrowed until the frame is encoded.
  @inlinable @inline(__always)
  package init(
    _ type: FrameType,
    stream: UInt32 = 0,
    status: StatusCode = .ok,
    timeoutMicroseconds: UInt64 = 0,
    credit: UInt64 = 0,
    sequence: UInt64 = 0,
    method: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    metadata: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    body: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
  ) {
    self.stream = stream
    self.rawType = type.rawValue
    self.flags = 0
    self.status = status.rawValue
    self.timeoutMicroseconds = timeoutMicroseconds
    self.credit = credit
    self.sequence = sequence
    self.method = method
    self.metadata = metadata
    self.body = body
  }

  /// The type; nil if this version does not know it.
  @inlinable
  package var type: FrameType? { FrameType(rawValue: rawType) }

  /// Whether a receiver that does not know the type ignores the frame.
  @inlinable
  package var isIgnorable: Bool { flags & Frame.ignoreIfUnknown != 0 }

  /// The bit of ``flags`` for ``isIgnorable``.
  package static let ignoreIfUnknown: UInt32 = 1

  /// The largest frame before HELLO, in bytes.
  package static let largestBeforeHello = 16 * 1024

  /// The default largest frame after HELLO, in bytes; the least that a server accepts.
  package static let defaultMaximumLength = 1024 * 1024

  /// The largest frame that can be agreed, in bytes.
  package static let largestEver = 16 * 1024 * 1024
}

/// The kinds of frames.
package enum FrameType: UInt32, Sendable, Hashable, CaseIterable {
  case hello = 1
  case welcome = 2
  case open = 3
  case data = 4
  case end = 5
  case cancel = 6
  case credit = 7
  case ping = 8
  case pong = 9
  case goAway = 10
}
