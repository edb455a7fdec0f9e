import ArrangeModel
import Ordering
import Testing

@testable import Engine

@Suite("Undo", .timeLimit(.minutes(10)))
struct UndoTests {
  /// A board with two sections.
  private func board(_ strategy: String = "lexorank") throws -> Stage {
    let stage = try Stage(strategy: strategy)
    try stage.step(
      .sections("s", "t"),
      .insert("a", "b", "c", "d", into: "s"),
      .insert("x", into: "t"),
      by: "owner",
      stack: nil
    )
    return stage
  }

  // MARK: What is undone

  @Test(
    "brings an item back behind its old predecessor, and makes the move again",
    arguments: ["lexorank", "dense", "fractional"]
  )
  func moves(strategy: String) throws {
    let stage = try board(strategy)
    try stage.step(.relocate("b", into: "t"))
    #expect(stage.ids == ["s:a c d", "t:x b"])
    let result = try stage.undo()
    #expect(stage.ids == ["s:a b c d", "t:x"])
    #expect(result.version == 3 && result.changed && result.undoes == [2])
    #expect(result.undone == [UndoneChange(kind: .itemMoved, id: "b")] && result.kept.isEmpty)
    #expect(result.undoneCount == 1 && result.keptCount == 0 && !result.canUndo && result.canRedo)
    let again = try stage.redo()
    #expect(stage.ids == ["s:a c d", "t:x b"])
    #expect(again.undoes == [3] && again.canUndo && !again.canRedo)
    #expect(try stage.undo().undoes == [4])
    #expect(stage.ids == ["s:a b c d", "t:x"])
  }

  @Test("finds the place of an item whose neighbours have gone")
  func places() throws {
    // What others do meanwhile, and where `c` is then.
    let cases: [([ListOperation], String)] = [
      ([], "s:a b c d"),
      ([.relocate("b", at: .last)], "s:a d b c"),
      ([.remove("b")], "s:a c d"),
      ([.relocate("b", into: "t")], "s:a c d"),
      ([.remove("a", "b"), .insert("n", into: "s", at: .first)], "s:n c d"),
      ([.remove("a", "b", "d"), .insert("n", into: "s", at: .first)], "s:c n"),
      ([.insert("n", into: "s", at: .after("b"))], "s:a b c n d"),
      ([.insert("n", into: "s", at: .first)], "s:n a b c d"),
    ]
    for (others, expected) in cases {
      let stage = try board()
      try stage.step(.relocate("c", into: "t"))
      for operation in others { try stage.step(operation, by: "bob", stack: nil) }
      try stage.undo()
      #expect(stage.ids[0] == expected, "\(others)")
    }
  }

  @Test("brings several items back together, before what others have put in front of them")
  func blocks() throws {
    let stage = try board()
    try stage.step(.relocate("a", "b", at: .last))
    try stage.step(.insert("n", into: "s", at: .first), by: "bob")
    #expect(stage.ids[0] == "s:n c d a b")
    try stage.undo()
    #expect(stage.ids[0] == "s:n a b c d")
  }

  @Test("brings a removed item and a removed section back, with ids, fields and items")
  func removals() throws {
    let stage = try board()
    try stage.step(.set("b", "n", to: .int(1)), by: "owner", stack: nil)
    try stage.step(.remove("b", "c"))
    try stage.step(.removeSection("s"))
    #expect(stage.ids == ["t:x"])
    let section = try stage.undo()
    #expect(stage.ids == ["s:a d", "t:x"])
    #expect(section.undone.map(\.kind) == [.sectionRemoved, .itemRemoved, .itemRemoved])
    try stage.undo()
    #expect(stage.ids == ["s:a b c d", "t:x"] && stage.fields("b") == ["n": .int(1)])
    try stage.redo()
    try stage.redo()
    #expect(stage.ids == ["t:x"])
  }

  @Test("removes inserted items, and the section that came with them")
  func insertions() throws {
    let stage = try Stage()
    try stage.step(.insert("a"))
    #expect(stage.ids == [":a"])
    let result = try stage.undo()
    #expect(stage.ids.isEmpty && result.undone.map(\.kind) == [.itemInserted, .sectionInserted])
    try stage.redo()
    try stage.step(.insert("b"), by: "bob")
    let kept = try stage.undo()
    #expect(stage.ids == [":b"] && kept.reasons == ["sectionInserted  notEmpty 4 bob"])
  }

