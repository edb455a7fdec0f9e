import ArrangeModel
import Engine
import EngineTestSupport
import Ordering
import Testing

@Suite("Transactions")
struct TransactionEditorTests {
  private func fixture(_ strategy: any OrderingStrategy = TightTestStrategy()) throws -> EditorFixture {
    try EditorFixture([("A", ["1", "2", "3", "4"]), ("B", ["5", "6"]), ("C", [])], strategy: strategy)
  }

  @Test("that are refused in the middle change nothing")
  func allOrNothing() throws {
    var fixture = try fixture()
    fixture.expectRefused(
      .notFound,
      "operations[3].remove_items.items[1].id",
      .insert("x", to: .init(section: "A", .first)),
      .update("1", ["n": .int(1)]),
      .removeSections([.init("B")], onlyIfEmpty: false),
      .remove("2", "5")
    )
    #expect(try fixture.item("1").fields.isEmpty)
    #expect(try fixture.item("5").id == "5")
  }

  @Test("refuse elements that are missing, there already, or named twice")
  func elements() throws {
    var fixture = try fixture()
    let twice = [ElementReference("1"), ElementReference("2"), ElementReference("1")]
    fixture.expectRefused(
      .invalidArgument,
      "operations[0].move_items.items[2].id",
      .moveItems(twice, to: .init())
    )
    fixture.expectRefused(.invalidArgument, "operations[0].remove_items.items[2].id", .removeItems(twice))
    fixture.expectRefused(
      .invalidArgument,
      "operations[0].update_items.items[2].id",
      .updateItems(twice.map { FieldsUpdate($0, set: ["n": .int(1)]) })
    )
    fixture.expectRefused(
      .invalidArgument,
      "operations[0].reorder_items.items[2]",
      .reorderItems(section: "A", ["1", "2", "1"])
    )
    fixture.expectRefused(
      .invalidArgument,
      "operations[0].reorder_items.items[1]",
      .reorderItems(section: "A", ["1", "5"])
    )
    fixture.expectRefused(
      .notFound,
      "operations[0].reorder_items.items[1]",
      .reorderItems(section: "A", ["1", "none"])
    )
    fixture.expectRefused(
      .notFound,
      "operations[0].reorder_items.section",
      .reorderItems(section: "none", [])
    )
    fixture.expectRefused(.notFound, "operations[0].reorder_sections.sections[0]", .reorderSections(["1"]))
    fixture.expectRefused(.notFound, "operations[0].move_items.items[0].id", .move("A", to: .init()))
    fixture.expectRefused(
      .notFound,
      "operations[0].update_sections.sections[0].id",
      .updateSections([.init(.init("1"), set: [:])])
    )
    fixture.expectRefused(
      .alreadyExists,
      "operations[0].insert_items.items[1].id",
      .insert("x", "5", to: .init(section: "A"))
    )
    fixture.expectRefused(
      .alreadyExists,
      "operations[0].insert_items.items[1].id",
      .insert("x", "x", to: .init(section: "A"))
    )
    fixture.expectRefused(
      .alreadyExists,
      "operations[0].insert_sections.sections[0].id",
      .insertSections([.init(id: "C")], to: .init())
    )
  }

  @Test("refuse elements in another content version")
  func contentVersions() throws {
    var fixture = try fixture()
    let created = try fixture.item("1").contentVersion
    try fixture.apply(.update("1", ["n": .int(1)]))
    let updated = try fixture.item("1").contentVersion
    #expect(updated == fixture.state.version && updated > created)
    for (index, operation) in [
      ArrangeModel.ListOperation.moveItems([.init("2"), .init("1", ifContentVersion: created)], to: .init()),
      .removeItems([.init("2"), .init("1", ifContentVersion: created)]),
      .updateItems([.init(.init("2"), set: [:]), .init(.init("1", ifContentVersion: created), set: [:])]),
    ].enumerated() {
      let name = ["move_items", "remove_items", "update_items"][index]
      fixture.expectRefused(.aborted, "operations[0].\(name).items[1].if_content_version", operation)
    }
    // A move does not change the content.
    try fixture.apply(.moveItems([.init("1", ifContentVersion: updated)], to: .init(.last)))
    #expect(try fixture.item("1").contentVersion == updated)
    try fixture.apply(.removeItems([.init("1", ifContentVersion: updated)]))
    #expect(fixture.state.path(ofItem: "1") == nil)
  }

