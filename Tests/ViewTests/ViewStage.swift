import ArrangeModel
import Changes
import DenseInteger
import Dispatch
import EngineTestSupport
import LexoRank
import Ordering
import RandomizedFraction
import Synchronization
import Testing

@testable import Engine

/// A value that closures fill in; touched on one thread.
final class Answer<Value>: @unchecked Sendable {
  var value: Result<Value, ArrangeError>?

  /// Why there is no value; nil if there is one, or no answer yet.
  var error: ArrangeError? { if case .failure(let error) = value { error } else { nil } }
}

/// An engine of several shards that is run step by step by the test. For one thread.
final class ViewStage: @unchecked Sendable {
  /// How long a test waits for other threads before it fails, in seconds.
  private static let patience = 60.0
  private static let shards = 3

  private let data: any StageData
  private var journal: any Journal = MemoryJournal()
  private let arrived = DispatchSemaphore(value: 0)
  private(set) var executors: [StepExecutor]
  private(set) var engine: Engine
  private let options: EngineOptions
  private var seed: UInt64
  var time: UInt64 = 1_000_000_000_000
  /// The time of day, in microseconds since 1970.
  var wallTime: Int64 = 0
  /// The messages by the bytes that stand for them.
  private(set) var messages: [SubscriptionMessage] = []
  private(set) var unanswered = 0

  init(options: EngineOptions, seed: UInt64, data: any StageData = MemoryData()) throws {
    self.data = data
    self.options = options
    self.seed = seed
    executors = []
    let clock = EngineClock(wallTime: { Timestamp(microseconds: 0) }, monotonicNanoseconds: { 0 })
    let unused = DispatchSemaphore(value: 0)
    engine = try Engine(
      journal: MemoryJournal(store: MemoryJournal.Store()),
      executors: [StepExecutor(unused)],
      strategies: StrategyCatalog([DenseInteger.kind]),
      options: options,
      clock: clock,
      seed: 0
    ) { _ in }
    engine.close()
    try open()
  }

  private func open() throws {
    executors = (0..<ViewStage.shards).map { _ in StepExecutor(arrived) }
    seed += 1
    journal = try data.open()
    engine = try Engine(
      journal: journal,
      executors: executors,
      strategies: StrategyCatalog([DenseInteger.kind, RandomizedFraction.kind, LexoRank.kind]),
      options: options,
      clock: EngineClock(
        wallTime: { [unowned self] in Timestamp(microseconds: wallTime) },
        monotonicNanoseconds: { [unowned self] in time }
      ),
      seed: seed
    ) { Issue.record("the storage failed: \($0)") }
  }

  // MARK: Running

  func runOnce(_ shard: Int) { executors[shard % executors.count].runOnce() }

