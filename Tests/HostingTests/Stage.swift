import ArrangeModel
import Changes
import DenseInteger
import Dispatch
import EngineTestSupport
import LexoRank
import Ordering
import ProtobufCodec
import RandomizedFraction
import Synchronization
import Testing
import Wire

@testable import Engine

/// Runs the work of a shard on the thread of the test, when the test says so.
final class ManualExecutor: ShardExecutor {
  /// How long a test waits for other threads before it fails, in seconds.
  private static let patience = 60.0

  private let waiting = Mutex<[@Sendable () -> Void]>([])
  private let arrived = DispatchSemaphore(value: 0)

  /// The thread of the test is the executor's.
  var isCurrent: Bool { true }

  func execute(_ work: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(work) }
    arrived.signal()
  }

  /// Runs everything that waits now.
  func runWaiting() {
    while true {
      let work = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      if work.isEmpty { return }
      for piece in work { piece() }
    }
  }

  /// Runs until something is so.
  func run(until isDone: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) throws {
    while true {
      runWaiting()
      if isDone() { return }
      try #require(
        arrived.wait(timeout: .now() + ManualExecutor.patience) == .success,
        "nothing happens any more",
        sourceLocation: sourceLocation
      )
    }
  }
}

/// A value that closures fill in; touched on one thread.
final class Box<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// One collection of an engine that is run step by step by the test, with all versions of the list. For one
/// thread.
final class Stage: @unchecked Sendable {
  let name: Identifier = "board"
  let store = MemoryJournal.Store()
  private(set) var journal: FailingJournal
  private(set) var executor = ManualExecutor()
  private(set) var engine: Engine
  let options: EngineOptions
  /// Runs long work.
  let pool: WorkPool
  private let time: Box<UInt64>
  private let arena = Arena(codec: .protobufC)
  let failure = Box<ArrangeError?>(nil)

  /// The list at each version when it was committed, with keys.
  private(set) var lists: [UInt64: SectionedList] = [:]
  private(set) var requestIDs: [UInt64: RequestID] = [:]
  /// The authors of versions with a named author.
  private(set) var authors: [UInt64: Principal] = [:]
  /// How many messages were encoded.
  private(set) var encodings = 0
  /// Transactions without an answer.
  private(set) var unanswered = 0

  var shard: Shard { engine.shards[0] }
  var hosted: HostedCollection? { shard.collections[name] }
  /// The newest durable version.
  var version: UInt64 { hosted?.durable.version ?? 0 }

  init(
    strategy: String = "lexorank",
    options: EngineOptions = EngineOptions(),
    outline: OutlineSettings? = nil,
    pool: WorkPool = WorkPool(.atOnce)
  ) throws {
    self.options = options
    self.pool = pool
    time = Box(1_000_000_000_000)
    journal = FailingJournal(MemoryJournal(store: store))
    engine = try Stage.open(journal, executor, pool, options, time, failure)
    try create(strategy, outline: outline)
  }

  private static func open(
    _ journal: FailingJournal,
    _ executor: ManualExecutor,
    _ pool: WorkPool,
    _ options: EngineOptions,
    _ time: Box<UInt64>,
    _ failure: Box<ArrangeError?>
  ) throws -> Engine {
    try Engine(
      journal: journal,
      executors: [executor],
      pool: pool,
      strategies: StrategyCatalog([DenseInteger.kind, RandomizedFraction.kind, LexoRank.kind]),
      options: options,
      clock: EngineClock(
        wallTime: { Timestamp(microseconds: 0) },
        monotonicNanoseconds: { time.value }
      ),
      seed: 5
    ) { error in
      failure.value = error
      // The waiting code checks again.
      executor.execute {}
    }
  }

  // MARK: Calls

  func call<Value>(_ body: (Shard, @escaping Reply<Value>) -> Void) throws -> Value {
    try end(start(body))
  }

  func create(_ strategy: String = "lexorank", outline: OutlineSettings? = nil) throws {
    let name = name
    let _: CollectionInfo = try call {
      $0.create(name, strategy: strategy, fields: [:], outline: outline, reply: $1)
    }
    lists = [0: SectionedList()]
    requestIDs = [:]
  }

  /// Begins to change the collection's strategy, without waiting.
  func beginChange(to strategy: String) {
    unanswered += 1
    let request = ChangeStrategyRequest(collection: name, strategy: strategy)
    shard.changeStrategy(request) { [self] _ in unanswered -= 1 }
    guard let hosted, case .ready = hosted.phase else { return }
    lists[hosted.working.version] = list(of: hosted.working)
  }

  func delete() throws {
    let name = name
    let _: Void = try call { $0.delete(name, reply: $1) }
  }

  /// Closes the engine and opens it again on the same journal.
  func restart() throws {
    journal.appends.open()
    journal.reads.open()
    try settle()
    engine.close()
    executor.runWaiting()
    executor = ManualExecutor()
    journal = FailingJournal(MemoryJournal(store: store))
    engine = try Stage.open(journal, executor, pool, options, time, failure)
  }

  func advance(seconds: UInt64) {
    time.value += seconds * 1_000_000_000
    shard.tick()
  }

