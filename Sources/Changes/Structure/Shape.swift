public import ArrangeModel
import Ordering

/// A batch of the profile `exact` without contents, computed from a ``Correspondence``.
@usableFromInline
struct Shape {
  @usableFromInline var sections = Lists<Int>()
  @usableFromInline var items = Lists<ListPath>()
  /// The items of inserted sections, ascending.
  @usableFromInline var rows: [Arrival<ListPath>] = []

  /// An element that arrives at a position of NEW, and its source; nil if it is new.
  @usableFromInline
  struct Arrival<Place: Hashable & Comparable & Sendable>: Equatable {
    @usableFromInline var at: Place
    @usableFromInline var from: Place?

    init(at place: Place, from origin: Place?) {
      at = place
      from = origin
    }
  }

  @usableFromInline
  struct Lists<Place: Hashable & Comparable & Sendable>: Equatable {
    @usableFromInline var deletes: [Place] = []
    @usableFromInline var inserts: [Arrival<Place>] = []
    @usableFromInline var moves: [Move<Place>] = []
    @usableFromInline var unmoved: [Move<Place>] = []
  }

  /// The number of changes without updates.
  @usableFromInline var count: Int {
    sections.deletes.count + sections.inserts.count + sections.moves.count
      + items.deletes.count + items.inserts.count + items.moves.count
  }

  /// Makes all lists.
  ///
  /// A touched element that is in both lists, and, for an item, in the same section of both, can stay unmoved
  /// if it has the same number of untouched elements before it in OLD and NEW. As many of those as possible
  /// do: in each section a longest increasing subsequence. O(k log k).
  init(_ correspondence: consuming Correspondence) {
    correspondence.sections.sort()
    correspondence.items.sort()
    makeSections(correspondence.sections)
    makeItems(correspondence.items, gone: correspondence.sections.gone, new: correspondence.sections.new)
  }

  private mutating func makeSections(_ touched: Pairing<Int>) {
    sections.deletes = touched.gone
    sections.inserts = touched.new.map { Arrival(at: $0, from: nil) }
    let pairs = touched.pairs
    guard !pairs.isEmpty else { return }
    let old = merge(touched.gone, pairs.map { $0.from }, by: <)
    let new = merge(touched.new, pairs.map { $0.to }.sorted(), by: <)
    let candidates = pairs.indices.filter { index in
      let pair = pairs[index]
      return pair.from - old.lowerBound(of: pair.from) == pair.to - new.lowerBound(of: pair.to)
    }
    var stays = Array(repeating: false, count: pairs.count)
    for place in longestIncreasingSubsequence(of: candidates.map { pairs[$0].to }) {
      stays[candidates[place]] = true
    }
    for (pair, stays) in zip(pairs, stays) {
      if stays { sections.unmoved.append(pair) } else { sections.moves.append(pair) }
    }
    // Unmoved ones keep their order.
    sections.moves.sort { $0.to < $1.to }
  }

  private mutating func makeItems(_ touched: Pairing<ListPath>, gone: [Int], new: [Int]) {
    func isGone(_ section: Int) -> Bool { !gone.isEmpty && gone.hasSorted(section) }
    func isNew(_ section: Int) -> Bool { !new.isEmpty && new.hasSorted(section) }

    var arrivals: [Arrival<ListPath>] = []
    for path in touched.new {
      if isNew(path.section) {
        rows.append(Arrival(at: path, from: nil))
      } else {
        arrivals.append(Arrival(at: path, from: nil))
      }
    }
    items.deletes = gone.isEmpty ? touched.gone : touched.gone.filter { !isGone($0.section) }
    arrivals.reserveCapacity(touched.new.count)
    var staying: [Move<ListPath>] = []
    staying.reserveCapacity(touched.pairs.count)
    var needsSorting = false
    for pair in touched.pairs {
      switch (isGone(pair.from.section), isNew(pair.to.section)) {
      case (false, false): staying.append(pair)
      case (true, false): arrivals.append(Arrival(at: pair.to, from: pair.from))
      case (true, true): rows.append(Arrival(at: pair.to, from: pair.from))
      case (false, true):
        rows.append(Arrival(at: pair.to, from: pair.from))
        items.deletes.append(pair.from)
        needsSorting = true
      }
    }
    if needsSorting { items.deletes.sort() }
    rows.sort { $0.at < $1.at }
    arrivals.sort { $0.at < $1.at }
    items.inserts = arrivals
    if !staying.isEmpty { chooseItems(staying) }
  }

  /// Divides the items of sections in both lists into those that move and those that need not.
  private mutating func chooseItems(_ pairs: [Move<ListPath>]) {
    var before = UntouchedCount(items.deletes)
    let untouched = pairs.map { before.next($0.from) }
    // By position in NEW; with the rank for those that can stay in their section.
    let order = pairs.indices.map { (index: $0, to: pairs[$0].to) }.sorted { $0.to < $1.to }.map { $0.index }
    var ranks: [Int?] = Array(repeating: nil, count: pairs.count)
    before = UntouchedCount(items.inserts.map { $0.at })
    for (rank, index) in order.enumerated() where before.next(pairs[index].to) == untouched[index] {
      ranks[index] = rank
    }
    let map = sectionMap
    var stays = Array(repeating: false, count: pairs.count)
    var start = 0
    while start < pairs.count {
      let section = pairs[start].from.section
      var end = start + 1
      while end < pairs.count, pairs[end].from.section == section { end += 1 }
      let target = map.forward(section: section)
      var candidates: [Int] = []
      var numbers: [Int] = []
      candidates.reserveCapacity(end - start)
      numbers.reserveCapacity(end - start)
      for index in start..<end where pairs[index].to.section == target {
        guard let rank = ranks[index] else { continue }
        candidates.append(index)
        numbers.append(rank)
      }
      for place in longestIncreasingSubsequence(of: numbers) { stays[candidates[place]] = true }
      start = end
    }
    let unmoved = stays.count(where: \.self)
    items.unmoved.reserveCapacity(unmoved)
    items.moves.reserveCapacity(pairs.count - unmoved)
    for index in order {
      if stays[index] { items.unmoved.append(pairs[index]) } else { items.moves.append(pairs[index]) }
    }
  }

  /// The mapping of section indices.
  var sectionMap: ItemMap {
    ItemMap(
      sections: SectionMap(
        vacated: merge(sections.deletes, sections.moves.map { $0.from }.sorted(), by: <),
        taken: merge(sections.inserts.map { $0.at }, sections.moves.map { $0.to }, by: <)
      ),
      movedByOld: sections.moves.sorted { $0.from < $1.from },
      movedByNew: sections.moves,
      vacated: SectionedPaths([]),
      taken: SectionedPaths([])
    )
  }
}

/// Counts the untouched items before each of the pairs of one list, in its section. Must be asked in
/// ascending order.
private struct UntouchedCount {
  /// The touched items other than the pairs, ascending, and how many of them were passed.
  private let others: [ListPath]
  private var passed = 0
  /// The number of pairs that were asked for.
  private var pairs = 0
  private var section = -1
  /// The number of touched items before the section.
  private var start = 0

  init(_ others: [ListPath]) { self.others = others }

  mutating func next(_ path: ListPath) -> Int {
    if path.section != section {
      section = path.section
      while passed < others.count, others[passed].section < section { passed += 1 }
      start = passed + pairs
    }
    while passed < others.count, others[passed] < path { passed += 1 }
    defer { pairs += 1 }
    return path.item - (passed + pairs - start)
  }
}
