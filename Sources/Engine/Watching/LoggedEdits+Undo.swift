extension RandomAccessCollection<LoggedEdit> where Index == Int {
  /// Undoes the edits, the last one first, on a list that has them. Whole commits, since a move consists of two edits.
  /// O(edits · log n).
  func undo<List: LoggedList>(on list: inout List) {
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
      }
    }
  }
}
