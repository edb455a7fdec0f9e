public import ArrangeModel

extension TreeBatch {
  /// The indices in NEW of the sections in which something is inserted, moved or deleted, at whatever depth: those whose
  /// snapshots a diffable data source has to apply.
  ///
  /// O(k · depth + sections).
  ///
  /// - Throws: a violation if the batch contradicts itself.
  public func changedSections() throws(TreeViolation) -> [Int] {
    let side = try TreeBatchCheck(self).side
    func section(of place: NamedPlace, _ above: (OwnerName) -> NamedPlace?) -> OwnerName? {
      var name = place.parent
      while case .item? = name { name = name.flatMap(above)?.parent }
      return name
    }
    var changed = Set(sections.inserts.map(\.at))
    func add(_ name: OwnerName?) {
      if case .section(let index)? = name { changed.insert(index) }
    }
    for place in side.deletes + side.moves.map(\.from) { add(section(of: place) { side.oldPlace(of: $0) }) }
    for place in side.moves.map(\.to) + items.inserts.map({ side.new($0.at) }) {
      add(section(of: place) { side.newPlace(of: $0) })
    }
    return changed.sorted()
  }
}

extension TreeList {
  /// The content of a section in the form in which an `NSDiffableDataSourceSectionSnapshot` takes it: the items at the top,
  /// and then the children of each item that has any, after the item itself was appended. Empty if there is no such section.
  ///
  /// ```text
  /// var snapshot = NSDiffableDataSourceSectionSnapshot<Identifier>()
  /// for part in list.sectionSnapshot(at: index) { snapshot.append(part.items, to: part.parent) }
  /// ```
  ///
  /// O(rows of the section).
  public func sectionSnapshot(at index: Int) -> [SectionSnapshotPart] {
    guard let section = node(at: NodePlace(below: nil, at: index)) else { return [] }
    var parts: [SectionSnapshotPart] = []
    var open = [section]
    while let node = open.popLast() {
      let children = children(of: node)
      if children.isEmpty { continue }
      let parent: Identifier? = if case .item(let id) = node { id } else { nil }
      parts.append(SectionSnapshotPart(parent: parent, items: children.map(\.id)))
      open += children.reversed()
    }
    return parts
  }
}

/// Siblings that are appended to the snapshot of a section.
public struct SectionSnapshotPart: Sendable, Hashable {
  /// The item below which they are; nil at the top of the section.
  public var parent: Identifier?
  public var items: [Identifier]
}
