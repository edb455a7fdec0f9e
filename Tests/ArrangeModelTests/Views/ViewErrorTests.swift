import ArrangeModel
import Ordering
import Testing

@Suite("Errors in texts of views")
struct ViewErrorTests {
  static let expectedValue =
    #"expected a value: a text in quotes, a number, true, false, null, time"…" or hex"…""#

  /// Texts, and what is said of them.
  static let mistakes: [(text: String, message: String)] = [
    // Parts.
    ("", "a view has 1 to 32 parts, this one has 0"),
    ("window 0 1..<2", "a view has 1 to 32 parts, this one has 0"),
    (
      "a\n  ; b b",
      "line 2, column 7: expected 'sections', 'flat', 'group', 'where', 'sort', 'cap', 'only', "
        + "'overlay', 'sum' or the end of the line, found 'b'"
    ),
    ("a: ", "line 1, column 4: expected 'fixed' or the name of a collection, found the end of the text"),
    (
      "a.b: c",
      "line 1, column 1: the name of a part is a letter or a digit and then letters, digits, '-' and '_'"
    ),
    ("\"a\": c", "line 1, column 4: expected 'sections'"),
    ("a: b\na: c", "line 2, column 1: another part has the name \"a\"; give each part a name of its own"),
    ("where a", "line 1, column 1: expected the name of a collection, found 'where'; a name that is a word"),
    ("\"\"", "line 1, column 1: an id has at least 1 byte"),
    ("\"\\n\"", "line 1, column 1: an id has no control characters"),
    (",", "line 1, column 1: expected 'window', 'fixed' or the name of a collection, found ','"),
    ("a\u{A0}b", "line 1, column 2: expected 'sections'"),
    (
      "\u{A0}",
      "line 1, column 1: expected 'window', 'fixed' or the name of a collection, found an invisible character"
    ),
    (String(repeating: "x", count: 40) + " " + String(repeating: "y", count: 40), "found a long word"),
    // Fixed sections.
    ("fixed", "line 1, column 6: expected the id of a section, found the end of the text"),
    ("fixed a (", "line 1, column 10: expected ')' or the id of an item, found the end of the text"),
    ("fixed a (b c)", "line 1, column 12: expected '{', ',' or ')', found 'c'"),
    ("fixed a (b, \"\")", "line 1, column 13: an id has at least 1 byte"),
    ("fixed a (b, b)", "line 1, column 13: another item of the section has the id \"b\""),
    ("fixed a { b 1 }", "line 1, column 13: expected ':', found '1'"),
    ("fixed a { b: 1, b: 2 }", "line 1, column 17: the field \"b\" comes twice"),
    ("fixed a { \"\": 1 }", "line 1, column 10: a field's name has 1 to 128 bytes and no control characters"),
    ("fixed a { b: }", "line 1, column 14: \(expectedValue), found '}'"),
    // Clauses.
    ("a cap 1 cap 2", "line 1, column 9: 'cap' comes twice in a part"),
    ("a flat b\n group c", "line 2, column 2: a part is either flat or grouped, not both"),
    ("a sections", "line 1, column 11: expected '[' or the id of a section, found the end of the text"),
    ("a sections [b c]", "line 1, column 15: expected ',' or ']', found 'c'"),
    ("a sections b, b", "line 1, column 15: the section \"b\" is chosen twice"),
    ("a only", "line 1, column 7: expected '[' or the name of a field, found the end of the text"),
    ("a only b, b", "line 1, column 11: the field \"b\" appears twice"),
    (
      "a overlay",
      "line 1, column 10: expected 'mine' or the name of an overlay, found the end of the text"
    ),
    ("a overlay b overlay c", "line 1, column 13: 'overlay' comes twice in a part"),
    ("a only b only c", "line 1, column 10: 'only' comes twice in a part"),
    ("a\nas definer\nb", "line 3, column 1: nothing comes behind 'as definer'"),
    ("a as definer may", "line 1, column 14: expected the end of the line, found 'may'"),
    ("a as definer as definer", "line 1, column 14: expected the end of the line, found 'as'"),
    ("a as reader", "line 1, column 3: expected 'sections'"),
    ("a where b = {principals}", "line 1, column 13: \(expectedValue), found '{'"),
    (
      "a where b < {principal}",
      "line 1, column 13: {principal} is compared with '=' and '!=' only, byte by byte"
    ),
    (
      "a where b =~ {principal}",
      "line 1, column 14: {principal} is compared with '=' and '!=' only, byte by byte"
    ),
    (
      "a where b in [{principal}]",
      "line 1, column 15: {principal} stands behind '=' and '!=' in conditions only"
    ),
    (
      "fixed a { b: {principal} }",
      "line 1, column 14: {principal} stands behind '=' and '!=' in conditions only"
    ),
    ("a group", "line 1, column 8: expected 'by' or the name of a field, found the end of the text"),
    ("a group b declare", "line 1, column 18: expected 'missing' or a value: "),
    (
      "a group b declare 1, 1.0",
      "line 1, column 22: the same group is declared twice; equal numbers are one group"
    ),
    ("a group b order up", "line 1, column 17: expected 'by', 'asc', 'desc' or 'best', found 'up'"),
    (
      "a sort b up",
      "line 1, column 10: expected 'asc', 'desc', 'missing', 'numbers', 'digits', 'natural', 'ignore', ',', "
    ),
    ("a sort b missing", "line 1, column 17: expected 'first' or 'last', found the end of the text"),
    ("a sort b numbers\n", "line 1, column 17: expected 'first' or 'last', found the end of the line"),
    ("a sort b ignore", "line 1, column 16: expected 'case', found the end of the text"),
    ("a cap x", "line 1, column 7: expected a number of items, found 'x'"),
    ("a cap 99999999999999999999", "line 1, column 7: the number 99999999999999999999 is too large"),
    ("b\na cap 2147483648", "line 2, column 3: a cap is 0 to 2147483647, this one is 2147483648"),
    // Windows.
    (
      "a; window", "line 1, column 10: expected 'around' or the index of a section, found the end of the text"
    ),
    ("a; window 1", "line 1, column 12: expected the index of an item, found the end of the text"),
    ("a; window 1 2", "line 1, column 14: expected '..<', found the end of the text"),
    (
      "a; window 1 2..<",
      "line 1, column 17: expected the index after the last item, found the end of the text"
    ),
    ("a; window around", "line 1, column 17: expected the id of a row, found the end of the text"),
    ("a; window around x", "line 1, column 19: expected 'before', found the end of the text"),
    ("a; window around x before 1", "line 1, column 28: expected 'after', found the end of the text"),
    (
      "a; window around x before 5001 after 1",
      "line 1, column 18: a window has 0 to 5000 rows on either side of its anchor, not 5001"
    ),
    ("a sort b digits", "line 1, column 16: expected 'first' or 'last', found the end of the text"),
    ("a; window 1 3..<2", "line 1, column 14: a window ends behind its beginning"),
    ("a; window 1 2..<3; window 1 2..<3", "line 1, column 20: a view has one window"),
    // Conditions.
    (
      "a where",
      "line 1, column 8: expected '(', 'not', 'all', 'any', 'exists' or a condition, found the end of the text"
    ),
    (
      "a where and",
      "line 1, column 9: expected a condition, found 'and'; a name that is a word of the language stands in quotes"
    ),
    (
      "a where b is 1",
      "line 1, column 11: expected a comparison such as '=', 'and', 'or', 'with', 'sections', 'flat', 'group', "
        + "'where', 'sort', 'cap', 'only', 'overlay', 'sum' or the end of the line, found 'is'"
    ),
    ("a where b =", "line 1, column 12: \(expectedValue), found the end of the text"),
    ("a where b = c", "line 1, column 13: \(expectedValue), found 'c'"),
    ("a where b = time 1", "line 1, column 13: \(expectedValue), found 'time'"),
    ("a where b contains 1", "line 1, column 20: expected a text in quotes, found '1'"),
    ("a where b starts \"c\"", "line 1, column 18: expected 'with', found '\"'"),
    ("a where b in 1", "line 1, column 14: expected '[', found '1'"),
    ("a where b in [1", "line 1, column 16: expected ',' or ']', found the end of the text"),
    ("a where exists", "line 1, column 15: expected the name of a field, found the end of the text"),
    (
      "a where (b",
      "line 1, column 11: expected a comparison such as '=', 'and', 'or' or ')', found the end of the text"
    ),
    (
      "a where all(b",
      "line 1, column 14: expected a comparison such as '=', 'and', 'or', ',' or ')', found the end"
    ),
    (
      "a where " + String(repeating: "(", count: 66) + "b",
      "line 1, column 74: a filter is nested at most 64 levels deep"
    ),
    (
      "a where b > null",
      "line 1, column 9: what is less or greater is a number, a text, a time or a byte string"
    ),
    (
      "a where b =~ 1", "line 1, column 9: only texts are compared without regard to case, this value is none"
    ),
    ("a where b = \"\\u0000\"", "line 1, column 9: a text has no character U+0000"),
    // Values.
    ("a where b = 01", "line 1, column 13: a number does not begin with 0; a text stands in quotes"),
    ("a where b = -", "line 1, column 14: expected a digit, found the end of the text"),
    ("a where b = 1.x", "line 1, column 15: expected a digit, found 'x'"),
    ("a where b = 1e", "line 1, column 15: expected a digit, found the end of the text"),
    ("a where b = 1x", "line 1, column 13: this begins as a number and goes on as something else"),
    ("a where b = 9223372036854775808", "line 1, column 13: the integer does not fit 64 bits"),
    ("a where b = 1e999", "line 1, column 13: the number is too large"),
    (
      "a where b = time\"2026-02-30\"", "line 1, column 13: a time is written as time\"2026-01-31T09:30:00Z\""
    ),
    ("a where b = time\"2026\"", "line 1, column 13: a time is written as"),
    ("a where b = hex\"0\"", "line 1, column 13: bytes are written with two hexadecimal digits each"),
    ("a where b = hex\"0g\"", "line 1, column 13: bytes are written with two hexadecimal digits each"),
    ("a where \u{E9} = \"b", "line 1, column 9: expected '(',"),
    ("a where \"\u{E9}\" = \"b", "line 1, column 15: the text that begins here has no closing quote"),
    (
      "a where b = \"c\nd\"",
      "line 1, column 15: a control character in quotes is written as an escape, such as \\n"
    ),
    ("a where b = \"\\x\"", "line 1, column 14: there is no such escape; a backslash is written as \\\\"),
    ("a where b = \"\\", "line 1, column 14: there is no such escape"),
    ("a where b = \"\\u12g4\"", "line 1, column 14: the escape \\u has four hexadecimal digits"),
    ("a where b = \"\\ud800\"", "line 1, column 14: the escape \\u has four hexadecimal digits"),
    ("a where b = \"\\ud800\\u0041\"", "line 1, column 14: the escape \\u has four hexadecimal digits"),
    ("a where b = \"\\udc00\"", "line 1, column 14: the escape \\u has four hexadecimal digits"),
    // Everything.
    (String(repeating: "#", count: 32_769), "the text of a view has at most 32768 bytes, this one has 32769"),
  ]

