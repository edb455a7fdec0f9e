package import ArrangeModel
import Ordering

/// A transaction that changed a collection, as one complete value.
package struct Commit: Sendable {
  package var collection: CollectionKey
  /// The version that the commit produces; it follows `version - 1`.
  package var version: UInt64
  /// The incarnation of the engine that made it; see ``Lineage``.
  package var incarnation: UInt64
  package var time: Timestamp
  /// The author; nil if unknown: the commit is the server's own, or of a server that did not store authors.
  package var author: Principal?
  package var requestID: RequestID?
  /// The fingerprint of the request; nil if it has no id, or was carried out by a server that did not store it.
  var fingerprint: RequestFingerprint?
  package var edits: [Edit]
  /// The transaction for several collections that the commit is a part of; nil for any other.
  package var transaction: JointRecord?
  /// The edits that are halves of transfers, in ascending order of their indices.
  package var transfers: [Transfer] = []
  /// The stack on which the commit is a step; nil if it can't be undone.
  package var step: UndoStep?
  /// What it undoes; nil if it was not made by an undo.
  package var undone: UndoneCommits?
  /// The report of an undo with a request id, for a retry.
  var undoReport: [UInt8]?
  /// The numbers of sections and items of the collection afterwards.
  package var sectionCount: Int
  package var itemCount: Int
  /// The answer for the client.
  package var result: ApplyResult
  /// Receives the number of bytes that were written.
  package var written: RetainedSizes.Written?
  /// Whether the commit was read from a journal that does not have the contents of its removed elements, see
  /// ``maximumRemovedBytes``.
  package var leavesOutRemoved = false

  /// The maximum bytes of removed content that a commit stores in the journal, for history. If a commit
  /// removes more, such as a section with thousands of large items, only the ids are stored.
  package static let maximumRemovedBytes = 4 * 1024 * 1024

  package init(
    collection: CollectionKey,
    version: UInt64,
    incarnation: UInt64 = Lineage.unknown,
    time: Timestamp,
    author: Principal? = nil,
    requestID: RequestID?,
    edits: [Edit],
    sectionCount: Int,
    itemCount: Int,
    result: ApplyResult
  ) {
    self.collection = collection
    self.version = version
    self.incarnation = incarnation
    self.time = time
    self.author = author
    self.requestID = requestID
    self.edits = edits
    self.sectionCount = sectionCount
    self.itemCount = itemCount
    self.result = result
  }
}

extension Commit {
  /// An edit that is one half of a transfer: a removal in the one collection, or an insertion in the other.
  package struct Transfer: Sendable, Hashable {
    /// The index among the edits.
    package var edit: Int
    /// The collection that has the other half.
    package var other: Identifier

    package init(edit: Int, other: Identifier) {
      self.edit = edit
      self.other = other
    }
  }

  /// What the commits of a transaction for several collections have in common.
  package struct JointRecord: Sendable, Hashable {
    package var id: TransactionID
    /// All its collections, in ascending order of the bytes of their names.
    package var collections: [TransactResult.Collection]

    package init(id: TransactionID, collections: [TransactResult.Collection]) {
      self.id = id
      self.collections = collections
    }
  }
}
