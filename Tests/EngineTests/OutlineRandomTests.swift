import ArrangeModel
import EngineTestSupport
import Foundation
import ListModel
import Ordering
import Synchronization
import Testing

@testable import Engine

@Suite("Random operations on outlines")
struct OutlineRandomTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// The number of operations; `ARRANGE_OUTLINE_OPERATIONS` sets another number, and prints a line of progress now and then.
  private static let count = environment["ARRANGE_OUTLINE_OPERATIONS"].flatMap { Int($0) } ?? 24_000
  private static let tells = environment["ARRANGE_OUTLINE_OPERATIONS"] != nil
  /// The n-th history has this seed + n.
  private static let seed = environment["ARRANGE_TEST_SEED"].flatMap { UInt64($0) } ?? 1

  private static let operationsOfHistory = 4_000
  private static let histories = max(1, (count + operationsOfHistory - 1) / operationsOfHistory)
  /// The number of tests that share the histories, to use all processors.
  private static let lanes = 6
  /// The number of histories between two lines of progress.
  private static let tellingInterval = 25
  private static let done = Atomic(0)
  private static let carriedOut = Atomic(0)

  @Test(
    "do what the model does, make no cycles and no orphans, and are replayed and undone",
    arguments: 0..<lanes
  )
  func random(lane: Int) throws {
    for number in stride(from: lane, to: Self.histories, by: Self.lanes) {
      var history = try OutlineRandomHistory(seed: Self.seed &+ UInt64(number))
      guard try history.run(Self.operationsOfHistory) else { return }
      let done = Self.done.add(1, ordering: .relaxed).newValue
      let carriedOut = Self.carriedOut.add(history.done, ordering: .relaxed).newValue
      if Self.tells, done % Self.tellingInterval == 0 || done == Self.histories {
        let line = "operations: \(done * Self.operationsOfHistory), of which \(carriedOut) were carried out\n"
        FileHandle.standardOutput.write(Data(line.utf8))
      }
    }
  }
}

/// Random operations on one outline, each compared with the model.
private struct OutlineRandomHistory {
  private static let strategies: [any OrderingStrategy] = [TightTestStrategy(), RankTestStrategy()]
  private static let sections: [Identifier] = ["", "s", "t"]
  /// The number of operations between two checkpoints that are written and read.
  private static let checkpointInterval = 500

  private let seed: UInt64
  private let settings: OutlineSettings
  private var source: OrderingRandom
  private var fixture: EditorFixture
  private var model: NaiveOutline
  private(set) var done = 0
  private var refused: [String: Int] = [:]

  init(seed: UInt64) throws {
    self.seed = seed
    // Narrow and shallow outlines reach their limits, small ones make cycles, and others get deep.
    settings =
      seed % 3 == 0
      ? OutlineSettings(maximumDepth: 24, maximumChildren: 30)
      : OutlineSettings(maximumDepth: 4, maximumChildren: 5)
    source = OrderingRandom(seed: seed)
    fixture = try EditorFixture(Self.sections.map { ($0, []) }, strategy: Self.strategies[Int(seed % 2)])
    settings.apply(to: &fixture.state)
    model = NaiveOutline(sections: Self.sections, settings: settings)
    model.randomIDCount = seed % 4 == 3 ? 12 : 40
  }

  /// - Returns: whether all was right.
  mutating func run(_ count: Int) throws -> Bool {
    for step in 0..<count {
      guard try perform(step) else { return false }
    }
    if model.randomIDCount == 40, settings.maximumDepth == 4 {
      #expect(done > count / 4 && refused.count >= 6, "seed \(seed): \(done) \(refused)")
    }
    return true
  }

  private mutating func perform(_ step: Int) throws -> Bool {
    let operation = model.randomOperation(using: &source)
    var next = model
    let expected = Result { () throws(NaiveOutline.Refusal) in try next.perform(operation) }
    var comment: Comment { "seed \(seed), step \(step): \(operation)" }
    let before = fixture.state
    do {
      let (result, edits) = try fixture.applyAll([operation])
      guard case .success(let skipped) = expected else {
        Issue.record("\(comment): it should be refused: \(expected)")
        return false
      }
      #expect(result.operations[0].filter(\.isSkipped).map(\.id) == skipped, comment)
      #expect(result.changed == (next.lists != model.lists), comment)
      model = next
      done += 1
      var undone = fixture.state
      undone.undo(edits)
      #expect(undone.drawing == before.drawing, comment)
    } catch let error as ArrangeError {
      guard case .failure(let refusal) = expected else {
        Issue.record("\(comment): refused: \(error)")
        return false
      }
      // Without `operations[0]` and the name of the operation.
      let field = error.field.map {
        String($0.drop { $0 != "." }.dropFirst().drop { $0 != "." }.dropFirst())
      }
      #expect(
        error.code == refusal.code && field == refusal.field && error.reason == refusal.reason,
        "\(comment): \(error)"
      )
      #expect(fixture.state.drawing == before.drawing, comment)
      refused["\(refusal.code) \(refusal.reason ?? "")", default: 0] += 1
    }
    try #require(fixture.state.outlineRows == model.rows, comment)
    #expect(fixture.state.itemCount == model.items.count, comment)
    #expect(fixture.state.branches?.orphans.isEmpty ?? false, comment)
    if step % Self.checkpointInterval == 0 {
      let read = try fixture.state.readFromCheckpoint(settings)
      #expect(read.drawing == fixture.state.drawing, comment)
      fixture.state = read
    }
    return true
  }
}

extension CollectionState {
  /// The rows of each section, with their depths.
  fileprivate var outlineRows: [[String]] {
    (0..<sectionCount).map { section in
      var walk = RowWalk(self, section: section)
      var rows: [String] = []
      while let (entry, depth) = walk.next() { rows.append("\(depth) \(entry.element.id)") }
      return rows
    }
  }

  /// The same outline, written to a checkpoint and read again.
  fileprivate func readFromCheckpoint(_ settings: OutlineSettings) throws -> CollectionState {
    var writer = CheckpointWriter(self)
    var reader = CheckpointReader()
    while let (chunk, _) = writer.next() { try reader.read(chunk) }
    var read = try reader.finish(version: version)
    settings.apply(to: &read)
    return read
  }
}
