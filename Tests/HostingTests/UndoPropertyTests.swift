import ArrangeModel
import EngineTestSupport
import Foundation
import ListModel
import Ordering
import Testing

@testable import Engine

@Suite("Undo in random histories", .timeLimit(.minutes(30)))
struct UndoPropertyTests {
  private static let scale = Int(ProcessInfo.processInfo.environment["ARRANGE_TEST_SCALE"] ?? "") ?? 1

  @Test(
    "of three users does what lists of which every version is kept whole say",
    arguments: 1...UInt64(6 * scale)
  )
  func model(seed: UInt64) throws {
    let strategies = ["lexorank", "dense", "fractional"]
    let stage = try Stage(strategy: strategies[Int(seed % 3)])
    var model = NaiveUndo()
    var edits = RandomSteps(seed: seed)
    var (undone, kept, passed) = (0, 0, 0)
    for round in 0..<500 {
      let author = ["ann", "bob", "eve"][edits.below(3)]
      let scope = NaiveUndo.Scope(author: author, stack: edits.chance(85) ? "1" : "2")
      if edits.chance(40) {
        let redo = edits.chance(35)
        let step = model.next(scope, redo: redo)
        let expected = step.map { model.undoing($0, by: scope) }
        let result = try stage.undo(by: author, stack: scope.stack, redo: redo)
        let place = "seed \(seed), round \(round), \(author) \(redo ? "redoes" : "undoes") \(step ?? [])"
        try #require(result.undoes == step ?? [], "\(place)")
        guard let expected else {
          #expect(!result.changed, "\(place)")
          continue
        }
        let list = stage.naive
        try #require(list.content == expected.list.content, "\(place)")
        #expect(result.changed == (expected.list.content != model.list.content), "\(place)")
        #expect(result.undoneCount == expected.undone, "\(place): \(result.undone)")
        let reasons = expected.kept.map { "\($0.key.id) \($0.reason)" }.sorted()
        #expect(result.kept.map { "\($0.id) \($0.reason)" }.sorted() == reasons, "\(place)")
        #expect(result.kept.allSatisfy { $0.byVersion > 0 && $0.by != nil }, "\(place): \(result.reasons)")
        model.finish(scope, redo: redo, result.changed ? list : nil)
        (undone, kept) = (undone + expected.undone, kept + expected.kept.count)
        if !result.changed { passed += 1 }
      } else {
        let group = edits.chance(30) ? "g\(edits.below(2))" : nil
        let onStack = edits.chance(90)
        let operations = edits.operations(for: model.list)
        let result = try stage.step(
          operations,
          by: author,
          stack: onStack ? scope.stack : nil,
          group: onStack ? group : nil
        )
        if result.changed {
          model.record(stage.naive, by: onStack ? scope : nil, group: onStack ? group : nil)
        }
      }
      try #require(stage.version == model.version, "seed \(seed), round \(round)")
      if edits.chance(3) {
        try stage.restart()
        try stage.load()
      }
    }
    #expect(undone > 50 && kept > 10 && passed > 3, "seed \(seed): \(undone), \(kept), \(passed)")
  }

  @Test("without others leads back to the beginning, and to the end again", arguments: 1...UInt64(6 * scale))
  func identity(seed: UInt64) throws {
    let stage = try Stage(strategy: ["lexorank", "dense", "fractional"][Int(seed % 3)])
    var profile = TransactionGenerator.Profile()
    profile.size = 15
    profile.reused = 40
    profile.mistakes = .none
    profile.adoptions = 0
    var generator = TransactionGenerator(profile, seed: seed)
    var lists = [stage.naive.content]
    while lists.count < 60 {
      let operations = generator.transaction(on: stage.list(of: stage.hosted?.working ?? CollectionState()))
      guard let result = try? stage.step(operations), result.changed else { continue }
      lists.append(stage.naive.content)
    }
    var random = OrderingRandom(seed: seed)
    for _ in 0..<3 {
      // Back by some steps, at last by all, and forth again.
      let count = Int.random(in: 1..<lists.count, using: &random)
      for list in lists.dropLast().suffix(count).reversed() {
        let result = try stage.undo()
        #expect(result.kept.isEmpty && result.changed, "seed \(seed): \(result.reasons)")
        try #require(stage.naive.content == list, "seed \(seed)")
      }
      for list in lists.suffix(count) {
        #expect(try stage.redo().kept.isEmpty, "seed \(seed)")
        try #require(stage.naive.content == list, "seed \(seed)")
      }
    }
  }

