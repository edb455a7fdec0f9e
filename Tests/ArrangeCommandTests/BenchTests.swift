import Ordering
import Testing
import arrange

/// The load test, as far as it needs no server.
@Suite struct BenchTests {
  @Test(
    .served,
    arguments: [
      ["--clients", "0"], ["--clients", "100001"], ["--pipeline", "0"], ["--pipeline", "4097"],
      ["--threads", "0"], ["--threads", "51"], ["--duration", "0"], ["--rate", "0"], ["--rate", "1e8"],
      ["--collections", "0"], ["move", "--items", "1"], ["fetch", "--items", "0"],
      ["mixed", "--items", "10000001"],
    ]
  ) func whatIsOutOfRangeIsAMistakeOnTheCommandLine(arguments: [String]) async throws {
    let terminal = Terminal()
    let result = await terminal.run(["bench"] + arguments)
    #expect(result.status == 64)
    let name = arguments.first { $0.hasPrefix("--") }
    #expect(
      result.errors.hasPrefix("arrange: \(name ?? "") "),
      "the message names the option: \(result.errors)"
    )
    #expect(try await terminal.names() == [])
  }

  @Test func anUnknownOperationIsAMistakeThatNamesTheKnownOnes() async {
    let result = await Terminal().run("bench", "shuffle")
    #expect(result.status == 64)
    for operation in BenchOperation.allCases { #expect(result.errors.contains(operation.rawValue)) }
  }

  @Test func aPlanIsInOrderUnlessSomethingIsSaid() {
    for operation in BenchOperation.allCases { #expect(BenchPlan(operation, seed: 1).problem == nil) }
    var plan = BenchPlan(.insert, seed: 1)
    plan.items = 0
    #expect(plan.problem == nil)
    plan = BenchPlan(.ping, seed: 1)
    plan.items = -1
    #expect(plan.problem == nil, "a ping has no collections")
    plan.clients = 2
    plan.threads = 3
    #expect(plan.problem?.hasPrefix("--threads goes from 1 to 2") == true)
  }
}

/// The arithmetic of the open loop.
@Suite struct OpenLoopScheduleTests {
  @Test func callsAreEvenlyApart() {
    let schedule = OpenLoopSchedule(rate: 1_000, start: 5_000, end: .max)
    #expect((0..<4).map(schedule.time(of:)) == [5_000, 1_005_000, 2_005_000, 3_005_000])
  }

  @Test func aPaceThatDoesNotDivideASecondDoesNotDrift() {
    let schedule = OpenLoopSchedule(rate: 3, start: 0, end: .max)
    #expect(schedule.time(of: 1) == 333_333_333)
    #expect(schedule.time(of: 3) == 1_000_000_000)
    #expect(schedule.time(of: 3 * 86_400) == 86_400_000_000_000)
  }

  @Test(arguments: [1, 2, 3, 7]) func workersShareTheCallsOfOne(workers: Int) {
    let whole = OpenLoopSchedule(rate: 777, start: 42, end: .max)
    let parts = (0..<workers).map {
      OpenLoopSchedule(rate: 777, start: 42, end: .max, worker: $0, of: workers)
    }
    for call in 0..<100 {
      #expect(whole.time(of: call) == parts[call % workers].time(of: call / workers))
    }
  }

  @Test func aCallBeginsWhenItsTimeHasComeAndKeepsItWhenItIsLate() {
    var schedule = OpenLoopSchedule(rate: 1_000, start: 0, end: 4_000_000)
    #expect(schedule.take(at: 0) == 0)
    #expect(schedule.take(at: 999_999) == nil)
    #expect(schedule.next == 1_000_000)
    // The server stood still for two milliseconds.
    #expect(schedule.overdue(at: 3_100_000) == 3)
    #expect(schedule.take(at: 3_100_000) == 1_000_000)
    #expect(schedule.take(at: 3_100_000) == 2_000_000)
    #expect(schedule.take(at: 3_100_000) == 3_000_000)
    #expect(schedule.take(at: 9_000_000) == nil, "no call begins at the end or later")
    #expect(schedule.next == nil)
    #expect(schedule.overdue(at: 9_000_000) == 0)
    #expect(schedule.taken == 4)
  }

  /// Against counting, for odd paces and shares.
  @Test(arguments: [0.5, 1.0, 3.0, 999.0, 123_456.7]) func overdueCallsAreCounted(rate: Double) {
    var random = OrderingRandom(seed: UInt64(rate * 10))
    for _ in 0..<200 {
      let workers = Int.random(in: 1...4, using: &random)
      let worker = Int.random(in: 0..<workers, using: &random)
      let start = UInt64.random(in: 0...1_000_000_000, using: &random)
      let end = start + UInt64(Double.random(in: 0.1...40, using: &random) * 1e9 / rate) + 1
      let now = UInt64.random(in: 0...end + 1_000_000, using: &random)
      var schedule = OpenLoopSchedule(rate: rate, start: start, end: end, worker: worker, of: workers)
      for _ in 0..<Int.random(in: 0...5, using: &random) { _ = schedule.take(at: now) }
      let overdue = schedule.overdue(at: now)
      var counted = 0
      while schedule.take(at: now) != nil { counted += 1 }
      #expect(
        overdue == counted,
        "rate \(rate), worker \(worker) of \(workers), \(start)...\(end), now \(now)"
      )
    }
  }
}
