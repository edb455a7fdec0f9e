package import ArrangeModel
package import Ordering

/// What carries out the operations of one transaction on a state.
///
/// Whoever hands over the only copy of a state has it edited in place, which takes a fraction of the time:
/// nothing is copied. What a transaction did that fails, or that changes nothing in the end, is taken back
/// edit by edit. The editor touches neither disk nor clock: keys, ids and time come from what it is given.
///
///     var editor = TransactionEditor(state, strategy: strategy, random: random, makeID: makeID)
///     do {
///       try editor.perform(request.operations)
///       let (state, edits, result) = editor.finish()
///     } catch {
///       let state = editor.takeBack()
///     }
package struct TransactionEditor: ~Copyable {
  /// The state as the operations so far have left it.
  package internal(set) var state: CollectionState
  /// Where all randomness comes from; to be taken over for the next transaction.
  package private(set) var random: OrderingRandom
  /// What was done so far.
  package internal(set) var edits: [Edit] = []

  /// What the state had before.
  private let original: (version: UInt64, sectionCount: Int, itemCount: Int)
  let strategy: any OrderingStrategy
  let makeID: () -> Identifier
  /// How many moved elements the edits detach so far.
  var liftedCount = 0
  /// The sections that are between their old place and their new one, by their numbers among the moved elements.
  var liftedSections: [Int: SectionEntry] = [:]
  /// How many elements that did not move got another key so far.
  var rekeyed = 0
  private var named: [[Named]] = []
  /// Whether the edits may together have changed nothing: those of one operation never do, except where it takes
  /// every element out before it finds its place.
  private var mayEndAsItBegan = false

  /// An element that an operation named.
  struct Named {
    var element: Element
    var kind: Kind
    /// Where the operation left it; nil where it was removed, or has to be looked up.
    var slot: Slot?

    init(_ element: Element, _ kind: Kind, at slot: Slot? = nil) {
      self.element = element
      self.kind = kind
      self.slot = slot
    }
  }

  package init(
    _ state: consuming CollectionState,
    strategy: any OrderingStrategy,
    random: OrderingRandom,
    makeID: @escaping () -> Identifier
  ) {
    original = (state.version, state.sectionCount, state.itemCount)
    self.state = state
    self.strategy = strategy
    self.random = random
    self.makeID = makeID
  }

  /// The version that the transaction makes, if it changes anything.
  var newVersion: UInt64 { original.version + 1 }

  /// Carries out operations in their order.
  ///
  /// - Throws: the first error, whose field starts with `operations[n]`. Then ``takeBack()`` is all that is left to do.
  package mutating func perform(_ operations: [Operation]) throws(ArrangeError) {
    mayEndAsItBegan = operations.count > 1
    for (index, operation) in operations.enumerated() {
      if case .adoptItems = operation { mayEndAsItBegan = true }
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
    case .adoptItems(let items, let section): return try adoptItems(items, section: section)
    case .reorderItems(let section, let ids):
      return try reorderItems(section: section, ids)
    case .reorderSections(let ids): return try reorder(ids, in: .sections)
    }
  }

  /// The outcome. Where nothing changed there are no edits and the state is the one given at first.
  package consuming func finish() -> (state: CollectionState, edits: [Edit], result: ApplyResult) {
    let changed = !edits.isEmpty && !(mayEndAsItBegan && changesNothing())
    if changed {
      state.version = newVersion
    } else {
      takeBackEdits()
      rekeyed = 0
    }
    let result = ApplyResult(
      version: state.version,
      changed: changed,
      rekeyed: rekeyed,
      operations: placedElements()
    )
    return (state, edits, result)
  }

  /// The state given at first, after an operation that failed. O(edits · log n).
  package consuming func takeBack() -> CollectionState {
    takeBackEdits()
    return state
  }

  private mutating func takeBackEdits() {
    state.undo(edits, lifted: liftedSections)
    edits = []
    liftedSections = [:]
  }

  private func placedElements() -> [[PlacedElement]] {
    var operations: [[PlacedElement]] = []
    operations.reserveCapacity(named.count)
    for (index, elements) in named.enumerated() {
      // Only what the last operation knows of places is still so.
      let isLast = index == named.count - 1
      operations.append(elements.map { placed($0, at: isLast ? $0.slot : nil) })
    }
    return operations
  }

  private func placed(_ named: Named, at known: Slot?) -> PlacedElement {
    let id = named.element.id
    guard let slot = known ?? slot(of: named.element, named.kind) else {
      return PlacedElement(id: id, place: nil, key: .empty)
    }
    return PlacedElement(
      id: id,
      place: slot.scope.place(at: slot.index),
      key: state.key(in: slot.scope, at: slot.index)
    )
  }

  private func slot(of element: Element, _ kind: Kind) -> Slot? {
    switch kind {
    case .item: state.path(of: element).map { Slot(scope: .items(section: $0.section), index: $0.item) }
    case .section: state.index(of: element).map { Slot(scope: .sections, index: $0) }
    }
  }

  /// Whether several operations together left everything as it was.
  ///
  /// It is so exactly if every touched element is where it was, with equal fields: the elements that were not
  /// touched keep their relative order and fill the places between.
  private func changesNothing() -> Bool {
    guard original.sectionCount == state.sectionCount, original.itemCount == state.itemCount,
      mayChangeNothing()
    else { return false }
    var original = state
    original.undo(edits)
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

  /// Whether the first edit alone does not show that something changed: its places are those of the original, so
  /// that most transactions need no look at the original itself.
  private func mayChangeNothing() -> Bool {
    for edit in edits {
      switch edit {
      case .rekey: continue
      case .detach(let element, _, _, .sections, let index, _): return state.index(of: element) == index
      case .detach(let element, _, _, let scope, let index, _):
        return state.path(of: element) == scope.path(at: index)
      case .attach(let element, _, .sections, _, _): return !state.hasSection(element)
      case .attach(let element, _, .items, _, _): return !state.hasItem(element)
      case .update: return true
      }
    }
    return true
  }

  /// Asks the strategy for keys and carries out the rekeys of its answer.
  mutating func assignKeys(_ count: Int, in scope: Scope, gap: Int) throws(ArrangeError) -> [OrderKey] {
    if strategy.keyForm == .rank { return Array(repeating: .empty, count: count) }
    let assignment: KeyAssignment
    let replaced: [[OrderKey]]
    do {
      // The list shares the tree, which would be copied if it were edited meanwhile.
      let list = ScopeKeys(state, scope)
      let request = KeyRequest(count: count, gap: gap, in: list)
      do {
        assignment = try strategy.assignKeys(for: request, in: list, using: &random)
      } catch {
        throw ArrangeError(.internal, "strategy \(strategy.name): \(error)")
      }
      if assignment.rekeys.isEmpty {
        guard request.isAnswered(by: assignment.keys) else { throw keysOutOfOrder() }
        return assignment.keys
      }
      replaced = try list.keys(replacedBy: assignment.rekeys, of: strategy)
    }
    for (rekey, before) in zip(assignment.rekeys, replaced) {
      guard case .keys(let start, let keys) = rekey else { continue }
      state.rekey(in: scope, at: start, to: keys)
      edits.append(.rekey(in: scope, at: start, before: before, after: keys))
      rekeyed += keys.count
    }
    try check(assignment, count, in: scope, gap: gap)
    return assignment.keys
  }

  /// Keys for a list that has none yet.
  mutating func freshKeys(_ count: Int) throws(ArrangeError) -> [OrderKey] {
    if strategy.keyForm == .rank { return Array(repeating: .empty, count: count) }
    let empty: [OrderKey] = []
    let request = KeyRequest(count: count, gap: 0, in: empty)
    let assignment: KeyAssignment
    do {
      assignment = try strategy.assignKeys(for: request, in: empty, using: &random)
    } catch {
      throw ArrangeError(.internal, "strategy \(strategy.name): \(error)")
    }
    guard assignment.rekeys.isEmpty, request.isAnswered(by: assignment.keys) else { throw keysOutOfOrder() }
    return assignment.keys
  }

  /// Carries out a rekey that comes by itself.
  mutating func carryOut(_ rekey: Rekey, in scope: Scope) throws(ArrangeError) {
    let replaced = try ScopeKeys(state, scope).keys(replacedBy: [rekey], of: strategy)
    guard case .keys(let start, let keys) = rekey, let before = replaced.first else { return }
    state.rekey(in: scope, at: start, to: keys)
    edits.append(.rekey(in: scope, at: start, before: before, after: keys))
    rekeyed += keys.count
    let list = ScopeKeys(state, scope)
    let run = list.keys(in: max(0, start - 1)..<min(list.count, start + keys.count + 1))
    guard zip(run, run.dropFirst()).allSatisfy({ $0 < $1 }) else { throw keysOutOfOrder() }
  }

  private func keysOutOfOrder() -> ArrangeError {
    ArrangeError(.internal, "strategy \(strategy.name) answered with keys that are out of order")
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
    guard isAscending else { throw keysOutOfOrder() }
  }
}

extension KeyRequest {
  /// Whether keys are as many as were asked for and in order between the neighbours.
  fileprivate func isAnswered(by keys: [OrderKey]) -> Bool {
    guard keys.count == count, let first = keys.first, let last = keys.last else { return false }
    if let lower, !(lower < first) { return false }
    if let upper, !(last < upper) { return false }
    for index in keys.indices.dropFirst() where !(keys[index - 1] < keys[index]) { return false }
    return true
  }
}

extension ScopeKeys {
  /// The keys that rekeys replace, which must not overlap.
  ///
  /// - Throws: an error where a rekey is not within the list.
  fileprivate func keys(
    replacedBy rekeys: [Rekey],
    of strategy: any OrderingStrategy
  ) throws(ArrangeError) -> [[OrderKey]] {
    var replaced: [[OrderKey]] = []
    for rekey in rekeys {
      guard case .keys(let start, let keys) = rekey, start >= 0, start + keys.count <= count else {
        throw ArrangeError(.internal, "strategy \(strategy.name) answered with a rekey outside the list")
      }
      replaced.append(self.keys(in: start..<start + keys.count))
    }
    return replaced
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
    case .adoptItems: "adopt_items"
    case .reorderItems: "reorder_items"
    case .reorderSections: "reorder_sections"
    }
  }
}
