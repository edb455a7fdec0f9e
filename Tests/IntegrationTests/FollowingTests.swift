import ArrangeClient
import ArrangeModel
import Changes
import Foundation
import Ordering
import TestSupport
import Testing

/// Lists that are followed while real servers are killed, stopped and written to.
@Suite("Following a list", .timeLimit(.minutes(5)))
struct FollowingTests {
  /// The number of edits in a run.
  private static let edits = 300

  private var options: ListUpdates.Options {
    var options = ListUpdates.Options()
    options.reloadThreshold = SubscribeRequest.maximumReloadThreshold
    options.progressInterval = .milliseconds(50)
    return options
  }

  /// The observations of a subscriber of a list.
  private struct Seen {
    var list = SectionedList()
    var version: UInt64 = 0
    var token: [UInt8]?
    var wholeLists = 0
    var batches = 0
  }

  /// Follows a list until it has the item that is inserted last.
  private func follow(
    _ client: ArrangeClient,
    from seen: Seen = Seen(),
    until last: Identifier
  ) async throws -> Seen {
    var seen = seen
    for try await update in client.updates(of: "list", from: seen.token, options: options) {
      switch update.content {
      case .list(let list, _):
        seen.list = list
        seen.wholeLists += 1
      case .batch(let batch, let from, _):
        // Resumed in another sequence, the versions without visible changes are not known.
        #expect(from == seen.version || (seen.batches == 0 && from > seen.version))
        try seen.list.apply(batch)
        seen.batches += 1
      case .progress: break
      }
      #expect(update.version >= seen.version)
      seen.version = update.version
      seen.token = update.resumeToken
      if seen.list.sections.contains(where: { $0.items.contains { $0.id == last } }) { break }
    }
    return seen
  }

  /// The list as the server has it.
  private func list(_ client: ArrangeClient) async throws -> SectionedList {
    var list = SectionedList()
    for try await page in client.pages(of: "list") {
      for slice in page.sections {
        if slice.index == list.sections.count {
          list.sections.append(SectionedList.Section(slice.section))
        }
        list.sections[slice.index].items += slice.items
      }
    }
    return list
  }

  private func expectSame(_ a: SectionedList, _ b: SectionedList) {
    #expect(ids(a) == ids(b))
    #expect(a.sections.flatMap(\.items).map(\.fields) == b.sections.flatMap(\.items).map(\.fields))
  }

  private func ids(_ list: SectionedList) -> [[String]] {
    list.sections.map { [$0.element.id.text] + $0.items.map(\.id.text) }
  }

  private func prepare(_ client: ArrangeClient) async throws {
    try await client.create("list", strategy: "fractional")
    let sections = ["s0", "s1", "s2"].map { NewElement(id: Identifier(stringLiteral: $0)) }
    try await client.apply([.insertSections(sections, to: SectionDestination())], to: "list")
  }

  /// A writer that edits at random, and inserts an item at the end to mark it.
  private struct Writer {
    let client: ArrangeClient
    var random: OrderingRandom
    var items: [Identifier] = []
    private var nextID = 0

    init(_ client: ArrangeClient, seed: UInt64) {
      self.client = client
      random = OrderingRandom(seed: seed)
    }

    mutating func edit() async throws {
      let section = Identifier(stringLiteral: "s\(Int.random(in: 0..<3, using: &random))")
      let operation: ArrangeModel.ListOperation
      switch items.isEmpty ? 0 : Int.random(in: 0..<8, using: &random) {
      case 0..<3:
        nextID += 1
        let id = Identifier(stringLiteral: "i\(nextID)")
        items.append(id)
        operation = .insertItems([NewElement(id: id)], to: ItemDestination(section: section, .first))
      case 3..<6:
        let id = items.randomElement(using: &random)!
        operation = .moveItems([ElementReference(id)], to: ItemDestination(section: section, .first))
      case 6:
        let id = items.randomElement(using: &random)!
        let fields: Fields = ["n": .int(Int64.random(in: 0..<3, using: &random))]
        operation = .updateItems([FieldsUpdate(ElementReference(id), set: fields)])
      default:
        let id = items.remove(at: Int.random(in: 0..<items.count, using: &random))
        operation = .removeItems([ElementReference(id)])
      }
      try await client.apply([operation], to: "list")
    }

