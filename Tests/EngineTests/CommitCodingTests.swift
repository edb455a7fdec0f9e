import ArrangeModel
import Engine
import EngineTestSupport
import Ordering
import Testing

@Suite("Stored commits and checkpoints")
struct CommitCodingTests {
  /// A state, and the record of a commit with edits of all kinds that follows it.
  private func example(seed: UInt64) throws -> (
    before: EditorFixture, record: CommitRecord, after: CollectionState
  ) {
    var fixture = try EditorFixture(
      [("A", ["1", "2", "\u{E9}", "4"]), ("B", ["5", "6"]), ("C", [])],
      strategy: TightTestStrategy(spacing: 2)
    )
    let before = fixture
    let operations: [ArrangeModel.ListOperation] = [
      .insert("x", "y", to: .init(section: "A", .after("1"))),
      .move("5", "4", to: .init(section: "A", .first)),
      .update("2", ["title": .string("caf\u{E9}"), "n": .double(1.5)]), .remove("\u{E9}"),
      .insertSections([.init(id: "D", fields: ["n": .null])], to: .init(.first)),
      .moveSections([.init("B")], to: .init(.first)), .removeSections([.init("B")], onlyIfEmpty: false),
      .updateSections([.init(.init("C"), set: ["t": .timestamp(Timestamp(microseconds: -1))])]),
      .reorderItems(section: "A", ["1", "x", "5"]),
    ]
    let (result, edits) = try fixture.applyAll(operations)
    #expect(edits.contains { if case .rekey = $0 { true } else { false } })
    var random = OrderingRandom(seed: seed)
    let commit = Commit(
      collection: CollectionKey(7),
      version: result.version,
      time: Timestamp(microseconds: .min),
      requestID: RequestID(using: &random),
      edits: edits,
      sectionCount: fixture.state.sectionCount,
      itemCount: fixture.state.itemCount,
      result: result
    )
    let stored = try Commit(commit.record)
    #expect(stored.record == commit.record && stored.result == result && stored.time == commit.time)
    return (before, commit.record, fixture.state)
  }

  @Test("omit the contents of removed elements if these are very large")
  func bareRemovals() throws {
    let text = String(repeating: "x", count: 60_000)
    for (count, isBare) in [(60, false), (80, true)] {
      let ids = (0..<count).map { Identifier(unchecked: "\($0)") }
      var fixture = try EditorFixture([("A", []), ("B", ["b"])])
      let new = ids.map { NewElement(id: $0, fields: ["text": .string(text)]) }
      try fixture.apply(.insertItems(new, to: .init(section: "A")))
      let before = fixture.state
      let (result, edits) = try fixture.applyAll([
        .remove("b"), .removeSections([ElementReference("A")], onlyIfEmpty: false),
      ])
      let commit = Commit(
        collection: CollectionKey(1),
        version: result.version,
        time: Timestamp(microseconds: 1),
        requestID: nil,
        edits: edits,
        sectionCount: fixture.state.sectionCount,
        itemCount: fixture.state.itemCount,
        result: result
      )
      let record = commit.record
      #expect((record.payload.count < 2_000) == isBare)
      let stored = try Commit(record)
      #expect(stored.leavesOutRemoved == isBare && stored.record == record)
      var replica = before
      try replica.replay(stored)
      #expect(EditorFixture.text(replica) == "B:")
      let changes = stored.historyEntry.changes
      #expect(changes.map(\.id) == ["b"] + ids + ["A"])
      #expect(changes.allSatisfy { $0.hasFieldsLeftOut == isBare && ($0.before == nil) == isBare })
      #expect(changes.map(\.from) == commit.historyEntry.changes.map(\.from))
    }
  }

  @Test("are refused when cut, at any byte", arguments: [1] as [UInt64])
  func cuts(seed: UInt64) throws {
    let (_, record, _) = try example(seed: seed)
    for cut in 0..<record.payload.count {
      var damaged = record
      damaged.payload = Array(record.payload[..<cut])
      let error = #expect(throws: ArrangeError.self, "cut at \(cut)") { try Commit(damaged) }
      #expect(error?.code == .dataLoss, "cut at \(cut)")
    }
    var longer = record
    longer.payload.append(0)
    #expect(throws: ArrangeError.self) { try Commit(longer) }
  }

