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

  @Test("hold exactly if a plain evaluation does", arguments: 1...8 as ClosedRange<UInt64>)
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

  @Test("find substrings like a search at each position", arguments: [1, 2] as [UInt64])
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

  @Test("search long texts in linear time, even if much of the pattern matches everywhere")
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

  @Test("are false for missing values and other kinds, unless they are negated")
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

  @Test("ignoring case compare full case foldings and nothing more")
  func cases() throws {
    func equal(_ a: String, _ b: String) throws -> Bool {
      matches(.comparison("t", .equal, .string(a), ignoresCase: true), try Fields([("t", .string(b))]))
    }
    #expect(try equal("\u{C9}t\u{C9}", "\u{E9}T\u{E9}"))
    #expect(try equal("\u{130}", "i\u{307}") && equal("\u{212A}", "k") && equal("\u{1E9E}", "\u{DF}"))
    #expect(try equal("\u{DF}", "ss") && !equal("\u{E9}", "e\u{301}") && !equal("I", "\u{131}"))
    #expect(try equal("\u{3C2}", "\u{3C3}") && equal("\u{3A3}", "\u{3C3}"))
    // case-folding: what people look for.
    #expect(try equal("ΣΊΣΥΦΟΣ", "σίσυφος") && equal("strasse", "straße") && equal("STRASSE", "Straße"))
    func finds(_ text: String, in content: String) throws -> Bool {
      matches(.contains("t", text, ignoresCase: true), try Fields([("t", .string(content))]))
    }
    #expect(try finds("ΟΣ", in: "σίσυφος") && finds("ss", in: "straße") && !finds("sz", in: "straße"))
  }

  /// Lines of Unicode's CaseFolding.txt with the statuses C and F.
  private static let foldings: [(String, String)] = [
    ("A", "a"), ("\u{B5}", "\u{3BC}"), ("\u{DF}", "ss"), ("\u{130}", "i\u{307}"), ("\u{149}", "\u{2BC}n"),
    ("\u{17F}", "s"), ("\u{1C5}", "\u{1C6}"), ("\u{1F0}", "j\u{30C}"), ("\u{345}", "\u{3B9}"),
    ("\u{390}", "\u{3B9}\u{308}\u{301}"), ("\u{3C2}", "\u{3C3}"), ("\u{3D1}", "\u{3B8}"),
    ("\u{3F4}", "\u{3B8}"),
    ("\u{587}", "\u{565}\u{582}"), ("\u{10A0}", "\u{2D00}"), ("\u{13F8}", "\u{13F0}"),
    ("\u{AB70}", "\u{13A0}"),
    ("\u{1C90}", "\u{10D0}"), ("\u{1E9B}", "\u{1E61}"), ("\u{1E9E}", "ss"), ("\u{1F50}", "\u{3C5}\u{313}"),
    ("\u{1F80}", "\u{1F00}\u{3B9}"), ("\u{1FB7}", "\u{3B1}\u{342}\u{3B9}"),
    ("\u{1FD3}", "\u{3B9}\u{308}\u{301}"),
    ("\u{2126}", "\u{3C9}"), ("\u{212A}", "k"), ("\u{212B}", "\u{E5}"), ("\u{FB00}", "ff"),
    ("\u{FB03}", "ffi"),
    ("\u{FB05}", "st"), ("\u{FB17}", "\u{574}\u{56D}"), ("\u{FF21}", "\u{FF41}"), ("\u{10400}", "\u{10428}"),
    ("\u{1E900}", "\u{1E922}"), ("\u{131}", "\u{131}"), ("\u{13A0}", "\u{13A0}"), ("\u{3B1}", "\u{3B1}"),
  ]

  @Test("use the full Unicode case folding of every scalar")
  func caseFolding() {
    for (text, folding) in FilterTests.foldings {
      #expect(text.foldedBytes == Array(folding.utf8), "\(text)")
    }
    for scalar in (1...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init) {
      let text = String(scalar)
      let folded = text.foldedBytes
      let again = String(decoding: folded, as: UTF8.self).foldedBytes
      guard folded == NaiveEvaluation.folded(scalar), again == folded else {
        Issue.record("U+\(String(scalar.value, radix: 16))")
        continue
      }
    }
    var samples = Samples(seed: 1)
    for _ in 0..<5_000 {
      let text = samples.text(8)
      #expect(text.foldedBytes == text.unicodeScalars.flatMap(NaiveEvaluation.folded))
    }
  }

  @Test("find fields among others with common prefixes")
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
