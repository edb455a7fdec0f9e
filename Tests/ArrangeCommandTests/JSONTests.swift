import ArrangeModel
import InputText
import Ordering
import Testing
import arrange

@Suite struct JSONTests {
  @Test(arguments: [
    ("null", "null"), (" [ 1 , -2 , 3.5 , 1e2 , true , false ] ", "[1,-2,3.5,100.0,true,false]"),
    ("{\"b\":1,\"a\":{}}", "{\"a\":{},\"b\":1}"), ("[]", "[]"),
    ("\"\\u00e9\\ud83d\\ude00\\n\\\"\\\\\\/\"", "\"é😀\\n\\\"\\\\/\""),
    ("-0", "0"), ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("5e-324", "5e-324"), ("{\"é\":1,\"e\u{301}\":2}", "{\"e\u{301}\":2,\"é\":1}"),
  ])
  func reads(text: String, expected: String) throws {
    #expect(try JSONReader.read(Array(text.utf8)).json.text.utf8.elementsEqual(expected.utf8))
  }

  @Test(arguments: [
    ("", 0), (" ", 1), ("01", 1), ("-", 1), ("1.", 2), (".5", 0), ("1e", 2), ("+1", 0), ("[1,]", 3),
    ("[1", 2),
    ("{\"a\" 1}", 5), ("{\"a\":1,}", 7), ("{a:1}", 1), ("nul", 0), ("\"a", 0), ("\"\t\"", 1), ("\"\\x\"", 1),
    ("\"\\ud800\"", 1), ("\"\\udc00\"", 1), ("\"\\ud800\\u0041\"", 1), ("\"\\u12\"", 1), ("1 2", 2),
    ("{\"a\":1,\"a\":2}", 7), ("9223372036854775808", 0), ("1e999", 0), ("NaN", 0), ("'a'", 0), ("[1] //", 4),
    ("\u{FEFF}1", 0),
  ])
  func refuses(text: String, offset: Int) {
    #expect { try JSONReader.read(Array(text.utf8)) } throws: { ($0 as? InputError)?.offset == offset }
  }

  /// Terminals take U+009B for the beginning of a command, and others for a change of direction.
  @Test(arguments: [
    ("a\u{9B}31mb\u{9D}0;", #""a\u009b31mb\u009d0;""#),
    ("\u{80}\u{85}\u{9F}\u{A0}", "\"\\u0080\\u0085\\u009f\u{A0}\""),
    ("\u{202A}\u{202E}\u{2066}\u{2069}", #""\u202a\u202e\u2066\u2069""#),
    ("\u{7F}\u{1B}[2J", #""\u007f\u001b[2J""#),
    ("\u{2027}\u{206A}é😀", "\"\u{2027}\u{206A}é😀\""),
  ])
  func commandsNoTerminal(text: String, expected: String) throws {
    #expect(JSON.string(text).text.utf8.elementsEqual(expected.utf8))
    #expect(JSON.object(JSON.Members([(text, .null)])).text.utf8.elementsEqual("{\(expected):null}".utf8))
    #expect(try JSONReader.read(Array(expected.utf8)).json == .string(text))
  }

  @Test func limitsDepth() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array(String(repeating: "[", count: depth).utf8) + Array(String(repeating: "]", count: depth).utf8)
    }
    _ = try JSONReader.read(nested(JSONReader.maximumDepth))
    #expect(throws: InputError.self) { try JSONReader.read(nested(JSONReader.maximumDepth + 1)) }
    #expect(throws: InputError.self) { try JSONReader.read(nested(1_000_000)) }
  }

  @Test func refusesTextThatIsNotUTF8() {
    #expect(throws: InputError.self) { try JSONReader.read([0x22, 0xC3, 0x22]) }
  }

  @Test func valuesReadBackAsTheyWere() throws {
    var random = OrderingRandom(seed: 11)
    for round in 0..<5_000 {
      let value = RandomLists.value(using: &random)
      let read = try FieldValue(JSONReader.read(Array(value.json.text.utf8)))
      #expect(read == value, "round \(round) of seed 11: \(value.json.text)")
    }
  }

  @Test(arguments: [
    "{\"$bytes\":\"A\"}", "{\"$bytes\":\"AB==\"}", "{\"$bytes\":1}", "{\"$timestamp\":\"yesterday\"}",
    "{\"x\":1}", "{}", "[1]", "\"\\u0000\"",
  ])
  func refusesWhatIsNoValue(text: String) throws {
    let node = try JSONReader.read(Array(text.utf8))
    #expect(throws: InputError.self) { try FieldValue(node) }
  }
}

@Suite struct ValueTextTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000000Z"), (-1, "1969-12-31T23:59:59.999999Z"),
    (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
    (1_772_357_400_123_456, "2026-03-01T09:30:00.123456Z"),
    (-62_135_596_800_000_000, "0001-01-01T00:00:00.000000Z"),
    (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
  ])
  func times(microseconds: Int64, text: String) {
    #expect(Timestamp(microseconds: microseconds).text == text)
    #expect(Timestamp(text: text) == Timestamp(microseconds: microseconds))
  }

  @Test func farTimesHaveNoText() {
    #expect(Timestamp(microseconds: .max).text == nil)
    #expect(Timestamp(microseconds: .min).text == nil)
    #expect(Timestamp(microseconds: 253_402_300_800_000_000).text == nil)
  }

  @Test(arguments: [
    ("2026-03-01T10:30:00+01:00", 1_772_357_400_000_000), ("2026-03-01t09:30:00.5z", 1_772_357_400_500_000),
    ("2026-02-28T23:30:00-10:00", 1_772_357_400_000_000),
  ])
  func otherFormsOfTimes(text: String, microseconds: Int64) {
    #expect(Timestamp(text: text)?.microseconds == microseconds)
  }

  @Test(arguments: [
    "", "2026", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01 00:00:00Z",
    "2026-01-01T24:00:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00", "2026-01-01T00:00:00.Z",
    "2026-01-01T00:00:00.1234567Z", "2026-01-01T00:00:00Zx", "0000-01-01T00:00:00Z",
  ])
  func noTimes(text: String) { #expect(Timestamp(text: text) == nil) }

  /// The vectors of RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func base64(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(text.utf8))
  }

  @Test(arguments: ["Zg=", "Zg", "Zh==", "Z===", "====", "Zm9v!", "Zm=v"])
  func noBase64(text: String) { #expect(Base64.decode(text) == nil) }

  @Test(arguments: [
    ("To do!", "to-do"), ("  Ärger & Öl ", "ärger-öl"), ("日本語", "日本語"), ("—", "section"),
    ("a--b", "a-b"), ("2nd", "2nd"),
  ])
  func slugs(text: String, slug: String) { #expect(Slugs.slug(text) == slug) }

  @Test func slugsDiffer() {
    var slugs = Slugs(taken: ["a-2"])
    #expect([slugs.make(from: "A"), slugs.make(from: "a"), slugs.make(from: "a!")] == ["a", "a-3", "a-4"])
    #expect(Slugs.slug(String(repeating: "ab ", count: 200)).utf8.count <= 100)
  }

  @Test func controlCharactersAreShown() {
    #expect("a\u{1B}[31mb\nc\u{9B}d\u{202E}".printable == "a\u{FFFD}[31mb⏎c\u{FFFD}d\u{FFFD}")
  }
}
