import ArrangeModel
import Changes
import EngineTestSupport
import ListModel
import Testing

@testable import Engine

/// Collections that are taken back to an earlier version, compared with the lists that were there.
@Suite("Restored versions")
struct RestoreTests {
  @Test(
    "have exactly the content of then, in one commit with the fewest moves",
    arguments: 0..<60 as Range<UInt64>
  )
  func histories(seed: UInt64) throws {
    var history = try RandomRestores(seed: seed)
    do { for _ in 0..<120 { try history.step() } } catch {
      Issue.record("seed \(seed), step \(history.steps): \(error)")
    }
  }

  private func board() throws -> Stage {
    let stage = try Stage()
    try stage.apply(.insertSections([NewElement(id: "todo"), NewElement(id: "done")], to: .init()))
    try stage.apply(.add("a", "b", "c", to: .init(section: "todo")))
    return stage
  }

  @Test("come back with one batch for subscribers, however many elements changed")
  func batch() throws {
    let stage = try Stage()
    let ids = (0..<2_000).map { Identifier(unchecked: "\($0)") }
    try stage.apply(.insertItems(ids.map { NewElement(id: $0) }, to: .init()))
    try stage.apply(.reorderItems(section: .empty, ids[..<600].reversed() + ids[600...]))
    try stage.apply(.removeItems(ids[1_900...].map { ElementReference($0) }))
    try stage.apply(
      .updateItems(ids[1_000..<1_100].map { FieldsUpdate(ElementReference($0), set: ["n": .int(1)]) })
    )
    var options = SubscribeRequest.Options()
    options.reloadThreshold = SubscribeRequest.maximumReloadThreshold
    let watcher = Watcher(options)
    watcher.largestBytes = 10_000_000
    try stage.subscribe(watcher)
    try stage.catchUp(watcher)
    let result = try stage.restore(RestoreRequest(collection: "board", to: 1))
    #expect(result.version == 5 && result.changed && result.restored == 1)
    stage.record()
    guard case .batch(let batch, let from, 1)? = try stage.ask(watcher)?.content else {
      Issue.record("no batch")
      return
    }
    #expect(from == 4 && batch.items.inserts.count == 100 && batch.items.updates.count == 100)
    #expect(batch.items.moves.count == 599)
    #expect(watcher.list == stage.lists[1]?.plain)
  }

