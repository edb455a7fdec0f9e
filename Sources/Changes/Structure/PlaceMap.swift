import ArrangeModel

/// How places of elements that no list names go over from OLD to NEW: they keep their order and fill the places
/// that are left.
struct SectionMap {
  /// OLD indices that are vacated, ascending.
  var vacated: [Int]
  /// NEW indices that are taken by what comes, ascending.
  var taken: [Int]

  /// The NEW index of the element that stays and was at an index. O(log k).
  func forward(_ index: Int) -> Int { fill(index, from: vacated[...], to: taken[...]) { $0 } }

  /// The OLD index of the element that stayed and is at an index. O(log k).
  func backward(_ index: Int) -> Int { fill(index, from: taken[...], to: vacated[...]) { $0 } }
}

/// The same for items.
struct ItemMap {
  var sections: SectionMap
  /// Sections that move, ascending by OLD and by NEW index.
  var movedByOld: [Move<Int>]
  var movedByNew: [Move<Int>]
  /// OLD paths that are vacated, ascending.
  var vacated: [ListPath]
  /// NEW paths that are taken by what comes, ascending.
  var taken: [ListPath]

  /// The NEW index of a section that is in both lists.
  func forward(section: Int) -> Int {
    movedByOld.isEmpty
      ? sections.forward(section)
      : movedByOld.search(section) { $0.from }?.to ?? sections.forward(section)
  }

  /// The OLD index of a section that is in both lists.
  func backward(section: Int) -> Int {
    movedByNew.isEmpty
      ? sections.backward(section)
      : movedByNew.search(section) { $0.to }?.from ?? sections.backward(section)
  }

  /// The NEW path of an item that stays in its section. O(log k).
  func forward(_ path: ListPath) -> ListPath {
    let section = forward(section: path.section)
    return ListPath(
      section: section,
      item: fill(path.item, from: vacated.inSection(path.section), to: taken.inSection(section)) { $0.item }
    )
  }

  /// The OLD path of an item that stayed in its section. O(log k).
  func backward(_ path: ListPath) -> ListPath {
    let section = backward(section: path.section)
    return ListPath(
      section: section,
      item: fill(path.item, from: taken.inSection(path.section), to: vacated.inSection(section)) { $0.item }
    )
  }
}

/// The place, among those that are not taken, of the element that stands at a place among those that are not
/// vacated.
@inline(__always)
private func fill<Place: Comparable>(
  _ index: Int,
  from vacated: ArraySlice<Place>,
  to taken: ArraySlice<Place>,
  index indexOf: (Place) -> Int
) -> Int {
  let rank = index - (vacated.lowerBound(of: index, by: indexOf) - vacated.startIndex)
  // The k-th taken place has (its index - k) free ones before it, which never gets less.
  var low = taken.startIndex
  var high = taken.endIndex
  while low < high {
    let middle = (low + high) / 2
    if indexOf(taken[middle]) - (middle - taken.startIndex) <= rank {
      low = middle + 1
    } else {
      high = middle
    }
  }
  return rank + (low - taken.startIndex)
}

extension ChangeBatch {
  /// How what the batch does not name goes over.
  var places: ItemMap {
    ItemMap(
      sections: SectionMap(
        vacated: (sections.deletes + sections.moves.map(\.from)).sorted(),
        taken: (sections.inserts.map(\.at) + sections.moves.map(\.to)).sorted()
      ),
      movedByOld: sections.moves.sorted { $0.from < $1.from },
      movedByNew: sections.moves,
      vacated: (items.deletes + items.moves.map(\.from)).sorted(),
      taken: (items.inserts.map(\.at) + items.moves.map(\.to)).sorted()
    )
  }
}
