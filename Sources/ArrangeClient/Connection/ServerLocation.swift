public import ArrangeModel

/// Where a server can be reached.
public enum ServerLocation: Sendable, Hashable, CustomStringConvertible {
  /// The name or the address of the server's machine, and the port.
  case tcp(host: String, port: Int)

  /// The path of a Unix socket.
  case unixSocket(path: String)

  /// The location that is written as `HOST:PORT`, `HOST`, `[ADDRESS]:PORT` for IPv6, or `unix:PATH`.
  ///
  /// - Throws: an error with the code ``ArrangeModel/StatusCode/invalidArgument`` that explains the syntax.
  public init(_ text: some StringProtocol) throws(ArrangeError) {
    let text = String(text)
    if text.hasPrefix(Self.unixPrefix) {
      let path = String(text.dropFirst(Self.unixPrefix.count))
      guard !path.isEmpty else { throw Self.malformed(text) }
      self = .unixSocket(path: path)
      return
    }
    guard !text.hasPrefix(Self.tlsPrefix) else {
      throw ArrangeError(
        .invalidArgument,
        "\"\(text)\": leave out \(Self.tlsPrefix) and set `security`, for connections with TLS",
        field: "server"
      )
    }
    var host = Substring(text)
    var port: Substring?
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { throw Self.malformed(text) }
      host = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      if rest.first == ":" { port = rest.dropFirst() } else if !rest.isEmpty { throw Self.malformed(text) }
    } else if text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") {
      host = text[..<colon]
      port = text[text.index(after: colon)...]
    }
    guard !host.isEmpty, !host.contains(where: \.isWhitespace) else { throw Self.malformed(text) }
    guard let port else {
      self = .tcp(host: String(host), port: ArrangeClientConfiguration.defaultPort)
      return
    }
    guard port.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(port), (1...65535) ~= number else {
      throw Self.malformed(text)
    }
    self = .tcp(host: String(host), port: number)
  }

  /// The prefix of the path of a Unix socket.
  static let unixPrefix = "unix:"

  /// What the command `arrange` takes before addresses for TLS.
  private static let tlsPrefix = "tls:"

  private static func malformed(_ text: String) -> ArrangeError {
    ArrangeError(
      .invalidArgument,
      "\"\(text)\" is not a server address; write HOST:PORT such as 127.0.0.1:\(ArrangeClientConfiguration.defaultPort), or unix:PATH",
      field: "server"
    )
  }

  /// The location in messages.
  public var description: String {
    switch self {
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unixSocket(let path): path
    }
  }

  /// The host whose certificate is expected with TLS; nil for a Unix socket.
  package var host: String? {
    switch self {
    case .tcp(let host, _): host
    case .unixSocket: nil
    }
  }
}
