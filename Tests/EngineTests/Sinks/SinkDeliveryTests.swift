import ArrangeModel
import Ordering
import Testing

@testable import Engine

/// The delivery of a collection, with a receiver that fails in every way, and a server that is killed at any time.
@Suite("Deliveries of sinks")
struct SinkDeliveryTests {
  @Test(
    "are exactly once by one comparison, in order, whatever fails, and are complete in the end",
    arguments: 0..<200 as Range<UInt64>
  )
  func random(seed: UInt64) throws {
    var world = World(seed: seed)
    for _ in 0..<400 { try world.step() }
    try world.finish()
  }

  @Test("after an outage, have what came in between in one message")
  func outage() throws {
    var world = World(seed: 1, mode: .merged)
    try world.finish()
    world.isDown = true
    for _ in 0..<100 {
      world.commit()
      world.advance()
      try world.run()
    }
    world.isDown = false
    let before = world.sent
    try world.finish()
    // The one that was tried, and all others.
    #expect(world.sent - before <= 2)
  }

  @Test("pause at 410, also after a restart, until they are resumed")
  func gone() throws {
    var world = World(seed: 2, mode: .commits)
    try world.finish()
    world.commit()
    world.answer = SinkDelivery.Failure(.gone, "gone")
    try world.run()
    #expect(world.isPaused)
    world.answer = nil
    world.crash()
    world.commit()
    try world.run()
    #expect(world.isPaused && world.received < world.newest)
    world.resume()
    try world.finish()
  }

  @Test(
    "pause where somebody has to do something first, also of what was never delivered",
    arguments: [
      SinkDelivery.Kind.tables, .rights,
    ]
  )
  func lacks(kind: SinkDelivery.Kind) throws {
    var world = World(seed: 6, mode: .merged)
    world.commit()
    world.answer = SinkDelivery.Failure(kind, "a column is missing")
    try world.run()
    #expect(world.machine.phase == .paused("a column is missing"))
    // What else changes in the definition does not end it.
    world.change()
    world.commit()
    try world.run()
    #expect(world.isPaused && world.received == 0)
    world.answer = nil
    world.resume()
    try world.finish()
    world.commit()
    world.answer = SinkDelivery.Failure(kind, "a column is missing")
    try world.run()
    world.crash()
    try world.run()
    #expect(world.isPaused && world.received < world.newest)
    world.answer = nil
    world.resume()
    try world.finish()
  }

  @Test("pause after days of failures, and not before")
  func patience() throws {
    var world = World(seed: 3, mode: .merged)
    try world.finish()
    world.commit()
    world.answer = SinkDelivery.Failure(.failing, "the receiver has answered 500")
    let begin = world.now
    while !world.isPaused {
      try world.run()
      world.advance()
      try #require(world.now - begin < 2 * SinkBackoff().patience)
    }
    #expect(world.now - begin >= SinkBackoff().patience)
  }

  @Test("begin anew with the whole list after a backup was restored, and for a receiver that lacks something")
  func lists() throws {
    var world = World(seed: 4, mode: .merged)
    for _ in 0..<5 { world.commit() }
    try world.finish()
    let lists = world.lists
    world.restore()
    try world.finish()
    #expect(world.lists == lists + 1)
    world.forget()
    world.commit()
    try world.finish()
    #expect(world.lists == lists + 2)
  }

  @Test("are not made if what is newer makes no difference, until there is something newer still")
  func unchanged() throws {
    let position = SinkPosition(version: 3, incarnation: 1)
    var machine = SinkDelivery(SinkDelivery.Settings(mode: .merged), position: position, newest: 4)
    #expect(machine.start(now: 5) == .make(after: position, through: 4))
    #expect(machine.lagsSince == 5)
    #expect(machine.unchanged(now: 6) == .nothing)
    #expect(machine.phase == .idle && !machine.lags && machine.lagsSince == nil && machine.newest == 3)
    #expect(machine.unchanged(now: 7) == .nothing)
    #expect(machine.committed(4, now: 8) == .make(after: position, through: 4))
  }

  @Test("do nothing while the definer may not read the collection")
  func denied() throws {
    var world = World(seed: 5, mode: .merged)
    try world.finish()
    world.settings.isAllowed = false
    world.change()
    for _ in 0..<5 { world.commit() }
    try world.run()
    #expect(world.received == 0 && world.machine.phase == .denied)
    world.settings.isAllowed = true
    world.change()
    try world.finish()
  }
}

/// A collection, its journal, a receiver, and a delivery between them.
private struct World {
  var machine: SinkDelivery
  var settings: SinkDelivery.Settings
  private(set) var now: UInt64 = 1_000
  private(set) var newest: UInt64 = 0
  /// What the journal has.
  private var stored: SinkPosition?
  private var random: OrderingRandom
  private let seed: UInt64
  private var action = SinkDelivery.Action.nothing
  /// The message that is made.
  private var message: (from: UInt64?, to: UInt64)?
  /// The ranges of versions that were sent, by where they begin, until the receiver's state goes beyond.
  private var ranges: [UInt64: UInt64] = [:]

