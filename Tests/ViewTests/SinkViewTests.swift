import ArrangeModel
import Changes
import EngineTestSupport
import ListModel
import Ordering
import Testing

@testable import Engine

/// Views that are delivered to a receiver that fails, doubles, delays and loses answers, by a server that is killed at any time.
@Suite("Views delivered by sinks", .timeLimit(.minutes(10)))
struct SinkViewTests {
  @Test(
    "are exactly once by one comparison, in order, and complete in the end, whatever fails",
    arguments: 0..<150 as Range<UInt64>
  )
  func random(seed: UInt64) throws {
    let world = try SinkViewWorld(seed: seed)
    for _ in 0..<120 { try world.step() }
    try world.finish()
  }

  @Test("are messages of changes after a restart, and none if nothing has changed")
  func restart() throws {
    let world = try SinkViewWorld(seed: 7, "a", retainedCommits: 1_000)
    try world.finish()
    let (wholes, sent) = (world.wholes, world.sent)
    world.crash()
    try world.finish()
    #expect(world.sent == sent, "nothing has changed")
    for _ in 0..<20 { try world.commit() }
    world.crash()
    try world.finish()
    #expect(world.wholes == wholes && world.sent == sent + 1)
  }

  @Test("have what came in an outage in one message")
  func outage() throws {
    let world = try SinkViewWorld(seed: 8, "x: a; y: b sort p", retainedCommits: 1_000)
    try world.finish()
    let (wholes, sent) = (world.wholes, world.accepted)
    world.isDown = true
    for _ in 0..<100 {
      try world.commit()
      try world.run()
    }
    world.isDown = false
    try world.finish()
    #expect(world.wholes == wholes && world.accepted <= sent + 2)
  }

  @Test(
    "are whole after another definition, for a receiver that lacks something, and when they are asked for"
  )
  func wholes() throws {
    let world = try SinkViewWorld(seed: 9, "a", retainedCommits: 1_000)
    try world.finish()
    #expect(world.wholes == 1)
    try world.define("b sort p")
    try world.finish()
    #expect(world.wholes == 2)
    world.forget()
    for _ in 0..<10 { try world.commit() }
    try world.finish()
    #expect(world.wholes <= 3)
    let wholes = world.wholes
    try world.replay()
    try world.finish()
    #expect(world.wholes == wholes + 1)
    let error = #expect(throws: ArrangeError.self) { try world.replay(after: 3) }
    #expect(error?.code == .invalidArgument && error?.field == "after")
  }

  @Test("keep up with commits that show nothing, so that what they need is kept no longer than others")
  func unseen() throws {
    let world = try SinkViewWorld(
      seed: 10,
      "x: a flat x where p = \"never\"; y: b flat y where p = \"never\"",
      retainedCommits: 1_000_000
    )
    try world.finish()
    let before = try #require(world.cursor?.delivered)
    for _ in 0..<2 * Int(SinkView.mostUnseenCommits) { try world.commit() }
    try world.finish()
    let after = try #require(world.cursor?.delivered)
    #expect(after.number == before.number && world.sent == 1)
    #expect(after.sources[0].version > before.sources[0].version)
  }

  @Test("have rows with what they show, unless they are shown with the rights of the definer")
  func origins() throws {
    for (text, shows) in [("x: a; y: b", true), ("x: a; y: b\nas definer", false)] {
      let world = try SinkViewWorld(seed: 11, text, retainedCommits: 1_000)
      for _ in 0..<10 { try world.commit() }
      try world.finish()
      let rows = world.inserted
      try #require(!rows.isEmpty)
      #expect(rows.allSatisfy { ($0.origin != nil) == shows })
      #expect(rows.allSatisfy { $0.origin.map { $0.item != nil } ?? true })
    }
  }

  @Test("are refused with a window, with lists, by commits, and if there is no such view")
  func refused() throws {
    let world = try SinkViewWorld(seed: 12, "a", retainedCommits: 1_000)
    func refusal(_ settings: SinkSettings) -> ArrangeError? {
      return #expect(throws: ArrangeError.self) { try world.create("other", settings) }
    }
    let good = SinkSettings(url: "https://a.example/", secrets: ["env:A"], view: "shown")
    var settings = good
    settings.mode = .commits
    #expect(refusal(settings)?.field == "settings.mode")
    settings = good
    settings.collections = ["a"]
    #expect(refusal(settings)?.field == "settings.view")
    settings = good
    settings.view = "none"
    #expect(refusal(settings)?.code == .notFound)
    settings.view = "a"
    #expect(refusal(settings)?.code == .notFound)
    try world.stage.define("window", try ViewDefinition(parsing: "a\nwindow 0 0..<3"))
    settings.view = "window"
    #expect(refusal(settings)?.code == .failedPrecondition)
    try world.create("other", good)
  }

