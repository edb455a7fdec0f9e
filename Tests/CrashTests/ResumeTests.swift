import Foundation
import Testing

/// Subscribers that come back to servers that are killed; what they have is what the server has.
///
/// `ARRANGE_RESUME_CYCLES` says how many times somebody comes back in all, `ARRANGE_TEST_SEED` from which seed
/// everything follows. A failure prints its own seed, with which `Scripts/resume-cycles` repeats it.
@Suite("Resuming")
struct ResumeTests {
  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private static let cycles = setting("ARRANGE_RESUME_CYCLES") ?? 200
  private static let firstSeed = UInt64(setting("ARRANGE_TEST_SEED") ?? 1)
  /// How many cycles one data directory goes through.
  private static let cyclesPerRun = 100

  @Test("resuming subscribers always have the server's list")
  func resumes() async throws {
    var sum = ResumeRun.Totals()
    var number: UInt64 = 0
    while sum.cycles < ResumeTests.cycles {
      let seed = ResumeTests.firstSeed &+ number
      let cycles = min(ResumeTests.cyclesPerRun, ResumeTests.cycles - sum.cycles)
      var run = ResumeRun(seed: seed, cycles: cycles)
      do {
        sum.add(try await run.run())
      } catch {
        Issue.record(
          """
          within \(sum.cycles + cycles) cycles; seed \(seed), \(cycles) cycles
          repeat: Scripts/resume-cycles --seed \(seed) --cycles \(cycles)
          data: \(run.directory.path)
          \(error)
          """
        )
        return
      }
      number += 1
      print(
        "resume: \(sum.batches) batches, \(sum.snapshots) snapshots, \(sum.kills) kills, 0 wrong; "
          + "cycles \(sum.cycles) of \(ResumeTests.cycles)"
      )
    }
    #expect(sum.batches > sum.cycles / 4 && sum.kills > 0)
  }
}