  func run(until isDone: () -> Bool) throws {
    while true {
      for executor in executors { executor.runOnce() }
      if isDone() { return }
      if executors.allSatisfy(\.isIdle) {
        try #require(
          arrived.wait(timeout: .now() + ViewStage.patience) == .success,
          "nothing happens any more"
        )
      }
    }
  }

  /// Runs one shard, as if the others were busy.
  func run(only shard: Shard, until isDone: () -> Bool) throws {
    while !isDone() {
      executors[shard.index].runOnce()
      if isDone() { return }
      // Some signals are of other shards.
      try #require(arrived.wait(timeout: .now() + ViewStage.patience) == .success, "nothing happens any more")
    }
  }

  /// Runs until every transaction has its answer, and all subscribers were notified.
  func settle() throws {
    try run { unanswered == 0 }
    while !executors.allSatisfy(\.isIdle) { for executor in executors { executor.runOnce() } }
  }

  func restart() throws { try restart {} }

  /// Copies the data of the running server.
  ///
  /// - Returns: where the copy is.
  func copy() throws -> String {
    try settle()
    return try data.copy(journal)
  }

  /// Stops the server, restores a copy of its data, and starts it again.
  func putBack(_ copy: String) throws {
    try close()
    try data.putBack(copy)
    try open()
  }

  /// Stops the server, changes its data, and starts it again.
  ///
  /// - Throws: the error of the start; then the server has not started.
  func restart(changing change: () throws -> Void) throws {
    try close()
    try change()
    try open()
  }

  private func close() throws {
    try settle()
    engine.close()
    for executor in executors { executor.runOnce() }
  }

  func tick() { for shard in engine.shards { shard.tick() } }

  // MARK: Calls

  /// Begins a call, without waiting.
  func begin<Value>(_ body: (@escaping Reply<Value>) -> Void) -> Answer<Value> {
    let answer = Answer<Value>()
    body { answer.value = $0 }
    return answer
  }

  func call<Value>(_ body: (@escaping Reply<Value>) -> Void) throws -> Value {
    let answer = begin(body)
    try run { answer.value != nil }
    return try #require(answer.value).get()
  }

  func create(_ name: Identifier, strategy: String, outline: OutlineSettings? = nil) throws {
    let _: CollectionInfo = try call {
      engine.shard(for: name).create(name, strategy: strategy, fields: [:], outline: outline, reply: $0)
    }
  }

  func delete(_ name: Identifier) throws {
    let _: Void = try call { engine.shard(for: name).delete(name, reply: $0) }
  }

  /// Begins a transaction, without waiting.
  func begin(_ name: Identifier, _ operations: [ListOperation], requestID: RequestID? = nil) {
    unanswered += 1
    let request = ApplyRequest(collection: name, operations: operations, requestID: requestID)
    engine.shard(for: name).apply(request) { [self] _ in unanswered -= 1 }
  }

  func content(of name: Identifier) throws -> SectionedList {
    let page: FetchPage = try call {
      engine.shard(for: name).fetch(FetchRequest(collection: name, pageSize: 5_000), reply: $0)
    }
    return SectionedList(page.sections.map { slice in .init(slice.section, items: slice.items) })
  }

  @discardableResult
  func define(
    _ name: Identifier,
    _ definition: ViewDefinition,
    by definer: Principal? = nil
  ) throws -> ViewInfo {
    try call { engine.shard(for: name).storedViews.define(name, as: definition, by: definer, reply: $0) }
  }

  /// A stored view for a reader.
  func view(_ name: Identifier, for reader: Principal = .anonymous) throws -> ViewReference {
    try #require(engine.view(named: name, definition: nil, for: reader))
  }

  /// Reads a view in pages.
  ///
  /// - Parameter version: the version of its collections; nil for the newest.
  func fetch(
    _ reference: ViewReference,
    at version: VersionReference? = nil,
    pageSize: Int
  ) throws -> SectionedList {
    var sections: [SectionedList.Section] = []
    var token: [UInt8]?
    repeat {
      var request = FetchRequest(collection: reference.name ?? .empty, pageSize: pageSize, pageToken: token)
      if reference.name == nil { request.view = reference.definition }
      let page: FetchPage = try call {
        let home = engine.home(of: reference)
        if let version {
          PastViewReads(at: home).fetch(request, from: reference, at: version, reply: $0)
        } else {
          home.fetch(request, from: reference, reply: $0)
        }
      }
      for slice in page.sections {
        if slice.firstItem == 0 {
          sections.append(.init(slice.section, items: slice.items))
        } else {
          sections[sections.count - 1].items += slice.items
        }
      }
      token = page.nextPageToken
    } while token != nil
    return SectionedList(sections)
  }

  /// The encoding of messages: a number by which they are found again.
  var encode: MessageEncoder {
    { [self] message in
      messages.append(message)
      return withUnsafeBytes(of: UInt32(messages.count - 1)) { Array($0) }
    }
  }

  func message(_ bytes: [UInt8]) -> SubscriptionMessage {
    messages[bytes.reversed().reduce(0) { $0 << 8 | Int($1) }]
  }
}

/// A subscriber of a view, or of a collection, that asks when it is notified of news, and applies its
/// messages.
final class ViewWatcher: SubscriptionListener, @unchecked Sendable {
  let reference: ViewReference
  /// Whether the name is that of a collection.
  let isOfCollection: Bool
  let request: SubscribeRequest
  private(set) var cursor: SubscriptionCursor
  private(set) var list: SectionedList
  private(set) var token: [UInt8]?
  private(set) var version: UInt64 = 0
  /// Where the window was last.
  var window: WindowPlace?
  private(set) var hasNewCommits = true
  private(set) var ended: ArrangeError?
  /// The reasons of snapshots after the first.
  private(set) var reloads: [SnapshotReason] = []
  private(set) var batches = 0
  /// The last content.
  private(set) var told: SubscriptionMessage.Content?
  /// The received request ids of its own.
  private(set) var ownRequestIDs: [RequestID] = []
  private var pages: [SnapshotPage] = []
  private let shard: Shard
  let home: ViewHost

