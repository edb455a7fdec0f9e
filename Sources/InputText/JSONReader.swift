/// A strict parser of JSON (RFC 8259) that reports the positions of errors.
///
/// Beyond the grammar it rejects what would lose data silently: a duplicate name in an object, an integer
/// that does not fit 64 bits, a number too large for a double, a lone surrogate, bytes after the value.
/// O(size).
package struct JSONReader {
  /// The maximum nesting of arrays and objects.
  package static let maximumDepth = 64

  private let bytes: [UInt8]
  private let end: Int
  private var place: Int

  /// Reads a text that consists of one value.
  ///
  /// - Parameter range: the part of the bytes to read. Offsets refer to the whole text.
  package static func read(_ bytes: [UInt8], in range: Range<Int>? = nil) throws(InputError) -> JSONNode {
    let range = range ?? 0..<bytes.count
    var reader = JSONReader(bytes: bytes, end: range.upperBound, place: range.lowerBound)
    reader.skipSpace()
    let node = try reader.readValue(depth: 0)
    reader.skipSpace()
    guard reader.place == reader.end else {
      throw InputError(at: reader.place, "there is something after the end of the JSON value")
    }
    return node
  }

  /// Reads the values of a text, each of which begins on a new line.
  package static func readAll(_ bytes: [UInt8], in range: Range<Int>) throws(InputError) -> [JSONNode] {
    // An incomplete value is reported at the end of the text, not after blank lines.
    let end = bytes[range].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? range.lowerBound
    var reader = JSONReader(bytes: bytes, end: end, place: range.lowerBound)
    var nodes: [JSONNode] = []
    reader.skipSpace()
    while reader.place < end {
      nodes.append(try reader.readValue(depth: 0))
      while let byte = reader.next, byte == 0x20 || byte == 0x09 { reader.place += 1 }
      guard reader.place == end || reader.next == 0x0A || reader.next == 0x0D else {
        throw InputError(at: reader.place, "there is something after the end of the JSON value")
      }
      reader.skipSpace()
    }
    return nodes
  }

  private init(bytes: [UInt8], end: Int, place: Int) {
    self.bytes = bytes
    self.end = end
    self.place = place
  }

  private var next: UInt8? { place < end ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, JSONReader.isSpace(byte) { place += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private mutating func skip(_ wanted: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: wanted) else { return false }
    place += 1
    return true
  }

  private mutating func readValue(depth: Int) throws(InputError) -> JSONNode {
    let start = place
    guard let byte = next else { throw InputError(at: place, "the text ends where a JSON value should be") }
    switch byte {
    case UInt8(ascii: "{"): return try readObject(depth: depth)
    case UInt8(ascii: "["): return try readArray(depth: depth)
    case UInt8(ascii: "\""): return JSONNode(offset: start, content: .string(try readString()))
    case UInt8(ascii: "t"): return try readWord("true", .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    default: throw InputError(at: place, "this is not a JSON value")
    }
  }

  private mutating func readWord(_ word: String, _ content: JSONNode.Content) throws(InputError) -> JSONNode {
    let start = place
    guard bytes[place..<end].starts(with: word.utf8) else {
      throw InputError(at: place, "this is not a JSON value")
    }
    place += word.utf8.count
    return JSONNode(offset: start, content: content)
  }

  private mutating func readArray(depth: Int) throws(InputError) -> JSONNode {
    let start = place
    try checkDepth(depth)
    place += 1
    var elements: [JSONNode] = []
    skipSpace()
    if skip("]") { return JSONNode(offset: start, content: .array([])) }
    while true {
      skipSpace()
      elements.append(try readValue(depth: depth + 1))
      skipSpace()
      if skip("]") { return JSONNode(offset: start, content: .array(elements)) }
      guard skip(",") else { throw InputError(at: place, "a ',' or ']' is missing in the array") }
    }
  }

  private mutating func readObject(depth: Int) throws(InputError) -> JSONNode {
    let start = place
    try checkDepth(depth)
    place += 1
    var members: [JSONNode.Member] = []
    var names = Set<[UInt8]>()
    skipSpace()
    if skip("}") { return JSONNode(offset: start, content: .object([])) }
    while true {
      skipSpace()
      let nameOffset = place
      guard next == UInt8(ascii: "\"") else {
        throw InputError(at: place, "the name of a member, in quotes, is missing in the object")
      }
      let name = try readString()
      guard names.insert(Array(name.utf8)).inserted else {
        throw InputError(at: nameOffset, "the name \"\(name)\" comes twice in the object")
      }
      skipSpace()
      guard skip(":") else { throw InputError(at: place, "a ':' is missing after the name \"\(name)\"") }
      skipSpace()
      let value = try readValue(depth: depth + 1)
      members.append(JSONNode.Member(name: name, nameOffset: nameOffset, value: value))
      skipSpace()
      if skip("}") { return JSONNode(offset: start, content: .object(members)) }
      guard skip(",") else { throw InputError(at: place, "a ',' or '}' is missing in the object") }
    }
  }

  private func checkDepth(_ depth: Int) throws(InputError) {
    guard depth < JSONReader.maximumDepth else {
      throw InputError(at: place, "the JSON is nested deeper than \(JSONReader.maximumDepth) levels")
    }
  }

  private mutating func readNumber() throws(InputError) -> JSONNode {
    let start = place
    var isInteger = true
    _ = skip("-")
    if skip("0") {
      if let byte = next, isDigit(byte) { throw InputError(at: place, "a number can't begin with 0") }
    } else {
      try readDigits()
    }
    if skip(".") {
      isInteger = false
      try readDigits()
    }
    if skip("e") || skip("E") {
      isInteger = false
      if !skip("+") { _ = skip("-") }
      try readDigits()
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if isInteger {
      guard let number = Int64(text) else {
        throw InputError(at: start, "the number \(text) does not fit 64 bits; write it as text, in quotes")
      }
      return JSONNode(offset: start, content: .integer(number))
    }
    guard let number = Double(text), number.isFinite else {
      throw InputError(at: start, "the number \(text) is too large")
    }
    return JSONNode(offset: start, content: .number(number))
  }

  private mutating func readDigits() throws(InputError) {
    guard let byte = next, isDigit(byte) else { throw InputError(at: place, "a digit is missing") }
    while let byte = next, isDigit(byte) { place += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private mutating func readString() throws(InputError) -> String {
    let start = place
    place += 1
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw InputError(at: start, "the text is not valid UTF-8")
        }
        return string
      case UInt8(ascii: "\\"):
        try readEscape(to: &text)
      case 0..<0x20:
        throw InputError(at: place, "a control character has to be written as an escape, such as \\n")
      default:
        text.append(byte)
        place += 1
      }
    }
    throw InputError(at: start, "the text that begins here has no closing quote")
  }

  private mutating func readEscape(to text: inout [UInt8]) throws(InputError) {
    let start = place
    place += 1
    guard let byte = next else { throw InputError(at: start, "the escape is not complete") }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var value = try readHex(start)
      if value >= 0xD800, value < 0xDC00 {
        guard skip("\\"), skip("u") else {
          throw InputError(at: start, "half of a surrogate pair is missing")
        }
        let low = try readHex(start)
        guard low >= 0xDC00, low < 0xE000 else {
          throw InputError(at: start, "half of a surrogate pair is missing")
        }
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(value) else {
        throw InputError(at: start, "half of a surrogate pair is missing")
      }
      text.append(contentsOf: String(Character(scalar)).utf8)
    default: throw InputError(at: start, "there is no such escape")
    }
  }

  private mutating func readHex(_ start: Int) throws(InputError) -> UInt32 {
    guard place + 4 <= end else { throw InputError(at: start, "the escape is not complete") }
    var value: UInt32 = 0
    for byte in bytes[place..<place + 4] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: throw InputError(at: start, "the escape \\u needs four hexadecimal digits")
      }
    }
    place += 4
    return value
  }
}
