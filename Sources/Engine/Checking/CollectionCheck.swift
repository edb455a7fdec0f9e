package import ArrangeModel
package import Ordering

/// Finds out whether what is stored of a collection is right: that everything can be read, that commits follow each other and
/// fit the list, that keys are those of the strategy and in order, and that the checkpoint is what the commits make.
package struct CollectionCheck: Sendable {
  /// How many commits are read at a time.
  private static let commitsAtATime = 256
  /// How many problems are told of one collection.
  private static let maximumProblems = 10

  /// What was found.
  package struct Report: Sendable, Hashable {
    package var name: Identifier
    package var isView = false
    package var version: UInt64
    package var items = 0
    package var sections = 0
    package var commits = 0
    /// Whether all commits are kept, so that the checkpoint could be compared with what they make.
    package var isReplayed = false
    /// What is wrong, in sentences.
    package var problems: [String] = []
  }

  private let source: any JournalReading
  private let strategies: StrategyCatalog

  /// - Parameter strategies: those that the keys are checked by. Keys of others are only compared with one another.
  package init(_ source: any JournalReading, strategies: StrategyCatalog) {
    self.source = source
    self.strategies = strategies
  }

  /// Checks one collection, or a view. O(items + commits).
  ///
  /// - Throws: a ``JournalError`` where the source can't be read at all; what is damaged is a problem of the report.
  package func report(on record: CollectionRecord) throws(JournalError) -> Report {
    var report = Report(name: record.name, version: record.version)
    do {
      try check(record, &report)
    } catch let error as JournalError {
      guard error.code == .damaged else { throw error }
      report.problems.append(error.message)
    } catch {
      report.problems.append((error as? ArrangeError)?.message ?? "\(error)")
    }
    return report
  }

  private func check(_ record: CollectionRecord, _ report: inout Report) throws {
    let descriptor = try CollectionDescriptor(encoded: record.descriptor)
    guard descriptor.view == nil, descriptor.sink == nil else {
      report.isView = true
      return
    }
    let oldest = try source.oldestCommit(of: record.key) ?? record.version + 1
    var state = CollectionState()
    // What all commits make, up to the checkpoint; nil where some are no longer kept.
    var replayed: CollectionState? = oldest == 1 ? CollectionState() : nil
    for named in descriptor.namedVersions.all
    where named.version > record.version || named.version < max(oldest, 1) - 1 {
      report.problems.append(
        "the version \(named.version), which is named \"\(named.name)\", can't be read: the commits begin with \(oldest)"
      )
    }
    let checkpoint = try source.checkpoint(of: record.key)
    if let checkpoint {
      var reader = CheckpointReader()
      for index in 0..<checkpoint.chunkCount {
        try reader.read(source.checkpointChunk(index, of: record.key, version: checkpoint.version))
      }
      _ = try reader.sizes()
      state = try reader.finish(version: checkpoint.version)
    } else {
      replayed = nil
    }
    guard state.version + 1 >= oldest, state.version <= record.version else {
      throw ArrangeError.damagedJournal(
        "the newest checkpoint has version \(state.version), the commits begin with \(oldest) and end with \(record.version)"
      )
    }
    var next = oldest
    while next <= record.version {
      let records = try source.commits(
        of: record.key,
        from: next,
        limit: CollectionCheck.commitsAtATime
      )
      guard !records.isEmpty else { throw ArrangeError.damagedJournal("commit \(next) is missing") }
      for record in records {
        guard record.version == next else { throw ArrangeError.damagedJournal("commit \(next) is missing") }
        let commit = try Commit(record)
        if next <= state.version {
          try replayed?.replay(commit)
        } else {
          try CollectionCheck.replay(commit, on: &state)
        }
        next += 1
        report.commits += 1
        if let replayed, let checkpoint, replayed.version == checkpoint.version,
          next == checkpoint.version + 1
        {
          try CollectionCheck.compare(replayed, state)
        }
      }
    }
    report.isReplayed = replayed != nil || (checkpoint == nil && oldest == 1)
    (report.items, report.sections) = (state.itemCount, state.sectionCount)
    report.problems += CollectionCheck.limitProblems(of: state, descriptor.outline)
    let name = String(descriptor.strategy.prefix { $0 != ":" })
    var strategy: (any OrderingStrategy)?
    if strategies[kind: name]?.version == descriptor.strategyVersion {
      strategy = try? strategies.choose(descriptor.strategy).strategy
    }
    let keys = KeyReport(on: state, strategy, descriptor.strategy)
    report.problems += keys.problems.prefix(CollectionCheck.maximumProblems)
      .map { "\($0.isSection ? "section" : "item") \($0.id): \($0.explanation)" }
  }

  /// What is beyond the limits of an outline, which no operation exceeds; a flat collection has no children at all. O(items).
  private static func limitProblems(of state: CollectionState, _ outline: OutlineSettings?) -> [String] {
    guard let branches = state.branches else { return [] }
    var problems: [String] = []
    var next = branches.next(from: 0)
    while let number = next, problems.count < maximumProblems {
      let branch = branches.branch(number)
      next = branches.next(from: number + 1)
      guard branch.children.count > 0 else { continue }
      guard let outline else {
        problems.append("item \(branch.owner.id) has children, and the collection is no outline")
        continue
      }
      if branch.children.count > outline.maximumChildren {
        problems.append(
          "item \(branch.owner.id) has \(branch.children.count) children, more than \(outline.maximumChildren)"
        )
      }
      if branch.home == nil, 1 + branch.height > outline.maximumDepth {
        problems.append(
          "below item \(branch.owner.id) the depth is \(1 + branch.height), more than \(outline.maximumDepth)"
        )
      }
    }
    return problems
  }

  private static func replay(_ commit: Commit, on state: inout CollectionState) throws(ArrangeError) {
    try state.replay(commit)
    guard state.itemCount == commit.itemCount, state.sectionCount == commit.sectionCount else {
      throw .damagedJournal(
        "commit \(commit.version) says that there are \(commit.sectionCount) sections and \(commit.itemCount) items then, "
          + "and there are \(state.sectionCount) and \(state.itemCount)"
      )
    }
  }

  /// Compares what the commits make with a checkpoint.
  private static func compare(_ replayed: CollectionState, _ checkpoint: CollectionState) throws(ArrangeError)
  {
    func differs(_ where: String) -> ArrangeError {
      .damagedJournal(
        "the checkpoint of version \(checkpoint.version) is not what the commits make: \(`where`)"
      )
    }
    guard replayed.sectionCount == checkpoint.sectionCount, replayed.itemCount == checkpoint.itemCount else {
      throw differs(
        "\(checkpoint.sectionCount) sections and \(checkpoint.itemCount) items, and \(replayed.sectionCount) and \(replayed.itemCount)"
      )
    }
    for index in 0..<replayed.sectionCount {
      let (one, other) = (replayed.section(at: index), checkpoint.section(at: index))
      guard one.element == other.element, one.element.hasSameFields(as: other.element), one.key == other.key,
        one.items.count == other.items.count
      else { throw differs("section \(index)") }
      var (mine, theirs) = (RowWalk(replayed, section: index), RowWalk(checkpoint, section: index))
      var place = 0
      while let row = mine.next() {
        guard let read = theirs.next(), row.depth == read.depth, row.entry.isSame(as: read.entry),
          row.entry.counts(in: replayed) == read.entry.counts(in: checkpoint)
        else { throw differs("item \(place) of section \(index)") }
        place += 1
      }
      guard theirs.next() == nil else { throw differs("item \(place) of section \(index)") }
    }
  }
}

extension ItemEntry {
  /// Whether the ids, fields and keys are equal.
  fileprivate func isSame(as other: ItemEntry) -> Bool {
    element == other.element && key == other.key && element.hasSameFields(as: other.element)
  }

  /// What a state knows of everything below the item: children, descendants, levels.
  fileprivate func counts(in state: CollectionState) -> [Int] {
    guard let own = state.branches?.branch(of: element, hash: idHash) else { return [0, 0, 0] }
    return [own.children.count, own.descendants, own.height]
  }
}
