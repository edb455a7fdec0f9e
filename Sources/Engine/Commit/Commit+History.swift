package import ArrangeModel

extension Commit {
  /// The commit as history tells it. O(edits).
  package var historyEntry: HistoryEntry {
    var changes: [HistoryChange] = []
    var lifted: [(path: ListPath, parent: Identifier?)] = []
    var owners: [BranchNumber: Identifier] = [:]
    /// Where something is, and its parent. Below one, the index of the section is not known.
    func place(_ scope: Scope, _ index: Int) -> (path: ListPath, parent: Identifier?) {
      guard let branch = scope.branch else { return (scope.path(at: index), nil) }
      return (ListPath(section: 0, item: index), owners[branch])
    }
    let others = Dictionary(transfers.map { ($0.edit, $0.other) }) { first, _ in first }
    for (number, edit) in edits.enumerated() {
      switch edit {
      case .detach(_, _, _, _, let scope, let index, .move): lifted.append(place(scope, index))
      case .detach(let element, _, _, let items, let scope, let index, .removal):
        let isSection = scope == .sections
        for (offset, item) in items.enumerated() {
          changes.append(
            HistoryChange(
              kind: .itemRemoved,
              id: item.element.id,
              from: ListPath(section: index, item: offset),
              before: leavesOutRemoved ? nil : item.element.fields,
              hasFieldsLeftOut: leavesOutRemoved
            )
          )
        }
        changes.append(
          HistoryChange(
            kind: isSection ? .sectionRemoved : .itemRemoved,
            id: element.id,
            from: place(scope, index).path,
            before: leavesOutRemoved ? nil : element.fields,
            hasFieldsLeftOut: leavesOutRemoved,
            transferred: others[number],
            fromParent: place(scope, index).parent
          )
        )
      case .attach(let element, _, let scope, let index, .moved(let source)):
        changes.append(
          HistoryChange(
            kind: scope == .sections ? .sectionMoved : .itemMoved,
            id: element.id,
            from: lifted.indices.contains(source) ? lifted[source].path : nil,
            to: place(scope, index).path,
            fromParent: lifted.indices.contains(source) ? lifted[source].parent : nil,
            toParent: place(scope, index).parent
          )
        )
      case .attach(let element, _, let scope, let index, .inserted):
        changes.append(
          HistoryChange(
            kind: scope == .sections ? .sectionInserted : .itemInserted,
            id: element.id,
            to: place(scope, index).path,
            after: element.fields,
            transferred: others[number],
            toParent: place(scope, index).parent
          )
        )
      case .update(let scope, let index, let before, let after):
        let (path, parent) = place(scope, index)
        changes.append(
          HistoryChange(
            kind: scope == .sections ? .sectionUpdated : .itemUpdated,
            id: after.id,
            from: path,
            to: path,
            before: before.fields,
            after: after.fields,
            fromParent: parent,
            toParent: parent
          )
        )
      case .branch(let number, let owner): owners[number] = owner.id
      case .rekey, .stay: break
      }
    }
    var entry = HistoryEntry(
      version: version,
      time: time,
      author: author,
      requestID: requestID,
      transaction: transaction?.id,
      rekeyed: result.rekeyed,
      changes: changes
    )
    entry.step = step
    entry.undoes = undone?.versions ?? []
    entry.isRedo = undone?.isRedo ?? false
    return entry
  }
}
