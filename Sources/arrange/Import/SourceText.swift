/// The content of a file that is valid UTF-8.
package struct SourceText: Sendable {
  package let bytes: [UInt8]
  /// Where the text begins: after the byte order mark, if there is one.
  package let start: Int

  /// - Throws: where the bytes are not UTF-8, with the place of the first that is not.
  package init(_ bytes: [UInt8]) throws(InputError) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw InputError(at: 0, "the file looks like UTF-16; save it as UTF-8")
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw InputError(at: SourceText.firstInvalidByte(in: bytes), "this is not valid UTF-8")
    }
    self.bytes = bytes
    self.start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  package init(_ text: String) {
    bytes = Array(text.utf8)
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The lines with their ends cut off. A line ends with LF, CR LF or CR; the last one need not end.
  package var lines: [Range<Int>] {
    var lines: [Range<Int>] = []
    var lineStart = start
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      lines.append(lineStart..<place - 1)
      if byte == 0x0D, place < bytes.count, bytes[place] == 0x0A { place += 1 }
      lineStart = place
    }
    if lineStart < bytes.count { lines.append(lineStart..<bytes.count) }
    return lines
  }

  /// The text of a range that begins and ends between characters.
  package func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private static func firstInvalidByte(in bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
    return offset
  }
}
