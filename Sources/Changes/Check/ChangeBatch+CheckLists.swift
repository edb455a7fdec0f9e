import ArrangeModel

extension ChangeBatch {
  /// Checks all rules against both lists.
  ///
  /// - Parameters:
  ///   - old: the list before.
  ///   - new: the list that the batch must give.
  ///   - allowsReinserted: whether an element may be deleted and inserted as a new one under the same id, as
  ///     in composed batches.
  /// - Throws: the first violation that is found.
  ///
  /// O(n).
  public func check(
    from old: some ListContents,
    to new: some ListContents,
    allowsReinserted: Bool = false
  ) throws(Violation) {
    let (old, new) = (SectionedList(old), SectionedList(new))
    try check(oldItemCounts: old.itemCounts)
    guard after == new.size, newItemCounts(oldItemCounts: old.itemCounts) == new.itemCounts else {
      throw Violation(.counts, at: .batch, "the new list has other counts than the batch gives")
    }
    let correspondence = correspondence
    try check(correspondence, old, new)
    if !allowsReinserted { try checkIdentity(old, new) }
    try checkUpdates(correspondence, old, new)
    try checkSequence(old, new)
  }

  /// Every statement of the batch about a position is true of the element there.
  private func check(
    _ correspondence: Correspondence,
    _ old: SectionedList,
    _ new: SectionedList
  ) throws(Violation) {
    for pair in correspondence.sections.pairs
    where old.sections[pair.from].element.id != new.sections[pair.to].element.id {
      throw Violation(.places, at: .newSection(pair.to), "another section is there")
    }
    for pair in correspondence.items.pairs where old[pair.from].id != new[pair.to].id {
      throw Violation(.places, at: .newItem(pair.to), "another item is there")
    }
    for insert in sections.inserts {
      if case .new(let content) = insert.source, !content.shows(new.sections[insert.at].element) {
        throw Violation(.places, at: .newSection(insert.at), "the section that is inserted is another one")
      }
    }
    var wrong: ListPath?
    func compare(_ path: ListPath, _ source: InsertSource<ListPath>) {
      if case .new(let content) = source, !content.shows(new[path]), wrong == nil { wrong = path }
    }
    for insert in items.inserts { compare(insert.at, insert.source) }
    forEachItemOfInsertedSections(compare)
    if let wrong { throw Violation(.places, at: .newItem(wrong), "the item that is inserted is another one") }
  }

  /// No element of both lists is sent as a new one.
  private func checkIdentity(_ old: SectionedList, _ new: SectionedList) throws(Violation) {
    var newSections: [Identifier: Int] = [:]
    for insert in sections.inserts {
      if case .new(let content) = insert.source { newSections[content.id] = insert.at }
    }
    var newItems: [Identifier: ListPath] = [:]
    func collect(_ path: ListPath, _ source: InsertSource<ListPath>) {
      if case .new(let content) = source { newItems[content.id] = path }
    }
    for insert in items.inserts { collect(insert.at, insert.source) }
    forEachItemOfInsertedSections(collect)
    if newSections.isEmpty, newItems.isEmpty { return }
    for section in old.sections {
      if let index = newSections[section.element.id] {
        throw Violation(.profile, at: .newSection(index), "the section was there before")
      }
      for item in section.items {
        guard let path = newItems[item.id] else { continue }
        throw Violation(.profile, at: .newItem(path), "the item was there before")
      }
    }
  }

  /// Each update changes the content and carries the new one.
  private func checkUpdates(
    _ correspondence: Correspondence,
    _ old: SectionedList,
    _ new: SectionedList
  ) throws(Violation) {
    if sections.updates.isEmpty, items.updates.isEmpty { return }
    let places = places
    let sectionOrigins = correspondence.sections.pairs.sorted { $0.to < $1.to }
    let itemOrigins = correspondence.items.pairs.sorted { $0.to < $1.to }
    for update in sections.updates {
      let origin = sectionOrigins.search(update.at) { $0.to }?.from ?? places.sections.backward(update.at)
      let change = (old.sections[origin].element, new.sections[update.at].element)
      try check(update, from: change.0, to: change.1, at: .newSection(update.at))
    }
    for update in items.updates {
      let origin = itemOrigins.search(update.at) { $0.to }?.from ?? places.backward(update.at)
      try check(update, from: old[origin], to: new[update.at], at: .newItem(update.at))
    }
  }

  private func check<Place>(
    _ update: Update<Place>,
    from old: ElementSnapshot,
    to new: ElementSnapshot,
    at place: Violation.Place
  ) throws(Violation) {
    guard update.content.id == new.id else {
      throw Violation(.places, at: place, "another element is updated")
    }
    guard update.content.hasSameContent(as: new), !old.hasSameContent(as: new) else {
      throw Violation(.contents, at: place, "the update does not say what the content is now")
    }
    guard update.before == FieldsFingerprint(old) else {
      throw Violation(.contents, at: place, "the update is of other content than that before")
    }
  }

  /// Both ways of applying the batch give the new list.
  private func checkSequence(_ old: SectionedList, _ new: SectionedList) throws(Violation) {
    var (sequential, simultaneous) = (old, old)
    sequential.applySteps(of: self)
    simultaneous.applyAtOnce(self)
    for list in [sequential, simultaneous] where list != new {
      for (index, section) in list.sections.enumerated() {
        let wanted = new.sections[index]
        guard section.element.id == wanted.element.id else {
          throw Violation(.sequence, at: .newSection(index), "another section gets there")
        }
        guard section.element.fields == wanted.element.fields else {
          throw Violation(.contents, at: .newSection(index), "a change of fields does not show")
        }
        for (item, (got, wanted)) in zip(section.items, wanted.items).enumerated() {
          let path = ListPath(section: index, item: item)
          guard got.id == wanted.id else {
            throw Violation(.sequence, at: .newItem(path), "another item gets there")
          }
          guard got.fields == wanted.fields else {
            throw Violation(.contents, at: .newItem(path), "a change of fields does not show")
          }
        }
      }
    }
  }
}

extension ElementSnapshot {
  /// Whether both look the same to a user.
  fileprivate func shows(_ other: ElementSnapshot) -> Bool { id == other.id && fields == other.fields }
}