  @Test("remove sections with their items, or only empty ones")
  func removingSections() throws {
    var fixture = try fixture()
    fixture.expectRefused(
      .failedPrecondition,
      "operations[0].remove_sections.sections[1].id",
      .removeSections([.init("C"), .init("B")], onlyIfEmpty: true)
    )
    try fixture.apply(.removeSections([.init("C")], onlyIfEmpty: true))
    let result = try fixture.apply(.removeSections([.init("A")], onlyIfEmpty: false))
    #expect(fixture.text == "B: 5 6" && fixture.state.itemCount == 2)
    #expect(result.operations == [[PlacedElement(id: "A", place: nil, key: .empty)]])
    // Their ids are free again.
    try fixture.apply(.insert("1", to: .init(section: "B")))
    #expect(fixture.text == "B: 5 6 1")
  }

  @Test("count a section as updated only for fields of its own")
  func sectionContent() throws {
    var fixture = try fixture()
    let version = fixture.state.section(at: 0).element.contentVersion
    try fixture.apply(.update("1", ["n": .int(1)]), .remove("2"), .insert("x", to: .init(section: "A")))
    try fixture.apply(.moveSections([.init("A")], to: .init(.last)))
    #expect(fixture.state.section(at: 2).element.contentVersion == version)
    try fixture.apply(.updateSections([.init(.init("A"), set: ["n": .int(1)])]))
    #expect(fixture.state.section(at: 2).element.contentVersion == fixture.state.version)
  }

  @Test("make ids where none is given")
  func madeIDs() throws {
    var fixture = try fixture()
    let result = try fixture.apply(
      .insertItems([.init(), .init(id: "x"), .init()], to: .init(section: "C")),
      .insertSections([.init()], to: .init(.first))
    )
    #expect(fixture.text == "made3: | A: 1 2 3 4 | B: 5 6 | C: made1 x made2")
    #expect(result.operations.map { $0.map(\.id) } == [["made1", "x", "made2"], ["made3"]])
  }

  @Test("use one section for all items that name none")
  func defaultSection() throws {
    var fixture = try EditorFixture([])
    try fixture.apply(.insert("1", to: .init()), .insert("2", to: .init(.first)))
    #expect(fixture.text == ": 2 1")
    try fixture.apply(.updateSections([.init(.init(""), set: ["n": .int(1)])]))
    try fixture.apply(
      .insertSections([.init(id: "A")], to: .init(.first)),
      .move("1", to: .init(section: "A"))
    )
    #expect(fixture.text == "A: 1 | : 2")
    try fixture.apply(.removeSections([.init("")], onlyIfEmpty: false))
    try fixture.apply(.move("1", to: .init(section: "")))
    #expect(fixture.text == "A: | : 1", "it comes back at the end, an ordinary section")
    #expect(fixture.state.section(at: 1).element.fields.isEmpty)
  }

