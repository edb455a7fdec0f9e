import ArrangeClient
import ArrangeModel
import Changes
import TestSupport
import Testing

/// Rows of a view that somebody drags on a screen, with a real server.
@Suite("Rows of a view on a screen", .timeLimit(.minutes(5)))
struct PlacedOnScreenTests {
  /// Follows a view until it has what was moved, which it shows with the fields that the server has written.
  private func settle(_ controller: OrderedResultsController) async throws {
    while controller.hasPendingMoves, try await controller.next() != nil {}
  }

  /// Follows a view until the server refuses a move.
  private func refusal(_ controller: OrderedResultsController) async throws -> ArrangeError? {
    while let change = try await controller.next() {
      if case .refused(_, let error) = change { return error }
    }
    return nil
  }

  private func shown(_ controller: OrderedResultsController) -> [[Identifier]] {
    controller.sections.map { $0.items.map(\.id) }
  }

  @Test func aRowIsInTheGapAtOnceAndTheServerDecidesWhatThatTakes() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(persistentTo: server)
    try await client.create("list", strategy: "fractional")
    let owners: [(Identifier, String, Int64)] = [
      ("a", "ann", 1), ("b", "ann", 2), ("c", "bob", 3), ("d", "bob", 4),
    ]
    let items = owners.map { NewElement(id: $0, fields: ["owner": .string($1), "due": .int($2)]) }
    try await client.apply([.insertItems(items, to: .init(.last))], to: "list")
    try await client.defineView("view", ViewDefinition(parsing: "list group owner sort due"))

    let controller = OrderedResultsController(client, "view")
    while !controller.isLoaded { _ = try await controller.next() }
    #expect(shown(controller) == [["a", "b"], ["c", "d"]])
    try controller.moveItem(at: ListPath(section: 0, item: 1), to: ListPath(section: 1, item: 0))
    #expect(shown(controller) == [["a"], ["b", "c", "d"]] && controller.hasPendingMoves)
    try await settle(controller)
    #expect(shown(controller) == [["a"], ["b", "c", "d"]])
    #expect(controller.item(at: ListPath(section: 1, item: 0)).fields["owner"] == .string("bob"))

    // Behind what is due later it goes only with the due of that.
    let end = ItemDestination(section: "=bob", .last)
    try controller.move(["a"], to: end)
    let refusal = try await refusal(controller)
    #expect(refusal?.missingEffects == [.sortFields])
    #expect(shown(controller) == [["a"], ["b", "c", "d"]])
    try controller.move(["a"], to: end, allow: refusal?.missingEffects ?? [])
    try await settle(controller)
    #expect(controller.sections.last?.items.map(\.id) == ["b", "c", "d", "a"])
    #expect(controller.sections.last?.items.last?.fields["due"] == .int(4))
    await client.close()
  }
  @Test func rowsOfAnOutlineMoveWithThoseBelowThem() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(persistentTo: server)
    try await client.create("plan", strategy: "lexorank", outline: OutlineSettings())
    let top = ["a", "b", "c"].map { NewElement(id: Identifier(unchecked: $0)) }
    try await client.apply(
      [
        .insertItems(top, to: .init(.last)),
        .insertItems([NewElement(id: "x")], to: .init(.last, below: ParentChoice("a"))),
      ],
      to: "plan"
    )
    let controller = OrderedResultsController(client, view: try ViewDefinition(parsing: "plan"))
    while !controller.isLoaded { _ = try await controller.next() }
    func depths() -> [UInt32?] { controller.sections[0].items.map { $0.origin?.depth } }
    #expect(shown(controller) == [["a", "x", "b", "c"]] && depths() == [1, 2, 1, 1])
    // What is below goes along, named or not.
    try controller.move(["a", "x"], to: ItemDestination(.after("c")))
    #expect(shown(controller) == [["b", "c", "a", "x"]] && controller.hasPendingMoves)
    #expect(depths() == [1, 1, 1, 2])
    // Below the row before, in place.
    try controller.move(["c"], to: ItemDestination(.after("b"), below: ParentChoice("b")))
    while depths() != [1, 2, 1, 2], try await controller.next() != nil {}
    #expect(shown(controller) == [["b", "c", "a", "x"]])
    try controller.move(["a"], to: ItemDestination(.last, below: ParentChoice("x")))
    #expect(try await refusal(controller)?.reason == "below_itself")
    await client.close()
  }
}
