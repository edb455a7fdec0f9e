// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

import ArrangeModel

extension RandomValues {
  mutating func operation() -> ListOperation {
    switch number(0...10) {
    case 0: .insertItems(list(1...4) { $0.newElement() }, to: itemDestination(hasCycles: false))
    case 1: .moveItems(list(1...4) { $0.reference(empty: false) }, to: itemDestination(hasCycles: true))
    case 2: .updateItems(list(1...3) { $0.update(empty: false) })
    case 3: .removeItems(list(1...4) { $0.reference(empty: false) }, descendants: maybe { $0.one(of: Array(DescendantPolicy.allCases)) })
    case 4: .adoptItems(list(1...3) { $0.adoptedItem() }, section: identifier(allowingEmpty: true), parent: parentChoice(hasCycles: true))
    case 5: .reorderItems(section: identifier(allowingEmpty: true), parent: identifier(allowingEmpty: true), list(1...5) { $0.identifier(allowingEmpty: false) })
    case 6: .insertSections(list(1...4) { $0.newElement() }, to: sectionDestination())
    case 7: .moveSections(list(1...4) { $0.reference(empty: true) }, to: sectionDestination())
    case 8: .updateSections(list(1...3) { $0.update(empty: true) })
    case 9: .removeSections(list(1...4) { $0.reference(empty: true) }, onlyIfEmpty: flag())
    default: .reorderSections(list(1...5) { $0.identifier(allowingEmpty: true) })
    }
  }
}

