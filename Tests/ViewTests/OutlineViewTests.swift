import ArrangeModel
import Changes
import Ordering
import Testing

@testable import Engine

@Suite("Views over outlines", .timeLimit(.minutes(5)))
struct OutlineViewTests {
  private let name: Identifier = "plan"

  /// The outline `c(a(x y) b)d(z)` in the section `s`, and `e` in `t`; `n` is a number, and `done` is true for `y` and `z`.
  private func stage() throws -> ViewStage {
    let stage = try ViewStage(options: EngineOptions(), seed: 1)
    try stage.create(name, strategy: "lexorank", outline: OutlineSettings(maximumDepth: 5))
    func items(_ items: [(Identifier, Int64, Bool)]) -> [NewElement] {
      items.map {
        NewElement(id: $0.0, fields: ["n": .int($0.1), "done": .bool($0.2), "in": .string("k\($0.1 % 2)")])
      }
    }
    try apply(
      stage,
      .insertSections([NewElement(id: "s"), NewElement(id: "t")], to: .init()),
      .insertItems(items([("c", 3, false), ("d", 1, false)]), to: .init(section: "s")),
      .insertItems(items([("a", 9, false), ("b", 2, false)]), to: .init(below: .init("c"))),
      .insertItems(items([("x", 5, false), ("y", 4, true)]), to: .init(below: .init("a"))),
      .insertItems(items([("z", 7, true)]), to: .init(below: .init("d"))),
      .insertItems(items([("e", 8, false)]), to: .init(section: "t"))
    )
    return stage
  }

  private func apply(_ stage: ViewStage, _ operations: ListOperation...) throws {
    let request = ApplyRequest(collection: name, operations: operations)
    let _: ApplyResult = try stage.call { stage.engine.shard(for: name).apply(request, reply: $0) }
    try stage.settle()
  }

  private func rows(_ list: SectionedList) -> [String] {
    list.sections.map { section in
      let rows = section.items.map { item in
        let depth = item.origin.map { $0.depth == 0 ? "" : "\($0.depth)" } ?? ""
        return "\(item.id)\(depth)\(item.origin?.isContext == true ? "*" : "")"
      }
      return "\(section.element.id):" + rows.joined(separator: " ")
    }
  }

  private func inline(_ text: String) throws -> ViewReference {
    ViewReference(name: nil, definition: try ViewDefinition(parsing: text).named())
  }

  @Test(
    "show its rows, each before what is below it",
    arguments: [
      ("plan", ["s:c1 a2 x3 y3 b2 d1 z2", "t:e1"]),
      ("plan sections t", ["t:e1"]),
      ("plan cap 3", ["s:c1 a2 x3", "t:e1"]),
      ("plan\nwindow 0 2..<5", ["s:x3 y3 b2"]),
      ("plan\nwindow around y before 1 after 1", ["s:x3 y3 b2"]),
      // Of filtered rows, the parents are lost.
      ("plan where n > 3", ["s:a x y z", "t:e"]),
      ("plan where done with ancestors", ["s:c1* a2* y3 d1* z2", "t:"]),
      ("plan where n = 9 with descendants", ["s:a2 x3 y3", "t:"]),
      ("plan where n = 9 or n = 4 with descendants", ["s:a2 x3 y3", "t:"]),
      // Siblings are sorted, and what is below them stays there.
      ("plan sort n", ["s:d1 z2 c1 b2 a2 y3 x3", "t:e1"]),
      ("plan where done sort n", ["s:z y", "t:"]),
      ("plan where done with ancestors sort n", ["s:d1* z2 c1* a2* y3", "t:"]),
      ("plan where done with ancestors sort n cap 3", ["s:d1* z2 c1*", "t:"]),
      ("plan flat all", ["all:c a x y b d z e"]),
      ("plan flat all sort n", ["all:d b c y x z e a"]),
      ("plan flat all where n = 9 with descendants sort n", ["all:y x a"]),
      ("plan group in", ["k0:y b e", "k1:c a x d z"]),
      ("plan group in sort n desc cap 2", ["k0:e y", "k1:a z"]),
      ("plan group in of parent", ["k1:a x y b z", "null:c d e"]),
      ("plan group in of parent by done", ["k1:a x b", "k1:y z", "null:c d e"]),
    ] as [(String, [String])]
  )
  func shown(text: String, expected: [String]) throws {
    let stage = try stage()
    let list = try stage.fetch(try inline(text), pageSize: 2)
    let groups = list.sections.map { section in section.element.fields["in"].map { "\($0)" } }
    let shown = rows(list)
    // The ids of groups are made from their values.
    if groups.contains(where: { $0 != nil }) {
      #expect(shown.map { $0.drop { $0 != ":" } } == expected.map { $0.drop { $0 != ":" } })
    } else {
      #expect(shown == expected)
    }
  }

