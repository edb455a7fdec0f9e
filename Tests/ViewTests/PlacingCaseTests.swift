import ArrangeModel
import Changes
import Ordering
import Testing

@testable import Engine

/// Single cases of placing, as a person would expect them.
@Suite("Placing a row")
struct PlacingCaseTests {
  private static func item(_ id: Identifier, _ fields: Fields = [:]) -> ElementSnapshot {
    ElementSnapshot(id: id, fields: fields, contentVersion: 7, key: .empty)
  }

  /// A board with two sections, where an item with the field `done` is hidden by most views.
  private static func board(
    _ todo: [ElementSnapshot],
    _ doing: [ElementSnapshot] = []
  ) -> SectionedList {
    SectionedList([.init(item("todo"), items: todo), .init(item("doing"), items: doing)])
  }

  private static func plan(
    _ text: String,
    _ content: SectionedList,
    _ request: PlaceRowsRequest,
    seen: SectionedList? = nil
  ) throws -> PlacePlan {
    let definition = try ViewDefinition(parsing: text).named()
    var resolver = PlaceResolver(definition: definition, list: try PlacingTests.list(definition, content))
    resolver.seen = try seen.map { try PlacingTests.list(definition, $0) }
    return try resolver.plan(request)
  }

  private static func move(
    _ rows: Identifier...,
    to section: Identifier = "todo",
    after previous: Identifier? = nil,
    before next: Identifier? = nil,
    allow: Set<PlaceEffect> = []
  ) -> PlaceRowsRequest {
    PlaceRowsRequest(rows: rows, section: section, previous: previous, next: next, allow: allow)
  }

  /// The dragged item, if it is still in a section.
  private static func x(_ section: Identifier) -> ElementReference {
    ElementReference("x", ifSection: section)
  }

  private let hidden: Fields = ["done": .bool(true)]

