import ArrangeModel
import BenchmarkSupport
import Changes
import Dispatch
import Engine
import Foundation
import LexoRank
import Ordering
import ProtobufCodec
import Wire

/// What a view costs: to open it, to follow commits, to change its filter, and its memory.
final class ViewBench: @unchecked Sendable {
  /// How many commits are measured: enough for a 99th percentile.
  private static let rounds = 2_000
  /// How many of them come one after the other where two views take turns: a processor is faster and slower by turns, in
  /// which both have their share, and each finds in the cache what it left there.
  private static let turn = 500
  private static let elementsOfACommit = 10
  /// How many items are inserted before the next ones are made: a shard has room for some megabytes that are not durable.
  private static let itemsOnTheWay = 50_000

  let bench: Bench
  let items: Int
  private var random = OrderingRandom(seed: 11)

  init(items: Int) throws {
    self.items = items
    bench = try Bench(strategy: "lexorank")
    let whole = ViewReference(name: nil, definition: try ViewDefinition(parsing: "\(bench.name)"))
    host = bench.engine.home(of: whole)
    try fill()
  }

  /// What evaluates the views, all of one collection.
  let host: ViewHost

  private func fields(_ number: Int) -> Fields {
    [
      "title": .string("title \(number)".padding(toLength: 30, withPad: ".", startingAt: 0)),
      "owner": .string("owner \(Int.random(in: 0..<50, using: &random))"),
      "priority": .int(Int64.random(in: 0..<1_000, using: &random)),
      "done": .bool(Int.random(in: 0..<10, using: &random) == 0),
    ]
  }

  private func fill() throws {
    var requests: [ApplyRequest] = []
    for start in stride(from: 0, to: items, by: 500) {
      if start % ViewBench.itemsOnTheWay == 0, !requests.isEmpty {
        _ = try bench.run(requests)
        requests = []
      }
      let new = try (start..<min(start + 500, items)).map {
        NewElement(id: try Identifier("item-\($0)"), fields: fields($0))
      }
      requests.append(
        ApplyRequest(collection: bench.name, operations: [.insertItems(new, to: ItemDestination(.last))])
      )
    }
    _ = try bench.run(requests)
  }

  private func reference(_ text: String) throws -> ViewReference {
    ViewReference(name: nil, definition: try ViewDefinition(parsing: "\(bench.name) \(text)"))
  }

  /// Does something on the shard's executor, and says how long it took there, in nanoseconds.
  func onShard(_ body: @escaping @Sendable (ViewHost, @escaping @Sendable () -> Void) -> Void)
    -> UInt64
  {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var (start, end): (UInt64, UInt64) = (0, 0)
    bench.executor.execute { [self] in
      start = DispatchTime.now().uptimeNanoseconds
      body(host) {
        end = DispatchTime.now().uptimeNanoseconds
        done.signal()
      }
    }
    done.wait()
    return end - start
  }

  /// A subscriber that asks when the benchmark says so.
  final class Reader: SubscriptionListener, @unchecked Sendable {
    let reference: ViewReference
    var request: SubscribeRequest
    var cursor: SubscriptionCursor
    var bytes = 0
    /// How long encoding took, in nanoseconds.
    private(set) var encoding: UInt64 = 0
    private let arena = Arena(codec: .protobufC)

    init(_ reference: ViewReference, from token: [UInt8]? = nil) throws {
      self.reference = reference
      request = SubscribeRequest(view: reference.definition, resumeToken: token)
      request.options.reloadThreshold = SubscribeRequest.maximumReloadThreshold
      cursor = try SubscriptionCursor(token)
    }

    func notifyOfNewCommits() {}
    func recordEnd(_ error: ArrangeError) { fatalError("\(error)") }

    func ask(_ host: ViewHost, _ whenDone: @escaping @Sendable () -> Void) {
      host.nextMessage(
        to: self,
        for: request,
        at: cursor,
        sendsProgress: false,
        largestBytes: 1 << 20,
        encode: { [self] message in
          let start = DispatchTime.now().uptimeNanoseconds
          defer { encoding += DispatchTime.now().uptimeNanoseconds - start }
          return arena.temporary { message.packable(in: arena).bytes }
        },
        reply: { [self] result in
          switch result {
          case .failure(let error): fatalError("\(error)")
          case .success(.upToDate(let cursor)): self.cursor = cursor
          case .success(.message(let bytes, _, _, _, let cursor)):
            self.bytes += bytes.count
            self.cursor = cursor
          }
          if cursor.isInSnapshot { ask(host, whenDone) } else { whenDone() }
        }
      )
    }

