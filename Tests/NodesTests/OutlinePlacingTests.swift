import ArrangeModel
import Foundation
import ServerTestSupport
import TestSupport
import Testing
import Wire

@Suite("Several servers: placing rows of outlines", .serialized)
struct OutlinePlacingTests {
  @Test("is done at any of them, also where the outline is not owned")
  func anywhere() async throws {
    try await ServedCluster.run { served in
      let connections = try (0..<ServedCluster.count).map { try served.connect($0) }
      for owner in 0..<ServedCluster.count {
        let name = served.name("plan", of: owner)
        let own = connections[owner]
        let _: CollectionInfo = try own.result(
          .createCollection,
          CreateCollectionRequest(name: name, outline: OutlineSettings())
        )
        for id in ["a", "b", "c"] as [Identifier] { try own.add(id, to: name) }
        let view = try ViewDefinition(parsing: "\"\(name)\" where exists title with ancestors")
        // Each server moves the next item below the one before: a, a(b), a(b(c)), and c back to the top.
        let moves: [(row: Identifier, parent: Identifier)] = [("b", "a"), ("c", "b"), ("c", "")]
        for (step, move) in moves.enumerated() {
          let other = connections[(owner + 1 + step) % ServedCluster.count]
          let request = PlaceRowsRequest(
            view: view,
            rows: [move.row],
            previous: move.parent.isEmpty ? "b" : move.parent,
            parent: move.parent
          )
          let placed: PlacedRows = try other.result(.placeRows, request)
          #expect(placed.applied.map(\.collection) == [name])
          #expect(placed.effects.map(\.parent) == [move.parent])
          // The same again is where it is.
          let again: PlacedRows = try other.result(.placeRows, request)
          #expect(again.applied.isEmpty && again.effects.map(\.parent) == [nil])
        }
        let other = connections[(owner + 1) % ServedCluster.count]
        let below = PlaceRowsRequest(view: view, rows: ["a"], previous: "b", parent: "b")
        #expect(try other.end(of: .placeRows, below).code == .failedPrecondition)
      }
    }
  }
}