  @Test("keep what was inserted since where it is, if that is wanted")
  func later() throws {
    let stage = try board()
    try stage.apply(.insertSections([NewElement(id: "new"), NewElement(id: "empty")], to: .init()))
    try stage.apply(.add("x", to: .init(section: "new")), .add("y", to: .init(.after("b"))))
    try stage.apply(.move("c", "b", to: .init(section: "new", .first)), .removeItems(["a"]))
    try stage.apply(.removeSections(["done"], onlyIfEmpty: false))
    let result = try stage.restore(RestoreRequest(collection: "board", to: 2, keep: .laterItems))
    #expect(result.changed)
    let list = stage.list(of: try #require(stage.hosted).working)
    #expect(list.sections.map(\.element.id) == ["todo", "done", "new"])
    #expect(list.sections.map { $0.items.map(\.id.text) } == [["a", "b", "c", "y"], [], ["x"]])
  }

  @Test("move the one item that no commit has touched rather than the many that were")
  func untouched() throws {
    let stage = try Stage()
    try stage.apply(.insertSections(["s", "t", "u"].map { NewElement(id: $0) }, to: .init()))
    try stage.apply(.add("a", "b", "c", "d", to: .init(section: "s")))
    for id in ["b", "c", "d"].reversed() as [ElementReference] {
      try stage.apply(.moveItems([id], to: .init(section: "s", .first)))
    }
    try stage.apply(.moveSections(["t", "u"], to: .init(.first)))
    let result = try stage.restore(RestoreRequest(collection: "board", to: 2, isDryRun: true))
    #expect(result.changes?.items.moves.count == 1 && result.changes?.sections.moves.count == 1)
    #expect(try stage.restore(RestoreRequest(collection: "board", to: 2)).changed)
    #expect(stage.ids == ["s:a b c d", "t:", "u:"])
  }

  @Test("are not limited by the limits of sections")
  func limits() throws {
    let stage = try board()
    try stage.apply(.removeItems(["a", "b"]))
    let limit = FieldsUpdate(ElementReference("todo"), set: ["item_limit": .int(1)])
    try stage.apply(.updateSections([limit]))
    #expect(try stage.restore(RestoreRequest(collection: "board", to: 2)).changed)
    let list = stage.list(of: try #require(stage.hosted).working)
    #expect(list.plain == stage.lists[2]?.plain)
  }

  @Test("are made once for a request id, and not if the version is another one")
  func requests() throws {
    let stage = try board()
    try stage.apply(.removeItems(["a"]))
    var request = RestoreRequest(collection: "board", to: 2, requestID: RequestID(unchecked: [7]))
    request.ifVersion = 2
    #expect(throws: ArrangeError.self) { try stage.restore(request) }
    request.ifVersion = 3
    let first = try stage.restore(request)
    #expect(first.version == 4 && first.changed && !first.repeated)
    let again = try stage.restore(request)
    #expect(again.version == 4 && again.repeated && again.history == first.history)
    // Nothing is different now, which is remembered as well.
    request.requestID = RequestID(unchecked: [8])
    request.ifVersion = nil
    #expect(try stage.restore(request).changed == false)
    try stage.apply(.removeItems(["b"]))
    #expect(try stage.restore(request).repeated && stage.version == 5)
    // The same id for something else.
    request.to = 1
    #expect(throws: ArrangeError.usedRequestID(at: 4)) { try stage.restore(request) }
    #expect(throws: ArrangeError(.outOfRange, "there is no version 6 yet; the newest one is 5", field: "to"))
    {
      try stage.restore(RestoreRequest(collection: "board", to: 6))
    }
  }

  @Test("can be undone and made again, if they are steps of a stack")
  func undone() throws {
    let stage = try board()
    try stage.apply(.move("c", to: .init(section: "done")), .removeItems(["a"]))
    try stage.apply(.removeSections(["todo"], onlyIfEmpty: false), .add("x", to: .init(section: "done")))
    let before = stage.ids
    var request = RestoreRequest(collection: "board", to: 2)
    request.stack = try StackID("tab")
    let ann = stage.caller(try Principal("ann"))
    let _: RestoreResult = try stage.call { $0.time.restore(request, for: ann, reply: $1) }
    #expect(stage.ids == ["todo:a b c", "done:"])
    let undone = try stage.undo()
    #expect(undone.changed && undone.kept.isEmpty && stage.ids == before, "\(undone)")
    #expect(try stage.redo().changed && stage.ids == ["todo:a b c", "done:"])
  }

  @Test("have no more elements than the caller may make, and no more bytes than a restore writes")
  func sizes() throws {
    let stage = try board()
    try stage.apply(.removeItems(["a", "b"]))
    let few = Caller(WorkOwner(stage), limits: Caller.Limits(elements: 4)) { true }
    do {
      let request = RestoreRequest(collection: "board", to: 2)
      let _: RestoreResult = try stage.call { $0.time.restore(request, for: few, reply: $1) }
      Issue.record("it has five elements")
    } catch let error as ArrangeError { #expect(error.code == .resourceExhausted, "\(error)") }
    let text = FieldValue.string(String(repeating: "x", count: 65_000))
    func ids(_ part: Int) -> [Identifier] { (0..<60).map { Identifier(unchecked: "\(part) \($0)") } }
    for part in 0..<18 {
      let items = ids(part).map { NewElement(id: $0, fields: ["text": text]) }
      try stage.apply(.insertItems(items, to: .init(section: "done")))
    }
    let full = stage.version
    for part in 0..<18 { try stage.apply(.removeItems(ids(part).map { ElementReference($0) })) }
    do {
      try stage.restore(RestoreRequest(collection: "board", to: .number(full)))
      Issue.record("it writes 70 MB")
    } catch let error as ArrangeError {
      #expect(error.code == .resourceExhausted && error.message.contains("more than 64 MiB"), "\(error)")
      #expect(error.message.contains("versions in between"))
    }
    // Further changes are made.
    #expect(try stage.restore(RestoreRequest(collection: "board", to: .number(full - 9))).changed)
  }

  @Test("can be tried, which changes nothing")
  func dryRun() throws {
    let stage = try board()
    try stage.apply(.move("c", to: .init(.first)))
    let result = try stage.restore(RestoreRequest(collection: "board", to: 2, isDryRun: true))
    #expect(result.changed && result.version == 3 && stage.version == 3)
    #expect(result.history == stage.hosted?.info.history)
    #expect(result.changes?.items.moves.count == 1 && result.changes?.count == 1)
    let none = try stage.restore(RestoreRequest(collection: "board", to: 3, isDryRun: true))
    #expect(!none.changed && none.changes?.isEmpty == true)
  }

  @Test("let other writes wait until they are there")
  func waiting() throws {
    let stage = try board()
    try stage.apply(.removeItems(["a", "b", "c"]))
    stage.journal.appends.close()
    try stage.begin([.add("d", to: .init(section: "todo"))])
    let box = Box<Result<RestoreResult, ArrangeError>?>(nil)
    stage.shard.time.restore(RestoreRequest(collection: "board", to: 2)) { box.value = $0 }
    stage.executor.runWaiting()
    stage.journal.appends.open()
    try stage.executor.run { stage.hosted?.writes.mustWait == true || box.value != nil }
    try stage.begin([.add("e", to: .init(section: "todo"))])
    try stage.settle()
    try stage.executor.run { box.value != nil }
    let list = stage.list(of: try #require(stage.hosted).working)
    #expect(list.sections[0].items.map(\.id.text) == ["a", "b", "c", "e"])
    #expect(try stage.past(5).plain == stage.lists[2]?.plain)
  }
}

/// A collection that is taken back at random.
private struct RandomRestores {
  let stage: Stage
  private var operations: TransactionGenerator
  private(set) var steps = 0

  init(seed: UInt64) throws {
    operations = TransactionGenerator(.history(), seed: seed)
    stage = try Stage(strategy: ["lexorank", "dense", "fractional"][Int(seed % 3)])
  }

  mutating func step() throws {
    steps += 1
    try stage.load()
    guard operations.chance(30) else { return try write() }
    let target = UInt64(operations.below(Int(stage.version) + 1))
    if operations.chance(70) { try restore(target) } else { try restoreKeeping(target) }
  }

  private mutating func write() throws {
    for _ in 0...operations.below(3) {
      guard let hosted = stage.hosted else { return }
      try stage.begin(operations.transaction(on: stage.list(of: hosted.working), size: 25))
    }
    try stage.settle()
  }

  private mutating func restore(_ target: UInt64) throws {
    let before = stage.version
    let expected = try #require(stage.lists[target]).plain
    let previous = stage.current.plain
    let diff = try stage.diff(before, target).batch
    let tried = try stage.restore(RestoreRequest(collection: "board", to: .number(target), isDryRun: true))
    try #require(tried.changed == !diff.isEmpty)
    let result = try stage.restore(RestoreRequest(collection: "board", to: .number(target)))
    try #require(stage.current.plain == expected, "version \(target) was another list")
    try #require(result.changed == !diff.isEmpty && result.version == before + (diff.isEmpty ? 0 : 1))
    guard result.changed else { return }
    stage.record()
    let made = try stage.diff(before, result.version).batch
    try #require(tried.changes?.items.moves == made.items.moves)
    let fewest = fewestMoves(from: previous, to: expected)
    try #require(made.movedItems == fewest.items, "another number of moves than the naive one")
    try #require(made.sections.moves.count == fewest.sections)
    let history: HistoryPage = try stage.call { [stage] in
      $0.history(HistoryRequest(collection: stage.name, from: result.version), reply: $1)
    }
    try #require(history.commits.count == 1)
    try stage.restart()
    try stage.load()
    try #require(stage.current.plain == expected)
  }

  /// The fewest moves between two lists, from the definition: all elements of both that are not in the longest run of a
  /// section that keeps its order.
  private func fewestMoves(
    from old: SectionedList,
    to new: SectionedList
  ) -> (sections: Int, items: Int) {
    func longest(_ places: [Int]) -> Int {
      var lengths: [Int] = []
      for (index, place) in places.enumerated() {
        lengths.append(1 + (zip(places, lengths).prefix(index).filter { $0.0 < place }.map(\.1).max() ?? 0))
      }
      return lengths.max() ?? 0
    }
    func moves(_ old: [Identifier], _ new: [Identifier]) -> Int {
      let places = new.compactMap { old.firstIndex(of: $0) }
      return places.count - longest(places)
    }
    var sectionOfItem: [Identifier: Identifier] = [:]
    for section in old.sections { for item in section.items { sectionOfItem[item.id] = section.element.id } }
    var items = 0
    for section in new.sections {
      let here = section.element.id
      let before = old.sections.first { $0.element.id == here }?.items.map(\.id) ?? []
      items += section.items.count { sectionOfItem[$0.id].map { $0 != here } ?? false }
      items += moves(before, section.items.map(\.id))
    }
    return (moves(old.sections.map(\.element.id), new.sections.map(\.element.id)), items)
  }

  /// What is there since stays: the order of the target among its elements, and of the others among themselves.
  private mutating func restoreKeeping(_ target: UInt64) throws {
    let before = stage.current
    let wanted = try #require(stage.lists[target]).plain
    let request = RestoreRequest(collection: "board", to: .number(target), keep: .laterItems)
    let result = try stage.restore(request)
    if result.changed { stage.record() }
    let after = stage.current.plain
    let ofTarget = Set(wanted.sections.flatMap(\.items).map(\.id))
    let sections = Set(wanted.sections.map(\.element.id))
    func later(_ list: SectionedList) -> [Identifier: [Identifier]] {
      var later: [Identifier: [Identifier]] = [:]
      for section in list.sections {
        let ids = section.items.map(\.id).filter { !ofTarget.contains($0) }
        if !ids.isEmpty { later[section.element.id] = ids }
      }
      return later
    }
    try #require(later(after) == later(before), "later items changed")
    var rest = after
    for index in rest.sections.indices { rest.sections[index].items.removeAll { !ofTarget.contains($0.id) } }
    rest.sections.removeAll { !sections.contains($0.element.id) }
    try #require(rest == wanted, "version \(target) was another list")
    for section in after.sections where !sections.contains(section.element.id) {
      try #require(!section.items.isEmpty, "a later section without later items stays")
    }
  }
}

extension ChangeBatch {
  /// The number of items that move, also those out of sections that are deleted and into ones that are inserted.
  fileprivate var movedItems: Int {
    func isKept(_ source: InsertSource<ListPath>) -> Bool { if case .kept = source { true } else { false } }
    let runs = sections.inserts.lazy.flatMap(\.items)
    return items.moves.count + items.inserts.count { isKept($0.source) }
      + runs.reduce(0) { if case .kept = $1 { $0 + $1.count } else { $0 } }
  }
}

extension Stage {
  @discardableResult
  func restore(_ request: RestoreRequest) throws -> RestoreResult {
    try call { $0.time.restore(request, reply: $1) }
  }

  /// The newest list.
  var current: SectionedList {
    guard let hosted else { return SectionedList() }
    return list(of: hosted.working)
  }
}
