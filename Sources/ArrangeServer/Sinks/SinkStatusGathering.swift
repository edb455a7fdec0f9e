import ArrangeModel
import Engine
import Synchronization

/// The states of the deliveries of a sink, which its nodes tell. Can be used on any thread.
final class SinkStatusGathering: Sendable {
  /// How long other nodes are waited for, in nanoseconds.
  static let patience: UInt64 = 3_000_000_000

  private struct State {
    var status: SinkStatus
    var missing: Int
    var reply: Reply<SinkStatus>?
  }

  private let limit: Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - limit: the maximum number of collections in the answer.
  ///   - count: the number of nodes, this one included.
  init(_ sink: SinkInfo, limit: Int, waitingFor count: Int, _ reply: @escaping Reply<SinkStatus>) {
    self.limit = limit
    state = Mutex(State(status: .nothing(of: sink), missing: count, reply: reply))
  }

  /// Adds what a node says.
  ///
  /// - Parameter part: nil if it has not answered.
  func add(_ part: SinkStatus?) {
    let isComplete = state.withLock { state in
      guard state.reply != nil else { return false }
      state.missing -= 1
      if let part { state.status.add(part) } else { state.status.missingNodes += 1 }
      return state.missing == 0
    }
    if isComplete { finish() }
  }

  /// Answers with what is known; nodes that have said nothing are missing.
  func finish() {
    let (reply, status) = state.withLock { state in
      defer { state.reply = nil }
      state.status.missingNodes += max(0, state.missing)
      return (state.reply, state.status)
    }
    guard let reply else { return }
    var answer = status
    answer.collections.sort { ($1.lagMicroseconds, $0.collection) < ($0.lagMicroseconds, $1.collection) }
    answer.collections = Array(answer.collections.prefix(limit))
    reply(.success(answer))
  }
}

extension SinkStatus {
  /// That of a sink that delivers nothing.
  static func nothing(of sink: SinkInfo) -> SinkStatus {
    SinkStatus(
      sink: sink,
      collectionCount: 0,
      lagging: 0,
      failing: 0,
      deliveries: 0,
      failures: 0,
      collections: []
    )
  }

  fileprivate mutating func add(_ other: SinkStatus) {
    collectionCount += other.collectionCount
    lagging += other.lagging
    failing += other.failing
    deliveries += other.deliveries
    failures += other.failures
    collections += other.collections
  }
}
