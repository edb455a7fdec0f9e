import Changes
import Ordering
import Testing

@testable import Engine

@Suite("The state machine of a subscription")
struct SubscriptionTests {
  typealias Event = Subscription.Event
  typealias State = Subscription.State

  private static let ms: UInt64 = 1_000_000

  /// Options with intervals in milliseconds.
  private static func options(interval: UInt64 = 0, progress: UInt64 = 10) -> SubscribeRequest.Options {
    var options = SubscribeRequest.Options()
    options.shortestIntervalMicroseconds = interval * 1_000
    options.progressMicroseconds = progress * 1_000
    return options
  }

  private static func at(_ version: UInt64) -> SubscriptionCursor {
    SubscriptionCursor(epoch: 7, .at(version: version))
  }

  private static let start = SubscriptionCursor(.start(.first))
  private static let resuming = SubscriptionCursor(
    epoch: 7,
    .resuming(ResumeToken(epoch: 7, version: 1, incarnation: 3))
  )
  private static let page = SubscriptionCursor(
    epoch: 7,
    .snapshot(version: 1, .first, PageCursor(section: 0, item: 5, end: nil), page: 1)
  )

  /// A machine and the steps that bring it to a state.
  private struct Driver {
    var machine: Subscription
    var now: UInt64 = 1_000_000_000

    init(_ options: SubscribeRequest.Options, at cursor: SubscriptionCursor = SubscriptionTests.start) {
      machine = Subscription(options, at: cursor)
    }

    @discardableResult
    mutating func tell(
      _ event: Event,
      after milliseconds: UInt64 = 0,
      credit: Bool = true,
      room: Bool = true
    ) -> Subscription.Action {
      now += milliseconds * SubscriptionTests.ms
      return machine.handle(event, at: now, hasCredit: credit, hasRoom: room)
    }

    /// Opened, and the snapshot of a version sent.
    mutating func show(_ version: UInt64) {
      tell(.opened)
      tell(.sent(showsChanges: true, SubscriptionTests.at(version)))
    }
  }

  /// A machine in each state.
  private static func machines() -> [(State, Driver)] {
    var opening = Driver(options(interval: 5))
    var inStep = opening
    inStep.show(1)
    inStep.tell(.sent(showsChanges: false, at(1)), after: 6)
    var credit = inStep
    credit.tell(.news, credit: false)
    var room = inStep
    room.tell(.news, room: false)
    var interval = opening
    interval.show(1)
    interval.tell(.news, after: 2)
    var progress = inStep
    progress.tell(.news)
    progress.tell(.upToDate(at(2)))
    var asking = inStep
    asking.tell(.news)
    var ended = inStep
    ended.tell(.ended)
    opening.now += 0
    return [
      (.opening, opening), (.inStep, inStep), (.waitingForCredit, credit), (.waitingForRoom, room),
      (.waitingForInterval(until: 1_005 * ms), interval),
      (.waitingForProgress(until: 1_016 * ms), progress), (.asking, asking), (.ended, ended),
    ]
  }

  @Test("has one action for every event in every state")
  func table() {
    // Its action with credit and room, two milliseconds later: "-" nothing, "?" asks, "w" wants to be woken.
    let expected: [(Event, String)] = [
      //                        opening inStep credit room interval progress asking ended
      (.opened, "? - - - - - - -"),
      (.news, "- ? ? ? - ? - -"),
      (.room, "- - ? ? - - - -"),
      (.woken, "- - ? ? w w - -"),
      (.ended, "- - - - - - - -"),
    ]
    for (event, actions) in expected {
      for ((state, driver), action) in zip(Self.machines(), actions.split(separator: " ")) {
        var driver = driver
        #expect(driver.machine.state == state)
        let found =
          switch driver.tell(event, after: 2) {
          case .none: "-"
          case .ask: "?"
          case .wake: "w"
          }
        #expect(found == action, "\(event) in \(state)")
      }
    }
  }

  @Test("answers of the shard end the state of asking")
  func answers() throws {
    let asking = try #require(Self.machines().first { $0.0 == .asking }).1
    var sent = asking
    #expect(sent.tell(.sent(showsChanges: true, Self.at(2))) == .none)
    #expect(sent.machine.state == .inStep && sent.machine.cursor == Self.at(2))
    var nothing = asking
    #expect(nothing.tell(.upToDate(Self.at(1))) == .none)
    #expect(nothing.machine.state == .inStep, "it is where its token says: no progress is owed")
    var moved = asking
    #expect(moved.tell(.upToDate(Self.at(2))) == .wake(at: 1_016 * Self.ms))
    #expect(moved.machine.state == .waitingForProgress(until: 1_016 * Self.ms))
    var page = asking
    #expect(page.tell(.sent(showsChanges: true, Self.page)) == .ask(Self.page, sendsProgress: false))
  }

