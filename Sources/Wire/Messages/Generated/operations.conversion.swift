// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

internal import ArrangeModel
internal import CArrangeProtos

extension ListOperation {
  init(_ message: UnsafePointer<Arrange__V1__Operation>) throws(ArrangeError) {
    switch message.pointee.kind_case {
    case ARRANGE__V1__OPERATION__KIND_INSERT_ITEMS:
      let body = message.pointee.insert_items.unsafelyUnwrapped
      self = try Boundary.within("insert_items") { () throws(ArrangeError) in
        .insertItems(
          try NewElement.list(body.pointee.items, body.pointee.n_items, "items"),
          to: try ItemDestination(section: body.pointee.section_choice_case == ARRANGE__V1__INSERT_ITEMS__SECTION_CHOICE_SECTION ? body.pointee.section : nil, body.pointee.to, below: ParentChoice(body.pointee.parent_choice_case == ARRANGE__V1__INSERT_ITEMS__PARENT_CHOICE_PARENT ? body.pointee.parent : nil, body.pointee.if_parent_missing))
        )
      }
    case ARRANGE__V1__OPERATION__KIND_MOVE_ITEMS:
      let body = message.pointee.move_items.unsafelyUnwrapped
      self = try Boundary.within("move_items") { () throws(ArrangeError) in
        .moveItems(
          try ElementReference.list(body.pointee.items, body.pointee.n_items, of: .item, "items"),
          to: try ItemDestination(section: body.pointee.section_choice_case == ARRANGE__V1__MOVE_ITEMS__SECTION_CHOICE_SECTION ? body.pointee.section : nil, body.pointee.to, below: ParentChoice(body.pointee.parent_choice_case == ARRANGE__V1__MOVE_ITEMS__PARENT_CHOICE_PARENT ? body.pointee.parent : nil, body.pointee.if_parent_missing, body.pointee.if_cycle))
        )
      }
    case ARRANGE__V1__OPERATION__KIND_UPDATE_ITEMS:
      let body = message.pointee.update_items.unsafelyUnwrapped
      self = try Boundary.within("update_items") { () throws(ArrangeError) in
        .updateItems(
          try FieldsUpdate.list(body.pointee.items, body.pointee.n_items, of: .item, "items")
        )
      }
    case ARRANGE__V1__OPERATION__KIND_REMOVE_ITEMS:
      let body = message.pointee.remove_items.unsafelyUnwrapped
      self = try Boundary.within("remove_items") { () throws(ArrangeError) in
        .removeItems(
          try ElementReference.list(body.pointee.items, body.pointee.n_items, of: .item, "items"),
          descendants: body.pointee.descendants.rawValue == 0 ? nil : try DescendantPolicy(body.pointee.descendants, "descendants")
        )
      }
    case ARRANGE__V1__OPERATION__KIND_ADOPT_ITEMS:
      let body = message.pointee.adopt_items.unsafelyUnwrapped
      self = try Boundary.within("adopt_items") { () throws(ArrangeError) in
        .adoptItems(
          try AdoptedItem.list(body.pointee.items, body.pointee.n_items, "items"),
          section: try Boundary.identifier(body.pointee.section, "section", allowingEmpty: true),
          parent: try ParentChoice(body.pointee.parent_choice_case == ARRANGE__V1__ADOPT_ITEMS__PARENT_CHOICE_PARENT ? body.pointee.parent : nil, body.pointee.if_parent_missing, body.pointee.if_cycle)
        )
      }
    case ARRANGE__V1__OPERATION__KIND_REORDER_ITEMS:
      let body = message.pointee.reorder_items.unsafelyUnwrapped
      self = try Boundary.within("reorder_items") { () throws(ArrangeError) in
        .reorderItems(
          section: try Boundary.identifier(body.pointee.section, "section", allowingEmpty: true),
          parent: try Boundary.identifier(body.pointee.parent, "parent", allowingEmpty: true),
          try Identifier.list(body.pointee.items, body.pointee.n_items, of: .item, "items")
        )
      }
    case ARRANGE__V1__OPERATION__KIND_INSERT_SECTIONS:
      let body = message.pointee.insert_sections.unsafelyUnwrapped
      self = try Boundary.within("insert_sections") { () throws(ArrangeError) in
        .insertSections(
          try NewElement.list(body.pointee.sections, body.pointee.n_sections, "sections"),
          to: try SectionDestination(body.pointee.to, among: .section, "to")
        )
      }
    case ARRANGE__V1__OPERATION__KIND_MOVE_SECTIONS:
      let body = message.pointee.move_sections.unsafelyUnwrapped
      self = try Boundary.within("move_sections") { () throws(ArrangeError) in
        .moveSections(
          try ElementReference.list(body.pointee.sections, body.pointee.n_sections, of: .section, "sections"),
          to: try SectionDestination(body.pointee.to, among: .section, "to")
        )
      }
    case ARRANGE__V1__OPERATION__KIND_UPDATE_SECTIONS:
      let body = message.pointee.update_sections.unsafelyUnwrapped
      self = try Boundary.within("update_sections") { () throws(ArrangeError) in
        .updateSections(
          try FieldsUpdate.list(body.pointee.sections, body.pointee.n_sections, of: .section, "sections")
        )
      }
    case ARRANGE__V1__OPERATION__KIND_REMOVE_SECTIONS:
      let body = message.pointee.remove_sections.unsafelyUnwrapped
      self = try Boundary.within("remove_sections") { () throws(ArrangeError) in
        .removeSections(
          try ElementReference.list(body.pointee.sections, body.pointee.n_sections, of: .section, "sections"),
          onlyIfEmpty: body.pointee.only_if_empty != 0
        )
      }
    case ARRANGE__V1__OPERATION__KIND_REORDER_SECTIONS:
      let body = message.pointee.reorder_sections.unsafelyUnwrapped
      self = try Boundary.within("reorder_sections") { () throws(ArrangeError) in
        .reorderSections(
          try Identifier.list(body.pointee.sections, body.pointee.n_sections, of: .section, "sections")
        )
      }
    default:
      throw Boundary.noChoice("kind")
    }
  }

