package import ArrangeModel

extension ArrangeError {
  /// The error for a view's reader: one who reads it with the rights of its definer does not learn which
  /// collections it uses, how large they are, or what happens in them.
  func redacted(for view: ViewReference) -> ArrangeError { view.isAsDefiner ? hidingSources : self }

  /// The error without information about the collections of a view.
  package var hidingSources: ArrangeError {
    if self == .notWanted { return self }
    return switch code {
    case .unavailable, .aborted, .dataLoss, .internal: .unavailableView
    default: .hiddenView
    }
  }

  private static let unavailableView = ArrangeError(.unavailable, "the view can't be shown now; try again")

  private static let hiddenView = ArrangeError(
    .failedPrecondition,
    "\(hiddenProblem); readers of its collections can see the reason"
  )

  /// The text in lists for a view that can't be shown, in place of the reason.
  static let hiddenProblem = "the view can't be shown"
}
