internal import CArrangeProtos

/// The greeting of a client; see `Hello` in `connection.proto`.
package struct Hello: Sendable, Hashable {
  /// The magic number of the protocol: "ARRG" on the wire.
  package static let magic: UInt32 = 0x4752_5241

  /// The protocol versions of this package.
  package static let versions: ClosedRange<UInt32> = 1...1

  /// The longest client name and client id, in bytes.
  package static let longestName = 128

  /// The longest token, in bytes: tokens of identity providers have a list of groups. With it, HELLO fits into
  /// the largest frame before WELCOME.
  package static let longestToken = 12 * 1024

  /// The protocol versions of the client.
  package var versions = Hello.versions

  /// The name of the program, for logs.
  package var clientName: String

  /// An id of the client that is the same for all its connections; may be empty.
  package var clientID: String

  /// The secret that identifies the client; may be empty.
  package var token: String

  /// The largest frame that the client accepts, in bytes.
  package var largestFrame = Frame.defaultMaximumLength

  /// Makes a greeting.
  package init(clientName: String, clientID: String = "", token: String = "") {
    self.clientName = clientName
    self.clientID = clientID
    self.token = token
  }

  /// Decodes the body of HELLO.
  ///
  /// - Parameter arena: temporary memory.
  package init(decoding bytes: UnsafeRawBufferPointer, using arena: Arena) throws(GreetingError) {
    let mark = arena.mark()
    defer { arena.rewind(to: mark) }
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
    case 0: largestFrame = Frame.defaultMaximumLength
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

/// The greeting of a server; see `Welcome` in `connection.proto`.
package struct Welcome: Sendable, Hashable {
  /// The protocol version of the connection.
  package var version: UInt32

  /// The server's name for itself.
  package var serverID: String

  /// The largest frame that the server accepts, in bytes.
  package var largestFrame: Int

  /// The maximum numbers of open unary calls and server streams.
  package var maximumCalls: Int
  package var maximumSubscriptions: Int

  /// The silence after which a PING is sent, and the further silence after which the connection is closed.
  package var keepaliveMilliseconds: UInt32
  package var keepaliveTimeoutMilliseconds: UInt32

  /// Makes the answer of a server with the given limits.
  package init(version: UInt32, serverID: String, limits: ConnectionLimits) {
    self.version = version
    self.serverID = serverID
    largestFrame = limits.largestFrame
    maximumCalls = limits.maximumCalls
    maximumSubscriptions = limits.maximumSubscriptions
    keepaliveMilliseconds = UInt32(clamping: limits.keepaliveNanoseconds / 1_000_000)
    keepaliveTimeoutMilliseconds = UInt32(clamping: limits.keepaliveTimeoutNanoseconds / 1_000_000)
  }

  /// Decodes the body of WELCOME.
  ///
  /// - Parameter arena: temporary memory.
  package init(decoding bytes: UnsafeRawBufferPointer, using arena: Arena) throws(GreetingError) {
    let mark = arena.mark()
    defer { arena.rewind(to: mark) }
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
    guard largestFrame >= Frame.defaultMaximumLength, largestFrame <= Frame.largestEver else {
      throw .field(.largestFrame)
    }
    maximumCalls = Int(message.pointee.most_calls)
    maximumSubscriptions = Int(message.pointee.most_subscriptions)
    keepaliveMilliseconds = message.pointee.keepalive_ms
    keepaliveTimeoutMilliseconds = message.pointee.keepalive_timeout_ms
  }

  /// The answer as a message in an arena.
  package func message(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__welcome__init)
    message.pointee.version = version
    message.pointee.server_id = arena.bytes(of: serverID)
    message.pointee.largest_frame = UInt32(largestFrame)
    message.pointee.most_calls = UInt32(maximumCalls)
    message.pointee.most_subscriptions = UInt32(maximumSubscriptions)
    message.pointee.keepalive_ms = keepaliveMilliseconds
    message.pointee.keepalive_timeout_ms = keepaliveTimeoutMilliseconds
    return PackableMessage(message, in: arena)
  }
}

/// An invalid HELLO or WELCOME.
package enum GreetingError: Error, Sendable, Hashable {
  /// The message can't be parsed.
  case malformed

  /// HELLO does not begin with the magic number.
  case magic

  /// None of the peer's versions is supported.
  case version(low: UInt32, high: UInt32)

  /// A field has an invalid value.
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
    case .field(.token): "the token is longer than \(Hello.longestToken) bytes, or has control characters"
    case .field(let field): "\(field.rawValue) is not valid"
    }
  }
}
