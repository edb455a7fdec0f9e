package import ArrangeModel

/// The storage layer: a durable log of commits and checkpoints, of bytes that only the engine reads.
///
/// The engine declares this protocol and knows nothing of what is after it. Calls block; the engine makes
/// all writing calls from one thread of its own, and reading calls from others.
///
/// What every implementation promises:
/// - ``append(_:)`` is all or nothing, and what it appended is durable when it returns.
/// - A commit is accepted only if it follows the version that the journal has (compare and set).
/// - What was appended is read back byte for byte or not at all: damage is reported, never returned.
/// - After an error that may have left the store uncertain every further call fails.
///
/// Every implementation passes `JournalConformance`.
package protocol Journal: Sendable {
  /// All collections, in no particular order.
  func collections() throws(JournalError) -> [CollectionRecord]

  /// Carries out entries in their order, in one durable step.
  func append(_ entries: [JournalEntry]) throws(JournalError)

  /// The newest complete checkpoint of a collection; nil if there is none.
  func checkpoint(of collection: CollectionKey) throws(JournalError) -> CheckpointRecord?

  /// One chunk of a checkpoint. Chunks are counted from 0.
  func checkpointChunk(
    _ index: Int,
    of collection: CollectionKey,
    version: UInt64
  ) throws(JournalError) -> [UInt8]

  /// Commits in ascending order, from version `from` on, at most `limit` of them.
  func commits(
    of collection: CollectionKey,
    from: UInt64,
    limit: Int
  ) throws(JournalError) -> [CommitRecord]

  /// The commit that has a request id; nil if none has.
  func commit(
    of collection: CollectionKey,
    requestID: [UInt8]
  ) throws(JournalError) -> CommitRecord?

  /// The versions of the commits that have a request id, newest first, at most `limit` of them.
  func requests(
    of collection: CollectionKey,
    limit: Int
  ) throws(JournalError) -> [RequestRecord]

  /// The oldest version whose commit is still kept; nil if there is none.
  func oldestCommit(of collection: CollectionKey) throws(JournalError) -> UInt64?

  /// Writes a copy of everything, as of one moment, to a path if nothing is yet.
  func backup(to path: String) throws(JournalError)

  /// Removes for good what nobody reads any more, such as deleted collections, and gives the space back, slice by slice for
  /// as long as that is wanted: nobody waits for more than one slice.
  func sweep(while isWanted: () -> Bool) throws(JournalError)

  /// Has a closure called, once and on any thread, when the journal stops while nobody calls it: in what it does by itself.
  func whenStopped(_ body: @escaping @Sendable (JournalError) -> Void)

  /// Ends all use. Further calls fail.
  func close()
}

extension Journal {
  /// For a journal that keeps nothing that nobody reads.
  package func sweep(while isWanted: () -> Bool) throws(JournalError) {}

  /// For a journal that does nothing by itself.
  package func whenStopped(_ body: @escaping @Sendable (JournalError) -> Void) {}
}

/// The identity of a collection in a journal: random, positive, never used again.
package struct CollectionKey: Sendable, Hashable {
  package let value: Int64

  package init(_ value: Int64) {
    precondition(value > 0)
    self.value = value
  }
}

/// What a journal holds of a collection besides its content.
package struct CollectionRecord: Sendable, Hashable {
  package let key: CollectionKey
  /// Unique among the collections of a journal.
  package var name: Identifier
  /// The version of the newest commit.
  package var version: UInt64
  /// The engine's description of the collection.
  package var descriptor: [UInt8]

  package init(key: CollectionKey, name: Identifier, version: UInt64, descriptor: [UInt8]) {
    self.key = key
    self.name = name
    self.version = version
    self.descriptor = descriptor
  }
}

/// One step of an append.
package enum JournalEntry: Sendable, Hashable {
  /// A new collection at version 0. Fails where the name or the key is taken.
  case create(CollectionKey, name: Identifier, descriptor: [UInt8])
  /// A new description.
  case describe(CollectionKey, descriptor: [UInt8])
  /// The collection goes away with all its commits and checkpoints. The name is free again.
  case delete(CollectionKey)
  case commit(CommitRecord)
  /// A chunk of a checkpoint. Chunks come in order; the checkpoint counts from the last one on, and takes the
  /// place of older ones, which go away, as do the chunks of unfinished ones.
  case checkpointChunk(CollectionKey, version: UInt64, index: Int, isLast: Bool, bytes: [UInt8])
  /// The commits before a version go away.
  case trim(CollectionKey, before: UInt64)
}

/// A commit as a journal holds it.
package struct CommitRecord: Sendable, Hashable {
  package var collection: CollectionKey
  /// The version that the commit makes; it follows `version - 1`.
  package var version: UInt64
  /// Unique among the commits of a collection.
  package var requestID: [UInt8]?
  package var payload: [UInt8]

  package init(collection: CollectionKey, version: UInt64, requestID: [UInt8]?, payload: [UInt8]) {
    self.collection = collection
    self.version = version
    self.requestID = requestID
    self.payload = payload
  }
}

/// A complete checkpoint.
package struct CheckpointRecord: Sendable, Hashable {
  package var version: UInt64
  package var chunkCount: Int

  package init(version: UInt64, chunkCount: Int) {
    self.version = version
    self.chunkCount = chunkCount
  }
}

/// A request id and the version that its commit made.
package struct RequestRecord: Sendable, Hashable {
  package var requestID: [UInt8]
  package var version: UInt64

  package init(requestID: [UInt8], version: UInt64) {
    self.requestID = requestID
    self.version = version
  }
}

/// Why a journal can't do what it was asked.
package struct JournalError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Code: Sendable, Hashable {
    /// An append that contradicts what is stored: a wrong version, a name that is taken. Nothing changed and
    /// the journal goes on.
    case conflict
    /// The store is used by another server.
    case inUse
    /// The store can't be opened: no permission, no such directory, made by a newer version.
    case unusable
    /// What is stored is not what was written.
    case damaged
    /// Writing, flushing or reading failed; whether the last append took effect is unknown.
    case failed
    /// The journal was closed.
    case closed
  }

  package var code: Code
  /// One sentence for the person who runs the server.
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
