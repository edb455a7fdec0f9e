internal import ArrangeModel
internal import Changes

/// Turns the messages of a subscription to an outline into updates, as ``UpdateReader`` does for flat lists.
struct OutlineReader {
  /// The action after a message.
  enum Action: Equatable {
    /// Wait for the next one.
    case none

    /// Deliver this update.
    case update(OutlineUpdate)

    /// The message does not fit: cancel, and ask for the whole outline.
    case beginAgain

    /// The server can't be followed.
    case fail(ArrangeError)
  }

  private let folding: TreeFolding

  private var snapshot = OutlinePages()

  /// The last delivered update; nil before the first one, when only the token determines the version.
  private var last: (version: UInt64, epoch: UInt64, size: ListSize?)?

  /// The number of requests for the whole outline since a batch last fitted.
  private var beginnings = 0

  init(_ folding: TreeFolding) { self.folding = folding }

  /// A message arrived.
  ///
  /// - Parameter isFirst: whether it is the first one since the stream was opened.
  mutating func take(_ message: SubscriptionMessage, isFirst: Bool) -> Action {
    if isFirst { snapshot = OutlinePages() }
    switch message.content {
    case .snapshot(let page): return take(page, message)
    case .batch: return .fail(.isNoOutline)
    case .tree(let batch, let start, let commits):
      guard snapshot.isEmpty, start <= message.version, isNext(message) else { return refuse() }
      var from = start
      if let last {
        // On an open stream the server skips versions without visible changes. After a reopening, the batch must begin at the
        // token.
        guard isFirst ? start == last.version : start >= last.version else { return refuse() }
        guard batch.before == last.size ?? batch.before else { return refuse() }
        from = last.version
      }
      beginnings = 0
      return deliver(.batch(batch, from: from, commits: commits), of: message, size: batch.after)
    case .progress:
      guard snapshot.isEmpty, isNext(message) else { return refuse() }
      return deliver(.progress, of: message, size: last?.size)
    }
  }

  private func isNext(_ message: SubscriptionMessage) -> Bool {
    last.map { message.epoch == $0.epoch && message.version >= $0.version } ?? true
  }

  private mutating func take(_ page: SnapshotPage, _ message: SubscriptionMessage) -> Action {
    guard snapshot.append(page, version: message.version, epoch: message.epoch) else { return refuse() }
    guard page.isLast else { return .none }
    guard let shown = snapshot.take(folding) else { return refuse() }
    return deliver(.outline(shown, reason: page.reason), of: message, size: page.size)
  }

  private mutating func deliver(
    _ content: OutlineUpdate.Content,
    of message: SubscriptionMessage,
    size: ListSize?
  ) -> Action {
    guard let token = message.resumeToken else { return refuse() }
    last = (message.version, message.epoch, size)
    return .update(
      OutlineUpdate(
        version: message.version,
        epoch: message.epoch,
        resumeToken: token,
        notes: message.notes,
        content: content
      )
    )
  }

  private mutating func refuse() -> Action {
    snapshot = OutlinePages()
    last = nil
    beginnings += 1
    return beginnings <= UpdateReader.maximumBeginnings ? .beginAgain : .fail(.doesNotFit)
  }
}

/// Collects the pages of a snapshot of an outline.
struct OutlinePages {
  private var rows: [TreeRow] = []
  private var counts: [TreeNode: BranchCounts] = [:]
  private var first: (page: SnapshotPage, version: UInt64, epoch: UInt64)?
  private var count = 0
  /// The number of sections, and the id and the number of items of the last one.
  private var sections = 0
  private var last: (id: Identifier, items: Int)?

  /// Whether there is no page yet.
  var isEmpty: Bool { first == nil }

  /// Adds the next page. The first page starts over, whatever came before.
  ///
  /// - Returns: false if it does not follow the previous ones.
  mutating func append(_ page: SnapshotPage, version: UInt64, epoch: UInt64) -> Bool {
    if page.page == 0 { self = OutlinePages() }
    guard page.page == count else { return false }
    if let first {
      guard
        first.version == version, first.epoch == epoch, first.page.size == page.size,
        first.page.reason == page.reason
      else { return false }
    } else {
      var head = page
      head.sections = []
      first = (head, version, epoch)
    }
    count += 1
    return page.sections.allSatisfy { append($0) }
  }

  private mutating func append(_ run: SnapshotPage.Run) -> Bool {
    guard run.depths.count == run.items.count else { return false }
    if run.firstItem == 0, run.index == sections {
      rows.append(TreeRow(run.section, depth: 0))
      sections += 1
      last = (run.section.id, 0)
    }
    guard let last, run.index == sections - 1, run.section.id == last.id, run.firstItem == last.items else {
      return false
    }
    for (item, depth) in zip(run.items, run.depths) {
      guard depth > 0 else { return false }
      rows.append(TreeRow(item, depth: depth))
    }
    self.last = (last.id, last.items + run.items.count)
    for hidden in run.hidden {
      let node = hidden.row.map { TreeNode.item(run.items[$0].id) } ?? .section(run.section.id)
      counts[node] = hidden.counts
    }
    return true
  }

  /// What is shown of the outline after the last page; nil if its rows are none, or not as many as announced.
  mutating func take(_ folding: TreeFolding) -> ShownTree? {
    defer { self = OutlinePages() }
    guard let list = try? TreeList(rows), list.size == first?.page.size,
      counts.keys.allSatisfy({ folding.collapses($0) && list.childCount(of: $0) == 0 })
    else { return nil }
    return ShownTree(shown: list, counts: counts, folding: folding)
  }
}

extension ArrangeError {
  /// The server sends the changes of flat lists.
  fileprivate static let isNoOutline = ArrangeError(
    .failedPrecondition,
    "the list is no outline; follow it with updates(of:)"
  )

  /// The server sends the changes of outlines.
  static let isOutline = ArrangeError(
    .failedPrecondition,
    "the collection is an outline; follow it with updates(ofOutline:)"
  )

  fileprivate static let doesNotFit = ArrangeError(
    .internal,
    "the server repeatedly sent changes that do not fit the outline; are the versions the same?"
  )
}
