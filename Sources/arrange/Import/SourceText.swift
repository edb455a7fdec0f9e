package import InputText

/// The text of a file, as UTF-8.
package struct SourceText: Sendable {
  package let bytes: [UInt8]
  /// The position of the text: after the byte order mark, if there is one.
  package let start: Int

  /// The number of bytes of a file without a byte order mark that are examined to recognize UTF-16.
  private static let sampledBytes = 1_000

  /// Decodes a file in UTF-8, or in UTF-16 as written by spreadsheets, with or without a byte order mark.
  ///
  /// - Throws: an error with the position of the first invalid byte if the file is neither.
  package init(_ file: [UInt8]) throws(InputError) {
    guard let isBigEndian = SourceText.isBigEndianUTF16(file) else {
      guard String(validating: file, as: UTF8.self) != nil else {
        throw InputError(
          at: SourceText.firstInvalidByte(in: file),
          "this is not valid UTF-8; save the file as UTF-8, in Excel as 'CSV UTF-8'"
        )
      }
      bytes = file
      start = SourceText.hasMark(file) ? 3 : 0
      return
    }
    guard file.count % 2 == 0 else {
      throw InputError(at: file.count - 1, "half of a character of UTF-16 is missing")
    }
    var units: [UInt16] = []
    units.reserveCapacity(file.count / 2)
    for place in stride(from: 0, to: file.count, by: 2) {
      let (first, second) = (UInt16(file[place]), UInt16(file[place + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw InputError(at: 0, "this is not valid UTF-16; save the file as UTF-8")
    }
    bytes = Array(text.utf8)
    start = SourceText.hasMark(bytes) ? 3 : 0
  }

  /// Whether a file is big-endian UTF-16; nil if it is not UTF-16.
  ///
  /// Text in UTF-16 usually has many characters below U+0100, and so a zero in every second byte; UTF-8 text
  /// that can be imported has none.
  private static func isBigEndianUTF16(_ file: [UInt8]) -> Bool? {
    if file.starts(with: [0xFF, 0xFE]) { return false }
    if file.starts(with: [0xFE, 0xFF]) { return true }
    let sample = file.prefix(sampledBytes)
    guard sample.count >= 4 else { return nil }
    var (even, odd) = (0, 0)
    for (place, byte) in sample.enumerated() where byte == 0 {
      if place % 2 == 0 { even += 1 } else { odd += 1 }
    }
    if even == 0, odd * 4 > sample.count { return false }
    if odd == 0, even * 4 > sample.count { return true }
    return nil
  }

  private static func hasMark(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xEF, 0xBB, 0xBF]) }

  package init(_ text: String) {
    bytes = Array(text.utf8)
    start = SourceText.hasMark(bytes) ? 3 : 0
  }

  /// The lines without their ends. A line ends with LF, CR LF or CR; for the last one that is optional.
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

  /// The text of a range, which must begin and end at character boundaries.
  package func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private static func firstInvalidByte(in bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
    return offset
  }
}
