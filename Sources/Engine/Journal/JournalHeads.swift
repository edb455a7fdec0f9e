package import ArrangeModel

/// The state of a journal's collections without their content: the rules of an append.
///
/// An implementation first checks the entries of an append against this value. A conflict is found before
/// anything is written, so an append is atomic without an undo. When the entries are durable, the
/// implementation applies the draft.
package struct JournalHeads: Sendable {
  /// The state of one collection.
  package struct Head: Sendable, Hashable {
    package var name: Identifier
    package var version: UInt64
    /// The oldest version that is kept; `version + 1` if no commit is.
    package var oldest: UInt64
    /// The newest complete checkpoint.
    package var checkpoint: CheckpointRecord?
    /// The checkpoint in progress, with the number of chunks so far. It is dropped when the journal is
    /// closed: nobody continues it after a restart.
    package var unfinished: CheckpointRecord?

    package init(
      name: Identifier,
      version: UInt64 = 0,
      oldest: UInt64 = 1,
      checkpoint: CheckpointRecord? = nil
    ) {
      self.name = name
      self.version = version
      self.oldest = oldest
      self.checkpoint = checkpoint
    }

    /// The oldest version whose commit is kept; nil if there is none.
    package var oldestCommit: UInt64? { oldest <= version ? oldest : nil }
  }

  /// The collections by their keys.
  package private(set) var heads: [CollectionKey: Head] = [:]
  private var names: [Identifier: CollectionKey] = [:]

  package init() {}

  package subscript(key: CollectionKey) -> Head? { heads[key] }

  /// Adds a collection that was read from a store.
  ///
  /// - Returns: whether key and name were free.
  package mutating func restore(_ key: CollectionKey, _ head: Head) -> Bool {
    guard heads[key] == nil, names[head.name] == nil else { return false }
    heads[key] = head
    names[head.name] = key
    return true
  }

  /// Adds collections that were read from a store. O(number of these).
  ///
  /// - Returns: whether all keys and names were free.
  package mutating func add(_ other: JournalHeads) -> Bool {
    for (key, head) in other.heads where !restore(key, head) { return false }
    return true
  }

  /// Forgets collections, which are another server's now. O(number of these).
  package mutating func remove(_ keys: [CollectionKey]) {
    for key in keys {
      guard let head = heads.removeValue(forKey: key) else { continue }
      names[head.name] = nil
    }
  }

  /// Applies the changes of checked entries. O(number of collections that they touch).
  package mutating func take(_ draft: Draft) {
    for (name, key) in draft.names { names[name] = key }
    for change in draft.changed { heads[change.key] = change.head }
  }

  /// Checks entries one after the other, each against the result of those before it.
  ///
  /// - Parameters:
  ///   - entries: the entries of one append.
  ///   - versionOfRequest: returns the version of the stored commit with a request id, trimmed or not; called
  ///     with the index of the entry, the collection and the id.
  /// - Throws: ``JournalError/Code/conflict`` for the first conflicting entry, and errors of the closure.
  package func check(
    _ entries: [JournalEntry],
    versionOfRequest: VersionOfRequest
  ) throws(JournalError) -> Draft {
    var check = Check(base: self, entryCount: entries.count)
    for index in entries.indices { try check.add(entries[index], index, versionOfRequest) }
    check.settle()
    return check.draft
  }

  package typealias VersionOfRequest = (Int, CollectionKey, [UInt8]) throws(JournalError) -> UInt64?

  fileprivate func key(named name: Identifier) -> CollectionKey? { names[name] }
}

extension JournalHeads {
  /// The changes of an append's entries to the heads. It holds no reference to the heads, so that applying it
  /// changes them in place.
  package struct Draft: Sendable {
    /// A collection that the entries touch, and its new head; nil if it is deleted.
    fileprivate struct Change: Sendable {
      let key: CollectionKey
      var head: Head?
    }

    fileprivate var changed: [Change] = []
    fileprivate var names: [Identifier: CollectionKey?] = [:]
  }

  /// The check of the entries of one append.
  private struct Check {
    /// A request id of this append.
    private struct Request: Hashable {
      let key: CollectionKey
      let id: [UInt8]
    }

    private let base: JournalHeads
    private let entryCount: Int
    var draft = Draft()
    /// The index of a collection in the draft.
    private var places: [CollectionKey: Int] = [:]
    /// The collection of the previous commit, with its index and the values for its head: most commits are of
    /// the same one.
    private var latest: (key: CollectionKey, place: Int, version: UInt64, oldest: UInt64)?
    private var requests: [Request: UInt64] = [:]

    init(base: JournalHeads, entryCount: Int) {
      self.base = base
      self.entryCount = entryCount
    }

    /// The index of a collection in the draft, to which it is added if necessary; nil if there never was one.
    private mutating func find(_ key: CollectionKey) -> Int? {
      if let place = places[key] { return place }
      return base[key].map { add(key, $0) }
    }

