/// Where the server is, who asks, and how long for.
package struct ServerAddress: Sendable, Hashable {
  package static let standard = "127.0.0.1:7411"

  /// `HOST:PORT`.
  package var server: String
  package var token: String?
  /// How long the command waits for it.
  package var patience: Patience

  /// Takes what was given on the command line, else in the environment, else the standard.
  ///
  /// - Parameter timeout: how long the command waits for each answer, where that was given.
  package init(
    server: String?,
    token: String?,
    timeout: Duration? = nil,
    patience: Patience = Patience(),
    environment: [String: String]
  ) {
    func given(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    self.server = server ?? given("ARRANGE_SERVER") ?? ServerAddress.standard
    self.token = token ?? given("ARRANGE_TOKEN")
    self.patience = patience
    if let timeout { self.patience.answer = timeout }
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
