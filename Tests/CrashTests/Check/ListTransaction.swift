import ArrangeModel

/// A transaction applied to a model.
struct ListTransaction {
  private(set) var list: ListModel
  private(set) var effect = Effect()
  /// The ids that the server made, in their order, and that are not used yet.
  private var madeIDs: ArraySlice<Identifier>
  private var unknownIDs = 0
  private let newVersion: UInt64

  /// Applies a request.
  ///
  /// - Parameter madeIDs: the ids that the server made for elements that came without one.
  /// - Returns: the list afterwards and the effect; the same list if nothing changed.
  static func apply(
    _ request: ApplyRequest,
    to list: ListModel,
    madeIDs: [Identifier] = []
  ) throws(Refusal) -> (ListModel, Effect) {
    if let wanted = request.ifVersion, wanted != list.version { throw Refusal(.aborted) }
    var transaction = ListTransaction(list, madeIDs)
    for operation in request.operations { try transaction.perform(operation) }
    var (result, effect) = (transaction.list, transaction.effect)
    effect.changed = !list.hasSameContent(as: result)
    if effect.changed {
      result.version += 1
    } else {
      result = list
      effect.changes = []
      effect.shifted = 0...0
    }
    return (result, effect)
  }

  private init(_ list: ListModel, _ madeIDs: [Identifier]) {
    self.list = list
    self.madeIDs = madeIDs[...]
    newVersion = list.version + 1
  }

  private mutating func perform(_ operation: ListOperation) throws(Refusal) {
    let before = list
    let named: [Named]
    var isReordering = false
    switch operation {
    case .insertItems(let new, let to): named = try insertItems(new, to)
    case .insertSections(let new, let to): named = try insertSections(new, to)
    case .moveItems(let items, let to): named = try moveItems(items, to)
    case .moveSections(let sections, let to): named = try moveSections(sections, to)
    case .updateItems(let updates): named = try update(.item, updates)
    case .updateSections(let updates): named = try update(.section, updates)
    case .removeItems(let items): named = try removeItems(items)
    case .removeSections(let sections, let onlyIfEmpty): named = try removeSections(sections, onlyIfEmpty)
    case .adoptItems: preconditionFailure("nobody is offline")
    case .reorderItems(let section, let ids):
      named = try reorderItems(section, ids)
      isReordering = true
    case .reorderSections(let ids):
      named = try reorderSections(ids)
      isReordering = true
    }
    effect.named.append(named)
    effect.isReordering = effect.isReordering || isReordering
    countShifts(since: before, named, isReordering)
  }

  // MARK: Inserting

  private mutating func insertItems(
    _ new: [NewElement],
    _ to: ItemDestination
  ) throws(Refusal) -> [Named] {
    let section = try targetSection(to, otherwise: nil)
    let place = try place(
      to.placement,
      to.anchorPolicy,
      in: list.sections[section].items.map(\.id),
      leaving: []
    )
    let elements = try make(.item, new)
    list.sections[section].items.insert(contentsOf: elements, at: place)
    return elements.map { Named(kind: .item, id: $0.id) }
  }

  private mutating func insertSections(
    _ new: [NewElement],
    _ to: SectionDestination
  ) throws(Refusal) -> [Named] {
    let place = try place(to.placement, to.anchorPolicy, in: list.sections.map(\.element.id), leaving: [])
    let elements = try make(.section, new)
    list.sections.insert(contentsOf: elements.map { ListModel.Section(element: $0) }, at: place)
    return elements.map { Named(kind: .section, id: $0.id) }
  }

  private mutating func make(_ kind: ElementKind, _ new: [NewElement]) throws(Refusal) -> [ListModel.Element]
  {
    var elements: [ListModel.Element] = []
    for element in new {
      let id = element.id ?? madeIDs.popFirst() ?? unknownID()
      guard list.path(kind, id) == nil, !elements.contains(where: { $0.id == id }) else {
        throw Refusal(.alreadyExists)
      }
      elements.append(.init(id: id, fields: element.fields, contentVersion: newVersion))
    }
    for element in elements { record(kind, .inserted, element.id, after: element.fields) }
    return elements
  }

  /// A substitute for an id that no answer showed, because the transaction did nothing.
  private mutating func unknownID() -> Identifier {
    unknownIDs += 1
    return Identifier(unchecked: "unknown \(unknownIDs)")
  }

  // MARK: Moving

