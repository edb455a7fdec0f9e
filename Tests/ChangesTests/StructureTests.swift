import ArrangeModel
import Ordering
import Testing

@testable import Changes

@Suite("Structure")
struct StructureTests {
  @Test("The longest increasing subsequence is the first one of its length")
  func longestIncreasing() {
    var random = OrderingRandom(seed: HistoryTests.seed)
    for _ in 0..<3_000 {
      let numbers = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Int.random(in: 0..<9, using: &random)
      }
      var best: [Int] = []
      for choice in 0..<(1 << numbers.count) {
        let places = numbers.indices.filter { choice & (1 << $0) != 0 }
        let picked = places.map { numbers[$0] }
        guard zip(picked, picked.dropFirst()).allSatisfy({ $0 < $1 }) else { continue }
        let isBetter =
          places.count == best.count ? places.lexicographicallyPrecedes(best) : places.count > best.count
        if isBetter { best = places }
      }
      #expect(longestIncreasingSubsequence(of: numbers) == best, "\(numbers)")
    }
  }

  @Test("Runs are as long as possible")
  func runs() {
    var runs: [ItemRun] = []
    let item = ModelNames.item(ModelElement(1))
    runs.append(keptFrom: ListPath(section: 0, item: 3))
    runs.append(keptFrom: ListPath(section: 0, item: 4), count: 2)
    runs.append(keptFrom: ListPath(section: 1, item: 6))
    runs.append(new: item)
    runs.append(new: item)
    runs.append(keptFrom: ListPath(section: 1, item: 7))
    #expect(
      runs == [
        .kept(from: ListPath(section: 0, item: 3), count: 3),
        .kept(from: ListPath(section: 1, item: 6), count: 1),
        .new([item, item]), .kept(from: ListPath(section: 1, item: 7), count: 1),
      ]
    )
    #expect(runs.areMaximal)
    #expect(!(runs + [.kept(from: ListPath(section: 1, item: 8), count: 1)]).areMaximal)
  }

  @Test("Keys and content versions of composed batches are the last ones sent")
  func versions() throws {
    func list(_ content: Int64, version: UInt64, key: UInt8) -> SectionedList {
      SectionedList([
        SectionedList.Section(
          ElementSnapshot(id: "section", fields: [:], contentVersion: 1, key: .empty),
          items: [
            ElementSnapshot(
              id: "item",
              fields: ["content": .int(content)],
              contentVersion: version,
              key: OrderKey([key])
            )
          ]
        )
      ])
    }
    let empty = SectionedList([SectionedList.Section(list(0, version: 0, key: 0).sections[0].element)])
    let insert = batch(from: empty, to: list(1, version: 2, key: 1))
    let update = batch(from: list(1, version: 2, key: 1), to: list(5, version: 3, key: 2))
    let nothing = batch(from: list(5, version: 3, key: 2), to: list(5, version: 9, key: 4))
    let composed = try insert.composed(with: update).composed(with: nothing)
    let item = list(5, version: 3, key: 2).sections[0].items[0]
    #expect(composed.items.inserts == [ItemInsert(at: ListPath(section: 0, item: 0), source: .new(item))])
  }

  /// The batch between two lists of one section with at most one item.
  private func batch(from old: SectionedList, to new: SectionedList) -> ChangeBatch {
    var batch = ChangeBatch(before: old.size, after: new.size)
    let path = ListPath(section: 0, item: 0)
    switch (old.sections[0].items.first, new.sections[0].items.first) {
    case (nil, let item?): batch.items.inserts = [ItemInsert(at: path, source: .new(item))]
    case (let before?, let after?) where before.fields != after.fields:
      batch.items.updates = [Update(at: path, content: after, before: FieldsFingerprint(before.fields))]
    default: break
    }
    return batch
  }
}