    /// Writes the version of the latest commits into the draft.
    mutating func settle() {
      guard let latest else { return }
      draft.changed[latest.place].head?.version = latest.version
      self.latest = nil
    }

    private mutating func add(_ key: CollectionKey, _ head: Head) -> Int {
      draft.changed.append(Draft.Change(key: key, head: head))
      places[key] = draft.changed.count - 1
      return draft.changed.count - 1
    }

    private mutating func place(_ key: CollectionKey) throws(JournalError) -> Int {
      if let place = find(key), draft.changed[place].head != nil { return place }
      throw JournalError(.conflict, "the journal has no collection with the key \(key.value)")
    }

    /// Changes the head of an existing collection.
    private mutating func change(
      _ key: CollectionKey,
      _ body: (inout Head) throws(JournalError) -> Void
    ) throws(JournalError) {
      let place = try place(key)
      guard var head = draft.changed[place].head else { return }
      try body(&head)
      draft.changed[place].head = head
    }

    private func key(named name: Identifier) -> CollectionKey? {
      if let changed = draft.names[name] { return changed }
      return base.key(named: name)
    }

    mutating func add(
      _ entry: JournalEntry,
      _ index: Int,
      _ versionOfRequest: VersionOfRequest
    ) throws(JournalError) {
      if case .commit(let commit) = entry { return try add(commit, index, versionOfRequest) }
      settle()
      switch entry {
      case .create(let key, let name, _, let version): try create(key, name, version)
      case .describe(let key, _): _ = try place(key)
      case .delete(let key):
        let place = try place(key)
        if let name = draft.changed[place].head?.name { draft.names.updateValue(nil, forKey: name) }
        draft.changed[place].head = nil
      case .commit: break
      case .checkpointChunk(let key, let version, let index, let isLast, _):
        try change(key) { (head) throws(JournalError) in
          try Check.addChunk(&head, version: version, index: index, isLast: isLast)
        }
      case .trim(let key, let before):
        try change(key) { (head) throws(JournalError) in
          guard before <= head.version + 1 else {
            throw JournalError(
              .conflict,
              "\(head.name) can't be trimmed before version \(before): it has version \(head.version)"
            )
          }
          head.oldest = max(head.oldest, before)
        }
      }
    }

    private mutating func create(
      _ key: CollectionKey,
      _ name: Identifier,
      _ version: UInt64
    ) throws(JournalError) {
      // A key deleted in the same append is taken, too: keys are never reused.
      guard find(key) == nil else {
        throw JournalError(.conflict, "the collection key \(key.value) is taken")
      }
      guard self.key(named: name) == nil else {
        throw JournalError(.conflict, "the collection name \(name) is taken")
      }
      _ = add(key, Head(name: name, version: version, oldest: version + 1))
      draft.names.updateValue(key, forKey: name)
    }

    private mutating func add(
      _ commit: CommitRecord,
      _ index: Int,
      _ versionOfRequest: VersionOfRequest
    ) throws(JournalError) {
      let key = commit.collection
      if latest?.key != key {
        settle()
        let place = try place(key)
        guard let head = draft.changed[place].head else { return }
        latest = (key, place, head.version, head.oldest)
      }
      guard let (_, place, version, oldest) = latest else { return }
      guard commit.version == version &+ 1 else {
        throw JournalError(
          .conflict,
          "version \(commit.version) of \(name(place)) does not follow version \(version)"
        )
      }
      if let id = commit.requestID {
        var version = try versionOfRequest(index, key, id)
        // A single entry has no other entry to conflict with.
        if entryCount > 1 {
          if requests.isEmpty { requests.reserveCapacity(entryCount - index) }
          version = requests.updateValue(commit.version, forKey: Request(key: key, id: id)) ?? version
        }
        if let version, version >= oldest {
          throw JournalError(.conflict, "version \(version) of \(name(place)) has the same request id")
        }
      }
      latest?.version = commit.version
    }

    private func name(_ place: Int) -> String { draft.changed[place].head.map { "\($0.name)" } ?? "" }

    private static func addChunk(
      _ head: inout Head,
      version: UInt64,
      index: Int,
      isLast: Bool
    ) throws(JournalError) {
      guard version <= head.version else {
        throw JournalError(
          .conflict,
          "a checkpoint of version \(version) of \(head.name), which has version \(head.version)"
        )
      }
      if let complete = head.checkpoint, complete.version >= version {
        throw JournalError(.conflict, "\(head.name) has a checkpoint of version \(complete.version)")
      }
      if index == 0 {
        head.unfinished = CheckpointRecord(version: version, chunkCount: 1)
      } else {
        guard head.unfinished == CheckpointRecord(version: version, chunkCount: index) else {
          throw JournalError(
            .conflict,
            "chunk \(index) of the checkpoint \(version) of \(head.name) does not follow the one before it"
          )
        }
        head.unfinished?.chunkCount = index + 1
      }
      if isLast {
        head.checkpoint = head.unfinished
        head.unfinished = nil
      }
    }
  }
}
