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
}
