import ArrangeModel
import Changes
import EngineTestSupport
import ListModel
import Ordering
import Testing

@testable import Engine

/// Subscribers of every kind through random histories: the list they build is the durable one.
@Suite("Subscribers through random histories")
struct SubscriptionHistoryTests {
  @Test("have the durable list at every step", arguments: 0..<120 as Range<UInt64>)
  func histories(seed: UInt64) throws {
    var history = try RandomWatching(seed: seed)
    do {
      for _ in 0..<250 { try history.step() }
      try history.finish()
    } catch {
      Issue.record("seed \(seed), step \(history.steps): \(error)")
    }
  }
}

/// A collection, its writers and its subscribers, all at random.
private struct RandomWatching {
  let stage: Stage
  private let options: EngineOptions
  private var operations: TransactionGenerator
  private var watchers: [Watcher] = []
  private(set) var steps = 0
  private var requests: UInt8 = 0
  /// Whether the disk is currently blocked.
  private var isStalled = false
  private let size: Int

  init(seed: UInt64) throws {
    operations = TransactionGenerator(.history(), seed: seed)
    var options = EngineOptions()
    if seed % 2 == 0 {
      options.checkpointInterval = 20
      options.retainedCommits = 40
    }
    options.idleSeconds = 5
    options.heldReadSeconds = 2
    self.options = options
    size = seed % 5 == 0 ? 150 : 25
    stage = try Stage(strategy: ["lexorank", "dense", "fractional"][Int(seed % 3)], options: options)
  }

  mutating func step() throws {
    steps += 1
    switch operations.below(100) {
    case 0..<40: try write()
    case 40..<44: stall()
    case 44..<50: try settle()
    case 50..<54: try join()
    case 54..<60: try comeBack()
    case 60..<62: try restart()
    case 67..<70: stage.beginChange(to: ["dense", "fractional", "lexorank"][operations.below(3)])
    case 62..<65: try tick()
    case 65..<67: try leave()
    default: try ask()
    }
  }

  /// In the end every subscriber has the newest list.
  mutating func finish() throws {
    try settle()
    for watcher in watchers {
      try stage.catchUp(watcher)
      try #require(watcher.version == stage.version && watcher.list == stage.lists[stage.version]?.plain)
    }
    try #require(stage.failure.value == nil, "\(String(describing: stage.failure.value))")
  }

  // MARK: Steps

  private mutating func write() throws {
    if !isStalled { try stage.load() }
    guard let hosted = stage.hosted, case .ready = hosted.phase else { return }
    for _ in 0...operations.below(3) {
      let list = stage.list(of: hosted.working)
      requests &+= 1
      let id = operations.chance(60) ? RequestID(unchecked: [UInt8(operations.below(3)), requests]) : nil
      try stage.begin(operations.transaction(on: list, size: size), requestID: id)
    }
    if !isStalled, operations.chance(70) { try stage.settle() } else { stage.executor.runWaiting() }
  }

  private mutating func stall() {
    isStalled = true
    stage.journal.appends.close()
  }

  private mutating func settle() throws {
    isStalled = false
    stage.journal.appends.open()
    try stage.settle()
  }

  private mutating func watcherOptions() -> SubscribeRequest.Options {
    var options = SubscribeRequest.Options()
    options.profile = operations.chance(50) ? .exact : .uikit
    options.reloadThreshold = [0, 1, 4, 20, 100, 1_000][operations.below(6)]
    options.sendsKeys = operations.chance(40)
    if operations.chance(30) { options.ownRequestPrefix = [UInt8(operations.below(3))] }
    if operations.chance(20) { options.largestBatchBytes = 4_096 }
    return options
  }

  private mutating func join() throws {
    guard watchers.count < 6, !isStalled || stage.hosted?.watchers.feed != nil else { return }
    let watcher = Watcher(watcherOptions())
    // Small ones make pages.
    watcher.largestBytes = [400, 1_000, 100_000][operations.below(3)]
    try stage.subscribe(watcher)
    watchers.append(watcher)
  }

  /// A subscriber disconnects and one with its list resumes, at any version that it ever had.
  private mutating func comeBack() throws {
    guard !watchers.isEmpty, !isStalled else { return }
    let place = operations.below(watchers.count)
    let old = watchers[place]
    guard !old.tokens.isEmpty else { return }
    let recent = operations.chance(50) ? old.tokens.count - 1 : operations.below(old.tokens.count)
    let (token, version) = old.tokens[recent]
    let new = try Watcher(old.options, resuming: token, version, stage.lists[version])
    new.largestBytes = old.largestBytes
    if operations.chance(50) { stage.unsubscribe(old) }
    try stage.subscribe(new)
    stage.unsubscribe(old)
    watchers[place] = new
    let message = try #require(try stage.ask(new, sendsProgress: true), "silence for who comes back")
    guard case .snapshot(let page) = message.content else { return }
    switch page.reason {
    case .tooManyChanges, .tooLarge: break
    case .historyTrimmed:
      // Only if it is true: the reason reflects what the journal and the log keep.
      let hosted = try #require(stage.hosted)
      try #require(
        hosted.retained.oldestCommit > version + 1,
        "\(version) of \(hosted.retained.oldestCommit)… is kept"
      )
    case .first, .epochChanged, .viewChanged, .past:
      throw ArrangeError(.internal, "a snapshot because \(page.reason)")
    }
  }

  private mutating func restart() throws {
    isStalled = false
    try stage.restart()
    // The connections ended with the server; their subscribers resume.
    let old = watchers
    watchers = []
    for watcher in old {
      guard let (token, version) = watcher.tokens.last else { continue }
      let new = try Watcher(watcher.options, resuming: token, version, stage.lists[version])
      new.largestBytes = watcher.largestBytes
      try stage.subscribe(new)
      watchers.append(new)
    }
  }

  private mutating func tick() throws {
    stage.advance(seconds: UInt64(operations.below(20)))
    if !watchers.isEmpty, !isStalled { try #require(stage.hosted != nil, "a watched collection was evicted") }
  }

  private mutating func leave() throws {
    guard !watchers.isEmpty else { return }
    stage.unsubscribe(watchers.remove(at: operations.below(watchers.count)))
    if watchers.isEmpty { try #require(stage.hosted?.watchers.feed == nil) }
  }

  private mutating func ask() throws {
    guard let watcher = watchers.randomElement(using: &operations.random), stage.hosted?.watchers.feed != nil
    else { return }
    // Dropped commits must be read, which works even if the disk accepts no writes.
    if operations.chance(30) { try stage.catchUp(watcher) } else { try stage.ask(watcher) }
  }
}
