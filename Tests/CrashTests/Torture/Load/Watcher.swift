import ArrangeClient
import ArrangeModel
import Changes
import Foundation
import Ordering
import Synchronization
import TestSupport
import Wire

/// A subscriber that goes from node to node with its token, on a thread of its own, and records what it shows after each
/// message.
final class Watcher: @unchecked Sendable {
  /// What ends it.
  private struct State {
    var isOver = false
    var failure: (any Error)?
  }

  /// How long it waits for a node's greeting, in seconds.
  private static let patience = 2
  /// How long it waits for messages before it looks around, in milliseconds.
  private static let interval = 100
  /// How long it waits after a failure, in microseconds.
  private static let pause: UInt32 = 50_000

  // Used by one thread at a time.
  private let subscriber: FoldingSubscriber
  private var random: OrderingRandom
  private let number: Int
  private let sockets: [String]
  private let recorder: Recorder
  private let state = Mutex(State())
  private let ended = DispatchSemaphore(value: 0)

  init(_ number: Int, of collection: Identifier, sockets: [String], recorder: Recorder, seed: UInt64) {
    self.number = number
    self.sockets = sockets
    self.recorder = recorder
    random = OrderingRandom(seed: seed)
    var request = SubscribeRequest(collection: collection)
    request.options.profile = Bool.random(using: &random) ? .exact : .uikit
    request.options.reloadThreshold = [1, 20, 100_000, 100_000][Int.random(in: 0..<4, using: &random)]
    request.options.sendsKeys = Bool.random(using: &random)
    request.options.shortestIntervalMicroseconds = [0, 500, 20_000][Int.random(in: 0..<3, using: &random)]
    request.options.progressMicroseconds = 1
    subscriber = FoldingSubscriber(request)
  }

  var collection: Identifier { subscriber.request.collection }
  var messages: Int { subscriber.batches + subscriber.progress + subscriber.snapshots.values.reduce(0, +) }
  var snapshots: Int { subscriber.snapshots.values.reduce(0, +) }

  private func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  /// Begins to follow.
  func start() {
    Thread.detachNewThread { [self] in
      do {
        while !state.withLock({ $0.isOver }) { try stay(until: nil) }
      } catch {
        state.withLock { $0.failure = error }
      }
      ended.signal()
    }
  }

  /// Follows until it has a version, and no longer. Blocks.
  ///
  /// - Returns: what it shows.
  func finish(at version: UInt64, patience: Duration) throws -> SectionedList? {
    state.withLock { $0.isOver = true }
    ended.wait()
    if let failure = state.withLock({ $0.failure }) { throw failure }
    let deadline = ContinuousClock.now + patience
    while subscriber.version < version || subscriber.list == nil {
      guard ContinuousClock.now < deadline else {
        throw Violation(
          .broken,
          "a subscriber of \(collection) at \(subscriber.version) does not come to \(version)"
        )
      }
      try stay(until: version)
    }
    subscriber.drop()
    guard subscriber.version == version else {
      throw Violation(.wrong, "a subscriber of \(collection) comes to \(subscriber.version), not \(version)")
    }
    for reason in [SnapshotReason.epochChanged, .historyTrimmed] where subscriber.snapshots[reason] != nil {
      throw Violation(.wrong, "a subscriber of \(collection) got a whole list because \(reason)")
    }
    return subscriber.list
  }

  /// Stays at one node for some time, or until it has a version.
  private func stay(until version: UInt64?) throws {
    subscriber.drop()
    do {
      let connection = try RawConnection(
        unixSocket: sockets[below(sockets.count)],
        patience: Watcher.patience
      )
      try subscriber.open(on: connection, credit: UInt64(1 + below(4)))
    } catch is Failure {
      // Nobody is there, or nobody answers.
      usleep(Watcher.pause)
      return
    }
    let end = ContinuousClock.now + .milliseconds(100 + below(3_000))
    while ContinuousClock.now < end {
      if let version, subscriber.version >= version, subscriber.list != nil { return }
      if version == nil, state.withLock({ $0.isOver }) { return }
      switch try next() {
      case .message: record()
      case .end(let status):
        try check(status)
        usleep(Watcher.pause)
        return
      case .gone:
        usleep(Watcher.pause)
        return
      case nil: continue
      }
    }
  }

  private func next() throws -> FoldingSubscriber.Event? {
    do {
      return try subscriber.next(within: Watcher.interval)
    } catch {
      throw Violation(
        .wrong,
        "a subscriber of \(collection) at \(subscriber.version): \(error); \(subscriber.request.options)"
      )
    }
  }

  /// Records what it shows, unless that is a part of a snapshot.
  private func record() {
    guard let list = subscriber.list, subscriber.token != nil else { return }
    let now = recorder.tick()
    recorder.record(
      Call(
        cycle: 0,
        client: number,
        collection: collection,
        request: .watch,
        invoked: now,
        completed: now,
        outcome: .shown(version: subscriber.version, ListFingerprint(list))
      )
    )
  }

  /// A subscription ends when a node stops or loses what it had, and with no other reason.
  private func check(_ status: Status) throws {
    guard status.code == .unavailable else {
      throw Violation(.broken, "the subscription of \(collection) ended: \(status)")
    }
  }
}
