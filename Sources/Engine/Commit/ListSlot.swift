package import ArrangeModel

/// A list of a collection and an index in it.
package struct ListSlot: Sendable, Hashable {
  package var scope: Scope
  package var index: Int

  package init(scope: Scope, index: Int) {
    self.scope = scope
    self.index = index
  }

  /// The section of an item at the top, or the section itself.
  var section: Int { scope.path(at: index).section }
}

/// By sections; items that are children of others follow, in no particular order of the lists.
extension ListSlot: Comparable {
  package static func < (a: ListSlot, b: ListSlot) -> Bool {
    switch (a.scope, b.scope) {
    case (.children(let first), .children(let second)):
      first == second ? a.index < b.index : first < second
    case (.children, _): false
    case (_, .children): true
    default: a.scope.path(at: a.index) < b.scope.path(at: b.index)
    }
  }
}

/// A place of an item: the path of one at the top of a section, or a slot.
package protocol ItemPlace {
  var slot: ListSlot { get }
}

extension ListSlot: ItemPlace {
  package var slot: ListSlot { self }
}

extension ListPath: ItemPlace {
  package var slot: ListSlot { ListSlot(scope: .items(section: section), index: item) }
}

extension OrderTree where Entry: SectionTreeEntry {
  /// The place of an item at the top of a section, or in a branch; nil if there is none with this id. O(log n).
  func slot(ofItem id: ElementID, _ branches: BranchTable?, in directory: NodeDirectory) -> ListSlot? {
    directory.withChain(ofItem: id) { chain in
      if let path = path(ofItem: id, along: chain) { return path.slot }
      return branches?.index(ofChild: id, along: chain).map {
        ListSlot(scope: .children(chain.last), index: $0)
      }
    }
  }
}