    func begin(_ host: ViewHost, _ whenDone: @escaping @Sendable () -> Void) {
      host.subscribe(self, to: reference) { [self] result in
        if case .failure(let error) = result { fatalError("\(error)") }
        ask(host, whenDone)
      }
    }
  }

  private func commit() throws {
    var operations: [ArrangeModel.ListOperation] = []
    for _ in 0..<ViewBench.elementsOfACommit {
      let number = Int.random(in: 0..<items, using: &random)
      let id = ElementReference(try Identifier("item-\(number)"))
      if Bool.random(using: &random) {
        operations.append(.updateItems([FieldsUpdate(id, set: fields(number))]))
      } else {
        operations.append(
          .moveItems([id], to: ItemDestination(.at(Int.random(in: 0..<items / 2, using: &random))))
        )
      }
    }
    _ = try bench.run([ApplyRequest(collection: bench.name, operations: operations)])
  }

  static func percentiles(_ times: [UInt64]) -> String {
    let sorted = times.sorted()
    func microseconds(_ share: Double) -> String {
      String(format: "%.0f", Double(sorted[Int(Double(sorted.count - 1) * share)]) / 1e3)
    }
    return "p50 \(microseconds(0.5)) us, p99 \(microseconds(0.99)) us"
  }

  /// What following and deriving took, and what encoding did, for each commit, in nanoseconds.
  private struct Times {
    var following: [UInt64] = []
    var encoding: [UInt64] = []
  }

  private static let text = "where not done = true group owner sort priority desc, title"

  func run() throws {
    let view = try reference(ViewBench.text)
    let opening = open(view)
    // The first ones take what was let go before.
    for number in 0..<2 { _ = open(try reference("\(ViewBench.text) cap \(number + 1_000_000)")) }
    let before = residentBytes()
    for number in 2..<12 { _ = open(try reference("\(ViewBench.text) cap \(number + 1_000_000)")) }
    let bytes = (residentBytes() - before) / 10
    // Nine of ten items are not done.
    print("view \(items): opened in \(opening / 1_000_000) ms, \(bytes * 10 / (items * 9)) bytes a row")
    let reader = try watch()
    var times = Times()
    try follow(ViewBench.rounds, by: reader, &times)
    print(
      "view \(items): \(ViewBench.elementsOfACommit) elements followed and derived in "
        + "\(ViewBench.percentiles(times.following)), encoded in \(ViewBench.percentiles(times.encoding))"
    )
    try search()
  }

  /// Has views of two sizes follow commits by turns.
  static func compare(items: Int, with more: Int) throws {
    let benches = try [ViewBench(items: items), ViewBench(items: more)]
    let readers = try benches.map { try $0.watch() }
    var times = [Times(), Times()]
    for _ in 0..<ViewBench.rounds / ViewBench.turn {
      for place in benches.indices {
        try benches[place].follow(ViewBench.turn, by: readers[place], &times[place])
      }
    }
    for (bench, times) in zip(benches, times) {
      print(
        "view \(bench.items): \(ViewBench.elementsOfACommit) elements followed and derived in "
          + ViewBench.percentiles(times.following)
      )
    }
    func median(_ times: Times) -> Double { Double(times.following.sorted()[times.following.count / 2]) }
    print("\(more) items take \(String(format: "%.2f", median(times[1]) / median(times[0]))) of \(items)")
  }

  /// A subscriber of the view that has seen it.
  private func watch() throws -> Reader {
    let reader = try Reader(try reference(ViewBench.text))
    _ = onShard { host, done in reader.begin(host, done) }
    // The versions that are kept for those who opened it go first: they share all leaves, which the first edits of each
    // would copy.
    bench.pass(seconds: EngineOptions().heldReadSeconds)
    // A collection that is in use is not written to a checkpoint for being at rest.
    try commit()
    _ = onShard { host, done in
      host.shard.tick()
      reader.ask(host, done)
    }
    return reader
  }

  /// Makes commits, after each of which the subscriber asks.
  private func follow(_ rounds: Int, by reader: Reader, _ times: inout Times) throws {
    for _ in 0..<rounds {
      try commit()
      let encoded = reader.encoding
      let time = onShard { host, done in reader.ask(host, done) }
      times.encoding.append(reader.encoding - encoded)
      times.following.append(time - (reader.encoding - encoded))
    }
  }

