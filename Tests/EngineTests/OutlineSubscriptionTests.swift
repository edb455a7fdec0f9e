import ArrangeModel
import Changes
import Ordering
import Testing

@testable import Engine

@Suite("Subscriptions to outlines")
struct OutlineSubscriptionTests {
  @Test(
    "show at each version what the outline is, whatever is collapsed and however small pages are",
    arguments: 0..<30 as Range<UInt64>
  )
  func histories(seed: UInt64) throws {
    let history = OutlineHistory(seed: seed, commits: 60, size: 6)
    var random = OrderingRandom(seed: ~seed)
    let board = Board(history.states[0])
    var readers: [Reader] = []
    for number in 0..<6 {
      var options = SubscribeRequest.Options()
      options.profile = .tree
      options.reloadThreshold = [100, 3, 0][number % 3]
      options.sendsKeys = number == 4
      options.largestBatchBytes = number.isMultiple(of: 2) ? 160 : nil
      if number >= 2 {
        let ids = (0..<40).map { _ in Int.random(in: 0..<400, using: &random) }
        let nodes = ids.map { TreeNode.item(Identifier(unchecked: "item \($0)")) } + [.section("section 1")]
        options.folding = TreeFolding(Set(nodes), isLazy: number == 5)
      }
      readers.append(Reader(board, options))
    }
    for (commit, state) in zip(history.commits, history.states.dropFirst()) {
      board.commit(commit, leadingTo: state)
      for index in readers.indices where Int.random(in: 0..<3, using: &random) == 0 {
        try readers[index].read("seed \(seed), reader \(index), version \(state.version)")
      }
    }
    for index in readers.indices { try readers[index].read("seed \(seed), reader \(index), at the end") }
    #expect(readers.allSatisfy { $0.snapshots > 0 } && readers.contains { $0.batches > 3 })
    // Some of the other outlines fit a page at all times.
    if seed < 10 {
      #expect(readers.reduce(0) { $0 + $1.pages } > readers.reduce(0) { $0 + $1.snapshots })
    }
  }

  @Test("resume with a batch, and begin again with another folding")
  func resuming() throws {
    let history = OutlineHistory(seed: 3, commits: 30, size: 4)
    let board = Board(history.states[0])
    var options = SubscribeRequest.Options()
    options.profile = .tree
    options.folding = TreeFolding([.section("section 0")])
    var reader = Reader(board, options)
    try reader.read("at the beginning")
    for (commit, state) in zip(history.commits, history.states.dropFirst()).prefix(20) {
      board.commit(commit, leadingTo: state)
    }
    let token = try #require(reader.cursor.resumeToken)
    let cursor = try SubscriptionCursor(token)
    guard case .resuming(let resumed) = cursor.place else {
      Issue.record("not a token of a collection")
      return
    }
    #expect(resumed.folding != 0 && resumed.version == reader.shownVersion)
    let watched = WatchedOutline(TestOutline(board: board, hasKeys: false), folding: options.folding)
    #expect(watched.checked(cursor) == cursor)
    for other in [
      TreeFolding(), TreeFolding([.item("section 0")]), TreeFolding([.section("section 0")], isLazy: true),
    ] {
      let watched = WatchedOutline(TestOutline(board: board, hasKeys: false), folding: other)
      #expect(watched.checked(cursor) == SubscriptionCursor(.start(.viewChanged)))
      // Within one subscription nothing changes.
      #expect(watched.checked(reader.cursor) == reader.cursor)
    }
    // What is not collapsed has the same tokens as a flat collection.
    let plain = WatchedOutline(TestOutline(board: board, hasKeys: false), folding: TreeFolding())
    #expect(plain.resumeToken(at: 3) == plain.base.resumeToken(at: 3))
    reader.cursor = SubscriptionCursor(epoch: resumed.epoch, .at(version: resumed.version), viewToken: token)
    try reader.read("resumed")
    #expect(reader.snapshots == 1 && reader.batches <= 1)
  }

