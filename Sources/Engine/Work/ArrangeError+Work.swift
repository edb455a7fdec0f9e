package import ArrangeModel

extension ArrangeError {
  /// Nobody waits any more, so nothing was done.
  package static let notWanted = ArrangeError(.cancelled, "nobody waits any more", processed: .notStarted)

  static let tooMuchWork = ArrangeError(
    .resourceExhausted,
    "the server has more long work than it takes; try again later"
  )
}
