import Engine
import Ordering
import Postgres
import Testing

@Suite("Membership of nodes")
struct MembershipTests {
  private static let second: UInt64 = 1_000_000_000

  private func node(_ id: Int64, _ renewals: Int64 = 0, _ slots: Range<Int> = 0..<0, isExpired: Bool = false)
    -> Membership.Node
  {
    var node = Membership.Node(id: id, renewals: renewals, leaseMilliseconds: 10_000)
    node.slots = SlotSet(slots)
    node.isExpired = isExpired
    return node
  }

  private func poll(_ seconds: Double, _ nodes: Membership.Node...) -> Membership.Poll {
    let time = UInt64(seconds * Double(MembershipTests.second))
    let owned = nodes.reduce(SlotSet()) { $0.union($1.slots) }
    return Membership.Poll(
      sent: time,
      received: time + 1_000_000,
      nodes: nodes,
      unowned: SlotSet.all.subtracting(owned)
    )
  }

  private func member(isAlone: Bool = false) -> Membership {
    Membership(id: 1, leaseMilliseconds: 10_000, isAlone: isAlone)
  }

  @Test("the first node claims all slots, and gains them")
  func first() {
    var member = member()
    #expect(member.observe(poll(1, node(1))) == [.claim([1: .all])])
    #expect(member.observe(poll(1.1, node(1, 0, 0..<1_024))) == [.gain(.all)])
    #expect(member.observe(poll(1.2, node(1, 0, 0..<1_024))) == [], "it is gaining them")
    member.gained(.all)
    #expect(member.observe(poll(1.3, node(1, 0, 0..<1_024))) == [] && member.isSettled)
  }

  @Test("what is to be answered comes before what can fail")
  func order() {
    var member = member()
    var dead = node(2, 3, 512..<1_000)
    dead.isDead = true
    let decisions = member.observe(poll(1, node(1, 0, 0..<512), dead))
    let (others, rest) = (SlotSet(512..<1_000), SlotSet(1_000..<1_024))
    #expect(decisions == [.gain(SlotSet(0..<512)), .takeOver(dead, [1: others]), .claim([1: rest])])
  }

