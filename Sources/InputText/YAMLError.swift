import Yams

/// An error in a YAML text, with its position.
package struct YAMLError: Error, Sendable, Hashable {
  /// Counted from 1; nil if the text as a whole is invalid.
  package var line: Int?
  package var column: Int?
  /// The path in the text, such as `workloads[2].operations`; empty for the whole.
  package var path: String
  /// One sentence that says what to write instead.
  package var message: String

  package init(_ message: String, path: String = "", line: Int? = nil, column: Int? = nil) {
    self.message = message
    self.path = path
    self.line = line
    self.column = column
  }

  /// An error of the syntax.
  init(_ error: any Error) {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      self.init("this is not valid YAML: \(problem)", line: mark.line, column: mark.column)
    case .duplicatedKeysInMapping(let names, let context):
      self.init(
        "\"\(names.sorted().first ?? "")\" appears twice",
        line: context.mark.line,
        column: context.mark.column
      )
    case .reader(let problem, _, _, _): self.init("this is not valid YAML: \(problem)")
    default: self.init("this is not valid YAML: \(error)")
    }
  }
}
