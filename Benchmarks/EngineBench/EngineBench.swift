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

/// Measures the engine alone: a journal in memory, no socket. Memory is allocated as in the server.
///
///     EngineBench moves ITEMS COUNT STRATEGY     single moves to random places
///     EngineBench inserts ITEMS COUNT STRATEGY   single inserts at random places
///     EngineBench trace FILE [COUNT] STRATEGY    a recorded session, one edit a transaction
///     EngineBench watched ITEMS COUNT SUBSCRIBERS STRATEGY
///                                                single moves while subscribers stay in step
///     EngineBench derive ITEMS K                 batches of K changes each, two of them composed, and of 1,000 commits of one change
///     EngineBench views ITEMS COUNT              a view that follows commits, and COUNT different ones at once
///     EngineBench windows ITEMS ROWS             a window of ROWS that scrolls over a list, and one that stays
///     EngineBench view-growth ITEMS MORE         following commits in a view of MORE items, beside one of ITEMS
///
/// STRATEGY may be one of the libraries that the environment variable ARRANGE_STRATEGIES names, with commas between.
///
/// The same seed gives the same calls. With a COUNT of 0 only the list is built, whose cost a count of
/// instructions has to leave out.
@main
struct EngineBench {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let mode = arguments.first, arguments.count >= 3 else {
      print(
        """
        usage: EngineBench moves|inserts ITEMS COUNT STRATEGY, EngineBench trace FILE STRATEGY,
        EngineBench watched ITEMS COUNT SUBSCRIBERS STRATEGY, EngineBench derive ITEMS K,
        EngineBench views ITEMS COUNT, EngineBench windows ITEMS ROWS, or EngineBench view-growth ITEMS MORE
        """
      )
      exit(64)
    }
    let rest = Array(arguments.dropFirst())
    if mode == "derive" {
      guard rest.count == 2, let items = Int(rest[0]), let changes = Int(rest[1]) else { exit(64) }
      return try DeriveBench.run(items: items, changes: changes)
    }
    if mode == "views" {
      guard rest.count == 2, let items = Int(rest[0]), let count = Int(rest[1]) else { exit(64) }
      let bench = try ViewBench(items: items)
      try bench.run()
      try bench.many(count, rounds: 100, commits: 1)
      return try bench.many(count, rounds: 30, commits: 100)
    }
    if mode == "windows" {
      guard rest.count == 2, let items = Int(rest[0]), let rows = Int(rest[1]) else { exit(64) }
      return try ViewBench(items: items).windows(rows: rows)
    }
    if mode == "view-growth" {
      guard rest.count == 2, let items = Int(rest[0]), let more = Int(rest[1]) else { exit(64) }
      return try ViewBench.compare(items: items, with: more)
    }
    let strategy = rest[rest.count - 1]
    let bench = try Bench(strategy: strategy)
    switch mode {
    case "moves", "inserts":
      guard rest.count == 3, let items = Int(rest[0]), let count = Int(rest[1]) else { exit(64) }
      let before = residentBytes()
      try bench.fill(items)
      let after = residentBytes()
      let requests = bench.requests(mode, items: items, count: count)
      let processor = Bench.processorSeconds()
      let seconds = try bench.run(requests)
      let spent = Bench.processorSeconds() - processor
      print(
        "\(mode) \(items) \(strategy): \(Int(Double(count) / seconds))/s, "
          + "\(String(format: "%.2f", seconds / Double(max(count, 1)) * 1e6)) us each, "
          + "\(String(format: "%.2f", spent / Double(max(count, 1)) * 1e6)) us of processors each; "
          + "\((after - before) / max(items, 1)) bytes an item"
      )
    case "watched":
      guard rest.count == 4, let items = Int(rest[0]), let count = Int(rest[1]),
        let subscribers = Int(rest[2])
      else { exit(64) }
      try bench.fill(items)
      let watching = bench.watch(subscribers)
      let processor = Bench.processorSeconds()
      let seconds = try bench.run(bench.requests("moves", items: items, count: count))
      let spent = Bench.processorSeconds() - processor
      print(
        "watched \(items) \(strategy) by \(subscribers): \(Int(Double(count) / seconds)) moves/s, "
          + "\(String(format: "%.2f", spent / Double(max(count, 1)) * 1e6)) us of processors each; "
          + "\(watching.summary)"
      )
    case "trace":
      let requests = try Trace.requests(
        of: rest[0],
        in: bench.name,
        limit: rest.count == 3 ? Int(rest[1]) ?? .max : .max
      )
      let processor = Bench.processorSeconds()
      let seconds = try bench.run(requests)
      let spent = Bench.processorSeconds() - processor
      print(
        "trace \(strategy): \(requests.count) edits, \(Int(Double(requests.count) / seconds))/s, "
          + "\(String(format: "%.2f", spent / Double(requests.count) * 1e6)) us of processors each"
      )
    default: exit(64)
    }
  }

  static func residentBytes() -> Int {
    let statm = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (Int(statm.split(separator: " ").dropFirst().first ?? "") ?? 0) * 4096
  }
}

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

  init(strategy: String) throws {
    let time = time
    engine = try Engine(
      journal: MemoryJournal(),
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

  func fill(_ items: Int) throws {
    var requests: [ApplyRequest] = []
    for start in stride(from: 0, to: items, by: 500) {
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

  /// The processor time that this process has taken, in seconds, which other processes hardly disturb.
  static func processorSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }

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

enum Trace {
  private static func unpacked(_ file: String) throws -> Data {
    guard file.hasSuffix(".gz") else { return try Data(contentsOf: URL(fileURLWithPath: file)) }
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/bin/gzip")
    gzip.arguments = ["-dc", file]
    let pipe = Pipe()
    gzip.standardOutput = pipe
    try gzip.run()
    return pipe.fileHandleForReading.readDataToEndOfFile()
  }

  static func requests(of file: String, in name: Identifier, limit: Int) throws -> [ApplyRequest] {
    let data = try unpacked(file)
    guard let json = try JSONSerialization.jsonObject(with: data) as? [String: Any],
      let transactions = json["txns"] as? [[String: Any]]
    else { fatalError("\(file) is no editing trace") }
    var text: [Identifier] = []
    var requests: [ApplyRequest] = []
    var number = 0
    for transaction in transactions.prefix(limit) {
      for patch in transaction["patches"] as? [[Any]] ?? [] {
        guard let position = patch[0] as? Int, let removed = patch[1] as? Int, let added = patch[2] as? String
        else { fatalError("a strange patch") }
        for _ in 0..<removed {
          let id = text.remove(at: position)
          requests.append(ApplyRequest(collection: name, operations: [.removeItems([ElementReference(id)])]))
        }
        for (offset, character) in added.unicodeScalars.enumerated() {
          let id = try Identifier("c\(number)")
          number += 1
          text.insert(id, at: position + offset)
          requests.append(
            ApplyRequest(
              collection: name,
              operations: [
                .insertItems(
                  [NewElement(id: id, fields: ["c": .string(String(character))])],
                  to: ItemDestination(.at(position + offset))
                )
              ]
            )
          )
        }
      }
    }
    return requests
  }
}