  @Test("survive a backup as ones that are delivered anew, with numbers of another history")
  func backup() throws {
    let world = try SinkViewWorld(seed: 13, "a", retainedCommits: 1_000)
    try world.finish()
    let copy = try world.stage.copy()
    let before = try #require(world.cursor)
    try world.commit()
    try world.finish()
    try world.stage.putBack(copy)
    #expect(world.cursor == nil)
    #expect(world.stage.engine.catalog.sink("hooks")?.descriptor.sink?.pause != nil)
    world.open()
    try world.finish()
    #expect(world.cursor?.history != before.history && world.wholes == 2)
  }
}

/// A view of two collections, its journal, a receiver, and a delivery between them.
private final class SinkViewWorld: @unchecked Sendable {
  private static let name: Identifier = "shown"
  private static let definer = Principal(unchecked: "ann")

  let stage: ViewStage
  private let seed: UInt64
  private var random: OrderingRandom
  private var operations: [Identifier: TransactionGenerator] = [:]
  private var views: RandomView
  private var key = CollectionKey(1)
  private var feed: SinkView?
  private var machine: SinkDelivery
  private var action = SinkDelivery.Action.nothing
  private let news = Flag()
  private var now: UInt64 = 1_000

  /// The messages by the bytes that stand for them.
  private var encoded: [SinkMessage] = []
  private var payload: SinkPayload?
  /// What the view has shown.
  private var seen: Set<FoldedSink> = []
  /// What the receiver had at each state: whoever makes a message again, it leads to the same.
  private var known: [StateID: FoldedSink] = [:]
  /// The changes of each message, which are the same at each attempt.
  private var told: [[StateID]: [SinkChange]] = [:]
  private var earlier: [SinkMessage] = []

  /// The receiver.
  private var has: StateID?
  private var list = FoldedSink(rows: [])
  private(set) var wholes = 0
  private(set) var sent = 0
  private(set) var accepted = 0
  private(set) var inserted: [SinkChange] = []
  var isDown = false

  private final class Flag: @unchecked Sendable { var isSet = false }

  /// - Parameter text: the definition; nil for a random one.
  init(seed: UInt64, _ text: String? = nil, retainedCommits: Int? = nil) throws {
    self.seed = seed
    random = OrderingRandom(seed: seed &* 3)
    views = RandomView(seed: seed ^ 0x51)
    var options = EngineOptions()
    if let retainedCommits {
      options.retainedCommits = retainedCommits
    } else if seed % 3 == 0 {
      (options.retainedCommits, options.checkpointInterval) = (4, 3)
    }
    stage = try ViewStage(options: options, seed: seed)
    machine = SinkDelivery(SinkDelivery.Settings(mode: .merged), position: nil, newest: 1)
    for (number, name) in RandomView.collections.enumerated() {
      try stage.create(name, strategy: "fractional")
      operations[name] = TransactionGenerator(.history(), seed: seed &* 31 &+ UInt64(number))
      operations[name]?.profile.fields = { random, _ in RandomView.fields(&random) }
    }
    for _ in 0..<6 { try commit() }
    if let text { try define(text) } else { try defineAnother() }
    try create("hooks", SinkSettings(url: "https://a.example/", secrets: ["env:A"], view: SinkViewWorld.name))
    open()
  }

  private func below(_ bound: UInt64) -> UInt64 { random.next() % bound }
  private func take(_ next: SinkDelivery.Action) { if next != .nothing { action = next } }

  var cursor: SinkViewCursor? {
    stage.engine.catalog.entry(SinkViewWorld.name)?.descriptor.sinkCursors[key]
  }

  // MARK: What happens

