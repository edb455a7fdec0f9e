public import ArrangeModel

extension ArrangeError {
  /// The effects that a refused request to place rows of a view lacks; empty if that is not the cause.
  ///
  /// With them, and those that were allowed before, the same request does what was asked for. Somebody has to agree,
  /// since they change more than a place.
  public var missingEffects: Set<PlaceEffect> {
    guard let field, field.hasPrefix("allow["), field.hasSuffix("]") else { return [] }
    let words = field.dropFirst("allow[".count).dropLast().split(separator: ",")
    return Set(words.compactMap { PlaceEffect(word: String($0)) })
  }
}
