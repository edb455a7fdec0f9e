import ArrangeModel
import Ordering
import Testing

@Suite("Fields")
struct FieldsTests {
  /// Values of all kinds, with their extremes.
  static let values: [FieldValue] = [
    .null, .bool(false), .bool(true), .int(0), .int(-1), .int(.max), .int(.min), .double(0), .double(1.5),
    .double(.greatestFiniteMagnitude), .double(-.leastNonzeroMagnitude), .string(""), .string("caf\u{E9}"),
    .string("a\u{1}\nb"), .string(String(repeating: "x", count: 300)), .bytes([]), .bytes([0, 255, 128]),
    .timestamp(Timestamp(microseconds: .min)), .timestamp(Timestamp(microseconds: 1_700_000_000_000_000)),
  ]

  static func random(using random: inout OrderingRandom) -> [(String, FieldValue)] {
    (0..<Int.random(in: 0...8, using: &random)).map { _ in
      (
        ["a", "b", "aa", "\u{E9}", "e\u{301}", "z", "Z", "title", "a b"].randomElement(using: &random)!,
        values.randomElement(using: &random)!
      )
    }
  }

  @Test("read as they were set, whatever the order", arguments: [1, 2, 3] as [UInt64])
  func roundTrip(seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    for round in 0..<2_000 {
      let pairs = FieldsTests.random(using: &random)
      let fields = try Fields(pairs)
      var expected: [[UInt8]: FieldValue] = [:]
      for (name, value) in pairs { expected[Array(name.utf8)] = value }
      let comment = "seed \(seed), round \(round)"
      #expect(fields.count == expected.count && fields.isEmpty == expected.isEmpty, "\(comment)")
      for (name, value) in expected {
        #expect(fields[String(decoding: name, as: UTF8.self)] == value, "\(comment)")
      }
      let names = fields.map { Array($0.name.utf8) }
      #expect(names == expected.keys.sorted { $0.lexicographicallyPrecedes($1) }, "\(comment)")
      // The last one of a name counts, so shuffling may only be done with each name once.
      let shuffled = try Fields(fields.map { ($0.name, $0.value) }.shuffled(using: &random))
      #expect(shuffled == fields && shuffled.hashValue == fields.hashValue, "\(comment)")
      #expect(try Fields(checkingEncoded: fields.encoded) == fields, "\(comment)")
    }
  }

  @Test("of equivalent Unicode are different fields and different values")
  func unicode() throws {
    let fields: Fields = ["\u{E9}": .int(1), "e\u{301}": .int(2)]
    #expect(fields.count == 2 && fields["\u{E9}"] == .int(1) && fields["e\u{301}"] == .int(2))
    let (a, b): (Fields, Fields) = (["t": .string("\u{E9}")], ["t": .string("e\u{301}")])
    #expect(a != b)
  }

  @Test("hold -0 as 0 and refuse what is not finite")
  func doubles() throws {
    let (a, b): (Fields, Fields) = (["x": .double(-0.0)], ["x": .double(0)])
    #expect(a == b)
    for number in [Double.nan, .infinity, -.infinity, .signalingNaN] {
      let error = #expect(throws: ArrangeError.self) { try Fields([("x", .double(number))]) }
      #expect(error?.code == .invalidArgument && error?.field == "fields.x")
    }
  }

  @Test("refuse text with a NUL, at which C would end it")
  func nulls() throws {
    for text in ["\u{0}", "a\u{0}", "\u{0}b"] {
      let error = #expect(throws: ArrangeError.self) { try Fields([("x", .string(text))]) }
      #expect(error?.code == .invalidArgument && error?.field == "fields.x")
    }
    #expect(throws: Never.self) { try Fields([("x", .bytes([0]))]) }
  }

  @Test("have limits")
  func limits() throws {
    for count in [63, 64, 65] {
      let pairs = (0..<count).map { ("\($0)", FieldValue.null) }
      if count <= 64 {
        #expect(try Fields(pairs).count == count)
      } else {
        let error = #expect(throws: ArrangeError.self) { try Fields(pairs) }
        #expect(error?.code == .invalidArgument && error?.field == "fields")
      }
    }
    // The same name many times is one field.
    #expect(try Fields((0..<1_000).map { ("a", .int($0)) }) == ["a": .int(999)])
    for length in [0, 1, 127, 128, 129] {
      let name = String(repeating: "n", count: length)
      if (1...128).contains(length) {
        let fields = try Fields([(name, .bool(true))])
        let read = try Fields(checkingEncoded: fields.encoded)
        #expect(fields[name] == .bool(true) && read == fields)
      } else {
        #expect(throws: ArrangeError.self) { try Fields([(name, .bool(true))]) }
      }
    }
    for name in ["\u{0}", "a\u{7F}", "a\u{85}", "\n"] {
      let error = #expect(throws: ArrangeError.self) { try Fields([(name, .null)]) }
      #expect(error?.code == .invalidArgument)
    }
    // Length of the name, name, tag, length of the value: 1 + 1 + 1 + 4 bytes besides the value.
    for size in [65_535, 65_536, 65_537] {
      let pairs = [("n", FieldValue.bytes([UInt8](repeating: 7, count: size - 7)))]
      if size <= Fields.maximumEncodedLength {
        #expect(try Fields(pairs).encoded.count == size)
      } else {
        let error = #expect(throws: ArrangeError.self) { try Fields(pairs) }
        #expect(error?.code == .invalidArgument && error?.message.contains("65537") == true)
      }
    }
  }

