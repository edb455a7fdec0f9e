package import ArrangeModel

extension CollectionState {
  /// Applies a commit that was read from a journal. O(edits · log n).
  ///
  /// - Throws: an error with the code ``StatusCode/dataLoss`` if the commit does not fit the state, which
  ///   means that one of them is not what was written.
  package mutating func replay(_ commit: Commit) throws(ArrangeError) {
    guard commit.version == version + 1 else {
      throw .damagedJournal("commit \(commit.version) follows version \(version)")
    }
    var edits = ReplayedEdits()
    for edit in commit.edits { try replay(edit, &edits) }
    guard edits.lifted.allSatisfy({ $0 == nil }) else {
      throw .damagedJournal("commit \(commit.version) leaves a moved element without a place")
    }
    version = commit.version
    lineage.record(version, madeBy: commit.incarnation)
  }

  /// Applies one edit of the commit after the state's version.
  mutating func replay(_ edit: Edit, _ edits: inout ReplayedEdits) throws(ArrangeError) {
    switch edit {
    case .detach(let element, _, _, _, let scope, let index, let purpose):
      try check(scope, index, below: 0)
      guard entry(in: scope, at: index).element == element else {
        throw .damagedJournal("a commit moves or removes \(element.id), which is not where it says")
      }
      switch (scope, purpose) {
      case (.sections, .move): edits.lifted.append(.section(liftSection(at: index)))
      case (.sections, .removal): _ = removeSection(at: index)
      case (.items, .move): edits.lifted.append(.item(liftItem(at: scope.path(at: index))))
      case (.items, .removal): _ = removeItem(at: scope.path(at: index))
      }
    case .attach(let element, let key, let scope, let index, let origin):
      try check(scope, index, below: 1)
      switch (origin, scope) {
      case (.inserted, .sections):
        guard !hasSection(element) else { throw .damagedJournal("section \(element.id) is inserted twice") }
        insertSection(
          element,
          key: key,
          placementVersion: version + 1,
          items: EmptyCollection(),
          at: index
        )
      case (.inserted, .items):
        guard !hasItem(element) else { throw .damagedJournal("item \(element.id) is inserted twice") }
        let entry = ItemEntry(element: element, key: key, placementVersion: version + 1)
        insertItem(entry, at: scope.path(at: index))
      case (.moved(let source), _):
        guard edits.lifted.indices.contains(source), let entry = edits.lifted[source] else {
          throw .damagedJournal("a commit attaches what it did not detach")
        }
        edits.lifted[source] = nil
        switch (entry, scope) {
        case (.item(var item), .items):
          item.key = key
          item.placementVersion = version + 1
          dropItem(item, at: scope.path(at: index))
        case (.section(var section), .sections):
          section.key = key
          section.placementVersion = version + 1
          dropSection(section, at: index)
        default: throw .damagedJournal("a commit takes a section for an item")
        }
      }
    case .update(let scope, let index, let before, let after):
      try check(scope, index, below: 0)
      guard entry(in: scope, at: index).element == before, before == after else {
        throw .damagedJournal("a commit updates \(before.id), which is not where it says")
      }
      replace(in: scope, at: index, with: after)
    case .rekey(let scope, let start, _, let keys):
      try check(scope, start, below: 1)
      guard keys.count <= count(in: scope) - start else {
        throw .damagedJournal("\(keys.count) keys from index \(start) are more than the list has")
      }
      rekey(in: scope, at: start, to: keys)
    case .stay(let elements, let scope, let start):
      try check(scope, start, below: 1)
      guard elements.count <= count(in: scope) - start else {
        throw .damagedJournal("\(elements.count) elements from index \(start) are more than the list has")
      }
    }
  }

  /// Checks that an index is within a list; `below` is 1 if the end of the list is allowed.
  private func check(_ scope: Scope, _ index: Int, below extra: Int) throws(ArrangeError) {
    if case .items(let section) = scope {
      guard section >= 0, section < sectionCount else { throw .damagedJournal("no section \(section)") }
    }
    guard index >= 0, index < count(in: scope) + extra else {
      throw .damagedJournal("index \(index) is outside a list of \(count(in: scope))")
    }
  }
}

/// The elements that the edits of a commit have detached so far in order to move them.
struct ReplayedEdits {
  enum Lifted {
    case item(ItemEntry)
    case section(SectionEntry)
  }

  /// Nil once an element has its new place.
  fileprivate(set) var lifted: [Lifted?] = []
}

extension ArrangeError {
  /// The error for contradictory stored data.
  static func damagedJournal(_ why: String) -> ArrangeError {
    ArrangeError(.dataLoss, "the journal is damaged: \(why)")
  }
}
