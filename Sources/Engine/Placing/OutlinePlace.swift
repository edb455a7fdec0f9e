import ArrangeModel

/// Where rows go in an outline.
enum OutlinePlace {
  /// They stay where they are: that is in the gap.
  case inPlace
  /// Into the gap of a list of siblings.
  case among(PlaceSiblings)
  /// The part sorts its rows without regard to what is below what: items of the outline stay where they are.
  case sorted
}

/// A list of siblings of an outline, and the gap in it.
struct PlaceSiblings {
  /// The item that they are below; nil at the top of a section.
  let parent: Element?
  /// The index of the section in the collection; nil if it comes into being.
  let section: Int?
  /// The siblings on both sides of the gap that are shown, or that have rows below them.
  let previous: Element?
  let next: Element?
  /// Whether who asked has pointed at the parent: the part shows it, or the request names it.
  let isPointedAt: Bool

  /// A place in the list.
  func destination(_ placement: ArrangeModel.Placement, in state: CollectionState) -> ItemDestination {
    if let parent { return ItemDestination(placement, below: ParentChoice(parent.id)) }
    let id = section.map { state.section(at: $0).element.id } ?? .empty
    return ItemDestination(section: id, placement, below: ParentChoice(.empty))
  }

  /// Whether an item is in the list.
  func has(_ item: Element, in state: CollectionState) -> Bool {
    guard let slot = state.slot(of: item) else { return false }
    return slot.scope.parent(in: state) == parent && slot.scope.sectionIndex(in: state) == section
  }

  /// The items of the list; nil if there are none.
  func items(in state: CollectionState) -> OrderTree<ItemEntry>? {
    if let parent { return state.branches?.branch(of: parent, hash: parent.idHash)?.children }
    return section.map { state.items(ofSection: $0) }
  }
}
