internal import DenseInteger
internal import LexoRank
internal import RandomizedFraction

/// A list that is edited while the server can't be reached.
///
/// It begins with the list as it was seen last, with its order keys, and places items with keys of its own. When
/// the server is there again ``ArrangeClient/handOver(_:to:)`` takes the edits there: what others did meanwhile stays,
/// and nothing is refused for having been made offline.
///
///     var options = ListUpdates.Options()
///     options.sendsKeys = true                  // the list has to come with its keys
///     ...
///     var edits = OfflineList(list, strategy: "fractional", seed: seed)
///     try edits.insert([NewElement(fields: ["title": .string("Buy milk")])], at: 0)
///     try edits.move(["a"], section: "done", at: 0)
///     ...
///     try await client.handOver(edits, to: "board")
///
/// Items that are inserted one behind the other stay together: those of somebody else do not come between them, except
/// where both began within a thousandth of the same gap. Under `dense`, whose keys are ranks, runs stay together because
/// each item goes behind the one before.
public struct OfflineList: Sendable {
  /// The list with the edits so far.
  public private(set) var list: SectionedList

  private let strategy: any OrderingStrategy
  private let makeID: @Sendable () -> Identifier
  private var random: OrderingRandom
  /// The items that the list began with.
  private let original: Set<Identifier>
  /// The items that were inserted or moved and are there.
  private var placed: Set<Identifier> = []
  private var removed: [Identifier] = []
  private var updates: [FieldsUpdate] = []
  /// The item that was placed last.
  private var last: Identifier?

  /// The bits of randomness in text keys, so that those of several writers differ.
  private static let jitterBits: Int64 = 40

  private static let strategies = StrategyCatalog([DenseInteger.kind, LexoRank.kind, RandomizedFraction.kind])

  /// Begins to edit a list.
  ///
  /// - Parameters:
  ///   - list: the list with its order keys.
  ///   - strategy: the collection's strategy, see `CollectionInfo.strategy`. Under one that the library does not have,
  ///     such as a loaded one, items go next to their neighbours.
  ///   - seed: from which the keys follow; best random.
  ///   - makeID: makes the ids of items that come without one, 128 random bits unless told otherwise.
  public init(
    _ list: SectionedList,
    strategy: String,
    seed: UInt64,
    makeID: (@Sendable () -> Identifier)? = nil
  ) {
    self.list = list
    self.strategy = OfflineList.strategy(strategy)
    self.makeID = makeID ?? OfflineList.randomID
    random = OrderingRandom(seed: seed)
    original = Set(list.sections.flatMap { $0.items.map(\.id) })
  }

  private static func strategy(_ text: String) -> any OrderingStrategy {
    guard var choice = try? StrategyChoice(parsing: text), let kind = strategies[kind: choice.name] else {
      return DenseInteger()
    }
    if kind.parameters.contains(where: { $0.name == "jitter" }) {
      choice.parameters["jitter"] = max(choice.parameters["jitter"] ?? 0, jitterBits)
    }
    return (try? kind.strategy(choice.parameters)) ?? DenseInteger()
  }

