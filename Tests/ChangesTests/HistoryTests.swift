import Foundation
import Synchronization
import Testing

@Suite("Random histories")
struct HistoryTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// The total number of histories; `ARRANGE_CHANGE_HISTORIES` sets another number, and prints a line of
  /// progress now and then.
  static let count = environment["ARRANGE_CHANGE_HISTORIES"].flatMap { Int($0) } ?? 60_000
  private static let tells = environment["ARRANGE_CHANGE_HISTORIES"] != nil
  /// The n-th history of a test has this seed + n.
  static let seed = environment["ARRANGE_TEST_SEED"].flatMap { UInt64($0) } ?? 1

  /// The number of tests that share the histories, to use all processors.
  private static let lanes = 8
  /// The number of histories for each one with large lists, which takes longer.
  private static let countForEachLarge = 500
  /// The number of histories between two lines of progress.
  private static let tellingInterval = 100_000

  private static let largeCount = max(1, count / countForEachLarge)
  private static let emptyCount = max(1, count / 10)
  private static let smallCount = max(1, count - largeCount - emptyCount)
  private static let total = largeCount + emptyCount + smallCount
  private static let done = Atomic(0)

  @Test("Small lists, in which all kinds of changes interact", arguments: 0..<lanes)
  func small(lane: Int) { run(.small, lane: lane, count: Self.smallCount) }

  @Test("Many empty sections", arguments: 0..<lanes)
  func emptySections(lane: Int) { run(.manyEmptySections, lane: lane, count: Self.emptyCount) }

  @Test("Large lists", arguments: 0..<lanes)
  func large(lane: Int) { run(.large, lane: lane, count: Self.largeCount) }

  private func run(_ scale: HistoryGenerator.Scale, lane: Int, count: Int) {
    for number in stride(from: lane, to: count, by: Self.lanes) {
      let seed = Self.seed &+ UInt64(number)
      var generator = HistoryGenerator(seed: seed, scale)
      let history = generator.makeHistory()
      // Trying all moves takes long.
      var check = HistoryCheck(history, triesAllMoves: seed % 4 == 0)
      do {
        try check.run()
      } catch {
        Issue.record("seed \(seed): \(error)\n\(history.text)")
        return
      }
      let done = Self.done.add(1, ordering: .relaxed).newValue
      if Self.tells, done % Self.tellingInterval == 0 || done == Self.total {
        FileHandle.standardOutput.write(Data("histories: \(done) of \(Self.total)\n".utf8))
      }
    }
  }
}
