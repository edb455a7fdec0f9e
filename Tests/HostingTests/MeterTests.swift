import ArrangeModel
import Changes
import EngineTestSupport
import Testing

@testable import Engine

@Suite("What the engine tells for figures")
struct MeterTests {
  /// Keeps what it is told. For one thread.
  private final class Meter: EngineMeter, @unchecked Sendable {
    var writes: [(entries: Int, commits: Int)] = []
    var checkpoints: [UInt64] = []

    func recordErasure(_ outcome: JournalErasure) {}

    func recordWrite(entries: Int, commits: Int, nanoseconds: UInt64) { writes.append((entries, commits)) }

    func recordCheckpoint(of name: Identifier, version: UInt64, bytes: Int, nanoseconds: UInt64) {
      checkpoints.append(version)
    }
  }

  /// The time of the clock at the beginning of a stage, in nanoseconds, and a second of it.
  private let start: UInt64 = 1_000_000_000_000
  private let second: UInt64 = 1_000_000_000
  private let meter = Meter()

  private func stage(checkpointInterval: Int = 10_000) throws -> Stage {
    var options = EngineOptions()
    options.meter = meter
    options.checkpointInterval = checkpointInterval
    return try Stage(options: options)
  }

  /// The facts of the next message for somebody.
  private func facts(_ stage: Stage, _ watcher: Watcher) throws -> MessageFacts? {
    let box = stage.beginAsking(watcher)
    try stage.executor.run { box.value != nil }
    let answer = try #require(box.value)
    _ = try stage.take(answer, for: watcher)
    guard case .message(_, _, _, let facts, _) = try answer.get() else { return nil }
    return facts
  }

  @Test("are its durable steps and its checkpoints")
  func writes() throws {
    let stage = try stage(checkpointInterval: 4)
    for index in 0..<3 { try stage.apply(.add("i\(index)")) }
    try stage.executor.run { !self.meter.checkpoints.isEmpty }
    // The first one makes the section as well.
    #expect(meter.checkpoints == [3])
    #expect(meter.writes.reduce(0) { $0 + $1.commits } == 3)
    #expect(meter.writes.allSatisfy { $0.entries >= max(1, $0.commits) })
    #expect(stage.shard.figures.editsSinceCheckpoints == 0 && stage.shard.figures.oldestEdit == nil)
  }

  @Test("say what no checkpoint has, and since when")
  func edits() throws {
    let stage = try stage()
    try stage.apply(.add("a"))
    stage.advance(seconds: 1)
    try stage.apply(.add("b"))
    let figures = stage.shard.figures
    #expect(figures.editsSinceCheckpoints == 3 && figures.oldestEdit == start && figures.collections == 1)
  }

  @Test("of a message are how many commits it is of, and when the first became durable")
  func batch() throws {
    let stage = try stage()
    let watcher = Watcher()
    try stage.subscribe(watcher)
    #expect(try facts(stage, watcher) == MessageFacts(reason: .first))
    for index in 0..<3 {
      try stage.apply(.add("i\(index)"))
      stage.advance(seconds: 1)
    }
    #expect(try facts(stage, watcher) == MessageFacts(commits: 3, firstCommit: start))
    #expect(try facts(stage, watcher) == nil)
    try stage.apply(.add("x"))
    #expect(try facts(stage, watcher) == MessageFacts(commits: 1, firstCommit: start + 3 * second))
  }

  @Test("cost nothing where nobody asks for them")
  func absent() throws {
    let stage = try Stage()
    let watcher = Watcher()
    try stage.subscribe(watcher)
    try stage.catchUp(watcher)
    try stage.apply(.add("a"))
    let answer = stage.beginAsking(watcher)
    try stage.executor.run { answer.value != nil }
    guard case .success(.message(_, _, _, let facts, _))? = answer.value else {
      Issue.record("there is no message")
      return
    }
    #expect(facts.firstCommit == nil && stage.shard.figures.oldestEdit == nil)
  }
}
