import Engine
import Ordering
import Postgres

/// Nodes over one database, in a time of their own: they are paused, cut off, killed and started, the database stops, and
/// its clock jumps.
///
/// Of a real node there is the ``Membership`` alone; the database is as PostgreSQL is as far as the rules need it.
struct MembershipSimulation {
  /// The row of a node.
  struct Row {
    var renewals: Int64 = 0
    var expires: Int64
    let leaseMilliseconds: Int
    let machine: Int
    var isAlive = true
  }

  /// What a node has sent and what will happen then.
  private struct Message {
    let time: UInt64
    let node: Int64
    let effect: Effect
  }

  private enum Effect {
    /// A poll arrives at the database.
    case poll(sent: UInt64, renewing: Bool)
    /// Its answer arrives at the node.
    case answer(Membership.Poll, renewing: Bool)
    /// The poll has failed, and the next one follows.
    case next
    case takeOver(Membership.Node, Membership.Assignment)
    case claim(Membership.Assignment)
    case gain(SlotSet)
    case gained(SlotSet)
    case drained(Membership.Assignment)
    case released(SlotSet)
  }

  private struct Node {
    var membership: Membership
    let machine: Int
    /// How much faster its clock runs than time.
    let rate: Double
    var leaseEnd: UInt64 = 0
    /// The slots that it answers for, as long as its lease holds.
    var serving = SlotSet()
    var pausedUntil: UInt64 = 0
    var cutUntil: UInt64 = 0
    /// The slots that other nodes ask for.
    var wishes: [Membership.Wish] = []

    func clock(_ now: UInt64) -> UInt64 { UInt64(Double(now) * rate) }
  }

  static let second: UInt64 = 1_000_000_000
  private static let millisecond: UInt64 = 1_000_000
  private static let step = 10 * millisecond
  private static let pollInterval = 250 * millisecond
  /// How long a poll waits for its answer.
  private static let patience = 2 * second

  private var random: OrderingRandom
  private let leaseMilliseconds: Int
  private(set) var now = MembershipSimulation.second
  private var nodes: [Int64: Node] = [:]
  private var messages: [Message] = []
  private var nextID: Int64 = 0
  // The database.
  private(set) var rows: [Int64: Row] = [:]
  private(set) var owners = [Int64](repeating: 0, count: Slot.count)
  private var clockOffset: Int64 = 0
  private var downUntil: UInt64 = 0
  /// What has gone wrong.
  private(set) var problems: [String] = []
  private(set) var counts = (takeovers: 0, releases: 0, losses: 0, wishes: 0)

  init(seed: UInt64, leaseMilliseconds: Int = 10_000) {
    random = OrderingRandom(seed: seed)
    self.leaseMilliseconds = leaseMilliseconds
  }

