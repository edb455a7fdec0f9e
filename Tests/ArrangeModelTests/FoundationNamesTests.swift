import ArrangeModel
import Foundation
import Testing

/// This file imports Foundation, as most programs do: every name that it uses must mean one type.
@Suite("The names of the library beside Foundation")
struct FoundationNamesTests {
  @Test("are not ambiguous, and ids in brackets are references")
  func names() {
    let operations: [ListOperation] = [
      .removeItems(["x"]), .moveItems(["x", "y"], to: .init(.first)),
      .removeSections(["s"], onlyIfEmpty: true), .updateItems([FieldsUpdate("x", set: ["n": 1])]),
    ]
    #expect(operations[0] == .removeItems([ElementReference(Identifier("x"))]))
    let sort: [ViewSortDescriptor] = [ViewSortDescriptor("n")]
    #expect(sort.count == 1)
  }
}
