import ArrangeClient
import TestSupport

extension ArrangeClient {
  /// A client that tries each call again and again, through any number of ends of the server.
  convenience init(persistentTo server: ServerProcess) {
    var configuration = ArrangeClientConfiguration(port: server.port)
    configuration.retry = RetryPolicy(
      maximumAttempts: 1_000,
      initialBackoff: .milliseconds(5),
      maximumBackoff: .milliseconds(50)
    )
    self.init(configuration)
  }
}
