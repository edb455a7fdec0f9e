import ArgumentParser
import ArrangeModel
import BenchmarkSupport
import Foundation

/// A list of so many items under a strategy.
struct ListArguments: ParsableArguments {
  @Argument(help: "The items of the list.")
  var items: Int

  @Argument(
    help: "The requests; with 0 only the list is built, whose cost a count of instructions has to leave out."
  )
  var count: Int

  @Argument(
    help:
      "dense, fractional, lexorank, or one of the libraries in ARRANGE_STRATEGIES, with commas between them."
  )
  var strategy: String

  func run(_ kind: String) throws {
    let bench = try Bench(strategy: strategy)
    let before = residentBytes()
    try bench.fill(items)
    let bytes = (residentBytes() - before) / max(items, 1)
    let figures = try bench.measure(bench.requests(kind, items: items, count: count))
    print("\(kind) \(items) \(strategy): \(figures); \(bytes) bytes an item")
  }
}

struct Moves: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Single moves to random places.")

  @OptionGroup var arguments: ListArguments

  func run() throws { try arguments.run("moves") }
}

struct Inserts: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Single inserts at random places.")

  @OptionGroup var arguments: ListArguments

  func run() throws { try arguments.run("inserts") }
}

struct Watched: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Single moves while subscribers stay in step.")

  @Argument var items: Int
  @Argument var count: Int
  @Argument var subscribers: Int
  @Argument var strategy: String

  func run() throws {
    let bench = try Bench(strategy: strategy)
    try bench.fill(items)
    let watching = bench.watch(subscribers)
    let figures = try bench.measure(bench.requests("moves", items: items, count: count))
    print("watched \(items) \(strategy) by \(subscribers): \(figures); \(watching.summary)")
  }
}

struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "A recorded session, one edit a transaction."
  )

  @Argument var file: String
  @Argument var strategy: String

  @Option(help: "How many transactions of the session; all where it is not given.")
  var count = Int.max

  func run() throws {
    let bench = try Bench(strategy: strategy)
    let requests = try Trace.requests(of: file, in: bench.name, limit: count)
    print("trace \(strategy): \(requests.count) edits, \(try bench.measure(requests))")
  }
}

struct Derive: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Batches of so many changes each, two of them composed, and of 1,000 commits of one change."
  )

  @Argument var items: Int
  @Argument var changes: Int

  func run() throws { try DeriveBench.run(items: items, changes: changes) }
}

struct Views: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "A view that follows commits, and so many different ones at once."
  )

  @Argument var items: Int
  @Argument var count: Int

  func run() throws {
    let bench = try ViewBench(items: items)
    try bench.run()
    try bench.many(count, rounds: 100, commits: 1)
    try bench.many(count, rounds: 30, commits: 100)
  }
}

struct Windows: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "A window of so many rows that scrolls over a list, and one that stays."
  )

  @Argument var items: Int
  @Argument var rows: Int

  func run() throws { try ViewBench(items: items).windows(rows: rows) }
}

struct ViewGrowth: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Following commits in a view of more items, beside one of fewer, in turns."
  )

  @Argument var items: Int
  @Argument var more: Int

  func run() throws { try ViewBench.compare(items: items, with: more) }
}

extension Bench {
  /// Carries out requests.
  ///
  /// - Returns: how many there were in a second, and what each of them took, as text.
  fileprivate func measure(_ requests: [ApplyRequest]) throws -> String {
    let processors = Bench.processorSeconds()
    let seconds = try run(requests)
    let spent = Bench.processorSeconds() - processors
    let count = Double(max(requests.count, 1))
    return "\(Int(Double(requests.count) / max(seconds, .leastNormalMagnitude)))/s, "
      + "\(String(format: "%.2f", seconds / count * 1e6)) us each, "
      + "\(String(format: "%.2f", spent / count * 1e6)) us of processors each"
  }

  /// The processor time that this process has taken, in seconds, which other processes hardly disturb.
  private static func processorSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }
}
