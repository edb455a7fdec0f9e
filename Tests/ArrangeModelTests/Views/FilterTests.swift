import ArrangeModel
import Ordering
import Testing

@testable import ArrangeModel

@Suite("Filters")
struct FilterTests {
  func matches(_ filter: Filter, _ fields: Fields) -> Bool {
    let compiled = CompiledFilter(filter)
    return fields.withCanonical { compiled.matches($0) }
  }

  @Test("hold exactly where the plain evaluation does", arguments: 1...8 as ClosedRange<UInt64>)
  func againstNaive(seed: UInt64) throws {
    var samples = Samples(seed: seed)
    var held = 0
    for round in 0..<3_000 {
      let filter = samples.filter()
      let compiled = CompiledFilter(filter)
      for _ in 0..<4 {
        let fields = try samples.fields()
        let expected = NaiveEvaluation.matches(filter, fields)
        let result = fields.withCanonical { compiled.matches($0) }
        #expect(result == expected, "seed \(seed), round \(round): \(filter) on \(Array(fields))")
        held += result ? 1 : 0
      }
    }
    #expect((1_000...11_000).contains(held), "seed \(seed): both answers come often")
  }

  @Test("find parts of texts as a search at each place does", arguments: [1, 2] as [UInt64])
  func searches(seed: UInt64) throws {
    var samples = Samples(seed: seed)
    for round in 0..<5_000 {
      let text = (0..<samples.count(0...20)).map { _ in samples.one(of: ["a", "A", "b", "\u{E9}", "\u{C9}"]) }
      let part = (0..<samples.count(0...5)).map { _ in samples.one(of: ["a", "A", "b", "\u{E9}", "\u{C9}"]) }
      let fields = try Fields([("t", .string(text.joined()))])
      for ignoresCase in [false, true] {
        for filter in [
          Filter.contains("t", part.joined(), ignoresCase: ignoresCase),
          .hasPrefix("t", part.joined(), ignoresCase: ignoresCase),
        ] {
          var comment: String { "seed \(seed), round \(round): \(filter) on \(text)" }
          #expect(matches(filter, fields) == NaiveEvaluation.matches(filter, fields), "\(comment)")
        }
      }
    }
  }

  @Test("search long texts in linear time, also where much of the pattern matches everywhere")
  func longSearches() throws {
    let text = String(repeating: "a", count: 60_000)
    let pattern = String(repeating: "a", count: 30_000)
    let fields = try Fields([("t", .string(text))])
    for ignoresCase in [false, true] {
      #expect(matches(.contains("t", pattern, ignoresCase: ignoresCase), fields))
      #expect(!matches(.contains("t", pattern + "b", ignoresCase: ignoresCase), fields))
    }
  }

  @Test("compare numbers by their exact values")
  func numbers() throws {
    let fields: Fields = ["n": .int(1 << 53 + 1), "d": .double(0x1p53), "zero": .double(-0.0)]
    #expect(matches(.comparison("n", .greater, .double(0x1p53)), fields))
    #expect(!matches(.comparison("n", .equal, .double(0x1p53)), fields))
    #expect(matches(.comparison("d", .less, .int(1 << 53 + 1)), fields))
    #expect(matches(.comparison("d", .equal, .int(1 << 53)), fields))
    #expect(matches(.isOneOf("d", [.string(""), .int(1 << 53)]), fields))
    #expect(!matches(.isOneOf("d", [.int(1 << 53 + 1), .null]), fields))
    #expect(matches(.comparison("zero", .equal, .int(0)), fields))
    #expect(matches(.comparison("zero", .equal, .double(-0.0)), fields))
  }

  @Test("hold of nothing that is missing or of another kind, unless they are negated")
  func otherKinds() throws {
    let fields: Fields = ["t": .string("1"), "null": .null, "b": .bool(true)]
    for field in ["t", "null", "b", "missing"] {
      for comparison in Filter.Comparison.allCases {
        let filter = Filter.comparison(field, comparison, .int(1))
        #expect(!matches(filter, fields) && matches(.not(filter), fields))
      }
    }
    #expect(matches(.exists("null"), fields) && !matches(.exists("missing"), fields))
    #expect(matches(.comparison("null", .equal, .null), fields))
    #expect(!matches(.comparison("missing", .equal, .null), fields))
    #expect(matches(.isOneOf("null", [.null]), fields) && !matches(.isOneOf("missing", [.null]), fields))
  }

  @Test("without regard to case compare lowercase mappings and nothing more")
  func cases() throws {
    func equal(_ a: String, _ b: String) throws -> Bool {
      matches(.comparison("t", .equal, .string(a), ignoresCase: true), try Fields([("t", .string(b))]))
    }
    #expect(try equal("\u{C9}t\u{C9}", "\u{E9}T\u{E9}"))
    #expect(try equal("\u{130}", "i\u{307}") && equal("\u{212A}", "k") && equal("\u{1E9E}", "\u{DF}"))
    #expect(try !equal("\u{DF}", "ss") && !equal("\u{E9}", "e\u{301}") && !equal("I", "\u{131}"))
    #expect(try !equal("\u{3C2}", "\u{3C3}") && equal("\u{3A3}", "\u{3C3}"))
  }

  @Test("see the lower case that String.lowercased() makes, of every scalar")
  func lowerCase() {
    func lowered(_ text: String) -> [UInt8] {
      var text = text
      return text.withUTF8 {
        var bytes = LoweredBytes(UnsafeRawBufferPointer($0))
        var result: [UInt8] = []
        while case let byte = bytes.next(), byte >= 0 { result.append(UInt8(byte)) }
        return result
      }
    }
    for scalar in (1...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init) {
      let text = String(scalar)
      guard lowered(text) != Array(text.lowercased().utf8) else { continue }
      Issue.record("U+\(String(scalar.value, radix: 16))")
    }
    var samples = Samples(seed: 1)
    for _ in 0..<5_000 {
      let text = samples.text(8)
      #expect(lowered(text) == Array(text.lowercased().utf8), "\(text.unicodeScalars.map(\.value))")
    }
  }

  @Test("look fields up among others whose names begin alike")
  func lookups() throws {
    let names = ["a", "aa", "ab", "b", "ba", "\u{E9}", "e", "ea"]
    for have in 0..<(1 << names.count) {
      let pairs = names.indices.filter { have >> $0 & 1 == 1 }.map { (names[$0], FieldValue.int(Int64($0))) }
      let fields = try Fields(pairs)
      for (place, name) in names.enumerated() {
        let holds = matches(.comparison(name, .equal, .int(Int64(place))), fields)
        #expect(holds == (have >> place & 1 == 1), "\(name) in \(pairs)")
      }
    }
  }
}
