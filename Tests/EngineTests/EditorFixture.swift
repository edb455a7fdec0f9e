import ArrangeModel
import Engine
import EngineTestSupport
import Ordering
import Testing

/// A collection for applying transactions, in text form: `A: 1 2 3 | B: 4`.
struct EditorFixture {
  var state = CollectionState()
  let strategy: any OrderingStrategy
  private var random = OrderingRandom(seed: 1)
  private var made = 0

  /// A fixture with sections and items; an empty name is the default section.
  init(_ sections: [(Identifier, [Identifier])], strategy: any OrderingStrategy = TightTestStrategy()) throws
  {
    self.strategy = strategy
    for (section, items) in sections {
      try apply(
        .insertSections([NewElement(id: section)], to: .init()),
        .insertItems(items.map { NewElement(id: $0) }, to: .init(section: section))
      )
    }
  }

  @discardableResult
  mutating func apply(_ operations: ArrangeModel.ListOperation...) throws -> ApplyResult {
    try applyAll(operations).result
  }

  @discardableResult
  mutating func applyAll(_ operations: [ArrangeModel.ListOperation]) throws -> (
    result: ApplyResult, edits: [Edit]
  ) {
    var number = made
    let counter = Counter()
    var editor = TransactionEditor(state, strategy: strategy, random: random) {
      counter.next()
      return Identifier(unchecked: "made\(number + counter.value)")
    }
    try editor.perform(operations)
    number += counter.value
    made = number
    random = editor.random
    let (after, edits, result) = editor.finish()
    var replayed = state
    if result.changed {
      try replayed.replay(
        Commit(after, edits, result)
      )
    }
    state = after
    #expect(EditorFixture.text(replayed) == text, "a replay of the edits gives the same list")
    return (result, edits)
  }

  private final class Counter {
    private(set) var value = 0
    func next() { value += 1 }
  }

  /// Expects that a transaction is refused and changes nothing.
  mutating func expectRefused(
    _ code: StatusCode,
    _ field: String,
    _ operations: ArrangeModel.ListOperation...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (before, version) = (text, state.version)
    let error = #expect(throws: ArrangeError.self, sourceLocation: sourceLocation) {
      try applyAll(operations)
    }
    #expect(error?.code == code && error?.field == field, "\(error as Any)", sourceLocation: sourceLocation)
    #expect(
      error?.processed == .notStarted && error?.message.isEmpty == false,
      sourceLocation: sourceLocation
    )
    #expect(text == before && state.version == version, sourceLocation: sourceLocation)
  }

  /// The sections and items in their order.
  var text: String { EditorFixture.text(state) }

  static func text(_ state: CollectionState) -> String {
    (0..<state.sectionCount).map { index in
      let section = state.section(at: index)
      let items = section.items.entries(in: 0..<section.items.count).map(\.element.id.text)
      return "\(section.element.id):\(items.map { " " + $0 }.joined())"
    }.joined(separator: " | ")
  }

  /// The keys of a section's items.
  func keys(_ section: Int) -> [OrderKey] {
    (0..<state.section(at: section).items.count).map {
      state.key(in: .items(section: section), at: $0)
    }
  }

  func item(_ id: Identifier) throws -> Element {
    state.item(at: try #require(state.path(ofItem: id))).element
  }
}

extension ArrangeModel.ListOperation {
  /// Moves items by their ids.
  static func move(_ ids: Identifier..., to: ItemDestination) -> Self {
    .moveItems(ids.map { ElementReference($0) }, to: to)
  }

  /// Inserts items without fields.
  static func insert(_ ids: Identifier..., to: ItemDestination) -> Self {
    .insertItems(ids.map { NewElement(id: $0) }, to: to)
  }

  static func remove(_ ids: Identifier...) -> Self { .removeItems(ids.map { ElementReference($0) }) }

  static func update(_ id: Identifier, _ set: Fields, replaceAll: Bool = false) -> Self {
    .updateItems([FieldsUpdate(ElementReference(id), set: set, replaceAll: replaceAll)])
  }
}
