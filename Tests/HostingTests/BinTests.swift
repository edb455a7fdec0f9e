import ArrangeModel
import Changes
import EngineTestSupport
import ListModel
import Synchronization
import Testing

@testable import Engine

@Suite("The bin", .timeLimit(.minutes(5)))
struct BinTests {
  private func board(options: EngineOptions = EngineOptions()) throws -> Stage {
    let stage = try Stage(options: options)
    try stage.apply(.insertSections([NewElement(id: "todo"), NewElement(id: "done")], to: .init()))
    try stage.apply(
      .add("a", "b", "c", "d", to: .init(section: "todo")),
      .add("x", "y", to: .init(section: "done"))
    )
    return stage
  }

  private func ids(_ stage: Stage) -> [[String]] {
    stage.current.sections.map { [$0.element.id.text] + $0.items.map(\.id.text) }
  }

  @Test("has what was removed and is not there again, the newest first, with who removed it")
  func listed() throws {
    let stage = try board()
    let ann = Principal(unchecked: "ann")
    try stage.apply(.removeItems(["b", "x"]), by: ann)
    try stage.apply(.removeSections(["done"], onlyIfEmpty: false))
    try stage.apply(.add("x", to: .init(section: "todo")))
    let bin = try stage.bin()
    #expect(bin.map(\.id) == ["done", "b"])
    #expect(bin[0].isSection && bin[0].itemCount == 1 && bin[0].removedBy == 4 && bin[0].author == nil)
    #expect(
      bin[1]
        == BinElement(
          id: "b",
          isSection: false,
          fields: ["title": .string("b")],
          section: "todo",
          itemCount: 0,
          removedBy: 3,
          removedAt: Timestamp(microseconds: 0),
          author: ann
        )
    )
    try stage.apply(.removeItems(["x"]))
    #expect(try stage.bin().map(\.removedBy) == [6, 4, 3, 3])
    #expect(try stage.bin(pageSize: 1) == stage.bin())
  }

  @Test(
    "puts an item back behind the one before it, or further up, or before the one after it, or first",
    arguments: [
      ([], ["a", "b", "c", "d"]), (["b"], ["a", "c", "d"]), (["a", "b"], ["c", "d"]),
      (["a", "b", "d"], ["c"]), (["d", "b"], ["a", "c"]),
    ] as [([ElementReference], [String])]
  )
  func neighbours(others: [ElementReference], expected: [String]) throws {
    let stage = try board()
    try stage.apply(.removeItems(["c"]))
    if !others.isEmpty { try stage.apply(.removeItems(others)) }
    let result = try stage.putBack(.init(id: "c", removedBy: 3))
    #expect(ids(stage)[0] == ["todo"] + expected)
    #expect(result.changed && result.operations[0][0].id == "c")
    #expect(stage.current.element("c")?.fields == ["title": .string("c")])
  }

  @Test("takes no neighbour that is in another section by now")
  func elsewhere() throws {
    let stage = try board()
    try stage.apply(.removeItems(["c"]))
    try stage.apply(.move("b", to: .init(section: "done")), .move("a", to: .init(section: "todo", .last)))
    try stage.putBack(.init(id: "c", removedBy: 3))
    #expect(ids(stage)[0] == ["todo", "d", "a", "c"])
  }

  @Test("puts a section back with those of its items that are not there again, and items with their section")
  func sections() throws {
    let stage = try board()
    try stage.apply(.removeItems(["b"]))
    try stage.apply(.removeSections(["todo"], onlyIfEmpty: false))
    try stage.apply(.add("c", to: .init(section: "done")))
    #expect(throws: ArrangeError.self) { try stage.putBack(.init(id: "b", removedBy: 3)) }
    try stage.putBack(.init(id: "b", removedBy: 3), .init(id: "todo", isSection: true, removedBy: 4))
    #expect(ids(stage) == [["todo", "a", "b", "d"], ["done", "x", "y", "c"]])
  }

  @Test("has the items that were removed with a section by themselves once the section is there again")
  func sectionAgain() throws {
    let stage = try board()
    try stage.apply(.removeSections(["todo"], onlyIfEmpty: false))
    #expect(try stage.bin().map(\.id) == ["todo"])
    try stage.apply(.insertSections([NewElement(id: "todo")], to: .init(.last)))
    try stage.apply(.add("b", "z", to: .init(section: "todo")))
    let bin = try stage.bin()
    #expect(bin.map(\.id) == ["d", "c", "a"] && bin.allSatisfy { !$0.isSection && $0.section == "todo" })
    #expect(try stage.bin(pageSize: 2) == bin)
    try stage.putBack(.init(id: "d", removedBy: 3), .init(id: "a", removedBy: 3))
    #expect(ids(stage) == [["done", "x", "y"], ["todo", "a", "b", "d", "z"]])
    #expect(try stage.bin().map(\.id) == ["c"])
  }

  @Test("has not what went to another collection, nor what a commit inserted as well")
  func elsewhereByNow() async throws {
    let engine = try TestEngine(MemoryJournal(), shards: 2)
    for name in ["board", "archive"] as [Identifier] { try await engine.create(name) }
    try await engine.apply("board", .add("a", "b"))
    let transfer = ItemTransfer(["a"], to: "archive", ItemDestination())
    _ = try await engine.transact([TransactionStep("board", .transfer(transfer))])
    try await engine.apply("board", .add("c"), .removeItems(["c", "b"]), .add("b"))
    let page = try await engine.call("board") { $0.bin.list(ListBinRequest(collection: "board"), reply: $1) }
    #expect(page.elements.isEmpty && page.nextPageToken == nil)
    // The version before has both, and so has the collection that gets it again.
    let request = RestoreRequest(collection: "board", to: 1)
    let restored = try await engine.call("board") { $0.time.restore(request, reply: $1) }
    #expect(restored.changed)
    #expect(try await engine.ids("board") == [["a", "b"]])
    #expect(try await engine.ids("archive") == [["a"]])
  }

  @Test("has what was removed for as many days as the options say, and puts nothing back afterwards")
  func days() async throws {
    var options = EngineOptions()
    options.binDays = 3
    let engine = try TestEngine(MemoryJournal(), options: options)
    try await engine.create("board")
    try await engine.apply("board", .add("a", "b", "c"))
    for (version, id) in ["a", "b"].enumerated() {
      try await engine.apply("board", .removeItems([ElementReference(Identifier(stringLiteral: id))]))
      #expect(try await engine.bin().map(\.removedBy).first == UInt64(version) + 2)
      engine.advance(seconds: 86_400)
    }
    // Three days after the first commit, to the second.
    engine.advance(seconds: 86_400)
    #expect(try await engine.bin().map(\.id) == ["b", "a"])
    engine.advance(seconds: 1)
    #expect(try await engine.bin().map(\.id) == ["b"])
    await #expect(throws: ArrangeError.notInBin("a").within("elements[0]")) {
      try await engine.putBack(.init(id: "a", removedBy: 2))
    }
    // What has left the bin is still in the history.
    let past = try await engine.call("board") {
      $0.past.fetch(FetchRequest(collection: "board"), at: 1, reply: $1)
    }
    #expect(past.sections[0].items.map(\.id) == ["a", "b", "c"])
    #expect(try await engine.putBack(.init(id: "b", removedBy: 3)).changed)
    #expect(try await engine.ids("board") == [["b", "c"]])
    #expect(try await engine.bin().isEmpty)
    await engine.onShards { $0.options.binDays = 5 }
    #expect(try await engine.bin().map(\.id) == ["a"])
    #expect(try await engine.putBack(.init(id: "a", removedBy: 2)).changed)
    #expect(try await engine.ids("board") == [["a", "b", "c"]])
  }

  @Test("has a thousand commits on a page, and puts back what they removed in one")
  func many() throws {
    let stage = try Stage()
    let ids = (0..<1_000).map { Identifier(unchecked: "\($0)") }
    try stage.apply(.insertItems(ids.map { NewElement(id: $0) }, to: .init()))
    for id in ids { try stage.apply(.removeItems([ElementReference(id)])) }
    try stage.restart()
    try stage.load()
    let bin = try stage.bin()
    #expect(bin.map(\.id) == ids.reversed())
    let wanted = bin.map { RemovedElement(id: $0.id, removedBy: $0.removedBy) }
    let request = PutBackRequest(collection: "board", elements: wanted)
    let result: ApplyResult = try stage.call { $0.bin.putBack(request, reply: $1) }
    #expect(result.version == 1_002 && self.ids(stage) == [[""] + ids.map(\.text)])
  }

  @Test("leads back to the list before, if nothing but removing happened", arguments: 0..<40 as Range<UInt64>)
  func allOfIt(seed: UInt64) throws {
    var operations = TransactionGenerator(.history(), seed: seed)
    let stage = try Stage(strategy: ["lexorank", "dense"][Int(seed % 2)])
    try stage.load()
    for number in 0..<4 {
      let section = Identifier(unchecked: "s\(number)")
      try stage.apply(.insertSections([NewElement(id: section)], to: .init()))
      let items = (0..<operations.below(8)).map { NewElement(id: Identifier(unchecked: "\(number) \($0)")) }
      if !items.isEmpty {
        try stage.apply(.insertItems(items, to: .init(section: section)))
      }
    }
    let before = stage.current.plain
    for _ in 0..<1 + operations.below(12) {
      let list = stage.current
      if operations.chance(15), let section = list.sections.randomElement(using: &operations.random) {
        try stage.apply(.removeSections([ElementReference(section.element.id)], onlyIfEmpty: false))
      } else {
        let some = list.sections.flatMap(\.items).shuffled(using: &operations.random)
          .prefix(1 + operations.below(4))
        guard !some.isEmpty else { continue }
        try stage.apply(.removeItems(some.map { ElementReference($0.id) }))
      }
    }
    let removed = try stage.bin().shuffled(using: &operations.random)
    guard !removed.isEmpty else { return }
    let elements = removed.map { RemovedElement(id: $0.id, isSection: $0.isSection, removedBy: $0.removedBy) }
    let request = PutBackRequest(collection: "board", elements: elements)
    let _: ApplyResult = try stage.call { $0.bin.putBack(request, reply: $1) }
    #expect(stage.current.plain == before, "seed \(seed)")
    #expect(try stage.bin().isEmpty)
  }

  @Test("is put back as a step that can be undone")
  func undone() throws {
    let stage = try board()
    try stage.apply(.removeItems(["b", "c"]))
    var request = PutBackRequest(
      collection: "board",
      elements: [.init(id: "b", removedBy: 3), .init(id: "c", removedBy: 3)]
    )
    request.stack = try StackID("tab")
    let ann = stage.caller(try Principal("ann"))
    let _: ApplyResult = try stage.call { $0.bin.putBack(request, for: ann, reply: $1) }
    #expect(try stage.undo().changed && ids(stage)[0] == ["todo", "a", "d"])
    #expect(try stage.redo().changed && ids(stage)[0] == ["todo", "a", "b", "c", "d"])
  }

  @Test("is not brought back by what began before it was emptied")
  func emptiedMeanwhile() throws {
    let stage = try board()
    try stage.step(.removeItems(["c"]))
    stage.journal.appends.close()
    let emptied: Box<Result<EmptiedBin, ArrangeError>?> = stage.start {
      $0.bin.empty(EmptyBinRequest(collection: "board"), reply: $1)
    }
    try stage.executor.run { stage.hosted?.workingDescriptor.emptiedVersion == 4 }
    let named: Box<Result<NamedVersion, ArrangeError>?> = stage.start {
      $0.versions.set(SetVersionRequest(collection: "board", name: "v1", version: 2), for: .server, reply: $1)
    }
    let back: Box<Result<ApplyResult, ArrangeError>?> = stage.start {
      $0.bin.putBack(
        PutBackRequest(collection: "board", elements: [.init(id: "c", removedBy: 3)]),
        reply: $1
      )
    }
    let restored: Box<Result<RestoreResult, ArrangeError>?> = stage.start {
      $0.time.restore(RestoreRequest(collection: "board", to: 2), reply: $1)
    }
    stage.executor.runWaiting()
    #expect(emptied.value == nil && restored.value == nil)
    stage.journal.appends.open()
    #expect(try stage.end(emptied).oldestKept == 4)
    func code<Value>(_ box: Box<Result<Value, ArrangeError>?>) -> StatusCode? {
      do { _ = try stage.end(box) } catch let error as ArrangeError { return error.code } catch {}
      return nil
    }
    #expect(code(named) == .outOfRange && code(back) == .notFound && code(restored) == .outOfRange)
    #expect(try stage.versions().isEmpty && stage.undo().undoes.isEmpty)
    #expect(ids(stage)[0] == ["todo", "a", "b", "d"])
    // Further changes are made, and versions named.
    try stage.apply(.removeItems(["d"]))
    #expect(try stage.setVersion("v1", 4).version == 4 && stage.bin().map(\.id) == ["d"])
  }

  @Test("can be emptied of nothing, also in a collection that never had anything")
  func emptiedOfNothing() throws {
    let stage = try Stage()
    try stage.load()
    for version in 1...2 as ClosedRange<UInt64> {
      #expect(try stage.emptyBin() == version)
      #expect(stage.current == SectionedList() || stage.current.sections.allSatisfy(\.items.isEmpty))
    }
    try stage.restart()
    try stage.apply(.add("a"))
    #expect(stage.version == 3 && ids(stage) == [["", "a"]])
  }

  @Test("puts several items back in the order that they had, in one commit")
  func several() throws {
    let stage = try board()
    try stage.apply(.removeItems(["d", "b", "c"]))
    let version = stage.version
    try stage.putBack(
      .init(id: "d", removedBy: 3),
      .init(id: "c", removedBy: 3),
      .init(id: "b", removedBy: 3),
      requestID: RequestID(unchecked: [1])
    )
    #expect(ids(stage)[0] == ["todo", "a", "b", "c", "d"] && stage.version == version + 1)
    let again = try stage.putBack(
      .init(id: "d", removedBy: 3),
      .init(id: "c", removedBy: 3),
      .init(id: "b", removedBy: 3),
      requestID: RequestID(unchecked: [1])
    )
    #expect(again.repeated && again.version == version + 1)
  }

  @Test("refuses what is there again, what no commit removed, and more than a section holds")
  func refused() throws {
    let stage = try board()
    try stage.apply(.removeItems(["c"]))
    func error(_ element: RemovedElement) throws -> ArrangeError? {
      do { try stage.putBack(element) } catch let error as ArrangeError { return error }
      return nil
    }
    #expect(try error(.init(id: "a", removedBy: 3))?.code == .notFound)
    #expect(try error(.init(id: "c", removedBy: 2))?.code == .notFound)
    #expect(try error(.init(id: "c", removedBy: 9))?.code == .notFound)
    #expect(try error(.init(id: "c", isSection: true, removedBy: 3))?.field == "elements[0].id")
    let limit = FieldsUpdate(ElementReference("todo"), set: ["item_limit": .int(3)])
    try stage.apply(.updateSections([limit]))
    #expect(try error(.init(id: "c", removedBy: 3))?.code == .failedPrecondition)
    try stage.apply(.add("c", to: .init(section: "done")))
    #expect(try error(.init(id: "c", removedBy: 3))?.code == .alreadyExists)
    #expect(try stage.bin().isEmpty)
  }

  @Test("is empty afterwards, and so is the history in the journal, also after a restart")
  func emptied() throws {
    let stage = try board()
    let secret = FieldValue.string("the secret")
    try stage.apply(
      .insertItems([NewElement(id: "s", fields: ["title": secret])], to: .init(section: "todo"))
    )
    try stage.apply(.removeItems(["s"]))
    try stage.setVersion("v1", 2)
    do {
      try stage.emptyBin()
      Issue.record("it is named")
    } catch let error as ArrangeError {
      #expect(error.code == .failedPrecondition && error.message.contains("\"v1\""))
    }
    try stage.deleteVersion("v1")
    let list = stage.current.plain
    #expect(try stage.emptyBin() == 5)
    #expect(try stage.bin().isEmpty && stage.oldestVersion() == 5)
    #expect(throws: ArrangeError.self) { try stage.past(4) }
    #expect(throws: ArrangeError.self) { try stage.putBack(.init(id: "s", removedBy: 4)) }
    try stage.executor.run { stage.hosted?.retained.oldestCommit == 6 }
    try stage.restart()
    try stage.load()
    #expect(stage.current.plain == list && stage.version == 5)
    let journal = MemoryJournal(store: stage.store)
    let key = try #require(try journal.collections().first?.key)
    #expect(try journal.commits(of: key, from: 0, limit: .max).isEmpty)
    try stage.apply(.removeItems(["a"]))
    #expect(try stage.bin().map(\.id) == ["a"])
  }

  @Test(
    "is out of the journal after the next commit, wherever the server had ended while it was emptied",
    arguments: 0..<6
  )
  func emptyingThatWasCutOff(appends: Int) throws {
    let stage = try board()
    try stage.apply(.removeItems(["c"]))
    stage.journal.appendsLeft.store(appends, ordering: .relaxed)
    func isDone() -> Bool {
      guard let hosted = stage.hosted, hosted.descriptor.emptiedVersion > 0 else { return false }
      return hosted.retained.oldestCommit > hosted.descriptor.emptiedVersion
    }
    _ = try? stage.emptyBin()
    try stage.executor.run { stage.failure.value != nil || isDone() }
    stage.executor.runWaiting()
    try stage.restart()
    try stage.load()
    let emptied = try #require(stage.hosted).descriptor.emptiedVersion
    #expect(emptied == (appends == 0 ? 0 : 4))
    try stage.apply(.add("e", to: .init(section: "todo")))
    func stored() throws -> [UInt64] {
      let key = try #require(try stage.journal.collections().first?.key)
      return try stage.journal.commits(of: key, from: 0, limit: .max).map(\.version)
    }
    // The trim is a step of its own.
    try stage.executor.run { (try? stored().allSatisfy { $0 > emptied }) ?? false }
    #expect(try stored().last == stage.version)
  }

  @Test("has exactly what histories removed", arguments: 0..<40 as Range<UInt64>)
  func histories(seed: UInt64) throws {
    var operations = TransactionGenerator(.history(), seed: seed)
    let stage = try Stage(strategy: ["lexorank", "dense"][Int(seed % 2)])
    // The versions that one operation made.
    var simple: Set<UInt64> = []
    for _ in 0..<60 {
      try stage.load()
      switch operations.below(10) {
      case 0..<6:
        for _ in 0...operations.below(3) {
          guard let hosted = stage.hosted else { break }
          let transaction = operations.transaction(on: stage.list(of: hosted.working), size: 25)
          if try stage.begin(transaction), transaction.count == 1 { simple.insert(hosted.working.version) }
        }
        try stage.settle()
      case 6: try stage.restart()
      case 7:
        guard let element = try stage.bin().randomElement(using: &operations.random) else { break }
        try checkPutBack(element, stage, seed)
      default:
        let size = operations.chance(50) ? 1 + operations.below(4) : 1_000
        let bin = try stage.bin(pageSize: size)
        let found = Set(bin.map { "\($0.isSection)\($0.removedBy) \($0.id)" })
        let (all, certain) = expected(stage, simple)
        try #require(found.isSubset(of: all) && found.isSuperset(of: certain), "seed \(seed)")
        try #require(bin.map(\.removedBy) == bin.map(\.removedBy).sorted(by: >))
      }
    }
  }

  /// What the lists of all versions say about what was removed.
  ///
  /// - Returns: all of it, and that which certainly did not go with a section that is not there.
  private func expected(_ stage: Stage, _ simple: Set<UInt64>) -> (all: Set<String>, certain: Set<String>) {
    var (all, certain): (Set<String>, Set<String>) = ([], [])
    func ids(_ list: SectionedList) -> (sections: Set<Identifier>, items: [Identifier: Identifier]) {
      var items: [Identifier: Identifier] = [:]
      for section in list.sections { for item in section.items { items[item.id] = section.element.id } }
      return (Set(list.sections.map(\.element.id)), items)
    }
    let now = ids(stage.current)
    for version in 1..<max(1, stage.version + 1) {
      guard let before = stage.lists[version - 1], let after = stage.lists[version] else { continue }
      let (old, new) = (ids(before), ids(after))
      for section in old.sections.subtracting(new.sections) where !now.sections.contains(section) {
        all.insert("true\(version) \(section)")
        certain.insert("true\(version) \(section)")
      }
      for (item, section) in old.items where new.items[item] == nil && now.items[item] == nil {
        // Of several operations, one may have moved it to a section that another one removed.
        let isSimple = simple.contains(version)
        let comesWithSection = !new.sections.contains(section) && !now.sections.contains(section)
        if !isSimple || !comesWithSection { all.insert("false\(version) \(item)") }
        if isSimple, !comesWithSection { certain.insert("false\(version) \(item)") }
      }
    }
    return (all, certain)
  }

  private func checkPutBack(_ element: BinElement, _ stage: Stage, _ seed: UInt64) throws {
    let before = stage.current
    let wanted = RemovedElement(id: element.id, isSection: element.isSection, removedBy: element.removedBy)
    do { try stage.putBack(wanted) } catch let error as ArrangeError {
      // Its section is not there.
      try #require(!element.isSection && error.code == .failedPrecondition, "seed \(seed): \(error)")
      try #require(!before.sections.contains { $0.element.id == element.section })
      return
    }
    stage.record()
    let after = stage.current
    let back =
      element.isSection
      ? after.sections.first { $0.element.id == element.id }?.element
      : after.sections.lazy.flatMap(\.items).first { $0.id == element.id }
    try #require(back?.fields == element.fields)
    guard !element.isSection else { return }
    // Behind the nearest one before it that is still in the section.
    let old = try #require(stage.lists[element.removedBy - 1]?.itemIDs(ofSection: element.section))
    let new = try #require(after.itemIDs(ofSection: element.section))
    let index = try #require(old.firstIndex(of: element.id))
    let place = try #require(new.firstIndex(of: element.id))
    if let anchor = old[..<index].last(where: { new.contains($0) }) {
      try #require(new[place - 1] == anchor, "seed \(seed)")
    } else if index + 1 < old.count, let next = new.firstIndex(of: old[index + 1]) {
      try #require(next == place + 1, "seed \(seed)")
    } else {
      try #require(place == 0, "seed \(seed)")
    }
  }
}

