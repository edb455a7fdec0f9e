/// An error in a file or another input text, and its position.
package struct InputError: Error, Sendable, Hashable {
  /// The position of the error: the number of bytes before it.
  package var offset: Int
  /// One sentence that says what is wrong.
  package var message: String

  package init(at offset: Int, _ message: String) {
    self.offset = offset
    self.message = message
  }
}

/// A line and a column, both counted from 1. Columns count Unicode scalars.
package struct TextPosition: Sendable, Hashable, CustomStringConvertible {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position of a byte of a text. Lines end with LF, CR LF or CR. O(offset).
  package init(of offset: Int, in bytes: [UInt8]) {
    var line = 1
    var column = 1
    var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) && offset >= 3 ? 3 : 0
    let end = min(max(offset, 0), bytes.count)
    while place < end {
      let byte = bytes[place]
      let isCRBeforeLF = byte == 0x0D && place + 1 < bytes.count && bytes[place + 1] == 0x0A
      if byte == 0x0A || (byte == 0x0D && !isCRBeforeLF) {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80, !isCRBeforeLF {
        column += 1
      }
      place += 1
    }
    self.init(line: line, column: column)
  }

  package var description: String { "line \(line), column \(column)" }
}
