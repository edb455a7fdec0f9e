/// What a text says as a view. An error in the text is an answer, too.
public struct ParsedView: Sendable, Hashable {
  /// The view; nil if the text has an error.
  public var view: ViewDefinition?
  /// The view as text in the canonical form; empty if the text has an error.
  public var text: String
  /// The error in the text; nil if there is none.
  public var error: ViewTextError?
  /// Where the member that was to be found begins, or else the nearest one that it is a part of; nil if neither is in
  /// the text.
  public var located: ViewTextPlace?

  public init(
    view: ViewDefinition?,
    text: String,
    error: ViewTextError? = nil,
    located: ViewTextPlace? = nil
  ) {
    self.view = view
    self.text = text
    self.error = error
    self.located = located
  }
}

/// An error in the text of a view.
public struct ViewTextError: Error, Sendable, Hashable {
  /// Where it is; nil if it is about the text as a whole.
  public var place: ViewTextPlace?
  /// One sentence that says what is wrong.
  public var message: String
  /// The path of the member of the view that is refused, such as `view.parts[0].query.cap`; `view` if the text can't
  /// be read as a view.
  public var field: String

  public init(_ message: String, place: ViewTextPlace?, field: String) {
    self.message = message
    self.place = place
    self.field = field
  }

  /// The error of a call whose request has the text.
  package var arrangeError: ArrangeError {
    let place = place.map { "line \($0.line), column \($0.column): " } ?? ""
    return ArrangeError(.invalidArgument, place + message, field: field)
  }
}

/// A place in the text of a view.
public struct ViewTextPlace: Sendable, Hashable {
  /// Counted from 1.
  public var line: Int
  /// Counted from 1, in Unicode scalars.
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
