import ArrangeModel

/// The list of siblings in an outline to which items go.
struct OutlineTarget {
  var scope: Scope
  /// Whether a parent was named, and the list is that of another item, because it is missing.
  private var isInPlaceOfParent = false

  /// The list that a destination denotes. O(log n + depth).
  ///
  /// - Parameter first: the place of the first one of items that move; nil if none do.
  /// - Throws: an error about the parent or the section.
  init(
    for items: ItemDestination,
    of first: ListSlot?,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) {
    guard let parent = items.below.parent, !parent.isEmpty else {
      scope = try OutlineTarget.implied(by: items, first, in: &editor)
      if items.below.parent != nil { scope = .items(section: scope.sectionIndex(in: editor.state)) }
      return
    }
    guard items.section == nil || items.below.ifMissing != .fail else {
      throw ArrangeError(
        .invalidArgument,
        "the section follows from the parent; name it only to say where the items go if the parent is missing",
        field: "section"
      )
    }
    if let slot = editor.state.slot(ofItem: parent) {
      scope = editor.state.makeBranch(of: slot)
    } else {
      scope = try OutlineTarget.inPlace(of: parent, items, first, in: &editor)
      isInPlaceOfParent = true
    }
  }

  /// The list of a destination that names no parent.
  private static func implied(
    by items: ItemDestination,
    _ first: ListSlot?,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) -> Scope {
    switch items.placement {
    case .before(let anchor), .after(let anchor):
      guard let slot = editor.state.slot(ofItem: anchor) else { break }
      guard let section = items.section else { return slot.scope }
      if slot.scope.section(in: editor.state).id == section { return slot.scope }
    case .first, .last, .at: break
    }
    if let section = items.section { return try top(of: section, in: &editor) }
    if let first { return first.scope }
    return try top(of: .empty, in: &editor)
  }

  private static func top(
    of section: Identifier,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) -> Scope {
    .items(section: try editor.section(for: ItemDestination(section: section), fallback: nil).index)
  }

  /// The list for items whose parent is missing.
  private static func inPlace(
    of parent: Identifier,
    _ items: ItemDestination,
    _ first: ListSlot?,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) -> Scope {
    if items.below.ifMissing == .nearestAncestor, let scope = nearest(to: parent, in: &editor.state) {
      return scope
    }
    if let section = items.section { return try top(of: section, in: &editor) }
    if items.below.ifMissing == .last {
      guard let first else { return try top(of: .empty, in: &editor) }
      return .items(section: first.scope.sectionIndex(in: editor.state))
    }
    throw ArrangeError(
      .notFound,
      "there is no item \"\(parent)\"; name another parent, or say where the items go when it is missing",
      field: "parent"
    )
  }

  /// The list of the nearest ancestor of an item that was removed: its children, or the top of its section. Nil if that is not
  /// known, or the section is gone. O(depth · log n).
  private static func nearest(to parent: Identifier, in state: inout CollectionState) -> Scope? {
    guard let removed = state.branches?.removed else { return nil }
    var home = removed[parent]
    // The parent of an item was removed later than the item, so that this ends; the limit is for damaged files.
    for _ in 0..<2 * RemovedPlaces.capacity {
      switch home {
      case nil: return nil
      case .section(let id): return state.index(ofSection: id).map { .items(section: $0) }
      case .item(let id):
        if let slot = state.slot(ofItem: id) { return state.makeBranch(of: slot) }
        home = removed[id]
      }
    }
    return nil
  }

  /// The gap that a placement denotes in the list, without items that leave it.
  func gap(
    for items: ItemDestination,
    leaving: some Collection<ListSlot>,
    in editor: borrowing TransactionEditor
  ) throws(ArrangeError) -> Int {
    var (placement, policy) = (items.placement, items.anchorPolicy)
    if isInPlaceOfParent {
      // The first place of the parent, or its third one, says nothing elsewhere.
      policy = .last
      switch placement {
      case .before, .after: break
      case .first, .last, .at: placement = .last
      }
    }
    return try editor.gap(for: placement, ifAnchorMissing: policy, in: scope, kind: .item, leaving: leaving)
  }
}

extension ItemDestination {
  /// Checks that a destination in a flat collection names no parent.
  func checkIsFlat() throws(ArrangeError) {
    guard let parent = below.parent, !parent.isEmpty else { return }
    throw ArrangeError(
      .failedPrecondition,
      "the collection is flat, so that no item can be below \"\(parent)\"; create an outline",
      field: "parent",
      reason: OutlineReason.noOutline
    )
  }
}

/// The words of `Status.details` that distinguish refusals of operations on outlines.
enum OutlineReason {
  static let belowItself = "below_itself"
  static let tooDeep = "too_deep"
  static let tooManyItems = "too_many_items"
  static let hasChildren = "has_children"
  static let noOutline = "no_outline"
}
