import ArrangeModel

extension NaiveTransaction {
  // MARK: Insert

  mutating func insertItems(_ new: [NewElement], _ to: ItemDestination) throws(Refusal) -> [Int] {
    guard !new.isEmpty else { return [] }
    let section = try targetSection(to, otherwise: nil)
    let place = try place(to.placement, to.anchorPolicy, in: list.sections[section].items, leaving: [])
    let ids = try make(.item, new)
    try checkRoom(for: ids, in: section)
    list.sections[section].items.insert(contentsOf: ids, at: place)
    return ids
  }

  mutating func insertSections(_ new: [NewElement], _ to: SectionDestination) throws(Refusal) -> [Int] {
    guard !new.isEmpty else { return [] }
    let place = try place(to.placement, to.anchorPolicy, in: list.sections.map(\.id), leaving: [])
    let ids = try make(.section, new)
    list.sections.insert(contentsOf: ids.map { .init(id: $0, items: []) }, at: place)
    return ids
  }

  private mutating func make(_ kind: NaiveList.Kind, _ new: [NewElement]) throws(Refusal) -> [Int] {
    var ids: [Int] = []
    for (index, element) in new.enumerated() {
      try checkLimit(kind, index, element.fields)
      let id = names.number(of: element.id ?? makeID())
      guard list[kind, id] == nil, !ids.contains(id) else {
        throw Refusal(.alreadyExists, "\(kind.listField)[\(index)].id")
      }
      ids.append(id)
    }
    for (id, element) in zip(ids, new) { add(kind, id, element.fields) }
    return ids
  }

  /// A section takes no items beyond its limit, which is a field.
  func checkRoom(for ids: [Int], in section: Int) throws(Refusal) {
    let section = list.sections[section]
    guard case .int(let limit)? = list[.section, section.id]?.fields["item_limit"], limit > 0 else { return }
    let after = Set(section.items).union(ids).count
    guard after == section.items.count || after <= limit else {
      throw Refusal(.failedPrecondition, "section")
    }
  }

  private func checkLimit(_ kind: NaiveList.Kind, _ index: Int, _ fields: Fields) throws(Refusal) {
    guard kind == .section, let value = fields["item_limit"], value != .null else { return }
    if case .int(0...) = value { return }
    throw Refusal(.invalidArgument, "sections[\(index)].fields.item_limit")
  }

  mutating func add(_ kind: NaiveList.Kind, _ id: Int, _ fields: Fields) {
    list[kind, id] = .init(fields: fields, version: newVersion, placed: newVersion)
    record(kind, .inserted, id, after: fields)
  }

  // MARK: Move

  mutating func moveItems(_ items: [ElementReference], _ to: ItemDestination) throws(Refusal) -> [Int] {
    guard !items.isEmpty else { return [] }
    let before = list.sections
    let ids = try check(.item, items)
    let section = try targetSection(to, otherwise: list.find(item: ids[0])!.section)
    let place = try place(to.placement, to.anchorPolicy, in: list.sections[section].items, leaving: Set(ids))
    try checkRoom(for: ids, in: section)
    takeOut(Set(ids))
    list.sections[section].items.insert(contentsOf: ids, at: place)
    recordMoves(.item, ids, since: before)
    return ids
  }

  mutating func moveSections(_ sections: [ElementReference], _ to: SectionDestination) throws(Refusal)
    -> [Int]
  {
    guard !sections.isEmpty else { return [] }
    let before = list.sections
    let ids = try check(.section, sections)
    let place = try place(to.placement, to.anchorPolicy, in: list.sections.map(\.id), leaving: Set(ids))
    let moved = ids.map { list.sections[list.find(section: $0)!] }
    list.sections.removeAll { ids.contains($0.id) }
    list.sections.insert(contentsOf: moved, at: place)
    recordMoves(.section, ids, since: before)
    return ids
  }

  /// A move to the current place of the elements is none; any other moves all that it names.
  private mutating func recordMoves(_ kind: NaiveList.Kind, _ ids: [Int], since before: [NaiveList.Section]) {
    guard list.sections != before else { return }
    for id in ids {
      record(kind, .moved, id)
      list[kind, id]?.placed = newVersion
    }
  }

  /// Removes items from their sections.
  mutating func takeOut(_ items: Set<Int>) {
    for index in list.sections.indices where list.sections[index].items.contains(where: items.contains) {
      list.sections[index].items.removeAll(where: items.contains)
    }
  }

  // MARK: Update

  mutating func update(_ kind: NaiveList.Kind, _ updates: [FieldsUpdate]) throws(Refusal) -> [Int] {
    let ids = try check(kind, updates.map(\.element))
    for (index, (id, update)) in zip(ids, updates).enumerated() {
      try checkLimit(kind, index, update.set)
      let old = list[kind, id]!.fields
      var pairs: [String: FieldValue] = [:]
      if !update.replaceAll { for (name, value) in old { pairs[name] = value } }
      for name in update.remove { pairs[name] = nil }
      for (name, value) in update.set { pairs[name] = value }
      guard let fields = try? Fields(pairs.map { ($0.key, $0.value) }) else {
        throw Refusal(.invalidArgument, "\(kind.listField)[\(index)]")
      }
      guard fields != old else { continue }
      list[kind, id]?.fields = fields
      list[kind, id]?.version = newVersion
      record(kind, .updated, id, before: old, after: fields)
    }
    return ids
  }

  // MARK: Remove

  mutating func removeItems(_ items: [ElementReference]) throws(Refusal) -> [Int] {
    let ids = try check(.item, items)
    takeOut(Set(ids))
    for id in ids { drop(.item, id) }
    return ids
  }

