import ArrangeModel
package import Ordering

extension CollectionState {
  /// The number of elements in a list.
  package func count(in scope: Scope) -> Int {
    switch scope {
    case .sections: sectionCount
    case .items(let section): itemCount(section: section)
    }
  }

  /// The element at an index of a list, its stored key, and the version that last placed it, which is 0 if unknown. O(log n).
  package func entry(in scope: Scope, at index: Int) -> (element: Element, key: OrderKey, placed: UInt64) {
    switch scope {
    case .sections:
      let section = section(at: index)
      return (section.element, section.key, section.placementVersion)
    case .items(let section):
      let item = item(at: ListPath(section: section, item: index))
      return (item.element, item.key, item.placementVersion)
    }
  }

  /// The stored key at an index of a list. O(log n).
  func storedKey(in scope: Scope, at index: Int) -> OrderKey {
    switch scope {
    case .sections: key(ofSection: index)
    case .items(let section): key(at: ListPath(section: section, item: index))
    }
  }

  /// The order key of the element at an index of a list: the stored one, or if none is stored the rank. O(log n).
  package func key(in scope: Scope, at index: Int) -> OrderKey {
    storedKey(in: scope, at: index).orRank(index)
  }

  /// Replaces the keys of elements of a list.
  package mutating func rekey(in scope: Scope, at start: Int, to keys: [OrderKey]) {
    switch scope {
    case .sections: rekeySections(at: start, to: keys)
    case .items(let section): rekeyItems(section: section, at: start, to: keys)
    }
  }

  /// Replaces the content of the element at an index, under the same id.
  package mutating func replace(in scope: Scope, at index: Int, with element: Element) {
    switch scope {
    case .sections: replaceSection(at: index, with: element)
    case .items(let section): replaceItem(at: ListPath(section: section, item: index), with: element)
    }
  }
}

extension OrderKey {
  /// The key of an element at a rank: this one, or, if it is empty because keys are ranks, the rank.
  func orRank(_ rank: Int) -> OrderKey { isEmpty ? OrderKey(rank: rank) : self }
}
