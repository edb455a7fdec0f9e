package import ArrangeModel
import Ordering

extension TransactionEditor {
  /// Requests keys from the strategy and applies the rekeys of its answer.
  mutating func assignKeys(_ count: Int, in scope: Scope, gap: Int) throws(ArrangeError) -> [OrderKey] {
    guard let keys = try assignKeys(count, in: scope, gap: gap, rekeyingOnly: nil) else {
      preconditionFailure("every rekey is allowed")
    }
    return keys
  }

  /// Requests keys from the strategy and applies the rekeys of its answer, unless they affect elements
  /// outside the given positions; then nothing is changed and the result is nil.
  mutating func assignKeys(
    _ count: Int,
    in scope: Scope,
    gap: Int,
    rekeyingOnly positions: Range<Int>?
  ) throws(ArrangeError) -> [OrderKey]? {
    if strategy.keyForm == .rank { return Array(repeating: .empty, count: count) }
    let request = KeyRequest(count: count, gap: gap, in: ScopeKeys(state, scope))
    return try assignKeys(for: request, in: scope, rekeyingOnly: positions)
  }

  /// Does so if keys are stored, for a request with the keys around the gap.
  mutating func assignKeys(
    for request: KeyRequest,
    in scope: Scope,
    rekeyingOnly positions: Range<Int>? = nil
  ) throws(ArrangeError) -> [OrderKey]? {
    let assignment: KeyAssignment
    let replaced: [[OrderKey]]
    do {
      // The list shares the tree, which would be copied if it were edited while the list exists.
      let list = ScopeKeys(state, scope)
      do {
        assignment = try strategy.assignKeys(for: request, in: list, using: &random)
      } catch {
        throw ArrangeError(.internal, "strategy \(strategy.name): \(error)")
      }
      if assignment.rekeys.isEmpty {
        guard request.isAnswered(by: assignment.keys) else { throw keysOutOfOrder() }
        return assignment.keys
      }
      if let positions, !assignment.rekeys.allSatisfy({ $0.isWithin(positions) }) { return nil }
      replaced = try list.keys(replacedBy: assignment.rekeys, of: strategy)
    }
    // A list that was not named yet is not one to which anything is on its way.
    if !assignment.rekeys.isEmpty { scope.name(in: &self) }
    for (rekey, before) in zip(assignment.rekeys, replaced) {
      guard case .keys(let start, let keys) = rekey else { continue }
      try charge(keys.reduce(0) { $0 + WriteCost.ofKey + $1.count })
      replaceKeys(in: scope, at: start, from: before, to: keys)
    }
    try check(assignment, request.count, in: scope, gap: request.gap)
    return assignment.keys
  }

  /// Replaces the keys of consecutive elements.
  mutating func replaceKeys(in scope: Scope, at start: Int, from before: [OrderKey], to after: [OrderKey]) {
    state.rekey(in: scope, at: start, to: after)
    edits.append(.rekey(in: scope, at: start, before: before, after: after))
    rekeyed += after.count
  }

  /// Keys for a list without any.
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

  /// Applies a rekey that is not part of an answer.
  mutating func applyRekey(_ rekey: Rekey, in scope: Scope) throws(ArrangeError) {
    let replaced = try ScopeKeys(state, scope).keys(replacedBy: [rekey], of: strategy)
    guard case .keys(let start, let keys) = rekey, let before = replaced.first else { return }
    scope.name(in: &self)
    replaceKeys(in: scope, at: start, from: before, to: keys)
    let list = ScopeKeys(state, scope)
    let run = list.keys(in: max(0, start - 1)..<min(list.count, start + keys.count + 1))
    guard zip(run, run.dropFirst()).allSatisfy({ $0 < $1 }) else { throw keysOutOfOrder() }
  }

  private func keysOutOfOrder() -> ArrangeError {
    ArrangeError(.internal, "strategy \(strategy.name) answered with keys that are out of order")
  }

  /// Checks that an answer of a strategy keeps the list in order, so that a faulty strategy can't damage it.
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

  // MARK: Renew

