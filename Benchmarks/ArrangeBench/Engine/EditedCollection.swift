import ArrangeModel
import Changes
import Engine
import LexoRank
import Ordering

/// A collection whose commits go into a log, without an engine: a flat list, or an outline of about as many items.
struct EditedCollection {
  enum Shape: String, Sendable {
    case list
    /// An item has ten children: item 123 is below item 12, and that below item 1.
    case outline
  }

  let shape: Shape
  private(set) var state = CollectionState()
  private(set) var log = ChangeLog(base: 0)
  private(set) var random = OrderingRandom(seed: 3)
  /// The items that were there at first, and the changes since then.
  private let items: Int
  private var changes = 0
  /// The items on the deepest level of an outline. The others stay.
  private var leaves: [Identifier] = []

  /// Makes a collection of so many items. O(items).
  init(_ shape: Shape, items: Int) throws(ArrangeError) {
    self.shape = shape
    self.items = items
    switch shape {
    case .list:
      for start in stride(from: 0, to: items, by: 1_000) {
        let new = (start..<min(items, start + 1_000)).map(EditedCollection.newItem)
        try apply([.insertItems(new, to: ItemDestination())])
      }
    case .outline:
      OutlineSettings().apply(to: &state)
      try apply([.insertItems((0..<min(items, 10)).map(EditedCollection.newItem), to: ItemDestination())])
      let owners = 1..<max(2, (items + 9) / 10)
      for start in stride(from: owners.lowerBound, to: owners.upperBound, by: 100) {
        try apply(
          (start..<min(owners.upperBound, start + 100)).compactMap { owner in
            let children = (owner * 10)..<min(items, owner * 10 + 10)
            guard !children.isEmpty else { return nil }
            return .insertItems(
              children.map(EditedCollection.newItem),
              to: ItemDestination(below: ParentChoice(EditedCollection.id(owner)))
            )
          }
        )
      }
      leaves = (deepest..<items).map(EditedCollection.id)
    }
  }

  private static func id(_ number: Int) -> Identifier { Identifier(unchecked: "item-\(number)") }

  private static func newItem(_ number: Int) -> NewElement {
    NewElement(id: id(number), fields: ["title": .string("an item with a title, \(number)")])
  }

  mutating func apply(_ operations: [ListOperation]) throws(ArrangeError) {
    var editor = TransactionEditor(state, strategy: LexoRank(), random: random) {
      Identifier(unchecked: "none")
    }
    try editor.perform(operations)
    random = editor.random
    let edits: [Edit]
    let result: ApplyResult
    (state, edits, result) = (consume editor).finish()
    if result.changed { log.append(edits, requestID: nil) }
  }

  /// One change of an item: mostly moves, some updates, removals and inserts.
  mutating func change() -> ListOperation {
    changes += 1
    switch shape {
    case .list: return changeOfList()
    case .outline: return changeOfOutline()
    }
  }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func changeOfList() -> ListOperation {
    let path = ListPath(section: 0, item: below(state.itemCount(section: 0)))
    let id = state.item(at: path).element.id
    switch below(10) {
    case 0: return .insertItems([newest()], to: .init(.at(below(items / 2))))
    case 1: return .removeItems([ElementReference(id)])
    case 2, 3: return update(id)
    default: return .moveItems([ElementReference(id)], to: .init(.at(below(items / 2))))
    }
  }

  /// Items keep their depths, so that the outline is as deep after many changes as before. One move in ten takes along what is
  /// below the item.
  private mutating func changeOfOutline() -> ListOperation {
    let owners = (deepest / 10)..<deepest
    switch below(10) {
    case 0:
      let new = newest()
      leaves.append(Identifier(unchecked: "n\(changes)"))
      return .insertItems([new], to: destination(in: owners))
    case 1 where leaves.count > 1:
      let index = below(leaves.count)
      leaves.swapAt(index, leaves.count - 1)
      return .removeItems([ElementReference(leaves.removeLast())], descendants: .remove)
    case 2, 3:
      let number = below(items)
      return update(number < deepest ? EditedCollection.id(number) : leaf())
    default:
      let number = 10 + below(items - 10)
      if number >= deepest { return .moveItems([ElementReference(leaf())], to: destination(in: owners)) }
      let level = EditedCollection.smallest(withDigits: String(number).count - 1)
      return .moveItems(
        [ElementReference(EditedCollection.id(number))],
        to: destination(in: level..<(level * 10))
      )
    }
  }

  /// The smallest number of an item on the deepest level.
  private var deepest: Int { EditedCollection.smallest(withDigits: String(items - 1).count) }

  private static func smallest(withDigits count: Int) -> Int {
    (1..<count).reduce(1) { power, _ in power * 10 }
  }

  private mutating func leaf() -> Identifier { leaves[below(leaves.count)] }

  private func newest() -> NewElement { NewElement(id: Identifier(unchecked: "n\(changes)")) }

  private func update(_ id: Identifier) -> ListOperation {
    .updateItems([FieldsUpdate(ElementReference(id), set: ["n": .int(Int64(changes))])])
  }

  /// The first or the last place below any item with one of these numbers.
  private mutating func destination(in numbers: Range<Int>) -> ItemDestination {
    let owner = EditedCollection.id(numbers.lowerBound + below(numbers.count))
    return ItemDestination(below(2) == 0 ? .first : .last, below: ParentChoice(owner))
  }
}
