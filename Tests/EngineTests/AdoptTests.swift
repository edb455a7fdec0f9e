import ArrangeModel
import EngineTestSupport
import Ordering
import Testing

@testable import Engine

/// Items that were placed elsewhere, with keys that are numbers of eight bytes.
@Suite("Adopted items")
struct AdoptTests {
  private func key(_ value: UInt64) -> OrderKey { OrderKey(bigEndian: value) }

  /// A section A of the items a, b, c with the keys 4, 8 and 12.
  private func fixture() throws -> EditorFixture {
    let fixture = try EditorFixture([("A", ["a", "b", "c"]), ("B", ["x"])])
    #expect(fixture.keys(0) == [4, 8, 12].map(key))
    return fixture
  }

  @Test("keep unused keys, and go to the places of their keys")
  func kept() throws {
    var fixture = try fixture()
    let result = try fixture.apply(
      .adoptItems(
        [AdoptedItem(id: "z", key: key(9)), AdoptedItem(id: "y", key: key(1), before: "a")],
        section: "A"
      )
    )
    #expect(fixture.text == "A: y a b z c | B: x")
    #expect(
      result.operations == [
        [
          PlacedElement(id: "z", place: .item(ListPath(section: 0, item: 3)), key: key(9)),
          PlacedElement(id: "y", place: .item(ListPath(section: 0, item: 0)), key: key(1)),
        ]
      ]
    )
    #expect(result.rekeyed == 0)
  }

  @Test("with colliding keys: an item in the list keeps its key, otherwise the one with the smaller id")
  func collisions() throws {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      var fixture = try fixture()
      let items = [
        AdoptedItem(id: "p", key: key(8)), AdoptedItem(id: "m", key: key(6)),
        AdoptedItem(id: "n", key: key(6)),
      ]
      try fixture.apply(.adoptItems(order.map { items[$0] }, section: "A"))
      #expect(fixture.text == "A: a m n b p c | B: x")
      let keys = fixture.keys(0)
      #expect(keys[1] == key(6) && keys[3] == key(8))
      #expect(keys == keys.sorted() && Set(keys).count == 6)
    }
  }

  @Test("whose key collides with another item of the call go directly after it, before what follows")
  func collisionsWithinACall() throws {
    let writers = [
      ("x", [6, 7, 9]), ("y", [6, 7, 9]), ("z", [6, 9, 10]),
    ].map { name, keys -> [AdoptedItem] in
      keys.enumerated().map { index, value in
        AdoptedItem(
          id: Identifier(unchecked: "\(name)\(index)"),
          key: key(UInt64(value)),
          after: index > 0 ? Identifier(unchecked: "\(name)\(index - 1)") : "a",
          before: index < 2 ? Identifier(unchecked: "\(name)\(index + 1)") : "c"
        )
      }
    }
    func fixture() throws -> EditorFixture {
      var fixture = try self.fixture()
      try fixture.apply(.remove("b"))
      return fixture
    }
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      var fixture = try fixture()
      try fixture.apply(.adoptItems(order.flatMap { writers[$0] }, section: "A"))
      #expect(fixture.text == "A: a x0 y0 z0 x1 y1 x2 y2 z1 z2 c | B: x")
    }
    // Two writers: the same as one after the other.
    var (together, apart) = (try fixture(), try fixture())
    try together.apply(.adoptItems(writers[0] + writers[1], section: "A"))
    try apart.apply(.adoptItems(writers[0], section: "A"))
    try apart.apply(.adoptItems(writers[1], section: "A"))
    #expect(together.text == apart.text)
    // Three items: x0 and y0 have one key, x1 the next.
    var three = try fixture()
    try three.apply(.adoptItems(Array(writers[0][0...1]) + [writers[1][0]], section: "A"))
    #expect(three.text == "A: a x0 y0 x1 c | B: x")
  }

  @Test("of several writers stay in their runs when their keys can no longer be used")
  func runsOfWriters() throws {
    var fixture = try fixture()
    // Between b and c, with keys that were right once.
    let runs = ["p", "q", "r"].map { name in
      (0..<3).map { index in
        AdoptedItem(
          id: Identifier(unchecked: "\(name)\(index)"),
          key: key(UInt64(20 + index)),
          after: index > 0 ? Identifier(unchecked: "\(name)\(index - 1)") : "b",
          before: index < 2 ? Identifier(unchecked: "\(name)\(index + 1)") : "c"
        )
      }
    }
    try fixture.apply(.adoptItems(runs.flatMap { $0 }.reversed(), section: "A"))
    #expect(fixture.text == "A: a b p0 p1 p2 q0 q1 q2 r0 r1 r2 c | B: x")
    // Each was placed directly after a, before the one before.
    fixture = try self.fixture()
    let backwards = [
      AdoptedItem(id: "2", key: key(42), after: "a", before: "b"),
      AdoptedItem(id: "1", key: key(41), after: "a", before: "2"),
      AdoptedItem(id: "3", key: key(40), after: "a", before: "1"),
    ]
    try fixture.apply(.adoptItems(backwards, section: "A"))
    #expect(fixture.text == "A: a 3 1 2 b c | B: x")
    // Two that name each other as predecessor.
    let circle = [
      AdoptedItem(id: "y", key: .empty, after: "z", before: "z"),
      AdoptedItem(id: "z", key: .empty, after: "y", before: "y"),
    ]
    try fixture.apply(.adoptItems(circle, section: "A"))
    #expect(fixture.text == "A: a 3 1 2 b c y z | B: x" || fixture.text == "A: a 3 1 2 b c z y | B: x")
  }

  @Test("without a key go after the items that they follow, in whatever order they are sent")
  func keyless() throws {
    func item(_ id: Identifier, _ key: OrderKey, after: Identifier? = nil, before: Identifier? = nil)
      -> AdoptedItem
    {
      AdoptedItem(id: id, key: key, after: after, before: before)
    }
    let middle = [
      item("z", .empty, after: "a", before: "y"), item("y", .empty, after: "z", before: "x1"),
      item("x1", .empty, after: "y", before: "b"),
    ]
    let start = [
      item("q", .empty, before: "p"), item("p", .empty, after: "q", before: "n"),
      item("n", .empty, after: "p", before: "a"),
    ]
    let mixed = [
      item("k", key(6), after: "a", before: "u"), item("u", .empty, after: "k", before: "t"),
      item("t", .empty, after: "u", before: "b"),
    ]
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      for (items, text) in [(middle, "a z y x1 b c"), (start, "q p n a b c"), (mixed, "a k u t b c")] {
        var fixture = try fixture()
        try fixture.apply(.adoptItems(order.map { items[$0] }, section: "A"))
        #expect(fixture.text == "A: \(text) | B: x")
        let keys = fixture.keys(0)
        #expect(keys == keys.sorted() && Set(keys).count == 6)
      }
    }
  }

  @Test("whose key is no longer between their neighbours go next to these")
  func movedNeighbours() throws {
    var fixture = try fixture()
    // Between b and c the key 2 was right once.
    try fixture.apply(.adoptItems([AdoptedItem(id: "z", key: key(2), after: "b", before: "c")], section: "A"))
    #expect(fixture.text == "A: a b z c | B: x")
    try fixture.apply(.adoptItems([AdoptedItem(id: "y", key: key(99), before: "a")], section: "A"))
    #expect(fixture.text == "A: y a b z c | B: x")
    // A neighbour that was removed, or is in another section, is ignored.
    try fixture.apply(.adoptItems([AdoptedItem(id: "w", key: key(99), before: "x")], section: "A"))
    #expect(fixture.text == "A: y a b z c w | B: x")
  }

  @Test("with keys of another strategy are not refused")
  func foreignKeys() throws {
    var fixture = try fixture()
    let foreign = OrderKey(Array("0|hzzzzz:".utf8))
    try fixture.apply(
      .adoptItems(
        [
          AdoptedItem(id: "z", key: foreign, after: "a"), AdoptedItem(id: "y", key: foreign),
          AdoptedItem(id: "w", key: .empty, before: "b"),
        ],
        section: "A"
      )
    )
    #expect(fixture.text == "A: a z w b c y | B: x")
    #expect(fixture.keys(0) == fixture.keys(0).sorted())
  }

  @Test("that exist are moved, also from another section, and keep their fields")
  func moves() throws {
    var fixture = try fixture()
    try fixture.apply(.update("x", ["title": .string("X")]))
    let version = fixture.state.version
    try fixture.apply(
      .adoptItems(
        [
          AdoptedItem(id: "x", fields: ["title": .string("Y")], key: key(5)),
          AdoptedItem(id: "a", key: key(10)),
        ],
        section: "A"
      )
    )
    #expect(fixture.text == "A: x b a c | B:")
    #expect(try fixture.item("x").fields == ["title": .string("X")])
    #expect(try fixture.item("x").contentVersion == version)
    try fixture.apply(.adoptItems([AdoptedItem(id: "a", key: key(10))], section: "A"))
    #expect(fixture.state.version == version + 1, "where it is already, with the key that it has")
  }

  @Test("must name an existing section, and each item once")
  func refusals() throws {
    var fixture = try fixture()
    let item = AdoptedItem(id: "z", key: key(9))
    fixture.expectRefused(
      .notFound,
      "operations[0].adopt_items.section",
      .adoptItems([item], section: "C")
    )
    fixture.expectRefused(
      .invalidArgument,
      "operations[0].adopt_items.items[1].id",
      .adoptItems([item, item], section: "A")
    )
    for id in ["z", "a"] as [Identifier] {
      let (first, second) = (AdoptedItem(id: id, key: key(3)), AdoptedItem(id: id, key: key(9)))
      fixture.expectRefused(
        .invalidArgument,
        "operations[0].adopt_items.items[2].id",
        .adoptItems([first, AdoptedItem(id: "y", key: key(5)), second], section: "A")
      )
    }
  }

  @Test("under ranks go to the index in their key, or next to their neighbours")
  func ranks() throws {
    var fixture = try EditorFixture([("A", ["a", "b", "c"])], strategy: RankTestStrategy())
    try fixture.apply(.adoptItems([AdoptedItem(id: "z", key: OrderKey(rank: 1))], section: "A"))
    #expect(fixture.text == "A: a z b c")
    try fixture.apply(.adoptItems([AdoptedItem(id: "y", key: OrderKey(rank: 9))], section: "A"))
    try fixture.apply(.adoptItems([AdoptedItem(id: "x", key: OrderKey(rank: 0), after: "c")], section: "A"))
    #expect(fixture.text == "A: a z b c x y")
  }

  @Test("read few keys of the list each, however many go to one place")
  func work() throws {
    for count in [1_000, 16_000] {
      let chain = (0..<count).map { index in
        AdoptedItem(
          id: Identifier(unchecked: "\(index)"),
          key: index % 2 == 0 ? .empty : key(8),
          after: index > 0 ? Identifier(unchecked: "\(index - 1)") : "b",
          before: Identifier(unchecked: "\(index + 1)")
        )
      }
      let hostile = (0..<count).map { index in
        AdoptedItem(id: Identifier(unchecked: "\(index)"), key: key(4), after: "a", before: "b")
      }
      for items in [chain, hostile, hostile.reversed()] {
        var fixture = try fixture()
        let (_, edits) = try fixture.applyAll([.adoptItems(items, section: "A")])
        #expect(fixture.state.itemCount == count + 4)
        let rekeys = edits.reduce(0) {
          if case .rekey(_, _, _, let keys) = $1 { $0 + keys.count } else { $0 }
        }
        #expect(
          edits.count < count + 50 && rekeys < count + 50,
          "all that come to one place get room at once"
        )
      }
    }
  }

  @Test("keep the order of all others, are never refused and leave ascending keys, whatever they are")
  func random() throws {
    let seed: UInt64 = 5
    var random = OrderingRandom(seed: seed)
    for round in 0..<400 {
      let count = random.position(in: 0..<12)
      let ids = (0..<count).map { Identifier(unchecked: "\($0)") }
      var fixture = try EditorFixture([("A", ids)])
      for step in 0..<6 {
        let before = fixture.itemIDs(0)
        var seen = Set<Identifier>()
        let items = (0..<(1 + random.position(in: 0..<5))).compactMap { _ -> AdoptedItem? in
          let id = Identifier(unchecked: "\(random.position(in: 0..<40))")
          guard seen.insert(id).inserted else { return nil }
          func neighbour() -> Identifier? {
            before.isEmpty || random.next() % 2 == 0 ? nil : before[random.position(in: 0..<before.count)]
          }
          let isForeign = random.next() % 8 == 0
          return AdoptedItem(
            id: id,
            key: isForeign ? OrderKey([1, 2]) : key(UInt64(1 + random.position(in: 0..<60))),
            after: neighbour(),
            before: neighbour()
          )
        }
        let keysBefore = Dictionary(uniqueKeysWithValues: zip(before, fixture.keys(0)))
        let result = try fixture.apply(.adoptItems(items, section: "A"))
        let (after, keys) = (fixture.itemIDs(0), fixture.keys(0))
        let place = "seed \(seed), round \(round), step \(step)"
        #expect(keys == keys.sorted() && Set(keys).count == keys.count, "\(place)")
        #expect(after.filter { !seen.contains($0) } == before.filter { !seen.contains($0) }, "\(place)")
        #expect(Set(after) == Set(before).union(seen), "\(place)")
        let changed = zip(after, keys).count { id, key in !seen.contains(id) && keysBefore[id] != key }
        #expect(changed <= result.rekeyed, "\(place)")
        if result.changed, items.count == 1, let item = items.first, item.after == nil, item.before == nil,
          item.key.count == 8, !keysBefore.contains(where: { $0.value == item.key && $0.key != item.id })
        {
          #expect(keys[try #require(after.firstIndex(of: item.id))] == item.key, "\(place)")
        }
      }
    }
  }
}

