import Engine

/// Whether a journal can be used, and why not.
struct JournalStop: Sendable {
  /// What every further call fails with; nil while the journal can be used.
  private(set) var error: JournalError?

  /// Fails where the journal has stopped.
  func check() throws(JournalError) {
    if let error { throw error }
  }

  /// Stops, unless that has happened already.
  ///
  /// - Returns: the error to throw.
  mutating func stop(_ error: JournalError) -> JournalError {
    if let first = self.error { return first }
    self.error = JournalError(error.code, "the journal has stopped: \(error.message)")
    return error
  }

  /// Ends all use.
  ///
  /// - Returns: whether there still was use; nil where it was ended before.
  mutating func close() -> Bool? {
    defer { error = JournalError(.closed, "the journal is closed") }
    return error?.code == .closed ? nil : error == nil
  }
}
