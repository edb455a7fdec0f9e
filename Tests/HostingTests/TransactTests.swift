import ArrangeModel
import ListModel
import Ordering
import Testing

@testable import Engine

@Suite("A transaction over several collections", .timeLimit(.minutes(5)))
struct TransactTests {
  private let journal = MemoryJournal()

  /// Lists with items, on several shards.
  private func engine() async throws -> TestEngine {
    let engine = try TestEngine(journal, shards: 3)
    for (name, items) in [("board", ["a", "b", "c"]), ("archive", ["x"]), ("other", [])]
      as [(Identifier, [String])]
    {
      try await engine.create(name)
      for item in items { try await engine.apply(name, .add(item)) }
    }
    return engine
  }

  private func transfer(
    _ items: Identifier...,
    to target: Identifier,
    _ destination: ItemDestination = ItemDestination()
  ) -> TransactionStep {
    TransactionStep(
      "board",
      .transfer(ItemTransfer(items.map { ElementReference($0) }, to: target, destination))
    )
  }

  private func id(_ number: UInt8) throws -> RequestID { try RequestID([number]) }

  private func history(_ name: Identifier, of engine: TestEngine) async throws -> [HistoryEntry] {
    try await engine.call(name) { $0.history(HistoryRequest(collection: name), reply: $1) }.commits
  }

