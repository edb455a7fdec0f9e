import ArgumentParser
import ArrangeModel
import BenchmarkSupport
import Dispatch
import Engine
import Foundation

/// What overlays cost those who follow the list of which they are an order.
struct Overlays: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "A list with so many overlays, each of them followed by a subscriber of its own."
  )

  @Argument(help: "The number of items of the list.") var items: Int
  @Argument(help: "The number of overlays.") var count: Int
  @Argument(help: "The number of entries of each.") var entries: Int
  @Option(help: "The number of commits.") var commits = 50

  func validate() throws {
    guard items > entries + 10, count > 0, entries > 0, commits > 0 else {
      throw ValidationError(
        "all numbers are above 0, and the list has more items than an overlay has entries"
      )
    }
  }

  func run() throws { try ViewBench(items: items).overlays(count, entries: entries, commits: commits) }
}

extension ViewBench {
  /// Each overlay has entries for the first items of the list; then items are written and moved that are in none of them.
  func overlays(_ count: Int, entries: Int, commits: Int) throws {
    let stored = try (0..<count).map { number in
      OverlayName("mine", of: bench.name, for: try Principal("user-\(number)"))
    }
    let before = residentBytes()
    for name in stored { try create(name, entries: entries) }
    let collections = residentBytes() - before
    var readers: [Reader] = []
    for name in stored {
      let text = "\"\(bench.name)\" overlay mine"
      let view = ViewReference(
        name: nil,
        definition: try ViewDefinition(parsing: text),
        reader: name.principal ?? .anonymous
      )
      let reader = try Reader(view)
      _ = onShard { host, done in reader.begin(host, done) }
      readers.append(reader)
    }
    let all = readers
    let views = residentBytes() - before - collections
    print(
      "overlays \(items): \(count) of \(entries) entries take \(collections / count) bytes each, "
        + "\(collections / count / entries) for an entry, and their views \(views / count) bytes each"
    )
    for (what, move) in [("written", false), ("moved", true)] {
      var times: [UInt64] = []
      for commit in 0..<commits {
        let id = ElementReference(try Identifier("item-\(items - 1 - commit % 5)"))
        let operation: ArrangeModel.ListOperation =
          move
          ? .moveItems([id], to: ItemDestination(.last))
          : .updateItems([.init(id, set: ["n": .int(Int64(commit))])])
        _ = try bench.run([ApplyRequest(collection: bench.name, operations: [operation])])
        times.append(
          onShard { host, done in
            for reader in all { reader.ask(host) {} }
            done()
          }
        )
      }
      let each = times.map { Double($0) / Double(count) / 1e3 }.sorted()
      print(
        "overlays \(items): an item without an entry is \(what): \(ViewBench.percentiles(times)) for all, "
          + "\(String(format: "%.2f", each[each.count / 2])) us for each subscriber"
      )
    }
  }

  private func create(_ name: OverlayName, entries: Int) throws {
    let shard = bench.engine.shard(for: bench.name)
    let request = CreateOverlayRequest(
      collection: name.collection,
      overlay: name.overlay,
      principal: name.principal
    )
    let done = DispatchSemaphore(value: 0)
    bench.executor.execute {
      shard.overlays.create(request, for: .server) { result in
        if case .failure(let error) = result { fatalError("\(error)") }
        done.signal()
      }
    }
    done.wait()
    // Every second item is behind the next but one, and has the most predecessors that there can be.
    let new = try (0..<entries).map { number in
      let before = try (1...OverlayEntry.maximumPredecessors).map {
        try Identifier("item-\((number + $0) % (entries + 8))")
      }
      let entry = OverlayEntry(item: try Identifier("item-\(number)"), section: "", predecessors: before)
      return NewElement(id: entry.item, fields: entry.storedFields)
    }
    let insert = ArrangeModel.ListOperation.insertItems(new, to: ItemDestination(section: .empty, .last))
    _ = try bench.run([ApplyRequest(collection: name.stored, operations: [insert])])
  }
}
