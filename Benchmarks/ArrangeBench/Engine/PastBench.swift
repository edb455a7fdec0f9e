import ArgumentParser
import ArrangeModel
import Changes
import Dispatch
import Engine
import Foundation
import Journals
import Ordering

/// What reading earlier versions costs, over a journal on a disk.
struct Past: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read earlier versions of a list, and compare versions."
  )

  @Option(help: "The number of items of the long list.") var items = 100_000
  @Option(help: "How many commits back its page is read.") var back = 10_000
  @Option(
    help: "The number of items of the short list, of its commits, and of the versions of it that are read."
  )
  var versions = 1_000
  @Option(help: "Where to make the files; they are removed at the end.") var directory = "."

  func validate() throws {
    guard items > 0, back > 0, versions > 0 else { throw ValidationError("all numbers are above 0") }
  }

  func run() throws {
    try measurePage()
    try measureVersions()
    try measureDifferences()
  }

  /// A page far back, the first time and again.
  private func measurePage() throws {
    try withList(of: items, commits: back) { list, newest in
      let version = newest - UInt64(back)
      let cold = try list.read(version, pageSize: 100)
      let warm = try (0..<200).map { _ in try list.read(version, pageSize: 100) }.sorted()
      let near = try (1...200).map { try list.read(version + UInt64($0), pageSize: 100) }.sorted()
      print(
        "past page: 100 of \(items) items, \(back) commits back: cold \(text(cold)) ms, warm p50 \(text(warm[100])) "
          + "p99 \(text(warm[198])) ms, the versions after it p50 \(text(near[100])) p99 \(text(near[198])) ms"
      )
    }
  }

  /// Random versions of a short list.
  private func measureVersions() throws {
    for (what, size) in [("a page of 100 items", 100), ("all items", FetchRequest.maximumPageSize)] {
      try withList(of: versions, commits: versions) { list, newest in
        var random = OrderingRandom(seed: 3)
        let oldest = newest - UInt64(versions)
        let times = try (0..<versions).map { _ in
          try list.read(UInt64.random(in: oldest..<newest, using: &random), pageSize: size)
        }
        let sorted = times.sorted()
        print(
          "past versions: \(versions) random ones of \(versions) items, \(what) each: "
            + "\(text(times.reduce(0, +))) ms together, p50 \(text(sorted[sorted.count / 2])) "
            + "p99 \(text(sorted[sorted.count * 99 / 100])) ms"
        )
      }
    }
  }

  /// Differences of versions that were read before.
  private func measureDifferences() throws {
    try withList(of: items, commits: 2_000) { list, newest in
      for count in [10, 100, 1_000] as [UInt64] {
        _ = try list.compare(newest - count, newest)
        let times = try (0..<200).map { _ in try list.compare(newest - count, newest) }.sorted()
        print(
          "past difference: \(count) moves in \(items) items: p50 \(text(times[100])) p99 \(text(times[198])) ms"
        )
      }
    }
  }

  private func text(_ seconds: Double) -> String { String(format: "%.3f", seconds * 1e3) }

  /// Makes a list with commits of one move each, and removes its files at the end.
  private func withList(of items: Int, commits: Int, _ body: (PastList, UInt64) throws -> Void) throws {
    let files = URL(fileURLWithPath: directory).appendingPathComponent("past-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    let journal = try LoggedJournal(directory: files.path)
    let bench = try Bench(strategy: "lexorank", journal: journal)
    defer { bench.engine.close() }
    for start in stride(from: 0, to: items, by: 50_000) {
      try bench.fill(from: start, to: min(items, start + 50_000))
    }
    _ = try bench.run(bench.requests("moves", items: items, count: commits))
    let list = PastList(bench: bench)
    try body(list, try list.version())
  }
}

/// A list whose past is read, one call at a time.
private struct PastList {
  let bench: Bench

  func version() throws -> UInt64 {
    let (info, _): (CollectionInfo, Double) = try call { shard, reply in shard.info(bench.name, reply: reply)
    }
    return info.version
  }

  /// The time of reading the first page of a version, in seconds.
  func read(_ version: UInt64, pageSize: Int) throws -> Double {
    let request = FetchRequest(collection: bench.name, pageSize: pageSize)
    let (page, time): (FetchPage, Double) = try call {
      $0.past.fetch(request, at: .number(version), reply: $1)
    }
    guard page.collection.version == version else { fatalError("another version") }
    return time
  }

  /// The time of comparing two versions, in seconds.
  func compare(_ from: UInt64, _ to: UInt64) throws -> Double {
    let request = DiffRequest(collection: bench.name, from: .number(from), to: .number(to))
    let (_, time): (VersionDiff, Double) = try call { $0.past.diff(request, reply: $1) }
    return time
  }

  private func call<Value: Sendable>(
    _ body: @escaping @Sendable (Shard, @escaping Reply<Value>) -> Void
  ) throws -> (Value, Double) {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: Result<Value, ArrangeError>?
    let start = DispatchTime.now().uptimeNanoseconds
    let shard = bench.engine.shard(for: bench.name)
    bench.executor.execute {
      body(shard) {
        result = $0
        done.signal()
      }
    }
    done.wait()
    let time = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    guard let value = try result?.get() else { fatalError("no answer") }
    return (value, time)
  }
}