    func end(_ id: Identifier = "end") async throws {
      try await client.apply(
        [.insertItems([NewElement(id: id)], to: ItemDestination(section: "s0", .last))],
        to: "list"
      )
    }
  }

  @Test("it continues across kills of the server during writes", arguments: [1, 2] as [UInt64])
  func kills(seed: UInt64) async throws {
    let server = try ServerProcess("--log-level", "error")
    let (writing, reading) = (ArrangeClient(persistentTo: server), ArrangeClient(persistentTo: server))
    try await prepare(writing)
    async let following = follow(reading, until: "end")
    var writer = Writer(writing, seed: seed)
    for edit in 0..<FollowingTests.edits {
      if edit % 100 == 50 {
        server.kill()
        try server.start()
      }
      try await writer.edit()
    }
    try await writer.end()
    let seen = try await following
    expectSame(seen.list, try await list(writing))
    #expect(seen.wholeLists == 1, "seed \(seed): a batch leads over each kill")
    await writing.close()
    await reading.close()
  }

  @Test("it continues when the server is restarted")
  func drain() async throws {
    let server = try ServerProcess("--log-level", "error")
    let (writing, reading) = (ArrangeClient(persistentTo: server), ArrangeClient(persistentTo: server))
    try await prepare(writing)
    async let following = follow(reading, until: "end")
    var writer = Writer(writing, seed: 3)
    for round in 0..<3 {
      for _ in 0..<20 { try await writer.edit() }
      server.terminate()
      #expect(try await Blocking { try server.waitUntilExit() }.value == 0, "round \(round)")
      try server.start()
    }
    try await writer.end()
    let seen = try await following
    expectSame(seen.list, try await list(writing))
    #expect(seen.wholeLists == 1)
    await writing.close()
    await reading.close()
  }

  @Test("another process resumes with a token after a kill")
  func tokens() async throws {
    let server = try ServerProcess("--log-level", "error")
    let writing = ArrangeClient(persistentTo: server)
    try await prepare(writing)
    var writer = Writer(writing, seed: 4)
    var seen = Seen()
    for round in 0..<4 {
      for _ in 0..<10 { try await writer.edit() }
      let last = Identifier(stringLiteral: "end\(round)")
      try await writer.end(last)
      let reading = ArrangeClient(persistentTo: server)
      seen.batches = 0
      seen = try await follow(reading, from: seen, until: last)
      await reading.close()
      expectSame(seen.list, try await list(writing))
      server.kill()
      try server.start()
    }
    #expect(seen.wholeLists == 1)
    await writing.close()
  }