  @Test("hands items from one to another, with their contents, in one step of both histories")
  func transfers() async throws {
    let engine = try await engine()
    let result = try await engine.transact([transfer("c", "a", to: "archive", ItemDestination(.before("x")))])
    #expect(try await engine.ids("board") == [["b"]])
    #expect(try await engine.ids("archive") == [["c", "a", "x"]])
    #expect(
      result.collections.map(\.name) == ["archive", "board"] && result.collections.allSatisfy(\.changed)
    )
    #expect(result.collections.map(\.version) == [2, 4])
    #expect(result.steps.map { $0.map(\.id) } == [["c", "a"]])
    #expect(result.steps[0][0].place == .item(ListPath(section: 0, item: 0)))
    let page = try await engine.fetch(FetchRequest(collection: "archive"))
    #expect(page.sections[0].items[0].fields == ["title": .string("c")])
    #expect(page.sections[0].items[0].contentVersion == 3)
    #expect(page.sections[0].items[0].placementVersion == 2)
    let (out, back) = (try await history("board", of: engine), try await history("archive", of: engine))
    #expect(out.last?.transaction != nil && out.last?.transaction == back.last?.transaction)
    #expect(out.last?.changes.allSatisfy { $0.kind == .itemRemoved && $0.transferred == "archive" } == true)
    #expect(back.last?.changes.allSatisfy { $0.kind == .itemInserted && $0.transferred == "board" } == true)
    #expect(out.first?.transaction == nil)
  }

  @Test("changes nothing at all if one of its steps is refused")
  func refusals() async throws {
    let engine = try await engine()
    let cases: [([TransactionStep], [VersionCondition], StatusCode, String)] = [
      (
        [
          transfer("a", to: "archive"),
          TransactionStep("archive", .operation(.removeItems([ElementReference("y")]))),
        ],
        [], .notFound, "steps[1].operation.remove_items.items[0].id"
      ),
      (
        [transfer("a", to: "archive"), transfer("a", to: "other")], [], .notFound,
        "steps[1].transfer_items.items[0].id"
      ),
      ([transfer("a", "a", to: "archive")], [], .invalidArgument, "steps[0].transfer_items.items[1].id"),
      (
        [transfer("a", to: "archive", ItemDestination(section: "no"))], [], .notFound,
        "steps[0].transfer_items.section"
      ),
      (
        [TransactionStep("archive", .operation(.add("a"))), transfer("a", to: "archive")],
        [], .alreadyExists, "steps[1].transfer_items.items[0].id"
      ),
      (
        [
          TransactionStep(
            "board",
            .transfer(ItemTransfer([ElementReference("a", ifSection: "s")], to: "archive"))
          )
        ],
        [], .aborted, "steps[0].transfer_items.items[0].if_section"
      ),
      (
        [transfer("a", to: "archive")], [VersionCondition("other", ifVersion: 1)], .aborted,
        "conditions[0].if_version"
      ),
      ([transfer("a", to: "missing")], [], .notFound, "collection"),
    ]
    for (steps, conditions, code, field) in cases {
      let error = await #expect(throws: ArrangeError.self) {
        try await engine.transact(steps, conditions: conditions)
      }
      #expect(error?.code == code && error?.field == field, "\(String(describing: error))")
    }
    #expect(try await engine.ids("board") == [["a", "b", "c"]])
    #expect(try await engine.ids("archive") == [["x"]])
    // Nothing waits for them any more.
    for name in ["board", "archive", "other"] as [Identifier] { try await engine.apply(name, .add("new")) }
  }

  @Test("gives a retry the first answer, also after a restart, and also if nothing has changed")
  func retries() async throws {
    var engine = try await engine()
    let steps = [transfer("a", to: "archive"), transfer("b", to: "other")]
    let idle = [
      TransactionStep("board", .operation(.moveItems([ElementReference("c")], to: ItemDestination(.last)))),
      TransactionStep("other", .operation(.moveItems([ElementReference("b")], to: ItemDestination(.last)))),
    ]
    let first = try await engine.transact(steps, requestID: id(1))
    let second = try await engine.transact(idle, requestID: id(2))
    #expect(!second.repeated && !second.collections.contains(where: \.changed))
    try await engine.apply("other", .add("later"))
    for _ in 0..<2 {
      var again = try await engine.transact(steps, requestID: id(1))
      #expect(again.repeated)
      again.repeated = false
      #expect(again == first)
      let unchanged = try await engine.transact(idle, requestID: id(2))
      #expect(unchanged.repeated && unchanged.steps == second.steps)
      #expect(try await engine.ids("other") == [["b", "later"]])
      for other in [[steps[0]], idle] {
        let error = await #expect(throws: ArrangeError.self) {
          try await engine.transact(other, requestID: id(1))
        }
        #expect(error?.code == .invalidArgument && error?.field == "request_id")
      }
      engine = try TestEngine(journal, shards: 3)
    }
  }

  @Test("leaves what the naive lists have, whatever it does", arguments: 1...4 as ClosedRange<UInt64>)
  func random(seed: UInt64) async throws {
    let names: [Identifier] = ["p", "q", "r", "s"]
    var engine = try TestEngine(journal, shards: 3, seed: seed)
    var generator = TransactionGenerator(.joint, seed: seed)
    var model = NaiveLists(names, names: generator.names)
    for (index, name) in names.enumerated() {
      try await engine.create(name, ["lexorank", "dense", "fractional"][index % 3])
    }
    var (done, refused) = (0, 0)
    for round in 0..<400 {
      let steps = generator.steps(for: model)
      let expected = Result { () throws(Refusal) in try model.applying(steps) }
      do throws(ArrangeError) {
        let result = try await engine.transact(steps)
        guard case .success(let after) = expected else {
          Issue.record("seed \(seed), round \(round): carried out \(steps)")
          return
        }
        for collection in result.collections {
          #expect(
            collection.version == after.lists[collection.name]?.version,
            "seed \(seed), round \(round): \(steps)"
          )
        }
        model = after
        done += 1
      } catch {
        guard case .failure(let refusal) = expected else {
          Issue.record("seed \(seed), round \(round): \(error) for \(steps)")
          return
        }
        #expect(error.code == refusal.code, "seed \(seed), round \(round): \(error) for \(steps)")
        refused += 1
      }
      if round % 40 == 39 {
        for name in names {
          let page = try await engine.fetch(FetchRequest(collection: name))
          let found = page.sections.map { [$0.section.id] + $0.items.map(\.id) }
          let wanted = model.lists[name]!.sections.map {
            [model.names[$0.id]] + $0.items.map { model.names[$0] }
          }
          #expect(found == wanted, "seed \(seed), round \(round), \(name)")
        }
        engine = try TestEngine(journal, shards: 3, seed: seed &+ UInt64(round))
      }
    }
    #expect(done > 100 && refused > 10, "seed \(seed): \(done) and \(refused)")
  }

  @Test("by many at once leaves each item in exactly one list", arguments: [1, 2] as [UInt64])
  func concurrent(seed: UInt64) async throws {
    let names: [Identifier] = ["p", "q", "r", "s", "t"]
    let items = (0..<20).map { Identifier(unchecked: "i\($0)") }
    let engine = try TestEngine(journal, shards: 3, seed: seed)
    for name in names { try await engine.create(name) }
    try await engine.apply("p", .insertItems(items.map { NewElement(id: $0) }, to: ItemDestination()))
    let moved = try await withThrowingTaskGroup(of: Int.self) { group in
      for worker in 0..<8 as Range<UInt64> {
        group.addTask {
          var random = OrderingRandom(seed: seed &* 100 &+ worker)
          var moved = 0
          for _ in 0..<150 {
            let (from, to) = (names.randomElement(using: &random)!, names.randomElement(using: &random)!)
            let item = items.randomElement(using: &random)!
            guard from != to else {
              _ = try? await engine.apply(
                from,
                .moveItems([ElementReference(item)], to: ItemDestination(.first))
              )
              continue
            }
            let step = TransactionStep(from, .transfer(ItemTransfer([ElementReference(item)], to: to)))
            do throws(ArrangeError) {
              _ = try await engine.transact([step])
              moved += 1
            } catch {
              #expect(error.code == .notFound)
            }
          }
          return moved
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(moved > 50)
    var found: [String] = []
    for name in names { found += try await engine.ids(name).joined() }
    #expect(found.sorted() == items.map(\.text).sorted())
  }
}

extension TestEngine {
  func transact(
    _ steps: [TransactionStep],
    conditions: [VersionCondition] = [],
    requestID: RequestID? = nil
  ) async throws(ArrangeError) -> TransactResult {
    let request = TransactRequest(steps, conditions: conditions, requestID: requestID)
    let engine = engine
    return try await call(request.collections[0]) { engine.joint(on: $0).transact(request, reply: $1) }
  }
}

extension TransactionGenerator.Profile {
  /// Small lists, with mistakes.
  fileprivate static var joint: Self {
    var profile = Self()
    profile.size = 12
    profile.mistakes = .any
    profile.isForEngine = true
    profile.conditional = 10
    profile.limited = 15
    return profile
  }
}

extension TransactionGenerator {
  /// Steps for several lists: operations as on one of them, and transfers between two.
  fileprivate mutating func steps(for model: NaiveLists) -> [TransactionStep] {
    let names = model.lists.keys.sorted()
    var steps: [TransactionStep] = []
    for _ in 0..<(1 + below(3)) {
      let name = names[below(names.count)]
      let list = model.lists[name]!
      guard list.itemCount > 3, chance(60) else {
        steps += transaction(for: list).filter { operation in
          if case .adoptItems = operation { return false }
          return operation.namedIDs != nil
        }.map { TransactionStep(name, .operation($0)) }
        continue
      }
      let target = names[below(names.count)]
      guard target != name, let item = pick(list) else { continue }
      var items = [item]
      if chance(40), let another = pick(list), another != item { items.append(another) }
      let destination = ItemDestination(
        section: model.lists[target]!.sections.randomElement(using: &random).map { self.names[$0.id] },
        chance(50) ? .first : .last
      )
      steps.append(
        TransactionStep(
          name,
          .transfer(ItemTransfer(items.map { ElementReference(self.names[$0]) }, to: target, destination))
        )
      )
    }
    return steps.isEmpty
      ? [
        TransactionStep(
          names[0],
          .operation(.insertItems([NewElement(id: self.names[fresh()])], to: ItemDestination()))
        )
      ] : steps
  }
}
