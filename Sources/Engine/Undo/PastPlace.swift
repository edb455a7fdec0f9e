import ArrangeModel

/// A place of an older version of a list, which is followed through the edits since then to find out which element was there.
///
/// An edit that names the element ends the search. If no edit does, the place leads to where the element is now.
struct PastPlace {
  /// The section, or that of the item.
  private(set) var section: Int
  /// The index of the item; nil for a section.
  private(set) var item: Int?
  /// The element, once an edit has named it.
  private(set) var element: Element?

  /// The number of the move of the section, while it is between its places.
  private var move: Int?
  /// The items of the section that is about to be removed: how many have come, and the one with the index.
  private var leaving: (count: Int, element: Element?) = (0, nil)

  init(section: Int, item: Int? = nil) {
    self.section = section
    self.item = item
  }

  /// Follows one edit.
  ///
  /// - Returns: whether the element is still unknown.
  mutating func follow(_ edit: LoggedEdit) -> Bool {
    switch edit.kind {
    case .itemInserted, .itemAttached:
      if let index = itemIndex(of: edit), let item, index <= item { self.item = item + 1 }
    case .itemRemoved, .itemDetached:
      guard let index = itemIndex(of: edit), let item else { break }
      if index == item { return find(edit.element) }
      if index < item { self.item = item - 1 }
    case .itemUpdated, .itemStayed:
      if let index = itemIndex(of: edit), index == item { return find(edit.element) }
    case .itemOfRemovedSection:
      if leaving.count == item { leaving.element = edit.element }
      leaving.count += 1
    case .sectionRemoved:
      defer { leaving = (0, nil) }
      guard move == nil else { break }
      if Int(edit.index) == section {
        if let found = item == nil ? edit.element : leaving.element { return find(found) }
        // Behind its last item nothing was.
        item = Int.max
        move = -1
      } else if Int(edit.index) < section {
        section -= 1
      }
    case .sectionDetached:
      guard move == nil else { break }
      if Int(edit.index) == section {
        if item == nil { return find(edit.element) }
        move = edit.number
      } else if Int(edit.index) < section {
        section -= 1
      }
    case .sectionInserted: if move == nil, Int(edit.index) <= section { section += 1 }
    case .sectionAttached:
      if move == edit.number {
        section = Int(edit.index)
        move = nil
      } else if move == nil, Int(edit.index) <= section {
        section += 1
      }
    case .sectionUpdated, .sectionStayed:
      if item == nil, Int(edit.index) == section { return find(edit.element) }
    case .parent, .childInserted, .childRemoved, .childDetached, .childAttached, .childUpdated, .childStayed:
      // Nothing at the top of a section is moved by what is below its items.
      break
    }
    return true
  }

  /// The element at the place now; nil if there was none.
  func element(in state: CollectionState) -> Element? {
    if let element { return element }
    guard move == nil, section < state.sectionCount else { return nil }
    guard let item else { return state.section(at: section).element }
    guard item < state.itemCount(section: section) else { return nil }
    return state.item(at: ListPath(section: section, item: item)).element
  }

  /// The index of an edited item of the same section.
  private func itemIndex(of edit: LoggedEdit) -> Int? {
    move == nil && item != nil && Int(edit.section) == section ? Int(edit.index) : nil
  }

  private mutating func find(_ element: Element) -> Bool {
    self.element = element
    return false
  }
}
