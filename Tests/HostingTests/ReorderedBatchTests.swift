import ArrangeModel
import Changes
import Testing

@testable import Engine

@Suite("Batches after a reordering")
struct ReorderedBatchTests {
  /// The moves of the batch that a subscriber gets who had the first version.
  private func moves(_ operations: [ListOperation], sections: Bool, restarting: Bool) throws -> Int {
    let stage = try Stage()
    if sections {
      let ids: [Identifier] = ["a", "b", "c", "d"]
      try stage.apply(.insertSections(ids.map { NewElement(id: $0) }, to: .init()))
    } else {
      try stage.apply(.add("a", "b", "c", "d"))
    }
    let watcher = Watcher()
    try stage.subscribe(watcher)
    while try stage.ask(watcher) != nil {}
    for operation in operations { try stage.apply(operation) }
    if restarting {
      let token = try #require(watcher.tokens.last)
      try stage.restart()
      try stage.load()
      let again = try Watcher(.init(), resuming: token.bytes, token.version, watcher.list)
      try stage.subscribe(again)
      return try batch(for: again, in: stage, sections: sections)
    }
    return try batch(for: watcher, in: stage, sections: sections)
  }

  private func batch(for watcher: Watcher, in stage: Stage, sections: Bool) throws -> Int {
    let message = try #require(try stage.ask(watcher))
    guard case .batch(let batch, _, _) = message.content else { throw ArrangeError(.internal, "no batch") }
    return sections ? batch.sections.moves.count : batch.items.moves.count
  }

  @Test(
    "have the fewest moves of the elements that were named, whichever of them were left where they were",
    arguments: [false, true]
  )
  func fewest(restarting: Bool) throws {
    let order: [Identifier] = ["c", "d", "a", "b"]
    // Two of the four stay where they are. Whichever two they are, one of these leads to a list in which one element
    // has moved since the beginning.
    for (id, place): (Identifier, Placement) in [("c", .last), ("b", .first)] {
      let items: [ListOperation] = [
        .reorderItems(section: "", order),
        .moveItems([ElementReference(id)], to: .init(place)),
      ]
      #expect(try moves(items, sections: false, restarting: restarting) == 1, "\(id)")
      let sections: [ListOperation] = [
        .reorderSections(order), .moveSections([ElementReference(id)], to: .init(place)),
      ]
      #expect(try moves(sections, sections: true, restarting: restarting) == 1, "\(id)")
    }
  }
}
