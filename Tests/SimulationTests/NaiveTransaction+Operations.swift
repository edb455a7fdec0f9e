import ArrangeModel

extension NaiveTransaction {
  // MARK: Insert

  mutating func insertItems(_ new: [NewElement], _ to: ItemDestination) throws(NaiveFailure) -> [NaiveNamed] {
    guard !new.isEmpty else { return [] }
    let section = try targetSection(to, otherwise: nil)
    let place = try place(to.placement, to.anchorPolicy, in: list.sections[section].items, leaving: [])
    var ids: [Int] = []
    for (index, element) in new.enumerated() {
      let id = element.id.map(names.number) ?? makeID()
      guard list.find(item: id) == nil, !ids.contains(id) else {
        throw NaiveFailure(.alreadyExists, "items[\(index)].id")
      }
      ids.append(id)
    }
    for (id, element) in zip(ids, new) {
      list.itemContent[id] = .init(fields: element.fields, version: newVersion)
    }
    list.sections[section].items.insert(contentsOf: ids, at: place)
    return ids.map(NaiveNamed.item)
  }

  mutating func insertSections(
    _ new: [NewElement],
    _ to: SectionDestination
  ) throws(NaiveFailure) -> [NaiveNamed] {
    guard !new.isEmpty else { return [] }
    let place = try place(to.placement, to.anchorPolicy, in: list.sections.map(\.id), leaving: [])
    var ids: [Int] = []
    for (index, element) in new.enumerated() {
      let id = element.id.map(names.number) ?? makeID()
      guard list.find(section: id) == nil, !ids.contains(id) else {
        throw NaiveFailure(.alreadyExists, "sections[\(index)].id")
      }
      ids.append(id)
    }
    for (id, element) in zip(ids, new) {
      list.sectionContent[id] = .init(fields: element.fields, version: newVersion)
    }
    list.sections.insert(contentsOf: ids.map { .init(id: $0, items: []) }, at: place)
    return ids.map(NaiveNamed.section)
  }

  // MARK: Move

  mutating func moveItems(
    _ items: [ElementReference],
    _ to: ItemDestination
  ) throws(NaiveFailure) -> [NaiveNamed] {
    guard !items.isEmpty else { return [] }
    let ids = try check(items: items)
    let own = list.find(item: ids[0])!.section
    let section = try targetSection(to, otherwise: own)
    let moving = Set(ids)
    let place = try place(to.placement, to.anchorPolicy, in: list.sections[section].items, leaving: moving)
    for index in list.sections.indices where list.sections[index].items.contains(where: moving.contains) {
      list.sections[index].items.removeAll(where: moving.contains)
    }
    list.sections[section].items.insert(contentsOf: ids, at: place)
    return ids.map(NaiveNamed.item)
  }

  mutating func moveSections(
    _ sections: [ElementReference],
    _ to: SectionDestination
  ) throws(NaiveFailure) -> [NaiveNamed] {
    guard !sections.isEmpty else { return [] }
    let ids = try check(sections: sections)
    let place = try place(to.placement, to.anchorPolicy, in: list.sections.map(\.id), leaving: Set(ids))
    let moved = ids.map { list.sections[list.find(section: $0)!] }
    list.sections.removeAll { ids.contains($0.id) }
    list.sections.insert(contentsOf: moved, at: place)
    return ids.map(NaiveNamed.section)
  }

  // MARK: Update

  mutating func updateItems(_ updates: [FieldsUpdate]) throws(NaiveFailure) -> [NaiveNamed] {
    let ids = try check(items: updates.map(\.element))
    for (id, update) in zip(ids, updates) { list.itemContent[id] = updated(list.itemContent[id]!, update) }
    return ids.map(NaiveNamed.item)
  }

  mutating func updateSections(_ updates: [FieldsUpdate]) throws(NaiveFailure) -> [NaiveNamed] {
    let ids = try check(sections: updates.map(\.element))
    for (id, update) in zip(ids, updates) {
      list.sectionContent[id] = updated(list.sectionContent[id]!, update)
    }
    return ids.map(NaiveNamed.section)
  }

  private func updated(_ content: NaiveCollection.Content, _ update: FieldsUpdate) -> NaiveCollection.Content
  {
    var pairs: [String: FieldValue] = [:]
    if !update.replaceAll { for (name, value) in content.fields { pairs[name] = value } }
    for name in update.remove { pairs[name] = nil }
    for (name, value) in update.set { pairs[name] = value }
    guard let fields = try? Fields(pairs.map { ($0.key, $0.value) }) else {
      preconditionFailure("the generator makes small fields only")
    }
    return fields == content.fields ? content : .init(fields: fields, version: newVersion)
  }

  // MARK: Remove

  mutating func removeItems(_ items: [ElementReference]) throws(NaiveFailure) -> [NaiveNamed] {
    let ids = try check(items: items)
    let going = Set(ids)
    for index in list.sections.indices where list.sections[index].items.contains(where: going.contains) {
      list.sections[index].items.removeAll(where: going.contains)
    }
    for id in ids { list.itemContent[id] = nil }
    return ids.map(NaiveNamed.item)
  }

  mutating func removeSections(
    _ sections: [ElementReference],
    onlyIfEmpty: Bool
  ) throws(NaiveFailure) -> [NaiveNamed] {
    let ids = try check(sections: sections)
    if onlyIfEmpty {
      let full = ids.indices.filter { !list.sections[list.find(section: ids[$0])!].items.isEmpty }
      guard full.isEmpty else {
        throw NaiveFailure(.failedPrecondition, anyOf: full.map { "sections[\($0)].id" })
      }
    }
    for id in ids {
      let section = list.sections.remove(at: list.find(section: id)!)
      list.sectionContent[id] = nil
      for item in section.items { list.itemContent[item] = nil }
    }
    return ids.map(NaiveNamed.section)
  }