  @Test("a node gives away what is above its share, and not more than once at a time")
  func shares() {
    var member = member()
    _ = member.observe(poll(1, node(1, 0, 0..<1_024)))
    member.gained(.all)
    let decisions = member.observe(poll(1.1, node(1, 0, 0..<1_024), node(2), node(3)))
    #expect(decisions == [.release([2: SlotSet(342..<683), 3: SlotSet(683..<1_024)])])
    #expect(member.observe(poll(1.2, node(1, 0, 0..<1_024), node(2), node(3))) == [])
    member.released(SlotSet(342..<1_024))
    #expect(
      member.observe(poll(2, node(1, 0, 0..<342), node(2, 0, 342..<683), node(3, 0, 683..<1_024))) == []
    )
  }

  @Test(
    "a node gives slots to others that ask for them, each to the first, as far as it has them and they live"
  )
  func wishes() {
    var member = member()
    _ = member.observe(poll(1, node(1, 0, 0..<512), node(2, 0, 512..<1_024)))
    member.gained(SlotSet(0..<512))
    let wishes = [
      Membership.Wish(SlotSet([3, 600]), for: 2), Membership.Wish(SlotSet([3, 4]), for: 3),
      Membership.Wish(SlotSet([7]), for: 4), Membership.Wish(SlotSet([8]), for: 1),
    ]
    let now = poll(
      2,
      node(1, 0, 0..<512),
      node(2, 0, 512..<1_024),
      node(3),
      node(4, 0, 0..<0, isExpired: true)
    )
    #expect(wishes.map { member.isOver($0, now) } == [false, false, true, true])
    #expect(member.observe(now, wishes) == [.release([2: SlotSet([3]), 3: SlotSet([4])])])
    #expect(member.observe(now, wishes) == [], "it is giving them away")
    member.released(SlotSet([3, 4]))
    #expect(wishes.map { member.isOver($0, now) } == [true, true, true, true])
    var alone = self.member(isAlone: true)
    _ = alone.observe(poll(1, node(1, 0, 0..<1_024)))
    alone.gained(.all)
    #expect(alone.isOver(wishes[0], poll(2, node(1, 0, 0..<1_024), node(2))))
  }

  @Test("a node keeps some of the slots that it has asked for, although it has more than its share")
  func wanted() {
    var member = member()
    let most = Membership.maximumSurplus
    member.want(SlotSet(0..<4))
    _ = member.observe(poll(1, node(1, 0, 0..<516), node(2, 0, 516..<1_024)))
    member.gained(SlotSet(0..<516))
    #expect(member.observe(poll(2, node(1, 0, 0..<516), node(2, 0, 516..<1_024))) == [])
    // More of them than it may keep: others go in their place.
    member.want(SlotSet(500..<540))
    _ = member.observe(poll(3, node(1, 0, 0..<540), node(2, 0, 540..<1_024)))
    member.gained(SlotSet(516..<540))
    let given = 28 - most
    #expect(
      member.observe(poll(4, node(1, 0, 0..<540), node(2, 0, 540..<1_024)))
        == [.release([2: SlotSet((540 - most - given)..<(540 - most))])]
    )
    // What it has given away again is no reason to keep others.
    member.released(SlotSet(512..<540))
    #expect(
      member.observe(poll(5, node(1, 0, 0..<512), node(2, 0, 512..<1_024))) == []
    )
  }

  @Test("a lease is taken over when it has run out by both clocks, in an unbroken series of polls")
  func takeover() {
    let over = node(2, 7, 0..<1_024, isExpired: true)
    let wanted: [Membership.Decision] = [.takeOver(over, [1: .all])]
    // The clock of the database has jumped: nothing is known yet.
    var member = member()
    for tick in 0..<40 { #expect(member.observe(poll(Double(tick) / 4, node(1), over)) == []) }
    #expect(member.observe(poll(10.25, node(1), over)) == wanted)
    // The lease was extended meanwhile.
    member = self.member()
    for tick in 0..<40 {
      _ = member.observe(
        poll(Double(tick) / 4, node(1), node(2, tick < 20 ? 6 : 7, 0..<1_024, isExpired: true))
      )
    }
    #expect(member.observe(poll(10.25, node(1), over)) == [])
    // The polls were interrupted.
    member = self.member()
    for tick in 0..<40 where !(10..<20).contains(tick) {
      _ = member.observe(poll(Double(tick) / 4, node(1), over))
    }
    #expect(member.observe(poll(10.25, node(1), over)) == [])
    // It has not run out by the clock of the database.
    member = self.member()
    for tick in 0..<80 {
      #expect(member.observe(poll(Double(tick) / 4, node(1), node(2, 7, 0..<1_024))) == [])
    }
    // The process is gone.
    var dead = node(2, 7, 0..<1_024)
    dead.isDead = true
    #expect(self.member().observing(poll(1, node(1), dead)) == [.takeOver(dead, [1: .all])])
  }

  @Test("a node alone takes all slots, gives none, and sees whether another one lives")
  func alone() {
    var member = member(isAlone: true)
    #expect(member.observe(poll(1, node(1), node(2))) == [.claim([1: .all])])
    #expect(member.obstacle(poll(1, node(1), node(2))) == nil, "it owns nothing")
    member = self.member(isAlone: true)
    for (tick, renewals) in [(1, 0), (2, 0), (3, 1)] as [(Double, Int64)] {
      let now = poll(tick, node(1), node(2, renewals, 0..<1_024))
      #expect(member.observe(now) == [])
      #expect(member.obstacle(now) == (renewals > 0 ? 2 : nil))
    }
    var other = node(2)
    other.isAlone = true
    member = self.member()
    _ = member.observe(poll(1, node(1, 0, 0..<1_024), other))
    member.gained(.all)
    #expect(member.observe(poll(1.1, node(1, 0, 0..<1_024), other)) == [])
    #expect(Membership.farewell(of: 1, [node(1, 0, 0..<1_024), other]) == nil)
    #expect(Membership.farewell(of: 1, [node(1, 0, 0..<1_024), node(3)]) == [3: .all])
  }

  @Test("a node that is not there has lost everything")
  func lost() {
    var member = member()
    #expect(member.observe(poll(1, node(2))) == [.lost])
  }

  @Test("no slot has two owners, and each has one in the end", arguments: 0..<12)
  func simulation(number: Int) {
    let seed = UInt64.random(in: 1...1_000_000_000)
    var simulation = MembershipSimulation(seed: seed)
    for machine in 0..<3 { simulation.start(machine: machine) }
    let end = simulation.now + 180 * MembershipSimulation.second
    while simulation.now < end {
      simulation.disturb()
      if number % 2 == 1 { simulation.wish() }
      simulation.advance()
    }
    simulation.heal()
    let quiet = simulation.now + 90 * MembershipSimulation.second
    while simulation.now < quiet { simulation.advance() }
    #expect(simulation.unrest.isEmpty, "seed \(seed): \(simulation.unrest.prefix(5))")
    #expect(simulation.counts.takeovers > 0 && simulation.counts.releases > 0, "seed \(seed)")
  }
}

extension Membership {
  fileprivate func observing(_ poll: Poll) -> [Decision] {
    var copy = self
    return copy.observe(poll)
  }
}
