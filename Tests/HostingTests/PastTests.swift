import ArrangeModel
import Changes
import ListModel
import Ordering
import Testing

@testable import Engine

/// Versions of a collection that are read again, compared with the lists that were there when they were made.
@Suite("The past")
struct PastTests {
  @Test(
    "is what every version was, in pages, as differences and played again",
    arguments: 0..<60 as Range<UInt64>
  )
  func histories(seed: UInt64) throws {
    var history = try RandomPast(seed: seed)
    do { for _ in 0..<200 { try history.step() } } catch {
      Issue.record("seed \(seed), step \(history.steps): \(error)")
    }
  }

  @Test("has no version that is not there yet, and says which is the oldest one that is kept")
  func bounds() throws {
    var options = EngineOptions()
    options.checkpointInterval = 10
    options.retainedCommits = 5
    let stage = try Stage(options: options)
    for number in 0..<40 { try stage.apply(.add("\(number)")) }
    try stage.awaitCheckpoints()
    let oldest = try stage.oldestVersion()
    #expect(oldest > 0)
    #expect(try stage.past(oldest) == stage.lists[oldest]?.withoutKeys)
    #expect(
      throws: ArrangeError(
        .outOfRange,
        "version \(oldest - 1) is no longer kept; the oldest version that can be read is \(oldest)",
        field: "at"
      )
    ) { try stage.past(oldest - 1) }
    #expect(
      throws: ArrangeError(.outOfRange, "there is no version 41 yet; the newest one is 40", field: "at")
    ) {
      try stage.past(41)
    }
    #expect(
      throws: ArrangeError(.outOfRange, "there is no version 41 yet; the newest one is 40", field: "to")
    ) {
      try stage.diff(40, 41)
    }
    #expect(try stage.past(40) == stage.lists[40]?.withoutKeys)
  }

  @Test("ends at a commit whose removed content is not kept")
  func leftOut() throws {
    let stage = try Stage()
    let text = FieldValue.string(String(repeating: "x", count: 60_000))
    try stage.apply(.add("a"))
    try stage.apply(.insertSections([NewElement(id: "large")], to: .init()))
    for part in 0..<2 {
      let items = (0..<50).map {
        NewElement(id: Identifier(unchecked: "\(part)-\($0)"), fields: ["text": text])
      }
      try stage.apply(.insertItems(items, to: .init(section: "large")))
    }
    try stage.apply(.removeSections(["large"], onlyIfEmpty: false))
    try stage.apply(.add("b"))
    #expect(try stage.past(5) == stage.lists[5]?.withoutKeys)
    #expect(
      throws: ArrangeError(
        .outOfRange,
        "version 4 can't be read: commit 5 removed more content than is kept; the oldest version that can be read is 5"
      )
    ) { try stage.past(4) }
  }

  @Test("takes turns with other work when it is far away")
  func slices() throws {
    let stage = try Stage(pool: WorkPool(.byHand))
    try stage.apply(.add("a", "b", "c"))
    for number in 0..<1_000 { try stage.apply(.move(["a", "b", "c"][number % 3], to: .init(.last))) }
    let box = Box<Result<FetchPage, ArrangeError>?>(nil)
    stage.shard.past.fetch(FetchRequest(collection: "board"), at: 1) { box.value = $0 }
    try stage.executor.run { stage.pool.count > 0 }
    var slices = 0
    while stage.pool.runSlice() { slices += 1 }
    try stage.executor.run { box.value != nil }
    #expect(slices > 1)
    #expect(try box.value?.get().sections.flatMap(\.items).map(\.id.text) == ["a", "b", "c"])
  }

  @Test("does not continue a page of a version with another one, nor in another history")
  func tokens() throws {
    let stage = try Stage()
    try stage.apply(.add("a", "b", "c"))
    try stage.apply(.add("d"))
    func page(_ token: [UInt8]?, at version: VersionReference) throws -> FetchPage {
      let request = FetchRequest(collection: "board", pageSize: 1, pageToken: token)
      return try stage.call { $0.past.fetch(request, at: version, reply: $1) }
    }
    let first = try page(nil, at: 1)
    #expect(first.isPast && first.collection.version == 1 && first.collection.itemCount == 3)
    let second = try page(first.nextPageToken, at: 1)
    #expect(second.sections.flatMap(\.items).map(\.id) == ["b"])
    #expect(throws: ArrangeError.expiredRead) { try page(first.nextPageToken, at: 2) }
    #expect(throws: ArrangeError(.notFound, "there is no item \"d\"", field: "window.around")) {
      let window = FetchRequest.Window.around("d", before: 1, after: 1)
      let request = FetchRequest(collection: "board", window: window)
      let _: FetchPage = try stage.call { $0.past.fetch(request, at: 1, reply: $1) }
    }
  }

  @Test("keeps a bounded number of states and commits, and drops what is idle")
  func cache() throws {
    let stage = try Stage()
    try stage.apply(.add("a", "b"))
    for _ in 0..<300 { try stage.apply(.move("a", to: .init(.last)), .move("b", to: .init(.last))) }
    // Each transaction changes nothing: both end where they were.
    #expect(stage.version == 1)
    for number in 0..<300 { try stage.apply(.move(number % 2 == 0 ? "a" : "b", to: .init(.last))) }
    for version in 1...300 as ClosedRange<UInt64> { _ = try stage.past(version) }
    let cache = stage.shard.pastCache
    #expect(cache.counts.states == PastCache.maximumStates && cache.counts.blocks == 2)
    stage.advance(seconds: stage.options.heldReadSeconds)
    #expect(cache.counts == (0, 0))
    #expect(try stage.past(17) == stage.lists[17]?.withoutKeys)
  }

  @Test("is not read backwards by playing it")
  func backwards() throws {
    let stage = try Stage()
    for number in 0..<3 { try stage.apply(.add("\(number)")) }
    #expect(
      throws: ArrangeError(
        .invalidArgument,
        "`play_to` is version 1, before version 2 with which it begins",
        field: "play_to"
      )
    ) { _ = try stage.play(2, to: 1) }
  }
}

