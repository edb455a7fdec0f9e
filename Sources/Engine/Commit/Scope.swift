package import ArrangeModel

/// One of the ordered lists of a collection: its sections, or the items of one section.
package enum Scope: Sendable, Hashable {
  case sections
  /// The items of the section at an index.
  case items(section: Int)

  /// The place of the element at an index.
  package func place(at index: Int) -> PlacedElement.Place {
    switch self {
    case .sections: .section(index)
    case .items(let section): .item(ListPath(section: section, item: index))
    }
  }

  /// The path in the form used by history: for sections the item part is 0.
  package func path(at index: Int) -> ListPath {
    switch self {
    case .sections: ListPath(section: index, item: 0)
    case .items(let section): ListPath(section: section, item: index)
    }
  }
}