  mutating func removeSections(_ sections: [ElementReference], onlyIfEmpty: Bool) throws(Refusal) -> [Int] {
    let ids = try check(.section, sections)
    let full = ids.indices.filter { !list.sections[list.find(section: ids[$0])!].items.isEmpty }
    guard full.isEmpty || !onlyIfEmpty else {
      throw Refusal(.failedPrecondition, anyOf: full.map { "sections[\($0)].id" })
    }
    for id in ids {
      for item in list.sections.remove(at: list.find(section: id)!).items { drop(.item, item) }
      drop(.section, id)
    }
    return ids
  }

  private mutating func drop(_ kind: NaiveList.Kind, _ id: Int) {
    record(kind, .removed, id, before: list[kind, id]!.fields)
    list[kind, id] = nil
  }

  // MARK: Reorder

  mutating func reorderItems(_ id: Identifier, _ items: [Identifier]) throws(Refusal) -> [Int] {
    guard let section = list.find(section: names.number(of: id)) else { throw Refusal(.notFound, "section") }
    let ids = try check(.item, items.map { ElementReference($0) }, suffix: "")
    for (index, id) in ids.enumerated() where list.find(item: id)!.section != section {
      throw Refusal(.invalidArgument, "items[\(index)]")
    }
    let order = reordered(list.sections[section].items, ids)
    if order != list.sections[section].items { for id in ids { list[.item, id]?.placed = nil } }
    list.sections[section].items = order
    return ids
  }

  mutating func reorderSections(_ sections: [Identifier]) throws(Refusal) -> [Int] {
    let ids = try check(.section, sections.map { ElementReference($0) }, suffix: "")
    let before = list.sections.map(\.id)
    let order = reordered(before, ids)
    list.sections = order.map { list.sections[list.find(section: $0)!] }
    if order != before { for id in ids { list[.section, id]?.placed = nil } }
    return ids
  }

  /// The list with the named elements, in the given order, on the places that they held together.
  private func reordered(_ old: [Int], _ ids: [Int]) -> [Int] {
    let named = Set(ids)
    var next = ids.makeIterator()
    return old.map { named.contains($0) ? next.next()! : $0 }
  }

  // MARK: Checks

  /// Every element must be there and in the wanted content version; then none may be named twice.
  func check(
    _ kind: NaiveList.Kind,
    _ references: [ElementReference],
    suffix: String = ".id"
  ) throws(Refusal) -> [Int] {
    var ids: [Int] = []
    for (index, reference) in references.enumerated() {
      let id = names.number(of: reference.id)
      guard let version = list[kind, id]?.version else {
        throw Refusal(.notFound, "\(kind.listField)[\(index)]\(suffix)")
      }
      if let wanted = reference.ifContentVersion, wanted != version {
        throw Refusal(.aborted, "\(kind.listField)[\(index)].if_content_version")
      }
      if let wanted = reference.ifSection {
        guard let path = list.find(item: id), kind == .item else {
          throw Refusal(.invalidArgument, "\(kind.listField)[\(index)].if_section")
        }
        guard list.sections[path.section].id == names.number(of: wanted) else {
          throw Refusal(.aborted, "\(kind.listField)[\(index)].if_section")
        }
      }
      if let wanted = reference.ifPlacementVersion, wanted != list[kind, id]?.placed {
        throw Refusal(.aborted, "\(kind.listField)[\(index)].if_placement_version")
      }
      ids.append(id)
    }
    let repeated = ids.indices.filter { ids[..<$0].contains(ids[$0]) }
    guard repeated.isEmpty else {
      throw Refusal(.invalidArgument, anyOf: repeated.map { "\(kind.listField)[\($0)]\(suffix)" })
    }
    return ids
  }

  // MARK: Places

  /// The index in a list, without the leaving elements, that a placement denotes.
  ///
  /// A mark is inserted at the placement, then the leaving elements are removed: the elements before the mark
  /// give the index.
  func place(
    _ placement: Placement,
    _ policy: AnchorPolicy,
    in ids: [Int],
    leaving: Set<Int>
  ) throws(Refusal) -> Int {
    func staying(before mark: Int) -> Int { ids[..<mark].count { !leaving.contains($0) } }
    func anchored(_ anchor: Identifier, behind: Int, _ field: String) throws(Refusal) -> Int {
      if let mark = ids.firstIndex(of: names.number(of: anchor)) { return staying(before: mark + behind) }
      switch policy {
      case .fail: throw Refusal(.notFound, field)
      case .first: return 0
      case .last: return staying(before: ids.count)
      }
    }
    switch placement {
    case .first: return 0
    case .last: return staying(before: ids.count)
    case .before(let anchor): return try anchored(anchor, behind: 0, "to.before")
    case .after(let anchor): return try anchored(anchor, behind: 1, "to.after")
    case .at(let index):
      guard (0...staying(before: ids.count)).contains(index) else { throw Refusal(.outOfRange, "to.at") }
      return index
    }
  }

  /// The section that a destination denotes.
  mutating func targetSection(_ destination: ItemDestination, otherwise own: Int?) throws(Refusal) -> Int {
    if let id = destination.section {
      if id.isEmpty { return useDefaultSection() }
      guard let section = list.find(section: names.number(of: id)) else {
        throw Refusal(.notFound, "section")
      }
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
    if let section = list.find(section: NaiveList.defaultSection) { return section }
    list.sections.append(.init(id: NaiveList.defaultSection, items: []))
    add(.section, NaiveList.defaultSection, Fields())
    return list.sections.count - 1
  }
}

extension NaiveList.Kind {
  /// The field of operations that names such elements.
  fileprivate var listField: String {
    switch self {
    case .item: "items"
    case .section: "sections"
    }
  }
}
