import Foundation
import Testing

@Suite("Random histories")
struct HistoryTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// How many histories of small lists there are; `ARRANGE_CHANGE_HISTORIES` asks for more.
  static let count = environment["ARRANGE_CHANGE_HISTORIES"].flatMap { Int($0) } ?? 200_000
  /// The n-th history has this seed + n.
  static let seed = environment["ARRANGE_SEED"].flatMap { UInt64($0) } ?? 1
  /// How many tests share them, so that all processors work.
  static let lanes = 8
  /// Histories with larger lists take longer, so there are fewer: one for so many small ones.
  static let smallForEachLarge = 500

  @Test("Small lists, where everything meets everything", arguments: 0..<lanes)
  func small(lane: Int) { run(.small, lane: lane, count: Self.count * 9 / 10) }

  @Test("Many empty sections", arguments: 0..<lanes)
  func emptySections(lane: Int) { run(.manyEmptySections, lane: lane, count: Self.count - Self.count * 9 / 10) }

  @Test("Large lists", arguments: 0..<lanes)
  func large(lane: Int) { run(.large, lane: lane, count: Self.count / Self.smallForEachLarge) }

  private func run(_ scale: HistoryGenerator.Scale, lane: Int, count: Int) {
    for number in stride(from: lane, to: count, by: Self.lanes) {
      let seed = Self.seed &+ UInt64(number)
      var generator = HistoryGenerator(seed: seed, scale)
      let history = generator.makeHistory()
      // Trying all moves takes long.
      var check = HistoryCheck(history, triesAllMoves: number % 4 == 0)
      do {
        try check.run()
      } catch {
        Issue.record("seed \(seed): \(error)\n\(history.text)")
        return
      }
    }
  }
}
