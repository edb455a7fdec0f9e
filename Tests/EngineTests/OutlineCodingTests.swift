import ArrangeModel
import Ordering
import Testing

@testable import Engine

@Suite("Stored commits and checkpoints of outlines")
struct OutlineCodingTests {
  /// Outlines and the commits that led there, each with the state before.
  private func history(
    seed: UInt64,
    commits: Int,
    growth: Double = 0.6,
    _ body: (Commit, CollectionState, OutlineMirror, String) throws -> Void
  ) rethrows {
    var random = OrderingRandom(seed: seed)
    var mirror = OutlineMirror(sections: 3)
    for step in 0..<commits {
      let before = mirror.state
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        _ = mirror.editAtRandom(growth: growth, using: &random, forgetsOrphans: false)
      }
      let commit = mirror.commit()
      try body(commit, before, mirror, "seed \(seed), commit \(step)")
      mirror.dropOrphans()
    }
  }

  @Test("are replayed to what they made, and undone to what was before", arguments: [1, 2, 3] as [UInt64])
  func roundTrips(seed: UInt64) throws {
    var replica = OutlineMirror(sections: 3).state
    var namingBranches = 0
    try history(seed: seed, commits: 600) { commit, before, mirror, comment in
      let record = commit.record
      let stored = try Commit(record)
      #expect(stored.record == record, "\(comment)")
      try replica.replay(stored, isNew: false)
      #expect(replica.drawing == mirror.state.drawing, "\(comment)")
      let namesBranch = commit.edits.contains { if case .branch = $0 { true } else { false } }
      #expect((record.payload[0] == 4) == namesBranch, "\(comment)")
      if namesBranch { namingBranches += 1 }
      var undone = mirror.state
      undone.undo(commit.edits)
      #expect(undone.drawing == before.drawing, "\(comment)")
      var checkpoint = CheckpointWriter(replica)
      var reader = CheckpointReader()
      while let (chunk, _) = checkpoint.next() {
        let isOutline =
          replica.branches.map { $0.hasChildren || !$0.removed.isEmpty } ?? false
        #expect((chunk[0] == 4) == isOutline, "\(comment)")
        try reader.read(chunk)
      }
      let read = try reader.finish(version: replica.version)
      #expect(read.drawing == replica.drawing && read.itemCount == replica.itemCount, "\(comment)")
      for section in 0..<read.sectionCount {
        let element = read.section(at: section).element
        let nested = replica.branches?.nestedCount(in: element) ?? 0
        #expect(read.branches?.nestedCount(in: element) ?? 0 == nested, "\(comment)")
      }
    }
    #expect(namingBranches > 100)
  }

  @Test(
    "several are undone one after the other, whatever became of the numbers of branches",
    arguments: [4, 5] as [UInt64]
  )
  func undoSeveral(seed: UInt64) {
    var commits: [(edits: [Edit], before: String)] = []
    history(seed: seed, commits: 300) { commit, before, mirror, comment in
      commits.append((commit.edits, before.drawing))
      guard commits.count % 20 == 0 else { return }
      var state = mirror.state
      for (edits, before) in commits.reversed() {
        state.undo(edits)
        #expect(state.drawing == before, "\(comment)")
      }
      commits = []
    }
  }

  @Test("a chunk can end between any two rows")
  func chunks() throws {
    var mirror = OutlineMirror(sections: 2)
    var random = OrderingRandom(seed: 3)
    // Rows that are long enough for many chunks.
    let padding = String(repeating: "x", count: 120)
    var ids: [Identifier] = []
    for number in 0..<2_000 {
      let id = Identifier(unchecked: "\(number)\(padding)")
      let parent = ids.randomElement(using: &random)
      mirror.insert(id, in: parent.map { .item($0) } ?? .section("section 0"), at: 0)
      ids.append(id)
    }
    var writer = CheckpointWriter(mirror.state)
    var reader = CheckpointReader()
    var count = 0
    while let (chunk, _) = writer.next() {
      try reader.read(chunk)
      count += 1
    }
    #expect(count > 3)
    #expect(try reader.finish(version: 0).drawing == mirror.state.drawing)
  }

  @Test("with damaged bytes are refused, or replayed without a crash", arguments: [6] as [UInt64])
  func damage(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    var (refused, replayed) = (0, 0)
    history(seed: seed, commits: 150) { commit, before, _, comment in
      let record = commit.record
      for place in record.payload.indices {
        var damaged = record
        damaged.payload[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        if Bool.random(using: &random) {
          damaged.payload[record.payload.indices.randomElement(using: &random)!] = UInt8.random(
            in: 0...9,
            using: &random
          )
        }
        do {
          var state = before
          try state.replay(try Commit(damaged), isNew: false)
          #expect(!state.drawing.isEmpty, "\(comment), byte \(place)")
          replayed += 1
        } catch {
          #expect((error as? ArrangeError)?.code == .dataLoss, "\(comment), byte \(place): \(error)")
          refused += 1
        }
      }
    }
    #expect(refused > 1_000 && replayed > 100, "\(refused) refused, \(replayed) replayed")
  }

  @Test("damaged checkpoints are refused, or read without a crash", arguments: [7] as [UInt64])
  func damagedCheckpoints(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    var (refused, read) = (0, 0)
    history(seed: seed, commits: 60) { _, _, mirror, comment in
      var writer = CheckpointWriter(mirror.state)
      guard let (chunk, _) = writer.next() else { return }
      for place in chunk.indices {
        var damaged = chunk
        damaged[place] = UInt8.random(in: 0...9, using: &random)
        do {
          var reader = CheckpointReader()
          try reader.read(damaged)
          let state = try reader.finish(version: mirror.state.version)
          #expect(state.itemCount >= 0 && state.drawing.utf8.count >= 0, "\(comment), byte \(place)")
          read += 1
        } catch {
          #expect((error as? ArrangeError)?.code == .dataLoss, "\(comment), byte \(place): \(error)")
          refused += 1
        }
      }
    }
    #expect(refused > 1_000 && read > 100, "\(refused) refused, \(read) read")
  }

  @Test("a commit that names what is not there is refused")
  func contradictions() throws {
    var mirror = OutlineMirror(sections: 1)
    mirror.insert("a", in: .section("section 0"), at: 0)
    mirror.insert("b", in: .item("a"), at: 0)
    mirror.insert("c", in: .section("section 0"), at: 1)
    _ = mirror.commit()
    let state = mirror.state
    let (a, b) = (Element(id: "a"), Element(id: "b"))
    func lift(_ element: Element, _ scope: Scope, _ index: Int) -> Edit {
      .detach(element: element, key: .empty, placed: 0, items: [], from: scope, at: index, purpose: .move)
    }
    func remove(_ element: Element, _ scope: Scope, _ index: Int) -> Edit {
      .detach(element: element, key: .empty, placed: 0, items: [], from: scope, at: index, purpose: .removal)
    }
    func drop(_ element: Element, _ scope: Scope) -> Edit {
      .attach(element: element, key: .empty, to: scope, at: 0, origin: .moved(0))
    }
    let top = Scope.items(section: 0)
    let contradictions: [[Edit]] = [
      // An item below itself, and below what is below it.
      [.branch(0, of: a), lift(a, top, 0), drop(a, .children(0))],
      [.branch(0, of: b), lift(a, top, 0), drop(a, .children(0))],
      // A parent without its children.
      [remove(a, top, 0)],
      [remove(Element(id: "section 0"), .sections, 0)],
      // Branches that were not named, or of what is not there.
      [lift(Element(id: "c"), top, 1), drop(Element(id: "c"), .children(7))],
      [.branch(0, of: Element(id: "x"))],
      [lift(a, top, 0), .branch(0, of: b), drop(a, top)],
      // A branch of what was removed.
      [
        .branch(0, of: Element(id: "c")), remove(Element(id: "c"), top, 1), .branch(1, of: a),
        lift(b, .children(1), 0),
        drop(b, .children(0)),
      ],
    ]
    for (number, edits) in contradictions.enumerated() {
      var commit = Commit(
        collection: CollectionKey(1),
        version: state.version + 1,
        time: Timestamp(microseconds: 1),
        requestID: nil,
        edits: edits,
        sectionCount: 1,
        itemCount: 3,
        result: ApplyResult(version: state.version + 1, changed: true, rekeyed: 0, operations: [])
      )
      commit.incarnation = 1
      let error = #expect(throws: ArrangeError.self, "\(number)") {
        var state = state
        try state.replay(commit)
      }
      #expect(error?.code == .dataLoss, "\(number)")
    }
  }

  @Test("a move of a subtree takes at most 256 bytes in the journal")
  func size() throws {
    var mirror = OutlineMirror(sections: 1)
    let ids = (0..<3).map { Identifier(unchecked: "123e4567-e89b-12d3-a456-42661417400\($0)") }
    for id in ids { mirror.insert(id, in: .section("section 0"), at: 0) }
    mirror.insert("child", in: .item(ids[0]), at: 0)
    mirror.move(ids[0], to: .item(ids[1]), at: 0)
    _ = mirror.commit()
    mirror.move(ids[0], to: .item(ids[2]), at: 0)
    var commit = mirror.commit()
    commit.incarnation = .max
    commit.author = .anonymous
    commit.requestID = try RequestID([UInt8](repeating: 1, count: 16))
    #expect(commit.record.payload.count <= 256, "\(commit.record.payload.count) bytes")
  }
}
