import DenseInteger
import Ordering
import Testing

@Suite("Dense integers")
struct DenseIntegerTests {
  private let dense = DenseInteger()

  @Test("shift everything after the gap, in one record whatever its length")
  func shifts() throws {
    var random = OrderingRandom(seed: 1)
    var list = KeyListModel(dense)
    list.apply(
      try dense.assignKeys(for: KeyRequest(count: 100_000, gap: 0, in: list), in: list, using: &random),
      at: 0
    )
    let answer = try dense.assignKeys(for: KeyRequest(count: 3, gap: 40, in: list), in: list, using: &random)
    #expect(answer.keys == [40, 41, 42].map { OrderKey(rank: $0) })
    #expect(answer.rekeys == [.shift(range: 40..<100_000, by: 3)])
    let appended = try dense.assignKeys(
      for: KeyRequest(count: 1, gap: 100_000, in: list),
      in: list,
      using: &random
    )
    #expect(appended.rekeys.isEmpty)
  }

  @Test(
    "read only the one text of a rank",
    arguments: [
      ("", "at least one digit"), ("-1", "only the digits"), ("+1", "only the digits"),
      ("01", "leading zero"),
      ("00", "leading zero"), ("1 ", "only the digits"), ("1.0", "only the digits"), ("١", "only the digits"),
      ("9223372036854775808", "above"),
    ]
  )
  func refusesTexts(text: String, fault: String) { expectRefusal(of: text, by: dense, naming: fault) }

  @Test("read and write ranks in decimal", arguments: ["0", "7", "100000", "9223372036854775807"])
  func reads(text: String) throws { #expect(dense.text(of: try dense.key(fromText: text)) == text) }

  @Test(
    "refuse keys that are no ranks",
    arguments: [[], [0], Array(repeating: 0, count: 9), Array(repeating: 255, count: 8)]
  )
  func refusesKeys(bytes: [UInt8]) {
    #expect(throws: OrderingError.self) { try dense.validate(OrderKey(bytes)) }
  }
}

/// Expects that a text is no key, and that the error names what is wrong with it.
func expectRefusal(of text: String, by strategy: any OrderingStrategy, naming fault: String) {
  do {
    let key = try strategy.key(fromText: text)
    Issue.record("‘\(text)’ is read as \(key)")
  } catch .invalidKey(let why) {
    #expect(why.contains(fault), "‘\(text)’: \(why)")
  } catch {
    Issue.record("‘\(text)’ throws \(error)")
  }
}
