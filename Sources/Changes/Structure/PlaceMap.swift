import ArrangeModel
import Ordering

/// How places of elements that no list names go over from OLD to NEW: they keep their order and fill the places
/// that are left.
struct SectionMap {
  /// OLD indices that are vacated, ascending.
  var vacated: [Int]
  /// NEW indices that are taken by what comes, ascending.
  var taken: [Int]

  /// The NEW index of the element that stays and was at an index. O(log k).
  func forward(_ index: Int) -> Int {
    fill(index, from: vacated, vacated.indices, to: taken, taken.indices) { $0 }
  }

  /// The OLD index of the element that stayed and is at an index. O(log k).
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
  /// NEW paths that are taken by what comes.
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

/// Ascending paths, and where those of each section are among them: mostly they are of one or of a few.
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

/// The place, among those that are not taken, of the element that stands at a place among those that are not
/// vacated. Of both arrays only a range counts.
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
  // The k-th taken place has (its index - k) free ones before it, which never gets less.
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
  /// How what the batch does not name goes over.
  var places: ItemMap { ItemMap(namedSections, namedItems) }
}
