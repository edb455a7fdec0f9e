// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

import ArrangeModel
import Ordering

extension MethodSample {
  /// An operation of each kind in a list with the section `s` and the item `i`, and the permission that it needs.
  static let eachOperation: [(operation: ListOperation, needs: PermissionSet)] = [
    (.insertItems([NewElement(id: "n")], to: ItemDestination()), .write),
    (.moveItems([ElementReference("i")], to: ItemDestination()), .move),
    (.updateItems([FieldsUpdate(ElementReference("i"), set: ["a": .bool(true)])]), .write),
    (.removeItems([ElementReference("i")], descendants: .remove), .write),
    (.adoptItems([AdoptedItem(id: "n", key: OrderKey([0x41]))], section: .empty, parent: ParentChoice()), .write),
    (.reorderItems(section: .empty, parent: .empty, ["i"]), .move),
    (.insertSections([NewElement(id: "n")], to: SectionDestination()), .write),
    (.moveSections([ElementReference("s")], to: SectionDestination()), .move),
    (.updateSections([FieldsUpdate(ElementReference("s"), set: ["a": .bool(true)])]), .write),
    (.removeSections([ElementReference("s")], onlyIfEmpty: true), .write),
    (.reorderSections(["s"]), .move),
  ]
}
