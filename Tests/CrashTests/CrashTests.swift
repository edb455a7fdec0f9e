import Foundation
import Synchronization
import Testing

/// Real servers that are killed while they work; no acknowledged change may be lost, applied twice or
/// reordered.
///
/// `ARRANGE_CRASH_CYCLES` is the total number of cycles, `ARRANGE_CRASH_RUN` the number of cycles of one data
/// directory, `ARRANGE_CRASH_LANES` the number of servers at a time, and `ARRANGE_TEST_SEED` the seed of
/// everything. A failure prints its own seed, with which `Scripts/crash` repeats it, and keeps the data
/// directory with a record of all calls.
@Suite("Crashes")
struct CrashTests {
  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private static let cycles = setting("ARRANGE_CRASH_CYCLES") ?? 100
  private static let lanes = max(1, setting("ARRANGE_CRASH_LANES") ?? 2)
  /// The number of kills of one data directory.
  private static let cyclesPerRun = max(1, setting("ARRANGE_CRASH_RUN") ?? 25)
  private static let firstSeed = UInt64(setting("ARRANGE_TEST_SEED") ?? 1)

  /// Whether a lane has found a violation, so that the others may stop.
  private static let hasFailed = Atomic(false)

  /// What all lanes did together.
  private static let sum = Mutex(CrashRun.Totals())

  @Test("kills lose, duplicate and reorder nothing", arguments: 0..<lanes)
  func kills(lane: Int) async throws {
    let share = (CrashTests.cycles + CrashTests.lanes - 1 - lane) / CrashTests.lanes
    var done = 0
    while done < share, !CrashTests.hasFailed.load(ordering: .relaxed) {
      // Runs are numbered across the lanes, so that their seeds don't depend on the number of lanes.
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
  /// One line about a run without violations.
  fileprivate var summary: String {
    "\(calls) calls, \(acknowledged) acknowledged, \(unanswered) unanswered, \(retried) retried, "
      + "\(commits) commits, \(backups) backups restored, \(verified) times verified, 0 lost, 0 doubled, 0 reordered, 0 wrong; cycles \(cycles)"
  }
}