  // MARK: Reorder

  mutating func reorderItems(_ id: Identifier, _ items: [Identifier]) throws(NaiveFailure) -> [NaiveNamed] {
    guard let section = list.find(section: names.number(of: id)) else {
      throw NaiveFailure(.notFound, "section")
    }
    let ids = try check(items: items.map { ElementReference($0) }, suffix: "")
    for (index, id) in ids.enumerated() where list.find(item: id)!.section != section {
      throw NaiveFailure(.invalidArgument, "items[\(index)]")
    }
    list.sections[section].items = reordered(list.sections[section].items, ids)
    return ids.map(NaiveNamed.item)
  }

  mutating func reorderSections(_ sections: [Identifier]) throws(NaiveFailure) -> [NaiveNamed] {
    let ids = try check(sections: sections.map { ElementReference($0) }, suffix: "")
    let order = reordered(list.sections.map(\.id), ids)
    list.sections = order.map { list.sections[list.find(section: $0)!] }
    return ids.map(NaiveNamed.section)
  }

  /// The list with the named elements, in the given order, on the places that they held together.
  private func reordered(_ old: [Int], _ ids: [Int]) -> [Int] {
    let named = Set(ids)
    var next = ids.makeIterator()
    return old.map { named.contains($0) ? next.next()! : $0 }
  }

  // MARK: Checks

  private func check(
    items references: [ElementReference],
    suffix: String = ".id"
  ) throws(NaiveFailure) -> [Int] {
    try check(references, "items", suffix) { id in
      list.find(item: id) == nil ? nil : list.itemContent[id]?.version
    }
  }

  private func check(
    sections references: [ElementReference],
    suffix: String = ".id"
  ) throws(NaiveFailure) -> [Int] {
    try check(references, "sections", suffix) { id in
      list.find(section: id) == nil ? nil : list.sectionContent[id]?.version
    }
  }

  /// Every element must be there and in the wanted content version; then none may be named twice.
  private func check(
    _ references: [ElementReference],
    _ field: String,
    _ suffix: String,
    version: (Int) -> UInt64?
  ) throws(NaiveFailure) -> [Int] {
    var ids: [Int] = []
    for (index, reference) in references.enumerated() {
      let id = names.number(of: reference.id)
      guard let version = version(id) else { throw NaiveFailure(.notFound, "\(field)[\(index)]\(suffix)") }
      if let wanted = reference.ifContentVersion, wanted != version {
        throw NaiveFailure(.aborted, "\(field)[\(index)].if_content_version")
      }
      ids.append(id)
    }
    let repeated = ids.indices.filter { ids[..<$0].contains(ids[$0]) }
    guard repeated.isEmpty else {
      throw NaiveFailure(.invalidArgument, anyOf: repeated.map { "\(field)[\($0)]\(suffix)" })
    }
    return ids
  }

  // MARK: Places

  /// The index in a list, without the leaving elements, that a placement denotes.
  ///
  /// A mark is inserted at the placement, then the leaving elements are removed: the elements before the mark
  /// give the index.
  private func place(
    _ placement: Placement,
    _ policy: AnchorPolicy,
    in ids: [Int],
    leaving: Set<Int>
  ) throws(NaiveFailure) -> Int {
    func staying(before mark: Int) -> Int { ids[..<mark].count { !leaving.contains($0) } }
    func whenMissing(_ field: String) throws(NaiveFailure) -> Int {
      switch policy {
      case .fail: throw NaiveFailure(.notFound, field)
      case .first: return 0
      case .last: return staying(before: ids.count)
      }
    }
    switch placement {
    case .first: return 0
    case .last: return staying(before: ids.count)
    case .before(let anchor):
      guard let mark = ids.firstIndex(of: names.number(of: anchor)) else {
        return try whenMissing("to.before")
      }
      return staying(before: mark)
    case .after(let anchor):
      guard let mark = ids.firstIndex(of: names.number(of: anchor)) else {
        return try whenMissing("to.after")
      }
      return staying(before: mark + 1)
    case .at(let index):
      guard (0...staying(before: ids.count)).contains(index) else { throw NaiveFailure(.outOfRange, "to.at") }
      return index
    }
  }

  /// The section that a destination denotes.
  mutating func targetSection(
    _ destination: ItemDestination,
    otherwise own: Int?
  ) throws(NaiveFailure) -> Int {
    if let id = destination.section {
      let number = names.number(of: id)
      if number == NaiveCollection.defaultSection { return useDefaultSection() }
      guard let section = list.find(section: number) else { throw NaiveFailure(.notFound, "section") }
      return section
    }
    switch destination.placement {
    case .before(let anchor), .after(let anchor):
      if let found = list.find(item: names.number(of: anchor)) { return found.section }
    case .first, .last, .at: break
    }
    return own ?? useDefaultSection()
  }

  /// The default section, which is created at the end of the list.
  private mutating func useDefaultSection() -> Int {
    if let section = list.find(section: NaiveCollection.defaultSection) { return section }
    list.sections.append(.init(id: NaiveCollection.defaultSection, items: []))
    list.sectionContent[NaiveCollection.defaultSection] = .init(fields: Fields(), version: newVersion)
    return list.sections.count - 1
  }
}