  @Test("without a net effect make no version", arguments: [true, false])
  func noEffect(isRank: Bool) throws {
    let strategy: any OrderingStrategy = isRank ? RankTestStrategy() : TightTestStrategy(spacing: 1)
    let transactions: [[ArrangeModel.ListOperation]] = [
      [],
      [.insert(to: .init()), .remove(), .moveItems([], to: .init())],
      [.move("2", to: .init(.at(1)))],
      [.move("2", "3", to: .init(.after("1")))],
      [.move("1", to: .init(.last)), .move("1", to: .init(.first))],
      [.move("1", to: .init(section: "B")), .move("1", to: .init(section: "A", .first))],
      [
        .move("1", to: .init(section: "")), .move("1", to: .init(section: "A", .first)),
        .removeSections([.init("")], onlyIfEmpty: true),
      ],
      [.update("1", [:])],
      [.update("1", ["n": .int(1)]), .update("1", [:], replaceAll: true)],
      [.insert("x", to: .init(section: "A", .first)), .remove("x")],
      [.remove("3"), .insert("3", to: .init(section: "A", .at(2)))],
      [
        .insertSections([.init(id: "X")], to: .init(.first)), .insert("x", to: .init(section: "X")),
        .removeSections([.init("X")], onlyIfEmpty: false),
      ],
      [.reorderItems(section: "A", ["1", "3", "4"]), .reorderSections(["A", "C"])],
      [
        .reorderItems(section: "A", ["4", "3", "2", "1"]), .reorderItems(section: "A", ["1", "2", "3", "4"]),
      ],
      [
        .moveSections([.init("A")], to: .init(.last)),
        .moveSections([.init("B"), .init("C")], to: .init(.last)),
      ],
      [.removeSections([.init("C")], onlyIfEmpty: true), .insertSections([.init(id: "C")], to: .init())],
    ]
    for operations in transactions {
      var fixture = try fixture(strategy)
      let (before, version) = (fixture.text, fixture.state.version)
      let keys = (0..<3).map(fixture.keys)
      let (result, edits) = try fixture.applyAll(operations)
      #expect(!result.changed && edits.isEmpty && fixture.text == before, "\(operations)")
      #expect(fixture.state.version == version, "\(operations)")
      #expect(result.rekeyed == 0 && result.version == version, "\(operations)")
      #expect((0..<3).map(fixture.keys) == keys, "\(operations)")
      #expect(result.operations.count == operations.count, "\(operations)")
      #expect(try fixture.item("1").contentVersion <= version, "\(operations)")
    }
  }

  @Test("keep the key of an item if it fits at its new place")
  func fittingKeys() throws {
    var fixture = try fixture()
    let keys = fixture.keys(0)
    try fixture.apply(.remove("2"))
    let result = try fixture.apply(.move("1", to: .init(.before("3"))))
    #expect(!result.changed)
    // From one section into another, between keys that leave room for its own.
    try fixture.apply(.move("3", to: .init(section: "C")))
    #expect(fixture.keys(2) == [keys[2]])
  }

  @Test("write the fewest keys for a reordering", arguments: 1...6)
  func reorderMinimality(count: Int) throws {
    let ids = (0..<count).map { Identifier(unchecked: "\($0)") }
    for order in permutations(Array(0..<count)) {
      var fixture = try EditorFixture([("A", ids)], strategy: TightTestStrategy(spacing: 1_000))
      let (result, edits) = try fixture.applyAll([.reorderItems(section: "A", order.map { ids[$0] })])
      #expect(fixture.text == "A: " + order.map { ids[$0].text }.joined(separator: " "))
      let fewest = count - longestRun(order)
      #expect(edits.count { if case .detach = $0 { true } else { false } } == fewest, "\(order)")
      #expect(edits.count { if case .attach = $0 { true } else { false } } == fewest, "\(order)")
      #expect(result.changed == (fewest > 0) && result.rekeyed == 0, "\(order)")
    }
  }

  @Test("leave items in place that a reordering does not name")
  func partialReorder() throws {
    for named in permutations(["1", "3", "5"] as [Identifier]) {
      var fixture = try EditorFixture([("A", ["1", "2", "3", "4", "5"])], strategy: RankTestStrategy())
      try fixture.apply(.reorderItems(section: "A", named))
      #expect(fixture.text == "A: \(named[0]) 2 \(named[1]) 4 \(named[2])")
      try fixture.apply(.reorderItems(section: "A", []))
      try fixture.apply(.reorderItems(section: "A", ["2"]))
      #expect(fixture.text == "A: \(named[0]) 2 \(named[1]) 4 \(named[2])")
    }
    var fixture = try fixture()
    try fixture.apply(.reorderSections(["C", "A"]))
    #expect(fixture.text == "C: | B: 5 6 | A: 1 2 3 4")
  }