extension SectionedList {
  /// The ids of the items of a section.
  fileprivate func itemIDs(ofSection id: Identifier) -> [Identifier]? {
    sections.first { $0.element.id == id }?.items.map(\.id)
  }
}

extension TestEngine {
  fileprivate func bin() async throws -> [BinElement] {
    try await call("board") { $0.bin.list(ListBinRequest(collection: "board"), reply: $1) }.elements
  }

  fileprivate func putBack(_ element: RemovedElement) async throws -> ApplyResult {
    let request = PutBackRequest(collection: "board", elements: [element])
    return try await call("board") { $0.bin.putBack(request, reply: $1) }
  }
}

extension Stage {
  func bin(pageSize: Int = 1_000) throws -> [BinElement] {
    var elements: [BinElement] = []
    var token: [UInt8]?
    repeat {
      let request = ListBinRequest(collection: name, pageSize: pageSize, pageToken: token)
      let page: BinPage = try call { $0.bin.list(request, reply: $1) }
      try #require(page.elements.count <= pageSize)
      elements += page.elements
      token = page.nextPageToken
    } while token != nil
    return elements
  }

  @discardableResult
  func putBack(_ elements: RemovedElement..., requestID: RequestID? = nil) throws -> ApplyResult {
    let request = PutBackRequest(collection: name, elements: elements, requestID: requestID)
    return try call { $0.bin.putBack(request, reply: $1) }
  }

  @discardableResult
  func emptyBin() throws -> UInt64 {
    let emptied: EmptiedBin = try call { $0.bin.empty(EmptyBinRequest(collection: name), reply: $1) }
    return emptied.oldestKept
  }
}