  /// Replaces all keys by keys of the editor's strategy, as if the lists had just been made with it. Nothing
  /// moves.
  ///
  /// O(n). The current keys may be of any strategy.
  package mutating func renewKeys() throws(ArrangeError) {
    for scope in state.scopes { try renewKeys(in: scope) }
  }

  /// The same for one list.
  mutating func renewKeys(in scope: Scope) throws(ArrangeError) {
    let count = state.count(in: scope)
    guard count > 0 else { return }
    let before = ScopeKeys(state, scope).keys(in: 0..<count)
    let after = try freshKeys(count)
    guard before != after else { return }
    scope.name(in: &self)
    replaceKeys(in: scope, at: 0, from: before, to: after)
  }

  // MARK: Rotate

  /// Moves the keys of elements to another generation, up to the limit of a step; the lists are in order
  /// afterwards.
  ///
  /// - Parameters:
  ///   - generation: the generation of the previous step; nil to begin.
  ///   - limit: the maximum number of elements to rekey.
  /// - Returns: the generation, and the number of remaining elements. Nil if the strategy has no generations.
  package mutating func rotateKeys(
    into generation: Int?,
    limit: Int
  ) throws(ArrangeError) -> (generation: Int, remaining: Int)? {
    var (generation, left, remaining) = (generation, limit, 0)
    for scope in state.scopes where state.count(in: scope) > 0 {
      guard left > 0 else {
        // The rest of a list that was not examined is unknown; at most all of it remains.
        remaining += state.count(in: scope)
        continue
      }
      let rotation: KeyRotation?
      let list = ScopeKeys(state, scope)
      do {
        rotation = try strategy.rotation(of: list, into: generation, limit: left)
      } catch .invalidChoice(let why) {
        throw ArrangeError(.invalidArgument, "\(why); name the one of the step before", field: "generation")
      } catch {
        throw ArrangeError(.internal, "strategy \(strategy.name): \(error)")
      }
      guard let rotation else { return nil }
      generation = rotation.generation
      remaining += rotation.remaining
      guard let rekey = rotation.rekey else { continue }
      left -= rekey.count
      try applyRekey(rekey, in: scope)
    }
    return generation.map { ($0, remaining) } ?? (0, 0)
  }
}

extension KeyRequest {
  /// Whether the number of keys is as requested and they are in order between the neighbours.
  fileprivate func isAnswered(by keys: [OrderKey]) -> Bool {
    guard keys.count == count, let first = keys.first, let last = keys.last else { return false }
    if let lower, !(lower < first) { return false }
    if let upper, !(last < upper) { return false }
    for index in keys.indices.dropFirst() where !(keys[index - 1] < keys[index]) { return false }
    return true
  }
}

/// Upper bounds of the journal bytes of a commit besides ids, fields and keys: lengths, positions and tags.
enum WriteCost {
  /// Bytes of one edit.
  static let ofEdit = 32
  /// Bytes of one item that is removed with its section.
  static let ofItem = 4
  /// Bytes of one key among several of neighbours.
  static let ofKey = 4

  /// Bytes of a move, with ids and keys: the element leaves a position, and gets another one with a key. O(log n).
  static func ofMove(in scope: Scope, at index: Int, of state: CollectionState) -> Int {
    let names =
      switch scope {
      case .sections:
        state.sections.read(at: index) { $0.element.withIDBytes { $0.count } + $0.key.count }
      case .items(let section):
        state.sections.read(at: section) { section in
          section.items.read(at: index) { $0.element.withIDBytes { $0.count } + $0.key.count }
        }
      case .children:
        state.items(in: scope).read(at: index) { $0.element.withIDBytes { $0.count } + $0.key.count }
      }
    return 2 * (ofEdit + names)
  }
}

extension Rekey {
  /// Whether only elements at the given positions are rekeyed.
  fileprivate func isWithin(_ positions: Range<Int>) -> Bool {
    guard case .keys(let start, let keys) = self else { return false }
    return start >= positions.lowerBound && start + keys.count <= positions.upperBound
  }
}

extension ScopeKeys {
  /// The keys that rekeys replace, which must not overlap.
  ///
  /// - Throws: an error if a rekey is not within the list.
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
