import Foundation
import TestSupport
import Testing

/// A server whose machine loses power.
@Suite("Losses of power")
struct PowerLossTests {
  /// The number of losses of power for which one worker replays the recording once.
  private static let chunk = 10
  private static let maximumShown = 20
  /// How many flushes of a disk that lies do nothing.
  private static let lyingFlushes = 100

  @Test("after a loss of power at any moment, acknowledged data is complete and in order")
  func losses() async throws {
    let seed = Extent.seed
    let recorded = try RecordedLoad(seed: seed)
    let losses = PowerLoss.choose(Extent.powerLosses, in: recorded.disk, seed: seed)
    let chunks = stride(from: 0, to: losses.count, by: PowerLossTests.chunk).map {
      Array(losses[$0..<min(losses.count, $0 + PowerLossTests.chunk)])
    }
    let results = await Workers.map(chunks) { PowerLoss.perform($0, recorded) }.flatMap(\.self)
    var broken = 0
    for (loss, result) in zip(losses, results) {
      guard case .failure(let violation) = result else { continue }
      broken += 1
      if broken <= PowerLossTests.maximumShown {
        Issue.record("at change \(loss.point) of \(recorded.disk.changes.count): \(violation) (seed \(seed))")
      }
    }
    #expect(broken == 0, "\(broken) of \(losses.count) losses of power")
    #expect(results.count == losses.count)
    let commits = recorded.load.sent.values.reduce(0) { $0 + $1.count }
    print(
      "\(losses.count) losses of power in \(recorded.disk.changes.count) changes of the disk by \(commits) "
        + "commits, \(recorded.disk.bytes.count >> 20) MiB: \(broken) broken promises; seed \(seed)"
    )
  }

  @Test("a disk that lies about a flush is detected")
  func lies() async throws {
    let seed = Extent.seed
    let recorded = try RecordedLoad(seed: seed)
    // Flushes work up to the middle, and not after it.
    let middle = recorded.disk.changes.count / 2
    var disk = SimulatedDisk(root: recorded.root, bytes: recorded.disk.bytes)
    for change in recorded.disk.changes[..<middle] { disk.perform(change) }
    disk.isHonest = false
    // Flushes are counted, not changes: making the log longer is some hundred changes, in which nothing is acknowledged.
    var (end, flushes) = (middle, 0)
    while flushes < PowerLossTests.lyingFlushes, end < recorded.disk.changes.count {
      if case .sync = recorded.disk.changes[end].kind { flushes += 1 }
      disk.perform(recorded.disk.changes[end])
      end += 1
    }
    let (lying, point) = (disk, end)
    let losses = (0..<UInt64(8)).map { PowerLoss(point: point, seed: seed + $0) }
    let results = await Workers.map(losses) { loss in Result { try loss.audit(lying, recorded) } }
    let found = results.count { if case .failure(is Violation) = $0 { true } else { false } }
    #expect(found > 0)
  }
}
