import ArrangeModel
import Changes

/// An outline from the point of view of a subscription: a collection, and what the subscriber has collapsed.
struct WatchedOutline<Base: WatchedList>: WatchedList
where Base.List == ListAtVersion, Base.Log == ChangeLog {
  let base: Base
  let folding: TreeFolding
  /// What tells one folding from another in tokens; 0 if nothing is collapsed.
  private let foldingHash: UInt64

  /// O(folding).
  init(_ base: Base, folding: TreeFolding) {
    self.base = base
    self.folding = folding
    foldingHash = folding.hash
  }

  var feed: ChangeFeed<ListAtVersion, ChangeLog> { base.feed }
  var epoch: UInt64 { base.epoch }
  var cursorEpoch: UInt64 { base.cursorEpoch }
  var newestVersion: UInt64 { base.newestVersion }
  var hasKeys: Bool { base.hasKeys }
  static var isView: Bool { false }
  static var isOutline: Bool { true }

  /// Hardly two subscribers have collapsed the same.
  var sharesMessages: Bool { folding.isEmpty }

  func newestList() -> ListAtVersion { base.newestList() }
  func covers(_ version: UInt64) -> Bool { base.covers(version) }
  func list(at version: UInt64, from newer: ListAtVersion) -> ListAtVersion {
    base.list(at: version, from: newer)
  }
  func isUnchanged(since version: UInt64) -> Bool { base.isUnchanged(since: version) }
  func commitCount(from version: UInt64) -> UInt64 { base.commitCount(from: version) }
  func era(of version: UInt64) -> Lineage.Era? { base.era(of: version) }
  func notes(_ wanted: CommitNotes.Wanted, after version: UInt64, through last: UInt64) -> CommitNotes {
    base.notes(wanted, after: version, through: last)
  }

  func derive(
    from version: UInt64,
    to newest: ListAtVersion,
    profile: ChangeBatch.Profile,
    threshold: Int
  ) -> Derivation { .unexplained }

  func deriveTree(from version: UInt64, to newest: ListAtVersion, threshold: Int) -> TreeDerivation {
    TracedOutline(feed.log, after: version, to: newest).derive(folding, threshold: threshold)
  }

  func page(
    _ key: SnapshotPageKey,
    of list: ListAtVersion,
    token: [UInt8],
    by maker: PageMaker
  ) throws(ArrangeError) -> PreparedPage {
    try OutlinePages(list: list, folding: folding).page(
      key.number,
      key.reason,
      from: key.start,
      token: token,
      by: maker
    )
  }

  func resumeToken(at version: UInt64) -> [UInt8] {
    guard foldingHash != 0 else { return base.resumeToken(at: version) }
    var token = ResumeToken(epoch: epoch, version: version, in: era(of: version))
    token.folding = foldingHash
    return token.bytes
  }

  /// A cursor of this subscription, or with which it begins; that of one that has collapsed something else begins again.
  func checked(_ cursor: SubscriptionCursor) -> SubscriptionCursor {
    guard case .resuming(let token) = cursor.place, token.epoch == epoch, token.folding != foldingHash else {
      return cursor
    }
    return SubscriptionCursor(.start(.viewChanged))
  }
}

extension TreeFolding {
  /// A hash that does not depend on the order of the nodes, and is the same on all servers; 0 if nothing is collapsed.
  var hash: UInt64 {
    guard !isEmpty else { return 0 }
    let sum = nodes.reduce(into: UInt64(isLazy ? 1 : 0)) { sum, node in sum &+= node.hash }
    return sum == 0 ? 1 : sum
  }
}

extension TreeNode {
  /// FNV-1a of the kind and the id, with its bits spread so that sums differ.
  fileprivate var hash: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    if case .section = self { add(1) } else { add(2) }
    for byte in id.text.utf8 { add(byte) }
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    return hash ^ hash >> 33
  }
}
