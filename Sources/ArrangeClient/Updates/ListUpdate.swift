/// One update of a collection, or of a view.
public struct ListUpdate: Sendable, Hashable {
  /// The version of the list after the update is applied.
  public var version: UInt64

  /// The random id of the collection's history; it changes after a restore. The same for all views.
  public var epoch: UInt64

  /// The token to resume from after this update, also in another process and after a restart of the server.
  /// Store it together with the list.
  public var resumeToken: [UInt8]

  /// The request ids of the subscriber's own commits in a batch. A whole list has none, nor does a batch
  /// between two definitions of a view.
  public var ownRequestIDs: [RequestID]

  /// The authors of the commits in a batch, in the order of the first commit of each, if
  /// ``ListUpdates/Options/namesAuthors`` is set; at most ``Changes/CommitNotes/mostAuthors``.
  public var authors: [CommitAuthor]

  /// Where the window of a view is after the update; nil for a list without one. It tells whether the row that the
  /// window was requested around is shown, and how much of the section is before and after the window.
  public var window: WindowPlace?

  public var content: Content

  /// The content of the update.
  public enum Content: Sendable, Hashable {
    /// The whole list, and the reason why it is not a batch.
    case list(SectionedList, reason: SnapshotReason)

    /// The changes since the version of the previous update, and the number of their commits. Commits without
    /// visible changes do not always count, a redefined view can change without a commit, and the versions of
    /// a view that is shown with its definer's rights are times.
    case batch(ChangeBatch, from: UInt64, commits: UInt64)

    /// The version advanced and nothing visible changed.
    case progress
  }

  public init(
    version: UInt64,
    epoch: UInt64,
    resumeToken: [UInt8],
    ownRequestIDs: [RequestID] = [],
    authors: [CommitAuthor] = [],
    window: WindowPlace? = nil,
    content: Content
  ) {
    self.version = version
    self.epoch = epoch
    self.resumeToken = resumeToken
    self.ownRequestIDs = ownRequestIDs
    self.authors = authors
    self.window = window
    self.content = content
  }
}
