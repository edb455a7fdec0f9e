/// Whether a journal can be used, and why not.
package struct JournalStop: Sendable {
  /// The error of every further call; nil while the journal can be used.
  package private(set) var error: JournalError?

  package init() {}

  /// Throws the error if the journal has stopped.
  package func check() throws(JournalError) {
    if let error { throw error }
  }

  /// Stops the journal, unless it has stopped already.
  ///
  /// - Returns: the error to throw.
  package mutating func stop(_ error: JournalError) -> JournalError {
    if let first = self.error { return first }
    self.error = JournalError(error.code, "the journal has stopped: \(error.message)")
    return error
  }

  /// Closes the journal.
  ///
  /// - Returns: whether it was usable until now; nil if it was closed before.
  package mutating func close() -> Bool? {
    defer { error = JournalError(.closed, "the journal is closed") }
    return error?.code == .closed ? nil : error == nil
  }
}
