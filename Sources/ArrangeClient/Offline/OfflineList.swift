internal import DenseInteger
internal import LexoRank
internal import RandomizedFraction

/// A list that can be edited while the server can't be reached.
///
/// It begins with the last known list, with its order keys, and places items with keys of its own. When the
/// server is reachable again, ``ArrangeClient/handOver(_:to:)`` transfers the edits: changes of others are
/// kept, and no edit is refused for having been made offline.
///
///     var options = ListUpdates.Options()
///     options.sendsKeys = true                  // the list must include its order keys
///     ...
///     var edits = OfflineList(list, strategy: "fractional", seed: seed)
///     try edits.insert([NewElement(fields: ["title": .string("Buy milk")])], at: 0)
///     try edits.move(["a"], section: "done", at: 0)
///     ...
///     try await client.handOver(edits, to: "board")
///
/// To continue editing while the edits are handed over, or afterwards, use a copy:
///
///     let handed = edits
///     try await client.handOver(handed, to: "board")
///     edits.acknowledge(handed)                 // these edits are on the server
///     edits.rebase(onto: list)                  // the server's current list
///
/// Items inserted in a row stay together: those of another writer do not fall between them, unless both began
/// within a thousandth of the same gap. Under `dense`, whose keys are ranks, runs stay together because each
/// item goes after the previous one.
public struct OfflineList: Sendable {
  /// The list with the edits so far.
  public internal(set) var list: SectionedList

  /// The collection's strategy, as the server has named it.
  let strategyText: String
  /// The strategy that makes keys; nil to leave that to the server.
  let strategy: (any OrderingStrategy)?
  private let makeID: @Sendable () -> Identifier
  private var random: OrderingRandom
  /// The items that exist on the server.
  var known: Set<Identifier>
  /// The number of edits; each edit is numbered by it.
  var editCount = 0
  /// The existing items that were inserted or moved, with their edits.
  var placed: [Identifier: Int] = [:]
  var removed: [(id: Identifier, edit: Int)] = []
  var updates: [(update: FieldsUpdate, edit: Int)] = []
  /// The items placed last, in a row.
  var run: Set<Identifier> = []
  /// The upper bound of their keys: that of an item which they replace, and after which others may continue
  /// writing.
  var ceiling: OrderKey?
  /// The keys of the items removed last.
  var vacated: [OrderKey] = []

  /// The bits of randomness in text keys, so that those of several writers differ.
  private static let jitterBits: Int64 = 40

  private static let strategies = StrategyCatalog([DenseInteger.kind, LexoRank.kind, RandomizedFraction.kind])

  /// Begins to edit a list.
  ///
  /// - Parameters:
  ///   - list: the list with its order keys.
  ///   - strategy: the collection's strategy, see `CollectionInfo.strategy`. Under one that the library does not have,
  ///     such as a loaded one, items go next to their neighbours and get their keys from the server.
  ///   - seed: determines the keys; preferably random.
  ///   - makeID: makes the ids of items without one, 128 random bits by default.
  public init(
    _ list: SectionedList,
    strategy: String,
    seed: UInt64,
    makeID: (@Sendable () -> Identifier)? = nil
  ) {
    self.list = list
    strategyText = strategy
    self.strategy = OfflineList.strategy(strategy)
    self.makeID = makeID ?? OfflineList.randomID
    random = OrderingRandom(seed: seed)
    known = list.itemIDs
  }

  private static func strategy(_ text: String) -> (any OrderingStrategy)? {
    guard var choice = try? StrategyChoice(parsing: text), let kind = strategies[kind: choice.name] else {
      return nil
    }
    if kind.parameters.contains(where: { $0.name == "jitter" }) {
      choice.parameters["jitter"] = max(choice.parameters["jitter"] ?? 0, jitterBits)
    }
    return try? kind.strategy(choice.parameters)
  }

  private static func randomID() -> Identifier {
    var random = SystemRandomNumberGenerator()
    let words = [random.next(), random.next()].map { word -> String in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return Identifier(unchecked: words.joined())
  }

  /// Whether there may be edits to hand over.
  public var isEdited: Bool { !placed.isEmpty || !removed.isEmpty || !updates.isEmpty }

  // MARK: Editing

  /// Inserts consecutive items.
  ///
  /// - Throws: ``ArrangeModel/StatusCode/notFound`` for a section that does not exist,
  ///   ``ArrangeModel/StatusCode/outOfRange`` for an index out of range,
  ///   ``ArrangeModel/StatusCode/alreadyExists`` for an id that is taken.
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

  /// Moves items, possibly from several sections, so that they are consecutive.
  ///
  /// - Parameters:
  ///   - ids: the items, in their new order.
  ///   - section: the section to move them to.
  ///   - index: the resulting index of the first one.
  /// - Throws: ``ArrangeModel/StatusCode/notFound`` for an item or a section that does not exist,
  ///   ``ArrangeModel/StatusCode/outOfRange`` for an index out of range.
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
    editCount += 1
    updates.append((update, editCount))
  }

  /// Removes items.
  public mutating func remove(_ ids: [Identifier]) throws(ArrangeError) {
    let before = list
    var keys: [OrderKey] = []
    do throws(ArrangeError) {
      for id in ids { keys.append(try take(id).key) }
    } catch {
      list = before
      throw error
    }
    editCount += 1
    vacated += keys.filter { !$0.isEmpty }
    for id in ids {
      placed[id] = nil
      removed.append((id, editCount))
    }
    renumber()
    let gone = Set(ids)
    updates.removeAll { gone.contains($0.update.element.id) }
  }