  /// Reads the collection, so that it is in memory.
  func load() throws {
    let request = FetchRequest(collection: name, pageSize: 1)
    let _: FetchPage = try call { $0.fetch(request, reply: $1) }
  }

  /// Begins a transaction, without waiting.
  ///
  /// - Returns: whether it made a version.
  @discardableResult
  func begin(
    _ operations: [ListOperation],
    by author: Principal? = nil,
    requestID: RequestID? = nil
  ) throws -> Bool {
    let before = hosted?.working.version
    unanswered += 1
    let request = ApplyRequest(collection: name, operations: operations, requestID: requestID)
    shard.apply(request, for: caller(author)) { [self] _ in unanswered -= 1 }
    // A version is known with its list as soon as it is made.
    guard let hosted, case .ready = hosted.phase, hosted.working.version != before else { return false }
    let working = hosted.working
    lists[working.version] = list(of: working)
    requestIDs[working.version] = requestID
    authors[working.version] = author
    return true
  }

  /// Notes the newest list, which a call made that is no transaction.
  func record() {
    guard let hosted else { return }
    lists[hosted.working.version] = list(of: hosted.working)
  }

  /// Runs until no checkpoint is being written, so that everything that one trims is trimmed.
  func awaitCheckpoints() throws { try executor.run { hosted?.retained.checkpoint == nil } }

  /// Begins a call, without waiting.
  func start<Value>(
    _ body: (Shard, @escaping Reply<Value>) -> Void
  ) -> Box<Result<Value, ArrangeError>?> {
    let box = Box<Result<Value, ArrangeError>?>(nil)
    body(shard) { box.value = $0 }
    return box
  }

  /// Waits for a call that was begun.
  func end<Value>(_ box: Box<Result<Value, ArrangeError>?>) throws -> Value {
    try executor.run { box.value != nil }
    return try #require(box.value).get()
  }

  /// Runs until every transaction has its answer.
  func settle() throws { try executor.run { unanswered == 0 } }

  /// The caller: the server itself if none is named.
  func caller(_ principal: Principal?) -> Caller { Caller(WorkOwner(self), by: principal) { true } }

  func apply(_ operations: ListOperation..., by author: Principal? = nil, requestID: RequestID? = nil) throws
  {
    try load()
    try begin(operations, by: author, requestID: requestID)
    try settle()
  }

  func list(of state: CollectionState) -> SectionedList {
    SectionedList(ListAtVersion(state: state, hasKeys: true))
  }

  // MARK: Subscribers

  func subscribe(_ watcher: Watcher) throws {
    let name = name
    let _: Void = try call { $0.subscribe(watcher, to: name, as: watcher.options.profile, reply: $1) }
  }

  func unsubscribe(_ watcher: Watcher) { shard.unsubscribe(watcher, from: name) }

  func encode(_ message: SubscriptionMessage) -> [UInt8] {
    arena.temporary { message.packable(in: arena).bytes }
  }

  /// Asks without waiting for the answer.
  func beginAsking(
    _ watcher: Watcher,
    sendsProgress: Bool = false
  ) -> Box<Result<SubscriptionAnswer, ArrangeError>?> {
    let box = Box<Result<SubscriptionAnswer, ArrangeError>?>(nil)
    let encodes: MessageEncoder = { [self] message in
      encodings += 1
      return encode(message)
    }
    var request = SubscribeRequest(collection: name, options: watcher.options)
    request.reader = watcher.reader
    shard.nextMessage(
      for: request,
      at: watcher.cursor,
      sendsProgress: sendsProgress,
      largestBytes: watcher.largestBytes,
      encode: encodes
    ) { box.value = $0 }
    return box
  }

  /// Asks and handles the answer; nil if there is nothing to show.
  @discardableResult
  func ask(_ watcher: Watcher, sendsProgress: Bool = false) throws -> SubscriptionMessage? {
    let box = beginAsking(watcher, sendsProgress: sendsProgress)
    try executor.run { box.value != nil }
    return try take(try #require(box.value), for: watcher, sendsProgress: sendsProgress)
  }

  /// Handles an answer of the shard as it arrives over the wire.
  func take(
    _ answer: Result<SubscriptionAnswer, ArrangeError>,
    for watcher: Watcher,
    sendsProgress: Bool = false
  ) throws -> SubscriptionMessage? {
    switch try answer.get() {
    case .upToDate(let cursor):
      try #require(!sendsProgress, "who is to be told the version is told it")
      try watcher.passOver(to: cursor, in: self)
      return nil
    case .message(let bytes, let notes, let showsChanges, _, let cursor):
      var body = bytes
      if !notes.isEmpty {
        arena.temporary { body += SubscriptionMessage.packable(notes, in: arena).bytes }
      }
      let message = try body.withUnsafeBytes { try SubscriptionMessage.decode($0, using: arena) }
      try watcher.take(message, bytes: body.count, showsChanges: showsChanges, cursor, in: self)
      return message
    }
  }

  /// Asks until there is nothing more to show; returns the number of messages.
  @discardableResult
  func catchUp(_ watcher: Watcher) throws -> Int {
    for count in 0..<10_000 where try ask(watcher) == nil { return count }
    throw ArrangeError(.internal, "it never comes into step")
  }
}
