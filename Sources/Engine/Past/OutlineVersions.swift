import ArrangeModel
import Changes

/// Two versions of an outline, either of which can be the newer one, in which everything is looked up.
struct OutlineVersions: TreeVersionPair {
  /// A section or an item at any version.
  enum Node: Hashable, Sendable {
    case section(Element)
    case item(Element)

    var element: Element {
      switch self {
      case .section(let element), .item(let element): element
      }
    }
  }

  let old: ListAtVersion
  let new: ListAtVersion

  init(from old: CollectionState, to new: CollectionState) {
    self.old = ListAtVersion(state: old, hasKeys: false)
    self.new = ListAtVersion(state: new, hasKeys: false)
  }

  var before: ListSize { old.size }
  var after: ListSize { new.size }

  func oldPlace(of node: Node) -> NodePlace<Node>? { old.place(of: node) }
  func newPlace(of node: Node) -> NodePlace<Node>? { new.place(of: node) }
  func id(of node: Node) -> Identifier { node.element.id }

  func oldCount(below node: Node?) -> Int { old.childCount(of: node) }
  func newCount(below node: Node?) -> Int { new.childCount(of: node) }

  func snapshot(of node: Node) -> ElementSnapshot {
    switch node {
    case .section(let section):
      guard let index = new.state.index(of: section) else { break }
      return new.snapshot(ofSection: index)
    case .item(let item):
      guard let slot = new.state.slot(of: item) else { break }
      return new.snapshot(new.state.item(at: slot), rank: slot.index)
    }
    preconditionFailure("what is asked for is in the newer version")
  }

  func hasSameContent(_ node: Node) -> Bool {
    guard let before = old.element(of: node), let after = new.element(of: node) else {
      return true
    }
    return before.hasSameFields(as: after)
  }

  func oldContent(of node: Node) -> FieldsFingerprint {
    FieldsFingerprint(old.element(of: node)?.fields ?? Fields())
  }
}

extension ListAtVersion {
  fileprivate var size: ListSize { ListSize(sections: sectionCount, items: itemCount) }

  /// O(log n + depth).
  fileprivate func place(of node: OutlineVersions.Node) -> NodePlace<OutlineVersions.Node>? {
    switch node {
    case .section(let section): state.index(of: section).map { NodePlace(below: nil, at: $0) }
    case .item(let item):
      state.slot(of: item).map { slot in
        let parent = slot.scope.parent(in: state).map { OutlineVersions.Node.item($0) }
        return NodePlace(below: parent ?? .section(slot.scope.section(in: state)), at: slot.index)
      }
    }
  }

  /// The number of sections for nil. O(log n).
  fileprivate func childCount(of node: OutlineVersions.Node?) -> Int {
    switch node {
    case nil: sectionCount
    case .section(let section): state.index(of: section).map { state.itemCount(section: $0) } ?? 0
    case .item(let item): state.branches?.branch(of: item, hash: item.idHash)?.children.count ?? 0
    }
  }

  fileprivate func element(of node: OutlineVersions.Node) -> Element? {
    switch node {
    case .section(let section): state.index(of: section).map { state.section(at: $0).element }
    case .item(let item): state.slot(of: item).map { state.item(at: $0).element }
    }
  }
}

extension TouchedElements {
  /// All of them as those of an outline, in no particular order.
  var nodes: [Touched<OutlineVersions.Node>] {
    all.map { each in
      each.kind == .section
        ? Touched(.section, .section(each.element), each.touch)
        : Touched(.item, .item(each.element), each.touch)
    }
  }
}

extension TreeBatch {
  /// Where a position of OLD or NEW is in that state.
  func slot(of place: TreePlace, in state: CollectionState) -> ListSlot {
    switch place.list {
    case .section(let index): return ListSlot(scope: .items(section: index), index: place.index)
    case .branch(let owner):
      let item = state.slot(ofItem: owners[owner].id).map { state.item(at: $0) }
      guard let item, let number = state.branches?.number(of: item.element, hash: item.idHash) else {
        preconditionFailure("a batch names the children of what is there")
      }
      return ListSlot(scope: .children(number), index: place.index)
    }
  }
}
