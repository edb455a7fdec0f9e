extension Identifier {
  /// The longest identifier of a row or a section of a view, in bytes of UTF-8: the name of a part, a slash, and the
  /// identifier of an element.
  public static let maximumRowLength = ViewDefinition.Part.maximumNameLength + 1 + maximumLength
}
