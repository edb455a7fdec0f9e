/// What several operations have changed in the end.
enum NetEffect {
  /// Whether edits that inserted as many elements as they removed have no net effect.
  ///
  /// This is so exactly if every touched element is at its original position, with equal fields: untouched
  /// elements keep their relative order and fill the positions in between.
  ///
  /// - Parameter state: the state after the edits.
  static func isNone(of edits: [Edit], leadingTo state: CollectionState) -> Bool {
    guard mayBeNone(of: edits, leadingTo: state) else { return false }
    var original = state
    original.undo(edits)
    func isUnchanged(_ element: Element, in scope: Scope) -> Bool {
      switch scope {
      case .sections:
        guard let index = original.index(of: element), index == state.index(of: element) else {
          return !original.hasSection(element) && !state.hasSection(element)
        }
        return original.section(at: index).element.hasSameFields(as: state.section(at: index).element)
      case .items, .children:
        // The edits were undone with the branches that they made: these have the same numbers.
        guard let slot = original.slot(of: element), slot == state.slot(of: element) else {
          return !original.hasItem(element) && !state.hasItem(element)
        }
        return original.item(at: slot).element.hasSameFields(as: state.item(at: slot).element)
      }
    }
    return edits.allSatisfy { edit in
      switch edit {
      case .detach(let element, _, _, let items, let scope, _, _):
        isUnchanged(element, in: scope)
          && items.allSatisfy { isUnchanged($0.element, in: .items(section: 0)) }
      case .attach(let element, _, let scope, _, _): isUnchanged(element, in: scope)
      case .update(let scope, _, _, let after): isUnchanged(after, in: scope)
      case .rekey, .stay, .branch: true
      }
    }
  }

  /// Whether the first edit alone does not prove a change: its positions are those of the original, so most
  /// transactions need not inspect the original.
  private static func mayBeNone(of edits: [Edit], leadingTo state: CollectionState) -> Bool {
    for edit in edits {
      switch edit {
      case .rekey, .stay, .branch: continue
      case .detach(let element, _, _, _, .sections, let index, _): return state.index(of: element) == index
      case .detach(let element, _, _, _, let scope, let index, _):
        return state.slot(of: element) == ListSlot(scope: scope, index: index)
      case .attach(let element, _, .sections, _, _): return !state.hasSection(element)
      case .attach(let element, _, .items, _, _), .attach(let element, _, .children, _, _):
        return !state.hasItem(element)
      case .update: return true
      }
    }
    return true
  }
}