  @Test("restores fields, each by itself")
  func fields() throws {
    let stage = try board()
    try stage.step(.updateItems([FieldsUpdate(ElementReference("a"), set: ["m": .int(1), "n": .int(1)])]))
    try stage.step(.set("a", "n", to: .int(2)), by: "bob")
    try stage.step(.set("a", "o", to: .int(3)), by: "bob")
    let result = try stage.undo()
    #expect(stage.fields("a") == ["n": .int(2), "o": .int(3)])
    #expect(result.undone == [UndoneChange(kind: .itemUpdated, id: "a", field: "m")])
    #expect(result.reasons == ["itemUpdated a.n changed 3 bob"])
  }

  @Test("brings a section back to its place, with its fields")
  func sections() throws {
    let stage = try board()
    try stage.step(.moveSections([ElementReference("t")], to: SectionDestination(.first)))
    try stage.step(.updateSections([FieldsUpdate(ElementReference("s"), set: ["title": .string("S")])]))
    #expect(stage.ids == ["t:x", "s:a b c d"])
    try stage.undo()
    try stage.undo()
    #expect(stage.ids == ["s:a b c d", "t:x"])
    #expect(stage.naive[NaiveUndo.Key(isSection: true, id: "s")]?.fields == Fields())
  }

  // MARK: What is kept

  @Test("keeps what others have changed since, says why and whose it is, and goes on with the step before")
  func kept() throws {
    let cases: [(step: ListOperation, others: [ListOperation], reasons: [String])] = [
      (.relocate("b", into: "t"), [.relocate("b", at: .first)], ["itemMoved b placed 4 bob"]),
      (.relocate("b", into: "t"), [.remove("b")], ["itemMoved b gone 4 bob"]),
      (.relocate("b", into: "t"), [.removeSection("s")], ["itemMoved b sectionGone 4 bob"]),
      (.insert("n", into: "s"), [.set("n", "f", to: .int(1))], ["itemInserted n changed 4 bob"]),
      (.insert("n", into: "s"), [.relocate("n", at: .first)], ["itemInserted n placed 4 bob"]),
      (.insert("n", into: "s"), [.remove("n")], ["itemInserted n gone 4 bob"]),
      (.remove("b"), [.insert("b", into: "t")], ["itemRemoved b idTaken 4 bob"]),
      (.remove("b"), [.removeSection("s")], ["itemRemoved b sectionGone 4 bob"]),
      (.remove("b"), [.insert("b", into: "t"), .remove("b")], ["itemRemoved b gone 5 bob"]),
      (.sections("u"), [.insert("n", into: "u")], ["sectionInserted u notEmpty 4 bob"]),
      (.set("b", "f", to: .int(1)), [.set("b", "f", to: .int(2))], ["itemUpdated b.f changed 4 bob"]),
      // What others have written is theirs, also where it is what the step wrote.
      (
        .set("b", "f", to: .int(1)), [.set("b", "f", to: .int(2)), .set("b", "f", to: .int(1))],
        ["itemUpdated b.f changed 5 bob"]
      ),
      (.set("b", "f", to: .int(1)), [.remove("b")], ["itemUpdated b.f gone 4 bob"]),
    ]
    for (step, others, reasons) in cases {
      let stage = try board()
      try stage.step(.set("x", "first", to: .bool(true)))
      try stage.step(step)
      for operation in others { try stage.step(operation, by: "bob", stack: nil) }
      let (before, version) = (stage.naive, stage.version)
      let result = try stage.undo()
      #expect(result.reasons == reasons)
      #expect(!result.changed && result.undone.isEmpty && result.version == version && stage.naive == before)
      #expect(result.undoes == [3] && result.canUndo && !result.canRedo)
      // The stack has gone on, also where it is read from the journal again.
      try stage.restart()
      let next = try stage.undo()
      #expect(next.undoes == [2] && next.changed && !next.canUndo)
      #expect(try !stage.undo().changed)
    }
  }

