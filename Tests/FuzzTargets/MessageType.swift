package import ArrangeModel
import Changes
import NIOCore
package import Wire

/// A type of messages that come from outside, with its decoder and encoder.
package struct MessageType: Sendable {
  /// The name in `Protos/arrange/v1`.
  package let name: String

  /// The result of decoding bytes.
  package enum Outcome: Sendable {
    /// A message, with its encoding by this side.
    case accepted(canonical: [UInt8])
    case refused(ArrangeError)
  }

  /// Decodes and encodes; nil if there is nothing to compare with.
  private let code: @Sendable (UnsafeRawBufferPointer, Arena) throws(FuzzFinding) -> Outcome

  private init(
    _ name: String,
    _ code: @escaping @Sendable (UnsafeRawBufferPointer, Arena) throws(FuzzFinding) -> Outcome
  ) {
    self.name = name
    self.code = code
  }

  /// Decodes bytes as a message, and checks the invariants of all inputs.
  ///
  /// An accepted message has one encoding, which decodes to the same value. A refusal gives the reason and
  /// the field.
  package func check(_ bytes: UnsafeRawBufferPointer, _ arena: Arena) throws(FuzzFinding) -> Outcome {
    let outcome = try code(bytes, arena)
    guard case .accepted(let canonical) = outcome else { return outcome }
    let again = try withBytes(of: canonical) { bytes throws(FuzzFinding) in try code(bytes, arena) }
    guard case .accepted(canonical) = again else {
      throw FuzzFinding(description: "\(name) of \(canonical) is read as \(again)")
    }
    return outcome
  }

  /// All messages, in an order that must not change, because stored inputs name them by number. Messages of calls that are
  /// not named come last.
  package static let all: [MessageType] = {
    let bodies = Method.allCases.flatMap { [$0.bodies.request, $0.bodies.response] }
    var types = Dictionary(bodies.map { ($0.name, message($0)) }) { first, _ in first }
    let connection = [
      MessageType("Hello", hello), MessageType("Welcome", welcome), MessageType("Metadata", metadata),
      MessageType("Status", status),
    ]
    for type in connection { types[type.name] = type }
    let first = order.compactMap { types.removeValue(forKey: $0) }
    precondition(first.count == order.count, "a message that stored inputs name is gone")
    // All messages without fields have the same encoding.
    let others = bodies.filter { $0.type != EmptyMessage.self }.map(\.name)
    return first + Set(others).sorted().compactMap { types[$0] }
  }()

  private static let order = [
    "ApplyRequest", "ApplyResponse", "FetchRequest", "FetchResponse", "HistoryRequest", "HistoryResponse",
    "CreateCollectionRequest", "GetCollectionRequest", "ListCollectionsRequest", "ListCollectionsResponse",
    "UpdateCollectionRequest", "DeleteCollectionRequest", "DeleteCollectionResponse", "CollectionInfo",
    "ListStrategiesResponse", "ServerInfoResponse", "HealthCheckRequest", "HealthCheckResponse",
    "DescribeResponse", "Hello", "Welcome", "Metadata", "Status", "SubscribeRequest", "SubscribeResponse",
    "ChangeStrategyRequest", "ChangeStrategyResponse", "ExplainRequest", "ExplainResponse",
    "VerifyKeysRequest", "VerifyKeysResponse", "RotateKeysRequest", "RotateKeysResponse",
    "DefineViewRequest", "GetViewRequest", "ListViewsRequest", "ListViewsResponse", "DeleteViewRequest",
    "ViewInfo", "BackupRequest", "BackupResponse", "FollowersRequest", "FollowersResponse", "CompareRequest",
    "CompareResponse", "FollowRequest", "FollowResponse", "ParseViewRequest", "ParseViewResponse",
  ]

  /// The type with a name.
  static func named(_ name: String) -> MessageType {
    guard let type = all.first(where: { $0.name == name }) else { preconditionFailure("no message \(name)") }
    return type
  }

  // MARK: Bodies of calls

  private static func message(_ body: MessageBody) -> MessageType { message(body.name, body.type) }

  private static func message<Message: WireMessage & Equatable>(
    _ name: String,
    _ type: Message.Type
  ) -> MessageType {
    MessageType(name) { bytes, arena throws(FuzzFinding) in
      let value: Message
      do throws(ArrangeError) { value = try Message.decode(bytes, using: arena) } catch {
        try check(error)
        return .refused(error)
      }
      let canonical = encode(value, arena)
      let again: Message
      do throws(ArrangeError) { again = try Message.decode(ByteBuffer(bytes: canonical), using: arena) } catch
      {
        throw FuzzFinding(description: "\(name): what was accepted is refused when it is written: \(error)")
      }
      try expect(again == value, "\(value) is read as \(again) when it is written")
      return .accepted(canonical: canonical)
    }
  }

  private static func encode(_ value: some WireMessage, _ arena: Arena) -> [UInt8] {
    var buffer = ByteBuffer()
    value.encode(into: &buffer, using: arena)
    return Array(buffer.readableBytesView)
  }

  // MARK: Messages of the connection

  private static func hello(
    _ bytes: UnsafeRawBufferPointer,
    _ arena: Arena
  ) throws(FuzzFinding) -> Outcome {
    do throws(GreetingError) {
      let value = try Hello(decoding: bytes, using: arena)
      return .accepted(canonical: pack(arena) { value.message(in: arena) })
    } catch {
      return try refused(error)
    }
  }

  private static func welcome(
    _ bytes: UnsafeRawBufferPointer,
    _ arena: Arena
  ) throws(FuzzFinding) -> Outcome {
    do throws(GreetingError) {
      let value = try Welcome(decoding: bytes, using: arena)
      return .accepted(canonical: pack(arena) { value.message(in: arena) })
    } catch {
      return try refused(error)
    }
  }

  private static func metadata(
    _ bytes: UnsafeRawBufferPointer,
    _ arena: Arena
  ) throws(FuzzFinding) -> Outcome {
    do throws(BoundaryError) {
      let value = try arena.temporary { () throws(BoundaryError) in
        try Metadata(decoding: bytes, using: arena)
      }
      return .accepted(canonical: value.encoded(using: arena))
    } catch {
      try check(error.arrangeError)
      return .refused(error.arrangeError)
    }
  }

  private static func status(
    _ bytes: UnsafeRawBufferPointer,
    _ arena: Arena
  ) throws(FuzzFinding) -> Outcome {
    do throws(BoundaryError) {
      let frame = Frame(.end, status: .internal, body: bytes)
      let value = try arena.temporary { () throws(BoundaryError) in try Status(reading: frame, using: arena) }
      _ = value.error
      return .accepted(canonical: pack(arena) { value.message(in: arena) })
    } catch {
      try check(error.arrangeError)
      return .refused(error.arrangeError)
    }
  }

  /// Decodes the status of an END or a GOAWAY.
  static func checkStatus(_ frame: Frame, _ arena: Arena) throws(FuzzFinding) {
    _ = try named("Status").check(frame.body, arena)
  }

  private static func pack(_ arena: Arena, _ make: () -> PackableMessage) -> [UInt8] {
    arena.temporary {
      var buffer = ByteBuffer()
      make().write(to: &buffer)
      return Array(buffer.readableBytesView)
    }
  }

  private static func refused(_ error: GreetingError) throws(FuzzFinding) -> Outcome {
    let reason = GoAwayReason.greeting(error)
    try expect(reason.code != .ok && !reason.description.isEmpty, "a greeting is refused without a reason")
    return .refused(ArrangeError(reason.code, reason.description))
  }
}