/// A collection whose past is read at random.
struct RandomPast {
  let stage: Stage
  var operations: TransactionGenerator
  private(set) var steps = 0
  private let size: Int

  init(seed: UInt64) throws {
    operations = TransactionGenerator(.history(), seed: seed)
    var options = EngineOptions()
    if seed % 2 == 0 {
      options.checkpointInterval = 40
      options.retainedCommits = 60
    }
    options.heldReadSeconds = 5
    size = seed % 5 == 0 ? 150 : 25
    stage = try Stage(strategy: ["lexorank", "dense", "fractional"][Int(seed % 3)], options: options)
  }

  mutating func step() throws {
    steps += 1
    switch operations.below(100) {
    case 0..<50: try write()
    case 50..<53: try change()
    case 53..<55: try stage.restart()
    case 55..<58: stage.advance(seconds: UInt64(operations.below(10)))
    case 58..<78: try read()
    case 78..<90: try compare()
    default: try play()
    }
  }

  mutating func write() throws {
    try stage.load()
    for _ in 0...operations.below(6) {
      guard let hosted = stage.hosted else { return }
      try stage.begin(operations.transaction(on: stage.list(of: hosted.working), size: size))
    }
    try stage.settle()
  }

  private mutating func change() throws {
    try stage.load()
    stage.beginChange(to: ["dense", "fractional", "lexorank"][operations.below(3)])
    try stage.settle()
  }

  private mutating func version() throws -> UInt64 {
    try stage.load()
    return UInt64(operations.below(Int(stage.version) + 1))
  }

  /// Runs a read of versions, which may be trimmed.
  private func check(_ versions: UInt64..., body: () throws -> Void) throws {
    do { try body() } catch let error as ArrangeError where error.code == .outOfRange {
      let oldest = try stage.oldestVersion()
      let isTrimmed = versions.contains { $0 < oldest }
      try #require(isTrimmed, "\(versions) is kept, the oldest is \(oldest): \(error)")
      return
    }
  }

  private mutating func read() throws {
    let version = try version()
    let size = operations.chance(50) ? 1 + operations.below(10) : nil
    try check(version) {
      let list = try stage.past(version, pageSize: size)
      try #require(list == stage.lists[version]?.withoutKeys, "version \(version) was another list")
    }
  }

