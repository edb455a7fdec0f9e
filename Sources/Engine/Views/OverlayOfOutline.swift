import ArrangeModel

extension ArrangeError {
  /// The error for an overlay of a collection that is an outline.
  static func overlayOfOutline(_ collection: Identifier) -> ArrangeError {
    ArrangeError(
      .failedPrecondition,
      "\"\(collection)\" is an outline; it can have no overlays; move the items themselves",
      field: "collection",
      reason: "is_outline"
    )
  }

  /// The error for a part of a view that shows an outline in the order of an overlay.
  static func overlayOfOutline(_ collection: Identifier, part: Int) -> ArrangeError {
    var error = overlayOfOutline(collection)
    error.field = "view.parts[\(part)].query.overlay"
    return error
  }
}
