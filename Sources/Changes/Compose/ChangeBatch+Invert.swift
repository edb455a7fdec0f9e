import ArrangeModel

extension ChangeBatch {
  /// The batch that takes NEW back to OLD, of the same profile.
  ///
  /// - Parameter old: the list before, for deleted elements and previous fields.
  /// - Throws: ``BatchError`` if the batch does not apply to the list.
  ///
  /// O(k log k), and O(size) for deleted or demoted sections.
  public func inverted(old: some ListContents) throws(BatchError) -> ChangeBatch {
    let itemCounts = (0..<old.sectionCount).map { old.itemCount(ofSection: $0) }
    try checkThatApplies(oldItemCounts: itemCounts)
    let forward = correspondence
    let places = places
    var back = Correspondence()
    back.sections.gone = forward.sections.new
    back.sections.new = forward.sections.gone
    back.sections.pairs = forward.sections.pairs.map { Move(from: $0.to, to: $0.from) }
    back.items.gone = forward.items.new
    back.items.new = forward.items.gone
    back.items.pairs = forward.items.pairs.map { Move(from: $0.to, to: $0.from) }
    // Items deleted with their section return with it. All kept ones are pairs.
    for section in sections.deletes {
      for item in 0..<itemCounts[section] {
        let path = ListPath(section: section, item: item)
        if forward.items.pairs.search(path, by: { $0.from }) == nil { back.items.new.append(path) }
      }
    }

    var result = ChangeBatch(
      Shape(back),
      before: after,
      after: before,
      newSection: { old.snapshot(ofSection: $0) },
      newItem: { old.snapshot(ofItemAt: $0) }
    )
    let sectionOrigins = forward.sections.pairs.sorted { $0.to < $1.to }
    let itemOrigins = forward.items.pairs.sorted { $0.to < $1.to }
    result.sections.updates = sections.updates.map { update in
      let origin = sectionOrigins.search(update.at, by: { $0.to })?.from
      let index = origin ?? places.sections.backward(update.at)
      return Update(
        at: index,
        content: old.snapshot(ofSection: index),
        before: FieldsFingerprint(update.content)
      )
    }
    result.items.updates = items.updates.map { update in
      let path = itemOrigins.search(update.at, by: { $0.to })?.from ?? places.backward(update.at)
      return Update(
        at: path,
        content: old.snapshot(ofItemAt: path),
        before: FieldsFingerprint(update.content)
      )
    }
    result.sections.keys = sections.keys.map { key in
      let origin = sectionOrigins.search(key.at, by: { $0.to })?.from
      let index = origin ?? places.sections.backward(key.at)
      return PlacedKey(at: index, old.snapshot(ofSection: index))
    }
    result.items.keys = items.keys.map { key in
      let path = itemOrigins.search(key.at, by: { $0.to })?.from ?? places.backward(key.at)
      return PlacedKey(at: path, old.snapshot(ofItemAt: path))
    }
    result.sections.keys.sort { $0.at < $1.at }
    result.items.keys.sort { $0.at < $1.at }
    result.sections.updates.sort { $0.at < $1.at }
    result.items.updates.sort { $0.at < $1.at }
    guard profile == .uikit else { return result }
    let newCounts = newItemCounts(oldItemCounts: itemCounts)
    return result.demoted { newCounts[$0] }
  }
}