  @Test("keeps items away from a section that is full, the last ones, and takes inserted ones away before")
  func limits() throws {
    let stage = try board()
    let limit = ListOperation.updateSections([
      FieldsUpdate(ElementReference("s"), set: [ItemLimit.field: .int(5)])
    ])
    try stage.step(limit, by: "owner", stack: nil)
    try stage.step(.remove("a", "b", "c"))
    try stage.step(.insert("n", "o", into: "s"), by: "bob")
    let result = try stage.undo()
    #expect(stage.ids[0] == "s:a b d n o" && result.reasons == ["itemRemoved c full"])
    try stage.step(.remove("d"), .insert("p", into: "s"))
    try stage.undo()
    #expect(stage.ids[0] == "s:a b d n o")
  }

  @Test("of an own step is not a touch: steps on steps are undone one after the other, and made again")
  func ownSteps() throws {
    let stage = try board()
    var lists = [stage.naive.content]
    let steps: [ListOperation] = [
      .relocate("b", into: "t"), .relocate("b", at: .first), .set("b", "f", to: .int(1)),
      .set("b", "f", to: .int(2)),
      .insert("n", into: "t"), .set("n", "f", to: .int(1)), .relocate("n", into: "s"), .remove("n"),
      .removeSection("t"),
      .sections("t"), .insert("b", "n", into: "t"),
    ]
    for step in steps {
      try stage.step(step)
      lists.append(stage.naive.content)
    }
    for _ in 0..<2 {
      for list in lists.dropLast().reversed() {
        let result = try stage.undo()
        #expect(result.kept.isEmpty && result.changed)
        #expect(stage.naive.content == list)
      }
      #expect(try !stage.undo().changed)
      for list in lists.dropFirst() {
        #expect(try stage.redo().kept.isEmpty)
        #expect(stage.naive.content == list)
      }
    }
  }

  @Test("of others that they have undone themselves is not a touch either")
  func undoneByOthers() throws {
    let stage = try board()
    try stage.step(.relocate("b", into: "t"))
    try stage.step(.relocate("b", into: "s", at: .first), by: "bob")
    #expect(try stage.undo(by: "bob").changed)
    #expect(stage.ids == ["s:a c d", "t:x b"])
    #expect(try stage.undo().changed)
    #expect(stage.ids == ["s:a b c d", "t:x"])
  }

  @Test("of others is a touch once for each commit, also where an undo of theirs moves an item twice")
  func movedTwiceByAnUndo() throws {
    let stage = try board()
    try stage.step(.insert("y", into: "s"))
    try stage.step(
      .relocate("y", into: "s", at: .before("a")),
      .insert("z", into: "s"),
      by: "bob",
      group: "drag"
    )
    try stage.step(.relocate("y", into: "s", at: .after("d")), by: "bob", group: "drag")
    #expect(try stage.undo(by: "bob").changed)
    #expect(try stage.undo().kept.isEmpty)
    #expect(stage.ids == ["s:a b c d", "t:x"])
  }

  @Test("of others is no touch of a field that a commit of theirs leaves as it was")
  func writtenTwice() throws {
    let stage = try board()
    try stage.step(.set("a", "n", to: .int(1)))
    try stage.step(
      .set("a", "n", to: .int(2)),
      .set("a", "n", to: .int(1)),
      .set("a", "m", to: .int(1)),
      by: "bob"
    )
    #expect(try stage.undo().kept.isEmpty)
    #expect(stage.fields("a") == ["m": .int(1)])
  }

  // MARK: Stacks

  @Test("is by principal and by stack, and a new step forgets what can be made again")
  func scopes() throws {
    let stage = try board()
    try stage.step(.set("a", "n", to: .int(1)), by: "ann", stack: "one")
    try stage.step(.set("b", "n", to: .int(1)), by: "ann", stack: "two")
    try stage.step(.set("c", "n", to: .int(1)), by: "bob", stack: "one")
    try stage.step(.set("d", "n", to: .int(1)), by: "ann", stack: nil)
    #expect(try stage.undo(by: "eve", stack: "one").undoes.isEmpty)
    #expect(try stage.undo(by: "ann", stack: "one").undoes == [2])
    #expect(try stage.undo(by: "bob", stack: "one").undoes == [4])
    #expect(try stage.undo(by: "ann", stack: "two").undoes == [3])
    try stage.step(.set("a", "n", to: .int(2)), by: "ann", stack: "one")
    #expect(try !stage.redo(stack: "one").changed)
    #expect(try stage.redo(stack: "two").changed)
  }

