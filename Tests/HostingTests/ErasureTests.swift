import ArrangeModel
import Changes
import EngineTestSupport
import ListModel
import Ordering
import Synchronization
import Testing

@testable import Engine

@Suite("Items that are erased", .timeLimit(.minutes(5)))
struct ErasureTests {
  /// What nobody may find again.
  private static let secret = "the secret"

  /// A list with an item of which something secret is in its fields and its history.
  private func board(options: EngineOptions = EngineOptions()) throws -> Stage {
    let stage = try Stage(options: options)
    try stage.apply(.insertSections([NewElement(id: "todo")], to: .init()))
    try stage.apply(.add("a", "b", "c", to: .init(section: "todo")))
    try stage.apply(
      .insertItems(
        [NewElement(id: "s", fields: ["title": .string(Self.secret)])],
        to: .init(section: "todo", .last)
      )
    )
    return stage
  }

  private func ids(_ stage: Stage) -> [String] {
    stage.current.sections.flatMap(\.items).map(\.id.text)
  }

  /// Whether anything stored has the secret.
  private func isStored(_ stage: Stage) throws -> Bool {
    let snapshot = try JournalSnapshot(of: stage.journal)
    return "\(snapshot)".contains("\(Array(Self.secret.utf8))".dropFirst().dropLast())
  }

  private func code(_ body: () throws -> Void) -> StatusCode? {
    do { try body() } catch let error as ArrangeError { return error.code } catch {}
    return nil
  }

  @Test("are removed, with their history, and nothing else is", arguments: [false, true])
  func erased(isRemoved: Bool) throws {
    let stage = try board()
    #expect(try isStored(stage))
    if isRemoved { try stage.apply(.removeItems(["s"])) }
    let others = ids(stage).filter { $0 != "s" }
    let before = stage.version
    let erasure = try stage.erase("s")
    #expect(erasure.removed == (isRemoved ? [] : ["s"]) && erasure.oldestKept == before + 1)
    #expect(erasure.deletedNames.isEmpty && erasure.files == .clean && !erasure.otherNodes)
    #expect(ids(stage) == others && stage.version == before + 1)
    #expect(try !isStored(stage))
    #expect(try stage.bin().isEmpty && stage.oldestVersion() == before + 1)
    #expect(code { _ = try stage.past(before) } == .outOfRange)
    #expect(code { try stage.putBack(.init(id: "s", removedBy: before + 1)) } == .notFound)
    #expect(code { try stage.erase("s") } == .notFound)
    try stage.restart()
    try stage.load()
    #expect(ids(stage) == others && stage.version == before + 1)
    try stage.apply(.removeItems(["a"]))
    #expect(try stage.bin().map(\.id) == ["a"])
  }

  @Test("are found in any kept commit, and a wrong id erases nothing")
  func found() throws {
    let stage = try board()
    try stage.apply(.removeItems(["s"]))
    for number in 0..<600 { try stage.apply(.add("\(number)", to: .init())) }
    let before = stage.version
    #expect(code { try stage.erase("a", "nothing") } == .notFound)
    // A section is no item.
    #expect(code { try stage.erase("todo") } == .notFound)
    #expect(code { try stage.erase() } == .invalidArgument)
    #expect(stage.version == before && ids(stage).contains("a") && stage.hosted?.oldestVersion == 0)
    let erasure = try stage.erase("s", "a", "s")
    #expect(erasure.removed == ["a"] && !ids(stage).contains("a"))
    #expect(try !isStored(stage))
  }

  @Test("stay while versions have names, unless these are deleted as well")
  func named() throws {
    let stage = try board()
    try stage.setVersion("early", 2)
    try stage.setVersion("late", 3)
    do {
      try stage.erase("s")
      Issue.record("versions are named")
    } catch let error as ArrangeError {
      #expect(error.code == .failedPrecondition)
      #expect(error.message.contains("\"early\"") && error.message.contains("\"late\""))
    }
    #expect(ids(stage).contains("s") && stage.version == 3)
    let erasure = try stage.erase("s", deletesNames: true)
    #expect(erasure.deletedNames == ["early", "late"])
    #expect(try stage.versions().isEmpty && !isStored(stage))
    #expect(try stage.setVersion("new", 4).version == 4)
  }

  @Test("are not brought back by undo, and a subscriber of before gets the whole list")
  func undone() throws {
    let stage = try board()
    let watcher = Watcher()
    try stage.subscribe(watcher)
    try stage.catchUp(watcher)
    let token = try #require(watcher.tokens.last)
    let list = watcher.list
    stage.unsubscribe(watcher)
    var request = ApplyRequest(collection: "board", operations: [.removeItems(["s"])])
    request.step = UndoStep(try StackID("tab"))
    let ann = stage.caller(try Principal("ann"))
    let _: ApplyResult = try stage.call { $0.apply(request, for: ann, reply: $1) }
    try stage.erase("s")
    stage.record()
    #expect(try stage.undo().undoes.isEmpty)
    let resumed = try Watcher(.init(), resuming: token.bytes, token.version, list)
    try stage.subscribe(resumed)
    try stage.catchUp(resumed)
    #expect(resumed.list?.sections.flatMap(\.items).map(\.id) == ["a", "b", "c"])
  }