  /// The receiver: the version that it has; nil before the first list.
  private var has: UInt64?
  private(set) var lists = 0
  private(set) var sent = 0
  var isDown = false
  var answer: SinkDelivery.Failure?

  var received: UInt64 { has ?? 0 }
  var isPaused: Bool { if case .paused = machine.phase { true } else { false } }

  init(seed: UInt64, mode: SinkMode? = nil) {
    self.seed = seed
    random = OrderingRandom(seed: seed)
    settings = SinkDelivery.Settings(mode: mode ?? (seed % 2 == 0 ? .merged : .commits))
    machine = SinkDelivery(settings, position: nil, newest: 0)
    action = machine.start(now: now)
  }

  private mutating func below(_ bound: UInt64) -> UInt64 { random.next() % bound }

  private mutating func take(_ next: SinkDelivery.Action) { if next != .nothing { action = next } }

  mutating func commit() {
    newest += 1
    take(machine.committed(newest, now: now))
  }

  mutating func change() { take(machine.changed(settings, now: now)) }

  mutating func resume() {
    settings.resumes += 1
    change()
  }

  mutating func restore() {
    settings.restores += 1
    change()
  }

  /// The receiver loses what it had.
  mutating func forget() { has = 1 << 40 }

  mutating func crash() {
    message = nil
    machine = SinkDelivery(settings, position: stored, newest: newest)
    action = .nothing
    take(machine.start(now: now))
  }

  mutating func advance() {
    if case .waiting(let until) = machine.phase, until > now { now = until }
    now += 1
    if case .waiting = machine.phase { take(machine.timePassed(now: now)) }
  }

  /// Something at random.
  mutating func step() throws {
    now += below(3)
    switch below(20) {
    case 0..<7: commit()
    case 7: crash()
    case 8: resume()
    case 9 where below(10) == 0: restore()
    case 10 where below(4) == 0:
      // A replay: what the receiver has counts, not where the delivery begins.
      stored =
        below(2) == 0
        ? nil : SinkPosition(version: below(newest + 1), incarnation: 1, restores: settings.restores)
      ranges = [:]
      // It begins before what the receiver has, so it is sent a list in the end.
      action = .nothing
      message = nil
      take(machine.replaced(stored, newest: newest, now: now))
    case 11..<13: advance()
    default: try carryOut(isRandom: true)
    }
  }

  /// Carries out actions until nothing is to be done, or only to wait.
  mutating func run() throws {
    for _ in 0..<10_000 {
      guard try carryOut(isRandom: false) else { return }
    }
    Issue.record("seed \(seed): it goes on forever")
  }

  mutating func finish() throws {
    for _ in 0..<200 {
      try run()
      if has == newest, !machine.lags { return }
      advance()
      if isPaused { resume() }
    }
    Issue.record("seed \(seed): the receiver has \(received) of \(newest): \(machine.phase)")
  }

  /// - Returns: whether something was done.
  @discardableResult
  private mutating func carryOut(isRandom: Bool) throws -> Bool {
    let next = action
    action = .nothing
    switch next {
    case .nothing, .wait: return false
    case .record(let old, let new):
      let isWritten = stored == old && !(isRandom && below(10) == 0)
      if isWritten { stored = new }
      take(machine.recorded(new, isWritten: isWritten, now: now))
      if !isWritten { take(machine.replaced(stored, newest: newest, now: now)) }
    case .make(let position, let through):
      if isRandom, below(15) == 0 {
        take(machine.failed(SinkDelivery.Failure(.server, "busy"), now: now, using: &random))
        return true
      }
      if let position, let through {
        try #require(through > position.version && through <= newest, "seed \(seed)")
        message = (position.version, through)
      } else {
        message = (nil, newest)
      }
      take(machine.made(SinkDelivery.State(version: message?.to ?? 0, incarnation: 1)))
    case .send:
      let (from, to) = try #require(message)
      sent += 1
      if let failure = try attempt(from, to, isRandom) {
        take(machine.failed(failure, now: now, using: &random))
      } else {
        take(machine.delivered(now: now))
      }
    }
    return true
  }

  private mutating func attempt(_ from: UInt64?, _ to: UInt64, _ isRandom: Bool) throws -> SinkDelivery
    .Failure?
  {
    if let answer { return answer }
    if isDown || isRandom && below(5) == 0 { return SinkDelivery.Failure(.unreachable, "down") }
    if let from {
      // The same begin has the same end at each attempt.
      if let known = ranges[from] {
        try #require(known == to, "seed \(seed): \(from)-\(to) was \(from)-\(known)")
      }
      ranges[from] = to
      if has == from {
        has = to
      } else if has != to {
        return SinkDelivery.Failure(.conflict, "409")
      }
    } else {
      lists += 1
      has = to
      ranges = [:]
    }
    // It is done, and the answer is lost.
    if isRandom, below(5) == 0 { return SinkDelivery.Failure(.timeout, "lost") }
    return nil
  }
}
