/// Where the server is, who asks, and how long for.
package struct ServerAddress: Sendable, Hashable {
  package static let standard = "127.0.0.1:7411"

  /// How long a command waits for an answer unless it is told.
  package static let standardPatience: Duration = .seconds(30)

  /// How long a command waits at most for a connection, and for the greeting on it.
  package static let longestConnecting: Duration = .seconds(3)

  /// `HOST:PORT`.
  package var server: String
  package var token: String?
  /// How long the command waits for each answer.
  package var patience = standardPatience

  /// Takes what was given on the command line, else in the environment, else the standard.
  package init(
    server: String?,
    token: String?,
    timeout: Duration? = nil,
    environment: [String: String]
  ) {
    func given(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    self.server = server ?? given("ARRANGE_SERVER") ?? ServerAddress.standard
    self.token = token ?? given("ARRANGE_TOKEN")
    if let timeout { patience = timeout }
  }
}

extension Duration {
  /// The time in words, such as `3 seconds`.
  var secondsText: String {
    let seconds = self / .seconds(1)
    let number = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    return "\(number) second\(number == "1" ? "" : "s")"
  }
}

/// Makes the connection to a server.
package typealias ServiceConnector = @Sendable (ServerAddress) throws -> any ArrangeService