  private mutating func moveItems(
    _ items: [ElementReference],
    _ to: ItemDestination
  ) throws(Refusal) -> [Named] {
    let before = list
    let ids = try check(.item, items)
    guard let own = list.path(ofItem: ids[0])?.section else { throw Refusal(.notFound) }
    let section = try targetSection(to, otherwise: own)
    let place = try place(
      to.placement,
      to.anchorPolicy,
      in: list.sections[section].items.map(\.id),
      leaving: ids
    )
    var moved: [ListModel.Element] = []
    for id in ids {
      guard let path = list.path(ofItem: id) else { throw Refusal(.notFound) }
      moved.append(list.sections[path.section].items.remove(at: path.item))
    }
    for index in moved.indices { moved[index].key = nil }
    list.sections[section].items.insert(contentsOf: moved, at: place)
    return noteMoves(.item, ids, since: before)
  }

  private mutating func moveSections(
    _ sections: [ElementReference],
    _ to: SectionDestination
  ) throws(Refusal) -> [Named] {
    let before = list
    let ids = try check(.section, sections)
    let place = try place(to.placement, to.anchorPolicy, in: list.sections.map(\.element.id), leaving: ids)
    var moved: [ListModel.Section] = []
    for id in ids {
      guard let index = list.index(ofSection: id) else { throw Refusal(.notFound) }
      moved.append(list.sections.remove(at: index))
    }
    for index in moved.indices { moved[index].element.key = nil }
    list.sections.insert(contentsOf: moved, at: place)
    return noteMoves(.section, ids, since: before)
  }

  /// A move to the current place of the elements is none; any other moves all that it names.
  private mutating func noteMoves(_ kind: ElementKind, _ ids: [Identifier], since before: ListModel)
    -> [Named]
  {
    if list.hasSameContent(as: before) {
      list = before
    } else {
      for id in ids { record(kind, .moved, id) }
    }
    return ids.map { Named(kind: kind, id: $0) }
  }

  // MARK: Updating and removing

  private mutating func update(_ kind: ElementKind, _ updates: [FieldsUpdate]) throws(Refusal) -> [Named] {
    let ids = try check(kind, updates.map(\.element))
    for (id, update) in zip(ids, updates) {
      guard let path = list.path(kind, id) else { throw Refusal(.notFound) }
      var element = list[kind, path]
      var pairs: [String: FieldValue] = [:]
      if !update.replaceAll { for (name, value) in element.fields { pairs[name] = value } }
      for name in update.remove { pairs[name] = nil }
      for (name, value) in update.set { pairs[name] = value }
      guard let fields = try? Fields(pairs.map { ($0.key, $0.value) }) else {
        throw Refusal(.invalidArgument)
      }
      guard fields != element.fields else { continue }
      record(kind, .updated, id, before: element.fields, after: fields)
      element.fields = fields
      element.contentVersion = newVersion
      list[kind, path] = element
    }
    return ids.map { Named(kind: kind, id: $0) }
  }

  private mutating func removeItems(_ items: [ElementReference]) throws(Refusal) -> [Named] {
    let ids = try check(.item, items)
    for id in ids {
      guard let path = list.path(ofItem: id) else { throw Refusal(.notFound) }
      let item = list.sections[path.section].items.remove(at: path.item)
      record(.item, .removed, id, before: item.fields)
    }
    return ids.map { Named(kind: .item, id: $0) }
  }

  private mutating func removeSections(
    _ sections: [ElementReference],
    _ onlyIfEmpty: Bool
  ) throws(Refusal) -> [Named] {
    let ids = try check(.section, sections)
    for id in ids {
      guard let index = list.index(ofSection: id) else { throw Refusal(.notFound) }
      let section = list.sections.remove(at: index)
      guard section.items.isEmpty || !onlyIfEmpty else { throw Refusal(.failedPrecondition) }
      for item in section.items { record(.item, .removed, item.id, before: item.fields) }
      record(.section, .removed, id, before: section.element.fields)
    }
    return ids.map { Named(kind: .section, id: $0) }
  }

  // MARK: Reordering

  private mutating func reorderItems(_ id: Identifier, _ items: [Identifier]) throws(Refusal) -> [Named] {
    guard let section = list.index(ofSection: id) else { throw Refusal(.notFound) }
    let ids = try check(.item, items.map { ElementReference($0) })
    for id in ids where list.path(ofItem: id)?.section != section { throw Refusal(.invalidArgument) }
    list.sections[section].items = reordered(list.sections[section].items, ids) { $0.id }
    // It is unknown which elements get new keys: an element that ends at its old index may have been moved,
    // too.
    for index in list.sections[section].items.indices { list.sections[section].items[index].key = nil }
    return ids.map { Named(kind: .item, id: $0) }
  }

  private mutating func reorderSections(_ sections: [Identifier]) throws(Refusal) -> [Named] {
    let ids = try check(.section, sections.map { ElementReference($0) })
    list.sections = reordered(list.sections, ids) { $0.element.id }
    for index in list.sections.indices { list.sections[index].element.key = nil }
    return ids.map { Named(kind: .section, id: $0) }
  }

