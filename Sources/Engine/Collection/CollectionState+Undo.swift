import ArrangeModel
import Ordering

extension CollectionState {
  /// Undoes edits that were just made on this state, in reverse order. O(edits · log n).
  ///
  /// Content, keys, positions and placement versions are as before; the version is not changed.
  ///
  /// - Parameters:
  ///   - edits: edits as they were made, not as they are read from a journal.
  ///   - lifted: for a transaction that failed midway, the sections that the edits detach and do not attach
  ///     again, by their numbers among the moved elements.
  package mutating func undo(_ edits: [Edit], lifted: [Int: SectionEntry] = [:]) {
    var sections = lifted
    var branches = NamedBranches(edits)
    var number = edits.count { if case .detach(_, _, _, _, _, _, .move) = $0 { true } else { false } }
    for edit in edits.reversed() {
      switch edit {
      case .branch: break
      case .attach(_, _, .sections, let index, .inserted): _ = removeSection(at: index)
      case .attach(_, _, let scope, let index, .inserted):
        _ = removeItem(at: ListSlot(scope: branches.scope(scope, in: &self), index: index))
      case .attach(_, _, .sections, let index, .moved(let source)):
        sections[source] = liftSection(at: index)
      case .attach(_, _, let scope, let index, .moved):
        _ = liftItem(at: ListSlot(scope: branches.scope(scope, in: &self), index: index))
      case .detach(let element, let key, let placed, let items, .sections, let index, .removal):
        insertSection(element, key: key, placementVersion: placed, items: items, at: index)
      case .detach(let element, let key, let placed, _, let scope, let index, .removal):
        let entry = ItemEntry(element: element, key: key, placementVersion: placed)
        insertItem(entry, at: ListSlot(scope: branches.scope(scope, in: &self), index: index))
      case .detach(_, let key, let placed, _, .sections, let index, .move):
        number -= 1
        guard var section = sections.removeValue(forKey: number) else {
          preconditionFailure("a section that left its place is attached again or held by the caller")
        }
        section.key = key
        section.placementVersion = placed
        dropSection(section, at: index)
      case .detach(let element, let key, let placed, _, let scope, let index, .move):
        number -= 1
        let entry = ItemEntry(element: element, key: key, placementVersion: placed)
        dropItem(entry, at: ListSlot(scope: branches.scope(scope, in: &self), index: index))
      case .update(let scope, let index, let before, _):
        replace(in: branches.scope(scope, in: &self), at: index, with: before)
      case .rekey(let scope, let start, let before, _):
        rekey(in: branches.scope(scope, in: &self), at: start, to: before)
      case .stay: break
      }
    }
    dropOrphanedBranches()
  }
}

/// The branches that edits name, found again in a state in which they may have other numbers by now.
private struct NamedBranches {
  /// Their owners by their numbers in the edits; nil if there are none.
  private var owners: [BranchNumber: Element]?
  private var found: [BranchNumber: Scope] = [:]

  init(_ edits: [Edit]) {
    for case .branch(let number, let owner) in edits {
      if owners == nil { owners = [:] }
      owners?[number] = owner
    }
  }

  /// A list that an edit names, in a state that has its owner.
  mutating func scope(_ scope: Scope, in state: inout CollectionState) -> Scope {
    guard let number = scope.branch else { return scope }
    if let scope = found[number] { return scope }
    guard let owner = owners?[number], let slot = state.slot(of: owner) else {
      preconditionFailure("a commit names the branches of items that are in the list")
    }
    let scope = state.makeBranch(of: slot)
    found[number] = scope
    return scope
  }
}
