/// A JSON value to be written.
///
/// Objects are written with their members in ascending order of the bytes of their names and without spaces,
/// so that equal values give equal bytes.
package indirect enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  /// A finite number.
  case number(Double)
  case string(String)
  case array([JSON])
  case object(Members)

  /// The members of an object: names and values. Names are different if their bytes are.
  package struct Members: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    package private(set) var names: [String] = []
    package private(set) var values: [JSON] = []

    package init() {}

    package init(_ members: some Sequence<(String, JSON)>) {
      for (name, value) in members { append(name, value) }
    }

    package init(dictionaryLiteral members: (String, JSON)...) { self.init(members) }

    package mutating func append(_ name: String, _ value: JSON) {
      names.append(name)
      values.append(value)
    }

    /// The members in ascending order of the bytes of their names.
    var sorted: [(name: String, value: JSON)] {
      zip(names, values).sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
        .map { ($0.0, $0.1) }
    }

    package static func == (a: Members, b: Members) -> Bool {
      let (a, b) = (a.sorted, b.sorted)
      return a.count == b.count
        && zip(a, b).allSatisfy { $0.name.utf8.elementsEqual($1.name.utf8) && $0.value == $1.value }
    }
  }

  package static func count(_ value: Int) -> JSON { .integer(Int64(value)) }

  /// The value on one line. O(size).
  package var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value to bytes of UTF-8.
  ///
  /// - Parameter escapingMarks: whether `<` and `>` are written as escapes, so that the text can be used in a
  ///   Markdown comment.
  package func write(to bytes: inout [UInt8], escapingMarks: Bool = false) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .integer(let number): bytes.append(contentsOf: String(number).utf8)
    case .unsigned(let number): bytes.append(contentsOf: String(number).utf8)
    case .number(let number):
      // The shortest text that is parsed as the same number; it always has a point or an exponent, so that it
      // remains a double.
      bytes.append(contentsOf: "\(number)".utf8)
    case .string(let text): JSON.write(text, to: &bytes, escapingMarks: escapingMarks)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes, escapingMarks: escapingMarks)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.sorted.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSON.write(member.name, to: &bytes, escapingMarks: escapingMarks)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes, escapingMarks: escapingMarks)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8], escapingMarks: Bool) {
    write(text, to: &bytes) { scalar in
      // JSON may be shown on a terminal, which text from other people must not control.
      scalar.commandsTerminals || (escapingMarks && (scalar == "<" || scalar == ">"))
    }
  }

  /// Appends a text in quotes.
  ///
  /// - Parameter isEscaped: whether a character is written as an escape, besides those that have to be.
  package static func write(
    _ text: String,
    to bytes: inout [UInt8],
    escaping isEscaped: (Unicode.Scalar) -> Bool
  ) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: "\\\"".utf8)
      case "\\": bytes.append(contentsOf: "\\\\".utf8)
      case "\n": bytes.append(contentsOf: "\\n".utf8)
      case "\r": bytes.append(contentsOf: "\\r".utf8)
      case "\t": bytes.append(contentsOf: "\\t".utf8)
      case _ where scalar.value < 0x20 || isEscaped(scalar): writeEscape(scalar, to: &bytes)
      default: bytes.append(contentsOf: scalar.utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes an escape for each UTF-16 unit of a character.
  private static func writeEscape(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    for unit in scalar.utf16 {
      bytes.append(contentsOf: "\\u".utf8)
      for shift in [12, 8, 4, 0] { bytes.append(digits[Int(unit >> shift & 15)]) }
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, or one that changes the writing direction.
  package var commandsTerminals: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
