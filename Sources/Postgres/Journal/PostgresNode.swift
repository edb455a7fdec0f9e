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
    /// The node asks others for slots.
    case wanted(SlotSet)
    /// The member has ended its use of all slots.
    case drainedAll
    /// The slots are given away, and the node is removed.
    case left
  }

  /// Slots that another node asks for, and who waits for the outcome.
  struct Gift: Sendable {
    let wish: Membership.Wish
    let whenDone: @Sendable () -> Void
  }

  /// What other threads have for the thread of the node.
  struct Inbox {
    var events: [Event] = []
    var refreshes: [@Sendable (Bool) -> Void] = []
    var gifts: [Gift] = []
    /// Whether all slots are to be given away.
    var isLeaving = false
    /// Whether the thread is to end if the node has not joined yet.
    var isJoinCancelled = false
    /// Whether the thread is to end, or has ended.
    var isEnded = false
    /// Whether the thread was woken since it has looked.
    fileprivate var isWoken = false
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
  /// How far the database was at the last poll; nil before the first one.
  let history = Mutex<PostgresHistory?>(nil)
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
    // In this order: another thread may note a later contact meanwhile.
    let contact = lastContact.load(ordering: .relaxed)
    return Int((max(PostgresNode.now, contact) - contact) / 1_000_000)
  }

  func recordContact(_ time: UInt64) { lastContact.store(time, ordering: .relaxed) }

  /// Whether the slots of the node were given away, and its thread has ended.
  var hasLeft: Bool { inbox.withLock { $0.isLeaving && $0.isEnded } }

  // MARK: Between threads

  /// Has the thread of the node handle an event, with a poll that is sent afterwards.
  func post(_ event: Event) { add { $0.events.append(event) } }

  /// Has the thread of the node poll. The closure gets whether the database was reached.
  func refresh(_ whenDone: @escaping @Sendable (Bool) -> Void) {
    if !add({ $0.refreshes.append(whenDone) }) { whenDone(false) }
  }

  /// Has all slots given away, and waits until they are, or can't be.
  func leave() {
    guard add({ $0.isLeaving = true }) else { return }
    leaving.wait()
    // For others that wait.
    leaving.signal()
  }

  /// Has the thread end if the node has not joined yet.
  func cancelJoin() { add { $0.isJoinCancelled = true } }

  /// Nobody waits for ``leave()`` any more.
  func recordLeft() { leaving.signal() }

  /// Adds something, and wakes the thread, once for all that it has not seen.
  ///
  /// - Returns: whether the thread will see it.
  @discardableResult
  private func add(_ body: (inout Inbox) -> Void) -> Bool {
    let (isEnded, isFirst) = inbox.withLock { inbox in
      defer { inbox.isWoken = true }
      if !inbox.isEnded { body(&inbox) }
      return (inbox.isEnded, !inbox.isWoken)
    }
    if isFirst { wake.signal() }
    return !isEnded
  }

  /// Ends the thread of the node, or notes its end.
  func end() {
    lease.end()
    let (refreshes, gifts) = inbox.withLock { inbox in
      inbox.isEnded = true
      defer { (inbox.refreshes, inbox.gifts) = ([], []) }
      return (inbox.refreshes, inbox.gifts)
    }
    for refresh in refreshes { refresh(false) }
    for gift in gifts { gift.whenDone() }
    wake.signal()
    recordLeft()
  }

  /// What has come in since the last call.
  func take() -> Inbox {
    inbox.withLock { inbox in
      defer {
        inbox.events = []
        inbox.refreshes = []
        inbox.gifts = []
        inbox.isWoken = false
      }
      return inbox
    }
  }

  /// Waits for the next poll.
  func waitForPoll() { _ = wake.wait(timeout: .now() + .milliseconds(pollMilliseconds)) }
}

extension PostgresNode: SlotExchange {
  func give(_ slots: SlotSet, to node: Int64, _ whenDone: @escaping @Sendable () -> Void) {
    let gift = Gift(wish: Membership.Wish(slots, for: node), whenDone: whenDone)
    if !add({ $0.gifts.append(gift) }) { whenDone() }
  }

  func want(_ slots: SlotSet) { post(.wanted(slots)) }
}

/// How far a database is.
struct PostgresHistory: Sendable, Hashable {
  /// It changes when another server is promoted in the place of the one before.
  let timeline: Int64
  /// How much of the write-ahead log is flushed, in bytes.
  let flushed: Int64

  /// Whether the database has everything that it had at an earlier moment.
  func continues(_ earlier: PostgresHistory?) -> Bool {
    guard let earlier else { return true }
    return timeline == earlier.timeline && flushed >= earlier.flushed
  }

  /// The error for a database that does not continue.
  static func broken(_ address: PostgresAddress) -> JournalError {
    JournalError(
      .overtaken,
      "\(address): the database has another timeline, or has gone back, as after a failover; this server reads everything anew"
    )
  }
}
