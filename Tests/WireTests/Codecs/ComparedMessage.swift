import ArrangeModel
import Wire

/// A message type that both codecs write and read, to compare what they make of it.
struct ComparedMessage: Sendable {
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

  /// The body of a call.
  init<Message: CallMessage>(_ name: String, _ make: @escaping @Sendable (inout RandomValues) -> Message) {
    self.init(
      name,
      make: make,
      encode: { $0.packable(in: $1).bytes },
      decode: { (bytes, arena) throws(ArrangeError) in try Message.decode(bytes, using: arena) },
      areAlike: ComparedMessage.areAlike
    )
  }

  /// Any other message.
  init<Value: Equatable & SendableMetatype, Failure: Error & Equatable>(
    _ name: String,
    make: @escaping @Sendable (inout RandomValues) -> Value,
    encode: @escaping @Sendable (Value, Arena) -> [UInt8],
    decode: @escaping @Sendable (UnsafeRawBufferPointer, Arena) throws(Failure) -> Value,
    areAlike: @escaping @Sendable (_ client: Failure, _ server: Failure) -> Bool = { $0 == $1 }
  ) {
    self.name = name
    @Sendable func bytes(_ value: Value, _ codec: TestCodec) -> [UInt8] {
      encode(value, codec.arena(keptBytes: 4096))
    }
    @Sendable func value(_ bytes: UnsafeRawBufferPointer, _ codec: TestCodec) -> Result<Value, Failure> {
      do throws(Failure) { return .success(try decode(bytes, codec.arena())) } catch {
        return .failure(error)
      }
    }
    write = { values in
      let value = make(&values)
      let client = bytes(value, .swift)
      return client == bytes(value, .protobufC) ? client : nil
    }
    read = { input in
      let (client, server) = (value(input, .swift), value(input, .protobufC))
      switch (client, server) {
      case (.success(let client), .success(let server)):
        if client == server, bytes(client, .swift) == bytes(server, .protobufC) { return .accepted }
      case (.failure(let client), .failure(let server)):
        if areAlike(client, server) { return .refused }
      default: break
      }
      return .different("\(client) and \(server)")
    }
  }

  /// Whether both report the same error. protobuf-c can't merge some repeated messages, and reports no field;
  /// the Swift codec merges nothing, so that it can name the field.
  private static func areAlike(_ client: ArrangeError, _ server: ArrangeError) -> Bool {
    if client == server { return true }
    return client.code == server.code && server.message == "the message can't be parsed"
      && client.message.hasSuffix("is given twice; give it once")
  }
}