  func create(_ name: Identifier, _ settings: SinkSettings) throws {
    let caller = Caller(WorkOwner(stage), by: SinkViewWorld.definer) { true }
    let _: SinkInfo = try stage.call {
      stage.engine.shard(for: name).sinks.create(
        CreateSinkRequest(name: name, settings: settings),
        for: caller,
        reply: $0
      )
    }
    if name == "hooks" { key = try #require(stage.engine.catalog.sink(name)?.key) }
  }

  func define(_ text: String) throws {
    try stage.define(SinkViewWorld.name, try ViewDefinition(parsing: text), by: SinkViewWorld.definer)
    try record()
  }

  private func defineAnother() throws {
    var definition = views.definition(sections: ["1", "2", "3", "nowhere"])
    definition.window = nil
    definition.rights = below(4) == 0 ? .definer : .reader
    try stage.define(SinkViewWorld.name, definition, by: SinkViewWorld.definer)
    try record()
  }

  private var shown: FoldedSink {
    get throws {
      FoldedSink(
        try stage.fetch(try stage.view(SinkViewWorld.name, for: SinkViewWorld.definer), pageSize: 500)
      )
    }
  }

  private func record() throws {
    try stage.settle()
    if feed != nil || stage.engine.catalog.view(SinkViewWorld.name) != nil { seen.insert(try shown) }
  }

  func commit() throws {
    let name = RandomView.collections[Int(below(UInt64(RandomView.collections.count)))]
    guard let transaction = operations[name]?.transaction(on: try stage.content(of: name), size: 12) else {
      return
    }
    stage.begin(name, transaction)
    try record()
  }

  /// The server begins to deliver.
  func open() {
    let engine = stage.engine
    let news = news
    let view = SinkView(
      SinkViewWorld.name,
      of: engine.shard(for: SinkViewWorld.name),
      for: key,
      home: { engine.home(of: $0) },
      whenNews: { news.isSet = true }
    )
    view.show(to: SinkViewWorld.definer)
    feed = view
    let place = view.look(SinkViewWorld.name, for: key)
    machine = SinkDelivery(
      SinkDelivery.Settings(mode: .merged),
      position: place?.position,
      newest: place?.newest ?? 1
    )
    (action, payload) = (.nothing, nil)
    take(machine.start(now: now))
  }

  func crash() {
    do {
      try stage.restart()
      key = try #require(stage.engine.catalog.sink("hooks")?.key)
    } catch { Issue.record(error) }
    open()
  }

  /// The receiver loses what it had.
  func forget() { has = StateID(version: 1, history: 1) }

  func replay(after version: UInt64? = nil) throws {
    let request = ReplaySinkRequest(collection: SinkViewWorld.name, sink: "hooks", after: version)
    let _: SinkInfo = try stage.call {
      stage.engine.shard(for: SinkViewWorld.name).sinks.replay(request, reply: $0)
    }
    readAgain()
  }

  private func readAgain() {
    guard let place = feed?.look(SinkViewWorld.name, for: key) else { return }
    (action, payload) = (.nothing, nil)
    take(machine.replaced(place.position, newest: place.newest, now: now))
  }

  private func takeNews() {
    guard news.isSet, !machine.isBusy, let place = feed?.look(SinkViewWorld.name, for: key) else { return }
    news.isSet = false
    take(machine.committed(place.newest, now: now))
  }

  private func advance() {
    if case .waiting(let until) = machine.phase, until > now { now = until }
    now += 1
    if case .waiting = machine.phase { take(machine.timePassed(now: now)) }
  }

  /// Something at random.
  func step() throws {
    now += below(3)
    switch below(24) {
    case 0..<9: try commit()
    case 9: crash()
    case 10 where below(6) == 0: try defineAnother()
    case 11 where below(6) == 0: try replay()
    case 12 where below(3) == 0: try double()
    case 13..<15: advance()
    default:
      takeNews()
      try carryOut(isRandom: true)
    }
  }

  func run() throws {
    for _ in 0..<1_000 {
      try stage.settle()
      takeNews()
      guard try carryOut(isRandom: false) || news.isSet else { return }
    }
    Issue.record("seed \(seed): it goes on forever")
  }

  func finish() throws {
    for _ in 0..<50 {
      try run()
      if !machine.lags, has?.version == machine.position?.version {
        let expected = try shown
        try #require(list == expected, "seed \(seed)")
        return
      }
      advance()
    }
    Issue.record(
      "seed \(seed): the receiver has \(String(describing: has)): \(machine.phase) \(String(describing: machine.lastFailure))"
    )
  }

  // MARK: Actions

  /// - Returns: whether something was done.
  @discardableResult
  private func carryOut(isRandom: Bool) throws -> Bool {
    let next = action
    action = .nothing
    guard let feed else { return false }
    switch next {
    case .nothing, .wait: return false
    case .record(let old, let new):
      let isWritten: Bool = try stage.call {
        feed.record(new, replacing: old, of: SinkViewWorld.name, for: key, reply: $0)
      }
      // The server is killed before it knows.
      if isRandom, below(10) == 0 {
        crash()
      } else {
        try #require(isWritten, "seed \(seed)")
        take(machine.recorded(new, isWritten: true, now: now))
      }
    case .make(let position, let through): try make(position, through, isRandom)
    case .send:
      guard let payload else { return false }
      self.payload = nil
      sent += 1
      let message = encoded[Int(payload.bytes[0]) << 8 | Int(payload.bytes[1])]
      if let failure = try attempt(message, isRandom) {
        take(machine.failed(failure, now: now, using: &random))
      } else {
        accepted += 1
        take(machine.delivered(now: now))
      }
    }
    return true
  }

  private func make(_ position: SinkPosition?, _ through: UInt64?, _ isRandom: Bool) throws {
    guard let feed else { return }
    news.isSet = false
    // Messages with changes are too large at times.
    let fits = !isRandom || below(12) > 0
    let result: Result<SinkPayload?, ArrangeError> = try result {
      feed.message(
        of: SinkViewWorld.name,
        after: through == nil ? nil : position,
        through: through,
        encode: { [self] message in
          if case .changes = message.content, !fits { return nil }
          encoded.append(message)
          return [UInt8((encoded.count - 1) >> 8), UInt8((encoded.count - 1) & 0xFF)]
        },
        reply: $0
      )
    }
    switch result {
    case .failure(let error):
      take(machine.failed(SinkDelivery.Failure(.server, error.message), now: now, using: &random))
    case .success(nil): take(machine.unchanged(now: now))
    case .success(let made?):
      // What it means is in the journal before it is sent.
      #expect(cursor?.pending?.number == made.to.version, "seed \(seed)")
      payload = made
      if !made.isNewest { news.isSet = true }
      // The server is killed before it sends.
      if isRandom, below(10) == 0 { return crash() }
      take(machine.made(made.state))
    }
  }

  private func result<Value>(_ body: (@escaping Reply<Value>) -> Void) throws -> Result<Value, ArrangeError> {
    let answer = stage.begin(body)
    try stage.run { answer.value != nil }
    return try #require(answer.value)
  }

  private func attempt(_ message: SinkMessage, _ isRandom: Bool) throws -> SinkDelivery.Failure? {
    if isDown || isRandom && below(5) == 0 { return SinkDelivery.Failure(.unreachable, "down") }
    earlier.append(message)
    if try !receive(message) { return SinkDelivery.Failure(.conflict, "409") }
    try #require(seen.contains(list), "seed \(seed): the view has never shown this")
    // It is done, and the answer is lost.
    if isRandom, below(5) == 0 { return SinkDelivery.Failure(.timeout, "lost") }
    return nil
  }

  /// A message arrives once more, late.
  private func double() throws {
    guard let message = earlier.suffix(4).randomElement(using: &random), case .changes = message.content
    else { return }
    _ = try receive(message)
  }

  /// - Returns: whether the receiver accepts it.
  private func receive(_ message: SinkMessage) throws -> Bool {
    try #require(message.isView && message.collection == SinkViewWorld.name)
    switch message.content {
    case .rows(let rows, _):
      wholes += 1
      inserted += rows.sections.flatMap(\.items).map {
        SinkChange(.itemInserted, $0.id, after: $0.fields, origin: $0.origin)
      }
      (has, list) = (message.to, FoldedSink(rows))
    case .changes(let changes):
      let from = try #require(message.from)
      let before = told.updateValue(changes, forKey: [from, message.to])
      try #require(before == nil || before == changes, "seed \(seed): \(from) to \(message.to)")
      inserted += changes.filter { $0.kind == .itemInserted }
      if has == from {
        do { try list.apply(changes) } catch { Issue.record("seed \(seed): \(error)") }
        has = message.to
      } else if has != message.to {
        return false
      }
    case .list, .pointer: Issue.record("seed \(seed): \(message.content)")
    }
    let before = known.updateValue(list, forKey: message.to)
    try #require(before == nil || before == list, "seed \(seed): \(message.to) was something else")
    return true
  }
}
