import ArrangeModel
import Ordering

extension RandomAccessCollection<LoggedEdit> where Index == Int {
  /// Undoes the edits, the last one first, on a list that has them. Whole commits, since a move consists of two edits.
  /// O(edits · log n).
  func undo<List: LoggedList>(on list: inout List) {
    undo(on: &list) { _, _, _, _ in preconditionFailure("no item of a flat list has children") }
  }

  /// The same on a collection, which may be an outline.
  func undo(on state: inout CollectionState) {
    undo(on: &state) { edit, parent, state, lifted in edit.undo(below: parent, on: &state, &lifted) }
    state.dropOrphanedBranches()
  }

  /// - Parameter undoChild: undoes the edit of a child of an item.
  private func undo<List: LoggedList>(
    on list: inout List,
    undoChild: (LoggedEdit, _ parent: LoggedEdit, inout List, _ lifted: inout [Int: List.LiftedItem]) -> Void
  ) {
    var items: [Int: List.LiftedItem] = [:]
    var sections: [Int: List.LiftedSection] = [:]
    var index = endIndex
    while index > startIndex {
      index -= 1
      let edit = self[index]
      switch edit.kind {
      case .itemInserted: list.discardItem(at: edit.path)
      case .itemRemoved: list.insertItem(edit.element, at: edit.path)
      case .itemAttached: items[edit.number] = list.liftItem(at: edit.path)
      case .itemDetached:
        guard let entry = items.removeValue(forKey: edit.number) else {
          preconditionFailure("a move without an end")
        }
        list.dropItem(entry, at: edit.path)
      case .itemUpdated: list.replaceItem(at: edit.path, with: edit.element)
      case .sectionInserted: list.discardSection(at: Int(edit.index))
      case .sectionRemoved:
        let count = Int(edit.section)
        list.insertSection(
          edit.element,
          items: self[index - count..<index].lazy.map(\.element),
          at: Int(edit.index)
        )
        index -= count
      case .sectionAttached: sections[edit.number] = list.liftSection(at: Int(edit.index))
      case .sectionDetached:
        guard let entry = sections.removeValue(forKey: edit.number) else {
          preconditionFailure("a move without an end")
        }
        list.dropSection(entry, at: Int(edit.index))
      case .sectionUpdated: list.replaceSection(at: Int(edit.index), with: edit.element)
      case .itemStayed, .sectionStayed: break
      case .itemOfRemovedSection: preconditionFailure("they are taken with their section")
      case .parent: break
      case .childInserted, .childRemoved, .childDetached, .childAttached, .childUpdated, .childStayed:
        undoChild(edit, self[index - Int(edit.section)], &list, &items)
      }
    }
  }
}

extension LoggedEdit {
  /// Undoes the edit of a child in an outline. The parent is found by its id: the numbers of branches are those of one state.
  ///
  /// - Parameters:
  ///   - owner: the edit that names the parent.
  ///   - lifted: items without a place, by their numbers in the commit.
  fileprivate func undo(
    below owner: LoggedEdit,
    on state: inout CollectionState,
    _ lifted: inout [Int: ItemEntry]
  ) {
    guard let parent = state.slot(of: owner.element) else {
      preconditionFailure("a commit edits below what is in the list")
    }
    let slot = ListSlot(scope: state.makeBranch(of: parent), index: Int(index))
    switch kind {
    case .childInserted: _ = state.removeItem(at: slot)
    case .childRemoved: state.insertItem(ItemEntry(element: element, key: .empty), at: slot)
    case .childAttached: lifted[number] = state.liftItem(at: slot)
    case .childDetached:
      guard let entry = lifted.removeValue(forKey: number) else {
        preconditionFailure("a move without an end")
      }
      state.dropItem(entry, at: slot)
    case .childUpdated: state.replaceItem(at: slot, with: element)
    default: break
    }
  }
}