  @Test("of a group undoes its commits in one, and what others have done between stays")
  func groups() throws {
    let stage = try board()
    try stage.step(.relocate("b", into: "t"), group: "drag")
    try stage.step(.set("b", "status", to: .string("t")), group: "drag")
    try stage.step(.set("c", "n", to: .int(1)), group: "typing")
    try stage.step(.set("c", "n", to: .int(2)), by: "bob")
    try stage.step(.set("c", "n", to: .int(3)), group: "typing")
    let typing = try stage.undo()
    #expect(typing.undoes == [4, 6] && stage.fields("c") == ["n": .int(2)])
    #expect(typing.reasons == ["itemUpdated c.n changed 5 bob"])
    let drag = try stage.undo()
    #expect(drag.undoes == [2, 3] && drag.undoneCount == 2)
    #expect(stage.ids == ["s:a b c d", "t:x"] && stage.fields("b") == Fields())
    try stage.redo()
    #expect(stage.ids == ["s:a c d", "t:x b"] && stage.fields("b") == ["status": .string("t")])
    // An undo between ends the group.
    try stage.step(.set("a", "n", to: .int(1)), group: "drag")
    #expect(try stage.undo().undoes == [10])
  }

  @Test("of a named step leaves later ones, whose changes count")
  func chosen() throws {
    let stage = try board()
    try stage.step(.set("a", "n", to: .int(1)))
    try stage.step(.relocate("b", into: "t"))
    try stage.step(.set("a", "n", to: .int(2)))
    let named = try stage.undo(of: 2)
    #expect(named.reasons == ["itemUpdated a.n changed 4 ann"] && named.undoes == [2])
    #expect(try stage.undo(of: 3).changed)
    for (of, redo) in [(1, false), (3, false), (9, false), (4, true)] as [(UInt64, Bool)] {
      let error = #expect(throws: ArrangeError.self) { try stage.undo(of: of, redo: redo) }
      #expect(error?.code == .notFound && error?.field == "of")
    }
    #expect(try stage.undo().undoes == [4])
    // Undoing an undo makes the step again.
    #expect(try stage.undo(of: 5).changed)
    #expect(stage.ids == ["s:a c d", "t:x b"])
    #expect(try stage.undo(of: 7).undoes == [7])
  }

  @Test("is refused where another step is next than the one that is expected")
  func expected() throws {
    let stage = try board()
    try stage.step(.set("a", "n", to: .int(1)))
    try stage.step(.set("a", "n", to: .int(2)))
    let error = #expect(throws: ArrangeError.self) { try stage.undo(expect: 2) }
    #expect(error?.code == .aborted && error?.field == "expect")
    #expect(try stage.undo(expect: 3).changed)
    #expect(throws: ArrangeError.self) { try stage.undo(by: "bob", expect: 3) }
  }

  @Test("as a dry run says what it would do, and does nothing")
  func dryRun() throws {
    let stage = try board()
    try stage.step(.relocate("b", "c", into: "t"))
    try stage.step(.relocate("c", at: .first), by: "bob")
    let before = stage.naive
    let dry = try stage.undo(dryRun: true)
    #expect(dry.changed && dry.version == 3 && dry.undoes == [2] && stage.naive == before)
    #expect(dry.canUndo)
    let real = try stage.undo()
    #expect(real.undone == dry.undone && real.kept == dry.kept && real.version == 4)
    #expect(try !stage.undo(dryRun: true).changed)
  }

