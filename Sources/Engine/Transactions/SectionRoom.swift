import ArrangeModel

/// The room that the limit of a section leaves for more items.
enum SectionRoom {
  /// Checks that more items fit into a section. A section that has more than its limit already, because the limit was
  /// lowered, takes none.
  ///
  /// - Parameter added: how many items come into the section, without those that are there already.
  /// - Throws: ``StatusCode/failedPrecondition`` if the section would have more items than its limit.
  static func check(for added: Int, in scope: Scope, of state: CollectionState) throws(ArrangeError) {
    guard added > 0, case .items(let section) = scope else { return }
    guard let room = room(inSection: section, of: state), added > room else { return }
    let count = state.itemCount(section: section)
    let limit = limit(ofSection: section, of: state) ?? 0
    let id = state.section(at: section).element.id
    throw ArrangeError(
      .failedPrecondition,
      "\(id.isEmpty ? "the default section" : "section \"\(id)\"") has \(count) of at most \(limit) items and no room for "
        + "\(added) more; take some out, or raise its \(ItemLimit.field)",
      field: "section"
    )
  }

  /// How many more items fit into a section; nil if it has no limit.
  static func room(inSection section: Int, of state: CollectionState) -> Int? {
    limit(ofSection: section, of: state).map { max(0, $0 - state.itemCount(section: section)) }
  }

  /// The most items that a section may have; nil if it has no limit.
  static func limit(ofSection section: Int, of state: CollectionState) -> Int? {
    state.sections.read(at: section) { $0.element.withFieldBytes { ItemLimit.of($0) } }
  }

  /// Checks that items fit into a section to which they move. Those that are there already do not count.
  static func check(
    for leaving: some Sequence<TransactionEditor.Slot>,
    in scope: Scope,
    of state: CollectionState
  ) throws(ArrangeError) {
    guard case .items = scope else { return }
    try check(for: leaving.count { $0.scope != scope }, in: scope, of: state)
  }
}
