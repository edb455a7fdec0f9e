import Foundation
import Synchronization
import Testing

/// Real servers that are killed while they work; nothing acknowledged may be lost, doubled or reordered.
///
/// `ARRANGE_CRASH_CYCLES` says how many cycles there are in all, `ARRANGE_CRASH_RUN` how many of them one data
/// directory goes through, `ARRANGE_CRASH_LANES` how many servers run at a time, `ARRANGE_TEST_SEED` from which seed
/// everything follows. A failure prints its own seed, with which `Scripts/crash` repeats it, and keeps the data
/// directory with a record of all calls.
@Suite("Crashes")
struct CrashTests {
  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private static let cycles = setting("ARRANGE_CRASH_CYCLES") ?? 200
  private static let lanes = max(1, setting("ARRANGE_CRASH_LANES") ?? 2)
  /// How many kills one data directory goes through.
  private static let cyclesPerRun = max(1, setting("ARRANGE_CRASH_RUN") ?? 25)
  private static let firstSeed = UInt64(setting("ARRANGE_TEST_SEED") ?? 1)

  /// Whether a lane has found something, after which the others need not go on.
  private static let hasFailed = Atomic(false)

  /// What all lanes did together.
  private static let sum = Mutex(CrashRun.Totals())

  @Test("kills lose, duplicate and reorder nothing", arguments: 0..<lanes)
  func kills(lane: Int) async throws {
    let share = (CrashTests.cycles + CrashTests.lanes - 1 - lane) / CrashTests.lanes
    var done = 0
    while done < share, !CrashTests.hasFailed.load(ordering: .relaxed) {
      // Runs are numbered across the lanes, so that a run has the same seed whatever their number is.
      let number = done / CrashTests.cyclesPerRun * CrashTests.lanes + lane
      let seed = CrashTests.firstSeed &+ UInt64(number)
      let cycles = min(CrashTests.cyclesPerRun, share - done)
      var run = CrashRun(seed: seed, cycles: cycles)
      let totals: CrashRun.Totals
      do {
        totals = try await run.run()
      } catch {
        CrashTests.hasFailed.store(true, ordering: .relaxed)
        Issue.record(
          """
          within \(CrashTests.sum.withLock { $0.cycles } + cycles) cycles; seed \(seed), \(cycles) cycles
          repeat: Scripts/crash --seed \(seed) --cycles \(cycles) --parallel 1
          data and record.txt: \(run.directory.path)
          \(error)
          """
        )
        return
      }
      #expect(totals.calls > 0, "seed \(seed)")
      done += cycles
      let sum = CrashTests.sum.withLock { sum in
        sum.add(totals)
        return sum
      }
      print("crash: \(sum.summary) of \(CrashTests.cycles)")
    }
  }
}

extension CrashRun.Totals {
  /// One line about a run in which nothing was wrong.
  fileprivate var summary: String {
    "\(calls) calls, \(acknowledged) acknowledged, \(unanswered) unanswered, \(retried) retried, "
      + "\(commits) commits, 0 lost, 0 doubled, 0 reordered, 0 wrong; cycles \(cycles)"
  }
}