  @Test("with a request id is done once, also where nothing could be undone, and after a restart")
  func retries() throws {
    let stage = try board()
    try stage.step(.set("a", "n", to: .int(1)))
    try stage.step(.set("b", "n", to: .int(1)))
    try stage.step(.set("b", "n", to: .int(2)), by: "bob")
    var (kept, done) = (try stage.undo(requestID: RequestID([1])), try stage.undo(requestID: RequestID([2])))
    #expect(!kept.changed && kept.keptCount == 1 && done.changed && done.undoes == [2])
    (kept.isRepeated, done.isRepeated) = (true, true)
    (kept.canUndo, kept.canRedo) = (false, true)
    for _ in 0..<2 {
      #expect(try stage.undo(requestID: RequestID([1])) == kept)
      #expect(try stage.undo(requestID: RequestID([2])) == done)
      let other = #expect(throws: ArrangeError.self) { try stage.undo(redo: true, requestID: RequestID([2])) }
      #expect(other?.code == .invalidArgument && other?.field == "request_id")
      #expect(throws: ArrangeError.self) {
        try stage.step(.insert("q", into: "s"), requestID: RequestID([2]))
      }
      try stage.restart()
    }
  }

  @Test("of more than moves needs more than the permission to move")
  func permissions() throws {
    let stage = try board()
    try stage.step(.set("a", "n", to: .int(1)))
    try stage.step(.relocate("b", into: "t"))
    #expect(try stage.undo(mayWrite: false).changed)
    let error = #expect(throws: ArrangeError.self) { try stage.undo(mayWrite: false) }
    #expect(error?.code == .permissionDenied && stage.fields("a") == ["n": .int(1)])
    #expect(try stage.undo().undoes == [2])
  }

  @Test("is shown by history, with the versions that it undoes")
  func history() throws {
    let stage = try board()
    try stage.step(.set("a", "n", to: .int(1)), group: "g")
    try stage.step(.set("a", "n", to: .int(2)), group: "g")
    try stage.undo()
    try stage.redo()
    let request = HistoryRequest(collection: stage.name)
    let page: HistoryPage = try stage.call { $0.history(request, reply: $1) }
    #expect(page.commits.map(\.undoes) == [[], [], [], [2, 3], [4]])
    #expect(page.commits.map(\.isRedo) == [false, false, false, false, true])
    #expect(page.commits.map { $0.step?.stack } == [nil] + (0..<4).map { _ in try? StackID("tab") })
    #expect(page.commits[1].step?.group == (try? StackID("g")) && page.commits[3].step?.group == nil)
    #expect(page.commits[3].author == (try Principal("ann")))
  }

  @Test("ends at the oldest commit that is kept")
  func trimmed() throws {
    var options = EngineOptions()
    (options.checkpointInterval, options.retainedCommits) = (20, 10)
    let stage = try Stage(options: options)
    try stage.step(.insert("a"))
    for number in 0..<40 { try stage.step(.set("a", "n", to: .int(Int64(number)))) }
    try stage.executor.run { stage.hosted?.retained.oldestCommit ?? 0 > 20 }
    let oldest = try #require(stage.hosted?.retained.oldestCommit)
    for restarts in [false, true] {
      if restarts { try stage.restart() }
      let error = #expect(throws: ArrangeError.self) { try stage.undo(of: oldest - 1, dryRun: true) }
      #expect(error?.code == .notFound)
      #expect(try stage.undo(of: oldest, dryRun: true).undoes == [oldest])
    }
    #expect(try stage.undo().undoes == [41])
  }

  @Test(
    "reads from the journal what is not in memory, and needs neither there nor here the contents of others"
  )
  func farBack() throws {
    let stage = try board()
    try stage.step(.relocate("b", "c", into: "t"))
    for number in 0..<300 {
      try stage.step(
        .set("a", "n", to: .int(Int64(number))),
        .insert("n\(number)", into: "s", at: .first),
        by: "bob"
      )
    }
    try stage.restart()
    let result = try stage.undo()
    #expect(result.changed && result.undoneCount == 2)
    #expect(stage.ids[0].hasSuffix("n1 n0 a b c d"))
    try stage.redo()
    stage.advance(seconds: 100)
    try stage.step(.set("x", "n", to: .int(1)), by: "bob", stack: nil)
    #expect(try stage.undo().undoneCount == 2)
    #expect(stage.ids[0].hasSuffix("n1 n0 a b c d"))
  }
}
