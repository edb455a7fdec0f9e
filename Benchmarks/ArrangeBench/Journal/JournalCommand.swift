import ArgumentParser
import ArrangeModel
import Engine
import Foundation
import Journals
import Postgres

/// Measures how many commits per second the journal makes durable, beside a bare loop of write and flush with the
/// same bytes in the same groups, on the same disk, in turns.
struct JournalPace: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal",
    abstract: "Measure the journal beside a bare loop of write and fdatasync, and print JSON.",
    discussion:
      "With --journal the journal in a PostgreSQL database is measured alone; Benchmarks/postgres does so beside pgbench."
  )

  @Option(help: "Where to make the files; they are removed at the end.")
  var directory = "."

  @Option(
    help: "The PostgreSQL database to measure, as a connection string. A schema journal_bench is made there."
  )
  var journal: String?

  @Option(help: "How many commits one durable step takes, several sizes with commas.")
  var groups = "1,16,50,256,1024"

  @Option(help: "How many bytes a commit has; 96 is about a move.")
  var bytes = 96

  @Option(help: "How many collections take turns in a group.")
  var collections = 1

  @Flag(help: "Give each commit a request id of 16 bytes, which the loop does not write.")
  var requests = false

  @Option(help: "For how many seconds each of them runs in a round.")
  var seconds = 1.0

  @Option(help: "How many rounds there are.")
  var rounds = 3

  func run() throws {
    let groups = self.groups.split(separator: ",").compactMap { Int($0) }.filter { $0 > 0 }
    let lines =
      if let journal { try measure(groups, PostgresAddress(journal)) } else { try measure(groups) }
    print("[\(lines.joined(separator: ",\n "))]")
  }

  private func measure(_ groups: [Int], _ address: PostgresAddress) throws -> [String] {
    var options = PostgresJournal.Options()
    options.schema = "journal_bench"
    let journal = try PostgresJournal(address, options: options)
    defer { journal.close() }
    return try groups.map { group in
      let rounds = try (0..<max(1, rounds)).map { _ in try pace(journal, group) }
      return """
        {"group":\(group),"bytes":\(bytes),"journal":\(median(rounds)),"journal_rounds":\(rounds)}
        """
    }
  }

  /// Commits per second to collections of a journal that are made for it.
  private func pace(_ journal: any Journal, _ group: Int) throws -> Double {
    try JournalRun(
      journal,
      group: group,
      bytes: bytes,
      collections: max(1, collections),
      hasRequests: requests
    ).commitsPerSecond(for: seconds)
  }

  private func measure(_ groups: [Int]) throws -> [String] {
    let place = URL(fileURLWithPath: directory).appendingPathComponent("journal-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    var lines: [String] = []
    for group in groups {
      var journal: [Double] = []
      var loop: [Double] = []
      for _ in 0..<max(1, rounds) {
        journal.append(try paceOnDisk(place, group))
        loop.append(try BareLoop(place, group: group, bytes: bytes).commitsPerSecond(for: seconds))
      }
      let (a, b) = (median(journal), median(loop))
      lines.append(
        """
        {"group":\(group),"bytes":\(bytes),"journal":\(a),"loop":\(b),"ratio":\(a / b),\
        "journal_rounds":\(journal),"loop_rounds":\(loop)}
        """
      )
    }
    return lines
  }

  /// Commits per second to the journal that the server has, in a directory of its own.
  private func paceOnDisk(_ place: URL, _ group: Int) throws -> Double {
    let directory = place.appendingPathComponent("journal")
    defer { try? FileManager.default.removeItem(at: directory) }
    let journal = try LoggedJournal(directory: directory.path)
    defer { journal.close() }
    return try pace(journal, group)
  }

  private func median(_ numbers: [Double]) -> Double {
    let sorted = numbers.sorted()
    let half = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
  }
}

/// Calls a closure until the time is over; how often that was, by the second.
private func pace(for seconds: Double, _ body: () throws -> Void) throws -> Double {
  // The first steps make files and fill caches.
  for _ in 0..<20 { try body() }
  let clock = ContinuousClock()
  let start = clock.now
  var count = 0
  while clock.now - start < .seconds(seconds) {
    try body()
    count += 1
  }
  return Double(count) / ((clock.now - start) / .seconds(1))
}

/// Collections in a journal, to which groups of commits are appended.
private final class JournalRun {
  private let journal: any Journal
  private let keys: [CollectionKey]
  private let group: Int
  private let payload: [UInt8]
  private let hasRequests: Bool
  private var versions: [UInt64]
  private var count: UInt64 = 0

  init(_ journal: any Journal, group: Int, bytes: Int, collections: Int, hasRequests: Bool) throws {
    self.journal = journal
    self.group = group
    payload = (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    // A database may have those of earlier rounds.
    keys = (0..<collections).map { _ in CollectionKey(.random(in: 1 ... .max)) }
    versions = Array(repeating: 0, count: collections)
    self.hasRequests = hasRequests
    try journal.append(
      keys.map { .create($0, name: Identifier(unchecked: "list \($0.value)"), descriptor: [1]) }
    )
  }

  func commitsPerSecond(for seconds: Double) throws -> Double {
    try pace(for: seconds) {
      let entries = (0..<group).map { index in
        let place = index % keys.count
        versions[place] += 1
        return JournalEntry.commit(
          CommitRecord(
            collection: keys[place],
            version: versions[place],
            requestID: hasRequests ? nextRequest() : nil,
            payload: payload
          )
        )
      }
      try journal.append(entries)
    } * Double(group)
  }

  private func nextRequest() -> [UInt8] {
    count += 1
    return withUnsafeBytes(of: (count &* 0x9E37_79B9_7F4A_7C15, count)) { Array($0) }
  }
}

/// A file to whose end the bytes of a group are written with one call, and then flushed.
private final class BareLoop {
  private let descriptor: Int32
  private let path: String
  private let group: Int
  private let content: [UInt8]

  init(_ place: URL, group: Int, bytes: Int) throws {
    path = place.appendingPathComponent("loop").path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    self.group = group
    content = Array(repeating: 0x61, count: group * bytes)
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  func commitsPerSecond(for seconds: Double) throws -> Double {
    try pace(for: seconds) {
      guard write(descriptor, content, content.count) == content.count, fdatasync(descriptor) == 0 else {
        throw CocoaError(.fileWriteUnknown)
      }
    } * Double(group)
  }
}
