public import ArrangeModel

/// Looks touched elements up in two lists and makes a batch of what it finds.
@usableFromInline
struct DerivationReader<List: ListVersion> {
  @usableFromInline let old: List
  @usableFromInline let new: List
  @usableFromInline let profile: ChangeBatch.Profile
  @usableFromInline let threshold: Int

  @usableFromInline var correspondence = Correspondence()
  /// Elements of both lists whose content differs.
  @usableFromInline var changedSections: [Move<Int>] = []
  @usableFromInline var changedItems: [Move<ListPath>] = []
  /// How many changes the batch has at the least.
  @usableFromInline var certainChanges = 0

  @inlinable
  init(from old: List, to new: List, profile: ChangeBatch.Profile, threshold: Int?) {
    self.old = old
    self.new = new
    self.profile = profile
    self.threshold = threshold ?? .max
  }

  /// Looks the touched sections up, which says what becomes of items.
  ///
  /// - Returns: false where there are more changes than the threshold.
  @inlinable
  mutating func readSections(_ touched: some Collection<Touched<List.Element>>) -> Bool {
    for touched in touched where touched.kind == .section {
      switch (old.index(ofSection: touched.element), new.index(ofSection: touched.element)) {
      case (nil, nil): break
      case (let from?, nil): correspondence.sections.gone.append(from)
      case (nil, let to?): correspondence.sections.new.append(to)
      case (let from?, let to?):
        if touched.touch.contains(.position) {
          correspondence.sections.pairs.append(Move(from: from, to: to))
        }
        if touched.touch.contains(.content), !old.section(at: from).hasSameFields(as: new.section(at: to)) {
          changedSections.append(Move(from: from, to: to))
        }
      }
    }
    correspondence.sections.gone.sort()
    correspondence.sections.new.sort()
    certainChanges =
      correspondence.sections.gone.count + correspondence.sections.new.count + changedSections.count
    return certainChanges <= threshold
  }

  /// Looks the touched items up.
  ///
  /// - Returns: false where there are certainly more changes than the threshold.
  @inlinable
  mutating func readItems(_ touched: some Collection<Touched<List.Element>>) -> Bool {
    // Where a section that moves comes to be deleted and inserted, its items are no changes of their own.
    let countsAll = profile == .exact || correspondence.sections.pairs.isEmpty
    for touched in touched where touched.kind == .item {
      switch (old.path(ofItem: touched.element), new.path(ofItem: touched.element)) {
      case (nil, nil): break
      case (let from?, nil):
        correspondence.items.gone.append(from)
        if countsAll, !correspondence.sections.gone.hasSortedNumber(from.section) { certainChanges += 1 }
      case (nil, let to?):
        correspondence.items.new.append(to)
        if countsAll, !correspondence.sections.new.hasSortedNumber(to.section) { certainChanges += 1 }
      case (let from?, let to?):
        if touched.touch.contains(.position) {
          correspondence.items.pairs.append(Move(from: from, to: to))
        }
        if touched.touch.contains(.content), !old.hasSameContent(itemAt: from, asItemAt: to, in: new) {
          changedItems.append(Move(from: from, to: to))
          certainChanges += 1
        }
      }
      guard certainChanges <= threshold else { return false }
    }
    return true
  }

  /// Looks those items of inserted sections up that were not named.
  @inlinable
  mutating func completeInsertedSections() {
    if correspondence.sections.new.isEmpty { return }
    let counts = correspondence.sections.new.map { new.itemCount(ofSection: $0) }
    for to in correspondence.unnamedItems(ofNewSectionsWithCounts: counts) {
      if let from = old.path(ofItem: new.item(at: to)) {
        correspondence.items.pairs.append(Move(from: from, to: to))
      } else {
        correspondence.items.new.append(to)
      }
    }
  }

  @inlinable
  func makeBatch() -> Derivation {
    let before = ListSize(sections: old.sectionCount, items: old.itemCount)
    let after = ListSize(sections: new.sectionCount, items: new.itemCount)
    guard
      let shape = Shape(
        explaining: correspondence,
        before: before,
        after: after,
        oldCount: { old.itemCount(ofSection: $0) },
        newCount: { new.itemCount(ofSection: $0) }
      )
    else { return .unexplained }
    let updates = changedSections.count + changedItems.count
    if profile == .exact, shape.count + updates > threshold { return .tooManyChanges }

    var batch = ChangeBatch(
      shape,
      before: before,
      after: after,
      newSection: { new.snapshot(ofSection: $0) },
      newItem: { new.snapshot(ofItemAt: $0) }
    )
    batch.sections.updates = changedSections.sorted { $0.to < $1.to }.map { change in
      Update(
        at: change.to,
        content: new.snapshot(ofSection: change.to),
        before: FieldsFingerprint(old.snapshot(ofSection: change.from))
      )
    }
    batch.items.updates = changedItems.sorted { $0.to < $1.to }.map { change in
      Update(
        at: change.to,
        content: new.snapshot(ofItemAt: change.to),
        before: FieldsFingerprint(old.snapshot(ofItemAt: change.from))
      )
    }
    if profile == .uikit {
      batch = batch.demoted { old.itemCount(ofSection: $0) }
      if batch.count > threshold { return .tooManyChanges }
    }
    return .batch(batch)
  }
}

extension Correspondence {
  /// The items of new sections that are neither among the new ones nor among the pairs.
  ///
  /// - Parameter counts: how many items each of the new sections has, which are in ascending order.
  @usableFromInline
  func unnamedItems(ofNewSectionsWithCounts counts: [Int]) -> [ListPath] {
    let named = (items.new + items.pairs.map(\.to)).sorted()
    var unnamed: [ListPath] = []
    for (section, count) in zip(sections.new, counts) {
      var named = named[...].inSection(section)
      if named.count == count { continue }
      for item in 0..<count {
        if named.first?.item == item {
          named = named.dropFirst()
        } else {
          unnamed.append(ListPath(section: section, item: item))
        }
      }
    }
    return unnamed
  }
}
