import ArrangeModel
import Ordering

/// Maps positions of elements that no list names between OLD and NEW: they keep their order and fill the
/// remaining positions.
struct SectionMap {
  /// OLD indices that are vacated, ascending.
  var vacated: [Int]
  /// NEW indices taken by inserted or moved elements, ascending.
  var taken: [Int]

  /// The NEW index of an unmoved element, by its index in OLD. O(log k).
  func forward(_ index: Int) -> Int {
    fill(index, from: vacated, vacated.indices, to: taken, taken.indices) { $0 }
  }

  /// The OLD index of an unmoved element, by its index in NEW. O(log k).
  func backward(_ index: Int) -> Int {
    fill(index, from: taken, taken.indices, to: vacated, vacated.indices) { $0 }
  }
}

/// The same for items.
struct ItemMap {
  var sections: SectionMap
  /// Sections that move, ascending by OLD and by NEW index.
  var movedByOld: [Move<Int>]
  var movedByNew: [Move<Int>]
  /// OLD paths that are vacated.
  var vacated: SectionedPaths
  /// NEW paths taken by inserted or moved items.
  var taken: SectionedPaths

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
    return ListPath(section: section, item: carry(path, from: vacated, to: taken, in: section))
  }

  /// The OLD path of an item that stayed in its section. O(log k).
  func backward(_ path: ListPath) -> ListPath {
    let section = backward(section: path.section)
    return ListPath(section: section, item: carry(path, from: taken, to: vacated, in: section))
  }

  private func carry(
    _ path: ListPath,
    from vacated: SectionedPaths,
    to taken: SectionedPaths,
    in section: Int
  ) -> Int {
    fill(
      path.item,
      from: vacated.paths,
      vacated.range(ofSection: path.section),
      to: taken.paths,
      taken.range(ofSection: section)
    ) { $0.item }
  }
}

/// Ascending paths, with an index by section; usually only a few sections have any.
struct SectionedPaths {
  let paths: [ListPath]
  /// The sections that have any, ascending.
  private var sections: [Int] = []
  /// The index of the first path of each of them.
  private var starts: [Int] = []

  init(_ paths: [ListPath]) {
    self.paths = paths
    for (index, path) in paths.enumerated() where sections.last != path.section {
      sections.append(path.section)
      starts.append(index)
    }
  }

  /// The indices of the paths of a section. O(log of the sections that have any).
  func range(ofSection section: Int) -> Range<Int> {
    let index = sections.lowerBound(of: section)
    guard index < sections.count, sections[index] == section else { return 0..<0 }
    return starts[index]..<(index + 1 < starts.count ? starts[index + 1] : paths.count)
  }
}

/// The position, among those not taken, of the element at a position among those not vacated. Only a range of
/// each array counts.
@inline(__always)
private func fill<Place: Comparable>(
  _ index: Int,
  from vacated: [Place],
  _ vacatedRange: Range<Int>,
  to taken: [Place],
  _ takenRange: Range<Int>,
  index indexOf: (Place) -> Int
) -> Int {
  let vacatedBefore =
    vacatedRange.partitioningIndex { indexOf(vacated[$0]) >= index } - vacatedRange.lowerBound
  let rank = index - vacatedBefore
  // The k-th taken position has (its index - k) free ones before it, a number that never decreases.
  let next = takenRange.partitioningIndex { indexOf(taken[$0]) - ($0 - takenRange.lowerBound) > rank }
  return rank + (next - takenRange.lowerBound)
}

extension ItemMap {
  init(_ sections: NamedPlaces<Int>, _ items: NamedPlaces<ListPath>) {
    self.init(
      sections: SectionMap(vacated: sections.vacated, taken: sections.taken),
      movedByOld: sections.movesByOld,
      movedByNew: sections.moves,
      vacated: SectionedPaths(items.vacated),
      taken: SectionedPaths(items.taken)
    )
  }
}

extension ChangeBatch {
  /// The mapping of positions that the batch does not name.
  var places: ItemMap { ItemMap(namedSections, namedItems) }
}
