import Foundation
import Testing

@Suite("Views that follow their collections")
struct ViewHistoryTests {
  /// How many histories, each with a view of its own, a test run looks at.
  private static let count =
    Int(ProcessInfo.processInfo.environment["ARRANGE_VIEW_HISTORIES"] ?? "") ?? 25_000
  private static let firstSeed = UInt64(ProcessInfo.processInfo.environment["ARRANGE_TEST_SEED"] ?? "") ?? 1

  @Test("match a fresh evaluation, and report changes in legal and minimal batches")
  func histories() async throws {
    let total = try await run(ViewHistoryTests.count, outlines: 0)
    #expect(total.standIns > ViewHistoryTests.count / 50)
  }

  @Test("do so as well if their collections are outlines", arguments: [1, 2])
  func outlines(count: Int) async throws {
    _ = try await run(ViewHistoryTests.count / 4, outlines: count)
  }

  /// - Parameter outlines: how many of the collections are outlines.
  private func run(_ count: Int, outlines: Int) async throws -> (batches: Int, standIns: Int) {
    let threads = max(1, ProcessInfo.processInfo.activeProcessorCount)
    let total = try await withThrowingTaskGroup(of: (batches: Int, standIns: Int).self) { group in
      for thread in 0..<threads {
        group.addTask {
          var counts = (batches: 0, standIns: 0)
          for number in stride(from: thread, to: count, by: threads) {
            let seed = ViewHistoryTests.firstSeed &+ UInt64(number)
            let history = try ViewHistory(seed: seed, edits: 4 + Int((seed - 1) % 9), outlines: outlines)
            counts.batches += history.batches
            counts.standIns += history.standIns
          }
          return counts
        }
      }
      return try await group.reduce(into: (batches: 0, standIns: 0)) { sum, counts in
        sum.batches += counts.batches
        sum.standIns += counts.standIns
      }
    }
    print(
      "views: \(count) histories of \(outlines) outlines from seed \(ViewHistoryTests.firstSeed), \(total.batches) batches, "
        + "\(total.standIns) times a window around another row"
    )
    #expect(total.batches > count)
    return total
  }
}