  @Test("count in sums only what matches")
  func sums() throws {
    let stage = try stage()
    let list = try stage.fetch(try inline("plan where done with ancestors sum n"), pageSize: 9)
    #expect(list.sections.map { $0.element.fields["sum n"] } == [.int(11), .int(0)])
    #expect(list.sections.map { $0.element.fields["counted n"] } == [.int(2), .int(0)])
  }

  @Test("follow moves of whole subtrees, undo, restarts, and are read as they were")
  func following() throws {
    let stage = try stage()
    let texts = [
      "plan", "plan where done with ancestors sort n", "plan where n > 8 with descendants",
      "plan flat all where not done", "a: plan where done\nb: plan sections t, s cap 2",
    ]
    let views = try texts.map { try inline($0) }
    var watchers = try views.map { try ViewWatcher($0, .init(), on: stage) }
    func check() throws {
      for (watcher, view) in zip(watchers, views) {
        try watcher.catchUp(stage)
        #expect(watcher.ended == nil)
        #expect(rows(watcher.list) == rows(try stage.fetch(view, pageSize: 3)), "\(view.definition)")
      }
    }
    try check()
    let before = try views.map { rows(try stage.fetch($0, pageSize: 3)) }
    let version = stage.engine.shard(for: name).collections[name]?.working.version ?? 0
    let caller = Caller(WorkOwner(stage), by: .anonymous) { true }
    var request = ApplyRequest(
      collection: name,
      operations: [
        .moveItems([ElementReference("a")], to: .init(.last, below: .init("e"))),
        .removeItems([ElementReference("d")], descendants: .remove),
      ]
    )
    request.step = UndoStep(try StackID("tab"))
    let _: ApplyResult = try stage.call { [request] in
      stage.engine.shard(for: name).apply(request, for: caller, reply: $0)
    }
    try stage.settle()
    try check()
    #expect(rows(watchers[0].list) == ["s:c1 b2", "t:e1 a2 x3 y3"])
    #expect(rows(watchers[1].list) == ["s:", "t:e1* a2* y3"])
    // What is shown because of others goes along with what it is below.
    for (item, n) in [("e", 0), ("a", 1), ("e", 8), ("a", 9)] as [(Identifier, Int64)] {
      try apply(stage, .updateItems([FieldsUpdate(ElementReference(item), set: ["n": .int(n)])]))
      try check()
      #expect(rows(watchers[1].list) == ["s:", "t:e1* a2* y3"])
    }
    // A server that was restarted tells in one batch what is different.
    let tokens = watchers.map { ($0.token, $0.list, $0.version) }
    let undo = UndoRequest(collection: name, stack: try StackID("tab"))
    let _: UndoResult = try stage.call {
      Undoing(on: stage.engine.shard(for: name)).undo(undo, mayWrite: true, for: caller, reply: $0)
    }
    try stage.settle()
    try check()
    #expect(zip(watchers, before).allSatisfy { rows($0.list) == $1 })
    try stage.restart()
    watchers = try zip(views, tokens).map { view, last in
      try ViewWatcher(view, .init(), on: stage, resuming: last.0, last.1, version: last.2)
    }
    try check()
    #expect(watchers.allSatisfy { $0.batches == 1 && $0.reloads.isEmpty })
    for (view, rows) in zip(views, before).prefix(4) {
      #expect(self.rows(try stage.fetch(view, at: .number(version), pageSize: 2)) == rows)
    }
  }

