/// Where the server is and who asks.
package struct ServerAddress: Sendable, Hashable {
  package static let standard = "127.0.0.1:7411"

  /// `HOST:PORT`.
  package var server: String
  package var token: String?

  /// Takes what was given on the command line, else in the environment, else the standard.
  package init(server: String?, token: String?, environment: [String: String]) {
    func given(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    self.server = server ?? given("ARRANGE_SERVER") ?? ServerAddress.standard
    self.token = token ?? given("ARRANGE_TOKEN")
  }
}
