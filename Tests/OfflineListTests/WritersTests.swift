import ArrangeClient
import ArrangeModel
import Changes
import Ordering
import Testing

/// Several writers who edit one list without a connection, and reach the server at times.
@Suite("Writers who are offline between their merges")
struct WritersTests {
  /// A list with three writers, who do anything.
  private struct Scene {
    var server: ListServer
    var writers: [OfflineList] = []
    /// The edits that a writer has handed over without getting an answer.
    var inFlight: [OfflineList?]
    /// The ids that were inserted, and those that were removed.
    var inserted: Set<Identifier> = []
    var removed: Set<Identifier> = []
    private var random: OrderingRandom
    private var count = 0

    init(strategy: String, seed: UInt64) throws {
      random = OrderingRandom(seed: seed)
      server = try ListServer(strategy, seed: seed &+ 1)
      try server.apply([
        .insertSections([NewElement(id: "s0"), NewElement(id: "s1")], to: SectionDestination()),
        .insertItems(["a", "b", "c", "d"].map { NewElement(id: $0) }, to: ItemDestination(section: "s0")),
      ])
      inserted = ["a", "b", "c", "d"]
      let list = server.list
      for writer in 0..<3 {
        writers.append(OfflineList(list, strategy: strategy, seed: seed &* 7 &+ UInt64(writer)))
      }
      inFlight = [nil, nil, nil]
    }

    mutating func step() throws {
      let writer = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<15, using: &random) {
      case 14: try restart(writer)
      case 0: try handOver(writer)
      case 1: acknowledge(writer)
      case 2: rebase(writer)
      case 3: try meet(writer)
      default: try edit(writer)
      }
    }

    /// The program of a writer ends, and goes on with what it has saved.
    private mutating func restart(_ writer: Int) throws {
      func restored(_ list: OfflineList) throws -> OfflineList {
        let copy = try OfflineList(saved: list.saved, seed: random.next())
        #expect(copy.saved == list.saved && copy.list == list.list && copy.isEdited == list.isEdited)
        return copy
      }
      writers[writer] = try restored(writers[writer])
      inFlight[writer] = try inFlight[writer].map(restored)
    }

    private mutating func handOver(_ writer: Int) throws {
      // One transaction at a time, as a client would.
      guard inFlight[writer] == nil else { return }
      inFlight[writer] = writers[writer]
      try server.take(writers[writer])
    }

    private mutating func acknowledge(_ writer: Int) {
      guard let handed = inFlight[writer] else { return }
      writers[writer].acknowledge(handed)
      inFlight[writer] = nil
    }

    private mutating func rebase(_ writer: Int) {
      // Unacknowledged edits may have been done or not; a client waits for the answer.
      guard inFlight[writer] == nil else { return }
      writers[writer].rebase(onto: server.list)
    }

    private mutating func meet(_ writer: Int) throws {
      acknowledge(writer)
      try handOver(writer)
      acknowledge(writer)
      rebase(writer)
    }