/// A collection that gets keys of another strategy.
@Suite("Renewed keys")
struct RenewedKeyTests {
  @Test("are those of the new strategy, of all lists, and nothing moves")
  func renewed() throws {
    let fixture = try EditorFixture([("A", ["a", "b", "c"]), ("B", []), ("C", ["d"])])
    var state = fixture.state
    let strategies: [any OrderingStrategy] = [
      RankTestStrategy(), TightTestStrategy(spacing: 9), RankTestStrategy(), TightTestStrategy(),
    ]
    for strategy in strategies {
      let before = state
      var editor = TransactionEditor(state, strategy: strategy, random: OrderingRandom(seed: 1)) { .empty }
      try editor.renewKeys()
      let (after, edits, result) = editor.finish()
      #expect(result.changed && result.rekeyed == 7 && after.version == before.version + 1)
      #expect(EditorFixture.text(after) == EditorFixture.text(before))
      #expect(KeyReport(on: after, strategy, "test").problemCount == 0)
      // The stored form gives the same keys, and undoing restores the old ones.
      let commit = Commit(after, edits, result)
      var replayed = before
      try replayed.replay(Commit(commit.record))
      #expect(keys(replayed) == keys(after))
      var back = after
      back.undo(edits)
      #expect(keys(back) == keys(before))
      state = after
    }
  }