  @Test("a walk goes on at any row, and over what is below one")
  func walks() {
    let history = OutlineHistory(seed: 11, commits: 80, size: 8)
    for state in history.states {
      for section in 0..<state.sectionCount {
        var rows: [(entry: ItemEntry, depth: Int)] = []
        var whole = RowWalk(state, section: section)
        while let row = whole.next() { rows.append(row) }
        #expect(whole.position == nil)
        var walk = RowWalk(state, section: section)
        for (index, expected) in rows.enumerated() {
          var other = RowWalk(state, section: section)
          #expect(walk.position.map { other.go(to: $0) } == true)
          walk = other
          let row = walk.next()
          #expect(row?.entry.element == expected.entry.element && row?.depth == expected.depth)
          #expect(row.map { state.slot(of: $0.entry.element)?.index == walk.lastIndex } == true)
          var over = walk
          over.leaveOutChildren()
          let next = rows[(index + 1)...].first { $0.depth <= expected.depth }
          #expect(over.next()?.entry.element == next?.entry.element)
        }
        #expect(walk.position == nil && walk.next() == nil)
      }
    }
  }
}

/// An outline that is watched, with its log.
final class Board: @unchecked Sendable {
  // Used by one test.

  private(set) var newest: CollectionState
  let feed: ChangeFeed<ListAtVersion, ChangeLog>

  init(_ state: CollectionState) {
    newest = state
    feed = ChangeFeed(ChangeLog(base: state.version))
  }

  func commit(_ commit: Commit, leadingTo state: CollectionState) {
    feed.log.append(commit.edits, requestID: nil)
    newest = state
  }
}

/// An outline without a collection that hosts it.
struct TestOutline: WatchedList {
  let board: Board
  let hasKeys: Bool

  var feed: ChangeFeed<ListAtVersion, ChangeLog> { board.feed }
  var epoch: UInt64 { 7 }
  var cursorEpoch: UInt64 { 7 }
  var newestVersion: UInt64 { board.newest.version }
  static var isView: Bool { false }

  func newestList() -> ListAtVersion { ListAtVersion(state: board.newest, hasKeys: hasKeys) }
  func covers(_ version: UInt64) -> Bool { feed.log.covers(version) }

  func list(at version: UInt64, from newer: ListAtVersion) -> ListAtVersion {
    var list = newer
    feed.log.undo(&list.state, to: version)
    return list
  }

  func isUnchanged(since version: UInt64) -> Bool {
    feed.log.hasNoEdits(after: version, through: newestVersion)
  }

  func derive(
    from version: UInt64,
    to newest: ListAtVersion,
    profile: ChangeBatch.Profile,
    threshold: Int
  ) -> Derivation { .unexplained }

  func notes(_ wanted: CommitNotes.Wanted, after version: UInt64, through last: UInt64) -> CommitNotes {
    CommitNotes()
  }

  func era(of version: UInt64) -> Lineage.Era? { nil }

  func resumeToken(at version: UInt64) -> [UInt8] { ResumeToken(epoch: 7, version: version, in: nil).bytes }
}

/// Messages that were encoded, by their numbers.
private final class Messages: @unchecked Sendable {
  // Used by one test.

  private(set) var all: [SubscriptionMessage] = []

  /// The number of the message, and as many more bytes as it has rows, and some for each of them.
  func encode(_ message: SubscriptionMessage) -> [UInt8] {
    all.append(message)
    var rows = 2
    switch message.content {
    case .snapshot(let page): rows += page.sections.reduce(0) { $0 + 1 + $1.items.count }
    case .tree(let batch, _, _): rows += batch.count + batch.owners.count
    case .batch, .progress: break
    }
    let number = (all.count - 1).description
    return Array(number.utf8) + [UInt8](repeating: 0x20, count: 20 * rows)
  }

  func message(_ bytes: [UInt8]) -> SubscriptionMessage? {
    Int(String(decoding: bytes.prefix { $0 != 0x20 }, as: UTF8.self)).map { all[$0] }
  }
}