  @Test("with damaged bytes are refused, or replayed without a crash", arguments: [2] as [UInt64])
  func damage(seed: UInt64) throws {
    let (before, record, _) = try example(seed: seed)
    var random = OrderingRandom(seed: seed)
    var (refused, replayed) = (0, 0)
    for round in 0..<record.payload.count * 8 + 20_000 {
      var damaged = record
      if round < record.payload.count * 8 {
        damaged.payload[round / 8] ^= 1 << UInt8(round % 8)
      } else {
        for _ in 0...Int.random(in: 0...3, using: &random) {
          let place = damaged.payload.indices.randomElement(using: &random)!
          damaged.payload[place] = [0, 1, 2, 3, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
        }
      }
      do {
        let commit = try Commit(damaged)
        var state = before.state
        try state.replay(commit)
        // What passed is a list again: everything in it is found.
        for section in 0..<state.sectionCount {
          let entry = state.section(at: section)
          #expect(state.index(of: entry.element) == section, "seed \(seed), round \(round)")
        }
        replayed += 1
      } catch {
        #expect(error.code == .dataLoss, "seed \(seed), round \(round): \(error)")
        refused += 1
      }
    }
    #expect(refused > 1_000 && replayed > 0)
  }

  /// A commit that gives an item other fields.
  private func update(from before: Fields, to after: Fields) -> Commit {
    let edit = Edit.update(
      in: .items(section: 0),
      at: 3,
      before: Element(id: "\u{E9}", fields: before, contentVersion: 7),
      after: Element(id: "\u{E9}", fields: after, contentVersion: 300)
    )
    return Commit(
      collection: CollectionKey(7),
      version: 300,
      time: Timestamp(microseconds: 1),
      requestID: nil,
      edits: [edit],
      sectionCount: 1,
      itemCount: 4,
      result: ApplyResult(version: 300, changed: true, rekeyed: 0, operations: [])
    )
  }

  private func expect(_ stored: CommitRecord, _ before: Fields, _ after: Fields) throws {
    let edits = try Commit(stored).edits
    guard edits.count == 1, case .update(.items(section: 0), 3, let old, let new) = edits[0] else {
      Issue.record("\(edits)")
      return
    }
    #expect(old.id == "\u{E9}" && old.fields == before && old.contentVersion == 7)
    #expect(new.id == "\u{E9}" && new.fields == after && new.contentVersion == 300)
  }

  @Test("store what they have in common with those of other collections")
  func transactions() throws {
    func item(_ id: String) -> Element { Element(id: Identifier(unchecked: id), contentVersion: 7) }
    var commit = update(from: [:], to: ["a": .null])
    commit.edits = [
      .stay([item("s")], in: .items(section: 0), at: 0),
      .attach(element: item("x"), key: .empty, to: .items(section: 0), at: 1, origin: .inserted),
      .attach(element: item("y"), key: .empty, to: .items(section: 0), at: 2, origin: .inserted),
    ]
    commit.transfers = [.init(edit: 1, other: "one"), .init(edit: 2, other: "two")]
    // In a list whose keys are ranks, many operations change more ranks than an index can count.
    commit.transaction = Commit.JointRecord(
      id: try TransactionID(Array(1...16)),
      collections: [
        .init(name: "one", version: 9, changed: true, rekeyed: 1 << 40, history: 3),
        .init(name: "two", version: 0, changed: false, rekeyed: 0),
      ]
    )
    let read = try Commit(commit.record)
    #expect(read.transaction == commit.transaction && read.transfers == commit.transfers)
    #expect(read.historyEntry.changes.map(\.transferred) == ["one", "two"])
  }

  @Test("store the stack on which they are a step in at most 20 bytes, and what they undo")
  func steps() throws {
    var commit = update(from: [:], to: ["a": .null])
    let plain = commit.record.payload.count
    commit.author = .anonymous
    let named = commit.record.payload.count
    let stack = try StackID(Array(1...16))
    commit.step = UndoStep(stack)
    #expect(commit.record.payload.count <= named + 20)
    #expect(try Commit(commit.record).step == commit.step && Commit(commit.record).undone == nil)
    commit.author = nil
    #expect(commit.record.payload.count <= plain + 20)
    commit.step?.group = try StackID("g")
    for (isRedo, isChosen) in [(false, false), (true, false), (false, true), (true, true)] {
      commit.undone = UndoneCommits([7, 8, 300], isRedo: isRedo, isChosen: isChosen)
      let read = try Commit(commit.record)
      #expect(read.step == commit.step && read.undone == commit.undone && read.record == commit.record)
      #expect(read.historyEntry.undoes == [7, 8, 300] && read.historyEntry.isRedo == isRedo)
    }
    // Tag 7, and the length of the id.
    let place = try #require(commit.record.payload.firstIndex(of: 7))
    for length in [0, 17] as [UInt8] {
      var damaged = commit.record
      damaged.payload[place + 1] = length
      let error = #expect(throws: ArrangeError.self) { try Commit(damaged) }
      #expect(error?.code == .dataLoss)
    }
  }

  @Test("store updates as differences", arguments: [5] as [UInt64])
  func updates(seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    func fields() throws -> Fields {
      var fields: [(String, FieldValue)] = []
      for name in ["a", "b", "c"] where Bool.random(using: &random) {
        // Runs of one letter: what is common at the beginning and at the end could overlap.
        fields.append((name, .string(String(repeating: "x", count: Int.random(in: 0...9, using: &random)))))
      }
      return try Fields(fields)
    }
    for _ in 0..<2_000 {
      let (before, after) = (try fields(), try fields())
      try expect(update(from: before, to: after).record, before, after)
    }
    let text = FieldValue.string(String(repeating: "a long text ", count: 100))
    let (open, done): (Fields, Fields) = (
      ["done": .bool(false), "text": text], ["done": .bool(true), "text": text]
    )
    let stored = update(from: open, to: done).record
    try expect(stored, open, done)
    #expect(stored.payload.count < open.encoded.count + 40)
  }

  @Test("of the first format are read, with updates as two elements")
  func firstFormat() throws {
    let (before, after): (Fields, Fields) = (["t": .string("a")], ["t": .string("b"), "u": .null])
    func element(_ fields: Fields, _ contentVersion: [UInt8]) -> [UInt8] {
      [2, 0xC3, 0xA9] + contentVersion + [UInt8(fields.encoded.count)] + fields.encoded
    }
    var record = update(from: before, to: after).record
    // Format, time, how many are rekeyed, sections, items, edits; then tag, scope and index of the one; no request id.
    record.payload =
      [1, 2, 0, 1, 4, 1, 4, 1, 3] + element(before, [7]) + element(after, [0xAC, 0x02]) + [0]
    try expect(record, before, after)
    record.payload[0] = 5
    let error = #expect(throws: ArrangeError.self) { try Commit(record) }
    #expect(error?.message.contains("newer version") == true)
  }

  @Test("store their incarnation, and can be read with unknown attributes")
  func attributes() throws {
    var (_, record, _) = try example(seed: 3)
    var commit = try Commit(record)
    // What a reordering named is an attribute, too.
    commit.edits.removeAll { if case .stay = $0 { true } else { false } }
    record = commit.record
    #expect(commit.incarnation == Lineage.unknown && record.payload[0] == 2)
    for incarnation in [1, 0x0102_0304_0506_0708, UInt64.max] {
      commit.incarnation = incarnation
      let stored = commit.record
      #expect(try Commit(stored).incarnation == incarnation)
      #expect(stored.payload.count == record.payload.count + 11)
      // Format, how many attributes; then tag, length and bytes of each.
      #expect(stored.payload.prefix(4) == [3, 1, 1, 8])
      var later = stored
      later.payload.replaceSubrange(1..<2, with: [3])
      later.payload.insert(contentsOf: [99, 2, 0xFF, 0xFF, 0xAC, 0x02, 0], at: 12)
      #expect(try Commit(later).incarnation == incarnation)
      #expect(try Commit(later).record == stored)
      for length in 1..<12 {
        var cut = stored
        cut.payload = Array(cut.payload.prefix(length))
        #expect(throws: ArrangeError.self) { try Commit(cut) }
      }
      var short = stored
      short.payload[3] = 7
      #expect(throws: ArrangeError.self) { try Commit(short) }
    }
  }

  @Test("store their authors, and refuse invalid names")
  func author() throws {
    var (_, record, _) = try example(seed: 3)
    var commit = try Commit(record)
    // What a reordering named is an attribute, too.
    commit.edits.removeAll { if case .stay = $0 { true } else { false } }
    record = commit.record
    #expect(commit.author == nil)
    commit.requestID = RequestID(unchecked: [1])
    for author in [
      .anonymous, Principal(unchecked: "\u{E9}"), Principal(unchecked: String(repeating: "n", count: 128)),
    ] {
      commit.author = author
      let stored = commit.record
      #expect(try Commit(stored).author == author && Commit(stored).requestID == commit.requestID)
      let name = author == .anonymous ? [] : Array(author.name.utf8)
      #expect(stored.payload.count == commit.record.payload.count)
      // Format, how many attributes; then tag and length of the name. Longer ones have two bytes of length.
      if name.count < 128 { #expect(stored.payload.prefix(4) == [3, 1, 2, UInt8(name.count)]) }
    }
    commit.author = Principal(unchecked: "ab")
    for name in [[0xC3, 0x28], [0x61, 0x00], [0xC2, 0x80]] as [[UInt8]] {
      var damaged = commit.record
      damaged.payload.replaceSubrange(4..<6, with: name)
      #expect(throws: ArrangeError.self) { try Commit(damaged) }
    }
    // A request id that belongs to somebody else.
    var other = commit.record
    other.requestID = [0xFF] + Array("abc".utf8) + [0x00, 0x01]
    #expect(throws: ArrangeError.self) { try Commit(other) }
  }

  @Test("store the number of changed ranks, even beyond 32 bits")
  func manyRekeys() throws {
    var (_, record, _) = try example(seed: 3)
    var commit = try Commit(record)
    // What a reordering named is an attribute, too.
    commit.edits.removeAll { if case .stay = $0 { true } else { false } }
    record = commit.record
    for rekeyed in [Int(Int32.max), Int(Int32.max) + 1, 10_000 * 1_000_000, Int.max] {
      commit.result.rekeyed = rekeyed
      #expect(try Commit(commit.record).result.rekeyed == rekeyed)
    }
  }

  @Test("replays refuse commits that do not fit")
  func misfits() throws {
    let (before, record, after) = try example(seed: 4)
    let commit = try Commit(record)
    var twice = after
    #expect(throws: ArrangeError.self) { try twice.replay(commit) }
    var other = try EditorFixture([("A", ["2", "1"])]).state
    other.version = before.state.version
    let error = #expect(throws: ArrangeError.self) { try other.replay(commit) }
    #expect(error?.code == .dataLoss)
    for edit in [
      Edit.rekey(in: .sections, at: -1, before: [], after: [.empty]),
      .rekey(in: .sections, at: Int.max, before: [], after: [.empty]),
      .rekey(in: .items(section: 0), at: 4, before: [], after: [.empty]),
      .rekey(in: .items(section: 9), at: 0, before: [], after: [.empty]),
      .attach(element: Element(id: "1"), key: .empty, to: .sections, at: 0, origin: .moved(0)),
      .attach(element: Element(id: "1"), key: .empty, to: .items(section: 1), at: 0, origin: .inserted),
      .attach(element: Element(id: "A"), key: .empty, to: .sections, at: 0, origin: .inserted),
      .detach(
        element: Element(id: "1"),
        key: .empty,
        placed: 0,
        items: [],
        from: .items(section: 0),
        at: 0,
        purpose: .move
      ),
      .detach(
        element: Element(id: "2"),
        key: .empty,
        placed: 0,
        items: [],
        from: .items(section: 0),
        at: 0,
        purpose: .removal
      ),
    ] {
      var state = before.state
      var bad = commit
      bad.edits = [edit]
      let error = #expect(throws: ArrangeError.self, "\(edit)") { try state.replay(bad) }
      #expect(error?.code == .dataLoss, "\(edit)")
    }
  }

  @Test("checkpoints are restored chunk by chunk, and are refused if they repeat something")
  func checkpoints() throws {
    var mirror = StateMirror()
    for count in [0, 3_000, 0, 6_000, 1] { mirror.insertSection(at: 0, items: count) }
    var chunks: [[UInt8]] = []
    var writer = CheckpointWriter(mirror.state)
    while let chunk = writer.next() {
      chunks.append(chunk.bytes)
      #expect(chunk.bytes.count < CheckpointWriter.chunkSize + 8_192)
    }
    #expect(chunks.count > 1)
    func read(_ chunks: [[UInt8]]) throws -> CollectionState {
      var reader = CheckpointReader()
      for chunk in chunks { try reader.read(chunk) }
      return try reader.finish(version: mirror.state.version)
    }
    #expect(StateMirror.difference(try read(chunks), mirror.sections) == nil)
    #expect(throws: ArrangeError.self, "a chunk twice") { try read(chunks + [chunks[chunks.count - 1]]) }
    #expect(throws: ArrangeError.self, "the first chunk is missing") { try read(Array(chunks.dropFirst())) }
    let first = chunks[0]
    for cut in stride(from: 0, to: 4_000, by: 7) {
      do {
        let state = try read([Array(first[..<cut])])
        #expect(state.itemCount <= mirror.state.itemCount)
      } catch {
        #expect((error as? ArrangeError)?.code == .dataLoss)
      }
    }
  }
}
