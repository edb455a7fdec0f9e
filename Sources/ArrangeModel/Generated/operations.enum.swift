// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file


/// One edit of a collection. A transaction is a list of operations, applied all or nothing.
///
/// An operation sees the results of the previous operations of the same transaction. An operation names each element
/// once: an id that occurs twice is refused with INVALID_ARGUMENT.
public enum ListOperation: Sendable, Hashable {
  /// Inserts items so that they follow each other in the given order.
  ///
  /// - Parameters:
  ///   - items: The items, at least one.
  ///   - to: The position in the section, or among the children of the parent. When left out: at the end.
  case insertItems([NewElement], to: ItemDestination)

  /// Moves items, possibly from several sections, so that they follow each other in the given order. In an outline, what
  /// is below an item goes along.
  ///
  /// - Parameters:
  ///   - items: The items, at least one.
  ///   - to: The position in the section, or among the children of the parent. When left out: at the end.
  case moveItems([ElementReference], to: ItemDestination)

  /// Changes fields of items.
  ///
  /// - Parameters:
  ///   - items: The items with their new fields, at least one.
  case updateItems([FieldsUpdate])

  /// Removes items.
  ///
  /// - Parameters:
  ///   - items: The items, at least one.
  ///   - descendants: What becomes of the children of the items, except those that are named as well. Has to be said if there are any.
  case removeItems([ElementReference], descendants: DescendantPolicy? = nil)

  /// Adopts items that were placed elsewhere, such as by an offline client, with the order keys that they got there.
  /// Existing items are moved and keep their fields, others are inserted.
  ///
  /// No item is refused because of its position. The positions of all items of the operation are determined together,
  /// before any of them gets another key, so that their order in the request does not matter:
  ///
  /// An item whose key belongs to the collection's strategy and lies between the keys of `after` and `before` is placed
  /// by its key. It keeps the key if no other element has it. Otherwise it is placed directly after the element that has
  /// the same key, after items of the operation that were placed there in the same way, and gets another key; of equal
  /// keys, the item with the smaller bytes of the id comes first. Neighbours in the list count with their current keys,
  /// items of the operation with the keys in the request.
  ///
  /// Any other item is placed directly after `after`, or else directly before `before`, and gets another key. Items that
  /// were placed after it follow it. Items with the same position are in the order of their keys; or, without keys of
  /// the strategy, in the order in which they name each other in `before`; or else in the order of the bytes of their
  /// ids.
  ///
  /// An item whose neighbours are both gone, and whose key does not determine a position, is placed at the end; for the
  /// strategy "dense" at the index that its key contains.
  ///
  /// The result contains the keys.
  ///
  /// - Parameters:
  ///   - items: The items, at least one.
  ///   - section: The id of the section of all the items, which must exist, except for the default section, which has the empty id.
  ///   - parent: The id of the item below which the items go, in an outline; empty, or left out: the top of the section. The section
  ///     follows from a parent, so that `section` can only be named as well to say where the items go if the parent is
  ///     missing. Refused with FAILED_PRECONDITION if the collection is flat.
  case adoptItems([AdoptedItem], section: Identifier, parent: ParentChoice = ParentChoice())

  /// Puts the named items of one section, or children of one item, into the given order. They take the positions that they
  /// occupy together now; other items do not move and keep their keys. As few other keys as possible are written, and the
  /// result contains all of them.
  ///
  /// - Parameters:
  ///   - section: The id of the section of all the items; empty: the default section.
  ///   - parent: The id of the item whose children the items are; empty: they are at the top of the section. The section follows from
  ///     a parent: only one of the two is named.
  ///   - items: The ids of the items in their new order, at least one.
  case reorderItems(section: Identifier, parent: Identifier = .empty, [Identifier])

  /// Inserts sections so that they follow each other in the given order.
  ///
  /// - Parameters:
  ///   - sections: The sections, at least one.
  ///   - to: The position in the collection. When left out: at the end.
  case insertSections([NewElement], to: SectionDestination)

  /// Moves sections with their items so that they follow each other in the given order.
  ///
  /// - Parameters:
  ///   - sections: The sections, at least one. An empty id names the default section.
  ///   - to: The position in the collection. When left out: at the end.
  case moveSections([ElementReference], to: SectionDestination)

  /// Changes fields of sections.
  ///
  /// - Parameters:
  ///   - sections: The sections with their new fields, at least one. An empty id names the default section.
  case updateSections([FieldsUpdate])

  /// Removes sections with their items.
  ///
  /// - Parameters:
  ///   - sections: The sections, at least one. An empty id names the default section.
  ///   - onlyIfEmpty: Whether the operation ends with FAILED_PRECONDITION if a section has items. Otherwise the items are removed with
  ///     their section.
  case removeSections([ElementReference], onlyIfEmpty: Bool)

  /// Puts the named sections into the given order. They take the positions that they occupy together now; other sections
  /// do not move and keep their keys. As few other keys as possible are written, and the result contains all of them.
  ///
  /// - Parameters:
  ///   - sections: The ids of the sections in their new order, at least one. An empty id names the default section.
  case reorderSections([Identifier])
}

extension ListOperation {
  /// The kinds of operations, with the names of their fields in a request, which stand in the paths of errors.
  package enum Kind: String, Sendable, CaseIterable {
    case insertItems = "insert_items"
    case moveItems = "move_items"
    case updateItems = "update_items"
    case removeItems = "remove_items"
    case adoptItems = "adopt_items"
    case reorderItems = "reorder_items"
    case insertSections = "insert_sections"
    case moveSections = "move_sections"
    case updateSections = "update_sections"
    case removeSections = "remove_sections"
    case reorderSections = "reorder_sections"
  }

  package var kind: Kind {
    switch self {
    case .insertItems: .insertItems
    case .moveItems: .moveItems
    case .updateItems: .updateItems
    case .removeItems: .removeItems
    case .adoptItems: .adoptItems
    case .reorderItems: .reorderItems
    case .insertSections: .insertSections
    case .moveSections: .moveSections
    case .updateSections: .updateSections
    case .removeSections: .removeSections
    case .reorderSections: .reorderSections
    }
  }

  /// The elements that the operation names.
  var named: NamedElements {
    switch self {
    case .insertItems(let all, _): .new(all)
    case .moveItems(let all, _): .existing(all)
    case .updateItems(let all): .updated(all)
    case .removeItems(let all, _): .existing(all)
    case .adoptItems(let all, _, _): .adopted(all)
    case .reorderItems(_, _, let all): .ids(all)
    case .insertSections(let all, _): .new(all)
    case .moveSections(let all, _): .existing(all)
    case .updateSections(let all): .updated(all)
    case .removeSections(let all, _): .existing(all)
    case .reorderSections(let all): .ids(all)
    }
  }
}

extension ListOperation.Kind {
  /// The permission that an operation requires. ``Permission/write`` includes ``Permission/move``.
  package var permission: Permission {
    switch self {
    case .insertItems: .write
    case .moveItems: .move
    case .updateItems: .write
    case .removeItems: .write
    case .adoptItems: .write
    case .reorderItems: .move
    case .insertSections: .write
    case .moveSections: .move
    case .updateSections: .write
    case .removeSections: .write
    case .reorderSections: .move
    }
  }
}
