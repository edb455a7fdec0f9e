import ArrangeModel
import Ordering

/// `Element` where a sequence has elements of another kind.
private typealias ListElement = Element

/// The edits of a commit in logged form.
struct LoggedEdits: Sequence, IteratorProtocol {
  private var edits: ArraySlice<Edit>
  private var moved = 0
  /// The remaining items of a removed section, and then the section.
  private var removed: (items: ArraySlice<ItemEntry>, section: LoggedEdit)?
  /// The remaining elements of a reordering that stay where they are, with the index of the first.
  private var stays: (elements: ArraySlice<ListElement>, scope: Scope, index: Int)?
  /// The number of edits so far, and how many there were before that of the parent of each branch.
  private var count = 0
  private var parents: [BranchNumber: Int] = [:]

  init(_ edits: [Edit]) { self.edits = edits[...] }

  mutating func next() -> LoggedEdit? {
    guard let edit = nextEdit() else { return nil }
    count += 1
    return edit
  }

  private mutating func nextEdit() -> LoggedEdit? {
    if let item = removed?.items.popFirst() { return LoggedEdit(.itemOfRemovedSection, item.element) }
    if let section = removed?.section {
      removed = nil
      return section
    }
    if var stay = stays, let element = stay.elements.popFirst() {
      defer { stays = stay }
      stay.index += 1
      return logged(.sectionStayed, .itemStayed, element, stay.scope, stay.index - 1)
    }
    while let edit = edits.popFirst() {
      switch edit {
      case .stay(let elements, let scope, let index):
        stays = (elements[...], scope, index)
        return nextEdit()
      case .rekey: continue
      case .branch(let number, let owner):
        parents[number] = count
        return LoggedEdit(.parent, owner)
      case .detach(let element, _, _, let items, .sections, let index, .removal):
        removed = (items[...], LoggedEdit(.sectionRemoved, element, section: items.count, index: index))
        return nextEdit()
      case .detach(let element, _, _, _, let scope, let index, .removal):
        return logged(.sectionRemoved, .itemRemoved, element, scope, index)
      case .detach(let element, _, _, _, let scope, let index, .move):
        defer { moved += 1 }
        return logged(.sectionDetached, .itemDetached, element, scope, index, number: moved)
      case .attach(let element, _, let scope, let index, .moved(let number)):
        return logged(.sectionAttached, .itemAttached, element, scope, index, number: number)
      case .attach(let element, _, let scope, let index, .inserted):
        return logged(.sectionInserted, .itemInserted, element, scope, index)
      case .update(let scope, let index, let before, _):
        return logged(.sectionUpdated, .itemUpdated, before, scope, index)
      }
    }
    return nil
  }

  private func logged(
    _ section: LoggedEdit.Kind,
    _ item: LoggedEdit.Kind,
    _ element: ListElement,
    _ scope: Scope,
    _ index: Int,
    number: Int = 0
  ) -> LoggedEdit {
    switch scope {
    case .sections: LoggedEdit(section, element, index: index, number: number)
    case .items(let own): LoggedEdit(item, element, section: own, index: index, number: number)
    case .children(let branch):
      LoggedEdit(item.ofChild, element, section: distance(of: branch), index: index, number: number)
    }
  }

  /// How many edits before the next one that of the parent of a branch is.
  private func distance(of branch: BranchNumber) -> Int {
    guard let parent = parents[branch] else {
      preconditionFailure("a commit names the branches that it edits")
    }
    return count - parent
  }
}

extension LoggedEdit.Kind {
  /// The kind of the same edit of an item that has a parent.
  fileprivate var ofChild: LoggedEdit.Kind {
    switch self {
    case .itemInserted: .childInserted
    case .itemRemoved: .childRemoved
    case .itemDetached: .childDetached
    case .itemAttached: .childAttached
    case .itemUpdated: .childUpdated
    case .itemStayed: .childStayed
    default: preconditionFailure("no section is in a branch")
    }
  }
}
