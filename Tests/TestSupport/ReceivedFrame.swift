package import ArrangeModel
package import NIOCore
internal import SwiftCodec
package import Wire

/// A frame that arrived, copied out of the decoder's memory.
package struct ReceivedFrame: Sendable, Equatable {
  package var type: FrameType?
  package var stream: UInt32
  package var status: UInt32
  package var timeoutMicroseconds: UInt64
  package var credit: UInt64
  package var sequence: UInt64
  package var method: String
  package var body: [UInt8]

  package init(_ frame: borrowing Frame) {
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
  package var summary: String {
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
  package func decode<Message: WireMessage>(_ type: Message.Type = Message.self) throws -> Message {
    try body.withUnsafeBytes { try Message.decode($0, using: Arena(codec: .swift)) }
  }
}

/// The bytes of a server's frames.
package enum ServerFrames {
  package static func welcome(_ limits: ConnectionLimits = ConnectionLimits()) -> ByteBuffer {
    let arena = Arena(codec: .swift)
    var buffer = ByteBuffer()
    let welcome = Welcome(version: 1, serverID: "scripted", limits: limits)
    FrameEncoder.write(Frame(.welcome), body: welcome.message(in: arena), to: &buffer)
    return buffer
  }

  package static func end(_ stream: UInt32, _ response: some WireMessage) -> ByteBuffer {
    let arena = Arena(codec: .swift)
    var buffer = ByteBuffer()
    FrameEncoder.write(Frame(.end, stream: stream), body: response.packable(in: arena), to: &buffer)
    return buffer
  }

  package static func end(_ stream: UInt32, _ error: ArrangeError) -> ByteBuffer {
    var buffer = ByteBuffer()
    FrameEncoder.writeEnd(stream, Status(error), using: Arena(codec: .swift), to: &buffer)
    return buffer
  }

  package static func data(_ stream: UInt32, _ sequence: UInt64, _ message: some WireMessage) -> ByteBuffer {
    let arena = Arena(codec: .swift)
    var buffer = ByteBuffer()
    let frame = Frame(.data, stream: stream, sequence: sequence)
    FrameEncoder.write(frame, body: message.packable(in: arena), to: &buffer)
    return buffer
  }

  package static func goAway(_ reason: GoAwayReason, last: UInt32) -> ByteBuffer {
    var buffer = ByteBuffer()
    FrameEncoder.writeGoAway(reason, lastStream: last, using: Arena(codec: .swift), to: &buffer)
    return buffer
  }

  package static func frame(_ frame: Frame) -> ByteBuffer {
    var buffer = ByteBuffer()
    FrameEncoder.write(frame, to: &buffer)
    return buffer
  }
}