    mutating func edit(_ writer: Int) throws {
      let list = writers[writer].list
      let section = list.sections[Int.random(in: 0..<list.sections.count, using: &random)]
      let place = Int.random(in: 0...section.items.count, using: &random)
      let any = list.sections.flatMap(\.items).randomElement(using: &random)?.id
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1, 2:
        let new = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          count += 1
          return NewElement(id: Identifier(stringLiteral: "w\(writer)-\(count)"), fields: ["n": .int(0)])
        }
        inserted.formUnion(new.compactMap(\.id))
        try writers[writer].insert(new, section: section.element.id, at: place)
      case 3:
        guard let any else { return }
        let isHere = section.items.contains { $0.id == any }
        try writers[writer].move(
          [any],
          section: section.element.id,
          at: min(place, section.items.count - (isHere ? 1 : 0))
        )
      case 4:
        guard let any else { return }
        let update = FieldsUpdate(ElementReference(any), set: ["by": .int(Int64(writer))])
        try writers[writer].update(update)
      default:
        guard let any else { return }
        removed.insert(any)
        try writers[writer].remove([any])
      }
    }

    /// All exchange edits until none has any left, and then have the same list.
    mutating func settle() throws {
      for _ in 0..<2 {
        for writer in 0..<3 { try meet(writer) }
      }
    }
  }

  @Test("end with the same list, in which nothing is lost", arguments: ["dense", "fractional", "lexorank"])
  func converge(strategy: String) throws {
    for seed in 1...100 as ClosedRange<UInt64> {
      var scene = try Scene(strategy: strategy, seed: seed)
      for _ in 0..<80 { try scene.step() }
      try scene.settle()
      let list = scene.server.list
      try #require(list.isInOrder, "seed \(seed)")
      for writer in scene.writers {
        try #require(!writer.isEdited, "seed \(seed)")
        try #require(writer.list.shown == list.shown, "seed \(seed)")
      }
      let there = Set(list.sections.flatMap { $0.items.map(\.id) })
      // Missing elements were removed by somebody; an element that one writer moved while another removed it
      // is gone, too.
      try #require(scene.inserted.subtracting(there).isSubset(of: scene.removed), "seed \(seed)")
    }
  }

  @Test(
    "write in the place of what they removed, before what another one wrote behind it",
    arguments: [1, 2, 3, 4]
  )
  func replacing(seed: UInt64) throws {
    for strategy in ["fractional", "lexorank"] {
      var server = try ListServer(strategy, seed: seed)
      try server.apply([.insertItems(["a", "."].map { NewElement(id: $0) }, to: ItemDestination())])
      var writers = (0..<2).map { OfflineList(server.list, strategy: strategy, seed: seed &+ UInt64($0)) }
      for (place, id) in ["T", "h", "e"].enumerated() {
        try writers[0].insert([NewElement(id: Identifier(stringLiteral: id))], at: 2 + place)
      }
      try writers[1].remove(["."])
      for (place, id) in [",", "h", "u"].enumerated() {
        try writers[1].insert([NewElement(id: Identifier(stringLiteral: "2" + id))], at: 1 + place)
      }
      for writer in writers { try server.take(writer) }
      #expect(server.list.sections[0].items.map(\.id) == ["a", "2,", "2h", "2u", "T", "h", "e"])
    }
  }

  @Test("continue next to items without a key")
  func exhausted() throws {
    var server = try ListServer("lexorank", seed: 1)
    try server.apply([
      .adoptItems(
        ["1", "2"].map { digit in
          let key = OrderKey(Array("0|i00000:00000000000000000\(digit)".utf8))
          return AdoptedItem(id: Identifier(stringLiteral: digit), fields: Fields(), key: key)
        },
        section: .empty
      )
    ])
    var edits = OfflineList(server.list, strategy: "lexorank", seed: 2)
    for (id, place) in [("x", 1), ("y", 2), ("z", 1)] as [(Identifier, Int)] {
      try edits.insert([NewElement(id: id)], at: place)
    }
    let items = edits.list.sections[0].items
    #expect(items.map(\.id) == ["1", "z", "x", "y", "2"])
    #expect(items[1...3].allSatisfy { $0.key.isEmpty })
    try server.take(edits)
    #expect(server.list.shown == edits.list.shown)
    #expect(server.list.isInOrder)
  }

  @Test(
    "see the same after the list has come again in which nobody else did anything",
    arguments: ["dense", "fractional", "lexorank"]
  )
  func seeTheSame(strategy: String) throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var scene = try Scene(strategy: strategy, seed: seed)
      for _ in 0..<20 {
        try scene.edit(0)
        var again = scene.writers[0]
        again.rebase(onto: scene.server.list)
        try #require(again.list.shown == scene.writers[0].list.shown, "seed \(seed)")
      }
    }
  }

  @Test(
    "see what the server makes of their edits, whatever others did meanwhile",
    arguments: ["dense", "fractional", "lexorank"]
  )
  func seeWhatComes(strategy: String) throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      var scene = try Scene(strategy: strategy, seed: seed)
      for _ in 0..<40 {
        try scene.step()
        var (writer, server) = (scene.writers[0], scene.server)
        // What is in progress counts as refused.
        writer.rebase(onto: server.list)
        try server.take(writer)
        try #require(writer.list.shown == server.list.shown, "seed \(seed)")
      }
    }
  }

  @Test("do not bring back what others removed", arguments: ["dense", "fractional"])
  func goneStaysGone(strategy: String) throws {
    var server = try ListServer(strategy, seed: 1)
    try server.apply([.insertItems(["a", "b", "c"].map { NewElement(id: $0) }, to: ItemDestination())])
    var edits = OfflineList(server.list, strategy: strategy, seed: 2)
    try edits.move(["a"], at: 1)
    try edits.update(FieldsUpdate(ElementReference("b"), set: ["n": .int(1)]))
    try server.apply([.removeItems(["a", "b"].map { ElementReference($0) })])
    edits.rebase(onto: server.list)
    #expect(edits.list.sections[0].items.map(\.id) == ["c"])
    #expect(!edits.isEdited)
    try server.take(edits)
    #expect(server.list.sections[0].items.map(\.id) == ["c"])
  }

  /// Keys of `dense` follow from the places; those of a strategy that the library does not have come from the server.
  @Test(
    "see new items in their places after the list has come again, whose keys do not say where they are",
    arguments: ["dense", "base62"]
  )
  func keysThatSayNothing(strategy: String) throws {
    var server = try ListServer("dense", seed: 1)
    try server.apply([.insertItems([NewElement(id: "a"), NewElement(id: "b")], to: ItemDestination())])
    var edits = OfflineList(server.list, strategy: strategy, seed: 2)
    try edits.insert([NewElement(id: "x")], at: 0)
    try edits.insert([NewElement(id: "y")], at: 0)
    try edits.move(["b"], at: 1)
    #expect(edits.list.sections[0].items.map(\.id) == ["y", "b", "x", "a"])
    edits.rebase(onto: server.list)
    #expect(edits.list.sections[0].items.map(\.id) == ["y", "b", "x", "a"])
    try server.take(edits)
    #expect(server.list.shown == edits.list.shown)
  }

  @Test("stay next to the remaining items if their neighbours are removed", arguments: ["dense", "base62"])
  func goneNeighbours(strategy: String) throws {
    var server = try ListServer("dense", seed: 1)
    let ids = (0..<6).map { Identifier(stringLiteral: "i\($0)") }
    try server.apply([.insertItems(ids.map { NewElement(id: $0) }, to: ItemDestination())])
    var edits = OfflineList(server.list, strategy: strategy, seed: 2)
    try edits.insert([NewElement(id: "x")], at: 4)
    try server.apply([
      .removeItems([ids[3], ids[4]].map { ElementReference($0) }),
      .insertItems([NewElement(id: "z"), NewElement(id: "z1")], to: ItemDestination(.first)),
    ])
    try server.take(edits)
    edits.rebase(onto: server.list)
    let expected: [Identifier] = ["z", "z1", "i0", "i1", "i2", "x", "i5"]
    #expect(server.list.sections[0].items.map(\.id) == expected)
    #expect(edits.list.sections[0].items.map(\.id) == expected)
  }

  @Test("have the ranks as keys under dense, after each edit")
  func ranks() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      var scene = try Scene(strategy: "dense", seed: seed)
      for _ in 0..<40 {
        try scene.step()
        for writer in scene.writers {
          for section in writer.list.sections {
            let ranks = section.items.indices.map { OrderKey(rank: $0) }
            try #require(section.items.map(\.key) == ranks, "seed \(seed)")
          }
        }
      }
    }
  }

  @Test("keep edits made while earlier ones were handed over")
  func meanwhile() throws {
    var server = try ListServer("fractional", seed: 1)
    try server.apply([.insertItems(["a", "b", "c"].map { NewElement(id: $0) }, to: ItemDestination())])
    var edits = OfflineList(server.list, strategy: "fractional", seed: 2)
    try edits.insert([NewElement(id: "x", fields: ["n": .int(1)])], at: 1)
    try edits.remove(["b"])
    let handed = edits
    try edits.update(FieldsUpdate(ElementReference("x"), set: ["n": .int(2)]))
    try edits.insert([NewElement(id: "y")], at: 2)
    try edits.move(["a"], at: 3)
    try server.take(handed)
    // Another writer's edit comes in between.
    try server.apply([
      .removeItems([ElementReference("c")]), .insertItems([NewElement(id: "z")], to: ItemDestination(.first)),
    ])
    edits.acknowledge(handed)
    edits.rebase(onto: server.list)
    #expect(edits.list.sections[0].items.map(\.id) == ["z", "x", "y", "a"])
    #expect(edits.list.sections[0].items[1].fields["n"] == .int(2))
    let again = edits
    try server.take(again)
    edits.acknowledge(again)
    #expect(!edits.isEdited)
    #expect(server.list.shown == edits.list.shown)
  }
}