  @Test("the deletion of the collection ends it")
  func deletion() async throws {
    let server = try ServerProcess("--log-level", "error")
    let (writing, reading) = (ArrangeClient(persistentTo: server), ArrangeClient(persistentTo: server))
    try await prepare(writing)
    var iterator = reading.updates(of: "list").makeAsyncIterator()
    _ = try await iterator.next()
    try await writing.delete("list")
    let error = await #expect(throws: ArrangeError.self) {
      while try await iterator.next() != nil {}
    }
    #expect(error?.code == .notFound)
    let unknown = await #expect(throws: ArrangeError.self) {
      for try await _ in reading.updates(of: "unknown") {}
    }
    #expect(unknown?.code == .notFound)
    await writing.close()
    await reading.close()
  }

  // MARK: Controllers

  /// A user with a list on a screen, who moves its items around.
  private actor Person {
    private let controller: OrderedResultsController
    private var random: OrderingRandom
    private var moves: Int
    /// The list on the screen.
    private var screen = SectionedList()
    private var mismatches = 0

    init(_ client: ArrangeClient, moves: Int, seed: UInt64) {
      var options = OrderedResultsController.Options()
      options.reloadThreshold = 1_000
      controller = OrderedResultsController(client, "list", options: options)
      random = OrderingRandom(seed: seed)
      self.moves = moves
    }

    /// Moves items until all moves are made, a last item is there, and no move is in progress.
    func run(until last: Identifier) async throws -> (list: SectionedList, mismatches: Int) {
      while let change = try await controller.next() {
        switch change {
        case .reload: screen = SectionedList(controller.sections)
        case .changes(let batch): try screen.applySequentially(batch)
        case .refused, .connection: break
        }
        compare()
        if moves > 0 { try move() }
        if moves == 0, !controller.hasPendingMoves, controller.indexPath(for: last) != nil { break }
      }
      return (SectionedList(controller.sections), mismatches)
    }

    private func move() throws {
      let ids = controller.sections.flatMap(\.items).map(\.id)
      guard let id = ids.randomElement(using: &random), let anchor = ids.randomElement(using: &random) else {
        return
      }
      moves -= 1
      // A user does nothing if the item is gone or its place is the same.
      guard let move = try? controller.move([id], to: ItemDestination(.after(anchor))) else { return }
      if let changes = move.changes { try screen.applySequentially(changes) }
      compare()
    }

    private func compare() {
      let list = SectionedList(controller.sections)
      let isSame =
        list.sections.map { [$0.element.id] + $0.items.map(\.id) }
        == screen.sections.map { [$0.element.id] + $0.items.map(\.id) }
      if !isSame { mismatches += 1 }
    }
  }

  @Test("three people move items at once, and the server is killed meanwhile")
  func threePeople() async throws {
    let server = try ServerProcess("--log-level", "error")
    let writing = ArrangeClient(persistentTo: server)
    try await prepare(writing)
    var writer = Writer(writing, seed: 5)
    for _ in 0..<40 { try await writer.edit() }
    let clients = (0..<3).map { _ in ArrangeClient(persistentTo: server) }
    let people = clients.enumerated().map { Person($1, moves: 40, seed: UInt64($0)) }
    async let first = people[0].run(until: "end")
    async let second = people[1].run(until: "end")
    async let third = people[2].run(until: "end")
    for edit in 0..<200 {
      if edit == 100 {
        server.kill()
        try server.start()
      }
      try await writer.edit()
    }
    try await writer.end()
    // Waiting only for the next change would not show that everything is answered.
    let poking = Task {
      var number: Int64 = 0
      while !Task.isCancelled {
        number += 1
        let update = FieldsUpdate(ElementReference("end"), set: ["n": .int(number)])
        // They wait for the next server if one of these fails.
        _ = try? await writing.apply([.updateItems([update])], to: "list")
      }
    }
    defer { poking.cancel() }
    for (_, mismatches) in [try await first, try await second, try await third] { #expect(mismatches == 0) }
    poking.cancel()
    await poking.value
    try await writer.end("done")
    let end = try await list(writing)
    for person in people {
      let (list, mismatches) = try await person.run(until: "done")
      #expect(mismatches == 0)
      expectSame(list, end)
    }
    for client in clients + [writing] { await client.close() }
  }

  // MARK: The command line

  @Test("the JSON lines of arrange watch add up to the list", arguments: ["exact", "uikit"])
  func watch(profile: String) async throws {
    let server = try ServerProcess("--log-level", "error")
    let writing = ArrangeClient(persistentTo: server)
    try await prepare(writing)
    var writer = Writer(writing, seed: 6)
    for _ in 0..<20 { try await writer.edit() }
    let output = try ChildPipe()
    let process = try ChildProcess(
      ServerProcess.programs.appendingPathComponent("arrange").path,
      ["watch", "list", "--json", "--profile", profile, "--server", "127.0.0.1:\(server.port)"],
      output: .to(output.writing)
    )
    try output.writing.close()
    let folding = Blocking { try WatchFold.read(output.reading, until: "end") }
    for edit in 0..<100 {
      if edit == 50 {
        server.kill()
        try server.start()
      }
      try await writer.edit()
      if edit % 10 == 0 {
        // Sections are inserted, removed and moved, too.
        let id = Identifier(stringLiteral: "extra\(edit)")
        try await writing.apply(
          [.insertSections([NewElement(id: id)], to: SectionDestination(.first))],
          to: "list"
        )
        try await writing.apply(
          [.moveSections([ElementReference("s1")], to: SectionDestination(.first))],
          to: "list"
        )
        if edit % 20 == 0 {
          try await writing.apply([.removeSections([ElementReference(id)], onlyIfEmpty: false)], to: "list")
        }
      }
    }
    try await writer.end()
    let fold = try await folding.value
    process.send(SIGINT)
    #expect(try await Blocking { try process.wait() }.value == .status(130))
    #expect(fold.sections == ids(try await list(writing)))
    await writing.close()
  }
}

