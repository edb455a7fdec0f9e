import ArrangeModel
import LexoRank
import Ordering
import RandomizedFraction
import Testing

@testable import Engine

/// Adopted keys that are legal and leave no room beside them.
@Suite("Adopted keys")
struct AdoptedKeyTests {
  /// The keys at the ends, those next to them, and the longest.
  private func extremes(_ strategy: any OrderingStrategy) -> [OrderKey] {
    var texts = (0..<63).flatMap { power -> [String] in
      let number = 1 << power
      return [number, number &- 1, number &+ 1, -number, 1 &- number].map { "\($0)" }
    }
    for bucket in 0...2 {
      for rank in ["000000", "000001", "zzzzzz", "zzzzzy", "i00000"] {
        texts.append("\(bucket)|\(rank):")
        for length in [1, 2, 12, 22, 23, 24, 25] {
          texts.append("\(bucket)|\(rank):" + String(repeating: "z", count: length))
          texts.append("\(bucket)|\(rank):" + String(repeating: "0", count: length - 1) + "1")
        }
      }
    }
    let keys = texts.compactMap { try? strategy.key(fromText: $0) }
    return Set(keys).filter { (try? strategy.validate($0)) != nil }.sorted()
  }

  @Test("without room in between are rekeyed for new neighbours", arguments: ["fractional", "lexorank"])
  func extremes(name: String) async throws {
    let strategy: any OrderingStrategy = name == "lexorank" ? LexoRank() : RandomizedFraction()
    let keys = extremes(strategy)
    #expect(keys.count > 20)
    let engine = try TestEngine(MemoryJournal())
    for (number, pair) in zip(keys, keys.dropFirst()).enumerated() {
      let list = Identifier(unchecked: "list \(number)")
      try await engine.create(list, name)
      let adopted = [pair.0, pair.1].enumerated().map { index, key in
        AdoptedItem(id: Identifier(unchecked: "\(index)"), key: key)
      }
      let result = try await engine.apply(list, .adoptItems(adopted, section: .empty))
      #expect(result.operations[0].map(\.key) == [pair.0, pair.1])
      try await engine.apply(list, .add("first", to: ItemDestination(.first)))
      try await engine.apply(list, .add("last", to: ItemDestination(.last)))
      try await engine.apply(list, .add("a", "b", "c", to: ItemDestination(.before("1"))))
      // Two more with the same keys, and one that was between them.
      let more = [
        AdoptedItem(id: "x", key: pair.0, after: "0", before: "1"),
        AdoptedItem(id: "y", key: pair.1, after: "0", before: "1"),
        AdoptedItem(id: "z", key: .empty, after: "0", before: "1"),
        // It had no predecessor, so it may come first now if the others have greater keys.
        AdoptedItem(id: "w", key: pair.1, before: "1"),
      ]
      try await engine.apply(list, .adoptItems(more, section: .empty))
      let ids = try await engine.ids(list)[0]
      let others = ids.filter { $0 != "w" }
      #expect(ids.count == 11 && others.first == "first" && others.last == "last")
      let place = { ids.firstIndex(of: $0) ?? -1 }
      #expect(["w", "x", "y", "z"].allSatisfy { place($0) < place("1") }, "\(pair): \(ids)")
      #expect(["x", "y", "z"].allSatisfy { place("0") < place($0) }, "\(pair): \(ids)")
      let report: KeyReport = try await engine.call(list) {
        $0.verifyKeys(VerifyKeysRequest(collection: list), reply: $1)
      }
      #expect(report.problemCount == 0)
    }
  }
}
