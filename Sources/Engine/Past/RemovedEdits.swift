import ArrangeModel

/// An element that a commit removed.
struct RemovedEdit: Sendable {
  let element: Element
  let isSection: Bool
  /// The items that were removed with a section.
  let items: [Element]
  /// The section that an item was removed with; nil if it was removed by itself.
  let section: Element?
  let version: UInt64
  let time: Timestamp
  let author: Principal?

  /// Whether a collection does not have the element any more, nor a section with which it would come back.
  func isMissing(in state: CollectionState) -> Bool {
    if isSection { return !state.hasSection(element) }
    return !state.hasItem(element) && (section.map(state.hasSection) ?? true)
  }
}

extension Commit {
  /// What the commit removed, and neither transferred to another collection nor inserted again, in the order of its edits; a
  /// section comes before the items that were removed with it. Empty if the contents were not kept.
  var removed: [RemovedEdit] {
    guard !leavesOutRemoved else { return [] }
    let transferred = Set(transfers.map(\.edit))
    // What is inserted after the edit, items and sections by themselves.
    var (sectionsAfter, itemsAfter) = (Set<Element>(), Set<Element>())
    var removed: [RemovedEdit] = []
    func append(
      _ element: Element,
      isSection: Bool = false,
      with items: [Element] = [],
      in section: Element? = nil
    ) {
      guard !(isSection ? sectionsAfter : itemsAfter).contains(element) else { return }
      removed.append(
        RemovedEdit(
          element: element,
          isSection: isSection,
          items: items,
          section: section,
          version: version,
          time: time,
          author: author
        )
      )
    }
    for (index, edit) in edits.enumerated().reversed() {
      if case .attach(let element, _, let scope, _, .inserted) = edit {
        if scope == .sections { sectionsAfter.insert(element) } else { itemsAfter.insert(element) }
      }
      guard !transferred.contains(index),
        case .detach(let element, _, _, let items, let scope, _, .removal) = edit
      else { continue }
      if scope == .sections {
        for item in items.reversed() { append(item.element, in: element) }
        append(element, isSection: true, with: items.map(\.element))
      } else {
        append(element)
      }
    }
    return removed.reversed()
  }
}
