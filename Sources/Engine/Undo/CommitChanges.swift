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
    /// Its path before; for a section the item part is 0, and of an item of an outline it is the index among its siblings. Nil if
    /// the commit inserted it.
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
    let (placed, written) = (CommitChanges.placed(by: edits), commit.contents)
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

  /// The changes of a commit to an outline: the items in the order in which they were shown before, and then those that the
  /// commit inserted as they were shown afterwards. O(k (depth + log n)) for k edits.
  init(of commit: UndoLog.Noted, in log: UndoLog, _ versions: OutlineBeforeAndAfter) {
    let (before, after) = (versions.before, versions.after)
    let edits = log.edits.edits(after: commit.version - 1, through: commit.version)
    let (placed, written) = (CommitChanges.placed(by: edits), commit.contents)
    var seen = Set<ElementKey>()
    var positions: [Element: [Int]] = [:]
    for edit in edits where edit.kind != .parent {
      let key = ElementKey(edit.elementKind, edit.element)
      guard seen.insert(key).inserted else { continue }
      let (old, new) = (key.slot(in: before), key.slot(in: after))
      guard old != nil || new != nil else { continue }
      let isTouched = new == nil || written[key] != nil
      let change = Change(
        kind: key.kind,
        element: edit.element,
        old: old.map {
          key.kind == .section
            ? ListPath(section: $0.index, item: 0) : $0.scope.siblingPath(at: $0.index, in: before)
        },
        stays: new != nil,
        isPlaced: placed.contains(key),
        before: isTouched ? old.map { before.entry(in: $0.scope, at: $0.index).element } : nil,
        after: written[key]
      )
      guard key.kind == .item else {
        sections.append(change)
        continue
      }
      positions[edit.element] = old?.rowPosition(in: before) ?? new?.rowPosition(in: after)
      items.append(change)
    }
    sections.sort { CommitChanges.precedes($0, $1) }
    items.sort { a, b in
      guard a.isInserted == b.isInserted else { return b.isInserted }
      return positions[a.element, default: []].lexicographicallyPrecedes(positions[b.element, default: []])
    }
  }

  /// What a commit inserted and moved.
  private static func placed(by edits: [LoggedEdit]) -> Set<ElementKey> {
    var placed = Set<ElementKey>()
    for edit in edits {
      switch edit.kind {
      case .itemInserted, .itemAttached, .childInserted, .childAttached:
        placed.insert(ElementKey(.item, edit.element))
      case .sectionInserted, .sectionAttached: placed.insert(ElementKey(.section, edit.element))
      default: break
      }
    }
    return placed
  }

  /// The order of the places before, those without one last.
  private static func precedes(_ a: Change, _ b: Change) -> Bool {
    guard let first = a.old else { return false }
    return b.old.map { first < $0 } ?? true
  }
}

extension UndoLog.Noted {
  /// What the commit wrote, by element.
  fileprivate var contents: [ElementKey: Element] {
    var contents: [ElementKey: Element] = [:]
    for next in written { contents[ElementKey(next.kind, next.element)] = next.element }
    return contents
  }
}

/// An outline before a commit, and the version that the commit made.
struct OutlineBeforeAndAfter {
  let before: CollectionState
  let after: CollectionState
}