  init(
    _ reference: ViewReference,
    _ options: SubscribeRequest.Options,
    on stage: ViewStage,
    resuming token: [UInt8]? = nil,
    _ list: SectionedList = SectionedList(),
    version: UInt64 = 0,
    isOfCollection: Bool = false
  ) throws {
    self.reference = reference
    self.isOfCollection = isOfCollection
    var request = SubscribeRequest(collection: reference.name ?? .empty, resumeToken: token, options: options)
    if reference.name == nil { request.view = reference.definition }
    self.request = request
    self.list = list
    self.token = token
    self.version = version
    cursor = try SubscriptionCursor(token)
    shard = stage.engine.shard(for: request.collection)
    home = stage.engine.home(of: reference)
    let _: Void = try stage.call { reply in
      if isOfCollection {
        shard.subscribe(self, to: request.collection, as: request.options.profile, reply: reply)
      } else {
        home.subscribe(self, to: reference, reply: reply)
      }
    }
  }

  func notifyOfNewCommits() { hasNewCommits = true }
  func recordEnd(_ error: ArrangeError) { ended = error }

  func leave() {
    if isOfCollection {
      shard.unsubscribe(self, from: request.collection)
    } else {
      home.unsubscribe(self)
    }
  }

  /// Asks for one message, if there can be one.
  ///
  /// - Parameter sendsProgress: whether it is to be told the version where nothing visible changed.
  func ask(_ stage: ViewStage, sendsProgress: Bool = false) throws {
    guard ended == nil, hasNewCommits || cursor.isInSnapshot else { return }
    hasNewCommits = false
    let answer: SubscriptionAnswer
    do {
      answer = try stage.call { reply in
        if isOfCollection {
          shard.nextMessage(
            for: request,
            at: cursor,
            sendsProgress: sendsProgress,
            largestBytes: 100_000,
            encode: stage.encode,
            reply: reply
          )
        } else {
          home.nextMessage(
            to: self,
            for: request,
            at: cursor,
            sendsProgress: sendsProgress,
            largestBytes: 100_000,
            encode: stage.encode,
            reply: reply
          )
        }
      }
    } catch let error as ArrangeError {
      ended = error
      return
    }
    switch answer {
    case .upToDate(let cursor):
      // The next batch begins at the version last sent to the subscriber.
      if cursor.resumeToken == nil || cursor.resumeToken == self.cursor.resumeToken { self.cursor = cursor }
    case .message(let bytes, let notes, _, _, let cursor):
      try take(stage.message(bytes))
      ownRequestIDs += notes.ownRequestIDs
      self.cursor = cursor
      if cursor.isInSnapshot { hasNewCommits = true }
    }
  }

  /// Asks as long as there are messages.
  func catchUp(_ stage: ViewStage) throws {
    repeat { try ask(stage) } while ended == nil && (hasNewCommits || cursor.isInSnapshot)
  }

  private func take(_ message: SubscriptionMessage) throws {
    told = message.content
    window = message.window
    switch message.content {
    case .progress: try #require(message.version >= version, "the version falls")
    case .tree: Issue.record("a view is no outline")
    case .batch(let batch, let from, _):
      try #require(version == 0 || from == version, "a batch from \(from) to who has \(version)")
      try batch.check(oldItemCounts: list.itemCounts)
      try list.apply(batch)
      try #require(isOfCollection ? message.version > version : message.version >= version)
      batches += 1
    case .snapshot(let page):
      if page.page == 0 {
        pages = []
        if page.reason != .first { reloads.append(page.reason) }
      }
      try #require(page.page == pages.count)
      pages.append(page)
      guard page.isLast else { return }
      list = SectionedList()
      for run in pages.flatMap(\.sections) {
        if run.firstItem == 0 {
          list.sections.append(.init(run.section, items: run.items))
        } else {
          list.sections[run.index].items += run.items
        }
      }
      try #require(list.size == page.size)
    }
    version = message.version
    token = message.resumeToken
    try #require(token != nil)
  }
}
