/// What a subscriber is told of a collection, or of a view, at one moment.
public struct ListUpdate: Sendable, Hashable {
  /// The version of the list when the update is applied.
  public var version: UInt64

  /// The random id of the collection's history: another one after a restore. The same for all views.
  public var epoch: UInt64

  /// With what to go on after this update, also in another process and after a restart of the server. To be
  /// stored together with the list.
  public var resumeToken: [UInt8]

  /// Which of the commits in a batch are the subscriber's own, by their request ids. A whole list names none, nor does a
  /// batch that leads from one definition of a view to another.
  public var ownRequestIDs: [RequestID]

  /// Who made the commits in a batch, in the order of the first commit of each, where ``ListUpdates/Options/namesAuthors`` asked
  /// for that; at most ``Changes/CommitNotes/mostAuthors``.
  public var authors: [CommitAuthor]

  public var content: Content

  /// What is told.
  public enum Content: Sendable, Hashable {
    /// The whole list, and why there is no batch.
    case list(SectionedList, reason: SnapshotReason)

    /// The changes since the version of the update before, which are those of so many commits. A view that gets another
    /// definition can change without a commit.
    case batch(ChangeBatch, from: UInt64, commits: UInt64)

    /// The version moved on and nothing visible changed.
    case progress
  }

  public init(
    version: UInt64,
    epoch: UInt64,
    resumeToken: [UInt8],
    ownRequestIDs: [RequestID] = [],
    authors: [CommitAuthor] = [],
    content: Content
  ) {
    self.version = version
    self.epoch = epoch
    self.resumeToken = resumeToken
    self.ownRequestIDs = ownRequestIDs
    self.authors = authors
    self.content = content
  }
}
