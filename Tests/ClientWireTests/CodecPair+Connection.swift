import ArrangeModel
import ClientWire
import NIOCore
import Wire

extension CodecPair {
  /// The messages of the connection, and frames.
  static let connection = [hello, welcome, metadata, status, frame]

  private static let hello = CodecPair(
    "Hello",
    make: {
      let (name, id, token) = ($0.text(0...40), $0.text(0...40), $0.text(0...60))
      let largest = $0.number(16_384...16_777_216)
      var client = ClientWire.Hello(clientName: name, clientID: id, token: token)
      var server = Wire.Hello(clientName: name, clientID: id, token: token)
      (client.largestFrame, server.largestFrame) = (largest, largest)
      return (client, server)
    },
    client: Side(
      read: { bytes in Result { try ClientWire.Hello(decoding: bytes) } },
      write: { $0.message(in: ClientWire.Arena()).bytes }
    ),
    server: Side(
      read: { bytes in Result { try Wire.Hello(decoding: bytes) } },
      write: { $0.message(in: Wire.Arena()).bytes }
    )
  )

  private static let welcome = CodecPair(
    "Welcome",
    make: {
      let (id, calls, largest) = ($0.text(0...40), $0.number(0...1000), $0.number(1_048_576...16_777_216))
      var client = ClientWire.Welcome(version: 1, serverID: id, limits: ClientWire.ConnectionLimits())
      var server = Wire.Welcome(version: 1, serverID: id, limits: Wire.ConnectionLimits())
      (client.maximumCalls, server.maximumCalls) = (calls, calls)
      (client.largestFrame, server.largestFrame) = (largest, largest)
      return (client, server)
    },
    client: Side(
      read: { bytes in Result { try ClientWire.Welcome(decoding: bytes) } },
      write: { $0.message(in: ClientWire.Arena()).bytes }
    ),
    server: Side(
      read: { bytes in Result { try Wire.Welcome(decoding: bytes) } },
      write: { $0.message(in: Wire.Arena()).bytes }
    )
  )

  private static let metadata = CodecPair(
    "Metadata",
    make: {
      let entries = $0.list(0...4) { values in
        (["trace", "a-b", "x_1.y"][values.number(0...2)], values.bytes(0...40))
      }
      return (
        ClientWire.Metadata(entries.map { ClientWire.Metadata.Entry(name: $0.0, value: $0.1) }),
        Wire.Metadata(entries.map { Wire.Metadata.Entry(name: $0.0, value: $0.1) })
      )
    },
    client: Side(
      read: { bytes in Result { try ClientWire.Metadata(decoding: bytes, using: ClientWire.Arena()) } },
      write: { $0.encoded(using: ClientWire.Arena()) }
    ),
    server: Side(
      read: { bytes in Result { try Wire.Metadata(decoding: bytes, using: Wire.Arena()) } },
      write: { $0.encoded(using: Wire.Arena()) }
    )
  )

  private static let status = CodecPair(
    "Status",
    make: {
      let (text, retry) = ($0.text(0...80), UInt64($0.number(0...5000)))
      let code = StatusCode(rawValue: UInt32($0.number(0...16))) ?? .unknown
      let processed = ArrangeError.Processed(rawValue: UInt32($0.number(0...2))) ?? .unknown
      let details = $0.list(0...3) { ($0.text(0...20), $0.bytes(0...40)) }
      return (
        ClientWire.Status(
          code,
          text,
          details: details.map { ClientWire.Status.Detail(name: $0.0, value: $0.1) },
          retryAfterMilliseconds: retry,
          processed: processed
        ),
        Wire.Status(
          code,
          text,
          details: details.map { Wire.Status.Detail(name: $0.0, value: $0.1) },
          retryAfterMilliseconds: retry,
          processed: processed
        )
      )
    },
    client: Side(
      read: { bytes in
        Result {
          try ClientWire.Status(reading: ClientWire.Frame(.end, body: bytes), using: ClientWire.Arena())
        }
      },
      write: { $0.message(in: ClientWire.Arena()).bytes }
    ),
    server: Side(
      read: { bytes in Result { try Wire.Status(reading: Wire.Frame(.end, body: bytes), using: Wire.Arena()) }
      },
      write: { $0.message(in: Wire.Arena()).bytes }
    )
  )

  /// What frames hold, as text, with the bytes that each codec writes for them.
  private struct Frames: Sendable, CustomStringConvertible {
    var description = ""
    var bytes: [UInt8] = []
  }

  private static let frame = CodecPair(
    "Frame",
    make: { values in
      var values = values
      let numbers = (0..<4).map { _ in values.word() }
      let (method, metadata, body) = (values.bytes(0...40), values.bytes(0...20), values.bytes(0...300))
      return method.withUnsafeBytes { method in
        metadata.withUnsafeBytes { metadata in
          body.withUnsafeBytes { body in
            var client = ByteBuffer()
            var server = ByteBuffer()
            ClientWire.FrameEncoder.write(
              ClientWire.Frame(
                .open,
                stream: UInt32(truncatingIfNeeded: numbers[0]),
                timeoutMicroseconds: numbers[1],
                credit: numbers[2],
                sequence: numbers[3],
                method: method,
                metadata: metadata,
                body: body
              ),
              to: &client
            )
            Wire.FrameEncoder.write(
              Wire.Frame(
                .open,
                stream: UInt32(truncatingIfNeeded: numbers[0]),
                timeoutMicroseconds: numbers[1],
                credit: numbers[2],
                sequence: numbers[3],
                method: method,
                metadata: metadata,
                body: body
              ),
              to: &server
            )
            return (
              Frames(bytes: Array(client.readableBytesView)), Frames(bytes: Array(server.readableBytesView))
            )
          }
        }
      }
    },
    client: Side(
      read: { bytes in
        Result {
          let arena = ClientWire.Arena()
          var decoder = ClientWire.FrameDecoder(limit: Wire.Frame.largestEver)
          decoder.append(ByteBuffer(bytes: bytes))
          var frames = Frames()
          var written = ByteBuffer()
          while let frame = try decoder.next(using: arena) {
            frames.description += "\(frame.stream) \(frame.rawType) \(frame.flags) \(frame.status) "
            frames.description += "\(frame.timeoutMicroseconds) \(frame.credit) \(frame.sequence) "
            frames.description += "\(Array(frame.method)) \(Array(frame.metadata)) \(Array(frame.body))\n"
            ClientWire.FrameEncoder.write(frame, to: &written)
          }
          frames.bytes = Array(written.readableBytesView)
          return frames
        }
      },
      write: { $0.bytes }
    ),
    server: Side(
      read: { bytes in
        Result {
          let arena = Wire.Arena()
          var decoder = Wire.FrameDecoder(limit: Wire.Frame.largestEver)
          decoder.append(ByteBuffer(bytes: bytes))
          var frames = Frames()
          var written = ByteBuffer()
          while let frame = try decoder.next(using: arena) {
            frames.description += "\(frame.stream) \(frame.rawType) \(frame.flags) \(frame.status) "
            frames.description += "\(frame.timeoutMicroseconds) \(frame.credit) \(frame.sequence) "
            frames.description += "\(Array(frame.method)) \(Array(frame.metadata)) \(Array(frame.body))\n"
            Wire.FrameEncoder.write(frame, to: &written)
          }
          frames.bytes = Array(written.readableBytesView)
          return frames
        }
      },
      write: { $0.bytes }
    )
  )
}