  @Test("finds the same places whether it follows them or makes the list", arguments: 1...UInt64(4 * scale))
  func places(seed: UInt64) throws {
    var log = UndoLog(after: 0)
    var edits = RandomSteps(seed: seed)
    let stage = try Stage()
    var states = [CollectionState()]
    for _ in 0..<120 {
      guard try stage.step(edits.operations(for: stage.naive)).changed else { continue }
      states.append(try #require(stage.hosted?.working))
    }
    let key = try #require(stage.hosted?.key)
    for record in try stage.journal.commits(of: key, from: 1, limit: .max) { log.append(try Commit(record)) }
    let now = states[states.count - 1]
    for (version, state) in states.enumerated().dropLast() {
      var followed = PastList(UInt64(version), log.edits, now: now, .init(places: .max))
      var made = PastList(UInt64(version), log.edits, now: now, .init(places: 0))
      for index in 0...state.sectionCount {
        let section = index < state.sectionCount ? state.section(at: index).element : nil
        #expect(try followed.section(at: index) == section, "seed \(seed), \(version)")
        #expect(try made.section(at: index) == section, "seed \(seed), \(version)")
        guard section != nil else { continue }
        for item in 0...state.itemCount(section: index) {
          let path = ListPath(section: index, item: item)
          let expected = item < state.itemCount(section: index) ? state.item(at: path).element : nil
          #expect(try followed.item(at: path) == expected, "seed \(seed), \(version), \(path)")
          #expect(try made.item(at: path) == expected, "seed \(seed), \(version), \(path)")
        }
      }
    }
  }
}

/// Random edits of small lists, many of them of the same elements.
private struct RandomSteps {
  private var random: OrderingRandom
  private var made = 0
  private var gone: [Identifier] = []

  init(seed: UInt64) { random = OrderingRandom(seed: seed) }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  private mutating func fresh() -> Identifier {
    if chance(20), let old = gone.randomElement(using: &random) { return old }
    made += 1
    return Identifier(unchecked: "\(made)")
  }

  private mutating func fields() -> Fields {
    chance(30) ? [:] : [chance(50) ? "m" : "n": .int(Int64(below(3)))]
  }

  private mutating func placement(_ anchors: [Identifier]) -> Placement {
    guard let anchor = anchors.randomElement(using: &random), chance(60) else {
      return chance(50) ? .first : .last
    }
    return chance(50) ? .before(anchor) : .after(anchor)
  }

  /// One operation, or a move and an update of the same item.
  mutating func operations(for list: NaiveUndo.List) -> [ListOperation] {
    let items = list.sections.flatMap(\.items).map(\.id)
    guard let section = list.sections.randomElement(using: &random) else {
      return [.insertSections([NewElement(id: fresh())], to: SectionDestination())]
    }
    let others = section.items.map(\.id)
    switch below(20) {
    case 0..<5 where items.count < 14, 0..<20 where items.isEmpty:
      let ids = Set((0...below(2)).map { _ in fresh() }).subtracting(items).sorted()
      guard !ids.isEmpty else { return operations(for: list) }
      let new = ids.map { NewElement(id: $0, fields: fields()) }
      return [.insertItems(new, to: ItemDestination(section: section.head.id, placement(others)))]
    case 5..<11:
      let moved = Array(items.shuffled(using: &random).prefix(1 + below(3)))
      let place = placement(others.filter { !moved.contains($0) })
      let move = ListOperation.moveItems(
        moved.map { ElementReference($0) },
        to: ItemDestination(section: section.head.id, place)
      )
      return chance(30) ? [move, update(moved[0])] : [move]
    case 11..<14: return [update(items.randomElement(using: &random)!)]
    case 14..<16:
      let removed = Array(items.shuffled(using: &random).prefix(1 + below(2)))
      gone += removed
      return [.removeItems(removed.map { ElementReference($0) })]
    case 16:
      let sections = list.sections.map(\.head.id)
      return [
        .moveSections(
          [ElementReference(section.head.id)],
          to: SectionDestination(placement(sections.filter { $0 != section.head.id }))
        )
      ]
    case 17 where list.sections.count > 2 || chance(30):
      gone += [section.head.id] + others
      return [.removeSections([ElementReference(section.head.id)], onlyIfEmpty: false)]
    case 18 where list.sections.count < 5:
      let id = fresh()
      guard !list.sections.contains(where: { $0.head.id == id }) else { return operations(for: list) }
      return [
        .insertSections(
          [NewElement(id: id, fields: fields())],
          to: SectionDestination(placement(list.sections.map(\.head.id)))
        )
      ]
    case 19:
      let id = section.head.id
      return [
        .updateSections([FieldsUpdate(ElementReference(id), set: fields(), remove: chance(30) ? ["m"] : [])])
      ]
    default: return [.reorderItems(section: section.head.id, others.shuffled(using: &random))]
    }
  }

  private mutating func update(_ item: Identifier) -> ListOperation {
    .updateItems([FieldsUpdate(ElementReference(item), set: fields(), remove: chance(30) ? ["m"] : [])])
  }
}
