public import ArrangeModel

/// Where the server is and how a client behaves towards it.
///
///     var configuration = try ArrangeClientConfiguration(server: "lists.example.org:7411")
///     configuration.token = secret
///     configuration.callTimeout = .seconds(5)
public struct ArrangeClientConfiguration: Sendable {
  /// The port on which a server listens unless told otherwise.
  public static let defaultPort = 7411

  /// The name or the address of the server's machine. Without meaning where ``unixSocketPath`` is set.
  public var host: String

  /// The port of the server.
  public var port: Int

  /// The path of a Unix socket to use instead of ``host`` and ``port``; nil for TCP.
  public var unixSocketPath: String?

  /// The secret that says who the client is; nil if the server asks for none.
  public var token: String?

  /// What protects the connections; nil for nothing. See ``ConnectionSecurity``.
  public var security: ConnectionSecurity?

  /// Whether a ``token`` may travel to another machine without ``security``. Who listens on the way can use it then.
  public var sendsTokenInClear = false

  /// The program, for the server's logs: at most 128 bytes.
  public var clientName = "arrange-swift"

  /// How long one attempt to reach the server may take, and how long its greeting then.
  public var connectTimeout: Duration = .seconds(5)

  /// How long a call may take, all its retries and the wait for a connection included.
  public var callTimeout: Duration = .seconds(30)

  /// When and how often calls and connections are tried again.
  public var retry = RetryPolicy()

  /// A client of the server at a host and port.
  public init(host: String = "127.0.0.1", port: Int = ArrangeClientConfiguration.defaultPort) {
    self.host = host
    self.port = port
  }

  /// A client of the server at `HOST:PORT`, `HOST`, `[ADDRESS]:PORT` for IPv6, or `unix:PATH`.
  ///
  /// - Throws: an error with the code ``ArrangeModel/StatusCode/invalidArgument`` that says how to write it.
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
      "\"\(text)\" is no server; write HOST:PORT such as 127.0.0.1:\(defaultPort), or unix:PATH",
      field: "server"
    )
  }

  /// Why no connection may be made; nil if there is no reason.
  var objection: ArrangeError? {
    guard token != nil, security == nil, unixSocketPath == nil, !sendsTokenInClear, !Loopback.contains(host)
    else { return nil }
    return ArrangeError(
      .invalidArgument,
      "the token would travel to \(host) without encryption; connect with TLS, or allow it expressly",
      field: "token"
    )
  }

  /// The server as messages name it.
  var address: String {
    if let unixSocketPath { return unixSocketPath }
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
