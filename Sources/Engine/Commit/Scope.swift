package import ArrangeModel

/// One of the ordered lists of a collection: its sections, the items at the top of one section, or the children of an item.
package enum Scope: Sendable, Hashable {
  case sections
  /// The items of the section at an index; of an outline those that have no parent.
  case items(section: Int)
  /// The children of an item, by the number of its branch in one state.
  case children(BranchNumber)

  /// The place of the element at an index of a list that is no branch.
  package func place(at index: Int) -> PlacedElement.Place {
    switch self {
    case .sections: .section(index)
    case .items, .children: .item(path(at: index))
    }
  }

  /// The path of an element of a list that is no branch, in the form used by history: for sections the item part is 0.
  package func path(at index: Int) -> ListPath {
    switch self {
    case .sections: ListPath(section: index, item: 0)
    case .items(let section): ListPath(section: section, item: index)
    case .children: preconditionFailure("a child has no path of a section and an index")
    }
  }

  /// The branch that the list is; nil if it is none.
  package var branch: BranchNumber? { if case .children(let number) = self { number } else { nil } }
}