  @Test("are changed one at a time", arguments: [5] as [UInt64])
  func setting(seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    var fields = Fields()
    var expected: [String: FieldValue] = [:]
    for step in 0..<2_000 {
      let name = ["a", "b", "c", "longer name"].randomElement(using: &random)!
      let value =
        Int.random(in: 0..<3, using: &random) == 0 ? nil : FieldsTests.values.randomElement(using: &random)!
      try fields.set(name, to: value)
      expected[name] = value
      #expect(fields == (try Fields(expected.map { ($0.key, $0.value) })), "seed \(seed), step \(step)")
    }
    let before = fields
    #expect(throws: ArrangeError.self) { try fields.set("x", to: .double(.nan)) }
    #expect(fields == before, "a refused change changes nothing")
  }

  @Test("updates set, remove and replace")
  func updates() throws {
    let old: Fields = ["a": .int(1), "b": .int(2), "c": .int(3)]
    let element = ElementReference("x")
    func applied(_ set: Fields, _ remove: [String] = [], replaceAll: Bool = false) throws -> Fields {
      try FieldsUpdate(element, set: set, remove: remove, replaceAll: replaceAll).applied(to: old)
    }
    #expect(try applied([:]) == old)
    #expect(try applied(["a": .null]) == ["a": .null, "b": .int(2), "c": .int(3)])
    #expect(try applied([:], ["a", "none"]) == ["b": .int(2), "c": .int(3)])
    #expect(try applied(["a": .int(9)], ["a"]) == ["a": .int(9), "b": .int(2), "c": .int(3)])
    #expect(try applied(["d": .int(4)], replaceAll: true) == ["d": .int(4)])
    #expect(try applied([:], replaceAll: true).isEmpty)
    let many = try Fields((0..<62).map { ("n\($0)", .null) })
    let error = #expect(throws: ArrangeError.self) { try applied(many) }
    #expect(error?.code == .invalidArgument && error?.field == "fields", "65 fields together")
  }

  // MARK: Damage

  @Test("cut at any byte are refused, or are fewer whole fields")
  func cuts() throws {
    let pairs = FieldsTests.values.enumerated().map { (String(UnicodeScalar(UInt8(97 + $0))), $1) }
    let encoded = try Fields(pairs).encoded
    var ends: Set<Int> = []
    for count in 0...pairs.count { ends.insert(try Fields(pairs.prefix(count)).encoded.count) }
    for cut in 0...encoded.count {
      let head = Array(encoded[..<cut])
      if ends.contains(cut) {
        #expect(try Fields(checkingEncoded: head).encoded == head)
      } else {
        let error = #expect(throws: ArrangeError.self, "cut at \(cut)") { try Fields(checkingEncoded: head) }
        #expect(error?.code == .dataLoss)
      }
    }
  }

  @Test("with any bit flipped are refused, or are other fields in canonical form")
  func flips() throws {
    let pairs = FieldsTests.values.enumerated().map { (String(UnicodeScalar(UInt8(97 + $0))), $1) }
    let encoded = try Fields(pairs).encoded
    for bit in 0..<encoded.count * 8 {
      var damaged = encoded
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      expectCanonicalOrRefused(damaged, "bit \(bit)")
    }
  }

  @Test("of random bytes are refused, or are canonical", arguments: [8] as [UInt64])
  func noise(seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    for round in 0..<20_000 {
      let count = Int.random(in: 0...24, using: &random)
      let noise = (0..<count).map { _ in
        [0, 1, 2, 3, 4, 5, 6, 7, 97, 98, 255].randomElement(using: &random)! as UInt8
      }
      expectCanonicalOrRefused(noise, "seed \(seed), round \(round)")
    }
  }

  @Test("that are well formed but not canonical are refused")
  func notCanonical() {
    func field(_ name: String, _ tail: [UInt8]) -> [UInt8] {
      [UInt8(name.utf8.count)] + Array(name.utf8) + tail
    }
    func word(_ value: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let cases: [(String, [UInt8])] = [
      ("out of order", field("b", [0]) + field("a", [0])),
      ("a name twice", field("a", [0]) + field("a", [1])),
      ("no name", [0, 0]),
      ("a long name", field(String(repeating: "n", count: 129), [0])),
      ("a control character", field("a\u{7F}", [0])),
      ("-0", field("a", [4] + word((-0.0 as Double).bitPattern))),
      ("infinity", field("a", [4] + word(Double.infinity.bitPattern))),
      ("not a number", field("a", [4] + word(Double.nan.bitPattern))),
      ("text that is not UTF-8", field("a", [5, 1, 0, 0, 0, 0xFF])),
      ("text with a NUL", field("a", [5, 1, 0, 0, 0, 0])),
      ("a name that is not UTF-8", [1, 0xFF, 0]),
      ("an unknown tag", field("a", [8])),
      ("a length beyond the end", field("a", [6, 255, 255, 255, 255])),
      ("65 fields", (10..<75).flatMap { field("\($0)", [0]) }),
      ("too many bytes", field("a", [6, 0xFB, 0xFF, 0, 0]) + [UInt8](repeating: 0, count: 0xFFFB)),
    ]
    for (name, bytes) in cases {
      let error = #expect(throws: ArrangeError.self, "\(name)") { try Fields(checkingEncoded: bytes) }
      #expect(error?.code == .dataLoss, "\(name)")
    }
  }

  /// Bytes either are refused, or they are exactly what encoding the fields that they hold gives.
  private func expectCanonicalOrRefused(_ bytes: [UInt8], _ comment: String) {
    do {
      let pairs = try Fields(checkingEncoded: bytes).map { ($0.name, $0.value) }
      let again = try Fields(pairs)
      #expect(again.encoded == bytes, "\(comment)")
    } catch {
      #expect(error.code == .dataLoss, "\(comment)")
    }
  }
}