  @Test("are reported with their position", arguments: mistakes)
  func messages(text: String, message: String) {
    let error = #expect(throws: ArrangeError.self) { try ViewDefinition(parsing: text) }
    #expect(error?.code == .invalidArgument && error?.field?.hasPrefix("view") == true)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  /// Reads a text; where it is a view, that has to be valid and to read back as itself.
  @discardableResult
  func survives(_ text: String, _ comment: String) throws -> Bool {
    guard let view = try? ViewDefinition(parsing: text) else { return false }
    #expect(throws: Never.self, "\(comment)") { try view.named().validate() }
    // The canonical form may be a little longer than the text was.
    guard view.text.utf8.count <= ViewDefinition.maximumTextLength else { return true }
    #expect(try ViewDefinition(parsing: view.text) == view, "\(comment)")
    return true
  }

  @Test(
    "made of valid texts are refused or read as what they are then",
    arguments: 1...6 as ClosedRange<UInt64>
  )
  func mutations(seed: UInt64) throws {
    var samples = Samples(seed: seed)
    let tokens = [
      "(", ")", "[", "]", "{", "}", ",", ";", ":", "\n", "\"", "\\", "~", "=", "<", "..<", "#", " ", "-", "0",
      "1e5",
      " and ", " or ", " not ", " where ", " sort ", " cap ", " group ", " by ", "all(", "time\"", "\u{E9}",
      "\\u00e9",
    ].map { Array($0.utf8) }
    var readable = 0
    for round in 0..<2_000 {
      var bytes = Array(try samples.view().text.utf8)
      for _ in 0..<samples.count(1...4) {
        let place = samples.count(0...bytes.count)
        let end = min(bytes.count, place + samples.count(0...6))
        switch samples.count(0...4) {
        case 0: bytes.removeSubrange(place..<end)
        case 1: bytes.insert(contentsOf: samples.one(of: tokens), at: place)
        case 2: bytes.replaceSubrange(place..<end, with: samples.one(of: tokens))
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: samples.count(0...bytes.count))
        default: if place < bytes.count { bytes[place] = UInt8(samples.count(0...255)) }
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      readable += try survives(text, "seed \(seed), round \(round): \(text)") ? 1 : 0
    }
    #expect((100...1_900).contains(readable), "seed \(seed): \(readable)")
  }

  @Test("in random bytes and random words are refused, or the text is parsed", arguments: [1, 2] as [UInt64])
  func noise(seed: UInt64) throws {
    var samples = Samples(seed: seed)
    let words =
      Samples.names + [
        "(", ")", "[", "]", "{", "}", ",", "=", "\n", "1", "\"x\"", "~", ":", "natural", "first",
      ]
    for round in 0..<5_000 {
      let bytes = (0..<samples.count(0...40)).map { _ in UInt8(samples.count(0...255)) }
      try survives(String(decoding: bytes, as: UTF8.self), "seed \(seed), round \(round): \(bytes)")
      let text = (0..<samples.count(1...12)).map { _ in samples.one(of: words) }.joined(separator: " ")
      try survives(text, "seed \(seed), round \(round): \(text)")
    }
  }

  @Test("in texts of the greatest length are reported quickly")
  func long() {
    let pieces = [
      "(", ")", "[", "{", "not ", "all(", "any(", "a:", "a;", "a\n", "\"", "\\", "# ", "#\n", "\n", " ", "x",
      "0", "9", "a,",
      "a where b and ", "a where b in [", "b and ", "1,", "b\n", "(\n", "cap 1 ", "time\"", "\u{1F600}",
      "fixed a (", "\"\\u",
    ]
    let starts = [
      "", "a ", "a where ", "a where (", "a where b in [", "a sort ", "fixed a (", "fixed a { b: ",
      "a where b = \"",
    ]
    for start in starts {
      for piece in pieces {
        let room = (ViewDefinition.maximumTextLength - start.utf8.count) / piece.utf8.count
        let text = start + String(repeating: piece, count: room)
        _ = try? ViewDefinition(parsing: text)
      }
    }
    // What can be read of all that is what has nothing in it but a collection.
    #expect(throws: Never.self) { try ViewDefinition(parsing: "a" + String(repeating: "#\n", count: 16_000)) }
  }
}
