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
    case .removeItems(let items, let descendants):
      RemoveVerb(kind: .item, elements: items, descendants: descendants)
    case .removeSections(let sections, let onlyIfEmpty):
      RemoveVerb(kind: .section, elements: sections, onlyIfEmpty: onlyIfEmpty)
    case .adoptItems(let items, let section, let parent):
      AdoptVerb(items: items, section: section, below: parent)
    case .reorderItems(let section, let parent, let ids):
      ReorderVerb(list: .items(section: section, parent: parent), ids: ids)
    case .reorderSections(let ids): ReorderVerb(list: .sections, ids: ids)
    }
  }
}

extension ListOperation {
  /// Carries out the operation.
  ///
  /// - Parameter isAlone: whether it is the only one of the transaction.
  /// - Throws: an error whose field is relative to the operation.
  func perform(in editor: inout TransactionEditor, isAlone: Bool = false) throws(ArrangeError) {
    if !isAlone { editor.mayHaveNoEffect = true }
    if case .moveItems(let items, let destination) = self {
      // The most frequent operation, without the allocation that a verb of any type needs.
      editor.named.add(try MoveVerb(elements: items, to: .items(destination)).perform(in: &editor))
    } else {
      let verb = verb
      if verb.mayHaveNoEffect { editor.mayHaveNoEffect = true }
      editor.named.add(try verb.perform(in: &editor))
    }
  }

  /// The number of elements that the operation reads or changes, see ``TransactionVerb/elementCount(in:)``.
  fileprivate func elementCount(in state: CollectionState) -> Int {
    // Known without the allocation that a verb of any type needs.
    if case .moveItems(let items, _) = self { items.count } else { verb.elementCount(in: state) }
  }
}

extension [ListOperation] {
  /// Carries out one of the operations. Must be called for each of them, in order.
  ///
  /// - Throws: the error of the operation, as ``TransactionEditor/perform(_:)`` does.
  func perform(_ index: Int, in editor: inout TransactionEditor) throws(ArrangeError) {
    do {
      try self[index].perform(in: &editor, isAlone: count == 1)
    } catch {
      throw error.within("operations[\(index)].\(self[index].fieldName)")
    }
  }

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
    for operation in operations { content.add(operation) }
    self.init(stored: content.value)
  }

  /// O(size of the steps).
  init(_ steps: [TransactionStep]) {
    var content = Content()
    content.add(TransferVerb.fingerprintNumber)
    for step in steps {
      content.add(step.collection)
      switch step.action {
      case .operation(let operation): content.add(operation)
      case .transfer(let transfer):
        content.add(TransferVerb.fingerprintNumber)
        content.add(transfer.items) { $0.add($1) }
        content.add(transfer.target)
        TransactionEditor.Destination.items(transfer.destination).addValues(to: &content)
        // Requests that say nothing of children have the fingerprints that earlier servers gave them.
        if let descendants = transfer.descendants { content.add(UInt64(descendants.rawValue)) }
      }
    }
    self.init(stored: content.value)
  }
}

extension RequestFingerprint.Content {
  fileprivate mutating func add(_ operation: ListOperation) {
    let verb = operation.verb
    add(verb.fingerprintNumber)
    verb.addValues(to: &self)
  }
}
