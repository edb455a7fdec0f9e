package import ArrangeModel

/// What can't be done with outlines yet. Each is refused with one error.
package enum NotForOutlines: String, CaseIterable, Sendable {
  case view
  case overlay

  /// What to do in place of it.
  private var advice: String {
    switch self {
    case .view: "views can't show it; fetch the collection itself"
    case .overlay: "it can have no overlays; move the items themselves"
    }
  }

  /// The error.
  ///
  /// - Parameter subject: what is an outline, for the beginning of the message.
  package func error(_ subject: String = "the collection") -> ArrangeError {
    ArrangeError(
      .failedPrecondition,
      "\(subject) is an outline; \(advice)",
      field: "collection",
      reason: "is_outline"
    )
  }
}
