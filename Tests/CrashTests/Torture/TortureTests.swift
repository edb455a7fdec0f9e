import Foundation
import Testing

/// Nodes over one PostgreSQL under faults: nothing acknowledged is lost, applied twice or reordered, no read is stale, and no
/// subscriber misses or repeats anything.
///
/// `ARRANGE_TORTURE_FAULTS` and `ARRANGE_TORTURE_OPERATIONS` are the least numbers of both, `ARRANGE_TORTURE_LEASE_MS` the
/// lease of a node, `ARRANGE_TORTURE_NODES` their number, and `ARRANGE_TEST_SEED` the seed of the faults and the load.
///
/// Makes networks, which takes the rights of root.
@Suite("Torture", .enabled(if: geteuid() == 0, "network namespaces take the rights of root"))
struct TortureTests {
  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test("faults of nodes, network and database lose, duplicate and reorder nothing")
  func faults() async {
    var settings = TortureRun.Settings()
    settings.seed = UInt64(TortureTests.setting("ARRANGE_TEST_SEED") ?? 1)
    settings.faults = TortureTests.setting("ARRANGE_TORTURE_FAULTS") ?? settings.faults
    settings.operations = TortureTests.setting("ARRANGE_TORTURE_OPERATIONS") ?? settings.operations
    settings.nodes = TortureTests.setting("ARRANGE_TORTURE_NODES") ?? settings.nodes
    settings.lease = TortureTests.setting("ARRANGE_TORTURE_LEASE_MS") ?? settings.lease
    var run = TortureRun(settings)
    var last = TortureRun.Totals()
    do {
      last = try await run.run { totals in
        last = totals
        // Unbuffered: the run may take an hour.
        let line = "torture: \(totals.summary) of \(settings.faults)\n"
        FileHandle.standardOutput.write(Data(line.utf8))
      }
      #expect(last.acknowledged > 0 && last.messages > 0)
    } catch {
      Issue.record(
        """
        within \(last.faults + TortureRun.faultsPerHistory) faults; seed \(settings.seed)
        repeat: Scripts/torture --seed \(settings.seed) --faults \(settings.faults) --operations \(settings.operations)
        logs and record.txt: \(run.directory.path)
        \(error)
        """
      )
    }
  }
}

extension TortureRun.Totals {
  /// One line about a run without violations.
  fileprivate var summary: String {
    "\(operations) operations, \(acknowledged) acknowledged, \(unanswered) not answered, "
      + "\(surfaced.values.reduce(0, +)) of these although the library retried them, \(retried) retried by the load, "
      + "\(commits) commits, \(messages) messages to subscribers, \(snapshots) of them whole lists, "
      + "\(restarts) restarts, \(lostPackets) of \(packets) packets lost; "
      + "\(surfaced.isEmpty ? "" : "errors that callers got: \(surfaced); ")"
      + "0 lost, 0 doubled, 0 reordered, 0 stale, 0 gaps; faults \(faults)"
  }
}
