/// How long the program waits for a server before it gives up.
package struct Patience: Sendable, Hashable {
  /// For each answer, unless `--timeout` says otherwise.
  package var answer: Duration

  /// At most for a connection, and for the greeting on it.
  package var connection: Duration

  /// For everything that the completion of a word asks for: a person who types does not wait longer.
  package var completion: Duration

  /// The patience of a person at a terminal, where nothing else is said.
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