  private mutating func compare() throws {
    let (from, to) = (try version(), try version())
    let profile: ChangeBatch.Profile = operations.chance(50) ? .exact : .uikit
    try check(from, to) {
      let diff = try stage.diff(from, to, profile)
      try #require(diff.from == from && diff.to == to)
      var list = try #require(stage.lists[from]).plain
      try list.apply(diff.batch)
      try #require(
        list.plain == stage.lists[to]?.plain,
        "the difference from \(from) to \(to) leads elsewhere"
      )
    }
  }

  private mutating func play() throws {
    let first = try version()
    let last = min(stage.version, first + UInt64(operations.below(12)))
    var options = SubscribeRequest.Options()
    options.profile = operations.chance(50) ? .exact : .uikit
    options.reloadThreshold = [0, 2, 100][operations.below(3)]
    let bytes = [600, 100_000][operations.below(2)]
    try check(first, last) {
      var version = first
      let messages = try stage.play(first, to: last, options, largestBytes: bytes) { list, at in
        try #require(at == version, "version \(at) follows \(version)")
        try #require(list.plain == stage.lists[at]?.plain, "version \(at) was another list")
        version += 1
      }
      try #require(version == last + 1 && messages > 0)
    }
  }
}

extension Stage {
  /// The oldest version that can be read.
  func oldestVersion() throws -> UInt64 {
    let request = HistoryRequest(collection: name)
    let page: HistoryPage = try call { $0.history(request, reply: $1) }
    return page.oldestKept - 1
  }

  /// A version, read in pages.
  @discardableResult
  func past(_ version: UInt64, pageSize: Int? = nil) throws -> SectionedList {
    try past(at: .number(version), pageSize: pageSize)
  }

  func past(at version: VersionReference, pageSize: Int? = nil) throws -> SectionedList {
    var sections: [SectionedList.Section] = []
    var token: [UInt8]?
    repeat {
      let request = FetchRequest(collection: name, pageSize: pageSize, pageToken: token)
      let page: FetchPage = try call { $0.past.fetch(request, at: version, reply: $1) }
      try #require(page.isPast)
      for slice in page.sections {
        if slice.firstItem == 0 { sections.append(.init(slice.section, items: [])) }
        sections[sections.count - 1].items += slice.items
      }
      token = page.nextPageToken
    } while token != nil
    return SectionedList(sections)
  }

  @discardableResult
  func diff(_ from: UInt64, _ to: UInt64, _ profile: ChangeBatch.Profile = .exact) throws -> VersionDiff {
    try diff(from: .number(from), to: .number(to), profile)
  }

  @discardableResult
  func diff(
    from: VersionReference,
    to: VersionReference?,
    _ profile: ChangeBatch.Profile = .exact
  ) throws -> VersionDiff {
    let request = DiffRequest(collection: name, from: from, to: to, profile: profile)
    return try call { $0.past.diff(request, reply: $1) }
  }

  /// Plays versions.
  ///
  /// - Parameter body: gets each list with its version.
  /// - Returns: the number of messages.
  func play(
    _ first: UInt64,
    to last: UInt64?,
    _ options: SubscribeRequest.Options = .init(),
    largestBytes: Int = 1_000_000,
    _ body: (SectionedList, UInt64) throws -> Void = { _, _ in }
  ) throws -> Int {
    var request = SubscribeRequest(collection: name, options: options)
    request.at = .number(first)
    request.playTo = last.map { .number($0) }
    let asked = request
    var cursor: PastCursor? = try call { $0.past.begin(asked, reply: $1) }
    var list = SectionedList()
    var count = 0
    let messages = Box<[SubscriptionMessage]>([])
    while let next = cursor {
      let answer: PastMessage = try call { shard, reply in
        shard.past.nextMessage(
          for: asked,
          at: next,
          largestBytes: largestBytes,
          encode: { message in
            messages.value.append(message)
            return self.encode(message)
          },
          for: .server,
          reply: reply
        )
      }
      try #require(answer.bytes.count <= largestBytes)
      // A message that is too large is made as well, before the snapshot in its place.
      let message = try #require(messages.value.last)
      count += 1
      cursor = answer.next
      switch message.content {
      case .snapshot(let page):
        if page.page == 0 { list = SectionedList() }
        for run in page.sections {
          if run.firstItem == 0 { list.sections.append(.init(run.section, items: [])) }
          list.sections[run.index].items += run.items
        }
        if page.isLast { try body(list, message.version) }
      case .batch(let batch, let from, let commits):
        try #require(from + 1 == message.version && commits == 1)
        try list.apply(batch)
        try body(list, message.version)
      case .progress, .tree: try body(list, message.version)
      }
    }
    return count
  }
}
