public import ArrangeModel

/// Looks up touched elements in two versions of a list and makes a batch of the findings.
@usableFromInline
struct DerivationReader<Pair: VersionPair> {
  @usableFromInline let pair: Pair
  @usableFromInline let profile: ChangeBatch.Profile
  @usableFromInline let threshold: Int

  @usableFromInline var correspondence = Correspondence()
  /// Elements of both lists whose content differs.
  @usableFromInline var changedSections: [(element: Pair.Element, places: Move<Int>)] = []
  @usableFromInline var changedItems: [(element: Pair.Element, places: Move<ListPath>)] = []
  /// A lower bound of the number of changes.
  @usableFromInline var certainChanges = 0

  @inlinable
  init(_ pair: Pair, profile: ChangeBatch.Profile, threshold: Int?) {
    self.pair = pair
    self.profile = profile
    self.threshold = threshold ?? .max
  }

  /// Looks up the touched sections, which determine how their items are treated.
  ///
  /// - Returns: false if there are more changes than the threshold.
  @inlinable
  mutating func readSections(_ touched: some Collection<Touched<Pair.Element>>) -> Bool {
    for touched in touched where touched.kind == .section {
      switch pair.places(ofSection: touched.element) {
      case (nil, nil): break
      case (let from?, nil): correspondence.sections.gone.append(from)
      case (nil, let to?): correspondence.sections.new.append(to)
      case (let from?, let to?):
        if touched.touch.contains(.position) {
          correspondence.sections.pairs.append(Move(from: from, to: to))
        }
        if touched.touch.contains(.content),
          !pair.hasSameContent(section: touched.element, from: from, to: to)
        {
          changedSections.append((touched.element, Move(from: from, to: to)))
        }
      }
    }
    correspondence.sections.gone.sort()
    correspondence.sections.new.sort()
    certainChanges =
      correspondence.sections.gone.count + correspondence.sections.new.count + changedSections.count
    return certainChanges <= threshold
  }

  /// Looks up the touched items.
  ///
  /// - Returns: false if there are certainly more changes than the threshold.
  @inlinable
  mutating func readItems(_ touched: some Collection<Touched<Pair.Element>>) -> Bool {
    // If a moved section is shown as a delete and an insert, its items do not count as separate changes.
    let countsAll = profile == .exact || correspondence.sections.pairs.isEmpty
    for touched in touched where touched.kind == .item {
      switch pair.places(ofItem: touched.element) {
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
        if touched.touch.contains(.content),
          !pair.hasSameContent(item: touched.element, from: from, to: to)
        {
          changedItems.append((touched.element, Move(from: from, to: to)))
          certainChanges += 1
        }
      }
      guard certainChanges <= threshold else { return false }
    }
    return true
  }

  /// Looks up the items of inserted sections that were not named.
  @inlinable
  mutating func completeInsertedSections() {
    if correspondence.sections.new.isEmpty { return }
    let counts = correspondence.sections.new.map { pair.new.itemCount(ofSection: $0) }
    for to in correspondence.unnamedItems(ofNewSectionsWithCounts: counts) {
      if let from = pair.oldPath(ofItemAt: to) {
        correspondence.items.pairs.append(Move(from: from, to: to))
      } else {
        correspondence.items.new.append(to)
      }
    }
  }

  @inlinable
  func makeBatch() -> Derivation {
    let (before, after, new) = (pair.before, pair.after, pair.new)
    guard
      let shape = Shape(
        explaining: correspondence,
        before: before,
        after: after,
        oldCount: { pair.oldItemCount(ofSection: $0) },
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
    batch.sections.updates = changedSections.sorted { $0.places.to < $1.places.to }.map { element, places in
      Update(
        at: places.to,
        content: new.snapshot(ofSection: places.to),
        before: pair.oldContent(ofSection: element, at: places.from)
      )
    }
    batch.items.updates = changedItems.sorted { $0.places.to < $1.places.to }.map { element, places in
      Update(
        at: places.to,
        content: new.snapshot(ofItemAt: places.to),
        before: pair.oldContent(ofItem: element, at: places.from)
      )
    }
    if pair.hasKeys {
      batch.sections.keys = correspondence.sections.pairs.map(\.to).sorted().map {
        pair.placedKey(ofSection: $0)
      }
      batch.items.keys = correspondence.items.pairs.map(\.to).sorted().map { pair.placedKey(ofItemAt: $0) }
    }
    if profile == .uikit {
      batch = batch.demoted { pair.oldItemCount(ofSection: $0) }
      if batch.count > threshold { return .tooManyChanges }
    }
    return .batch(batch)
  }
}

extension Correspondence {
  /// The items of new sections that are neither among the new ones nor among the pairs.
  ///
  /// - Parameter counts: the number of items of each of the new sections, in ascending order of the sections.
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
