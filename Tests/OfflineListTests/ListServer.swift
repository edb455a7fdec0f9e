import ArrangeClient
import ArrangeModel
import Changes
import DenseInteger
import Engine
import LexoRank
import Ordering
import RandomizedFraction

/// A collection edited like on the server, without the server around it.
struct ListServer {
  private(set) var state = CollectionState()
  private let strategy: any OrderingStrategy
  private var random: OrderingRandom

  init(_ strategy: String, seed: UInt64) throws {
    let kinds = StrategyCatalog([DenseInteger.kind, LexoRank.kind, RandomizedFraction.kind])
    self.strategy = try kinds.choose(strategy).strategy
    random = OrderingRandom(seed: seed)
  }

  /// What the list has, with its order keys.
  var list: SectionedList { SectionedList(ListAtVersion(state: state, hasKeys: true)) }

  mutating func apply(_ operations: [ArrangeModel.ListOperation]) throws {
    guard !operations.isEmpty else { return }
    var editor = TransactionEditor(state, strategy: strategy, random: random) { "unnamed" }
    try editor.perform(operations)
    random = editor.random
    state = editor.finish().state
  }

  /// Accepts edits like ``ArrangeClient/handOver(_:to:)``.
  mutating func take(_ edits: OfflineList) throws {
    let list = list
    let items = list.sections.flatMap { $0.items.map(\.id) }
    try apply(edits.operations(sections: Set(list.sections.map(\.element.id)), items: Set(items)))
  }
}

extension SectionedList {
  /// The ids and fields, section by section.
  var shown: [[String]] {
    sections.map { section in
      [section.element.id.text] + section.items.map { "\($0.id) \($0.fields.encoded)" }
    }
  }

  /// Whether order keys ascend.
  var isInOrder: Bool {
    sections.allSatisfy { section in
      zip(section.items, section.items.dropFirst()).allSatisfy { $0.key < $1.key }
    }
  }
}