  @Test("are in no file when the call is answered, or it says that they may be")
  func files() throws {
    let stage = try board()
    stage.journal.erasuresLeft.store(3, ordering: .relaxed)
    #expect(try stage.erase("s").files == .clean && stage.journal.erasuresLeft.load(ordering: .relaxed) == 0)
    stage.journal.erasuresLeft.store(1_000, ordering: .relaxed)
    #expect(try stage.erase("a").files == .later)
    // It is attempted again soon, however long the interval is.
    let left = stage.journal.erasuresLeft.load(ordering: .relaxed)
    stage.advance(seconds: 5)
    try stage.executor.run { stage.journal.erasuresLeft.load(ordering: .relaxed) == left - 1 }
  }

  @Test("are not erased by who does not wait any more, nor while the server ends")
  func unwanted() throws {
    let stage = try board()
    let gone = Caller(WorkOwner(stage), by: nil) { false }
    let request = EraseRequest(collection: "board", items: ["s"])
    #expect(
      code { let _: Erasure = try stage.call { $0.erased.erase(request, for: gone, reply: $1) } } != nil
    )
    stage.shard.isDraining = true
    #expect(code { try stage.erase("s") } == .unavailable)
    #expect(ids(stage).contains("s"))
  }

  @Test("are answered when the collection is deleted meanwhile")
  func deletedMeanwhile() throws {
    let stage = try board()
    try stage.load()
    // A checkpoint that does not end: the first chunk is not written.
    stage.journal.appends.close()
    let request = EraseRequest(collection: "board", items: ["s"])
    let erasure: Box<Result<Erasure, ArrangeError>?> = stage.start { $0.erased.erase(request, reply: $1) }
    let deletion: Box<Result<Void, ArrangeError>?> = stage.start { $0.delete("board", reply: $1) }
    stage.executor.runWaiting()
    stage.journal.appends.open()
    let _: Void = try stage.end(deletion)
    _ = try? stage.end(erasure)
    #expect(erasure.value != nil)
  }
}

@Suite("The schedule of clearing the files")
struct ErasureScheduleTests {
  private let interval: UInt64 = 3_600_000_000_000
  private let second: UInt64 = 1_000_000_000

  @Test("is an interval with some randomness, and only if something was written", arguments: 0..<20)
  func interval(seed: UInt64) {
    var schedule = ErasureSchedule(seed: seed)
    var now: UInt64 = 7 * second
    var steps: UInt64 = 3
    var last = now
    var begins: [UInt64] = []
    for tick in 0..<40_000 as Range<UInt64> {
      now += second
      if tick < 30_000 { steps += 1 }
      guard schedule.begins(at: now, every: interval, steps: steps) else { continue }
      let again = schedule.begins(at: now + interval * 2, every: interval, steps: steps)
      #expect(!again, "one at a time")
      schedule.end(at: now, every: interval, isComplete: true, steps: steps)
      #expect(now - last >= interval / 8 * 7 && now - last <= interval / 8 * 9 + second)
      begins.append(now - last)
      last = now
    }
    // The last one finds what was written before it, and nothing is written any more.
    #expect(begins.count >= 7 && begins.count <= 10 && Set(begins).count > 1)
  }

  @Test("has an attempt that something in use prevented soon again, and one at once that is awaited")
  func again() {
    var schedule = ErasureSchedule(seed: 1)
    func begins(at now: UInt64, every interval: UInt64, steps: UInt64) -> Bool {
      schedule.begins(at: now, every: interval, steps: steps)
    }
    #expect(!begins(at: second, every: interval, steps: 1))
    var now = 2 * interval
    #expect(begins(at: now, every: interval, steps: 1))
    schedule.end(at: now, every: interval, isComplete: false, steps: 1)
    now += ErasureSchedule.pause
    #expect(!begins(at: now - 1, every: interval, steps: 1))
    #expect(begins(at: now, every: interval, steps: 1))
    schedule.end(at: now, every: interval, isComplete: true, steps: 1)
    #expect(!begins(at: now + 2 * interval, every: interval, steps: 1))
    schedule.hurry()
    #expect(begins(at: now, every: interval, steps: 1))
    schedule.end(at: now, every: interval, isComplete: true, steps: 1)
    // Never, and an interval that became shorter.
    #expect(!begins(at: now + 9 * interval, every: 0, steps: 2))
    #expect(!begins(at: now + second, every: second, steps: 2))
    #expect(begins(at: now + 3 * second, every: second, steps: 2))
  }
}

extension Stage {
  @discardableResult
  func erase(_ items: Identifier..., deletesNames: Bool = false) throws -> Erasure {
    let request = EraseRequest(collection: name, items: items, deletesNames: deletesNames)
    return try call { $0.erased.erase(request, reply: $1) }
  }
}
