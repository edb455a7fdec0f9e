#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

/// What a client says first; see `Hello` in `connection.proto`.
package struct Hello: Sendable, Hashable {
  /// The number by which a server knows that it is meant: "ARRG" on the wire.
  package static let magic: UInt32 = 0x4752_5241

  /// The versions of the wire that this package speaks.
  package static let versions: ClosedRange<UInt32> = 1...1

  /// The longest client name and client id, in bytes.
  package static let longestName = 128

  /// The longest token, in bytes.
  package static let longestToken = 4096

  /// The versions that the client speaks.
  package var versions = Hello.versions

  /// The program, for logs.
  package var clientName: String

  /// An id of the client that outlives its connections; may be empty.
  package var clientID: String

  /// The secret that says who the client is; may be empty.
  package var token: String

  /// The largest frame that the client takes, in bytes.
  package var largestFrame = Frame.largestByDefault

  /// Makes a greeting.
  package init(clientName: String, clientID: String = "", token: String = "") {
    self.clientName = clientName
    self.clientID = clientID
    self.token = token
  }

  /// Reads the body of HELLO.
  package init(decoding bytes: UnsafeRawBufferPointer) throws(GreetingError) {
    // Greetings are rare: a small arena of their own keeps the frame's alive.
    let arena = Arena(keptBytes: 4096)
    let message: UnsafePointer<Arrange__V1__Hello>
    do {
      message = try arena.unpack(bytes, with: arrange__v1__hello__unpack, budget: .frame)
    } catch {
      throw .malformed
    }
    guard message.pointee.magic == Hello.magic else { throw .magic }
    let (low, high) = (message.pointee.version_min, message.pointee.version_max)
    guard low <= high else { throw .field(.versions) }
    versions = low...high
    guard versions.overlaps(Hello.versions) else { throw .version(low: low, high: high) }
    do {
      clientName = try Text.checked(message.pointee.client_name, field: "", limit: Hello.longestName)
    } catch { throw .field(.clientName) }
    do {
      clientID = try Text.checked(message.pointee.client_id, field: "", limit: Hello.longestName)
    } catch { throw .field(.clientID) }
    do {
      token = try Text.checked(message.pointee.token, field: "", limit: Hello.longestToken)
    } catch { throw .field(.token) }
    switch Int(message.pointee.largest_frame) {
    case 0: largestFrame = Frame.largestByDefault
    case Frame.largestBeforeHello...: largestFrame = Int(message.pointee.largest_frame)
    default: throw .field(.largestFrame)
    }
  }

  /// The greeting as a message in an arena.
  package func message(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__hello__init)
    message.pointee.magic = Hello.magic
    message.pointee.version_min = versions.lowerBound
    message.pointee.version_max = versions.upperBound
    message.pointee.client_name = arena.bytes(of: clientName)
    message.pointee.client_id = arena.bytes(of: clientID)
    message.pointee.token = arena.bytes(of: token)
    message.pointee.largest_frame = UInt32(largestFrame)
    return PackableMessage(message, in: arena)
  }
}

/// What a server answers; see `Welcome` in `connection.proto`.
package struct Welcome: Sendable, Hashable {
  /// The version of the wire that both speak.
  package var version: UInt32

  /// The server's name for itself.
  package var serverID: String

  /// The largest frame that the server takes, in bytes.
  package var largestFrame: Int

  /// How many unary calls and server streams may be open at once.
  package var mostCalls: Int
  package var mostSubscriptions: Int

  /// After how much silence a PING is sent, and after how much more the connection is given up.
  package var keepaliveMilliseconds: UInt32
  package var keepaliveTimeoutMilliseconds: UInt32

  /// Makes the answer of a server with the given limits.
  package init(version: UInt32, serverID: String, limits: ConnectionLimits) {
    self.version = version
    self.serverID = serverID
    largestFrame = limits.largestFrame
    mostCalls = limits.mostCalls
    mostSubscriptions = limits.mostSubscriptions
    keepaliveMilliseconds = UInt32(clamping: limits.keepaliveNanoseconds / 1_000_000)
    keepaliveTimeoutMilliseconds = UInt32(clamping: limits.keepaliveTimeoutNanoseconds / 1_000_000)
  }

  /// Reads the body of WELCOME.
  package init(decoding bytes: UnsafeRawBufferPointer) throws(GreetingError) {
    let arena = Arena(keptBytes: 4096)
    let message: UnsafePointer<Arrange__V1__Welcome>
    do {
      message = try arena.unpack(bytes, with: arrange__v1__welcome__unpack, budget: .frame)
    } catch {
      throw .malformed
    }
    version = message.pointee.version
    guard Hello.versions.contains(version) else { throw .version(low: version, high: version) }
    do {
      serverID = try Text.checked(message.pointee.server_id, field: "", limit: Hello.longestName)
    } catch { throw .field(.serverID) }
    largestFrame = Int(message.pointee.largest_frame)
    guard largestFrame >= Frame.largestByDefault, largestFrame <= Frame.largestEver else {
      throw .field(.largestFrame)
    }
    mostCalls = Int(message.pointee.most_calls)
    mostSubscriptions = Int(message.pointee.most_subscriptions)
    keepaliveMilliseconds = message.pointee.keepalive_ms
    keepaliveTimeoutMilliseconds = message.pointee.keepalive_timeout_ms
  }

  /// The answer as a message in an arena.
  package func message(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__welcome__init)
    message.pointee.version = version
    message.pointee.server_id = arena.bytes(of: serverID)
    message.pointee.largest_frame = UInt32(largestFrame)
    message.pointee.most_calls = UInt32(mostCalls)
    message.pointee.most_subscriptions = UInt32(mostSubscriptions)
    message.pointee.keepalive_ms = keepaliveMilliseconds
    message.pointee.keepalive_timeout_ms = keepaliveTimeoutMilliseconds
    return PackableMessage(message, in: arena)
  }
}

/// What is wrong with HELLO or WELCOME.
package enum GreetingError: Error, Sendable, Hashable {
  /// The message can't be parsed.
  case malformed

  /// HELLO does not begin with the magic number.
  case magic

  /// No version that the peer speaks is known here.
  case version(low: UInt32, high: UInt32)

  /// A field has a value that it can't have.
  case field(Field)

  /// The fields of HELLO and WELCOME that are checked.
  package enum Field: String, Sendable, Hashable {
    case versions = "version_min"
    case clientName = "client_name"
    case clientID = "client_id"
    case token
    case largestFrame = "largest_frame"
    case serverID = "server_id"
  }
}

extension GreetingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed: "the greeting can't be parsed"
    case .magic: "this is a server of Arrange, and the greeting is of another protocol"
    case .version(let low, let high):
      """
      the peer speaks the versions \(low) to \(high) of the wire, this side \
      \(Hello.versions.lowerBound) to \(Hello.versions.upperBound)
      """
    case .field(let field): "\(field.rawValue) is not valid"
    }
  }
}
