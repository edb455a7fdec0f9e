internal import ArrangeModel

/// The state of one worker that every call uses: the schedule, and the results.
struct LoadRun: ~Copyable {
  /// When calls are made and measured, on the clock of event loops, in nanoseconds.
  struct Times: Sendable {
    var start: UInt64
    /// When measuring starts.
    var countedFrom: UInt64
    /// When calls are no longer started.
    var end: UInt64

    /// The times before a run.
    static let none = Times(start: .max, countedFrom: .max, end: 0)
  }

  var maker: CallMaker
  var times = Times.none
  /// The schedule of an open loop; nil for a closed one.
  var schedule: OpenLoopSchedule?
  var tally = LoadTally()
  /// The number of calls in flight.
  var openCalls = 0
  /// The number of completed calls.
  private(set) var endedCount = 0
  private let isOpenLoop: Bool

  init(_ plan: BenchPlan, _ maker: CallMaker) {
    self.maker = maker
    isOpenLoop = plan.rate != nil
  }

  /// Records the end of a call.
  @inline(__always)
  mutating func ended(_ call: OpenCalls.Call, _ code: StatusCode, at now: UInt64) {
    openCalls &-= 1
    endedCount &+= 1
    // A call of an open loop is counted by its scheduled time, one of a closed loop by its end.
    let moment = isOpenLoop ? call.start : now
    if moment >= times.countedFrom { tally.record(call.kind, code, from: call.start, to: now) }
  }

  /// The start time of the next call, or its scheduled time; nil if none is due.
  @inline(__always)
  mutating func nextStart(at now: UInt64) -> UInt64? {
    if isOpenLoop { return schedule?.take(at: now) }
    return now < times.end ? now : nil
  }

  /// Whether all calls have been started and completed.
  func isOver(at now: UInt64) -> Bool { now >= times.end && openCalls == 0 && schedule?.next == nil }

  /// The number of calls without an answer if the run ends now.
  func unanswered(at now: UInt64) -> Int {
    openCalls + (schedule?.overdue(at: min(now, times.end)) ?? 0)
  }
}
