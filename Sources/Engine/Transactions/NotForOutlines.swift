package import ArrangeModel

/// What can't be done with outlines yet. Each is refused with one error.
package enum NotForOutlines: String, CaseIterable, Sendable {
  case view
  case overlay
  case transfer

  /// What to do in place of it.
  private var advice: String {
    switch self {
    case .view: "views can't show it; fetch the collection itself"
    case .overlay: "it can have no overlays; move the items themselves"
    case .transfer: "items can't be transferred to it or from it; insert them there and remove them here"
    }
  }

  /// The error.
  ///
  /// - Parameter subject: what is an outline, for the beginning of the message.
  package func error(_ subject: String = "the collection") -> ArrangeError {
    ArrangeError(
      .failedPrecondition,
      "\(subject) is an outline; \(advice)",
      field: self == .transfer ? "" : "collection",
      reason: "is_outline"
    )
  }
}
