/// How long the program waits for a server.
package struct Patience: Sendable, Hashable {
  /// The timeout of each answer, unless `--timeout` is given.
  package var answer: Duration

  /// The maximum time for a connection and its handshake.
  package var connection: Duration

  /// The maximum time for completing a word, which delays typing.
  package var completion: Duration

  /// The default times, for interactive use.
  package init(
    answer: Duration = .seconds(30),
    connection: Duration = .seconds(3),
    completion: Duration = .milliseconds(800)
  ) {
    self.answer = answer
    self.connection = connection
    self.completion = completion
  }
}