  private static func randomID() -> Identifier {
    var random = SystemRandomNumberGenerator()
    let words = [random.next(), random.next()].map { word -> String in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return Identifier(unchecked: words.joined())
  }

  /// Whether there is something to hand over.
  public var isEdited: Bool { !placed.isEmpty || !removed.isEmpty || !updates.isEmpty }

  // MARK: Editing

  /// Inserts items so that they follow each other.
  ///
  /// - Throws: ``StatusCode/notFound`` for a section that is not there, ``StatusCode/outOfRange`` for an index that is
  ///   not, ``StatusCode/alreadyExists`` for an id that is taken.
  public mutating func insert(
    _ items: [NewElement],
    section: Identifier = .empty,
    at index: Int
  ) throws(ArrangeError) {
    let section = try self.section(section)
    var seen = Set<Identifier>()
    let elements = items.map { new in
      ElementSnapshot(id: new.id ?? makeID(), fields: new.fields, contentVersion: 0, key: .empty)
    }
    for element in elements where path(of: element.id) != nil || !seen.insert(element.id).inserted {
      throw ArrangeError(.alreadyExists, "there is already an item \"\(element.id)\"", field: "id")
    }
    try place(elements, section, at: index)
  }

  /// Moves items, also from several sections, so that they follow each other.
  ///
  /// - Parameter index: the index that the first one has afterwards.
  /// - Throws: ``StatusCode/notFound`` for an item or a section that is not there, ``StatusCode/outOfRange`` for an
  ///   index that is not.
  public mutating func move(
    _ ids: [Identifier],
    section: Identifier = .empty,
    at index: Int
  ) throws(ArrangeError) {
    let section = try self.section(section)
    let before = list
    var elements: [ElementSnapshot] = []
    do throws(ArrangeError) {
      for id in ids { elements.append(try take(id)) }
      try place(elements, section, at: index)
    } catch {
      list = before
      throw error
    }
  }

  /// Changes fields of an item.
  public mutating func update(_ update: FieldsUpdate) throws(ArrangeError) {
    let path = try found(update.element.id)
    let fields = try update.applied(to: list[path].fields)
    list.sections[path.section].items[path.item].fields = fields
    if original.contains(update.element.id) { updates.append(update) }
  }

  /// Removes items.
  public mutating func remove(_ ids: [Identifier]) throws(ArrangeError) {
    let before = list
    do throws(ArrangeError) {
      for id in ids { _ = try take(id) }
    } catch {
      list = before
      throw error
    }
    for id in ids {
      placed.remove(id)
      updates.removeAll { $0.element.id == id }
      if original.contains(id) { removed.append(id) }
    }
  }

  // MARK: Places

  private func section(_ id: Identifier) throws(ArrangeError) -> Int {
    guard let index = list.sections.firstIndex(where: { $0.element.id == id }) else {
      throw ArrangeError(.notFound, "there is no section \"\(id)\"", field: "section")
    }
    return index
  }

  private func path(of id: Identifier) -> ListPath? {
    for (section, run) in list.sections.enumerated() {
      if let item = run.items.firstIndex(where: { $0.id == id }) {
        return ListPath(section: section, item: item)
      }
    }
    return nil
  }

  private func found(_ id: Identifier) throws(ArrangeError) -> ListPath {
    if let path = path(of: id) { return path }
    throw ArrangeError(.notFound, "there is no item \"\(id)\"", field: "id")
  }

  private mutating func take(_ id: Identifier) throws(ArrangeError) -> ElementSnapshot {
    let path = try found(id)
    return list.sections[path.section].items.remove(at: path.item)
  }

  private mutating func place(
    _ elements: [ElementSnapshot],
    _ section: Int,
    at index: Int
  ) throws(ArrangeError) {
    let items = list.sections[section].items
    guard 0...items.count ~= index else {
      throw ArrangeError(
        .outOfRange,
        "index \(index) is outside the section, which has places 0 to \(items.count)",
        field: "index"
      )
    }
    guard !elements.isEmpty else { return }
    let keys = self.keys(elements.count, at: index, among: items)
    list.sections[section].items.insert(
      contentsOf: zip(elements, keys).map { element, key in
        var element = element
        element.key = key
        return element
      },
      at: index
    )
    placed.formUnion(elements.map(\.id))
    last = elements.last?.id
  }

  /// Keys for new neighbours; empty ones where the strategy can't make any, so that the server makes them.
  private mutating func keys(_ count: Int, at index: Int, among items: [ElementSnapshot]) -> [OrderKey] {
    if strategy.keyForm == .rank { return (index..<index + count).map { OrderKey(rank: $0) } }
    let request = KeyRequest(
      count: count,
      gap: 0,
      lower: index > 0 ? items[index - 1].key : nil,
      upper: index < items.count ? items[index].key : nil,
      continuesRun: index > 0 && items[index - 1].id == last
    )
    let empty: [OrderKey] = []
    let answer = try? strategy.assignKeys(for: request, in: empty, using: &random)
    guard let answer, answer.rekeys.isEmpty, answer.keys.count == count else {
      return Array(repeating: .empty, count: count)
    }
    return answer.keys
  }

  // MARK: Handing over

  /// The edits as a transaction for a list in which these sections and items are there now.
  ///
  /// What was done to items that somebody else has removed is left out; items of a section that is gone go to the default
  /// section.
  public func operations(sections: Set<Identifier>, items: Set<Identifier>) -> [Operation] {
    var operations: [Operation] = []
    let gone = removed.filter(items.contains)
    if !gone.isEmpty { operations.append(.removeItems(gone.map { ElementReference($0) })) }
    for update in updates where items.contains(update.element.id) {
      operations.append(.updateItems([update]))
    }
    var adopted: [(section: Identifier, items: [AdoptedItem])] = []
    for section in list.sections {
      var run: [AdoptedItem] = []
      for (index, item) in section.items.enumerated() where placed.contains(item.id) {
        guard !original.contains(item.id) || items.contains(item.id) else { continue }
        run.append(
          AdoptedItem(
            id: item.id,
            fields: item.fields,
            key: item.key,
            after: index > 0 ? section.items[index - 1].id : nil,
            before: index + 1 < section.items.count ? section.items[index + 1].id : nil
          )
        )
      }
      guard !run.isEmpty else { continue }
      let id = section.element.id
      adopted.append((sections.contains(id) ? id : .empty, run))
    }
    for (section, items) in adopted { operations.append(.adoptItems(items, section: section)) }
    return operations
  }
}
