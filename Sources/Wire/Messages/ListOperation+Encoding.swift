internal import ArrangeModel
internal import CArrangeProtos

extension ListOperation {
  static func messages(_ operations: [ListOperation], in arena: Arena) -> MessageList<Arrange__V1__Operation>
  {
    let list = arena.make(operations.count, arrange__v1__operation__init)
    for (place, operation) in operations.enumerated() {
      operation.fill(list[place].unsafelyUnwrapped, in: arena)
    }
    return list
  }

  /// Fills in a message with default values.
  func fill(_ message: UnsafeMutablePointer<Arrange__V1__Operation>, in arena: Arena) {
    switch self {
    case .insertItems(let items, let destination):
      let insert = arena.make(arrange__v1__insert_items__init)
      insert.pointee.n_items = items.count
      insert.pointee.items = NewElement.messages(items, in: arena)
      if let section = destination.section {
        insert.pointee.section_choice_case = ARRANGE__V1__INSERT_ITEMS__SECTION_CHOICE_SECTION
        insert.pointee.section = arena.bytes(of: section)
      }
      insert.pointee.to = destination.message(in: arena)
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_INSERT_ITEMS
      message.pointee.insert_items = insert
    case .moveItems(let items, let destination):
      let move = arena.make(arrange__v1__move_items__init)
      move.pointee.n_items = items.count
      move.pointee.items = ElementReference.messages(items, in: arena)
      if let section = destination.section {
        move.pointee.section_choice_case = ARRANGE__V1__MOVE_ITEMS__SECTION_CHOICE_SECTION
        move.pointee.section = arena.bytes(of: section)
      }
      move.pointee.to = destination.message(in: arena)
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_MOVE_ITEMS
      message.pointee.move_items = move
    case .updateItems(let updates):
      let update = arena.make(arrange__v1__update_items__init)
      update.pointee.n_items = updates.count
      update.pointee.items = FieldsUpdate.messages(updates, in: arena)
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_UPDATE_ITEMS
      message.pointee.update_items = update
    case .removeItems(let items):
      let removal = arena.make(arrange__v1__remove_items__init)
      removal.pointee.n_items = items.count
      removal.pointee.items = ElementReference.messages(items, in: arena)
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_REMOVE_ITEMS
      message.pointee.remove_items = removal
    case .adoptItems(let items, let section):
      let adopt = arena.make(arrange__v1__adopt_items__init)
      adopt.pointee.n_items = items.count
      adopt.pointee.items = arena.messages(items, arrange__v1__adopted_item__init) { $0.fill($1, in: arena) }
      adopt.pointee.section = arena.bytes(of: section)
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_ADOPT_ITEMS
      message.pointee.adopt_items = adopt
    case .reorderItems(let section, let items):
      let reorder = arena.make(arrange__v1__reorder_items__init)
      reorder.pointee.section = arena.bytes(of: section)
      reorder.pointee.n_items = items.count
      reorder.pointee.items = arena.list(of: items)
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_REORDER_ITEMS
      message.pointee.reorder_items = reorder
    case .insertSections(let sections, let destination):
      let insert = arena.make(arrange__v1__insert_sections__init)
      insert.pointee.n_sections = sections.count
      insert.pointee.sections = NewElement.messages(sections, in: arena)
      insert.pointee.to = destination.message(in: arena)
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_INSERT_SECTIONS
      message.pointee.insert_sections = insert
    case .moveSections(let sections, let destination):
      let move = arena.make(arrange__v1__move_sections__init)
      move.pointee.n_sections = sections.count
      move.pointee.sections = ElementReference.messages(sections, in: arena)
      move.pointee.to = destination.message(in: arena)
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_MOVE_SECTIONS
      message.pointee.move_sections = move
    case .updateSections(let updates):
      let update = arena.make(arrange__v1__update_sections__init)
      update.pointee.n_sections = updates.count
      update.pointee.sections = FieldsUpdate.messages(updates, in: arena)
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_UPDATE_SECTIONS
      message.pointee.update_sections = update
    case .removeSections(let sections, let onlyIfEmpty):
      let removal = arena.make(arrange__v1__remove_sections__init)
      removal.pointee.n_sections = sections.count
      removal.pointee.sections = ElementReference.messages(sections, in: arena)
      removal.pointee.only_if_empty = onlyIfEmpty ? 1 : 0
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_REMOVE_SECTIONS
      message.pointee.remove_sections = removal
    case .reorderSections(let sections):
      let reorder = arena.make(arrange__v1__reorder_sections__init)
      reorder.pointee.n_sections = sections.count
      reorder.pointee.sections = arena.list(of: sections)
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_REORDER_SECTIONS
      message.pointee.reorder_sections = reorder
    }
  }
}
