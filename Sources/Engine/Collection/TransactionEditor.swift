package import ArrangeModel
package import Ordering

/// What carries out the operations of one transaction on a copy of a state.
///
/// The editor works on its own copy, so a transaction that fails leaves nothing behind. It touches neither
/// disk nor clock: keys, ids and time come from what it is given.
///
///     var editor = TransactionEditor(state, strategy: strategy, random: random, makeID: makeID)
///     try editor.perform(request.operations)
///     let (state, edits, result) = editor.finish()
package struct TransactionEditor {
  /// The state as the operations so far have left it.
  package internal(set) var state: CollectionState
  /// Where all randomness comes from; to be taken over for the next transaction.
  package private(set) var random: OrderingRandom
  /// What was done so far.
  package internal(set) var edits: [Edit] = []

  private let original: CollectionState
  let strategy: any OrderingStrategy
  let makeID: () -> Identifier
  /// How many moved elements the edits detach so far.
  var liftedCount = 0
  /// How many elements that did not move got another key so far.
  var rekeyed = 0
  private var named: [[Named]] = []

  /// An element that an operation named.
  enum Named {
    case item(Element)
    case section(Element)
  }

  package init(
    _ state: CollectionState,
    strategy: any OrderingStrategy,
    random: OrderingRandom,
    makeID: @escaping () -> Identifier
  ) {
    self.state = state
    original = state
    self.strategy = strategy
    self.random = random
    self.makeID = makeID
  }

  /// The version that the transaction makes, if it changes anything.
  var newVersion: UInt64 { original.version + 1 }

  /// Carries out operations in their order.
  ///
  /// - Throws: the first error, whose field starts with `operations[n]`. The editor is of no use afterwards.
  package mutating func perform(_ operations: [Operation]) throws(ArrangeError) {
    for (index, operation) in operations.enumerated() {
      do {
        named.append(try perform(operation))
      } catch {
        throw error.within("operations[\(index)].\(operation.fieldName)")
      }
    }
  }

  private mutating func perform(_ operation: Operation) throws(ArrangeError) -> [Named] {
    switch operation {
    case .insertSections(let sections, let destination):
      return try insertSections(sections, to: destination)
    case .moveSections(let sections, let destination):
      return try moveSections(sections, to: destination)
    case .updateSections(let updates): return try update(updates, kind: .section)
    case .removeSections(let sections, let onlyIfEmpty):
      return try removeSections(sections, onlyIfEmpty: onlyIfEmpty)
    case .insertItems(let items, let destination): return try insertItems(items, to: destination)
    case .moveItems(let items, let destination): return try moveItems(items, to: destination)
    case .updateItems(let updates): return try update(updates, kind: .item)
    case .removeItems(let items): return try removeItems(items)
    case .reorderItems(let section, let ids):
      return try reorderItems(section: section, ids)
    case .reorderSections(let ids): return try reorder(ids, in: .sections)
    }
  }

  /// The outcome. Where nothing changed there are no edits and the state is the one given at first.
  package consuming func finish() -> (state: CollectionState, edits: [Edit], result: ApplyResult) {
    let changed = !edits.isEmpty && !(named.count > 1 && changesNothing())
    if changed {
      state.version = newVersion
    } else {
      state = original
      edits = []
      rekeyed = 0
    }
    let result = ApplyResult(
      version: state.version,
      changed: changed,
      rekeyed: rekeyed,
      operations: named.map { $0.map(placed) }
    )
    return (state, edits, result)
  }

  private func placed(_ named: Named) -> PlacedElement {
    switch named {
    case .item(let element):
      guard let path = state.path(of: element) else {
        return PlacedElement(id: element.id, place: nil, key: .empty)
      }
      let key = state.key(in: .items(section: path.section), at: path.item, under: strategy)
      return PlacedElement(id: element.id, place: .item(path), key: key)
    case .section(let element):
      guard let index = state.index(of: element) else {
        return PlacedElement(id: element.id, place: nil, key: .empty)
      }
      let key = state.key(in: .sections, at: index, under: strategy)
      return PlacedElement(id: element.id, place: .section(index), key: key)
    }
  }

  /// Whether several operations together left everything as it was.
  ///
  /// It is so exactly if every touched element is where it was, with equal fields: the elements that were not
  /// touched keep their relative order and fill the places between.
  private func changesNothing() -> Bool {
    func isAsBefore(_ element: Element, in scope: Scope) -> Bool {
      switch scope {
      case .sections:
        guard let index = original.index(of: element), index == state.index(of: element) else {
          return !original.hasSection(element) && !state.hasSection(element)
        }
        return original.section(at: index).element.hasSameFields(as: state.section(at: index).element)
      case .items:
        guard let path = original.path(of: element), path == state.path(of: element) else {
          return !original.hasItem(element) && !state.hasItem(element)
        }
        return original.item(at: path).element.hasSameFields(as: state.item(at: path).element)
      }
    }
    guard original.sectionCount == state.sectionCount, original.itemCount == state.itemCount else {
      return false
    }
    return edits.allSatisfy { edit in
      switch edit {
      case .detach(let element, _, let items, let scope, _, _):
        isAsBefore(element, in: scope)
          && items.allSatisfy { isAsBefore($0.element, in: .items(section: 0)) }
      case .attach(let element, _, let scope, _, _): isAsBefore(element, in: scope)
      case .update(let scope, _, _, let after): isAsBefore(after, in: scope)
      case .rekey: true
      }
    }
  }

  /// Asks the strategy for keys and carries out the rekeys of its answer.
  mutating func assignKeys(_ count: Int, in scope: Scope, gap: Int) throws(ArrangeError) -> [OrderKey] {
    if strategy.keyForm == .rank { return Array(repeating: .empty, count: count) }
    let list = ScopeKeys(state, scope)
    let request = KeyRequest(count: count, gap: gap, in: list)
    let assignment: KeyAssignment
    do {
      assignment = try strategy.assignKeys(for: request, in: list, using: &random)
    } catch {
      throw ArrangeError(.internal, "strategy \(strategy.name): \(error)")
    }
    for rekey in assignment.rekeys {
      guard case .keys(let start, let keys) = rekey, start >= 0, start + keys.count <= list.count else {
        throw ArrangeError(.internal, "strategy \(strategy.name) answered with a rekey outside the list")
      }
      let before = list.keys(in: start..<start + keys.count)
      state.rekey(in: scope, at: start, to: keys)
      edits.append(.rekey(in: scope, at: start, before: before, after: keys))
      rekeyed += keys.count
    }
    try check(assignment, count, in: scope, gap: gap)
    return assignment.keys
  }

  /// Checks that what a strategy answered keeps the list in order, so that a faulty one can't damage it.
  private func check(
    _ assignment: KeyAssignment,
    _ count: Int,
    in scope: Scope,
    gap: Int
  ) throws(ArrangeError) {
    let list = ScopeKeys(state, scope)
    var isAscending = assignment.keys.count == count
    func checkAscending(_ keys: [OrderKey]) {
      for index in keys.indices.dropFirst() where !(keys[index - 1] < keys[index]) { isAscending = false }
    }
    var run = assignment.keys
    if gap > 0 { run.insert(list.key(at: gap - 1), at: 0) }
    if gap < list.count { run.append(list.key(at: gap)) }
    checkAscending(run)
    for case .keys(let start, let keys) in assignment.rekeys {
      checkAscending(list.keys(in: max(0, start - 1)..<min(list.count, start + keys.count + 1)))
    }
    guard isAscending else {
      throw ArrangeError(.internal, "strategy \(strategy.name) answered with keys that are out of order")
    }
  }
}

extension Operation {
  /// The name of the operation's field in a request.
  var fieldName: String {
    switch self {
    case .insertSections: "insert_sections"
    case .moveSections: "move_sections"
    case .updateSections: "update_sections"
    case .removeSections: "remove_sections"
    case .insertItems: "insert_items"
    case .moveItems: "move_items"
    case .updateItems: "update_items"
    case .removeItems: "remove_items"
    case .reorderItems: "reorder_items"
    case .reorderSections: "reorder_sections"
    }
  }
}