extension MessageType {
  /// The codes for refused messages.
  private static let codes: Set<StatusCode> = [.invalidArgument, .outOfRange, .resourceExhausted]

  /// A refusal gives the reason and the place: the whole message, or a field by its path.
  static func check(_ error: ArrangeError) throws(FuzzFinding) {
    try expect(codes.contains(error.code), "a message is refused with \(error.code)")
    try expect(!error.message.isEmpty, "a message is refused without a word")
    try expect(error.processed == .notStarted, "a refused message was \(error.processed)")
    guard let field = error.field else {
      return try expect(error.message.hasPrefix("the message "), "no field is named: \(error.message)")
    }
    try expect(isPath(field), "\"\(field)\" is no path of a field: \(error.message)")
  }

  /// Whether a text consists of names separated by dots, each with or without an index.
  private static func isPath(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      let name = part.prefix { $0 != "[" }
      let index = part.dropFirst(name.count)
      let isName = !name.isEmpty && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
      let isIndex = index.isEmpty || index.last == "]" && Int(index.dropFirst().dropLast()) != nil
      return isName && isIndex
    }
  }
}

extension Method {
  /// The type of the requests.
  package var requestType: MessageType { .type(of: bodies.request) }

  /// The type of the answers.
  package var responseType: MessageType { .type(of: bodies.response) }
}

extension MessageType {
  fileprivate static func type(of body: MessageBody) -> MessageType {
    // All messages without fields have the same encoding.
    named(body.type == EmptyMessage.self ? "DeleteCollectionResponse" : body.name)
  }
}
