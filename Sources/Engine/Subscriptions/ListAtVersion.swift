import ArrangeModel
import Changes
import Ordering

extension Element: ListElement {}

/// A collection at one version, as batches are derived from it and snapshots are read.
struct ListAtVersion: ListVersion {
  let state: CollectionState
  let strategy: (any OrderingStrategy)?
  /// Whether elements come with their order keys.
  let hasKeys: Bool

  var sectionCount: Int { state.sectionCount }
  var itemCount: Int { state.itemCount }
  func itemCount(ofSection index: Int) -> Int { state.itemCount(section: index) }

  func index(ofSection element: Element) -> Int? { state.index(of: element) }
  func path(ofItem element: Element) -> ListPath? { state.path(of: element) }
  func section(at index: Int) -> Element { state.section(at: index).element }
  func item(at path: ListPath) -> Element { state.item(at: path).element }

  func snapshot(ofSection index: Int) -> ElementSnapshot {
    snapshot(state.section(at: index).element, in: .sections, at: index)
  }

  func snapshot(ofItemAt path: ListPath) -> ElementSnapshot {
    snapshot(state.item(at: path).element, in: .items(section: path.section), at: path.item)
  }

  private func snapshot(_ element: Element, in scope: Scope, at index: Int) -> ElementSnapshot {
    var key = OrderKey.empty
    if hasKeys, let strategy { key = state.key(in: scope, at: index, under: strategy) }
    return ElementSnapshot(
      id: element.id,
      fields: element.fields,
      contentVersion: element.contentVersion,
      key: key
    )
  }
}
