import ArrangeModel
import Ordering
import Testing

@testable import Engine

@Suite("Operations on outlines")
struct OutlineOperationTests {
  /// An outline of some ids, in the form `a(bc(d))e|f`.
  private static func outline(
    _ text: String,
    settings: OutlineSettings = OutlineSettings()
  ) throws -> EditorFixture {
    var fixture = try EditorFixture(text.split(separator: "|").indices.map { ("s\($0)".asID, []) })
    settings.apply(to: &fixture.state)
    for (number, part) in text.split(separator: "|", omittingEmptySubsequences: false).enumerated() {
      var parents: [Identifier] = []
      var last = Identifier.empty
      for letter in part {
        switch letter {
        case "(": parents.append(last)
        case ")": parents.removeLast()
        default:
          last = "\(letter)".asID
          let destination =
            parents.last.map { ItemDestination(below: ParentChoice($0)) }
            ?? ItemDestination(section: "s\(number)".asID)
          try fixture.apply(.insertItems([NewElement(id: last)], to: destination))
        }
      }
    }
    return fixture
  }

  @Test(
    "do to small outlines what is expected",
    arguments: [
      ("a(b)c", .move("b", to: .init(.last, below: .init("c"))), "ac(b)"),
      ("a(b)c", .move("b", to: .init(.last, below: .init(""))), "acb"),
      ("a(b)c", .move("c", to: .init(.before("b"))), "a(cb)"),
      ("a(b(c))d", .move("a", to: .init(.last, below: .init("d"))), "d(a(b(c)))"),
      ("a(b(c))", .move("a", to: .init(.last, below: .init("c", ifCycle: .skip))), "a(b(c))"),
      ("a(b(c))", .move("b", to: .init(.last, below: .init("c", ifCycle: .beside))), "ab(c)"),
      ("a(b(c)d)", .move("b", "d", to: .init(.last, below: .init("c", ifCycle: .beside))), "ab(c(d))"),
      ("a(bc(d))e", .removeItems(["a"], descendants: .promote), "bc(d)e"),
      ("a(bc(d))e", .removeItems(["a"], descendants: .remove), "e"),
      ("a(bc(d))e", .removeItems(["c", "d"]), "a(b)e"),
      ("a(bcd)", .reorderItems(section: .empty, parent: "a", ["d", "b"]), "a(dcb)"),
      (
        "a(b)",
        .adoptItems(
          [AdoptedItem(id: "b", key: .empty), AdoptedItem(id: "x", key: .empty, after: "b")],
          section: .empty,
          parent: .init("a")
        ), "a(bx)"
      ),
    ] as [(String, ArrangeModel.ListOperation, String)]
  )
  func examples(before: String, operation: ArrangeModel.ListOperation, after: String) throws {
    var fixture = try OutlineOperationTests.outline(before)
    try fixture.apply(operation)
    #expect(fixture.state.outlineText == after)
  }

  @Test(
    "are refused with a field, a reason and a path",
    arguments: [
      (
        "a(b(c))", .move("a", to: .init(.last, below: .init("c"))), .failedPrecondition, "move_items.parent",
        "below_itself", "a / b / c"
      ),
      (
        "a(b(c))", .move("a", to: .init(.before("c"))), .failedPrecondition, "move_items.to.before",
        "below_itself", "a / b"
      ),
      (
        "a(b(c))", .move("b", "c", to: .init(.last)), .invalidArgument, "move_items.items[1].id", nil, "b / c"
      ),
      (
        "a(b)", .removeItems(["a"]), .failedPrecondition, "remove_items.descendants", "has_children", "a / b"
      ),
      (
        "a(b)", .removeItems(["a"], descendants: .refuse), .failedPrecondition, "remove_items.items[0].id",
        "has_children", "a / b"
      ),
      (
        "a(b(c))d(e)", .move("d", to: .init(.last, below: .init("b"))), .failedPrecondition,
        "move_items.items[0].id", "too_deep", "a / b / d / e"
      ),
      (
        "a(b(c))", .insert("x", to: .init(.last, below: .init("c"))), .failedPrecondition,
        "insert_items.items[0].id", "too_deep", "a / b / c / x"
      ),
      (
        "a(bcd)", .insert("x", to: .init(.last, below: .init("a"))), .failedPrecondition,
        "insert_items.parent",
        "too_many_items", "a"
      ),
      ("a", .insert("x", to: .init(.last, below: .init("y"))), .notFound, "insert_items.parent", nil, ""),
      (
        "a", .insert("x", to: .init(section: "s0", .last, below: .init("a"))), .invalidArgument,
        "insert_items.section", nil, ""
      ),
      (
        "a(b)", .moveItems([ElementReference("b", ifParent: "")], to: .init(.last)), .aborted,
        "move_items.items[0].if_parent", nil, "a / b"
      ),
    ] as [(String, ArrangeModel.ListOperation, StatusCode, String, String?, String)]
  )
  func refusals(
    before: String,
    operation: ArrangeModel.ListOperation,
    code: StatusCode,
    field: String,
    reason: String?,
    path: String
  ) throws {
    let settings = OutlineSettings(maximumDepth: 3, maximumChildren: 3)
    var fixture = try OutlineOperationTests.outline(before, settings: settings)
    let error = #expect(throws: ArrangeError.self) { try fixture.apply(operation) }
    #expect(error?.code == code && error?.field == "operations[0].\(field)" && error?.reason == reason)
    #expect(path.isEmpty || error?.message.hasSuffix(": \(path)") ?? false, "\(error?.message ?? "")")
    #expect(fixture.state.outlineText == before)
  }

  @Test("a missing parent is replaced by the nearest ancestor that is still there")
  func nearestAncestor() throws {
    var fixture = try OutlineOperationTests.outline("a(b(c(d)))e")
    try fixture.apply(.removeItems(["b"], descendants: .remove))
    let below = ParentChoice("d", ifMissing: .nearestAncestor)
    try fixture.apply(.insert("x", to: .init(.first, below: below)))
    #expect(fixture.state.outlineText == "a(x)e")
    // A transaction that fails forgets what it removed.
    let error = #expect(throws: ArrangeError.self) {
      try fixture.apply(
        .removeItems(["x"]),
        .insert("y", to: .init(.last, below: .init("x")))
      )
    }
    #expect(error?.code == .notFound)
    #expect(fixture.state.branches?.removed["x"] == nil)
    // It survives a checkpoint.
    var writer = CheckpointWriter(fixture.state)
    var reader = CheckpointReader()
    while let (chunk, _) = writer.next() { try reader.read(chunk) }
    fixture.state = try reader.finish(version: fixture.state.version)
    try fixture.apply(.insert("z", to: .init(.last, below: below)))
    #expect(fixture.state.outlineText == "a(xz)e")
  }
}

extension String {
  fileprivate var asID: Identifier { Identifier(unchecked: self) }
}

extension CollectionState {
  /// The outline in the form `a(bc(d))e|f`.
  fileprivate var outlineText: String {
    (0..<sectionCount).map { section in
      var (text, last) = ("", 1)
      var walk = RowWalk(self, section: section)
      while let (entry, depth) = walk.next() {
        text += depth > last ? "(" : String(repeating: ")", count: last - depth)
        text += entry.element.id.text
        last = depth
      }
      return text + String(repeating: ")", count: last - 1)
    }.joined(separator: "|")
  }
}
