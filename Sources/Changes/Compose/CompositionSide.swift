import ArrangeModel

/// One of two batches, prepared for lookups.
struct CompositionSide {
  var sections: CompositionList<Int>
  var items: CompositionList<ListPath>
  var places: ItemMap

  init(_ check: BatchCheck) { self.init(check.batch, check.sections, check.items) }

  init(_ batch: ChangeBatch) { self.init(batch, batch.namedSections, batch.namedItems) }

  private init(
    _ batch: ChangeBatch,
    _ sectionPlaces: NamedPlaces<Int>,
    _ itemPlaces: NamedPlaces<ListPath>
  ) {
    places = ItemMap(sectionPlaces, itemPlaces)
    let correspondence = batch.correspondence(sectionPlaces, itemPlaces)
    var newSections: [(at: Int, content: ElementSnapshot)] = []
    var newItems: [(at: ListPath, content: ElementSnapshot)] = []
    newItems.reserveCapacity(batch.items.inserts.count)
    for insert in batch.sections.inserts {
      if case .new(let content) = insert.source { newSections.append((insert.at, content)) }
    }
    for insert in batch.items.inserts {
      if case .new(let content) = insert.source { newItems.append((insert.at, content)) }
    }
    var rows: [ListPath] = []
    batch.forEachItemOfInsertedSections { path, source in
      rows.append(path)
      if case .new(let content) = source { newItems.append((path, content)) }
    }
    sections = CompositionList(
      correspondence.sections,
      named: sectionPlaces.coming,
      newSections,
      batch.sections.updates,
      batch.sections.keys
    )
    items = CompositionList(
      correspondence.items,
      named: merge(itemPlaces.coming, rows, by: <),
      newItems,
      batch.items.updates,
      batch.items.keys
    )
  }

  /// Whether every placed element has its order key, which is also true if there is none.
  var hasAllKeys: Bool {
    sections.keys.count >= sections.pairs.count && items.keys.count >= items.pairs.count
  }

  /// The index of a section after the batch; nil if it is deleted.
  func forward(section: Int) -> Int? {
    if let pair = sections.pairs.search(section, by: { $0.from }) { return pair.to }
    return sections.gone.hasSorted(section) ? nil : places.sections.forward(section)
  }

  /// The path of an item after the batch; nil if it is deleted.
  func forward(_ path: ListPath) -> ListPath? {
    if let pair = items.pairs.search(path, by: { $0.from }) { return pair.to }
    if items.gone.hasSorted(path) || sections.gone.hasSorted(path.section) { return nil }
    return places.forward(path)
  }
}

/// The changes of one batch to its sections, or to its items.
struct CompositionList<Place: Hashable & Comparable & Sendable> {
  /// Ascending.
  var gone: [Place]
  /// Ascending by OLD place.
  var pairs: [Move<Place>]
  /// NEW places of new elements and of pairs, ascending.
  var named: [Place]
  var new: [(at: Place, content: ElementSnapshot)]
  /// Ascending by place.
  var updates: [Update<Place>]
  /// Ascending by place.
  var keys: [PlacedKey<Place>]

  init(
    _ pairing: Pairing<Place>,
    named: [Place],
    _ new: [(at: Place, content: ElementSnapshot)],
    _ updates: [Update<Place>],
    _ keys: [PlacedKey<Place>]
  ) {
    gone = pairing.gone
    pairs = pairing.pairs
    self.new = new
    self.updates = updates
    self.keys = keys
    self.named = named
  }

  /// The bijection of two batches.
  ///
  /// - Parameters:
  ///   - forward: the position of an element after the next batch; nil if it is deleted.
  ///   - backward: the position, before this batch, of an element that this batch does not name.
  ///   - contents: receives the contents of new elements.
  func composed(
    with next: CompositionList,
    forward: (Place) -> Place?,
    backward: (Place) -> Place,
    contents: inout NewContents<Place>
  ) -> Pairing<Place> {
    var result = Pairing<Place>()
    result.gone.reserveCapacity(gone.count + pairs.count + next.gone.count)
    result.gone += gone
    result.pairs.reserveCapacity(pairs.count + next.pairs.count)
    contents.reserveCapacity(new.count + next.new.count)
    for pair in pairs {
      if let to = forward(pair.to) {
        result.pairs.append(Move(from: pair.from, to: to))
      } else {
        result.gone.append(pair.from)
      }
    }
    for element in new {
      if let to = forward(element.at) { contents.append(element.content, at: to) }
    }
    for place in next.gone where !named.hasSorted(place) { result.gone.append(backward(place)) }
    for pair in next.pairs where !named.hasSorted(pair.from) {
      result.pairs.append(Move(from: backward(pair.from), to: pair.to))
    }
    for element in next.new { contents.append(element.content, at: element.at) }
    contents.places.sort { $0.at < $1.at }
    result.new = contents.places.map(\.at)
    return result
  }

  /// The order keys of two batches that have them; the last one sent counts.
  ///
  /// - Parameters:
  ///   - updates: the updates of both; their contents receive the keys.
  ///   - contents: the contents of new elements, which receive theirs in the same way.
  func composedKeys(
    with next: CompositionList,
    forward: (Place) -> Place?,
    updates: inout [Update<Place>],
    contents: inout NewContents<Place>
  ) -> [PlacedKey<Place>] {
    var result = keys.compactMap { key in
      forward(key.at).map { PlacedKey(at: $0, key: key.key, placementVersion: key.placementVersion) }
    }
    result.removeAll { key in next.keys.search(key.at) { $0.at } != nil }
    for index in result.indices {
      if let update = next.updates.search(result[index].at, by: { $0.at }) {
        result[index] = PlacedKey(at: update.at, update.content)
      }
    }
    for key in next.keys where !contents.replaceKey(with: key) { result.append(key) }
    result.sort { $0.at < $1.at }
    for index in updates.indices {
      if let key = result.search(updates[index].at, by: { $0.at }) { updates[index].content.take(key) }
    }
    return result
  }

  /// The updates of two batches. An update of an element that this batch inserts becomes part of its content.
  func composedUpdates(
    with next: CompositionList,
    forward: (Place) -> Place?,
    contents: inout NewContents<Place>
  ) -> [Update<Place>] {
    var earlier: [(at: Place, index: Int)] = []
    earlier.reserveCapacity(updates.count)
    for (index, update) in updates.enumerated() {
      if let to = forward(update.at) { earlier.append((to, index)) }
    }
    earlier.sort { $0.at < $1.at }
    var result: [Update<Place>] = []
    result.reserveCapacity(earlier.count + next.updates.count)
    var position = 0
    /// Adds updates of this batch that the next one does not touch.
    func takeEarlier(before place: Place?) {
      while position < earlier.count, place.map({ earlier[position].at < $0 }) ?? true {
        let update = updates[earlier[position].index]
        result.append(Update(at: earlier[position].at, content: update.content, before: update.before))
        position += 1
      }
    }
    for update in next.updates {
      takeEarlier(before: update.at)
      if contents.replace(at: update.at, with: update.content) { continue }
      if position < earlier.count, earlier[position].at == update.at {
        let before = updates[earlier[position].index].before
        position += 1
        if before != FieldsFingerprint(update.content) {
          result.append(Update(at: update.at, content: update.content, before: before))
        }
      } else {
        result.append(update)
      }
    }
    takeEarlier(before: nil)
    return result
  }
}
