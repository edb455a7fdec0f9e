import ArrangeModel

/// The limits of an outline that an operation has to keep: of its depth, and of the lengths of lists.
///
/// What is beyond a limit already, because that was lowered, may stay as it is.
struct OutlineLimits {
  /// The lists that items may come into, in the order in which they were noted, with their lengths before.
  private var lists: [(scope: Scope, count: Int)] = []
  private var known: Set<Scope> = []

  /// Notes the length of a list before an operation. It is checked afterwards.
  mutating func note(_ scope: Scope, in state: CollectionState) {
    guard known.insert(scope).inserted else { return }
    lists.append((scope, state.count(in: scope)))
  }

  /// Checks the lengths of lists after an operation. Lists of items that were removed are not looked at.
  ///
  /// - Throws: ``StatusCode/failedPrecondition``. Then the transaction is rolled back.
  func check(in state: CollectionState) throws(ArrangeError) {
    for (scope, before) in lists {
      if let parent = scope.parent(in: state), !state.hasItem(parent) { continue }
      let count = state.count(in: scope)
      guard count > before else { continue }
      switch scope {
      case .sections: continue
      case .items(let index): try OutlineLimits.check(count, before, ofSection: index, in: state)
      case .children(let number):
        guard let branches = state.branches else { continue }
        let most = branches.settings.maximumChildren
        guard count > max(most, before) else { continue }
        throw ArrangeError(
          .failedPrecondition,
          "the item would have \(count) children, and \(most) are the most\(OutlinePath(branches.owners(of: number)))",
          field: "parent",
          reason: OutlineReason.tooManyItems
        )
      }
    }
  }

  private static func check(
    _ count: Int,
    _ before: Int,
    ofSection index: Int,
    in state: CollectionState
  ) throws(ArrangeError) {
    let section = state.section(at: index).element
    guard let most = section.withFieldBytes({ ItemLimit.of($0) }), count > max(most, before) else { return }
    throw ArrangeError(
      .failedPrecondition,
      "\(section.id.isEmpty ? "the default section" : "section \"\(section.id)\"") would have \(count) items at its top, and "
        + "\(most) are the most; take some out, or raise its \(ItemLimit.field)",
      field: "section",
      reason: OutlineReason.tooManyItems
    )
  }
}

/// The limit of the depth.
extension OutlineLimits {
  /// What orders items as they are shown, if some of them would be too deep in a list, as far as is known before they are moved;
  /// otherwise nil. O(items · log n + depth).
  static func positionsIfTooDeep(
    _ slots: [ListSlot],
    in scope: Scope,
    of state: CollectionState
  ) -> [[Int]]? {
    guard let most = state.branches?.settings.maximumDepth,
      let highest = slots.map({ $0.levels(in: state) }).max(), scope.depth(in: state) + highest - 1 > most
    else { return nil }
    return slots.map { $0.rowPosition(in: state) }
  }

  /// Checks that items of an outline have not got too deep. O(items · log n + depth).
  ///
  /// - Parameters:
  ///   - slots: their places afterwards.
  ///   - named: the items that the operation names.
  ///   - positions: what orders the items as they were shown before, see ``positionsIfTooDeep(_:in:of:)``.
  static func checkDepth(
    of slots: [ListSlot],
    in scope: Scope,
    named: [Element],
    positions: [[Int]],
    _ state: CollectionState
  ) throws(ArrangeError) {
    guard let most = state.branches?.settings.maximumDepth else { return }
    let levels = slots.map { $0.levels(in: state) }
    guard let highest = levels.max(), scope.depth(in: state) + highest - 1 > most else { return }
    // Of the deepest items the first one that is shown.
    let first = slots.indices.filter { levels[$0] == highest }
      .min { positions[$0].lexicographicallyPrecedes(positions[$1]) }
    guard let first else { return }
    let path = scope.owners(in: state) + slots[first].pathToDeepest(in: state)
    throw tooDeep(path, most, named: named)
  }

  /// Checks that new items are not too deep. O(depth).
  static func checkDepth(
    ofNew elements: [Element],
    in scope: Scope,
    _ state: CollectionState
  ) throws(ArrangeError) {
    guard let most = state.branches?.settings.maximumDepth, let first = elements.first,
      scope.depth(in: state) > most
    else { return }
    throw tooDeep(scope.owners(in: state) + [first], most, named: elements)
  }

  private static func tooDeep(_ path: [Element], _ most: Int, named: [Element]) -> ArrangeError {
    let number = named.firstIndex { path.contains($0) } ?? 0
    return ArrangeError(
      .failedPrecondition,
      "an item would have the depth \(path.count), and \(most) is the largest\(OutlinePath(path))",
      field: "items[\(number)].id",
      reason: OutlineReason.tooDeep
    )
  }
}
