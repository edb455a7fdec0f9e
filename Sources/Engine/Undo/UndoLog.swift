import ArrangeModel
import DequeModule
import Ordering

/// The newest commits of a collection, as far as an undo has to know them: the edits, and for the commits on stacks what they
/// wrote. What is older is read from the journal.
///
/// A collection has one once a commit is on a stack; others pay nothing.
struct UndoLog: Sendable {
  /// The limits of what is kept in memory: two moves in three are 80 bytes, so that is about 2 MB, and 8 MiB with contents.
  static let capacity = LogSize(commits: 16_384, edits: 32_768, bytes: 8 * 1024 * 1024)
  /// The bytes that the logs of all collections of a shard may take together; see ``CollectionUndo``.
  static let maximumBytesOfShard = 256 * 1024 * 1024
  /// The size of a commit on a stack besides its edits, in bytes: a record and its arrays.
  private static let notedBytes = 250

  /// A commit on a stack.
  struct Noted: Sendable {
    let version: UInt64
    let note: UndoNote
    /// The elements that it inserted or updated, with their contents afterwards.
    let written: [Written]
    /// Whether the journal does not have what it removed.
    let removesWithoutContent: Bool
    /// The transaction over several collections of which it is a part.
    let transaction: Commit.JointRecord?
    /// The items that it handed to other collections, or that came from there, with the names of those.
    let transfers: [ElementKey: Identifier]
  }

  /// An element with the content that a commit wrote.
  struct Written: Sendable {
    let kind: TransactionEditor.Kind
    let element: Element
  }

  private(set) var edits: ChangeLog
  private var noted: Deque<Noted> = []

  /// - Parameter version: the version after which commits are added.
  init(after version: UInt64, capacity: LogSize = UndoLog.capacity) {
    edits = ChangeLog(base: version, capacity: capacity)
  }

  /// An estimate of the memory that it takes.
  var byteCount: Int { edits.size.bytes + noted.count * UndoLog.notedBytes }

  /// The newest version.
  var newest: UInt64 { edits.newest }

  /// Adds the next commit, and drops the oldest ones beyond the limits. O(edits).
  mutating func append(_ commit: Commit) {
    edits.append(commit.edits, by: commit.author, requestID: nil)
    if let next = Noted(commit) { noted.append(next) }
    forgetDropped()
  }

  /// Keeps the commits after a version, even beyond the limits, up to ``ChangeLog/capacity``; nil to keep no more than the
  /// limits. O(edits that are dropped).
  mutating func pin(after version: UInt64?) {
    edits.pin(after: version)
    forgetDropped()
  }

  private mutating func forgetDropped() {
    while let first = noted.first, first.version <= edits.base { noted.removeFirst() }
  }

  /// Adds older commits, which end before those that it has. O(edits).
  mutating func prepend(_ older: [Commit]) {
    guard older.last?.version == edits.base else { return }
    edits.prepend(older)
    for commit in older.reversed() {
      if let next = Noted(commit) { noted.prepend(next) }
    }
  }

  /// The same with the limits of another one, for which some commits may be too many.
  func withCapacity(_ capacity: LogSize) -> UndoLog {
    var copy = self
    copy.edits = edits.withCapacity(capacity)
    return copy
  }

  /// What is known of a commit; nil if it is on no stack. O(log commits).
  func commit(_ version: UInt64) -> Noted? {
    let place = (0..<noted.count).partitioningIndex { noted[$0].version >= version }
    return place < noted.count && noted[place].version == version ? noted[place] : nil
  }
}

extension UndoLog.Noted {
  fileprivate init?(_ commit: Commit) {
    guard let note = UndoNote(commit) else { return nil }
    self.note = note
    version = commit.version
    written = commit.edits.compactMap { edit in
      switch edit {
      case .update(let scope, _, _, let after): .init(kind: scope.kind, element: after)
      case .attach(let element, _, let scope, _, .inserted): .init(kind: scope.kind, element: element)
      case .attach, .detach, .rekey, .stay, .branch: nil
      }
    }
    removesWithoutContent = commit.removesWithoutContent
    transaction = commit.transaction
    var transfers: [ElementKey: Identifier] = [:]
    for transfer in commit.transfers {
      switch commit.edits[transfer.edit] {
      case .detach(let element, _, _, _, _, _, _), .attach(let element, _, _, _, _):
        transfers[ElementKey(.item, element)] = transfer.other
      case .update, .rekey, .stay, .branch: break
      }
    }
    self.transfers = transfers
  }
}

extension Scope {
  /// What the list has.
  var kind: TransactionEditor.Kind { self == .sections ? .section : .item }
}
