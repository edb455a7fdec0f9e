package import Engine

/// What a node of a shared journal does about slots: the rules alone, without a database and without a clock.
///
/// It is given what each poll has read, and returns what to do. All nodes follow the same rules. Where several decide the
/// same, the database lets one of them do it.
///
/// Times are nanoseconds of the node's own clock, which goes on while the machine sleeps.
package struct Membership {
  /// A node, as a poll has read it.
  package struct Node: Sendable, Hashable {
    package var id: Int64
    /// How often it has extended its lease.
    package var renewals: Int64
    package var leaseMilliseconds: Int
    /// Whether its lease has run out by the clock of the database, or was given before that clock was set back.
    package var isExpired = false
    /// Whether it is certain that its process does not exist any more.
    package var isDead = false
    /// Whether it takes all slots, and gives none away.
    package var isAlone = false
    package var slots = SlotSet()

    /// Whether it lives and takes slots of others.
    var isReceiver: Bool { !isExpired && !isDead && !isAlone }

    package init(id: Int64, renewals: Int64, leaseMilliseconds: Int) {
      self.id = id
      self.renewals = renewals
      self.leaseMilliseconds = leaseMilliseconds
    }
  }

  /// Slots that another node asks for.
  package struct Wish: Sendable, Hashable {
    package let slots: SlotSet
    package let node: Int64

    package init(_ slots: SlotSet, for node: Int64) {
      self.slots = slots
      self.node = node
    }
  }

  /// What a poll has read.
  package struct Poll: Sendable {
    /// When it was sent, and when its answer was received.
    package var sent: UInt64
    package var received: UInt64
    package var nodes: [Node]
    /// The slots that no node of ``nodes`` owns.
    package var unowned = SlotSet()

    package init(sent: UInt64, received: UInt64, nodes: [Node] = [], unowned: SlotSet = SlotSet()) {
      self.sent = sent
      self.received = received
      self.nodes = nodes
      self.unowned = unowned
    }
  }

  /// Slots by the nodes that are to own them.
  package typealias Assignment = [Int64: SlotSet]

  package enum Decision: Sendable, Hashable {
    /// The node has lost all of its slots: another one has taken them over.
    case lost
    /// Another node has ended. It loses its slots and is removed, unless it has extended its lease since.
    case takeOver(Node, Assignment)
    /// Slots that no node owns are to be assigned.
    case claim(Assignment)
    /// The node owns more slots than it has read. To be answered with ``gained(_:)``.
    case gain(SlotSet)
    /// The node has more slots than its share, or another one has asked for some. To be answered with ``released(_:)``.
    case release(Assignment)
  }

  /// What is known of the renewals of a node.
  private struct Sighting {
    var renewals: Int64
    /// When this number was first read, in an unbroken series of polls.
    var since: UInt64
    /// Whether the node has extended its lease since it was first read.
    var hasRenewed = false
  }

  /// The part of a lease after which it is renewed.
  private static let renewalPart = 0.3
  /// The part of a lease by which a node stops to answer early, for clocks that do not run at the same speed.
  private static let marginPart = 0.1
  /// The part of a lease that may pass between two polls of an unbroken series.
  private static let gapPart = 0.25
  /// The number of slots beyond its share that a node keeps because it has asked for them. Otherwise each transaction over
  /// collections of two owners would be followed by the move of a slot in return.
  package static let maximumSurplus = 16

  package let id: Int64
  package let leaseMilliseconds: Int
  package let isAlone: Bool
  /// The slots that this node has read, and writes to.
  package private(set) var held = SlotSet()
  /// Whether slots are being gained or released.
  package private(set) var isTransferring = false
  /// Whether no slots are to come of nodes that have ended or may have ended.
  package private(set) var isSettled = false
  /// The slots that this node has asked for, as far as it does not know that they are others'; the newest ones are the last.
  private var wanted: [Int] = []
  /// Whether the last slots that were released were asked for.
  private var hasGiven = false
  private var sightings: [Int64: Sighting] = [:]
  private var lastPoll: UInt64?
  private var lastRenewal: UInt64?

  package init(id: Int64, leaseMilliseconds: Int, isAlone: Bool) {
    self.id = id
    self.leaseMilliseconds = leaseMilliseconds
    self.isAlone = isAlone
  }

  // MARK: The own lease

  /// The lease of this node, in nanoseconds.
  private var lease: UInt64 { UInt64(leaseMilliseconds) * 1_000_000 }

  private func part(_ part: Double) -> UInt64 { UInt64(Double(lease) * part) }

  /// Whether the lease is to be extended with the next poll.
  package func isRenewalDue(_ now: UInt64) -> Bool {
    guard let lastRenewal else { return true }
    return now >= lastRenewal + part(Membership.renewalPart)
  }

  /// The lease was extended by a statement that was sent at a time.
  ///
  /// The database counts from a later time than this: the other nodes wait for longer.
  ///
  /// - Returns: until when the node may answer from memory.
  package mutating func renewed(sent: UInt64) -> UInt64 {
    lastRenewal = sent
    return sent + lease - part(Membership.marginPart)
  }

  // MARK: Polls

  /// What to do after a poll, in this order. What is to be answered comes first: it must be carried out, and the rest can
  /// fail with the database.
  ///
  /// - Parameter wishes: the slots that others ask for, the first ones first.
  package mutating func observe(_ poll: Poll, _ wishes: [Wish] = []) -> [Decision] {
    guard let own = poll.nodes.first(where: { $0.id == id }) else { return [.lost] }
    record(poll)
    let others = poll.nodes.filter { $0.id != id }
    let living = [own] + others.filter(\.isReceiver)
    var loads = Dictionary(uniqueKeysWithValues: (isAlone ? [own] : living).map { ($0.id, $0.slots.count) })
    var decisions: [Decision] = []
    for node in others where isOver(node, poll) {
      decisions.append(.takeOver(node, Membership.spread(node.slots, &loads)))
    }
    if !poll.unowned.isEmpty { decisions.append(.claim(Membership.spread(poll.unowned, &loads))) }
    let isQuiet = decisions.isEmpty
    let new = own.slots.subtracting(held)
    if !isTransferring, !new.isEmpty {
      decisions.insert(.gain(new), at: 0)
      isTransferring = true
    }
    if !isTransferring, new.isEmpty, !isAlone {
      let given = given(own, to: living, wishes)
      let surplus = isQuiet ? surplus(of: own, living) : [:]
      // By turns, so that neither waits for ever.
      let isGiving = !given.isEmpty && (surplus.isEmpty || !hasGiven)
      hasGiven = isGiving
      let release = isGiving ? given : surplus
      if !release.isEmpty {
        decisions.insert(.release(release), at: 0)
        isTransferring = true
      }
    }
    let isUncertain = others.contains { $0.isExpired || $0.isDead || $0.isAlone && !$0.slots.isEmpty }
    isSettled = decisions.isEmpty && !isTransferring && !isUncertain
    return decisions
  }

  /// The slots that this node was to gain were read.
  package mutating func gained(_ slots: SlotSet) {
    held = held.union(slots)
    isTransferring = false
  }

  /// The slots that this node was to release are given away.
  package mutating func released(_ slots: SlotSet) {
    held = held.subtracting(slots)
    wanted.removeAll { slots.contains($0) }
    isTransferring = false
  }

  /// This node asks others for slots.
  package mutating func want(_ slots: SlotSet) {
    wanted.removeAll { slots.contains($0) }
    wanted += slots.slots
    wanted.removeFirst(max(0, wanted.count - Membership.maximumSurplus))
  }

  /// Whether nothing more comes of a wish: this node has none of the slots, or whoever asks for them does not live.
  package func isOver(_ wish: Wish, _ poll: Poll) -> Bool {
    let isLiving = poll.nodes.contains { $0.id == wish.node && $0.isReceiver }
    return isAlone || wish.node == id || !isLiving || held.intersection(wish.slots).isEmpty
  }

  /// The slots that others ask for and get: each goes to the first who asks.
  private func given(_ own: Node, to living: [Node], _ wishes: [Wish]) -> Assignment {
    var left = own.slots.intersection(held)
    var assignment: Assignment = [:]
    for wish in wishes where wish.node != id && living.contains(where: { $0.id == wish.node }) {
      let slots = left.intersection(wish.slots)
      if slots.isEmpty { continue }
      assignment[wish.node, default: SlotSet()] = assignment[wish.node, default: SlotSet()].union(slots)
      left = left.subtracting(slots)
    }
    return assignment
  }

  /// The other node that lives, as has been seen, and owns slots which it never gives to this one; nil if there is none.
  package func obstacle(_ poll: Poll) -> Int64? {
    poll.nodes.first { node in
      node.id != id && (isAlone || node.isAlone) && !node.slots.isEmpty
        && sightings[node.id]?.hasRenewed == true
    }?.id
  }

  /// Records which leases were extended.
  private mutating func record(_ poll: Poll) {
    let isUnbroken = lastPoll.map { poll.sent - $0 <= part(Membership.gapPart) } ?? false
    lastPoll = poll.sent
    var new: [Int64: Sighting] = [:]
    for node in poll.nodes where node.id != id {
      let old = sightings[node.id]
      let isSame = old?.renewals == node.renewals
      var sighting = Sighting(renewals: node.renewals, since: poll.received)
      if let old, isSame, isUnbroken { sighting.since = old.since }
      sighting.hasRenewed = old.map { $0.hasRenewed || !isSame } ?? false
      new[node.id] = sighting
    }
    sightings = new
  }

  /// Whether a node has ended.
  ///
  /// The clock of the database may jump, and while the database can't be reached nobody can extend a lease. So this node
  /// must also have seen by its own clock, for as long as the lease is, that it was not extended.
  private func isOver(_ node: Node, _ poll: Poll) -> Bool {
    if node.isDead { return true }
    guard node.isExpired, let sighting = sightings[node.id] else { return false }
    return poll.sent >= sighting.since + UInt64(node.leaseMilliseconds) * 1_000_000
  }

  // MARK: Shares

  /// Spreads slots over nodes, each to the one that has the fewest.
  ///
  /// - Parameter loads: the numbers of slots of the nodes, which become larger.
  private static func spread(_ slots: SlotSet, _ loads: inout [Int64: Int]) -> Assignment {
    var assignment: Assignment = [:]
    for slot in slots.slots {
      guard let next = loads.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { break }
      loads[next.key] = next.value + 1
      assignment[next.key, default: SlotSet()].insert(slot)
    }
    return assignment
  }

  /// Spreads all slots of a node over the other nodes that live; nil if there are none.
  package static func farewell(of id: Int64, _ nodes: [Node]) -> Assignment? {
    let own = nodes.first { $0.id == id }
    let others = nodes.filter { $0.id != id && $0.isReceiver }
    var loads = Dictionary(uniqueKeysWithValues: others.map { ($0.id, $0.slots.count) })
    if loads.isEmpty { return nil }
    return spread(own?.slots ?? SlotSet(), &loads)
  }

  /// The slots of this node that are above its share, and who gets them. The shares differ by one slot at most, and nodes
  /// with more slots have the larger ones, so that few slots move.
  private func surplus(of own: Node, _ living: [Node]) -> Assignment {
    let sorted = living.sorted { ($1.slots.count, $0.id) < ($0.slots.count, $1.id) }
    let (share, larger) = sorted.reduce(0) { $0 + $1.slots.count }.quotientAndRemainder(
      dividingBy: sorted.count
    )
    var wanting: [(id: Int64, count: Int)] = []
    var giving: [(id: Int64, count: Int)] = []
    for (index, node) in sorted.enumerated() {
      let excess = node.slots.count - (index < larger ? share + 1 : share)
      if excess > 0 { giving.append((node.id, excess)) }
      if excess < 0 { wanting.append((node.id, -excess)) }
    }
    // Every node makes the same plan, and each giver carries out its part: all of it, or less if it has asked for slots. Those
    // stay here longer than others, since more transactions over the same collections are likely.
    let kept = wanted.filter { held.contains($0) && own.slots.contains($0) }
    let others = own.slots.intersection(held).subtracting(SlotSet(kept)).slots
    var slots = kept + others
    var isKept = kept.count
    var assignment: Assignment = [:]
    for giver in giving {
      var left = giver.count
      while left > 0, let next = wanting.last {
        let count = min(left, next.count)
        if giver.id == id {
          let spared = min(count, isKept)
          isKept -= spared
          assignment[next.id, default: SlotSet()] = SlotSet(slots.suffix(count - spared))
          slots.removeLast(min(count - spared, slots.count))
        }
        left -= count
        wanting[wanting.count - 1].count -= count
        if wanting[wanting.count - 1].count == 0 { wanting.removeLast() }
      }
    }
    return assignment.filter { !$0.value.isEmpty }
  }
}
