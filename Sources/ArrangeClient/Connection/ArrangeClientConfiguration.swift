public import ArrangeModel

/// The address of the server, and the behaviour of a client.
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
  /// - Throws: an error with the code ``ArrangeModel/StatusCode/invalidArgument`` that explains the syntax.
  public init(server: String) throws(ArrangeError) {
    self.init()
    if server.hasPrefix("unix:") {
      let path = String(server.dropFirst("unix:".count))
      guard !path.isEmpty else { throw Self.malformed(server) }
      unixSocketPath = path
      return
    }
    var host = Substring(server)
    var port: Substring?
    if server.hasPrefix("[") {
      guard let end = server.firstIndex(of: "]") else { throw Self.malformed(server) }
      host = server[server.index(after: server.startIndex)..<end]
      let rest = server[server.index(after: end)...]
      if rest.first == ":" { port = rest.dropFirst() } else if !rest.isEmpty { throw Self.malformed(server) }
    } else if server.count(where: { $0 == ":" }) == 1, let colon = server.firstIndex(of: ":") {
      host = server[..<colon]
      port = server[server.index(after: colon)...]
    }
    guard !host.isEmpty, !host.contains(where: \.isWhitespace) else { throw Self.malformed(server) }
    self.host = String(host)
    if let port {
      guard port.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(port), (1...65535) ~= number
      else {
        throw Self.malformed(server)
      }
      self.port = number
    }
  }

  private static func malformed(_ text: String) -> ArrangeError {
    ArrangeError(
      .invalidArgument,
      "\"\(text)\" is not a server address; write HOST:PORT such as 127.0.0.1:\(defaultPort), or unix:PATH",
      field: "server"
    )
  }

  /// The reason why no connection may be made; nil if there is none.
  var objection: ArrangeError? {
    guard token != nil, security == nil, unixSocketPath == nil, !sendsTokenInClear, !Loopback.contains(host)
    else { return nil }
    return ArrangeError(
      .invalidArgument,
      "the token would travel to \(host) without encryption; connect with TLS, or allow it expressly",
      field: "token"
    )
  }

  /// The name of the server in messages.
  var address: String {
    if let unixSocketPath { return unixSocketPath }
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