  private var databaseNow: Int64 { Int64(now) + clockOffset }

  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }

  private mutating func time(_ range: Range<UInt64>) -> UInt64 { UInt64.random(in: range, using: &random) }

  // MARK: Nodes

  /// Starts a node on a machine.
  mutating func start(machine: Int) {
    nextID += 1
    let id = nextID
    nodes[id] = Node(
      membership: Membership(id: id, leaseMilliseconds: leaseMilliseconds, isAlone: false),
      machine: machine,
      rate: Double.random(in: 0.98...1.02, using: &random)
    )
    rows[id] = Row(
      expires: databaseNow + Int64(leaseMilliseconds) * 1_000_000,
      leaseMilliseconds: leaseMilliseconds,
      machine: machine
    )
    send(.next, from: id, after: 0)
  }

  /// Ends a node at once. What it has sent still arrives.
  private mutating func kill(_ id: Int64) {
    nodes[id] = nil
    rows[id]?.isAlive = false
  }

  /// A node has found out that it was removed.
  private mutating func lose(_ id: Int64) {
    counts.losses += 1
    let machine = nodes[id]?.machine ?? 0
    nodes[id] = nil
    start(machine: machine)
  }

  // MARK: Faults

  /// Lets something happen, now and then.
  mutating func disturb() {
    guard chance(0.01), let id = nodes.keys.sorted().randomElement(using: &random) else { return }
    let long = time(0..<30 * MembershipSimulation.second)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: nodes[id]?.pausedUntil = now + long
    case 1: nodes[id]?.cutUntil = now + long
    case 2: downUntil = now + long / 2
    case 3, 4: clockOffset += Int64.random(in: -60...60, using: &random) * Int64(MembershipSimulation.second)
    case 5:
      let machine = nodes[id]?.machine ?? 0
      kill(id)
      start(machine: machine)
    case 6 where nodes.count > 2: kill(id)
    case _ where nodes.count < 5: start(machine: Int.random(in: 0..<4, using: &random))
    default: break
    }
  }

  /// Has a node ask another one for slots, now and then.
  mutating func wish() {
    guard chance(0.02), let id = nodes.keys.sorted().randomElement(using: &random) else { return }
    let slots = SlotSet((0..<3).map { _ in Int.random(in: owners.indices, using: &random) })
    nodes[id]?.membership.want(slots)
    for owner in Set(slots.slots.map { owners[$0] }).sorted() where owner != id {
      nodes[owner]?.wishes.append(Membership.Wish(slots, for: id))
    }
    counts.wishes += 1
  }

  /// Ends all faults.
  mutating func heal() {
    downUntil = 0
    for id in nodes.keys {
      nodes[id]?.pausedUntil = 0
      nodes[id]?.cutUntil = 0
    }
  }

  // MARK: Time

  private mutating func send(_ effect: Effect, from node: Int64, after delay: UInt64) {
    messages.append(Message(time: now + delay, node: node, effect: effect))
  }

  /// Lets a moment pass.
  mutating func advance() {
    now += MembershipSimulation.step
    let due = messages.filter { $0.time <= now }
    messages.removeAll { $0.time <= now }
    for message in due { deliver(message) }
    check()
  }

  /// Whether an effect is one of the database, not of the node.
  private func isOfDatabase(_ effect: Effect) -> Bool {
    switch effect {
    case .poll, .takeOver, .claim, .gain, .drained: true
    case .answer, .next, .gained, .released: false
    }
  }

  private mutating func deliver(_ message: Message) {
    if isOfDatabase(message.effect) {
      // A server that is down answers nothing; what a node has sent before it was cut off still arrives.
      guard now >= downUntil else { return retry(message) }
      return carryOut(message.effect, message.node)
    }
    guard let node = nodes[message.node] else { return }
    guard now >= node.pausedUntil else {
      messages.append(Message(time: node.pausedUntil, node: message.node, effect: message.effect))
      return
    }
    handle(message.effect, message.node)
  }

  private mutating func retry(_ message: Message) {
    if case .poll = message.effect {
      return send(.next, from: message.node, after: MembershipSimulation.patience)
    }
    // The connection that writes tries until it succeeds; assignments are decided anew.
    switch message.effect {
    case .gain, .drained: send(message.effect, from: message.node, after: MembershipSimulation.second)
    default: break
    }
  }

  // MARK: The database

  private mutating func carryOut(_ effect: Effect, _ id: Int64) {
    let delay =
      chance(0.02)
      ? time(0..<3 * MembershipSimulation.second) : time(0..<30 * MembershipSimulation.millisecond)
    switch effect {
    case .poll(let sent, let renewing):
      let end = databaseNow + Int64(leaseMilliseconds) * 1_000_000
      if renewing, rows[id] != nil {
        rows[id]?.renewals += 1
        rows[id]?.expires = end
      }
      let isCut = nodes[id].map { now < $0.cutUntil } ?? true
      if isCut || delay > MembershipSimulation.patience {
        return send(.next, from: id, after: MembershipSimulation.patience)
      }
      send(.answer(poll(by: id, sent: sent), renewing: renewing), from: id, after: delay)
    case .takeOver(let other, let assignment):
      guard let row = rows[other.id], row.renewals == other.renewals,
        other.isDead || isExpired(row)
      else { return }
      counts.takeovers += 1
      rows[other.id] = nil
      move(from: other.id, assignment)
      for slot in owners.indices where owners[slot] == other.id { owners[slot] = 0 }
    case .claim(let assignment):
      for (node, slots) in assignment {
        for slot in slots.slots where rows[owners[slot]] == nil { owners[slot] = node }
      }
    case .gain(let slots):
      // A node that was removed reads nothing, and is told so by its next poll.
      guard rows[id] != nil else { return }
      send(.gained(SlotSet(slots.slots.filter { owners[$0] == id })), from: id, after: delay)
    case .drained(let assignment):
      guard rows[id] != nil else { return }
      counts.releases += 1
      move(from: id, assignment)
      send(.released(assignment.values.reduce(SlotSet()) { $0.union($1) }), from: id, after: delay)
    case .answer, .next, .gained, .released: break
    }
  }

  private mutating func move(from old: Int64, _ assignment: Membership.Assignment) {
    for (node, slots) in assignment {
      for slot in slots.slots where owners[slot] == old { owners[slot] = node }
    }
  }

  private func isExpired(_ row: Row) -> Bool {
    row.expires <= databaseNow || row.expires > databaseNow + Int64(row.leaseMilliseconds) * 1_000_000
  }

  private func poll(by id: Int64, sent: UInt64) -> Membership.Poll {
    var slots: [Int64: SlotSet] = [:]
    for (slot, owner) in owners.enumerated() { slots[owner, default: SlotSet()].insert(slot) }
    let machine = nodes[id]?.machine
    var poll = Membership.Poll(sent: sent, received: 0)
    for (other, row) in rows.sorted(by: { $0.key < $1.key }) {
      var node = Membership.Node(id: other, renewals: row.renewals, leaseMilliseconds: row.leaseMilliseconds)
      node.isExpired = isExpired(row)
      node.isDead = !row.isAlive && row.machine == machine
      node.slots = slots.removeValue(forKey: other) ?? SlotSet()
      poll.nodes.append(node)
    }
    poll.unowned = slots.values.reduce(SlotSet()) { $0.union($1) }
    return poll
  }

  // MARK: A node

  private mutating func handle(_ effect: Effect, _ id: Int64) {
    guard var node = nodes[id] else { return }
    let clock = node.clock(now)
    switch effect {
    case .next:
      if now < node.cutUntil { return send(.next, from: id, after: MembershipSimulation.patience) }
      let renewing = node.membership.isRenewalDue(clock)
      send(
        .poll(sent: clock, renewing: renewing),
        from: id,
        after: time(0..<30 * MembershipSimulation.millisecond)
      )
    case .answer(var poll, let renewing):
      poll.received = clock
      guard poll.nodes.contains(where: { $0.id == id }) else { return lose(id) }
      if renewing { node.leaseEnd = max(node.leaseEnd, node.membership.renewed(sent: poll.sent)) }
      node.wishes.removeAll { node.membership.isOver($0, poll) }
      let decisions = node.membership.observe(poll, node.wishes)
      for decision in decisions {
        // The database can fail in the middle, and then the rest of the round is not carried out.
        if decision.isAssignment, chance(0.1) { break }
        carryOut(decision, &node)
      }
      nodes[id] = node
      send(.next, from: id, after: MembershipSimulation.pollInterval)
    case .gained(let slots):
      node.membership.gained(slots)
      node.serving = node.serving.union(slots)
      nodes[id] = node
    case .released(let slots):
      node.membership.released(slots)
      nodes[id] = node
    case .poll, .takeOver, .claim, .gain, .drained: break
    }
  }

  private mutating func carryOut(_ decision: Membership.Decision, _ node: inout Node) {
    let id = node.membership.id
    let delay = time(0..<50 * MembershipSimulation.millisecond)
    switch decision {
    case .lost: problems.append("node \(id) has lost its row, although it read it")
    case .takeOver(let other, let assignment): send(.takeOver(other, assignment), from: id, after: delay)
    case .claim(let assignment): send(.claim(assignment), from: id, after: delay)
    case .gain(let slots): send(.gain(slots), from: id, after: delay)
    case .release(let assignment):
      for slots in assignment.values { node.serving = node.serving.subtracting(slots) }
      send(.drained(assignment), from: id, after: delay)
    }
  }

  // MARK: What must hold

  /// No slot has two nodes that would answer for it.
  private mutating func check() {
    var answered = SlotSet()
    for (id, node) in nodes.sorted(by: { $0.key < $1.key })
    where now >= node.pausedUntil && node.clock(now) < node.leaseEnd {
      let both = answered.intersection(node.serving)
      if !both.isEmpty {
        problems.append(
          "at \(now / MembershipSimulation.millisecond) ms node \(id) and another answer for \(both.count) slots"
        )
      }
      answered = answered.union(node.serving)
    }
  }

  /// What is not as it has to be after a while without faults, in sentences.
  var unrest: [String] {
    var found = problems
    let living = nodes.keys.sorted()
    for id in rows.keys.sorted() where nodes[id] == nil {
      found.append("the row of node \(id) is still there")
    }
    var answered = 0
    for id in living {
      guard let node = nodes[id] else { continue }
      let owned = SlotSet(owners.indices.filter { owners[$0] == id })
      if node.serving != owned {
        found.append("node \(id) answers for \(node.serving.count) of \(owned.count) slots")
      }
      if node.clock(now) >= node.leaseEnd { found.append("the lease of node \(id) does not hold") }
      let share = Slot.count / living.count
      // A node that has asked for slots keeps some, which the others lack.
      let most = counts.wishes == 0 ? 0 : Membership.maximumSurplus
      if !(share - most * living.count...share + 1 + most).contains(owned.count) {
        found.append("node \(id) has \(owned.count) slots of \(living.count) nodes")
      }
      answered += node.serving.count
    }
    if answered != Slot.count { found.append("\(answered) slots are answered for") }
    return found
  }
}

extension Membership.Decision {
  /// Whether the thread of the node carries it out at once, with the database.
  fileprivate var isAssignment: Bool {
    switch self {
    case .takeOver, .claim: true
    case .lost, .gain, .release: false
    }
  }
}
