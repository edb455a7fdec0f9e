package import ArrangeModel

/// The storage layer: a durable log of commits and checkpoints, as bytes that only the engine interprets.
///
/// The engine declares this protocol and does not know the implementations. Calls block; the engine makes all
/// writing calls from one dedicated thread, and reading calls from others.
///
/// Every implementation guarantees:
/// - ``append(_:)`` is atomic, and its entries are durable when it returns.
/// - A commit is accepted only if it follows the version that the journal has (compare and set).
/// - Appended bytes are read back unchanged or not at all: damage is reported, never returned.
/// - After an error that may have left the store in an uncertain state, every further call fails.
///
/// Every implementation passes `JournalConformance`.
package protocol Journal: JournalReading {
  /// Carries out entries in their order, in one durable step.
  func append(_ entries: [JournalEntry]) throws(JournalError)

  /// The commit with a request id; nil if there is none.
  func commit(
    of collection: CollectionKey,
    requestID: [UInt8]
  ) throws(JournalError) -> CommitRecord?

  /// The versions of the commits with a request id, newest first, at most `limit` of them.
  func requests(
    of collection: CollectionKey,
    limit: Int
  ) throws(JournalError) -> [RequestRecord]

  /// The contents as of one moment, with everything that was appended before. Appends continue meanwhile. What the snapshot
  /// needs is kept until it is released, so release it soon.
  func snapshot() throws(JournalError) -> any JournalReading

  /// Permanently removes data that is no longer readable, such as deleted collections, and releases the
  /// space, in slices, as long as `isWanted` returns true: a write waits for at most one slice.
  func sweep(while isWanted: () -> Bool) throws(JournalError)

  /// Removes the content of data that is no longer readable from all files, even if something is being written: in slices, as
  /// long as `isWanted` returns true. An append waits for at most one slice, and one of them while the log begins anew.
  func erase(while isWanted: () -> Bool) throws(JournalError) -> JournalErasure

  /// The size of the journal. Can be read on any thread.
  var space: JournalSpace { get }

  /// Sets a closure that is called, once and on any thread, if the journal stops because of its own
  /// background work.
  func whenStopped(_ body: @escaping @Sendable (JournalError) -> Void)

  /// Ends all use. Further calls fail.
  func close()
}

extension Journal {
  /// For a journal that keeps no unreadable data.
  package func sweep(while isWanted: () -> Bool) throws(JournalError) {}

  /// For a journal without files.
  package func erase(while isWanted: () -> Bool) throws(JournalError) -> JournalErasure { .complete }

  /// For a journal without files.
  package var space: JournalSpace { JournalSpace() }

  /// For a journal without background work.
  package func whenStopped(_ body: @escaping @Sendable (JournalError) -> Void) {}
}

/// What became of the content of data that is no longer readable.
package enum JournalErasure: String, Sendable, Hashable, CaseIterable {
  /// It is in no file any more.
  case complete
  /// Something still has it that is in use, such as a snapshot or a checkpoint in progress, or it was not wanted any more:
  /// another attempt is needed.
  case incomplete
  /// It was removed from a database, which decides when its own files lose it.
  case database
}

/// The size of a journal, in bytes.
package struct JournalSpace: Sendable, Hashable {
  /// Records in the log that are not in the database yet.
  package var waiting = 0
  /// The file of the log.
  package var log = 0
  /// The files of the database.
  package var database = 0
  /// The part of the database that is free: it is used again, or returned to the file system while the server is idle.
  package var free = 0

  /// All files.
  package var total: Int { log + database }

  package init() {}
}

/// The identity of a collection in a journal: random, positive, never reused.
package struct CollectionKey: Sendable, Hashable {
  package let value: Int64

  package init(_ value: Int64) {
    precondition(value > 0)
    self.value = value
  }

  /// The beginning of ``text``.
  fileprivate static let words = "the collection with the key "

  /// The collection in errors, as long as its name is unknown; see ``JournalError/naming(_:)``.
  package var text: String { "\(CollectionKey.words)\(value)" }
}

/// The journal's record of a collection, besides its content.
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
  /// A new collection. Fails if the name or the key is taken.
  ///
  /// - Parameter version: the version before its first commit: 0, or that of a restored backup, whose checkpoint follows.
  case create(CollectionKey, name: Identifier, descriptor: [UInt8], version: UInt64 = 0)
  /// A new description.
  case describe(CollectionKey, descriptor: [UInt8])
  /// The collection is deleted with all its commits and checkpoints. The name is free again.
  case delete(CollectionKey)
  case commit(CommitRecord)
  /// A chunk of a checkpoint. Chunks come in order; the checkpoint is valid from its last chunk on and
  /// replaces older ones, which are removed, as are the chunks of unfinished ones.
  case checkpointChunk(CollectionKey, version: UInt64, index: Int, isLast: Bool, bytes: [UInt8])
  /// The commits before a version are removed.
  case trim(CollectionKey, before: UInt64)
}

/// A commit in the form stored by a journal.
package struct CommitRecord: Sendable, Hashable {
  package var collection: CollectionKey
  /// The version that the commit produces; it follows `version - 1`.
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

/// A request id and the version of its commit.
package struct RequestRecord: Sendable, Hashable {
  package var requestID: [UInt8]
  package var version: UInt64

  package init(requestID: [UInt8], version: UInt64) {
    self.requestID = requestID
    self.version = version
  }
}

/// An error of a journal.
package struct JournalError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Code: Sendable, Hashable {
    /// An append that contradicts the stored data: a wrong version, a name that is taken. Nothing changed,
    /// and the journal can still be used.
    case conflict
    /// The store is used by another server.
    case inUse
    /// Another server has written to the store since this journal read it. Nothing was overwritten; this journal
    /// has stopped.
    case overtaken
    /// The store can't be opened, because it is a database that can't be reached. It may be there later.
    case unreachable
    /// The store can't be opened: no permission, no such directory, made by a newer version.
    case unusable
    /// The stored data is not what was written.
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

  /// The error with the name of a collection in place of its key, which only a program knows.
  ///
  /// - Parameter name: the name of a collection; nil if it is unknown.
  package func naming(_ name: (CollectionKey) -> Identifier?) -> JournalError {
    guard let start = message.firstRange(of: CollectionKey.words) else { return self }
    let digits = message[start.upperBound...].prefix { $0.isNumber }
    guard let key = Int64(digits), key > 0, let name = name(CollectionKey(key)) else { return self }
    var error = self
    error.message.replaceSubrange(start.lowerBound..<digits.endIndex, with: "the collection \"\(name)\"")
    return error
  }

  package var description: String { message }
}