  @Test("news during a request makes it ask again")
  func newsWhileAsking() throws {
    var driver = try #require(Self.machines().first { $0.0 == .asking }).1
    #expect(driver.tell(.news) == .none)
    let action = driver.tell(.sent(showsChanges: false, Self.at(2)))
    #expect(action == .ask(Self.at(2), sendsProgress: false))
  }

  @Test("the pages of a snapshot follow each other whatever the interval, and the next batch waits for it")
  func pagesAndInterval() {
    var driver = Driver(Self.options(interval: 50))
    #expect(driver.tell(.opened) == .ask(Self.start, sendsProgress: false))
    #expect(driver.tell(.sent(showsChanges: true, Self.page)) == .ask(Self.page, sendsProgress: false))
    #expect(driver.tell(.news) == .none)
    #expect(
      driver.tell(.sent(showsChanges: true, Self.at(1)), after: 1) == .wake(at: driver.now + 50 * Self.ms)
    )
    #expect(driver.tell(.news, after: 20) == .none)
    #expect(driver.tell(.woken, after: 30) == .ask(Self.at(1), sendsProgress: false))
  }

  @Test("changes during a paged snapshot are requested after the last page")
  func newsWhilePaging() {
    var driver = Driver(Self.options())
    driver.tell(.opened)
    // The connection accepts nothing when the news arrives, and the next page is requested afterwards.
    #expect(driver.tell(.sent(showsChanges: true, Self.page), room: false) == .none)
    #expect(driver.tell(.news, room: false) == .none)
    #expect(driver.tell(.room) == .ask(Self.page, sendsProgress: false))
    let action = driver.tell(.sent(showsChanges: true, Self.at(1)))
    #expect(action == .ask(Self.at(1), sendsProgress: false))
  }

  @Test("a resuming subscriber gets a message even if there is nothing new")
  func resumed() {
    var driver = Driver(Self.options(), at: Self.resuming)
    #expect(driver.tell(.opened) == .ask(Self.resuming, sendsProgress: true))
    #expect(driver.tell(.sent(showsChanges: false, Self.at(1))) == .none)
    #expect(driver.machine.state == .inStep)
  }

  @Test("progress is sent once for a version, after the interval")
  func progress() {
    var driver = Driver(Self.options(progress: 10))
    driver.show(1)
    driver.tell(.news)
    let due = driver.now + 10 * Self.ms
    #expect(driver.tell(.upToDate(Self.at(2))) == .wake(at: due))
    // Another invisible change does not postpone it. The request begins at the version last sent to the
    // subscriber.
    #expect(driver.tell(.news, after: 9) == .ask(Self.at(1), sendsProgress: false))
    #expect(driver.tell(.upToDate(Self.at(3))) == .wake(at: due))
    #expect(driver.tell(.woken, after: 1) == .ask(Self.at(1), sendsProgress: true))
    #expect(driver.tell(.sent(showsChanges: false, Self.at(3))) == .none)
    #expect(driver.tell(.woken, after: 1_000) == .none, "nothing moved since")
    // News that is already known is no reason for progress.
    #expect(driver.tell(.news) == .ask(Self.at(3), sendsProgress: false))
  }

  @Test("sends every change, and asks only with credit and room", arguments: 0..<200 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    func below(_ count: UInt64) -> UInt64 { UInt64.random(in: 0..<count, using: &random) }
    let interval = [0, 0, 3, 40][Int(below(4))] as UInt64
    let progress = [0, 1, 10, 25][Int(below(4))] as UInt64
    var model = SubscriptionModel(
      Subscription(
        Self.options(interval: interval, progress: progress),
        at: [Self.start, Self.resuming][Int(below(2))]
      ),
      interval: interval * Self.ms,
      progress: progress * Self.ms
    )
    var steps: [String] = []
    for _ in 0..<400 {
      let failure: String? =
        switch below(12) {
        case 0: model.open()
        case 1, 2: model.commit(isVisible: below(2) == 0)
        case 3: model.give(credit: below(3))
        case 4: model.setRoom(below(3) > 0)
        case 5, 6: model.pass(below(20) * Self.ms / 2)
        case 7: model.tell(.woken)
        case 8: model.tell(.news)
        default: model.answer(pages: below(4) == 0 ? below(4) : 0)
        }
      steps.append("\(model.machine.state)")
      if let failure {
        Issue.record("seed \(seed), step \(steps.count): \(failure); \(steps.suffix(8))")
        return
      }
    }
    // In the end, with credit, room and time, it is in step.
    _ = model.open()
    _ = model.give(credit: 1_000)
    _ = model.setRoom(true)
    for _ in 0..<100 {
      _ = model.answer(pages: 0)
      _ = model.pass(50 * Self.ms)
    }
    #expect(model.told == model.version, "seed \(seed): silent at \(model.told) of \(model.version)")
    #expect(model.machine.state == .inStep, "seed \(seed)")
  }
}

