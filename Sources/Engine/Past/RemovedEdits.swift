import ArrangeModel

/// An element that a commit removed.
struct RemovedEdit: Sendable {
  let element: Element
  let isSection: Bool
  /// The items that were removed with a section, or with an item of an outline that they were below, and come back with it.
  fileprivate(set) var items: [Element]
  /// The section, or the item directly above, that an item was removed with; nil if it was removed by itself.
  let owner: Owner?
  let version: UInt64
  let time: Timestamp
  let author: Principal?

  /// A section or an item.
  enum Owner: Sendable, Hashable {
    case section(Element)
    case item(Element)

    fileprivate func exists(in state: CollectionState) -> Bool {
      switch self {
      case .section(let element): state.hasSection(element)
      case .item(let element): state.hasItem(element)
      }
    }
  }

  /// Whether a collection does not have the element any more, and has what it would come back with.
  func isMissing(in state: CollectionState) -> Bool {
    if isSection { return !state.hasSection(element) }
    return !state.hasItem(element) && (owner?.exists(in: state) ?? true)
  }
}

extension Commit {
  /// What the commit removed, and neither transferred to another collection nor inserted again, in the order of its edits; a
  /// section comes before the items that were removed with it, and in an outline what is below an item before that. Empty if the
  /// contents were not kept.
  var removed: [RemovedEdit] {
    guard !leavesOutRemoved else { return [] }
    let transferred = Set(transfers.map(\.edit))
    var parents: [BranchNumber: Element] = [:]
    for case .branch(let number, let owner) in edits { parents[number] = owner }
    // What is inserted after the edit, items and sections by themselves.
    var (sectionsAfter, itemsAfter) = (Set<Element>(), Set<Element>())
    var removed: [RemovedEdit] = []
    // If items have parents: where in the list what was found so far is.
    var places: [RemovedEdit.Owner: Int] = [:]
    func append(
      _ element: Element,
      isSection: Bool = false,
      with items: [Element] = [],
      by owner: RemovedEdit.Owner? = nil
    ) {
      guard !(isSection ? sectionsAfter : itemsAfter).contains(element) else { return }
      if !parents.isEmpty { places[isSection ? .section(element) : .item(element)] = removed.count }
      removed.append(
        RemovedEdit(
          element: element,
          isSection: isSection,
          items: items,
          owner: owner,
          version: version,
          time: time,
          author: author
        )
      )
    }
    func append(_ item: Element, below parent: Element) {
      let count = removed.count
      append(item, by: places[.item(parent)] == nil ? nil : .item(parent))
      guard removed.count > count else { return }
      var above = removed[count].owner
      while let owner = above, let place = places[owner] {
        removed[place].items.append(item)
        above = removed[place].owner
      }
    }
    for (index, edit) in edits.enumerated().reversed() {
      if case .attach(let element, _, let scope, _, .inserted) = edit {
        if scope == .sections { sectionsAfter.insert(element) } else { itemsAfter.insert(element) }
      }
      guard !transferred.contains(index),
        case .detach(let element, _, _, let items, let scope, _, .removal) = edit
      else { continue }
      if scope == .sections {
        for item in items.reversed() { append(item.element, by: .section(element)) }
        append(element, isSection: true, with: items.map(\.element))
      } else if let parent = scope.branch.flatMap({ parents[$0] }) {
        append(element, below: parent)
      } else {
        append(element)
      }
    }
    return removed.reversed()
  }
}
