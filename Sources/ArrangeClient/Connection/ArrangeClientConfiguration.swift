public import ArrangeModel
internal import Wire

/// The address of the server, or of the nodes of a service, and the behaviour of a client.
///
///     var configuration = try ArrangeClientConfiguration(server: "lists.example.org:7411")
///     configuration.token = secret
///     configuration.callTimeout = .seconds(5)
public struct ArrangeClientConfiguration: Sendable {
  /// The default port of a server.
  public static let defaultPort = 7411

  /// The name or the address of the server's machine. Ignored if ``unixSocketPath`` is set.
  public var host: String

  /// The port of the server.
  public var port: Int

  /// The path of a Unix socket to use instead of ``host`` and ``port``; nil for TCP.
  public var unixSocketPath: String?

  /// Further addresses of the same service, whose nodes all serve everything. When a node can't be reached, or leaves, the client
  /// connects to the next one at once.
  public var alternatives: [ServerLocation] = []

  /// Whether the first connection is to ``host`` and ``port``. Otherwise it is to any of the addresses, so that many clients are
  /// spread over the nodes.
  public var startsAtFirst = false

  /// The secret that identifies the client; nil if the server requires none.
  public var token: String?

  /// The protection of the connections; nil for none. See ``ConnectionSecurity``.
  public var security: ConnectionSecurity?

  /// Whether a ``token`` may be sent to another machine without ``security``. Anybody who can read the
  /// traffic can then use it.
  public var sendsTokenInClear = false

  /// The name of the program, for the server's logs: at most 128 bytes.
  public var clientName = "arrange-swift"

  /// The timeout of one connection attempt, and then of the server's greeting.
  public var connectTimeout: Duration = .seconds(5)

  /// The timeout of a call, including retries and the wait for a connection.
  public var callTimeout: Duration = .seconds(30)

  /// The retry policy of calls and connections.
  public var retry = RetryPolicy()

  /// A client of the server at a host and port.
  public init(host: String = "127.0.0.1", port: Int = ArrangeClientConfiguration.defaultPort) {
    self.host = host
    self.port = port
  }

  /// A client of the server at `HOST:PORT`, `HOST`, `[ADDRESS]:PORT` for IPv6, or `unix:PATH`.
  ///
  /// Several addresses with commas between them are those of the nodes of one service: the first one becomes ``host`` and
  /// ``port``, the others ``alternatives``.
  ///
  /// - Throws: an error with the code ``ArrangeModel/StatusCode/invalidArgument`` that explains the syntax.
  public init(server: String) throws(ArrangeError) {
    self.init()
    // The path of a Unix socket may contain commas.
    let parts =
      server.hasPrefix(ServerLocation.unixPrefix)
      ? [server[...]] : server.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= Self.maximumLocations else {
      throw ArrangeError(
        .invalidArgument,
        "\(parts.count) server addresses were given; \(Self.maximumLocations) are enough",
        field: "server"
      )
    }
    for (index, part) in parts.enumerated() {
      let location = try ServerLocation(part)
      guard index == 0 else {
        alternatives.append(location)
        continue
      }
      switch location {
      case .tcp(let host, let port): (self.host, self.port) = (host, port)
      case .unixSocket(let path): unixSocketPath = path
      }
    }
  }

  /// The maximum number of addresses in a text.
  static let maximumLocations = 64

  /// The addresses of the service: that of the configuration, then the alternatives.
  package var locations: [ServerLocation] {
    [unixSocketPath.map { .unixSocket(path: $0) } ?? .tcp(host: host, port: port)] + alternatives
  }

  /// The reason why no connection may be made; nil if there is none.
  var objection: ArrangeError? {
    if let token, token.utf8.count > Hello.longestToken {
      return ArrangeError(
        .invalidArgument,
        "the token has \(token.utf8.count) bytes, and a server takes at most \(Hello.longestToken)",
        field: "token"
      )
    }
    guard token != nil, security == nil, !sendsTokenInClear,
      let host = locations.lazy.compactMap(\.host).first(where: { !Loopback.contains($0) })
    else { return nil }
    return ArrangeError(
      .invalidArgument,
      "the token would travel to \(host) without encryption; connect with TLS, or allow it expressly",
      field: "token"
    )
  }
}
