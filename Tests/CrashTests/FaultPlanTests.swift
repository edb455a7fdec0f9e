import Ordering
import Testing

/// What the faults of a run are drawn from.
@Suite("Fault plans")
struct FaultPlanTests {
  private static func plan(_ seed: UInt64, faults: Int, nodes: Int = 3) -> FaultPlan {
    var random = OrderingRandom(seed: seed)
    return FaultPlan(faults: faults, nodes: nodes, lease: 1_000, using: &random)
  }

  @Test("the same seed gives the same faults, another one others")
  func seeds() {
    #expect(FaultPlanTests.plan(1, faults: 50) == FaultPlanTests.plan(1, faults: 50))
    #expect(FaultPlanTests.plan(1, faults: 50) != FaultPlanTests.plan(2, faults: 50))
  }

  @Test("the processes of a host have one fault at a time, and other faults overlap", arguments: [1, 3])
  func overlaps(nodes: Int) {
    let steps = FaultPlanTests.plan(3, faults: 1_000, nodes: nodes).steps
    #expect(steps.count == 1_000)
    for host in 0...nodes {
      let own = steps.filter { $0.fault.occupied == host }
      #expect(!own.isEmpty)
      for (a, b) in zip(own, own.dropFirst()) { #expect(a.end <= b.start) }
    }
    #expect(zip(steps, steps.dropFirst()).contains { $0.end > $1.start })
  }

  @Test("every kind of fault comes, at every host")
  func kinds() {
    let faults = FaultPlanTests.plan(4, faults: 3_000).steps.map(\.fault)
    var kinds: Set<String> = []
    for fault in faults { kinds.insert(String("\(fault)".prefix { $0 != "(" })) }
    let all: Set = [
      "kill", "stop", "restart", "pause", "cut", "separate", "isolate", "slow", "lossy", "clock",
      "databaseCrash",
      "databaseRestart", "databasePause", "slowDisk", "connectionsTaken", "connectionsEnded",
    ]
    #expect(kinds == all)
    for node in 1...3 {
      for fault in [Fault.kill(node: node), .stop(node: node), .pause(node: node), .isolate(host: node)] {
        #expect(faults.contains(fault))
      }
      for other in 0...3 where other != node {
        #expect(faults.contains(.cut(from: node, to: other)))
        #expect(faults.contains(.cut(from: other, to: node)))
        #expect(faults.contains(.separate(node, other)))
      }
    }
    for case .cut(let a, let b) in faults { #expect(a != b) }
    for case .separate(let a, let b) in faults { #expect(a != b) }
  }

  @Test("conditions of a link add up")
  func conditions() {
    var random = OrderingRandom(seed: 5)
    #expect(LinkCondition([]).fate(using: &random) == .passed)
    #expect(LinkCondition([.init(delay: 5), .init(isCut: true)]).fate(using: &random) == .lost)
    #expect(
      LinkCondition([.init(delay: 5), .init(delay: 7)]).fate(using: &random) == .late(microseconds: 12)
    )
    let lossy = LinkCondition([.init(lost: 100), .init(lost: 250)])
    let lost = (0..<10_000).count { _ in lossy.fate(using: &random) == .lost }
    #expect((2_300...2_700).contains(lost), "\(lost) of 10,000 are lost")
    for _ in 0..<1_000 {
      guard case .late(let time) = LinkCondition(delay: 5, jitter: 10).fate(using: &random) else {
        Issue.record("not delayed")
        return
      }
      #expect((5...15).contains(time))
    }
  }
}