/// A subscriber, and what it sees.
private struct Reader {
  let board: Board
  let options: SubscribeRequest.Options
  var cursor = SubscriptionCursor(.start(.first))
  private(set) var shown = ShownTree()
  private(set) var shownVersion: UInt64 = 0
  private(set) var (snapshots, batches, pages) = (0, 0, 0)
  private var rows: [TreeRow] = []
  private var counts: [TreeNode: BranchCounts] = [:]
  private let messages = Messages()

  init(_ board: Board, _ options: SubscribeRequest.Options) {
    self.board = board
    self.options = options
  }

  /// Reads all that there is.
  mutating func read(_ comment: String) throws {
    let messages = messages
    let maker = MessageMaker(
      watched: WatchedOutline(
        TestOutline(board: board, hasKeys: options.sendsKeys),
        folding: options.folding
      ),
      request: SubscribeRequest(collection: "plan", options: options),
      largestBytes: options.largestBatchBytes ?? 100_000,
      maximumBytes: 100_000,
      clock: EngineClock(wallTime: { Timestamp(microseconds: 0) }, monotonicNanoseconds: { 0 }),
      encode: { messages.encode($0) }
    )
    var isInStep = false
    while !isInStep {
      switch try maker.answer(maker.validCursor(cursor), sendsProgress: true).get() {
      case .upToDate(let next):
        cursor = next
        isInStep = !next.isInSnapshot
      case .message(let bytes, _, _, _, let next):
        cursor = next
        let message = try #require(messages.message(bytes))
        try take(message, bytes.count, comment)
        isInStep = !next.isInSnapshot && message.version == board.newest.version
      }
    }
    let whole = try TreeList(board.newest.treeRows)
    let expected = ShownTree(whole, folding: options.folding)
    try #require(shownVersion == board.newest.version, "\(comment)")
    try #require(
      shown.list.plain == expected.list.plain,
      "\(comment)\n\(shown.list)\n\(expected.list)"
    )
    #expect(shown.counts == expected.counts, "\(comment)")
  }

  private mutating func take(_ message: SubscriptionMessage, _ bytes: Int, _ comment: String) throws {
    switch message.content {
    case .snapshot(let page): try take(page, message.version, comment)
    case .tree(let batch, let from, let commits):
      #expect(from == shownVersion && commits == message.version - from, "\(comment)")
      #expect(
        batch.count <= options.reloadThreshold && bytes <= options.largestBatchBytes ?? .max,
        "\(comment)"
      )
      try batch.check()
      try shown.apply(batch)
      shownVersion = message.version
      batches += 1
    case .batch: Issue.record("\(comment): a batch of a flat list")
    case .progress: shownVersion = message.version
    }
  }

  private mutating func take(_ page: SnapshotPage, _ version: UInt64, _ comment: String) throws {
    if page.page == 0 { (rows, counts) = ([], [:]) }
    for run in page.sections {
      if run.firstItem == 0, rows.count(where: { $0.depth == 0 }) == run.index {
        rows.append(TreeRow(run.section, depth: 0))
      }
      for (item, depth) in zip(run.items, run.depths) { rows.append(TreeRow(item, depth: depth)) }
      for hidden in run.hidden {
        counts[hidden.row.map { .item(run.items[$0].id) } ?? .section(run.section.id)] = hidden.counts
      }
    }
    pages += 1
    guard page.isLast else { return }
    let list = try TreeList(rows)
    #expect(list.size == page.size, "\(comment)")
    shown = ShownTree(shown: list, counts: counts, folding: options.folding)
    shownVersion = version
    snapshots += 1
  }
}

extension TreeList {
  /// The rows without what depends on commits alone.
  fileprivate var plain: [TreeRow] {
    rows.map { row in
      var row = row
      row.element.contentVersion = 0
      row.element.placementVersion = 0
      row.element.key = .empty
      return row
    }
  }
}