  @Test("into the gap that it is in writes nothing, and counts what is hidden there")
  func sameGap() throws {
    let content = Self.board([
      Self.item("a"), Self.item("h", hidden), Self.item("x"), Self.item("i", hidden), Self.item("b"),
    ])
    let plan = try Self.plan("board where not done", content, Self.move("x", after: "a", before: "b"))
    #expect(
      plan.isEmpty && plan.effects[0].hiddenBetween == 2
        && plan.effects[0].to == ListPath(section: 0, item: 1)
    )
  }

  @Test("goes behind the previous row from above, and before the next one from below")
  func direction() throws {
    let above = Self.board([Self.item("x"), Self.item("a"), Self.item("h", hidden), Self.item("b")])
    #expect(
      try Self.plan("board where not done", above, Self.move("x", after: "a", before: "b")).operations == [
        .moveItems([Self.x("todo")], to: ItemDestination(section: "todo", .after("a")))
      ]
    )
    let below = Self.board([Self.item("a"), Self.item("h", hidden), Self.item("b"), Self.item("x")])
    #expect(
      try Self.plan("board where not done", below, Self.move("x", after: "a", before: "b")).operations == [
        .moveItems([Self.x("todo")], to: ItemDestination(section: "todo", .before("b")))
      ]
    )
  }

  @Test("to another group keeps its section and its place where they fit, and says what it writes")
  func groups() throws {
    let content = Self.board(
      [Self.item("a", ["owner": .string("bob")]), Self.item("x", ["owner": .string("ann")])],
      [Self.item("b", ["owner": .string("bob")])]
    )
    let plan = try Self.plan(
      "board group owner",
      content,
      Self.move("x", to: "=bob", after: "a", before: "b")
    )
    #expect(
      plan.operations == [
        .updateItems([
          FieldsUpdate(
            ElementReference("x", ifContentVersion: 7, ifSection: "todo"),
            set: ["owner": .string("bob")]
          )
        ])
      ]
    )
    #expect(plan.effects[0].set == ["owner": .string("bob")])
    #expect(plan.effects[0].origin == RowOrigin(collection: "board", section: "todo", item: "x"))
    // Behind the last one of the group it needs another section.
    let error = #expect(throws: ArrangeError.self) {
      try Self.plan("board group owner", content, Self.move("x", to: "=bob", after: "b"))
    }
    #expect(error?.code == .failedPrecondition && error?.field == "allow[section]")
  }

  @Test("in an order asks for the sort fields, and copies no more than it needs")
  func orders() throws {
    let content = Self.board([
      Self.item("a", ["p": .int(1), "q": .int(1)]), Self.item("b", ["p": .int(2), "q": .int(5)]),
      Self.item("x", ["p": .int(9), "q": .int(3)]),
    ])
    let text = "board flat all sort p, q"
    let request = Self.move("x", to: "all", after: "a", before: "b")
    let error = #expect(throws: ArrangeError.self) { try Self.plan(text, content, request) }
    #expect(error?.field == "allow[sort]")
    var allowed = request
    allowed.allow = [.sortFields]
    let plan = try Self.plan(text, content, allowed)
    #expect(
      plan.operations == [
        .updateItems([
          FieldsUpdate(ElementReference("x", ifContentVersion: 7, ifSection: "todo"), set: ["p": .int(2)])
        ])
      ]
    )
  }

  @Test("behind the last row of a full cap is placed there, and said to be hidden")
  func caps() throws {
    let content = Self.board([Self.item("a"), Self.item("b"), Self.item("c")], [Self.item("x")])
    let plan = try Self.plan("board cap 2", content, Self.move("x", after: "b"))
    #expect(
      plan.operations == [.moveItems([Self.x("doing")], to: ItemDestination(section: "todo", .after("b")))]
    )
    #expect(plan.effects[0].hidden == .cap && plan.effects[0].to == nil)
  }

  @Test("that the filter has ceased to show is placed and said to be hidden; one of another part is refused")
  func filters() throws {
    let content = Self.board([Self.item("a"), Self.item("b")], [Self.item("x", hidden)])
    let plan = try Self.plan("board where not done", content, Self.move("x", after: "a", before: "b"))
    #expect(plan.effects[0].hidden == .filter && plan.operations.count == 1)
    let error = #expect(throws: ArrangeError.self) {
      try Self.plan(
        "done: board flat done where done; open: board where not done",
        content,
        Self.move("done/x", to: "open/todo", after: "open/a")
      )
    }
    #expect(error?.code == .failedPrecondition && error?.field == "rows[0]")
  }

  @Test("is said to be where it is shown, without the rows before it that the filter hides")
  func behindHidden() throws {
    let content = Self.board([Self.item("a"), Self.item("b")])
    var request = PlaceRowsRequest(section: "todo", previous: "a", next: "b")
    request.items = [NewElement(id: "h", fields: hidden), NewElement(id: "s")]
    var plan = try Self.plan("board where not done", content, request)
    #expect(plan.effects.map(\.hidden) == [.filter, .shown])
    #expect(plan.effects.map(\.to) == [nil, ListPath(section: 0, item: 1)])
    // It is not behind the cap either.
    plan = try Self.plan("board where not done cap 2", content, request)
    #expect(plan.effects.map(\.hidden) == [.filter, .shown])
  }

  @Test("to a fixed section, or of one, is refused, and so are unknown rows, sections, and rows named twice")
  func refusals() throws {
    let content = Self.board([Self.item("a"), Self.item("b")])
    let text = "menu: fixed menu (search); m: board"
    func refusal(_ request: PlaceRowsRequest) -> (StatusCode?, String?) {
      let error = #expect(throws: ArrangeError.self) { try Self.plan(text, content, request) }
      return (error?.code, error?.field)
    }
    #expect(refusal(Self.move("m/a", after: "menu/search")) == (.failedPrecondition, "section"))
    #expect(refusal(Self.move("menu/search", after: "m/a")) == (.failedPrecondition, "rows[0]"))
    #expect(refusal(Self.move("m/z", after: "m/a")) == (.notFound, "rows[0]"))
    #expect(refusal(Self.move("m/a", to: "m/nowhere")) == (.notFound, "section"))
    #expect(refusal(Self.move("m/a", "m/a", after: "m/b")) == (.invalidArgument, "rows[1]"))
    #expect(refusal(Self.move("m/a", after: "m/z")) == (.failedPrecondition, "previous"))
    #expect(refusal(Self.move()) == (.invalidArgument, "rows"))
  }

  @Test("beside neighbours that are gone is beside the nearest row that is left of what was seen")
  func goneNeighbours() throws {
    let seen = Self.board(["a", "b", "c", "d", "e", "x"].map { Self.item($0) })
    let now = Self.board(["a", "e", "x"].map { Self.item($0) })
    let request = Self.move("x", after: "c", before: "d")
    let plan = try Self.plan("board", now, request, seen: seen)
    #expect(
      plan.operations == [.moveItems([Self.x("todo")], to: ItemDestination(section: "todo", .before("e")))]
    )
  }

  @Test("next to rows that changed places, or are in different sections, is a guess")
  func ambiguous() throws {
    let crossed = Self.board(["b", "a", "x"].map { Self.item($0) })
    #expect(try Self.plan("board", crossed, Self.move("x", after: "a", before: "b")).isAmbiguous)
    let apart = Self.board(["a", "x"].map { Self.item($0) }, [Self.item("b")])
    var request = Self.move("x", after: "a", before: "b")
    request.aim = .afterPrevious
    let plan = try Self.plan("board", apart, request)
    #expect(plan.isAmbiguous && plan.isEmpty)
  }
}
