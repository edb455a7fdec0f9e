import Foundation
import Testing

@Suite("Clients of a server that is restored from a backup")
struct GoingBackTests {
  /// How many steps of commits, copies, copies put back and resumes a test run makes.
  private static let steps =
    Int(ProcessInfo.processInfo.environment["ARRANGE_HISTORY_STEPS"] ?? "") ?? 6_000
  private static let firstSeed = UInt64(ProcessInfo.processInfo.environment["ARRANGE_TEST_SEED"] ?? "") ?? 1
  /// How many steps one server goes through.
  private static let stepsOfRun = 250
  /// Of so many servers one has its data on the disk.
  private static let runsOnDisk = 6
  /// Over PostgreSQL, one of so many steps is made.
  private static let stepsOfStepInPostgres = 6

  @Test("have the same list as the server, with any token they ever received")
  func history() async throws {
    let total = try await GoingBackTests.run(steps: GoingBackTests.steps) { number in
      if number % GoingBackTests.runsOnDisk == 0 { return try DirectoryData() }
      return MemoryData()
    }
    print("going back: \(total), from seed \(GoingBackTests.firstSeed)")
    #expect(total.refusals > 0)
  }

  @Test("have the same list as a server over PostgreSQL, with any token they ever received")
  func historyInPostgres() async throws {
    let steps = GoingBackTests.steps / GoingBackTests.stepsOfStepInPostgres
    let total = try await GoingBackTests.run(steps: steps) { _ in try PostgresData() }
    print("going back over PostgreSQL: \(total), from seed \(GoingBackTests.firstSeed)")
  }

  /// Lets servers go through histories on all processors.
  ///
  /// - Parameter data: where the data of the server of a number is.
  private static func run(
    steps: Int,
    on data: @escaping @Sendable (Int) throws -> any StageData
  ) async throws -> GoingBack.Tally {
    let threads = max(1, ProcessInfo.processInfo.activeProcessorCount)
    let runs = (steps + stepsOfRun - 1) / stepsOfRun
    let total = try await withThrowingTaskGroup(of: GoingBack.Tally.self) { group in
      for thread in 0..<threads {
        group.addTask {
          var total = GoingBack.Tally()
          for number in stride(from: thread, to: runs, by: threads) {
            total += try run(seed: firstSeed &+ UInt64(number), data: data(number))
          }
          return total
        }
      }
      return try await group.reduce(into: GoingBack.Tally()) { $0 += $1 }
    }
    #expect(total.steps >= steps)
    // A run that tries nothing holds for nothing.
    #expect(total.foreign > 0 && total.batches > 0 && total.redefinitions > 0)
    #expect(total.replacements > 0)
    return total
  }

  private static func run(seed: UInt64, data: any StageData) throws -> GoingBack.Tally {
    var run = try GoingBack(seed: seed, data: data)
    do {
      for _ in 0..<stepsOfRun { try run.step() }
      try run.finish()
    } catch {
      Issue.record("seed \(seed), step \(run.tally.steps): \(error)")
      throw error
    }
    return run.tally
  }
}
