package import ArrangeModel

extension CollectionState {
  /// Applies a commit that was read from a journal. O(edits · log n).
  ///
  /// - Parameter isNew: whether the state has no later versions in its lineage, which gets that of the commit.
  /// - Throws: an error with the code ``StatusCode/dataLoss`` if the commit does not fit the state, which
  ///   means that one of them is not what was written.
  package mutating func replay(_ commit: Commit, isNew: Bool = true) throws(ArrangeError) {
    guard commit.version == version + 1 else {
      throw .damagedJournal("commit \(commit.version) follows version \(version)")
    }
    var edits = ReplayedEdits()
    for edit in commit.edits { try replay(edit, &edits) }
    guard edits.isSettled else {
      throw .damagedJournal("commit \(commit.version) leaves a moved element without a place")
    }
    dropOrphanedBranches()
    version = commit.version
    if isNew { lineage.record(version, madeBy: commit.incarnation) }
  }

  /// Applies one edit of the commit after the state's version.
  mutating func replay(_ edit: Edit, _ edits: inout ReplayedEdits) throws(ArrangeError) {
    switch edit {
    case .branch(let number, let owner):
      guard edits.isSettled, let slot = slot(of: owner) else {
        throw .damagedJournal("a commit names the children of \(owner.id), which is not there")
      }
      edits.branches[number] = makeBranch(of: slot)
    case .detach(let element, _, _, _, let scope, let index, let purpose):
      let scope = try scope.checked(index, below: 0, in: self, edits)
      guard entry(in: scope, at: index).element == element else {
        throw .damagedJournal("a commit moves or removes \(element.id), which is not where it says")
      }
      switch (scope, purpose) {
      case (.sections, .move):
        edits.add(.section(liftSection(at: index)))
      case (.sections, .removal):
        guard branches?.nestedCount(in: element) ?? 0 == 0 else {
          throw .damagedJournal("a commit removes section \(element.id) without what is below its items")
        }
        if branches != nil {
          for item in items(ofSection: index).entries(in: 0..<itemCount(section: index)) {
            Scope.items(section: index).recordRemoval(of: item.element, in: &self)
          }
        }
        _ = removeSection(at: index)
      case (_, .move):
        let item = liftItem(at: ListSlot(scope: scope, index: index))
        edits.add(.item(item), with: branches?.number(of: item.element, hash: item.idHash))
      case (_, .removal):
        guard branches?.branch(of: element, hash: element.idHash)?.descendants ?? 0 == 0 else {
          throw .damagedJournal("a commit removes item \(element.id) without what is below it")
        }
        scope.recordRemoval(of: element, in: &self)
        _ = removeItem(at: ListSlot(scope: scope, index: index))
      }
    case .attach(let element, let key, let scope, let index, let origin):
      let scope = try scope.checked(index, below: 1, in: self, edits)
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
      case (.inserted, _):
        guard !hasItem(element) else { throw .damagedJournal("item \(element.id) is inserted twice") }
        let entry = ItemEntry(element: element, key: key, placementVersion: version + 1)
        insertItem(entry, at: ListSlot(scope: scope, index: index))
      case (.moved(let source), _):
        guard edits.lifted.indices.contains(source), let entry = edits.lifted[source] else {
          throw .damagedJournal("a commit attaches what it did not detach")
        }
        edits.lifted[source] = nil
        edits.unsettled -= 1
        switch (entry, scope) {
        case (.item(var item), .items), (.item(var item), .children):
          item.key = key
          item.placementVersion = version + 1
          if let own = branches?.number(of: item.element, hash: item.idHash) {
            edits.liftedBranches.remove(own)
          }
          dropItem(item, at: ListSlot(scope: scope, index: index))
        case (.section(var section), .sections):
          section.key = key
          section.placementVersion = version + 1
          edits.liftedSections -= 1
          dropSection(section, at: index)
        default: throw .damagedJournal("a commit takes a section for an item")
        }
      }
    case .update(let scope, let index, let before, let after):
      let scope = try scope.checked(index, below: 0, in: self, edits)
      guard entry(in: scope, at: index).element == before, before == after else {
        throw .damagedJournal("a commit updates \(before.id), which is not where it says")
      }
      replace(in: scope, at: index, with: after)
    case .rekey(let scope, let start, _, let keys):
      let scope = try scope.checked(start, below: 1, in: self, edits)
      guard keys.count <= count(in: scope) - start else {
        throw .damagedJournal("\(keys.count) keys from index \(start) are more than the list has")
      }
      rekey(in: scope, at: start, to: keys)
    case .stay(let elements, let scope, let start):
      let scope = try scope.checked(start, below: 1, in: self, edits)
      guard elements.count <= count(in: scope) - start else {
        throw .damagedJournal("\(elements.count) elements from index \(start) are more than the list has")
      }
      if edit.endsHistory, branches != nil {
        withBranches { table, _ in table.removed = RemovedPlaces() }
      }
    }
  }
}

extension Scope {
  /// The list of a state that an edit names, after a check that an index is within it; `below` is 1 if the end of the list is
  /// allowed.
  fileprivate func checked(
    _ index: Int,
    below extra: Int,
    in state: CollectionState,
    _ edits: ReplayedEdits
  ) throws(ArrangeError) -> Scope {
    let scope = edits.scope(self)
    switch scope {
    case .sections: break
    case .items(let section):
      guard section >= 0, section < state.sectionCount else { throw .damagedJournal("no section \(section)") }
    case .children(let number):
      // While its section is on its way, or an item above it, nothing can be found by way of them.
      guard branch.flatMap({ edits.branches[$0] }) == scope, edits.liftedSections == 0,
        let branches = state.branches,
        edits.liftedBranches.isEmpty || !branches.isBelow(number, any: edits.liftedBranches),
        state.hasItem(branches.branch(number).owner)
      else {
        throw .damagedJournal("a commit names the children of an item that is not there")
      }
    }
    guard index >= 0, index < state.count(in: scope) + extra else {
      throw .damagedJournal("index \(index) is outside a list of \(state.count(in: scope))")
    }
    return scope
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
  /// The branches that the edits have named, by their numbers there.
  fileprivate var branches: [BranchNumber: Scope] = [:]
  /// The number of elements that have no place, of sections among them, and the branches of items among them.
  fileprivate var unsettled = 0
  fileprivate var liftedSections = 0
  fileprivate var liftedBranches: Set<BranchNumber> = []

  /// Whether every element has a place.
  fileprivate var isSettled: Bool { unsettled == 0 }

  fileprivate mutating func add(_ entry: Lifted, with branch: BranchNumber? = nil) {
    lifted.append(entry)
    unsettled += 1
    if case .section = entry { liftedSections += 1 }
    if let branch { liftedBranches.insert(branch) }
  }

  /// The list of the replayed state that an edit names, which is no other one unless it is a branch.
  func scope(_ scope: Scope) -> Scope { scope.branch.flatMap { branches[$0] } ?? scope }
}

extension ArrangeError {
  /// The error for contradictory stored data.
  static func damagedJournal(_ why: String) -> ArrangeError {
    ArrangeError(.dataLoss, "the journal is damaged: \(why)")
  }
}