/// Blocking work on a thread of its own.
private struct Blocking<Value: Sendable>: Sendable {
  private let task: Task<Value, any Error>

  init(_ body: @escaping @Sendable () throws -> Value) {
    task = Task {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
      }
    }
  }

  var value: Value { get async throws { try await task.value } }
}

/// A list built from the lines of `arrange watch --json`, as its help describes them.
private struct WatchFold {
  /// The id of each section, with the ids of its items.
  var sections: [[String]] = []

  static func read(_ handle: FileHandle, until last: String) throws -> WatchFold {
    var fold = WatchFold()
    var bytes = Data()
    while true {
      while let end = bytes.firstIndex(of: 0x0A) {
        guard let line = try JSONSerialization.jsonObject(with: bytes[..<end]) as? [String: Any] else {
          throw Failure("a line is no object")
        }
        try fold.take(line)
        bytes = bytes[(end + 1)...]
        if fold.sections.contains(where: { $0.contains(last) }) { return fold }
      }
      let more = handle.availableData
      guard !more.isEmpty else { throw Failure("the output ended early") }
      bytes = Data(bytes) + more
    }
  }

  private mutating func take(_ line: [String: Any]) throws {
    switch line["update"] as? String {
    case "progress", "connection": break
    case "list":
      sections = objects(line["sections"]).map { [id($0)] + objects($0["items"]).map(id) }
    case "batch": apply(line["sections"] as? [String: Any] ?? [:], line["items"] as? [String: Any] ?? [:])
    default: throw Failure("a line of an unknown kind")
    }
    if let after = line["after"] as? [String: Int] {
      guard after["sections"] == sections.count, after["items"] == sections.reduce(0, { $0 + $1.count - 1 })
      else { throw Failure("the sizes differ") }
    }
  }

  private func objects(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }
  private func id(_ value: [String: Any]) -> String { value["id"] as? String ?? "?" }
  private func path(_ value: Any?) -> [Int] { value as? [Int] ?? [] }

  private mutating func apply(_ sectionChanges: [String: Any], _ itemChanges: [String: Any]) {
    let old = sections
    func item(_ path: [Int]) -> String { old[path[0]][path[1] + 1] }
    let itemMoves = objects(itemChanges["moves"]).map { (path($0["from"]), path($0["to"])) }
    let leaving = (itemChanges["deletes"] as? [[Int]] ?? []) + itemMoves.map(\.0)
    for path in leaving.sorted(by: { $0.lexicographicallyPrecedes($1) }).reversed() {
      sections[path[0]].remove(at: path[1] + 1)
    }
    let sectionMoves = objects(sectionChanges["moves"]).map {
      ($0["from"] as? Int ?? 0, $0["to"] as? Int ?? 0)
    }
    var coming = sectionMoves.map { ($0.1, sections[$0.0]) }
    let leavingSections = (sectionChanges["deletes"] as? [Int] ?? []) + sectionMoves.map(\.0)
    for index in leavingSections.sorted(by: >) { sections.remove(at: index) }
    for insert in objects(sectionChanges["inserts"]) {
      var section = [
        (insert["kept"] as? Int).map { old[$0][0] } ?? id(insert["section"] as? [String: Any] ?? [:])
      ]
      for run in objects(insert["items"]) {
        if let count = run["count"] as? Int {
          let start = path(run["kept"])
          section += (0..<count).map { item([start[0], start[1] + $0]) }
        } else {
          section += objects(run["new"]).map(id)
        }
      }
      coming.append((insert["at"] as? Int ?? 0, section))
    }
    for (index, section) in coming.sorted(by: { $0.0 < $1.0 }) { sections.insert(section, at: index) }
    var arriving = itemMoves.map { ($0.1, item($0.0)) }
    for insert in objects(itemChanges["inserts"]) {
      let new = (insert["kept"] as? [Int]).map(item) ?? id(insert["item"] as? [String: Any] ?? [:])
      arriving.append((path(insert["at"]), new))
    }
    for (path, item) in arriving.sorted(by: { $0.0.lexicographicallyPrecedes($1.0) }) {
      sections[path[0]].insert(item, at: path[1] + 1)
    }
  }
}