  /// Fills in a message with default values.
  func fill(_ message: UnsafeMutablePointer<Arrange__V1__Operation>, in arena: Arena) {
    switch self {
    case .insertItems(let items, let to):
      let body = arena.make(arrange__v1__insert_items__init)
      body.pointee.n_items = items.count
      body.pointee.items = NewElement.messages(items, in: arena)
      if let section = to.section {
        body.pointee.section_choice_case = ARRANGE__V1__INSERT_ITEMS__SECTION_CHOICE_SECTION
        body.pointee.section = arena.bytes(of: section)
      }
      body.pointee.to = to.message(in: arena)
      if let parent = to.below.parent {
        body.pointee.parent_choice_case = ARRANGE__V1__INSERT_ITEMS__PARENT_CHOICE_PARENT
        body.pointee.parent = arena.bytes(of: parent)
      }
      body.pointee.if_parent_missing = to.below.ifMissing.message
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_INSERT_ITEMS
      message.pointee.insert_items = body
    case .moveItems(let items, let to):
      let body = arena.make(arrange__v1__move_items__init)
      body.pointee.n_items = items.count
      body.pointee.items = ElementReference.messages(items, in: arena)
      if let section = to.section {
        body.pointee.section_choice_case = ARRANGE__V1__MOVE_ITEMS__SECTION_CHOICE_SECTION
        body.pointee.section = arena.bytes(of: section)
      }
      body.pointee.to = to.message(in: arena)
      if let parent = to.below.parent {
        body.pointee.parent_choice_case = ARRANGE__V1__MOVE_ITEMS__PARENT_CHOICE_PARENT
        body.pointee.parent = arena.bytes(of: parent)
      }
      body.pointee.if_parent_missing = to.below.ifMissing.message
      body.pointee.if_cycle = to.below.ifCycle.message
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_MOVE_ITEMS
      message.pointee.move_items = body
    case .updateItems(let items):
      let body = arena.make(arrange__v1__update_items__init)
      body.pointee.n_items = items.count
      body.pointee.items = FieldsUpdate.messages(items, in: arena)
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_UPDATE_ITEMS
      message.pointee.update_items = body
    case .removeItems(let items, let descendants):
      let body = arena.make(arrange__v1__remove_items__init)
      body.pointee.n_items = items.count
      body.pointee.items = ElementReference.messages(items, in: arena)
      if let value = descendants { body.pointee.descendants = value.message }
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_REMOVE_ITEMS
      message.pointee.remove_items = body
    case .adoptItems(let items, let section, let parent):
      let body = arena.make(arrange__v1__adopt_items__init)
      body.pointee.n_items = items.count
      body.pointee.items = AdoptedItem.messages(items, in: arena)
      body.pointee.section = arena.bytes(of: section)
      if let parent = parent.parent {
        body.pointee.parent_choice_case = ARRANGE__V1__ADOPT_ITEMS__PARENT_CHOICE_PARENT
        body.pointee.parent = arena.bytes(of: parent)
      }
      body.pointee.if_parent_missing = parent.ifMissing.message
      body.pointee.if_cycle = parent.ifCycle.message
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_ADOPT_ITEMS
      message.pointee.adopt_items = body
    case .reorderItems(let section, let parent, let items):
      let body = arena.make(arrange__v1__reorder_items__init)
      body.pointee.section = arena.bytes(of: section)
      body.pointee.parent = arena.bytes(of: parent)
      body.pointee.n_items = items.count
      body.pointee.items = arena.list(of: items)
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_REORDER_ITEMS
      message.pointee.reorder_items = body
    case .insertSections(let sections, let to):
      let body = arena.make(arrange__v1__insert_sections__init)
      body.pointee.n_sections = sections.count
      body.pointee.sections = NewElement.messages(sections, in: arena)
      body.pointee.to = to.message(in: arena)
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_INSERT_SECTIONS
      message.pointee.insert_sections = body
    case .moveSections(let sections, let to):
      let body = arena.make(arrange__v1__move_sections__init)
      body.pointee.n_sections = sections.count
      body.pointee.sections = ElementReference.messages(sections, in: arena)
      body.pointee.to = to.message(in: arena)
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_MOVE_SECTIONS
      message.pointee.move_sections = body
    case .updateSections(let sections):
      let body = arena.make(arrange__v1__update_sections__init)
      body.pointee.n_sections = sections.count
      body.pointee.sections = FieldsUpdate.messages(sections, in: arena)
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_UPDATE_SECTIONS
      message.pointee.update_sections = body
    case .removeSections(let sections, let onlyIfEmpty):
      let body = arena.make(arrange__v1__remove_sections__init)
      body.pointee.n_sections = sections.count
      body.pointee.sections = ElementReference.messages(sections, in: arena)
      body.pointee.only_if_empty = onlyIfEmpty ? 1 : 0
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_REMOVE_SECTIONS
      message.pointee.remove_sections = body
    case .reorderSections(let sections):
      let body = arena.make(arrange__v1__reorder_sections__init)
      body.pointee.n_sections = sections.count
      body.pointee.sections = arena.list(of: sections)
      message.pointee.kind_case = ARRANGE__V1__OPERATION__KIND_REORDER_SECTIONS
      message.pointee.reorder_sections = body
    }
  }
}
