import InputText
import Ordering
import Testing
import arrange

/// Readers take whatever comes: they read it or say what is wrong, and never stop the program.
@Suite struct OddInputTests {
  private static let samples = [
    "id,section,title\na,s,\"A, \"\"b\"\"\"\r\n,,x\n",
    "{\"id\":\"a\",\"section\":\"s\",\"fields\":{\"t\":1.5,\"b\":{\"$bytes\":\"Zg==\"}}}\n{\"section\":{\"id\":\"s\",\"fields\":{}}}\n",
    "# T <!-- arrange {\"list\":true} -->\n## S\n- [x] a <!-- arrange {\"id\":\"a\"} -->\n  - b\n\n    note\n```\n1. c\n",
    "{\"lists\":[{\"id\":\"l\",\"name\":\"n\",\"pos\":1}],\"cards\":[{\"id\":\"c\",\"name\":\"m\",\"idList\":\"l\",\"pos\":2,\"due\":\"2026-03-01T09:30:00Z\"}]}",
    "{\"sections\":[{\"id\":\"s\",\"items\":[{\"id\":\"i\",\"fields\":{\"x\":null}}]}]}",
  ]

  @Test(arguments: ImportFormat.allCases) func randomBytes(format: ImportFormat) {
    var random = OrderingRandom(seed: 21)
    var read = 0
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        // Mostly bytes that mean something to some reader.
        Bool.random(using: &random)
          ? Array("\",;\t\r\n -[x]#{}:0<!>~`".utf8).randomElement(using: &random)!
          : UInt8.random(in: 0...255, using: &random)
      }
      if check(format, bytes, "seed 21") { read += 1 }
    }
    // Markdown can't be wrong but for the encoding; the others have to refuse.
    #expect(read < 3_000)
  }

  @Test(arguments: ImportFormat.allCases) func damagedSamples(format: ImportFormat) {
    var random = OrderingRandom(seed: 22)
    for round in 0..<4_000 {
      var bytes = Array(OddInputTests.samples[round % OddInputTests.samples.count].utf8)
      for _ in 0...Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(bytes.randomElement(using: &random)!, at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      check(format, bytes, "seed 22, round \(round)")
    }
  }

  @Test(arguments: ImportFormat.allCases) func everyPrefix(format: ImportFormat) {
    for sample in OddInputTests.samples {
      for length in 0...sample.utf8.count {
        check(format, Array(sample.utf8.prefix(length)), "prefix \(length)")
      }
    }
  }

  /// Whether the bytes are read. A refusal names a place in them.
  @discardableResult
  private func check(_ format: ImportFormat, _ bytes: [UInt8], _ place: Comment) -> Bool {
    do {
      let source = try SourceText(bytes)
      _ = ImportFormat(guessing: source)
      _ = try format.read(source, ImportOptions())
      return true
    } catch {
      // UTF-16 becomes UTF-8 of another length.
      let count = (try? SourceText(bytes))?.bytes.count ?? bytes.count
      #expect((0...count).contains(error.offset), "\(place): \(format) \(bytes)")
      #expect(!error.message.isEmpty)
      return false
    }
  }

  @Test(arguments: [
    ("x.csv", ImportFormat.csv), ("x.TSV", .csv), ("a.b.jsonl", .jsonl), ("x.ndjson", .jsonl),
    ("x.md", .markdown), ("x.xlsx", nil),
    ("x.json", nil), ("x", nil), ("-", nil),
  ])
  func formatsOfNames(name: String, format: ImportFormat?) { #expect(ImportFormat(fileName: name) == format) }

  @Test(arguments: [
    ("", nil), ("\n \n", nil), ("word", nil), ("a,b\n", ImportFormat.csv), ("a;b", .csv), ("# T", .markdown),
    ("\n- a", .markdown), ("To do\n=====\n", .markdown), ("Text\n\n- a\n", .markdown),
    ("{\"data\":[{\"a\":1}]}", .json), ("{\"a\":1,\n\"b\":2}", .jsonl), ("1. a", .markdown),
    ("{\"a\":1}\n{\"a\":2}", .jsonl), ("{\"a\":1}", .jsonl),
    ("[]", .json),
    ("{\"sections\":[]}", .json), ("{\n\"lists\":[],\n\"cards\":[]}", .trello), ("{", .jsonl),
  ])
  func formatsOfTexts(text: String, format: ImportFormat?) {
    #expect(ImportFormat(guessing: SourceText(text)) == format)
  }
}