  // MARK: Places

  func section(_ id: Identifier) throws(ArrangeError) -> Int {
    guard let index = list.sections.firstIndex(where: { $0.element.id == id }) else {
      throw ArrangeError(.notFound, "there is no section \"\(id)\"", field: "section")
    }
    return index
  }

  func path(of id: Identifier) -> ListPath? {
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
    let count = list.sections[section].items.count
    guard 0...count ~= index else {
      throw ArrangeError(
        .outOfRange,
        "index \(index) is outside the section, which has places 0 to \(count)",
        field: "index"
      )
    }
    guard !elements.isEmpty else { return }
    // Some of the last run may have been removed again.
    let continuesRun = index > 0 && run.contains(list.sections[section].items[index - 1].id)
    if !continuesRun {
      run = []
      ceiling = vacated.filter { key in
        (index == 0 || list.sections[section].items[index - 1].key < key)
          && (index == count || key < list.sections[section].items[index].key)
      }.min()
    }
    vacated = []
    run.formUnion(elements.map(\.id))
    let items = list.sections[section].items
    let keys = self.keys(
      elements.count,
      above: index > 0 ? items[index - 1].key : nil,
      below: index < count ? items[index].key : nil,
      continuesRun: continuesRun
    )
    list.sections[section].items.insert(
      contentsOf: zip(elements, keys).map { element, key in
        var element = element
        element.key = key
        return element
      },
      at: index
    )
    renumber()
    editCount += 1
    for element in elements { placed[element.id] = editCount }
  }

  /// Keys for new consecutive items; empty ones if the strategy can't make any, so that the server makes
  /// them, and if keys are ranks: see ``renumber()``.
  mutating func keys(
    _ count: Int,
    above lower: OrderKey?,
    below upper: OrderKey?,
    continuesRun: Bool
  ) -> [OrderKey] {
    let unplaced = Array(repeating: OrderKey.empty, count: count)
    guard let strategy, strategy.keyForm == .stored else { return unplaced }
    // Next to an item without a key there are no bounds.
    let isUnplaced = lower?.isEmpty ?? false || upper?.isEmpty ?? false
    if isUnplaced { return unplaced }
    var bounds = [upper]
    if let ceiling, lower.map({ $0 < ceiling }) ?? true, upper.map({ ceiling < $0 }) ?? true {
      bounds.insert(ceiling, at: 0)
    }
    for upper in bounds {
      let request = KeyRequest(count: count, gap: 0, lower: lower, upper: upper, continuesRun: continuesRun)
      let empty: [OrderKey] = []
      let answer = try? strategy.assignKeys(for: request, in: empty, using: &random)
      if let answer, answer.rekeys.isEmpty, answer.keys.count == count { return answer.keys }
    }
    return unplaced
  }

  /// Sets the ranks of all items if ranks are the keys: each edit changes those of all following items. O(n),
  /// like each edit.
  mutating func renumber() {
    guard let strategy, strategy.keyForm == .rank else { return }
    for section in list.sections.indices {
      for index in list.sections[section].items.indices {
        list.sections[section].items[index].key = OrderKey(rank: index)
      }
    }
  }

  // MARK: Handing over

  /// The edits as a transaction for a list with these sections and items.
  ///
  /// Edits of items that somebody else has removed are left out; items of a removed section go to the default
  /// section.
  public func operations(sections: Set<Identifier>, items: Set<Identifier>) -> [ListOperation] {
    var operations: [ListOperation] = []
    var seen: Set<Identifier> = []
    let gone = removed.map(\.id).filter { items.contains($0) && seen.insert($0).inserted }
    if !gone.isEmpty { operations.append(.removeItems(gone.map { ElementReference($0) })) }
    for (update, _) in updates where items.contains(update.element.id) {
      operations.append(.updateItems([update]))
    }
    for (section, items) in adopted(sections: sections, items: items) {
      operations.append(.adoptItems(items, section: section))
    }
    return operations
  }

  /// The placed items, section by section, for a list with these sections and items.
  func adopted(
    sections: Set<Identifier>,
    items: Set<Identifier>
  ) -> [(section: Identifier, items: [AdoptedItem])] {
    var adopted: [(section: Identifier, items: [AdoptedItem])] = []
    for section in list.sections {
      let isPlaced = section.items.map { item in
        placed[item.id] != nil && (!known.contains(item.id) || items.contains(item.id))
      }
      // Neighbours that others have removed are useless, so the next one is named.
      let neighbours = section.items.indices.filter { isPlaced[$0] || items.contains(section.items[$0].id) }
      let run = neighbours.enumerated().compactMap { number, index -> AdoptedItem? in
        guard isPlaced[index] else { return nil }
        let item = section.items[index]
        return AdoptedItem(
          id: item.id,
          fields: item.fields,
          key: item.key,
          after: number > 0 ? section.items[neighbours[number - 1]].id : nil,
          before: number + 1 < neighbours.count ? section.items[neighbours[number + 1]].id : nil
        )
      }
      guard !run.isEmpty else { continue }
      let id = section.element.id
      adopted.append((sections.contains(id) ? id : .empty, run))
    }
    return adopted
  }

  /// Records that edits were handed over, so that they are not handed over again.
  ///
  /// - Parameter handed: this list as it was handed over. Later edits are still pending.
  public mutating func acknowledge(_ handed: OfflineList) {
    known.formUnion(handed.placed.keys)
    placed = placed.filter { $0.value > handed.editCount }
    removed.removeAll { $0.edit <= handed.editCount }
    updates.removeAll { $0.edit <= handed.editCount }
  }
}
