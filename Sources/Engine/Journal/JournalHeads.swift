package import ArrangeModel

/// What a journal knows of its collections without their bytes: the rules of an append.
///
/// An implementation checks the entries of an append against this value first. A conflict is found before
/// anything is written, so that an append is all or nothing without undoing. When the entries are durable,
/// the implementation takes the draft over.
package struct JournalHeads: Sendable {
  /// The state of one collection.
  package struct Head: Sendable, Hashable {
    package var name: Identifier
    package var version: UInt64
    /// The oldest version that is kept; `version + 1` where no commit is.
    package var oldest: UInt64
    /// The newest complete checkpoint.
    package var checkpoint: CheckpointRecord?
    /// The checkpoint that is being written, with the number of chunks so far. It ends with the journal's
    /// close: nobody goes on with it after a restart.
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

    /// The oldest version whose commit is kept; nil where there is none.
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

  /// Takes over what checked entries change. O(number of collections that they touch).
  package mutating func take(_ draft: Draft) {
    for (name, key) in draft.names { names[name] = key }
    for (key, head) in draft.changed { heads[key] = head }
  }

  /// Checks entries one after the other, each against what those before it made.
  ///
  /// - Parameters:
  ///   - entries: the entries of one append.
  ///   - versionOfRequest: the version of the stored commit that has a request id, trimmed or not.
  /// - Throws: ``JournalError/Code/conflict`` for the first entry that contradicts, and what the closure throws.
  package func check(
    _ entries: [JournalEntry],
    versionOfRequest: (CollectionKey, [UInt8]) throws(JournalError) -> UInt64?
  ) throws(JournalError) -> Draft {
    var check = Check(base: self)
    for entry in entries { try check.add(entry, versionOfRequest) }
    return check.draft
  }

  fileprivate func key(named name: Identifier) -> CollectionKey? { names[name] }
}

extension JournalHeads {
  /// What the entries of an append change in the heads. It holds no reference to the heads themselves, so that
  /// taking it over changes them in place.
  package struct Draft: Sendable {
    fileprivate var changed: [CollectionKey: Head?] = [:]
    fileprivate var names: [Identifier: CollectionKey?] = [:]
  }

  /// The check of the entries of one append.
  private struct Check {
    private let base: JournalHeads
    var draft = Draft()
    private var requests: [CollectionKey: [[UInt8]: UInt64]] = [:]

    init(base: JournalHeads) { self.base = base }

    private func head(_ key: CollectionKey) throws(JournalError) -> Head {
      if let changed = draft.changed[key] {
        if let head = changed { return head }
      } else if let head = base[key] {
        return head
      }
      throw JournalError(.conflict, "the journal has no collection with the key \(key.value)")
    }

    private func key(named name: Identifier) -> CollectionKey? {
      if let changed = draft.names[name] { return changed }
      return base.key(named: name)
    }

    mutating func add(
      _ entry: JournalEntry,
      _ versionOfRequest: (CollectionKey, [UInt8]) throws(JournalError) -> UInt64?
    ) throws(JournalError) {
      switch entry {
      case .create(let key, let name, _): try create(key, name)
      case .describe(let key, _): _ = try head(key)
      case .delete(let key):
        let head = try head(key)
        draft.changed.updateValue(nil, forKey: key)
        draft.names.updateValue(nil, forKey: head.name)
      case .commit(let commit): try add(commit, versionOfRequest)
      case .checkpointChunk(let key, let version, let index, let isLast, _):
        try addChunk(key, version: version, index: index, isLast: isLast)
      case .trim(let key, let before):
        var head = try head(key)
        guard before <= head.version + 1 else {
          throw JournalError(
            .conflict,
            "\(head.name) can't be trimmed before version \(before): it has version \(head.version)"
          )
        }
        head.oldest = max(head.oldest, before)
        draft.changed.updateValue(head, forKey: key)
      }
    }

    private mutating func create(_ key: CollectionKey, _ name: Identifier) throws(JournalError) {
      // A key that was deleted in this very append is taken, too: keys are never used again.
      guard draft.changed[key] == nil, base[key] == nil else {
        throw JournalError(.conflict, "the collection key \(key.value) is taken")
      }
      guard self.key(named: name) == nil else {
        throw JournalError(.conflict, "the collection name \(name) is taken")
      }
      draft.changed.updateValue(Head(name: name), forKey: key)
      draft.names.updateValue(key, forKey: name)
    }

    private mutating func add(
      _ commit: CommitRecord,
      _ versionOfRequest: (CollectionKey, [UInt8]) throws(JournalError) -> UInt64?
    ) throws(JournalError) {
      let key = commit.collection
      var head = try head(key)
      guard commit.version == head.version + 1 else {
        throw JournalError(
          .conflict,
          "version \(commit.version) of \(head.name) does not follow version \(head.version)"
        )
      }
      if let id = commit.requestID {
        var version = requests[key]?[id]
        if version == nil { version = try versionOfRequest(key, id) }
        if let version, version >= head.oldest {
          throw JournalError(.conflict, "version \(version) of \(head.name) has the same request id")
        }
        requests[key, default: [:]][id] = commit.version
      }
      head.version = commit.version
      draft.changed.updateValue(head, forKey: key)
    }

    private mutating func addChunk(
      _ key: CollectionKey,
      version: UInt64,
      index: Int,
      isLast: Bool
    ) throws(JournalError) {
      var head = try head(key)
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
      draft.changed.updateValue(head, forKey: key)
    }
  }
}
