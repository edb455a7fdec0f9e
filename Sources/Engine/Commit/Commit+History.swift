package import ArrangeModel

extension Commit {
  /// The commit as history tells it. O(edits).
  package var historyEntry: HistoryEntry {
    var changes: [HistoryChange] = []
    var lifted: [ListPath] = []
    let others = Dictionary(transfers.map { ($0.edit, $0.other) }) { first, _ in first }
    for (number, edit) in edits.enumerated() {
      switch edit {
      case .detach(_, _, _, _, let scope, let index, .move): lifted.append(scope.path(at: index))
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
            from: scope.path(at: index),
            before: leavesOutRemoved ? nil : element.fields,
            hasFieldsLeftOut: leavesOutRemoved,
            transferred: others[number]
          )
        )
      case .attach(let element, _, let scope, let index, .moved(let source)):
        changes.append(
          HistoryChange(
            kind: scope == .sections ? .sectionMoved : .itemMoved,
            id: element.id,
            from: lifted.indices.contains(source) ? lifted[source] : nil,
            to: scope.path(at: index)
          )
        )
      case .attach(let element, _, let scope, let index, .inserted):
        changes.append(
          HistoryChange(
            kind: scope == .sections ? .sectionInserted : .itemInserted,
            id: element.id,
            to: scope.path(at: index),
            after: element.fields,
            transferred: others[number]
          )
        )
      case .update(let scope, let index, let before, let after):
        let path = scope.path(at: index)
        changes.append(
          HistoryChange(
            kind: scope == .sections ? .sectionUpdated : .itemUpdated,
            id: after.id,
            from: path,
            to: path,
            before: before.fields,
            after: after.fields
          )
        )
      case .rekey, .stay, .branch: break
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