  private func open(_ view: ViewReference) -> UInt64 {
    onShard { host, done in
      host.fetch(FetchRequest(view: view.definition, pageSize: 100), from: view) { result in
        if case .failure(let error) = result { fatalError("\(error)") }
        done()
      }
    }
  }

  /// Somebody types, and sees the first rows of what is found.
  private func search() throws {
    let texts = ["7", "74", "742", "74", "7", "9", "99", "998"]
    var last = try Reader(try reference("flat found where title contains~ \"1\" sort title\nwindow 0 0..<60"))
    do {
      let first = last
      _ = onShard { host, done in first.begin(host, done) }
    }
    var times: [UInt64] = []
    var bytes = 0
    for round in 0..<5 {
      for text in texts {
        let view = try reference(
          "flat found where title contains~ \"\(text)\" and priority >= \(round) sort title\nwindow 0 0..<60"
        )
        let next = try Reader(view, from: last.cursor.resumeToken)
        times.append(onShard { host, done in next.begin(host, done) })
        bytes += next.bytes
        let old = last
        _ = onShard { host, done in
          host.unsubscribe(old)
          done()
        }
        last = next
      }
    }
    print(
      "view \(items): another filter in \(ViewBench.percentiles(times)), \(bytes / times.count) bytes each"
    )
    let open = last
    _ = onShard { host, done in
      host.unsubscribe(open)
      done()
    }
  }

  /// A window around a row that scrolls over the list, each time by half of its rows, and then stays while others change.
  func windows(rows: Int) throws {
    for (name, text) in [("the collection", ""), ("a sorted view", "flat all sort title")] {
      func anchored(_ number: Int) throws -> ViewReference {
        try reference("\(text)\nwindow around item-\(number) before \(rows / 2) after \(rows - rows / 2 - 1)")
      }
      var reader = try Reader(try anchored(0))
      let opening = onShard { [reader] host, done in reader.begin(host, done) }
      var times: [UInt64] = []
      var bytes = 0
      for step in 1...ViewBench.rounds {
        let next = try Reader(try anchored(step * (rows / 2) % items), from: reader.cursor.resumeToken)
        times.append(
          onShard { [reader] host, done in
            next.begin(host, done)
            host.unsubscribe(reader)
          }
        )
        bytes += next.bytes
        reader = next
      }
      print(
        "window \(items): \(name) opened in \(opening / 1_000) us, moved by \(rows / 2) rows in "
          + "\(ViewBench.percentiles(times)), \(bytes / times.count) bytes each"
      )
      var following = Times()
      try follow(ViewBench.rounds, by: reader, &following)
      print(
        "window \(items): \(name): \(ViewBench.elementsOfACommit) elements elsewhere followed in "
          + ViewBench.percentiles(following.following)
      )
      let last = reader
      _ = onShard { host, done in
        host.unsubscribe(last)
        done()
      }
    }
  }

  /// Many views of one collection, each with a subscriber that asks after so many commits.
  func many(_ count: Int, rounds: Int, commits: Int) throws {
    var readers: [Reader] = []
    for number in 0..<count {
      let text =
        "flat mine where owner = \"owner \(number % 50)\" and priority >= \(number / 50 * 40) sort priority"
      let reader = try Reader(try reference(text))
      _ = onShard { host, done in reader.begin(host, done) }
      readers.append(reader)
    }
    var times: [UInt64] = []
    for _ in 0..<rounds {
      let requests = try (0..<commits).map { _ in
        let number = Int.random(in: 0..<items, using: &random)
        let id = ElementReference(try Identifier("item-\(number)"))
        return ApplyRequest(
          collection: bench.name,
          operations: [.updateItems([FieldsUpdate(id, set: fields(number))])]
        )
      }
      _ = try bench.run(requests)
      let all = readers
      times.append(
        onShard { host, done in
          for reader in all { reader.ask(host) {} }
          done()
        }
      )
    }
    let mean = Double(times.reduce(0, +)) / Double(times.count)
    print(
      "views \(items): \(count) different ones follow \(commits) commits at once in "
        + "\(ViewBench.percentiles(times)): \(Int(1e9 * Double(commits) / mean)) commits/s"
    )
    for reader in readers {
      _ = onShard { host, done in
        host.unsubscribe(reader)
        done()
      }
    }
  }
}