  @Test(
    "leave the keys of items that a reordering does not name, and write the fewest others",
    arguments: 1...5
  )
  func unnamedKeys(spacing: UInt64) throws {
    let ids = (1...6).map { Identifier(unchecked: "\($0)") }
    for mask in 1..<(1 << ids.count) {
      let named = ids.indices.filter { mask & (1 << $0) != 0 }.map { ids[$0] }
      for order in permutations(named) where order.count <= 4 {
        var fixture = try EditorFixture([("A", ids)], strategy: TightTestStrategy(spacing: spacing))
        let before = fixture.keys(0)
        let (result, edits) = try fixture.applyAll([.reorderItems(section: "A", order)])
        var next = order.makeIterator()
        let wanted = ids.map { named.contains($0) ? next.next()! : $0 }
        #expect(fixture.text == "A: " + wanted.map(\.text).joined(separator: " "))
        let after = fixture.keys(0)
        for (place, id) in wanted.enumerated() where !named.contains(id) {
          #expect(after[place] == before[place], "\(order)")
        }
        let told = Dictionary(uniqueKeysWithValues: result.operations[0].map { ($0.id, $0.key) })
        for (place, id) in wanted.enumerated() where named.contains(id) {
          #expect(told[id] == after[place], "every key that may have changed is told")
        }
        // Each run of named places keeps the longest part that is in order already.
        let fewest = ids.indices.split { !named.contains(ids[$0]) }.reduce(0) { count, run in
          count + run.count - longestRun(wanted[run].compactMap { id in run.first { ids[$0] == id } })
        }
        #expect(edits.count { if case .detach = $0 { true } else { false } } == fewest, "\(order)")
      }
    }
  }

  @Test("take each other's places past items that a reordering does not name")
  func swapAround() throws {
    var fixture = try EditorFixture([("S", ["A", "x", "B"]), ("T", []), ("U", [])])
    let keys = fixture.keys(0)
    let (result, _) = try fixture.applyAll([.reorderItems(section: "S", ["B", "A"])])
    #expect(fixture.text == "S: B x A | T: | U:")
    #expect(fixture.keys(0)[1] == keys[1])
    #expect(result.operations[0].map(\.id) == ["B", "A"])
    try fixture.apply(.reorderSections(["U", "S"]))
    #expect(fixture.text == "U: | T: | S: B x A")
  }

  @Test("count the ranks that they change")
  func rankCounts() throws {
    let cases: [(ArrangeModel.ListOperation, Int)] = [
      (.insert("x", to: .init(section: "A", .first)), 4),
      (.insert("x", "y", to: .init(section: "A", .at(3))), 1),
      (.insert("x", to: .init(section: "A", .last)), 0), (.remove("1"), 3), (.remove("4"), 0),
      (.remove("1", "2"), 2), (.remove("3", "1"), 2), (.remove("1", "5"), 4),
      (.move("1", to: .init(.last)), 3),
      (.move("1", to: .init(.at(1))), 1), (.move("1", "2", to: .init(.last)), 2),
      (.move("1", to: .init(section: "B", .first)), 5), (.move("1", "5", to: .init(section: "A", .first)), 4),
      (.removeSections([.init("A"), .init("B")], onlyIfEmpty: false), 1),
      (.moveSections([.init("A")], to: .init(.last)), 2),
      (.reorderItems(section: "A", ["2", "1"]), 1),
    ]
    for (operation, count) in cases {
      var fixture = try fixture(RankTestStrategy())
      let result = try fixture.apply(operation)
      #expect(result.rekeyed == count, "\(operation)")
      #expect(fixture.keys(0).map(\.bigEndianValue) == (0..<UInt64(fixture.keys(0).count)).map { $0 })
    }
  }

  /// The length of the longest increasing subsequence, by exhaustive search.
  private func longestRun(_ values: [Int]) -> Int {
    (0..<(1 << values.count)).map { mask in
      let chosen = values.indices.filter { mask & (1 << $0) != 0 }.map { values[$0] }
      return zip(chosen, chosen.dropFirst()).allSatisfy(<) ? chosen.count : 0
    }.max() ?? 0
  }

  private func permutations<Value>(_ values: [Value]) -> [[Value]] {
    guard let first = values.first else { return [[]] }
    return permutations(Array(values.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
  }
}