  @Test("are not written if they are unchanged")
  func unchanged() throws {
    let fixture = try EditorFixture([("A", ["a"])], strategy: RankTestStrategy())
    var editor = TransactionEditor(
      fixture.state,
      strategy: RankTestStrategy(),
      random: OrderingRandom(seed: 1)
    ) { .empty }
    try editor.renewKeys()
    let (after, edits, result) = editor.finish()
    #expect(!result.changed && edits.isEmpty && after.version == fixture.state.version)
  }

  @Test("are reported if they are wrong")
  func reports() throws {
    let fixture = try EditorFixture([("A", ["a", "b", "c"])])
    var state = fixture.state
    state.rekey(in: .items(section: 0), at: 1, to: [OrderKey(bigEndian: 4), OrderKey([1])])
    let report = KeyReport(on: state, TightTestStrategy(), "test")
    #expect(report.checked == 4 && report.problemCount == 2)
    #expect(report.problems.map(\.id) == ["b", "c"])
    #expect(report.problems.map(\.path) == [ListPath(section: 0, item: 1), ListPath(section: 0, item: 2)])
    #expect(KeyReport(on: state, RankTestStrategy(), "rank").problemCount == 4)
    // Without the strategy, keys can only be compared.
    let order = KeyReport(on: state, nil, "gone")
    #expect(order.isOrderOnly && order.checked == 4 && order.problems.map(\.id) == ["b"])
    state.rekey(in: .items(section: 0), at: 1, to: [.empty, .empty])
    #expect(KeyReport(on: state, nil, "gone").problems.map(\.id) == ["b"])
  }

  private func keys(_ state: CollectionState) -> [[OrderKey]] {
    [(0..<state.sectionCount).map { state.key(in: .sections, at: $0) }]
      + (0..<state.sectionCount).map { section in
        (0..<state.itemCount(section: section)).map { state.key(in: .items(section: section), at: $0) }
      }
  }
}

extension EditorFixture {
  fileprivate func itemIDs(_ section: Int) -> [Identifier] {
    let items = state.section(at: section).items
    return items.entries(in: 0..<items.count).map(\.element.id)
  }
}