  @Test("tell how deep a row is, also if it is the only one")
  func depth() throws {
    let stage = try stage()
    let watcher = try ViewWatcher(try inline("plan where n = 2 with descendants"), .init(), on: stage)
    try watcher.catchUp(stage)
    #expect(rows(watcher.list) == ["s:b2", "t:"])
    try apply(stage, .moveItems([ElementReference("b")], to: .init(.first, below: .init("a"))))
    try watcher.catchUp(stage)
    #expect(rows(watcher.list) == ["s:b3", "t:"] && watcher.batches == 1)
  }

  @Test("tell with the rights of a definer nothing but the rows")
  func opaque() throws {
    let stage = try stage()
    stage.wallTime = 1_700_000_000_000_000
    let definer = try Principal("ann")
    try stage.define(
      "flat",
      try ViewDefinition(parsing: "plan flat all where n > 3 only n as definer"),
      by: definer
    )
    try stage.define(
      "tree",
      try ViewDefinition(parsing: "plan where done with ancestors as definer"),
      by: definer
    )
    let names: [Identifier] = ["flat", "tree"]
    let watchers = try names.map { try ViewWatcher(try stage.view($0), .init(), on: stage) }
    for watcher in watchers { try watcher.catchUp(stage) }
    #expect(watchers.map { rows($0.list) } == [["all:a x y z e"], ["s:c a y d z", "t:"]])
    for watcher in watchers {
      #expect(
        watcher.list.sections.flatMap(\.items).allSatisfy { $0.origin == nil && $0.contentVersion == 0 }
      )
    }
    // Nothing visible changes: deeper, below another hidden one, and beside hidden ones.
    let versions = watchers.map(\.version)
    try apply(stage, .moveItems([ElementReference("b")], to: .init(.first, below: .init("e"))))
    try apply(stage, .moveItems([ElementReference("x")], to: .init(.first, below: .init("c"))))
    for watcher in watchers { try watcher.catchUp(stage) }
    #expect(watchers.map { rows($0.list) } == [["all:x a y z e"], ["s:c a y d z", "t:"]])
    #expect(watchers[0].batches == 1 && watchers[1].batches == 0 && watchers[1].version == versions[1])
  }

  @Test("refuse what they can't do, if possible when they are defined")
  func refused() throws {
    let stage = try stage()
    func refusal(_ body: () throws -> Void) -> ArrangeError? {
      do { try body() } catch { return error as? ArrangeError }
      return nil
    }
    let overlay = refusal {
      try stage.define("v", try ViewDefinition(parsing: "plan overlay triage").named())
    }
    #expect(overlay?.reason == "is_outline" && overlay?.field == "view.parts[0].query.overlay")
    for (text, field) in [
      ("plan where done with", "view"), ("plan where done with parents", "view"),
      ("plan flat all where done with ancestors", "parts[0].query.context"),
      ("plan group in where done with ancestors", "parts[0].query.context"),
    ] {
      let error = refusal { try ViewDefinition(parsing: text).validate() }
      #expect(
        error?.code == .invalidArgument && error?.field?.hasSuffix(field) == true,
        "\(text): \(error as Any)"
      )
    }
    var unfiltered = ViewDefinition.Query(name)
    unfiltered.context = .descendants
    #expect(
      refusal { try ViewDefinition([.init(.collection(unfiltered))]).validate() }?.code == .invalidArgument
    )
  }

  @Test("have one text for each definition")
  func texts() throws {
    for text in [
      "plan group in of parent declare \"k\" order desc by n", "plan where done with ancestors",
      "plan where a starts with \"b\" with descendants sort n",
    ] {
      let view = try ViewDefinition(parsing: text)
      #expect(view.text == text + "\n")
      #expect(try ViewDefinition(parsing: view.text) == view)
    }
    let plain = try ViewDefinition(parsing: "plan where done")
    #expect(plain != (try ViewDefinition(parsing: "plan where done with descendants")))
  }
}
