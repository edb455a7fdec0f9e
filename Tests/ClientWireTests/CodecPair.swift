import ArrangeModel
import ClientWire
import NIOCore
import Wire

/// A message type with the client's and the server's codec.
struct CodecPair: Sendable {
  /// The name in `Protos/arrange/v1`.
  let name: String

  /// Encodes a random value with both; nil if the bytes differ.
  let write: @Sendable (inout RandomValues) -> [UInt8]?

  /// Decodes bytes with both.
  let read: @Sendable (UnsafeRawBufferPointer) -> Outcome

  /// The outcome of decoding.
  enum Outcome: Equatable {
    case accepted
    case refused
    /// They disagree: the result of each.
    case different(String)
  }

  /// A type whose values both codecs share.
  init<Message: CallMessage>(
    _ name: String,
    _ make: @escaping @Sendable (inout RandomValues) -> Message
  ) {
    self.name = name
    write = { values in
      let value = make(&values)
      let bytes = CodecPair.client(value)
      return bytes == CodecPair.server(value) ? bytes : nil
    }
    read = { bytes in
      let client = Result { () throws(ArrangeError) in try Message.decode(bytes, using: ClientWire.Arena()) }
      let server = Result { () throws(ArrangeError) in try Message.decode(bytes, using: Wire.Arena()) }
      switch (client, server) {
      case (.success(let client), .success(let server)):
        if client == server, CodecPair.client(client) == CodecPair.server(server) { return .accepted }
      case (.failure(let client), .failure(let server)):
        if CodecPair.areAlike(client, server) { return .refused }
      default: break
      }
      return .different("\(client) and \(server)")
    }
  }

  /// A type that each codec has by itself.
  init<Client: Sendable, Server: Sendable>(
    _ name: String,
    make: @escaping @Sendable (inout RandomValues) -> (Client, Server),
    client: Side<Client>,
    server: Side<Server>
  ) {
    self.name = name
    write = { values in
      let (one, other) = make(&values)
      let bytes = client.write(one)
      return bytes == server.write(other) ? bytes : nil
    }
    read = { bytes in
      switch (client.read(bytes), server.read(bytes)) {
      case (.success(let one), .success(let other)):
        let isSame = CodecPair.text(one) == "\(other)" && client.write(one) == server.write(other)
        if isSame { return .accepted }
      case (.failure(let one), .failure(let other)): if CodecPair.text(one) == "\(other)" { return .refused }
      default: break
      }
      return .different("\(client.read(bytes)) and \(server.read(bytes))")
    }
  }

  /// Whether both report the same error. protobuf-c can't merge some repeated messages, and reports no field;
  /// the Swift codec merges nothing, so that it can name the field.
  private static func areAlike(_ client: ArrangeError, _ server: ArrangeError) -> Bool {
    if client == server { return true }
    return client.code == server.code && server.message == "the message can't be parsed"
      && client.message.hasSuffix("is given twice; give it once")
  }

  /// A value of the client's as text, in which types are those of the server.
  private static func text(_ value: Any) -> String { "\(value)".replacing("ClientWire.", with: "Wire.") }

  /// How one codec reads and writes a type of its own.
  struct Side<Value: Sendable>: Sendable {
    var read: @Sendable (UnsafeRawBufferPointer) -> Result<Value, any Error>
    var write: @Sendable (Value) -> [UInt8]
  }

  private static func client(_ value: some ClientWire.WireMessage) -> [UInt8] {
    let arena = ClientWire.Arena(keptBytes: 4096)
    return value.packable(in: arena).bytes
  }

  private static func server(_ value: some Wire.WireMessage) -> [UInt8] {
    let arena = Wire.Arena(keptBytes: 4096)
    return value.packable(in: arena).bytes
  }
}

extension CodecPair.Side where Value: ClientWire.WireMessage {
  /// How the client's codec reads and writes a body.
  static var client: CodecPair.Side<Value> {
    CodecPair.Side(
      read: { bytes in Result { try Value.decode(bytes, using: ClientWire.Arena()) } },
      write: { $0.packable(in: ClientWire.Arena(keptBytes: 4096)).bytes }
    )
  }
}

extension CodecPair.Side where Value: Wire.WireMessage {
  /// How the server's codec reads and writes a body.
  static var server: CodecPair.Side<Value> {
    CodecPair.Side(
      read: { bytes in Result { try Value.decode(bytes, using: Wire.Arena()) } },
      write: { $0.packable(in: Wire.Arena(keptBytes: 4096)).bytes }
    )
  }
}
