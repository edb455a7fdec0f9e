import ArrangeModel
import DenseInteger
import Dispatch
import Engine
import Foundation
import LexoRank
import Ordering
import RandomizedFraction
import StrategyLoading
import Synchronization

final class QueueExecutor: ShardExecutor {
  let queue = DispatchQueue(label: "shard")
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  init() { queue.setSpecific(key: QueueExecutor.key, value: ObjectIdentifier(self)) }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: QueueExecutor.key) == ObjectIdentifier(self) }

  func execute(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}

final class Bench: Sendable {
  let name: Identifier = "list"
  let executor = QueueExecutor()
  let engine: Engine
  /// The time of the engine's clock, in nanoseconds: it stands still between calls of ``pass(seconds:)``.
  private let time = Time()

  private final class Time: Sendable {
    let nanoseconds = Atomic<UInt64>(1)
  }

  /// The strategies that are built in, and those of the libraries that the environment names.
  private static func strategies() throws -> StrategyCatalog {
    let paths = ProcessInfo.processInfo.environment["ARRANGE_STRATEGIES"] ?? ""
    let builtIn = StrategyCatalog([DenseInteger.kind, RandomizedFraction.kind, LexoRank.kind])
    return try paths.split(separator: ",").reduce(builtIn) { catalog, path in
      try catalog.adding(StrategyLibrary(loading: String(path)))
    }
  }

  init(strategy: String, journal: any Journal = MemoryJournal()) throws {
    let time = time
    engine = try Engine(
      journal: journal,
      executors: [executor],
      strategies: Bench.strategies(),
      options: EngineOptions(),
      clock: EngineClock(
        wallTime: { Timestamp(microseconds: 1_700_000_000_000_000) },
        monotonicNanoseconds: { time.nanoseconds.load(ordering: .relaxed) }
      ),
      seed: 1
    ) { error in fatalError("\(error)") }
    let done = DispatchSemaphore(value: 0)
    executor.execute { [self] in
      engine.shard(for: name).create(name, strategy: strategy, fields: Fields()) { result in
        if case .failure(let error) = result { fatalError("\(error)") }
        done.signal()
      }
    }
    done.wait()
  }

  func fill(_ items: Int) throws { try fill(from: 0, to: items) }

  func fill(from first: Int, to items: Int) throws {
    var requests: [ApplyRequest] = []
    for start in stride(from: first, to: items, by: 500) {
      let new = try (start..<min(start + 500, items)).map { index in
        NewElement(
          id: try Identifier("item-\(index)"),
          fields: ["title": .string("title \(index)".padding(toLength: 30, withPad: ".", startingAt: 0))]
        )
      }
      requests.append(
        ApplyRequest(collection: name, operations: [.insertItems(new, to: ItemDestination(.last))])
      )
    }
    _ = try run(requests)
  }

  func requests(_ mode: String, items: Int, count: Int) -> [ApplyRequest] {
    var random = OrderingRandom(seed: 7)
    return (0..<count).map { number in
      if mode == "moves" {
        let id = try! Identifier("item-\(Int.random(in: 0..<items, using: &random))")
        let place = Int.random(in: 0..<items, using: &random)
        return ApplyRequest(
          collection: name,
          operations: [.moveItems([ElementReference(id)], to: ItemDestination(.at(place)))]
        )
      }
      let place = Int.random(in: 0...items + number, using: &random)
      return ApplyRequest(
        collection: name,
        operations: [
          .insertItems(
            [NewElement(id: try! Identifier("new-\(number)"), fields: Fields())],
            to: ItemDestination(.at(place))
          )
        ]
      )
    }
  }

  /// Lets time pass in which nobody does anything.
  func pass(seconds: UInt64) { time.nanoseconds.wrappingAdd(seconds * 1_000_000_000, ordering: .relaxed) }

  /// Carries out requests with up to 2,048 of them under way, and says how long it took, in seconds.
  func run(_ requests: [ApplyRequest]) throws -> Double {
    guard !requests.isEmpty else { return 0 }
    let start = DispatchTime.now().uptimeNanoseconds
    let done = DispatchSemaphore(value: 0)
    let driver = Driver(requests, engine.shard(for: name), done)
    executor.execute { driver.submit() }
    done.wait()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
  }
}

/// What keeps a number of requests under way; used on the shard's executor only.
final class Driver: @unchecked Sendable {
  let requests: [ApplyRequest]
  let shard: Shard
  let done: DispatchSemaphore
  var next = 0
  var answered = 0

  init(_ requests: [ApplyRequest], _ shard: Shard, _ done: DispatchSemaphore) {
    self.requests = requests
    self.shard = shard
    self.done = done
  }

  func submit() {
    while next < requests.count, next - answered < 2_048 {
      next += 1
      shard.apply(requests[next - 1]) { [self] result in
        if case .failure(let error) = result { fatalError("\(error)") }
        answered += 1
        if answered == requests.count { done.signal() } else if next - answered < 1_024 { submit() }
      }
    }
  }
}