extension IllegalInput {
  /// Operations without elements, and with an id that can't be one in each place where one can be.
  static let namesInOperations: [IllegalInput] = [
    .operation("insert_items: no elements", "insert_items.items") { $0.message(1) { _ in } },
    .operation("insert_items: a long id", "insert_items.items[0].id") { $0.message(1) { $0.message(1) { $0.text(1, String(repeating: "x", count: Identifier.maximumLength + 1)) } } },
    .operation("insert_items: a control character", "insert_items.items[0].id") { $0.message(1) { $0.message(1) { $0.text(1, "a\n") } } },
    .operation("insert_items: no place", "insert_items.to.place") { $0.message(1) { $0.message(1) { $0.text(1, "a") }; $0.message(3) { _ in } } },
    .operation("insert_items: a long section", "insert_items.section") { $0.message(1) { $0.message(1) { $0.text(1, "a") }; $0.text(2, String(repeating: "x", count: Identifier.maximumLength + 1)) } },
    .operation("insert_items: a long parent", "insert_items.parent") { $0.message(1) { $0.message(1) { $0.text(1, "a") }; $0.text(4, String(repeating: "x", count: Identifier.maximumLength + 1)) } },
    .operation("move_items: no elements", "move_items.items") { $0.message(2) { _ in } },
    .operation("move_items: a long id", "move_items.items[0].id") { $0.message(2) { $0.message(1) { $0.text(1, String(repeating: "x", count: Identifier.maximumLength + 1)) } } },
    .operation("move_items: a control character", "move_items.items[0].id") { $0.message(2) { $0.message(1) { $0.text(1, "a\n") } } },
    .operation("move_items: no place", "move_items.to.place") { $0.message(2) { $0.message(1) { $0.text(1, "a") }; $0.message(3) { _ in } } },
    .operation("move_items: a long section", "move_items.section") { $0.message(2) { $0.message(1) { $0.text(1, "a") }; $0.text(2, String(repeating: "x", count: Identifier.maximumLength + 1)) } },
    .operation("move_items: a long parent", "move_items.parent") { $0.message(2) { $0.message(1) { $0.text(1, "a") }; $0.text(4, String(repeating: "x", count: Identifier.maximumLength + 1)) } },
    .operation("update_items: no elements", "update_items.items") { $0.message(3) { _ in } },
    .operation("update_items: a long id", "update_items.items[0].id") { $0.message(3) { $0.message(1) { $0.text(1, String(repeating: "x", count: Identifier.maximumLength + 1)) } } },
    .operation("update_items: a control character", "update_items.items[0].id") { $0.message(3) { $0.message(1) { $0.text(1, "a\n") } } },
    .operation("remove_items: no elements", "remove_items.items") { $0.message(4) { _ in } },
    .operation("remove_items: a long id", "remove_items.items[0].id") { $0.message(4) { $0.message(1) { $0.text(1, String(repeating: "x", count: Identifier.maximumLength + 1)) } } },
    .operation("remove_items: a control character", "remove_items.items[0].id") { $0.message(4) { $0.message(1) { $0.text(1, "a\n") } } },
    .operation("adopt_items: no elements", "adopt_items.items") { $0.message(6) { _ in } },
    .operation("adopt_items: a long id", "adopt_items.items[0].id") { $0.message(6) { $0.message(1) { $0.text(1, String(repeating: "x", count: Identifier.maximumLength + 1)) } } },
    .operation("adopt_items: a control character", "adopt_items.items[0].id") { $0.message(6) { $0.message(1) { $0.text(1, "a\n") } } },
    .operation("adopt_items: a long section", "adopt_items.section") { $0.message(6) { $0.message(1) { $0.text(1, "a") }; $0.text(2, String(repeating: "x", count: Identifier.maximumLength + 1)) } },
    .operation("adopt_items: a long parent", "adopt_items.parent") { $0.message(6) { $0.message(1) { $0.text(1, "a") }; $0.text(3, String(repeating: "x", count: Identifier.maximumLength + 1)) } },
    .operation("reorder_items: a long section", "reorder_items.section") { $0.message(5) { $0.text(2, "a"); $0.text(1, String(repeating: "x", count: Identifier.maximumLength + 1)) } },
    .operation("reorder_items: a long parent", "reorder_items.parent") { $0.message(5) { $0.text(2, "a"); $0.text(3, String(repeating: "x", count: Identifier.maximumLength + 1)) } },
    .operation("reorder_items: no elements", "reorder_items.items") { $0.message(5) { _ in } },
    .operation("reorder_items: a long id", "reorder_items.items[0]") { $0.message(5) { $0.text(2, String(repeating: "x", count: Identifier.maximumLength + 1)) } },
    .operation("reorder_items: a control character", "reorder_items.items[0]") { $0.message(5) { $0.text(2, "a\n") } },
    .operation("insert_sections: no elements", "insert_sections.sections") { $0.message(8) { _ in } },
    .operation("insert_sections: a long id", "insert_sections.sections[0].id") { $0.message(8) { $0.message(1) { $0.text(1, String(repeating: "x", count: Identifier.maximumLength + 1)) } } },
    .operation("insert_sections: a control character", "insert_sections.sections[0].id") { $0.message(8) { $0.message(1) { $0.text(1, "a\n") } } },
    .operation("insert_sections: no place", "insert_sections.to.place") { $0.message(8) { $0.message(1) { $0.text(1, "a") }; $0.message(2) { _ in } } },
    .operation("move_sections: no elements", "move_sections.sections") { $0.message(9) { _ in } },
    .operation("move_sections: a long id", "move_sections.sections[0].id") { $0.message(9) { $0.message(1) { $0.text(1, String(repeating: "x", count: Identifier.maximumLength + 1)) } } },
    .operation("move_sections: a control character", "move_sections.sections[0].id") { $0.message(9) { $0.message(1) { $0.text(1, "a\n") } } },
    .operation("move_sections: no place", "move_sections.to.place") { $0.message(9) { $0.message(1) { $0.text(1, "a") }; $0.message(2) { _ in } } },
    .operation("update_sections: no elements", "update_sections.sections") { $0.message(10) { _ in } },
    .operation("update_sections: a long id", "update_sections.sections[0].id") { $0.message(10) { $0.message(1) { $0.text(1, String(repeating: "x", count: Identifier.maximumLength + 1)) } } },
    .operation("update_sections: a control character", "update_sections.sections[0].id") { $0.message(10) { $0.message(1) { $0.text(1, "a\n") } } },
    .operation("remove_sections: no elements", "remove_sections.sections") { $0.message(11) { _ in } },
    .operation("remove_sections: a long id", "remove_sections.sections[0].id") { $0.message(11) { $0.message(1) { $0.text(1, String(repeating: "x", count: Identifier.maximumLength + 1)) } } },
    .operation("remove_sections: a control character", "remove_sections.sections[0].id") { $0.message(11) { $0.message(1) { $0.text(1, "a\n") } } },
    .operation("reorder_sections: no elements", "reorder_sections.sections") { $0.message(12) { _ in } },
    .operation("reorder_sections: a long id", "reorder_sections.sections[0]") { $0.message(12) { $0.text(1, String(repeating: "x", count: Identifier.maximumLength + 1)) } },
    .operation("reorder_sections: a control character", "reorder_sections.sections[0]") { $0.message(12) { $0.text(1, "a\n") } },
  ]
}
