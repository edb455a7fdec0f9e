import ArrangeModel
import Changes
import Ordering
import Testing

@testable import Engine

/// A subscriber that applies its messages and compares the result with the actual list.
final class Watcher: SubscriptionListener, @unchecked Sendable {
  var options: SubscribeRequest.Options
  var reader = Principal.anonymous
  /// The maximum number of bytes of a message for its connection.
  var largestBytes = 1_000_000
  var cursor: SubscriptionCursor
  /// The list that it has, without keys and content versions; nil before the first snapshot is complete.
  private(set) var list: SectionedList?
  private(set) var version: UInt64 = 0
  /// The version up to which request ids were received, in any message.
  private var toldIDs: UInt64 = 0
  private var pages: [SnapshotPage] = []
  private var pagesVersion: UInt64 = 0
  /// Every token that it got, with its version.
  private(set) var tokens: [(bytes: [UInt8], version: UInt64)] = []
  private(set) var news = 0
  private(set) var end: ArrangeError?

  init(_ options: SubscribeRequest.Options = .init()) {
    self.options = options
    cursor = SubscriptionCursor(.start(.first))
  }

  /// A subscriber that resumes with a token and its list.
  init(
    _ options: SubscribeRequest.Options,
    resuming token: [UInt8],
    _ version: UInt64,
    _ list: SectionedList?
  )
    throws
  {
    self.options = options
    cursor = try SubscriptionCursor(token)
    self.list = list?.plain
    self.version = version
    toldIDs = version
  }

  func notifyOfNewCommits() { news += 1 }

  func recordEnd(_ error: ArrangeError) { end = error }

  // MARK: What comes

  func passOver(to next: SubscriptionCursor, in stage: Stage) throws {
    cursor = next
    guard case .at(let to) = next.place else { return }
    try #require(stage.lists[to]?.plain == list, "a change from \(version) to \(to) was kept silent")
    let ids = stage.ids(from: version, to: to, self)
    try #require(ids.isEmpty, "request ids between \(version) and \(to) were kept silent")
    version = to
  }

  func take(
    _ message: SubscriptionMessage,
    bytes: Int,
    showsChanges: Bool,
    _ next: SubscriptionCursor,
    in stage: Stage
  ) throws {
    try #require(bytes <= largestBytes, "a message of \(bytes) bytes")
    try #require(message.version <= stage.version, "a version before it is durable")
    try #require(message.resumeToken == next.resumeToken, "the token is not where the subscriber is")
    cursor = next
    switch message.content {
    case .snapshot(let page):
      try #require(showsChanges && message.ownRequestIDs.isEmpty)
      try take(page, of: message.version, in: stage)
    case .batch(let batch, let from, let commits):
      try #require(showsChanges && pages.isEmpty)
      try take(batch, from, message, commits: commits, bytes: bytes, in: stage)
    case .tree: Issue.record("the batch of an outline")
    case .progress:
      try #require(!showsChanges && pages.isEmpty)
      try #require(stage.lists[message.version]?.plain == list, "progress in place of a change")
      try expectIDs(message, from: version, in: stage)
      version = message.version
    }
    if let token = message.resumeToken { tokens.append((token, message.version)) }
  }

  private func take(_ page: SnapshotPage, of version: UInt64, in stage: Stage) throws {
    if page.page == 0 {
      (pages, pagesVersion) = ([], version)
    }
    try #require(page.page == pages.count && version == pagesVersion, "page \(page.page) of \(version)")
    pages.append(page)
    guard page.isLast else { return }
    var whole = SectionedList()
    for page in pages {
      try #require(page.size == stage.lists[version]?.size && page.reason == pages[0].reason)
      for run in page.sections {
        if run.firstItem == 0 {
          try #require(run.index == whole.sections.count)
          whole.sections.append(.init(run.section, items: run.items))
        } else {
          try #require(run.index == whole.sections.count - 1)
          try #require(run.firstItem == whole.sections[run.index].items.count)
          whole.sections[run.index].items += run.items
        }
      }
    }
    let expected = try #require(stage.lists[version])
    try #require(whole == (options.sendsKeys ? expected : expected.withoutKeys), "a snapshot of \(version)")
    pages = []
    list = whole.plain
    self.version = version
  }

  private func take(
    _ batch: ChangeBatch,
    _ from: UInt64,
    _ message: SubscriptionMessage,
    commits: UInt64,
    bytes: Int,
    in stage: Stage
  ) throws {
    try #require(from == version && commits == message.version - from && commits > 0)
    try #require(batch.profile == options.profile && batch.count <= options.reloadThreshold)
    try #require(bytes <= options.largestBatchBytes ?? .max)
    var folded = try #require(list, "a batch before a snapshot")
    try #require(!batch.isEmpty || batch.hasKeys)
    try batch.check(oldItemCounts: folded.itemCounts)
    try folded.apply(batch)
    let expected = try #require(stage.lists[message.version])
    try #require(folded.plain == expected.plain, "from \(from) to \(message.version)")
    for content in batch.contents {
      let now = try #require(expected.element(content.id))
      try #require(
        content == (options.sendsKeys ? now : now.withoutKey),
        "\(content.id) at \(message.version)"
      )
    }
    try #require(options.sendsKeys || !batch.hasKeys)
    for key in batch.sections.keys { try #require(key.key == expected.sections[key.at].element.key) }
    for key in batch.items.keys { try #require(key.key == expected[key.at].key) }
    list = folded.plain
    try expectIDs(message, from: from, in: stage)
    version = message.version
  }

  private func expectIDs(_ message: SubscriptionMessage, from: UInt64, in stage: Stage) throws {
    let expected = stage.ids(from: from, to: message.version, self)
    try #require(message.ownRequestIDs == expected, "ids of \(from) to \(message.version)")
  }
}

extension Stage {
  /// The request ids with a prefix of the commits after a version.
  func ids(from: UInt64, to: UInt64, _ watcher: Watcher) -> [RequestID] {
    let prefix = watcher.options.ownRequestPrefix
    guard !prefix.isEmpty, from < to else { return [] }
    return (from + 1...to).filter { authors[$0] ?? .anonymous == watcher.reader }.compactMap {
      requestIDs[$0]
    }
    .filter { $0.bytes.starts(with: prefix) }
  }
}

extension ElementSnapshot {
  var withoutKey: ElementSnapshot {
    var copy = self
    copy.key = .empty
    copy.placementVersion = 0
    return copy
  }

  /// What a list view shows.
  var plain: ElementSnapshot {
    var copy = withoutKey
    copy.contentVersion = 0
    return copy
  }
}

extension SectionedList {
  func map(_ body: (ElementSnapshot) -> ElementSnapshot) -> SectionedList {
    SectionedList(sections.map { Section(body($0.element), items: $0.items.map(body)) })
  }

  var withoutKeys: SectionedList { map(\.withoutKey) }
  var plain: SectionedList { map(\.plain) }

  func element(_ id: Identifier) -> ElementSnapshot? {
    for section in sections {
      if section.element.id == id { return section.element }
      if let item = section.items.first(where: { $0.id == id }) { return item }
    }
    return nil
  }
}

extension ChangeBatch {
  /// Every element that came with its content.
  var contents: [ElementSnapshot] {
    var contents = sections.updates.map(\.content) + items.updates.map(\.content)
    for insert in sections.inserts {
      if case .new(let section) = insert.source { contents.append(section) }
      for case .new(let items) in insert.items { contents += items }
    }
    for insert in items.inserts { if case .new(let item) = insert.source { contents.append(item) } }
    return contents
  }
}
