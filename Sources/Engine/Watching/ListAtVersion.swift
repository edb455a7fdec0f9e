package import ArrangeModel
import Changes
import Ordering

extension Element: ListElement {}

/// A collection at one version, for deriving batches and reading snapshots.
package struct ListAtVersion: ListVersion {
  var state: CollectionState
  /// Whether elements come with their order keys.
  package var hasKeys: Bool

  package init(state: CollectionState, hasKeys: Bool) {
    self.state = state
    self.hasKeys = hasKeys
  }

  package var sectionCount: Int { state.sectionCount }
  package var itemCount: Int { state.itemCount }
  package func itemCount(ofSection index: Int) -> Int { state.itemCount(section: index) }

  package func index(ofSection element: Element) -> Int? { state.index(of: element) }
  package func path(ofItem element: Element) -> ListPath? { state.path(of: element) }
  package func section(at index: Int) -> Element { state.section(at: index).element }
  package func item(at path: ListPath) -> Element { state.item(at: path).element }

  package func snapshot(ofSection index: Int) -> ElementSnapshot {
    let section = state.section(at: index)
    return snapshot(section.element, section.key.orRank(index), section.placementVersion)
  }

  package func snapshot(ofItemAt path: ListPath) -> ElementSnapshot {
    snapshot(state.item(at: path), rank: path.item)
  }

  /// An item with its rank among its siblings.
  func snapshot(_ item: ItemEntry, rank: Int) -> ElementSnapshot {
    snapshot(item.element, item.key.orRank(rank), item.placementVersion)
  }

  private func snapshot(_ element: Element, _ key: OrderKey, _ placementVersion: UInt64) -> ElementSnapshot {
    ElementSnapshot(
      id: element.id,
      fields: element.fields,
      contentVersion: element.contentVersion,
      placementVersion: hasKeys ? placementVersion : 0,
      key: hasKeys ? key : .empty
    )
  }
}

extension ListAtVersion: ServedList {
  package var version: UInt64 { state.version }

  package func index(ofSection id: Identifier) -> Int? { state.index(ofSection: id) }
  package func path(ofItem id: Identifier) -> ListPath? { state.path(ofItem: id) }

  package func forEachItem(
    ofSection section: Int,
    in range: Range<Int>,
    _ body: (ElementSnapshot) -> Void
  ) {
    var rank = range.lowerBound
    state.items(ofSection: section).forEach(in: range) { entry in
      body(snapshot(entry.element, entry.key.orRank(rank), entry.placementVersion))
      rank += 1
    }
  }

  package func withKeys(_ hasKeys: Bool) -> ListAtVersion { ListAtVersion(state: state, hasKeys: hasKeys) }
}
