import ArrangeModel
import Changes

/// What one commit did to each element, from the version before it to its own.
struct CommitChanges {
  typealias Kind = TransactionEditor.Kind

  /// What it did to one element.
  struct Change {
    var kind: Kind
    /// The element at any version.
    var element: Element
    /// Its path before; for a section the item part is 0. Nil if the commit inserted it.
    var old: ListPath?
    /// Whether it is there afterwards.
    var stays: Bool
    /// Whether the commit placed it.
    var isPlaced: Bool
    /// The content before, if the commit changed or removed it.
    var before: Element?
    /// The content afterwards, if the commit changed or inserted it.
    var after: Element?

    var isInserted: Bool { old == nil }
    var isRemoved: Bool { !stays }
    var isMoved: Bool { old != nil && stays && isPlaced }
    var key: ElementKey { ElementKey(kind, element) }

    /// The names of the fields that the commit changed, of an element that was there before and is there afterwards.
    var changedFields: [String] {
      guard !isInserted, stays, let before, let after, !before.hasSameFields(as: after) else { return [] }
      let (old, new) = (before.fields, after.fields)
      return old.map { $0.name }.filter { old[$0] != new[$0] }
        + new.map { $0.name }.filter { old[$0] == nil }
    }
  }

  /// Each in the order of their places before.
  private(set) var sections: [Change] = []
  private(set) var items: [Change] = []

  /// The changes of a commit that a log has. O(k √k) for k edits.
  init(of commit: UndoLog.Noted, in log: UndoLog) {
    let edits = log.edits.edits(after: commit.version - 1, through: commit.version)
    let trace = EditTrace(edits)
    var placed = Set<ElementKey>()
    for edit in edits {
      switch edit.kind {
      case .itemInserted, .itemAttached, .childInserted, .childAttached:
        placed.insert(ElementKey(.item, edit.element))
      case .sectionInserted, .sectionAttached: placed.insert(ElementKey(.section, edit.element))
      default: break
      }
    }
    var written: [ElementKey: Element] = [:]
    for next in commit.written { written[ElementKey(next.kind, next.element)] = next.element }
    func change(_ kind: Kind, _ element: Element, old: ListPath?, stays: Bool, before: Element?) -> Change? {
      guard old != nil || stays else { return nil }
      let key = ElementKey(kind, element)
      return Change(
        kind: kind,
        element: element,
        old: old,
        stays: stays,
        isPlaced: placed.contains(key),
        before: before,
        after: written[key]
      )
    }
    for section in trace.sections {
      guard let element = section.element else { continue }
      let old = section.old.map { ListPath(section: $0, item: 0) }
      let next = change(.section, element, old: old, stays: section.new != nil, before: section.before)
      if let next { sections.append(next) }
    }
    for item in trace.items {
      let old = trace.oldPath(of: item)
      let next = change(.item, item.element, old: old, stays: item.new != nil, before: item.before)
      if let next { items.append(next) }
    }
    sections.sort { CommitChanges.precedes($0, $1) }
    items.sort { CommitChanges.precedes($0, $1) }
  }

  /// The order of the places before, those without one last.
  private static func precedes(_ a: Change, _ b: Change) -> Bool {
    guard let first = a.old else { return false }
    return b.old.map { first < $0 } ?? true
  }
}

/// An element by its kind and its id.
struct ElementKey: Hashable {
  let kind: TransactionEditor.Kind
  let element: Element

  init(_ kind: TransactionEditor.Kind, _ element: Element) {
    self.kind = kind
    self.element = element
  }

  /// The place of the element in a state; nil if it is not there.
  func slot(in state: CollectionState) -> TransactionEditor.Slot? {
    switch kind {
    case .item: state.path(of: element).map { .init(scope: .items(section: $0.section), index: $0.item) }
    case .section: state.index(of: element).map { .init(scope: .sections, index: $0) }
    }
  }

  /// The element in a state, and the version that last placed it; nil if it is not there.
  func entry(in state: CollectionState) -> (element: Element, placed: UInt64)? {
    guard let slot = slot(in: state) else { return nil }
    let entry = state.entry(in: slot.scope, at: slot.index)
    return (entry.element, entry.placed)
  }
}