/// A subscription's environment as plain numbers: what it may do, and what it owes.
private struct SubscriptionModel {
  var machine: Subscription
  let interval: UInt64
  let progress: UInt64
  /// The newest version, and the last one that changed something visible.
  var version: UInt64 = 1
  private var visible: UInt64 = 1
  /// The version last sent to the subscriber; 0: none.
  private(set) var told: UInt64 = 0
  private var now: UInt64 = 1_000_000_000
  private var credit: UInt64 = 0
  private var hasRoom = true
  private var isOpen = false
  private var question: (cursor: SubscriptionCursor, sendsProgress: Bool)?
  private var wake: UInt64?
  private var lastChange: UInt64?
  private var lastMessage: UInt64?

  init(_ machine: Subscription, interval: UInt64, progress: UInt64) {
    self.machine = machine
    self.interval = interval
    self.progress = progress
  }

  mutating func open() -> String? {
    guard !isOpen else { return nil }
    isOpen = true
    return tell(.opened)
  }

  mutating func commit(isVisible: Bool) -> String? {
    version += 1
    if isVisible { visible = version }
    return isOpen ? tell(.news) : nil
  }

  mutating func give(credit more: UInt64) -> String? {
    credit += more
    return tell(.room)
  }

  mutating func setRoom(_ hasRoom: Bool) -> String? {
    self.hasRoom = hasRoom
    return tell(.room)
  }

  /// Time passes; a requested wake-up is delivered.
  mutating func pass(_ time: UInt64) -> String? {
    let end = now + time
    while let wake, wake <= end {
      now = max(now, wake)
      self.wake = nil
      if let failure = tell(.woken) { return failure }
    }
    now = end
    return nil
  }

  /// The shard answers a pending request.
  mutating func answer(pages: UInt64) -> String? {
    guard let (cursor, sendsProgress) = question else { return nil }
    question = nil
    let next = SubscriptionCursor(epoch: 7, .at(version: version))
    if cursor.isInSnapshot {
      credit -= 1
      lastMessage = now
      lastChange = now
      var shown = version
      // All pages are of one version, whatever happens meanwhile.
      if case .snapshot(let first, _, _, _) = cursor.place { shown = first }
      if pages > 0 {
        let page = PageCursor(section: 0, item: Int(pages), end: nil)
        return tell(
          .sent(
            showsChanges: true,
            SubscriptionCursor(epoch: 7, .snapshot(version: shown, .first, page, page: 1))
          )
        )
      }
      told = shown
      return tell(.sent(showsChanges: true, SubscriptionCursor(epoch: 7, .at(version: shown))))
    }
    let from: UInt64 =
      switch cursor.place {
      case .at(let version): version
      case .resuming(let token): token.version
      default: 0
      }
    if visible > from {
      credit -= 1
      if let lastChange, now < lastChange + interval { return "a batch before its interval is over" }
      (lastChange, lastMessage, told) = (now, now, version)
      return tell(.sent(showsChanges: true, next))
    }
    guard sendsProgress else { return tell(.upToDate(next)) }
    credit -= 1
    if version == told { return "progress where nothing moved" }
    if let lastMessage, now < lastMessage + progress { return "progress before its time" }
    (lastMessage, told) = (now, version)
    return tell(.sent(showsChanges: false, next))
  }

  mutating func tell(_ event: Subscription.Event) -> String? {
    let wasAsked = question != nil
    switch machine.handle(event, at: now, hasCredit: credit > 0, hasRoom: hasRoom) {
    case .none: break
    case .wake(let time):
      if time < now { return "to be woken in the past" }
      wake = time
    case .ask(let cursor, let sendsProgress):
      if wasAsked { return "two questions at once" }
      if !isOpen { return "a question before it is open" }
      if credit == 0 { return "a question without credit" }
      if !hasRoom { return "a question without room" }
      question = (cursor, sendsProgress)
    }
    return owed()
  }

  /// The invariant after every event: a subscriber that is owed something waits for an event that will come.
  private func owed() -> String? {
    guard isOpen, question == nil, told < version else { return nil }
    switch machine.state {
    case .opening, .ended, .asking: return "in \(machine.state) without a question"
    case .inStep: return "in step at \(told) of \(version)"
    case .waitingForCredit: return credit > 0 ? "waiting for credit that it has" : nil
    case .waitingForRoom: return hasRoom || credit == 0 ? "waiting for room that it has" : nil
    case .waitingForInterval(let time), .waitingForProgress(let time):
      guard let wake, wake <= time else { return "nobody wakes it" }
      return nil
    }
  }
}
