package import ArrangeModel
import Ordering

/// A transaction that changed a collection: one value that says everything about it.
package struct Commit: Sendable {
  package var collection: CollectionKey
  /// The version that the commit makes; it follows `version - 1`.
  package var version: UInt64
  /// The start of the engine that made it; see ``Lineage``.
  package var incarnation: UInt64
  package var time: Timestamp
  /// Who made it; nil if that is not known: it is the server's own, or of a server that did not note it.
  package var author: Principal?
  package var requestID: RequestID?
  package var edits: [Edit]
  /// How many sections and items the collection has afterwards.
  package var sectionCount: Int
  package var itemCount: Int
  /// What the client is told.
  package var result: ApplyResult
  /// Who wants to know how many bytes were written.
  package var written: RetainedSizes.Written?
  /// Whether the commit was read back from a journal that does not have the contents of what it removed, see
  /// ``mostRemovedBytes``.
  package var leavesOutRemoved = false

  /// Up to how many bytes of contents that a commit removes a journal has, for history. If a commit removes more, such
  /// as a section with thousands of large items, only the ids are stored.
  package static let mostRemovedBytes = 4 * 1024 * 1024

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
