import ArrangeModel
import Engine
import Ordering

/// A list of one section, edited like on the server: operations go through the engine's editor, each as a
/// transaction that is encoded for the journal.
struct ComparedList {
  private let strategy: any OrderingStrategy
  private(set) var state = CollectionState()
  private(set) var random: OrderingRandom
  /// The number of items ever made, which is the number of the next one.
  private var made: Int

  /// A placeholder while the state is moved out to be edited in place.
  private static let placeholder = CollectionState()

  /// An arbitrary time with a typical encoded size.
  private static let time = Timestamp(microseconds: 1_700_000_000_000_000)

  /// Makes a list of items with titles, whose keys are made together. O(items).
  init(items: Int, strategy: any OrderingStrategy, random: OrderingRandom) throws(OrderingError) {
    self.strategy = strategy
    self.random = random
    made = items
    let sectionKeys = try strategy.initialKeys(1, using: &self.random)
    let keys = try strategy.initialKeys(items, using: &self.random)
    state.insertSection(
      Element(id: .empty),
      key: sectionKeys.first ?? .empty,
      items: (0..<items).lazy.map { number in
        let element = Element(
          id: ComparedList.id(number),
          fields: ComparedList.fields(number),
          contentVersion: 1
        )
        return ItemEntry(element: element, key: keys.isEmpty ? .empty : keys[number])
      },
      at: 0
    )
  }

  var count: Int { state.itemCount }

  /// The id of the n-th item, of 12 bytes.
  static func id(_ number: Int) -> Identifier { Identifier(unchecked: "item-\(padded(number))") }

  /// A title of 30 bytes.
  private static func fields(_ number: Int) -> Fields {
    ["title": .string("Title of the item no. \(padded(number)) ")]
  }

  private static func padded(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 7 - digits.count)) + digits
  }

  private func item(at index: Int) -> ItemEntry { state.item(at: ListPath(section: 0, item: index)) }

  private func id(at index: Int) -> Identifier { item(at: index).element.id }

  /// Skips a step that can't be done: its ids count as used.
  mutating func passOver(_ step: EditStep) {
    if case .insert(_, let count) = step { made += count }
  }

  /// The operation for a step; new items get the next ids. O(elements · log n).
  mutating func operation(for step: EditStep) -> ArrangeModel.ListOperation {
    switch step {
    case .insert(let place, let count):
      let new = (made..<(made + count)).map {
        NewElement(id: ComparedList.id($0), fields: ComparedList.fields($0))
      }
      made += count
      return .insertItems(new, to: ItemDestination(.at(place)))
    case .move(let from, let to):
      return .moveItems([ElementReference(id(at: from))], to: ItemDestination(section: .empty, .at(to)))
    case .gather(let positions, let place):
      return .moveItems(
        positions.map { ElementReference(id(at: $0)) },
        to: ItemDestination(section: .empty, .at(place))
      )
    case .remove(let range): return .removeItems(range.map { ElementReference(id(at: $0)) })
    case .reorder(let order): return .reorderItems(section: .empty, order.map(id(at:)))
    }
  }

  /// Carries out an operation in place. One that fails changes nothing.
  mutating func apply(_ operation: ArrangeModel.ListOperation) throws(ArrangeError) -> Commit {
    var taken = ComparedList.placeholder
    swap(&taken, &state)
    var editor = TransactionEditor(taken, strategy: strategy, random: random) { ComparedList.id(0) }
    taken = ComparedList.placeholder
    do {
      try editor.perform([operation])
    } catch {
      random = editor.random
      state = editor.rollBack()
      throw error
    }
    random = editor.random
    let (after, edits, result) = editor.finish()
    state = after
    return Commit(
      collection: CollectionKey(1),
      version: after.version,
      time: ComparedList.time,
      requestID: nil,
      edits: edits,
      sectionCount: after.sectionCount,
      itemCount: after.itemCount,
      result: result
    )
  }

  /// All keys in list order. O(n).
  var keys: [OrderKey] {
    if strategy.keyForm == .rank { return (0..<count).map(OrderKey.init(rank:)) }
    var keys: [OrderKey] = []
    keys.reserveCapacity(count)
    forEachItem { keys.append($0.key) }
    return keys
  }

  /// Whether the list has the same items as a naive one, in the same order. O(n).
  func hasSameItems(as model: NaiveOrder) -> Bool {
    guard count == model.items.count else { return false }
    var isSame = true
    var place = 0
    forEachItem { entry in
      if entry.element.id != ComparedList.id(model.items[place]) { isSame = false }
      place += 1
    }
    return isSame
  }

  /// The position of the n-th item; nil if it was removed. O(log n).
  func index(ofItem number: Int) -> Int? { state.path(ofItem: ComparedList.id(number))?.item }

  /// The number of items made, initially and since.
  var madeCount: Int { made }

  private func forEachItem(_ body: (ItemEntry) -> Void) {
    state.forEachSection(in: 0..<state.sectionCount) { section in
      section.items.forEach(in: 0..<section.items.count, body)
    }
  }
}

extension OrderingStrategy {
  /// The keys of a new list made at once; none if they follow from ranks.
  func initialKeys(_ count: Int, using random: inout OrderingRandom) throws(OrderingError) -> [OrderKey] {
    guard keyForm == .stored, count > 0 else { return [] }
    let request = KeyRequest(count: count, gap: 0, lower: nil, upper: nil)
    return try assignKeys(for: request, in: [OrderKey](), using: &random).keys
  }
}
