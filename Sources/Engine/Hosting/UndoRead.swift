import ArrangeModel

/// What is read of a collection for an undo, from when the read begins until it is used.
///
/// Meanwhile the log of the collection keeps all commits that follow. So what was read and what is in memory meet, however many
/// commits others make in the time, and an undo reads once. Beyond ``ChangeLog/capacity`` the step is too far back anyway.
///
/// It is used on the executor of the collection's shard.
final class UndoRead: @unchecked Sendable {
  private let hosted: HostedCollection
  private let version: UInt64
  private var isPinned = true
  /// The commits that were read, in ascending order.
  var commits: [Commit] = []

  /// - Parameter version: the version after which the log keeps commits.
  init(of hosted: HostedCollection, after version: UInt64) {
    self.hosted = hosted
    self.version = version
    hosted.undo.pin(after: version)
  }

  /// The commits in memory, with those that were read before them; nil if there are none, or if another collection has the
  /// name now.
  func log(of hosted: HostedCollection) -> UndoLog? {
    self.hosted === hosted ? hosted.undo.prepend(commits) : nil
  }

  /// Lets the log drop commits again, and drops those that were read.
  func release() {
    guard isPinned else { return }
    isPinned = false
    commits = []
    hosted.undo.unpin(after: version)
  }
}
