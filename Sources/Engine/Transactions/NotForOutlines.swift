package import ArrangeModel

/// What can't be done with outlines yet. Each is refused with one error.
package enum NotForOutlines: String, CaseIterable, Sendable {
  case view
  case overlay
  case undo
  case restore
  case putBack
  case listBin
  case erase
  case transfer

  /// What to do in place of it.
  private var advice: String {
    switch self {
    case .view: "views can't show it; fetch the collection itself"
    case .overlay: "it can have no overlays; move the items themselves"
    case .undo: "what was done can't be undone; make the opposite change"
    case .restore: "it can't be taken back to an earlier version; make the opposite changes"
    case .putBack: "removed items can't be put back; insert them again"
    case .listBin: "it has no bin; its history names what was removed"
    case .erase: "its items can't be erased; remove them, or delete the collection"
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
