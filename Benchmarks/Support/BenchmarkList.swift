package import ArrangeModel
import DenseInteger
package import Engine
import LexoRank
package import Ordering
import RandomizedFraction

/// A list of one section to measure with, edited as the engine edits: each transaction is carried out on a copy
/// of a state that is still held.
package struct BenchmarkList: Sendable {
  package let strategy: any OrderingStrategy
  package private(set) var state = CollectionState()
  package var random: OrderingRandom

  /// The number of items that were ever inserted: the number in the id of the next one.
  private var made = 0

  /// Ids and updates that were made before the measured work, which begins when a request has been read. The last one is
  /// the next.
  private var drawn: [Identifier] = []
  private var updates: [FieldsUpdate] = []

  /// The built-in strategies by the names that collections choose them by.
  package static let strategies = StrategyCatalog([DenseInteger.kind, RandomizedFraction.kind, LexoRank.kind])

  /// Makes a list of items with titles of 30 bytes. O(items).
  package init(items: Int, strategy: any OrderingStrategy, seed: UInt64 = 1) {
    self.strategy = strategy
    random = OrderingRandom(seed: seed)
    made = items
    let keys = BenchmarkList.keys(items, strategy, &random)
    state.insertSection(
      Element(id: .empty),
      key: BenchmarkList.keys(1, strategy, &random).first ?? .empty,
      items: (0..<items).lazy.map { number in
        let new = BenchmarkList.newItem(number)
        let element = Element(id: BenchmarkList.id(number), fields: new.fields, contentVersion: 1)
        return ItemEntry(element: element, key: keys.isEmpty ? .empty : keys[number])
      },
      at: 0
    )
  }

  /// The keys of a new list; none where they follow from ranks.
  private static func keys(
    _ count: Int,
    _ strategy: any OrderingStrategy,
    _ random: inout OrderingRandom
  ) -> [OrderKey] {
    guard strategy.keyForm == .stored, count > 0 else { return [] }
    let request = KeyRequest(count: count, gap: 0, lower: nil, upper: nil)
    do throws(OrderingError) {
      return try strategy.assignKeys(for: request, in: [OrderKey](), using: &random).keys
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The number of items.
  package var count: Int { state.itemCount }

  /// The id of the n-th item that was inserted.
  package static func id(_ number: Int) -> Identifier {
    let digits = String(number)
    return Identifier(unchecked: "item-" + String(repeating: "0", count: max(0, 7 - digits.count)) + digits)
  }

  private static func newItem(_ number: Int) -> NewElement {
    let id = id(number)
    return NewElement(id: id, fields: ["title": .string("The title of item \(id.text.dropFirst(2))")])
  }

  /// Any item that was inserted and, in the measured operations, never removed.
  package mutating func anyID() -> Identifier {
    drawn.popLast() ?? BenchmarkList.id(Int.random(in: 0..<made, using: &random))
  }

  /// Makes ids in advance.
  package mutating func draw(_ count: Int) {
    drawn = (0..<count).map { _ in BenchmarkList.id(Int.random(in: 0..<made, using: &random)) }
  }

  /// Makes updates of any items in advance, each with another title.
  package mutating func drawUpdates(_ count: Int) {
    updates = (0..<count).map { number in
      let id = BenchmarkList.id(Int.random(in: 0..<made, using: &random))
      return FieldsUpdate(ElementReference(id), set: ["title": .string("Another title, number \(number)")])
    }
  }

  /// Carries out one of the updates that were made.
  @discardableResult
  package mutating func updateNext() -> Commit { apply([.updateItems([updates.removeLast()])]) }

  /// Carries out a transaction and keeps its state.
  @discardableResult
  package mutating func apply(_ operations: [ListOperation]) -> Commit {
    commit(of: operations, on: state)
  }

  /// The same in place, as in a collection that no reader holds: nothing of the tree is copied.
  @discardableResult
  package mutating func applyInPlace(_ operations: [ListOperation]) -> Commit {
    var taken = CollectionState.placeholder
    swap(&taken, &state)
    return commit(of: operations, on: consume taken)
  }

  private mutating func commit(of operations: [ListOperation], on before: consuming CollectionState) -> Commit
  {
    var editor = TransactionEditor(before, strategy: strategy, random: random) {
      preconditionFailure("all ids are given")
    }
    do throws(ArrangeError) { try editor.perform(operations) } catch { preconditionFailure("\(error)") }
    random = editor.random
    let (edits, result) = editor.finish(swapping: &state)
    return Commit(
      collection: CollectionKey(1),
      version: state.version,
      time: Timestamp(microseconds: 1_700_000_000_000_000),
      requestID: nil,
      edits: edits,
      sectionCount: state.sectionCount,
      itemCount: state.itemCount,
      result: result
    )
  }

  /// Inserts new items together.
  @discardableResult
  package mutating func insert(_ count: Int, _ placement: Placement) -> Commit {
    let items = (made..<made + count).map(BenchmarkList.newItem)
    made += count
    return apply([.insertItems(items, to: ItemDestination(placement))])
  }

  /// Moves any item to any index.
  @discardableResult
  package mutating func moveAny() -> Commit { apply([anyMove()]) }

  /// Moves any item to any index, in place.
  @discardableResult
  package mutating func moveAnyInPlace() -> Commit { applyInPlace([anyMove()]) }

  private mutating func anyMove() -> ListOperation {
    let id = anyID()
    let index = Int.random(in: 0..<count, using: &random)
    return .moveItems([ElementReference(id)], to: ItemDestination(.at(index)))
  }
}
