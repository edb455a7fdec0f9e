import ArrangeModel
import Foundation
import Ordering
import Testing

@testable import Engine

@Suite("The limit of a section", .timeLimit(.minutes(10)))
struct ItemLimitTests {
  /// `ARRANGE_TEST_SCALE`, or 1. With 100 there are 1,000,000 attempts.
  private static let scale = Int(ProcessInfo.processInfo.environment["ARRANGE_TEST_SCALE"] ?? "") ?? 1

  /// A list with a section of 2 items, of which 3 are allowed, and one without limit.
  private func engine() async throws -> TestEngine {
    let engine = try TestEngine(MemoryJournal(), shards: 2)
    for name in ["board", "other"] as [Identifier] {
      try await engine.create(name)
      try await engine.apply(
        name,
        .insertSections(
          [NewElement(id: "full", fields: ["item_limit": .int(3)]), NewElement(id: "free")],
          to: SectionDestination()
        )
      )
    }
    try await engine.apply("board", insertion(["a", "b"], "full"))
    try await engine.apply("board", insertion(["x", "y"], "free"))
    return engine
  }

  private func insertion(_ ids: [Identifier], _ section: Identifier) -> ListOperation {
    .insertItems(ids.map { NewElement(id: $0) }, to: ItemDestination(section: section))
  }

  private func move(_ ids: [Identifier], _ section: Identifier) -> ListOperation {
    .moveItems(ids.map { ElementReference($0) }, to: ItemDestination(section: section, .first))
  }

  private func refusal(_ engine: TestEngine, _ operations: ListOperation...) async throws -> ArrangeError? {
    do throws(ArrangeError) {
      _ = try await engine.call("board") {
        $0.apply(ApplyRequest(collection: "board", operations: operations), reply: $1)
      }
      return nil
    } catch {
      return error
    }
  }

  private func limit(_ limit: FieldValue) -> ListOperation {
    .updateSections([FieldsUpdate(ElementReference("full"), set: ["item_limit": limit])])
  }

  @Test("refuses what would exceed it, and names section, count, limit and field")
  func refuses() async throws {
    let engine = try await engine()
    let error = try #require(try await refusal(engine, insertion(["c", "d"], "full")))
    #expect(error.code == .failedPrecondition && error.field == "operations[0].insert_items.section")
    #expect(
      error.message
        == "section \"full\" has 2 of at most 3 items and no room for 2 more; take some out, or raise its item_limit"
    )
    #expect(try await refusal(engine, move(["x", "y"], "full"))?.code == .failedPrecondition)
    let adopted = [AdoptedItem(id: "p", key: .empty), AdoptedItem(id: "q", key: .empty)]
    #expect(
      try await refusal(engine, .adoptItems(adopted, section: "full"))?.field
        == "operations[0].adopt_items.section"
    )
    #expect(try await engine.ids("board") == [["a", "b"], ["x", "y"]])
    #expect(try await refusal(engine, move(["x", "a", "b"], "full")) == nil, "two of them are there already")
    #expect(try await refusal(engine, move(["y"], "full"))?.code == .failedPrecondition)
    #expect(try await refusal(engine, move(["b"], "free"), move(["y"], "full")) == nil)
    #expect(try await engine.ids("board") == [["y", "x", "a"], ["b"]])
  }

  @Test("can be set below what is there, and then refuses only what adds")
  func lowered() async throws {
    let engine = try await engine()
    #expect(try await refusal(engine, limit(.int(1))) == nil)
    #expect(try await refusal(engine, insertion(["c"], "full"))?.code == .failedPrecondition)
    #expect(try await refusal(engine, move(["b"], "full")) == nil)
    #expect(try await refusal(engine, .reorderItems(section: "full", ["a", "b"])) == nil)
    #expect(try await refusal(engine, move(["b"], "free")) == nil)
    #expect(try await refusal(engine, limit(.int(0)), insertion(["c", "d", "e"], "full")) == nil)
    #expect(try await refusal(engine, limit(.null), insertion(["f"], "full")) == nil)
  }

  @Test(
    "is an integer of 0 or more",
    arguments: [.int(-1), .string("3"), .double(2), .bool(true)] as [FieldValue]
  )
  func values(value: FieldValue) async throws {
    let engine = try await engine()
    #expect(
      try await refusal(engine, limit(value))?.field
        == "operations[0].update_sections.sections[0].fields.item_limit"
    )
    let section = NewElement(id: "s", fields: ["item_limit": value])
    #expect(
      try await refusal(engine, .insertSections([section], to: SectionDestination()))?.code
        == .invalidArgument
    )
    #expect(
      try await refusal(
        engine,
        .insertItems(
          [NewElement(id: "i", fields: ["item_limit": value])],
          to: ItemDestination(section: "free")
        )
      ) == nil,
      "in items it is a field as any other"
    )
  }

  @Test("is never exceeded by 50 writers at the same time", arguments: [1, 2] as [UInt64])
  func concurrent(seed: UInt64) async throws {
    let engine = try await engine()
    let attempts = 100 * ItemLimitTests.scale
    let counts = try await withThrowingTaskGroup(of: (done: Int, refused: Int).self) { group in
      for writer in 0..<50 as Range<UInt64> {
        group.addTask {
          var random = OrderingRandom(seed: seed &* 100 &+ writer)
          var counts = (done: 0, refused: 0)
          let names = ["board", "other"] as [Identifier]
          for number in 0..<attempts {
            let (name, other) = writer % 2 == 0 ? (names[0], names[1]) : (names[1], names[0])
            let own = Identifier(unchecked: "w\(writer).\(number % 3)")
            do throws(ArrangeError) {
              switch Int.random(in: 0..<6, using: &random) {
              case 0: try await engine.apply(name, insertion([own], "full"))
              case 1: try await engine.apply(name, insertion([own], "free"))
              case 2: try await engine.apply(name, move([own], "full"))
              case 3: try await engine.apply(name, .removeItems([ElementReference(own)]))
              case 4:
                let key = AdoptedItem(id: own, key: .empty)
                try await engine.apply(name, .adoptItems([key], section: "full"))
              default:
                let transfer = ItemTransfer(
                  [ElementReference(own)],
                  to: other,
                  ItemDestination(section: "full")
                )
                _ = try await engine.transact([TransactionStep(name, .transfer(transfer))])
              }
              counts.done += 1
            } catch {
              if error.code == .failedPrecondition { counts.refused += 1 }
            }
            if number % 10 == 0 {
              let page = try await engine.fetch(FetchRequest(collection: name))
              #expect(page.sections.allSatisfy { $0.itemCount <= ItemLimit.of($0.section.fields) ?? .max })
            }
          }
          return counts
        }
      }
      return try await group.reduce((0, 0)) { ($0.0 + $1.done, $0.1 + $1.refused) }
    }
    #expect(counts.0 > attempts && counts.1 > attempts, "\(counts)")
    for name in ["board", "other"] as [Identifier] {
      #expect(try await engine.ids(name)[0].count <= 3)
    }
  }
}
