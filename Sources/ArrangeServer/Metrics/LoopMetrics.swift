import ArrangeModel
import Changes
import CoreMetrics
import Wire

/// The metrics of one event loop. Handles are created once, or at the first call of a method or status; no call looks
/// one up by name. Their cells are not shared with other loops.
///
/// Used on the event loop only.
final class LoopMetrics: @unchecked Sendable {
  private let factory: any MetricsFactory
  /// By method and status.
  @exclusivity(unchecked) private var calls: [Counter?]
  /// By method.
  @exclusivity(unchecked) private var durations: [CoreMetrics.Timer?]
  private let refusals: CounterTable<RefusalReason>
  private let ends: CounterTable<ConnectionEnd>
  private let (batches, snapshots, progress): (Counter, Counter, Counter)
  private let reloads: [SnapshotReason: Counter]
  private let batchCommits: Recorder
  private let messageBytes: Counter
  let delivery: CoreMetrics.Timer
  let loopDelay: CoreMetrics.Timer
  let slowCalls: Counter
  let connectionsOpened: Counter

  private static let statusCount = Int(StatusCode.unauthenticated.rawValue) + 1

  init(_ factory: any MetricsFactory) {
    self.factory = factory
    calls = Array(repeating: nil, count: Method.allCases.count * LoopMetrics.statusCount)
    durations = Array(repeating: nil, count: Method.allCases.count)
    refusals = CounterTable(ServerMetric.refusals, factory)
    ends = CounterTable(ServerMetric.connectionsEnded, factory)
    batches = ServerMetric.messages.counter(factory, "batch")
    snapshots = ServerMetric.messages.counter(factory, "snapshot")
    progress = ServerMetric.messages.counter(factory, "progress")
    reloads = Dictionary(
      uniqueKeysWithValues: SnapshotReason.allCases.filter { $0 != .first }.map {
        ($0, ServerMetric.reloads.counter(factory, $0.label))
      }
    )
    batchCommits = ServerMetric.batchCommits.recorder(factory)
    messageBytes = ServerMetric.messageBytes.counter(factory)
    delivery = ServerMetric.delivery.timer(factory)
    loopDelay = ServerMetric.loopDelay.timer(factory)
    slowCalls = ServerMetric.slowCalls.counter(factory)
    connectionsOpened = ServerMetric.connectionsOpened.counter(factory)
  }

  /// Records the end of a call.
  ///
  /// - Parameters:
  ///   - method: its index.
  ///   - nanoseconds: its duration; nil for a stream.
  func recordCall(_ method: UInt16, _ status: StatusCode, nanoseconds: UInt64?) {
    let place = Int(method) * LoopMetrics.statusCount + Int(status.rawValue)
    if let counter = calls[place] { counter.increment() } else { recordFirst(method, status, place) }
    guard let nanoseconds else { return }
    let duration = durations[Int(method)] ?? firstDuration(of: method)
    duration.recordNanoseconds(Int64(clamping: nanoseconds))
  }

  @inline(never)
  private func firstDuration(of method: UInt16) -> CoreMetrics.Timer {
    let timer = ServerMetric.callDuration.timer(factory, Method(rawValue: method)?.label ?? "unknown")
    durations[Int(method)] = timer
    return timer
  }

  @inline(never)
  private func recordFirst(_ method: UInt16, _ status: StatusCode, _ place: Int) {
    let label = Method(rawValue: method)?.label ?? "unknown"
    let counter = ServerMetric.calls.counter(factory, label, "\(status)")
    calls[place] = counter
    counter.increment()
  }

  func recordRefusal(_ reason: RefusalReason) { refusals.increment(reason) }

  func recordEnd(_ end: ConnectionEnd) { ends.increment(end) }

  /// Records a message sent to a subscription.
  ///
  /// - Parameter commits: the number of commits that a batch merges; 0 if the message is not a batch.
  func recordMessage(_ kind: MessageKind, bytes: Int, commits: UInt64) {
    messageBytes.increment(by: bytes)
    switch kind {
    case .batch:
      batches.increment()
      batchCommits.record(Int64(clamping: commits))
    case .snapshot: snapshots.increment()
    case .progress: progress.increment()
    }
  }

  func recordReload(_ reason: SnapshotReason) { reloads[reason]?.increment() }
}

extension Method {
  /// The name without the package, as a label: `Collections/Apply`.
  var label: String { String(name.dropFirst("arrange.v1.".count)) }
}

extension SnapshotReason {
  /// The reason as a label.
  var label: String {
    switch self {
    case .first: "first"
    case .tooManyChanges: "too_many_changes"
    case .tooLarge: "too_large"
    case .historyTrimmed: "history_trimmed"
    case .epochChanged: "epoch_changed"
    case .viewChanged: "view_changed"
    case .past: "past"
    }
  }
}

extension RefusalReason {
  init(_ refusal: Refusal) {
    switch refusal {
    case .unknownMethod: self = .unknownMethod
    case .tooManyCalls: self = .tooManyCalls
    case .tooManySubscriptions, .subscriptionsTooLarge: self = .tooManySubscriptions
    case .draining: self = .draining
    case .deadlineExceeded: self = .deadlineExceeded
    }
  }
}

extension ConnectionEnd {
  init(_ reason: GoAwayReason) {
    switch reason {
    case .greetingTimeout, .partialFrameTimeout, .keepaliveTimeout: self = .timeout
    case .tooManyConnections, .tooManyOfPrincipal: self = .refused
    case .unauthenticated: self = .unauthenticated
    case .draining: self = .stopped
    case .memory: self = .memory
    case .leaving: self = .closed
    default: self = .violation
    }
  }
}
