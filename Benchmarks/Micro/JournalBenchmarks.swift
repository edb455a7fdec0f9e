import ArrangeModel
import Benchmark
import BenchmarkSupport
import Engine
import Foundation
import Journals

/// Commits and checkpoints to bytes and back, and appends to the journal in SQLite, which flush.
func addJournalBenchmarks() {
  Benchmark("commit encode") { benchmark in
    var list = MadeLists.list(1_000, "lexorank")
    let commit = list.moveAny()
    for _ in benchmark.scaledIterations { blackHole(commit.record) }
  }
  Benchmark("commit decode") { benchmark in
    var list = MadeLists.list(1_000, "lexorank")
    let record = list.moveAny().record
    do throws(ArrangeError) {
      for _ in benchmark.scaledIterations { blackHole(try Commit(record)) }
    } catch {
      preconditionFailure("\(error)")
    }
  }
  addCheckpointBenchmarks()
  for group in [1, 64] { addAppendBenchmark(group) }
}

/// A checkpoint of 10,000 items.
private func addCheckpointBenchmarks() {
  let configuration = Benchmark.Configuration(scalingFactor: .one, maxDuration: .seconds(1))
  @Sendable func chunks(_ state: CollectionState) -> [[UInt8]] {
    var writer = CheckpointWriter(state)
    var chunks: [[UInt8]] = []
    while let chunk = writer.next() { chunks.append(chunk.bytes) }
    return chunks
  }
  Benchmark("checkpoint encode, 10000 items", configuration: configuration) { benchmark in
    let state = MadeLists.list(10_000, "lexorank").state
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(chunks(state)) }
    benchmark.stopMeasurement()
  }
  Benchmark("checkpoint decode, 10000 items", configuration: configuration) { benchmark in
    let chunks = chunks(MadeLists.list(10_000, "lexorank").state)
    benchmark.startMeasurement()
    do throws(ArrangeError) {
      for _ in benchmark.scaledIterations {
        var reader = CheckpointReader()
        for chunk in chunks { try reader.read(chunk) }
        blackHole(try reader.finish(version: 1))
      }
    } catch {
      preconditionFailure("\(error)")
    }
    benchmark.stopMeasurement()
  }
}

/// Appends of so many commits each, on the disk of the temporary directory.
private func addAppendBenchmark(_ group: Int) {
  let configuration = Benchmark.Configuration(scalingFactor: .one, maxDuration: .seconds(2))
  Benchmark("sqlite append of \(group)", configuration: configuration) { benchmark in
    let directory = "\(NSTemporaryDirectory())/arrange-micro-\(ProcessInfo.processInfo.processIdentifier)"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    do throws(JournalError) {
      let journal = try LoggedJournal(directory: directory)
      defer { journal.close() }
      let key = CollectionKey(1)
      try journal.append([.create(key, name: "list", descriptor: [])])
      var version: UInt64 = 0
      let payload = [UInt8](repeating: 1, count: 100)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        let entries: [JournalEntry] = (0..<group).map { _ in
          version += 1
          return .commit(CommitRecord(collection: key, version: version, requestID: nil, payload: payload))
        }
        try journal.append(entries)
      }
      benchmark.stopMeasurement()
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
