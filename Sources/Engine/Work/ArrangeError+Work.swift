package import ArrangeModel

extension ArrangeError {
  /// The error for work that nobody waits for any more, which was not started.
  package static let notWanted = ArrangeError(.cancelled, "nobody waits any more", processed: .notStarted)

  static let tooMuchWork = ArrangeError(
    .resourceExhausted,
    "the server has more long work than it takes; try again later"
  )
}
