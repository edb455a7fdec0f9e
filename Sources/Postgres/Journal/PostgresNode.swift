import Dispatch
import Engine
import Foundation
import Synchronization

/// A journal as one of the nodes that use its database: who it is, and what other threads have for its own thread.
final class PostgresNode: Sendable {
  /// What has happened since the last poll.
  enum Event: Sendable {
    /// The slots that the node was to gain were read.
    case gained(SlotSet, [CollectionRecord])
    /// The member has ended its use of slots that are to be given away.
    case drained(Membership.Assignment)
    case released(SlotSet)
    /// The node is to give all slots away.
    case leave
    /// The member has ended its use of all slots.
    case drainedAll
    /// The slots are given away, and the node is removed.
    case left
  }

  private struct Inbox {
    var events: [Event] = []
    var refreshes: [@Sendable (Bool) -> Void] = []
    var isEnded = false
  }

  /// Random, drawn at each start.
  let id = Int64.random(in: 1...Int64.max)
  let isAlone: Bool
  let leaseMilliseconds: Int
  /// How the names of the connections of this node begin.
  let application: String
  let lease = Lease(now: { PostgresNode.now })
  let identity: Mutex<NodeIdentity>
  /// The nodes as the last poll has read them.
  let nodes = Mutex<[NodeRecord]>([])
  /// When the last poll was answered.
  private let lastContact = Atomic<UInt64>(0)
  private let inbox = Mutex(Inbox())
  private let wake = DispatchSemaphore(value: 0)
  private let leaving = DispatchSemaphore(value: 0)

  /// Where times begin.
  private static let origin = ContinuousClock.now

  /// Nanoseconds of a clock that goes on while the machine sleeps.
  static var now: UInt64 { UInt64(max(0, (ContinuousClock.now - origin) / .nanoseconds(1))) }

  init(_ identity: NodeIdentity, isAlone: Bool) {
    precondition(NodeIdentity.leaseRange.contains(identity.leaseMilliseconds))
    self.identity = Mutex(identity)
    self.isAlone = isAlone
    leaseMilliseconds = identity.leaseMilliseconds
    let digits = String(id, radix: 16)
    application = "arranged \(String(repeating: "0", count: 16 - digits.count))\(digits)"
  }

  /// The name that the server shows for the connections of this node.
  var connectionName: String { "\(application) \(identity.withLock { $0.name })" }

  /// The longest and the shortest time between two polls, in milliseconds.
  private static let pollRange = 10...250
  /// The number of polls in a lease, unless the time between two would be outside of the range.
  private static let pollsPerLease = 40
  /// How many calls of the connection for polls may be given up in a lease: a lost connection must be found before the
  /// lease runs out.
  private static let attemptsPerLease = 5

  /// How long the calls of the connection for polls may take.
  var limits: PostgresConnection.Limits {
    let part = leaseMilliseconds / PostgresNode.attemptsPerLease
    return PostgresConnection.Limits(connect: part, statement: part, lock: part / 2, run: part)
  }

  /// The time between two polls, in milliseconds.
  private var pollMilliseconds: Int {
    let range = PostgresNode.pollRange
    return min(max(leaseMilliseconds / PostgresNode.pollsPerLease, range.lowerBound), range.upperBound)
  }

  var millisecondsSinceContact: Int {
    Int((PostgresNode.now - lastContact.load(ordering: .relaxed)) / 1_000_000)
  }

  func noteContact(_ time: UInt64) { lastContact.store(time, ordering: .relaxed) }

  // MARK: Between threads

  /// Has the thread of the node handle an event, with a poll that is sent afterwards.
  func post(_ event: Event) {
    inbox.withLock { $0.events.append(event) }
    wake.signal()
  }

  /// Has the thread of the node poll. The closure gets whether the database was reached.
  func refresh(_ whenDone: @escaping @Sendable (Bool) -> Void) {
    let isEnded = inbox.withLock { inbox in
      if !inbox.isEnded { inbox.refreshes.append(whenDone) }
      return inbox.isEnded
    }
    if isEnded { whenDone(false) } else { wake.signal() }
  }

  /// Ends the thread of the node.
  func end() {
    lease.end()
    for refresh in takeAll(isEnd: true).refreshes { refresh(false) }
    wake.signal()
  }

  var isEnded: Bool { inbox.withLock { $0.isEnded } }

  /// What has come in since the last call.
  func take() -> (events: [Event], refreshes: [@Sendable (Bool) -> Void]) { takeAll(isEnd: false) }

  private func takeAll(isEnd: Bool) -> (events: [Event], refreshes: [@Sendable (Bool) -> Void]) {
    inbox.withLock { inbox in
      if isEnd { inbox.isEnded = true }
      defer { (inbox.events, inbox.refreshes) = ([], []) }
      return (inbox.events, inbox.refreshes)
    }
  }

  /// Waits for the next poll.
  func waitForPoll() { _ = wake.wait(timeout: .now() + .milliseconds(pollMilliseconds)) }

  /// Waits until all slots are given away, or can't be.
  func waitUntilLeft() {
    leaving.wait()
    // For others that wait.
    leaving.signal()
  }

  func noteLeft() { leaving.signal() }
}
