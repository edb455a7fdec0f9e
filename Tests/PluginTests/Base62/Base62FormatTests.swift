import Foundation
import Ordering
import OutsideFiles
import TestSupport
import Testing

/// The keys of `base62` are, byte for byte, those of web clients.
@Suite("The format of base62")
struct Base62FormatTests {
  private static let webVectors: OutsideFile = "vectors/rocicorp-fractional-indexing-v3.2.0.json"
  private static let digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

  private let strategy: any OrderingStrategy
  private let model = FractionalIndex(Base62FormatTests.digits)

  init() throws { strategy = try Libraries.base62Strategy() }

  /// Cases made by hand, so that the test is whole by itself.
  private static let cases: [(low: String?, high: String?, key: String)] = [
    (nil, nil, "a0"), ("a7", nil, "a8"), ("az", nil, "b00"), ("bzz", nil, "c000"), ("Zz", nil, "a0"),
    ("Yzz", nil, "Z0"), ("a9V", nil, "aA"), (nil, "a0", "Zz"), (nil, "b00", "az"), (nil, "Z0", "Yzz"),
    (nil, "a5C", "a5"), ("a3", "a4", "a3V"), ("a3", "a3V", "a3G"), ("a3V", "a4", "a3l"), ("a3", "a5", "a4"),
    ("a3z", "a4", "a3zV"), ("a30001", "a30002", "a30001V"), ("a3A", "a3C", "a3B"), ("a31", "a320H", "a32"),
    ("a3", "a3001", "a3000V"), ("a3", "a4V", "a4"), ("Zz", "a0", "ZzV"),
    ("zzzzzzzzzzzzzzzzzzzzzzzzzzz", nil, "zzzzzzzzzzzzzzzzzzzzzzzzzzzV"),
    (nil, "A00000000000000000000000001", "A00000000000000000000000000V"),
  ]

  @Test("has the keys between two others", arguments: cases.indices)
  func between(index: Int) throws {
    let (low, high, key) = Base62FormatTests.cases[index]
    #expect(try make(low, high) == [key])
  }

  @Test(
    "refuses what is no key",
    arguments: [
      "", "a", "0", "a00", "a_", "a0_", "a0-", "b0", "Z", "A00000000000000000000000000", "a0 ", "ä0",
      "a1\u{0}",
      "zz", "a0V0", String(repeating: "a", count: 65), "é", " a0",
    ]
  )
  func refused(text: String) {
    #expect(throws: OrderingError.self) { try strategy.key(fromText: text) }
  }

  @Test("matches the reference, whatever the neighbours")
  func yardstick() throws {
    let seed: UInt64 = 77
    var random = OrderingRandom(seed: seed)
    var keys: [[UInt8]] = ["A00000000000000000000000001", "Yzz", "Z0", "Zz", "a0", "b00", "zzy"].map {
      Array($0.utf8)
    }.filter(model.isValid)
    for _ in 0..<20_000 {
      let gap = random.position(in: 0..<(keys.count + 1))
      let (low, high) = (gap > 0 ? keys[gap - 1] : nil, gap < keys.count ? keys[gap] : nil)
      let count = random.next() % 8 == 0 ? 1 + random.position(in: 0..<40) : 1
      guard let expected = model.between(low, high, count: count) else { continue }
      let text = { (key: [UInt8]?) in key.map { String(decoding: $0, as: UTF8.self) } }
      guard expected.allSatisfy({ $0.count <= 32 && model.isValid($0) }) else { continue }
      let made = try make(text(low), text(high), count: count)
      #expect(
        made == expected.map { text($0) },
        "seed \(seed), between \(text(low) ?? "") and \(text(high) ?? "")"
      )
      keys.insert(contentsOf: expected, at: gap)
      // A short list has narrow gaps.
      if keys.count > 60 {
        let start = random.position(in: 0..<30)
        keys.removeSubrange(start..<(start + 29))
      }
    }
  }

  @Test("accepts exactly the keys of the reference")
  func validity() throws {
    let seed: UInt64 = 78
    var random = OrderingRandom(seed: seed)
    let characters = Array("019AZaz_-.".utf8)
    var taken = 0
    for _ in 0..<50_000 {
      let heads = Array("abcYZA0".utf8)
      let key =
        [heads[random.position(in: 0..<heads.count)]]
        + (0..<random.position(in: 0..<7)).map { _ in characters[random.position(in: 0..<characters.count)] }
      let isTaken = (try? strategy.validate(OrderKey(key))) != nil
      #expect(isTaken == model.isValid(key), "seed \(seed): \(String(decoding: key, as: UTF8.self))")
      if isTaken { taken += 1 }
    }
    #expect(taken > 1_000)
  }

  @Test("matches the vectors of a web library", .needs(webVectors))
  func vectors() throws {
    let file = try Self.webVectors.object()
    var tried = 0
    for row in try #require(file["between"] as? [[String: Any]]) {
      let (low, high) = (row["a"] as? String, row["b"] as? String)
      let expected = try #require(row["expect"] as? String)
      let digits = row["digits"] as? String
      expectModel(digits, low, high, [expected])
      guard digits == nil else { continue }
      tried += 1
      if expected.contains(" ") {
        #expect(throws: OrderingError.self, "\(expected)") { try make(low, high) }
      } else {
        #expect(try make(low, high) == [expected])
      }
    }
    #expect(tried >= 27)
    for row in try #require(file["nKeys"] as? [[String: Any]]) {
      let expected = try #require(row["expect"] as? String).split(separator: " ").map(String.init)
      expectModel(row["digits"] as? String, row["a"] as? String, row["b"] as? String, expected)
    }
  }

  /// The yardstick itself, in the digits of a vector.
  private func expectModel(_ digits: String?, _ low: String?, _ high: String?, _ expected: [String]) {
    let ascii = String(decoding: 32...126, as: UTF8.self)
    let model = FractionalIndex(
      digits == nil ? Base62FormatTests.digits : digits == "ASCII32..126" ? ascii : digits!
    )
    let (low, high) = (low.map { Array($0.utf8) }, high.map { Array($0.utf8) })
    if expected.count == 1, expected[0].hasPrefix("invalid") {
      #expect(![low, high].compactMap { $0 }.allSatisfy(model.isValid), "\(expected)")
    } else if !(expected[0].contains(" >= ")) {
      let made = model.between(low, high, count: expected.count)
      #expect(made?.map { String(decoding: $0, as: UTF8.self) } == expected)
    }
  }

  /// Keys between two others in a list of these.
  private func make(_ low: String?, _ high: String?, count: Int = 1) throws -> [String] {
    let list = try [low, high].compactMap { try $0.map { try strategy.key(fromText: $0) } }
    let request = KeyRequest(count: count, gap: low == nil ? 0 : 1, in: list)
    var random = OrderingRandom(seed: 1)
    let answer = try strategy.assignKeys(for: request, in: list, using: &random)
    #expect(answer.rekeys.isEmpty)
    return answer.keys.map { strategy.text(of: $0) }
  }
}
