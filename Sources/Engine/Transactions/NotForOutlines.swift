package import ArrangeModel

/// What can't be done with outlines yet. Each is refused with one error.
package enum NotForOutlines: String, CaseIterable, Sendable {
  case placing
  case overlay

  /// What to do in place of it.
  private var advice: String {
    switch self {
    case .placing: "rows of it can't be placed in a view; move the items themselves"
    case .overlay: "it can have no overlays; move the items themselves"
    }
  }

  /// The field of a request that is refused.
  private var field: String {
    switch self {
    case .placing: "rows"
    case .overlay: "collection"
    }
  }

  /// The error.
  ///
  /// - Parameter subject: what is an outline, for the beginning of the message.
  package func error(_ subject: String = "the collection") -> ArrangeError {
    ArrangeError(
      .failedPrecondition,
      "\(subject) is an outline; \(advice)",
      field: field,
      reason: "is_outline"
    )
  }
}

extension ArrangeError {
  /// The error for a part of a view that shows an outline in the order of an overlay.
  static func overlayOfOutline(_ collection: Identifier, part: Int) -> ArrangeError {
    var error = NotForOutlines.overlay.error("\"\(collection)\"")
    error.field = "view.parts[\(part)].query.overlay"
    return error
  }
}
