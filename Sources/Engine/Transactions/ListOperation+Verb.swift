import ArrangeModel

extension ListOperation {
  /// What carries the operation out.
  var verb: any TransactionVerb {
    switch self {
    case .insertItems(let items, let destination): InsertVerb(elements: items, to: .items(destination))
    case .insertSections(let sections, let destination):
      InsertVerb(elements: sections, to: .sections(destination))
    case .moveItems(let items, let destination): MoveVerb(elements: items, to: .items(destination))
    case .moveSections(let sections, let destination):
      MoveVerb(elements: sections, to: .sections(destination))
    case .updateItems(let updates): UpdateVerb(kind: .item, updates: updates)
    case .updateSections(let updates): UpdateVerb(kind: .section, updates: updates)
    case .removeItems(let items): RemoveVerb(kind: .item, elements: items)
    case .removeSections(let sections, let onlyIfEmpty):
      RemoveVerb(kind: .section, elements: sections, onlyIfEmpty: onlyIfEmpty)
    case .adoptItems(let items, let section): AdoptVerb(items: items, section: section)
    case .reorderItems(let section, let ids): ReorderVerb(list: .items(section: section), ids: ids)
    case .reorderSections(let ids): ReorderVerb(list: .sections, ids: ids)
    }
  }
}

extension ListOperation {
  /// The number of elements that the operation reads or changes, see ``TransactionVerb/elementCount(in:)``.
  fileprivate func elementCount(in state: CollectionState) -> Int {
    // Known without the allocation that a verb of any type needs.
    if case .moveItems(let items, _) = self { items.count } else { verb.elementCount(in: state) }
  }
}

extension [ListOperation] {
  /// The number of steps of ``WorkSlice`` that the operations take, counted only up to a limit.
  func steps(in state: CollectionState, atMost limit: Int) -> Int {
    var steps = 0
    for operation in self {
      steps += WorkSlice.stepsOfEdit * (1 + operation.elementCount(in: state))
      if steps > limit { break }
    }
    return steps
  }
}

extension RequestFingerprint {
  /// O(size of the operations).
  init(_ operations: [ListOperation]) {
    var content = Content()
    for operation in operations {
      let verb = operation.verb
      content.add(verb.fingerprintNumber)
      verb.addValues(to: &content)
    }
    self.init(stored: content.value)
  }
}
