/// An error in an access file, with its position.
package struct AccessFileError: Error, Sendable, Hashable {
  /// Counted from 1; nil if the file as a whole is invalid.
  package var line: Int?
  package var column: Int?
  /// One sentence that says what to do.
  package var message: String

  init(_ message: String, line: Int? = nil, column: Int? = nil) {
    self.message = message
    self.line = line
    self.column = column
  }
}

extension AccessFileError: CustomStringConvertible {
  /// `LINE:COLUMN: message`, to follow the path and a colon.
  package var description: String {
    guard let line, let column else { return message }
    return "\(line):\(column): \(message)"
  }
}
