internal import ArrangeModel
internal import CArrangeProtos

extension ListOperation {
  /// Decodes the operations of a transaction, within the limits for operations and elements.
  static func list(
    _ messages: MessageList<Arrange__V1__Operation>?,
    _ count: Int,
    _ field: StaticString
  ) throws(ArrangeError) -> [ListOperation] {
    guard count <= ApplyRequest.maximumOperations else {
      throw Boundary.outOfRange(Int64(count), 1...Int64(ApplyRequest.maximumOperations), field)
    }
    var elements = 0
    let operations = try Boundary.list(messages, count, field) { (message) throws(ArrangeError) in
      let operation = try ListOperation(message)
      elements += operation.elementCount
      return operation
    }
    guard elements <= ApplyRequest.maximumElements else {
      throw ArrangeError(
        .outOfRange,
        "a transaction names at most \(ApplyRequest.maximumElements) elements, this one names \(elements)",
        field: "\(field)"
      )
    }
    return operations
  }

  init(_ message: UnsafePointer<Arrange__V1__Operation>) throws(ArrangeError) {
    switch message.pointee.kind_case {
    case ARRANGE__V1__OPERATION__KIND_MOVE_ITEMS:
      self = try Boundary.within("move_items") { () throws(ArrangeError) in
        try .moveItems(message.pointee.move_items)
      }
    case ARRANGE__V1__OPERATION__KIND_INSERT_ITEMS:
      self = try Boundary.within("insert_items") { () throws(ArrangeError) in
        try .insertItems(message.pointee.insert_items)
      }
    case ARRANGE__V1__OPERATION__KIND_UPDATE_ITEMS:
      let update = message.pointee.update_items.pointee
      self = try Boundary.within("update_items") { () throws(ArrangeError) in
        .updateItems(try FieldsUpdate.list(update.items, update.n_items, of: .item, "items"))
      }
    case ARRANGE__V1__OPERATION__KIND_REMOVE_ITEMS:
      let removal = message.pointee.remove_items.pointee
      self = try Boundary.within("remove_items") { () throws(ArrangeError) in
        .removeItems(try ElementReference.list(removal.items, removal.n_items, of: .item, "items"))
      }
    case ARRANGE__V1__OPERATION__KIND_REORDER_ITEMS:
      let reorder = message.pointee.reorder_items.pointee
      self = try Boundary.within("reorder_items") { () throws(ArrangeError) in
        .reorderItems(
          section: try Boundary.identifier(reorder.section, "section", allowingEmpty: true),
          try Identifier.list(reorder.items, reorder.n_items, of: .item, "items")
        )
      }
    case ARRANGE__V1__OPERATION__KIND_ADOPT_ITEMS:
      let adopt = message.pointee.adopt_items.pointee
      self = try Boundary.within("adopt_items") { () throws(ArrangeError) in
        .adoptItems(
          try AdoptedItem.list(adopt.items, adopt.n_items, "items"),
          section: try Boundary.identifier(adopt.section, "section", allowingEmpty: true)
        )
      }
    case ARRANGE__V1__OPERATION__KIND_INSERT_SECTIONS:
      let insert = message.pointee.insert_sections.pointee
      self = try Boundary.within("insert_sections") { () throws(ArrangeError) in
        .insertSections(
          try NewElement.list(insert.sections, insert.n_sections, "sections"),
          to: try SectionDestination(insert.to, among: .section, "to")
        )
      }
    case ARRANGE__V1__OPERATION__KIND_MOVE_SECTIONS:
      let move = message.pointee.move_sections.pointee
      self = try Boundary.within("move_sections") { () throws(ArrangeError) in
        .moveSections(
          try ElementReference.list(move.sections, move.n_sections, of: .section, "sections"),
          to: try SectionDestination(move.to, among: .section, "to")
        )
      }
    case ARRANGE__V1__OPERATION__KIND_UPDATE_SECTIONS:
      let update = message.pointee.update_sections.pointee
      self = try Boundary.within("update_sections") { () throws(ArrangeError) in
        .updateSections(try FieldsUpdate.list(update.sections, update.n_sections, of: .section, "sections"))
      }
    case ARRANGE__V1__OPERATION__KIND_REMOVE_SECTIONS:
      let removal = message.pointee.remove_sections.pointee
      self = try Boundary.within("remove_sections") { () throws(ArrangeError) in
        .removeSections(
          try ElementReference.list(removal.sections, removal.n_sections, of: .section, "sections"),
          onlyIfEmpty: removal.only_if_empty != 0
        )
      }
    case ARRANGE__V1__OPERATION__KIND_REORDER_SECTIONS:
      let reorder = message.pointee.reorder_sections.pointee
      self = try Boundary.within("reorder_sections") { () throws(ArrangeError) in
        .reorderSections(try Identifier.list(reorder.sections, reorder.n_sections, of: .section, "sections"))
      }
    default:
      throw Boundary.noChoice("kind")
    }
  }

  private static func moveItems(
    _ message: UnsafePointer<Arrange__V1__MoveItems>
  ) throws(ArrangeError) -> ListOperation {
    let hasSection = message.pointee.section_choice_case == ARRANGE__V1__MOVE_ITEMS__SECTION_CHOICE_SECTION
    return .moveItems(
      try ElementReference.list(message.pointee.items, message.pointee.n_items, of: .item, "items"),
      to: try ItemDestination(section: hasSection ? message.pointee.section : nil, message.pointee.to)
    )
  }

  private static func insertItems(
    _ message: UnsafePointer<Arrange__V1__InsertItems>
  ) throws(ArrangeError) -> ListOperation {
    let hasSection = message.pointee.section_choice_case == ARRANGE__V1__INSERT_ITEMS__SECTION_CHOICE_SECTION
    return .insertItems(
      try NewElement.list(message.pointee.items, message.pointee.n_items, "items"),
      to: try ItemDestination(section: hasSection ? message.pointee.section : nil, message.pointee.to)
    )
  }
}
