import ArrangeModel
import NIOCore
import Wire

extension ComparedMessage {
  /// The messages of the connection, and frames.
  static let connection = [hello, welcome, metadata, status, frame]

  private static let hello = ComparedMessage(
    "Hello",
    make: {
      let (name, id, token) = ($0.text(0...40), $0.text(0...40), $0.text(0...60))
      var hello = Hello(clientName: name, clientID: id, token: token)
      hello.largestFrame = $0.number(16_384...16_777_216)
      return hello
    },
    encode: { $0.message(in: $1).bytes },
    decode: { (bytes, arena) throws(GreetingError) in try Hello(decoding: bytes, using: arena) }
  )

  private static let welcome = ComparedMessage(
    "Welcome",
    make: {
      var welcome = Welcome(version: 1, serverID: $0.text(0...40), limits: ConnectionLimits())
      welcome.maximumCalls = $0.number(0...1000)
      welcome.largestFrame = $0.number(1_048_576...16_777_216)
      return welcome
    },
    encode: { $0.message(in: $1).bytes },
    decode: { (bytes, arena) throws(GreetingError) in try Welcome(decoding: bytes, using: arena) }
  )

  private static let metadata = ComparedMessage(
    "Metadata",
    make: {
      Metadata(
        $0.list(0...4) { values in
          Metadata.Entry(name: ["trace", "a-b", "x_1.y"][values.number(0...2)], value: values.bytes(0...40))
        }
      )
    },
    encode: { $0.encoded(using: $1) },
    decode: { (bytes, arena) throws(BoundaryError) in try Metadata(decoding: bytes, using: arena) }
  )

  /// The code of a status is in its frame.
  private static let status = ComparedMessage(
    "Status",
    make: {
      Status(
        .ok,
        $0.text(0...80),
        details: $0.list(0...3) { Status.Detail(name: $0.text(0...20), value: $0.bytes(0...40)) },
        retryAfterMilliseconds: UInt64($0.number(0...5000)),
        processed: ArrangeError.Processed(rawValue: UInt32($0.number(0...2))) ?? .unknown
      )
    },
    encode: { $0.message(in: $1).bytes },
    decode: { (bytes, arena) throws(BoundaryError) in
      try Status(reading: Frame(.end, body: bytes), using: arena)
    }
  )

  /// Frames are read by the codecs, and written by neither: what is written holds for both.
  private static let frame = ComparedMessage(
    "Frame",
    make: { values in
      var frame = OwnedFrame(FrameType.open.rawValue, stream: UInt32(truncatingIfNeeded: values.word()))
      (frame.timeout, frame.credit, frame.sequence) = (values.word(), values.word(), values.word())
      frame.method = values.bytes(0...40)
      frame.metadata = values.bytes(0...20)
      frame.body = values.bytes(0...300)
      return [frame]
    },
    encode: { frames, _ in frames.flatMap(\.encoded) },
    decode: { (bytes, arena) throws(FrameError) in
      var decoder = FrameDecoder(limit: Frame.largestEver)
      decoder.append(ByteBuffer(bytes: bytes))
      return try readAll(&decoder, arena)
    }
  )
}
