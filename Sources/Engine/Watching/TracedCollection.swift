package import ArrangeModel
package import Changes

extension EditTrace {
  /// The touched elements, by number.
  var touched: [Touched<Int>] {
    var touched: [Touched<Int>] = []
    for (number, section) in sections.enumerated() where !section.touch.isEmpty {
      touched.append(Touched(.section, number, section.touch))
    }
    for (number, item) in items.enumerated() { touched.append(Touched(.item, number, item.touch)) }
    return touched
  }
}

/// Two versions of a collection; the older one is computed from the edits since then.
package struct TracedCollection: VersionPair {
  private let trace: EditTrace
  package let new: ListAtVersion

  /// - Parameters:
  ///   - log: a log that covers the version.
  ///   - version: the older version.
  ///   - new: the newer version.
  package init(_ log: ChangeLog, after version: UInt64, to new: ListAtVersion) {
    trace = log.trace(after: version, through: new.version)
    self.new = new
  }

  /// - Parameters:
  ///   - edits: those that lead from the older version to the newer one.
  ///   - new: the newer version.
  init(_ edits: [Edit], to new: ListAtVersion) {
    trace = EditTrace(LoggedEdits(edits))
    self.new = new
  }

  package var touched: [Touched<Int>] { trace.touched }

  package var after: ListSize { ListSize(sections: new.sectionCount, items: new.itemCount) }

  package var before: ListSize {
    ListSize(sections: new.sectionCount - trace.growth, items: new.itemCount - trace.itemGrowth)
  }

  package func oldItemCount(ofSection index: Int) -> Int {
    trace.oldItemCount(ofSection: index) { new.itemCount(ofSection: $0) }
  }

  package func places(ofSection number: Int) -> (from: Int?, to: Int?) {
    (trace.sections[number].old, trace.sections[number].new)
  }

  package func places(ofItem number: Int) -> (from: ListPath?, to: ListPath?) {
    (trace.oldPath(of: trace.items[number]), trace.items[number].new)
  }

  package func hasSameContent(section number: Int, from: Int, to: Int) -> Bool {
    trace.sections[number].before?.hasSameFields(as: new.section(at: to)) ?? true
  }

  package func hasSameContent(item number: Int, from: ListPath, to: ListPath) -> Bool {
    trace.items[number].before?.hasSameFields(as: new.item(at: to)) ?? true
  }

  package func oldContent(ofSection number: Int, at index: Int) -> FieldsFingerprint {
    FieldsFingerprint(trace.sections[number].before?.fields ?? Fields())
  }

  package func oldContent(ofItem number: Int, at path: ListPath) -> FieldsFingerprint {
    FieldsFingerprint(trace.items[number].before?.fields ?? Fields())
  }

  package var hasKeys: Bool { new.hasKeys }

  package func placedKey(ofSection index: Int) -> PlacedKey<Int> {
    let section = new.state.section(at: index)
    return PlacedKey(
      at: index,
      key: section.key.orRank(index),
      placementVersion: section.placementVersion
    )
  }

  package func placedKey(ofItemAt path: ListPath) -> PlacedKey<ListPath> {
    let item = new.state.item(at: path)
    return PlacedKey(
      at: path,
      key: item.key.orRank(path.item),
      placementVersion: item.placementVersion
    )
  }

  /// An untouched item stayed in its section.
  package func oldPath(ofItemAt path: ListPath) -> ListPath? { nil }
}
