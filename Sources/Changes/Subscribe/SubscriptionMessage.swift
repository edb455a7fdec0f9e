public import ArrangeModel

/// One message of a subscription.
public struct SubscriptionMessage: Sendable, Hashable {
  /// The version of the list after the message is applied.
  public var version: UInt64
  /// The random id of the collection's history; the same for all views.
  public var epoch: UInt64
  /// The token to resume from after this message; nil within a snapshot.
  public var resumeToken: [UInt8]?
  public var content: Content
  /// The subscriber's own request ids among the commits in the message, and their authors. Snapshots have
  /// none, nor does a batch between two definitions of a view.
  public var notes = CommitNotes()
  /// Where the window of a view is after the message; nil for a list without one.
  public var window: WindowPlace?

  /// The request ids of ``notes``.
  package var ownRequestIDs: [RequestID] {
    get { notes.ownRequestIDs }
    set { notes.ownRequestIDs = newValue }
  }

  public enum Content: Sendable, Hashable {
    case snapshot(SnapshotPage)
    /// The changes since a version, and the number of their commits.
    case batch(ChangeBatch, from: UInt64, commits: UInt64)
    /// The same of an outline.
    case tree(TreeBatch, from: UInt64, commits: UInt64)
    /// The version advanced and nothing visible changed.
    case progress
  }

  public init(version: UInt64, epoch: UInt64, resumeToken: [UInt8]?, content: Content) {
    self.version = version
    self.epoch = epoch
    self.resumeToken = resumeToken
    self.content = content
  }
}

/// A part of a list at one version. The pages of a snapshot follow each other.
public struct SnapshotPage: Sendable, Hashable {
  /// Why there is a snapshot.
  public var reason: SnapshotReason
  /// The number of the page, from 0.
  public var page: Int
  /// Whether it is the last one.
  public var isLast: Bool
  /// The size of the whole list.
  public var size: ListSize
  /// In list order. If ``Run/firstItem`` is not 0, the section continues from the previous page.
  public var sections: [Run]

  /// A section and some of its items.
  public struct Run: Sendable, Hashable {
    /// The section's index.
    public var index: Int
    public var section: ElementSnapshot
    /// The index of the first item; of an outline the number of the section's rows before.
    public var firstItem: Int
    public var items: [ElementSnapshot]
    /// Of an outline the depth of each item, from 1 at the top of the section.
    public var depths: [Int]
    /// What is below the collapsed items, and below the section if it is collapsed.
    public var hidden: [HiddenRows]

    public init(
      index: Int,
      section: ElementSnapshot,
      firstItem: Int,
      items: [ElementSnapshot],
      depths: [Int] = [],
      hidden: [HiddenRows] = []
    ) {
      self.index = index
      self.section = section
      self.firstItem = firstItem
      self.items = items
      self.depths = depths
      self.hidden = hidden
    }
  }

  /// How much is below a row that is collapsed.
  public struct HiddenRows: Sendable, Hashable {
    /// The index among the items of the run; nil for the section.
    public var row: Int?
    public var counts: BranchCounts

    public init(row: Int?, _ counts: BranchCounts) {
      self.row = row
      self.counts = counts
    }
  }

  public init(reason: SnapshotReason, page: Int, isLast: Bool, size: ListSize, sections: [Run]) {
    self.reason = reason
    self.page = page
    self.isLast = isLast
    self.size = size
    self.sections = sections
  }
}

/// Why a subscriber gets a snapshot in place of a batch.
public enum SnapshotReason: UInt32, Sendable, Hashable, CaseIterable {
  /// The subscription begins.
  case first = 1
  /// There were more changes than the threshold, or more since the token than the server reads from its disk.
  case tooManyChanges = 2
  /// The batch would have been larger than a snapshot, or than the largest batch.
  case tooLarge = 3
  /// The changes since the token are no longer kept, or those since the last message are no longer in memory.
  case historyTrimmed = 4
  /// The collection's history is not the one in the token: it was deleted and created again, or the server
  /// was restored from older data and continued from there.
  case epochChanged = 5
  /// The view was redefined since the subscription began, or other rows of an outline were collapsed.
  case viewChanged = 6
  /// The version was requested.
  case past = 7
}

extension SnapshotReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .first: "the subscription begins"
    case .tooManyChanges: "there were too many changes"
    case .tooLarge: "the batch would have been too large"
    case .historyTrimmed: "the changes since then are no longer kept"
    case .epochChanged: "the collection has another history"
    case .viewChanged: "the view has another definition"
    case .past: "the version was asked for"
    }
  }
}
