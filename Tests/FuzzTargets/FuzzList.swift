import ArrangeModel
import DenseInteger
package import Engine
import LexoRank
package import Ordering
import RandomizedFraction

/// A list to which inputs are applied. Sections are `A`, `B` and the one without a name, items are `0`, `1`, …
package struct FuzzList: Sendable {
  package static let collection = CollectionKey(1)

  package let strategy: any OrderingStrategy
  package let state: CollectionState

  /// One list for each strategy.
  package static let all: [FuzzList] = [
    FuzzList(DenseInteger()), FuzzList(RandomizedFraction()), FuzzList(LexoRank()),
  ]

  private init(_ strategy: any OrderingStrategy) {
    self.strategy = strategy
    let operations: [ListOperation] = [
      .insertSections(
        [NewElement(id: "A"), NewElement(id: "B", fields: ["title": .string("B")])],
        to: .init()
      ),
      .insertItems(FuzzList.items(0..<12), to: ItemDestination(section: "A")),
      .insertItems(FuzzList.items(12..<16), to: ItemDestination()),
      .insertItems(FuzzList.items(16..<18), to: ItemDestination(section: "A", .after("3"))),
    ]
    var editor = TransactionEditor(CollectionState(), strategy: strategy, random: OrderingRandom(seed: 1)) {
      preconditionFailure("all ids are given")
    }
    do throws(ArrangeError) { try editor.perform(operations) } catch { preconditionFailure("\(error)") }
    state = editor.finish().state
  }

  private static func items(_ numbers: Range<Int>) -> [NewElement] {
    numbers.map { NewElement(id: Identifier(unchecked: "\($0)"), fields: ["n": .int(Int64($0))]) }
  }
}
