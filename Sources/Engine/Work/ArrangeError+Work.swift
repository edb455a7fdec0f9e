package import ArrangeModel

extension ArrangeError {
  /// The error for work that nobody waits for any more, which was not started.
  package static let notWanted = ArrangeError(.cancelled, "the call was cancelled", processed: .notStarted)

  static let tooMuchWork = ArrangeError(
    .resourceExhausted,
    "the queue of long work is full; try again later"
  )
}
