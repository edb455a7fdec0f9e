import ArrangeModel
import ClientWire
import NIOCore

/// A frame that arrived, copied out of the decoder's memory.
struct ReceivedFrame: Sendable, Equatable {
  var type: FrameType?
  var stream: UInt32
  var status: UInt32
  var timeoutMicroseconds: UInt64
  var credit: UInt64
  var sequence: UInt64
  var method: String
  var body: [UInt8]

  init(_ frame: borrowing Frame) {
    type = frame.type
    stream = frame.stream
    status = frame.status
    timeoutMicroseconds = frame.timeoutMicroseconds
    credit = frame.credit
    sequence = frame.sequence
    method = String(decoding: frame.method, as: UTF8.self)
    body = Array(frame.body)
  }

  /// The frame in short, to compare sequences of frames.
  var summary: String {
    switch type {
    case .open: "open \(stream)"
    case .cancel: "cancel \(stream)"
    case .credit: "credit \(stream) \(credit)"
    case .ping: "ping"
    case .pong: "pong \(sequence)"
    case .hello: "hello"
    case .goAway: "goAway \(status)"
    default: "other"
    }
  }

  /// The body as a message.
  func decode<Message: WireMessage>(_ type: Message.Type = Message.self) throws -> Message {
    try body.withUnsafeBytes { try Message.decode($0, using: Arena()) }
  }
}

/// The bytes of a server's frames.
enum ServerFrames {
  static func welcome(_ limits: ConnectionLimits = ConnectionLimits()) -> ByteBuffer {
    let arena = Arena()
    var buffer = ByteBuffer()
    let welcome = Welcome(version: 1, serverID: "scripted", limits: limits)
    FrameEncoder.write(Frame(.welcome), body: welcome.message(in: arena), to: &buffer)
    return buffer
  }

  static func end(_ stream: UInt32, _ response: some WireMessage) -> ByteBuffer {
    let arena = Arena()
    var buffer = ByteBuffer()
    FrameEncoder.write(Frame(.end, stream: stream), body: response.packable(in: arena), to: &buffer)
    return buffer
  }

  static func end(_ stream: UInt32, _ error: ArrangeError) -> ByteBuffer {
    var buffer = ByteBuffer()
    FrameEncoder.writeEnd(stream, Status(error), using: Arena(), to: &buffer)
    return buffer
  }

  static func data(_ stream: UInt32, _ sequence: UInt64, _ message: some WireMessage) -> ByteBuffer {
    let arena = Arena()
    var buffer = ByteBuffer()
    let frame = Frame(.data, stream: stream, sequence: sequence)
    FrameEncoder.write(frame, body: message.packable(in: arena), to: &buffer)
    return buffer
  }

  static func goAway(_ reason: GoAwayReason, last: UInt32) -> ByteBuffer {
    var buffer = ByteBuffer()
    FrameEncoder.writeGoAway(reason, lastStream: last, using: Arena(), to: &buffer)
    return buffer
  }

  static func frame(_ frame: Frame) -> ByteBuffer {
    var buffer = ByteBuffer()
    FrameEncoder.write(frame, to: &buffer)
    return buffer
  }
}

/// What a server tells of a collection, in the tests.
func info(_ name: Identifier, version: UInt64 = 1) -> CollectionInfo {
  CollectionInfo(
    name: name,
    strategy: "dense",
    fields: Fields(),
    version: version,
    epoch: 7,
    createdAt: Timestamp(microseconds: 0),
    sectionCount: 0,
    itemCount: 0
  )
}
