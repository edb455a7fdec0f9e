import Foundation
import Testing

@Suite("Views that follow their collections")
struct ViewHistoryTests {
  /// How many histories, each with a view of its own, a test run looks at.
  private static let count =
    Int(ProcessInfo.processInfo.environment["ARRANGE_VIEW_HISTORIES"] ?? "") ?? 100_000
  private static let firstSeed = UInt64(ProcessInfo.processInfo.environment["ARRANGE_SEED"] ?? "") ?? 1

  @Test("match a fresh evaluation, and report changes in legal and minimal batches")
  func histories() async throws {
    let threads = max(1, ProcessInfo.processInfo.activeProcessorCount)
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for thread in 0..<threads {
        group.addTask {
          var batches = 0
          for number in stride(from: thread, to: ViewHistoryTests.count, by: threads) {
            let seed = ViewHistoryTests.firstSeed &+ UInt64(number)
            batches += try ViewHistory(seed: seed, edits: 4 + Int((seed - 1) % 9)).batches
          }
          return batches
        }
      }
      return try await group.reduce(0, +)
    }
    print(
      "views: \(ViewHistoryTests.count) histories from seed \(ViewHistoryTests.firstSeed), \(total) batches"
    )
    #expect(total > ViewHistoryTests.count)
  }
}
