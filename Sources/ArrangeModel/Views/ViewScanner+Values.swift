extension ViewScanner {
  private static let valueDescription =
    #"a value: a text in quotes, a number, true, false, null, time"…" or hex"…""#

  /// Reads a value, which may be on a later line.
  mutating func readValue() throws(ViewTextError) -> FieldValue {
    skipBlanks(lines: true)
    record(ViewScanner.valueDescription)
    let start = place
    if next == UInt8(ascii: "\"") { return .string(try readQuoted()) }
    if let byte = next, byte == UInt8(ascii: "-") || ViewScanner.isDigit(byte) { return try readNumber() }
    guard let end = wordEnd else {
      if bytes[place...].starts(with: ViewWords.principal.utf8) {
        throw error(at: start, "\(ViewWords.principal) stands behind '=' and '!=' in conditions only")
      }
      throw unexpected()
    }
    let word = bytes[place..<end]
    func isWord(_ text: String) -> Bool { word.elementsEqual(text.utf8) }
    if isWord("true") || isWord("false") || isWord("null") {
      place = end
      return isWord("null") ? .null : .bool(isWord("true"))
    }
    guard isWord("time") || isWord("hex") else { throw unexpected() }
    place = end
    skipBlanks()
    guard next == UInt8(ascii: "\"") else {
      place = start
      throw unexpected()
    }
    let text = try readQuoted()
    if isWord("time") {
      guard let time = ViewScanner.time(text) else {
        throw error(
          at: start,
          #"a time is written as time"2026-01-31T09:30:00Z" or time"2026-01-31", with up to six decimals of seconds"#
        )
      }
      return .timestamp(time)
    }
    guard let bytes = ViewScanner.bytes(text) else {
      throw error(at: start, #"bytes are written with two hexadecimal digits each, as hex"00ff""#)
    }
    return .bytes(bytes)
  }

  /// Reads a number without sign, point or exponent.
  mutating func readInteger(_ what: String) throws(ViewTextError) -> Int {
    skipBlanks()
    record(what)
    let start = place
    guard let byte = next, ViewScanner.isDigit(byte) else { throw unexpected() }
    skipDigits()
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    guard let number = Int(text) else { throw error(at: start, "the number \(text) is too large") }
    return number
  }

  // MARK: Numbers

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private mutating func skipDigits() {
    while let byte = next, ViewScanner.isDigit(byte) { place += 1 }
  }

  /// Reads a number in JSON syntax: an integer if there is neither a point nor an exponent.
  private mutating func readNumber() throws(ViewTextError) -> FieldValue {
    let start = place
    _ = skip("-")
    let isPadded = next == UInt8(ascii: "0")
    try expectDigits()
    if isPadded, place - start > (bytes[start] == UInt8(ascii: "-") ? 2 : 1) {
      throw error(at: start, "a number does not begin with 0; a text stands in quotes")
    }
    var isInteger = true
    if skip(".") {
      isInteger = false
      try expectDigits()
    }
    if skip("e") || skip("E") {
      isInteger = false
      if !skip("+") { _ = skip("-") }
      try expectDigits()
    }
    if let byte = next, ViewWords.isWordByte(byte) {
      throw error(at: start, "this begins as a number and goes on as something else; a text stands in quotes")
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if isInteger {
      guard let number = Int64(text) else {
        throw error(
          at: start,
          "the integer does not fit 64 bits; write it with a point or as a text in quotes"
        )
      }
      return .int(number)
    }
    guard let number = Double(text), number.isFinite else {
      throw error(at: start, "the number is too large")
    }
    return .double(number == 0 ? 0 : number)
  }

  private mutating func expectDigits() throws(ViewTextError) {
    record("a digit")
    guard let byte = next, ViewScanner.isDigit(byte) else { throw unexpected() }
    skipDigits()
  }

  // MARK: Times and bytes

  /// A time in RFC 3339 or as a date; or, for years outside its range, the microseconds since 1970.
  private static func time(_ text: String) -> Timestamp? {
    if let time = Timestamp(text: text) ?? Timestamp(text: text + "T00:00:00Z") { return time }
    guard text.hasSuffix(ViewWords.microseconds) else { return nil }
    return Int64(text.dropLast(ViewWords.microseconds.count)).map(Timestamp.init(microseconds:))
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap(Hexadecimal.value)
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  // MARK: Texts

  /// Reads a quoted text with the escapes of JSON; the opening quote is next.
  mutating func readQuoted() throws(ViewTextError) -> String {
    let start = place
    place += 1
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try readEscape(to: &text)
      case 0..<0x20:
        throw error(at: place, "a control character in quotes is written as an escape, such as \\n")
      default:
        text.append(byte)
        place += 1
      }
    }
    throw error(at: start, "the text that begins here has no closing quote")
  }

  private mutating func readEscape(to text: inout [UInt8]) throws(ViewTextError) {
    let start = place
    place += 1
    let escape = next
    if escape != nil { place += 1 }
    switch escape {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(bytes[place - 1])
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      guard let scalar = readScalar() else {
        throw error(at: start, "the escape \\u has four hexadecimal digits, and surrogates come in pairs")
      }
      text.append(contentsOf: String(scalar).utf8)
    default: throw error(at: start, #"there is no such escape; a backslash is written as \\"#)
    }
  }

  /// Reads the digits of an escape, and the second half of a surrogate pair; nil if they are not a scalar.
  private mutating func readScalar() -> Unicode.Scalar? {
    guard var value = readUnit() else { return nil }
    if 0xD800..<0xDC00 ~= value {
      guard takeNext("\\u"), let low = readUnit(), 0xDC00..<0xE000 ~= low else { return nil }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    return Unicode.Scalar(value)
  }

  private mutating func readUnit() -> UInt32? {
    let digits = bytes[place...].prefix(4).compactMap(Hexadecimal.value)
    guard digits.count == 4 else { return nil }
    place += 4
    return digits.reduce(0) { $0 << 4 | UInt32($1) }
  }
}
