import ArrangeModel

/// A list before a commit, as far as an undo asks for it. It is not made: each place that is asked for is followed through the
/// edits since then, O(edits), which takes nanoseconds for each. After many such questions the list is made after all, O(edits
/// · log n), and answers the rest.
struct PastList {
  /// What answering may take.
  struct Budget: Sendable {
    /// The number of places that are followed before the list is made: then it takes about as long.
    var places = 256
    /// The number of edits that are visited. Beyond it ``ArrangeError/takesLong`` is thrown.
    var edits = Int.max

    /// On the executor of a shard: at most a millisecond.
    static let onShard = Budget(edits: 200_000)
  }

  private let edits: ChangeLog
  /// The list at the newest version of the edits.
  private let now: CollectionState
  private let version: UInt64
  private var budget: Budget
  private var whole: CollectionState?

  /// - Parameters:
  ///   - version: the version of the list.
  ///   - known: the list, if it was made already.
  init(
    _ version: UInt64,
    _ edits: ChangeLog,
    now: CollectionState,
    _ budget: Budget = Budget(),
    known: CollectionState? = nil
  ) {
    self.version = version
    self.edits = edits
    self.now = now
    self.budget = budget
    whole = known
  }

  /// The section at an index; nil if there was none.
  mutating func section(at index: Int) throws(ArrangeError) -> Element? {
    guard let whole = try find() else { return follow(PastPlace(section: index)) }
    return index < whole.sectionCount ? whole.section(at: index).element : nil
  }

  /// The item at a path, whose section was there; nil if there was none.
  mutating func item(at path: ListPath) throws(ArrangeError) -> Element? {
    guard let whole = try find() else { return follow(PastPlace(section: path.section, item: path.item)) }
    return path.item < whole.itemCount(section: path.section) ? whole.item(at: path).element : nil
  }

  private func follow(_ place: PastPlace) -> Element? {
    var place = place
    edits.visit(after: version) { place.follow($0) }
    return place.element(in: now)
  }

  /// The list, once it was worth making it.
  private mutating func find() throws(ArrangeError) -> CollectionState? {
    if let whole { return whole }
    budget.edits -= edits.editCount(after: version, through: edits.newest)
    guard budget.edits >= 0 else { throw .takesLong }
    guard budget.places <= 0 else {
      budget.places -= 1
      return nil
    }
    var state = now
    edits.undo(&state, to: version)
    whole = state
    return state
  }
}

extension ArrangeError {
  /// Work takes longer than the executor of a shard can wait. It never leaves the engine.
  static let takesLong = ArrangeError(.internal, "the work was not begun again where it may take longer")
}
