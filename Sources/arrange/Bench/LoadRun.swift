internal import ArrangeModel

/// The run of one worker, as far as it is touched with every call: what is called next, when, and what became of it.
struct LoadRun: ~Copyable {
  /// When calls are made and counted, on the clock of event loops, in nanoseconds.
  struct Times: Sendable {
    var start: UInt64
    /// From when on calls count.
    var countedFrom: UInt64
    /// From when on no call begins.
    var end: UInt64

    /// Before a run.
    static let none = Times(start: .max, countedFrom: .max, end: 0)
  }

  var maker: CallMaker
  var times = Times.none
  /// The pace of an open loop; nil for a closed one.
  var schedule: OpenLoopSchedule?
  var tally = LoadTally()
  /// How many calls are under way.
  var openCalls = 0
  /// How many calls ended.
  private(set) var endedCount = 0
  private let isOpenLoop: Bool

  init(_ plan: BenchPlan, _ maker: CallMaker) {
    self.maker = maker
    isOpenLoop = plan.rate != nil
  }

  /// A call ended.
  @inline(__always)
  mutating func ended(_ call: OpenCalls.Call, _ code: StatusCode, at now: UInt64) {
    openCalls &-= 1
    endedCount &+= 1
    // What an open loop was to begin counts by that moment, what a closed one does by its end.
    let moment = isOpenLoop ? call.start : now
    if moment >= times.countedFrom { tally.record(call.kind, code, from: call.start, to: now) }
  }

  /// When the next call begins or was to begin; nil where it is not time for it.
  @inline(__always)
  mutating func nextStart(at now: UInt64) -> UInt64? {
    if isOpenLoop { return schedule?.take(at: now) }
    return now < times.end ? now : nil
  }

  /// Whether all that was to be called has been, and has ended.
  func isOver(at now: UInt64) -> Bool { now >= times.end && openCalls == 0 && schedule?.next == nil }

  /// How many calls get no answer any more when the run ends now.
  func unanswered(at now: UInt64) -> Int {
    openCalls + (schedule?.overdue(at: min(now, times.end)) ?? 0)
  }
}
