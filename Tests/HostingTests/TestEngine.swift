import ArrangeModel
import DenseInteger
import Dispatch
import Engine
import LexoRank
import Ordering
import RandomizedFraction
import Synchronization

/// Runs the work of a shard on a queue, as an event loop does.
final class QueueExecutor: ShardExecutor {
  private let queue = DispatchQueue(label: "shard")
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  init() { queue.setSpecific(key: QueueExecutor.key, value: ObjectIdentifier(self)) }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: QueueExecutor.key) == ObjectIdentifier(self) }

  func execute(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}

/// An engine with a clock that a test moves, and calls that can be awaited.
final class TestEngine: Sendable {
  let engine: Engine
  private let executors: [QueueExecutor]
  private let timeBox: TimeBox
  private let failureBox: FailureBox

  init(
    _ journal: any Journal,
    shards: Int = 2,
    options: EngineOptions = EngineOptions(),
    without strategy: String? = nil,
    seed: UInt64 = 1
  ) throws {
    let executors = (0..<shards).map { _ in QueueExecutor() }
    let time = TimeBox()
    let failed = FailureBox()
    engine = try Engine(
      journal: journal,
      executors: executors,
      strategies: StrategyCatalog(
        [DenseInteger.kind, RandomizedFraction.kind, LexoRank.kind].filter { $0.name != strategy }
      ),
      options: options,
      clock: EngineClock(
        wallTime: { Timestamp(microseconds: Int64(time.value.withLock { $0 } / 1_000)) },
        monotonicNanoseconds: { time.value.withLock { $0 } }
      ),
      seed: seed
    ) { error in failed.value.withLock { $0 = error } }
    self.executors = executors
    timeBox = time
    failureBox = failed
  }

  private final class TimeBox: Sendable { let value = Mutex<UInt64>(1_000_000_000_000) }
  private final class FailureBox: Sendable { let value = Mutex<ArrangeError?>(nil) }

  /// Why the storage failed; nil if it has not.
  var storageFailure: ArrangeError? { failureBox.value.withLock { $0 } }

  func advance(seconds: UInt64) { timeBox.value.withLock { $0 += seconds * 1_000_000_000 } }

  /// Runs a call on the shard that owns a collection and waits for its answer.
  func call<Value: Sendable>(
    _ name: Identifier,
    _ body: @escaping @Sendable (Shard, @escaping Reply<Value>) -> Void
  ) async throws(ArrangeError) -> Value {
    let shard = engine.shard(for: name)
    let result: Result<Value, ArrangeError> = await withCheckedContinuation { continuation in
      executors[shard.index].execute { body(shard) { continuation.resume(returning: $0) } }
    }
    return try result.get()
  }

  /// Runs work on every shard and waits until it is done.
  func onShards(_ body: @escaping @Sendable (Shard) -> Void) async {
    for shard in engine.shards {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        executors[shard.index].execute {
          body(shard)
          continuation.resume()
        }
      }
    }
  }

  @discardableResult
  func create(
    _ name: Identifier,
    _ strategy: String = "lexorank",
    outline: OutlineSettings? = nil
  ) async throws(ArrangeError) -> CollectionInfo {
    try await call(name) { $0.create(name, strategy: strategy, fields: [:], outline: outline, reply: $1) }
  }

  @discardableResult
  func apply(
    _ name: Identifier,
    _ operations: ListOperation...,
    requestID: RequestID? = nil,
    ifVersion: UInt64? = nil
  ) async throws(ArrangeError) -> ApplyResult {
    let request = ApplyRequest(
      collection: name,
      operations: operations,
      requestID: requestID,
      ifVersion: ifVersion
    )
    return try await call(name) { $0.apply(request, reply: $1) }
  }

  func fetch(_ request: FetchRequest) async throws(ArrangeError) -> FetchPage {
    try await call(request.collection) { $0.fetch(request, reply: $1) }
  }

  /// The ids of all items of a collection in their order, read in pages of the given size.
  func ids(_ name: Identifier, pageSize: Int? = nil) async throws(ArrangeError) -> [[String]] {
    var lists: [[String]] = []
    var token: [UInt8]?
    repeat {
      let page = try await fetch(FetchRequest(collection: name, pageSize: pageSize, pageToken: token))
      for slice in page.sections {
        if slice.firstItem == 0 { lists.append([]) }
        lists[lists.count - 1] += slice.items.map(\.id.text)
      }
      token = page.nextPageToken
    } while token != nil
    return lists
  }
}

extension ListOperation {
  /// Adds items with the given ids.
  static func add(_ ids: String..., to destination: ItemDestination = ItemDestination()) -> ListOperation {
    .insertItems(
      ids.map { NewElement(id: Identifier(stringLiteral: $0), fields: ["title": .string($0)]) },
      to: destination
    )
  }

  static func move(_ ids: String..., to destination: ItemDestination) -> ListOperation {
    .moveItems(ids.map { ElementReference(Identifier(stringLiteral: $0)) }, to: destination)
  }
}
