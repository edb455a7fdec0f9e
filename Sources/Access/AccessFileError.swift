/// What is wrong with an access file, and where.
package struct AccessFileError: Error, Sendable, Hashable {
  /// Counted from 1; nil if the file as a whole is at fault.
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
  /// `LINE:COLUMN: message`, to be put after the path and a colon.
  package var description: String {
    guard let line, let column else { return message }
    return "\(line):\(column): \(message)"
  }
}