  /// The list with the named elements, in the given order, at the places that they occupied together.
  private func reordered<Value>(_ old: [Value], _ ids: [Identifier], id: (Value) -> Identifier) -> [Value] {
    let named = Set(ids)
    var next = ids.makeIterator()
    return old.map { element in
      guard named.contains(id(element)), let wanted = next.next() else { return element }
      return old.first { id($0) == wanted } ?? element
    }
  }

  // MARK: Checks and places

  /// Every element must exist and have the expected content version; then none may be named twice.
  private func check(_ kind: ElementKind, _ references: [ElementReference]) throws(Refusal) -> [Identifier] {
    for reference in references {
      guard let path = list.path(kind, reference.id) else { throw Refusal(.notFound) }
      if let wanted = reference.ifContentVersion, wanted != list[kind, path].contentVersion {
        throw Refusal(.aborted)
      }
    }
    let ids = references.map(\.id)
    guard Set(ids).count == ids.count else { throw Refusal(.invalidArgument) }
    return ids
  }

  /// The place that a placement means in a list without the elements that leave it.
  private func place(
    _ placement: Placement,
    _ policy: AnchorPolicy,
    in ids: [Identifier],
    leaving: [Identifier]
  ) throws(Refusal) -> Int {
    func staying(before mark: Int) -> Int { ids[..<mark].count { !leaving.contains($0) } }
    func anchored(_ anchor: Identifier, behind: Int) throws(Refusal) -> Int {
      if let mark = ids.firstIndex(of: anchor) { return staying(before: mark + behind) }
      switch policy {
      case .fail: throw Refusal(.notFound)
      case .first: return 0
      case .last: return staying(before: ids.count)
      }
    }
    switch placement {
    case .first: return 0
    case .last: return staying(before: ids.count)
    case .before(let anchor): return try anchored(anchor, behind: 0)
    case .after(let anchor): return try anchored(anchor, behind: 1)
    case .at(let index):
      guard (0...staying(before: ids.count)).contains(index) else { throw Refusal(.outOfRange) }
      return index
    }
  }

  /// The section that a destination means; creates the default section if it is needed.
  private mutating func targetSection(
    _ destination: ItemDestination,
    otherwise own: Int?
  ) throws(Refusal) -> Int {
    if let id = destination.section {
      if let index = list.index(ofSection: id) { return index }
      guard id.isEmpty else { throw Refusal(.notFound) }
    } else {
      switch destination.placement {
      case .before(let anchor), .after(let anchor):
        if let path = list.path(ofItem: anchor) { return path.section }
      case .first, .last, .at: break
      }
      if let own { return own }
      if let index = list.index(ofSection: .empty) { return index }
    }
    let element = ListModel.Element(id: .empty, fields: Fields(), contentVersion: newVersion)
    list.sections.append(.init(element: element))
    record(.section, .inserted, .empty, after: Fields())
    return list.sections.count - 1
  }

  // MARK: Changes in history

  private enum Happening { case inserted, moved, updated, removed }

  private mutating func record(
    _ kind: ElementKind,
    _ what: Happening,
    _ id: Identifier,
    before: Fields? = nil,
    after: Fields? = nil
  ) {
    let kind: HistoryChange.Kind =
      switch (kind, what) {
      case (.section, .inserted): .sectionInserted
      case (.section, .moved): .sectionMoved
      case (.section, .updated): .sectionUpdated
      case (.section, .removed): .sectionRemoved
      case (.item, .inserted): .itemInserted
      case (.item, .moved): .itemMoved
      case (.item, .updated): .itemUpdated
      case (.item, .removed): .itemRemoved
      }
    effect.changes.append(HistoryChange(kind: kind, id: id, before: before, after: after))
  }

  /// Counts the elements that an operation did not name and whose rank changed. For a reordering only the
  /// maximum is known, since it may choose which elements to move.
  private mutating func countShifts(since before: ListModel, _ named: [Named], _ isReordering: Bool) {
    var shifted = 0
    func compare(_ kind: ElementKind, _ old: [Identifier], _ new: [Identifier]) {
      guard old != new else { return }
      let moved = isReordering ? [] : Set(named.filter { $0.kind == kind }.map(\.id))
      var ranks: [Identifier: Int] = [:]
      for (rank, id) in new.enumerated() { ranks[id] = rank }
      for (rank, id) in old.enumerated() where !moved.contains(id) {
        if let newRank = ranks[id], newRank != rank { shifted += 1 }
      }
    }
    compare(.section, before.sections.map(\.element.id), list.sections.map(\.element.id))
    for old in before.sections {
      guard let index = list.index(ofSection: old.element.id) else { continue }
      compare(.item, old.items.map(\.id), list.sections[index].items.map(\.id))
    }
    let (least, most) = (effect.shifted.lowerBound, effect.shifted.upperBound)
    effect.shifted = least + (isReordering ? 0 : shifted)...most + shifted
  }
}
