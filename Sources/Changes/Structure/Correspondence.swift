public import ArrangeModel

/// The touched elements as a partial bijection: which elements of OLD are deleted, which of NEW are new, and
/// which of OLD correspond to which of NEW. All lists of a batch follow from it.
@usableFromInline
struct Correspondence {
  @usableFromInline var sections = Pairing<Int>()
  /// Items. All items of new sections are among the new ones and the pairs. Those of deleted sections may be
  /// missing from the deleted ones.
  @usableFromInline var items = Pairing<ListPath>()

  @usableFromInline init() {}
}

/// Touched elements of one kind.
@usableFromInline
struct Pairing<Place: Hashable & Comparable & Sendable> {
  @usableFromInline var gone: [Place] = []
  @usableFromInline var new: [Place] = []
  @usableFromInline var pairs: [Move<Place>] = []

  @usableFromInline init() {}

  /// Sorts everything, pairs by their position in OLD.
  mutating func sort() {
    if !gone.isStrictlyAscending(by: { $0 }) { gone.sort() }
    if !new.isStrictlyAscending(by: { $0 }) { new.sort() }
    if !pairs.isStrictlyAscending(by: { $0.from }) { pairs.sort { $0.from < $1.from } }
  }

  /// Whether each position occurs once; everything must be sorted.
  var isBijection: Bool {
    let old = merge(gone, pairs.map { $0.from }, by: <)
    let new = merge(new, pairs.map { $0.to }.sorted(), by: <)
    return old.isStrictlyAscending { $0 } && new.isStrictlyAscending { $0 }
  }
}

extension ChangeBatch {
  /// The bijection from which the batch was made. Elements that a `uikit` batch shows as deleted and inserted
  /// are pairs here.
  var correspondence: Correspondence { correspondence(namedSections, namedItems) }

  /// The same, given the positions that the batch names.
  func correspondence(
    _ sectionPlaces: NamedPlaces<Int>,
    _ itemPlaces: NamedPlaces<ListPath>
  ) -> Correspondence {
    var result = Correspondence()
    result.sections.pairs = sectionPlaces.pairsByOld
    result.items.new.reserveCapacity(items.inserts.count)
    for insert in sections.inserts {
      switch insert.source {
      case .new: result.sections.new.append(insert.at)
      case .kept(let index): result.sections.pairs.append(Move(from: index, to: insert.at))
      }
    }
    result.sections.gone = sections.deletes
    result.sections.removeKeptFromGone()

    result.items.pairs = itemPlaces.pairsByOld
    for insert in items.inserts {
      switch insert.source {
      case .new: result.items.new.append(insert.at)
      case .kept(let path): result.items.pairs.append(Move(from: path, to: insert.at))
      }
    }
    forEachItemOfInsertedSections { path, source in
      switch source {
      case .new: result.items.new.append(path)
      case .kept(let from): result.items.pairs.append(Move(from: from, to: path))
      }
    }
    result.items.gone = items.deletes
    result.items.removeKeptFromGone()
    return result
  }

  /// Calls a closure with the items of inserted sections, in their order.
  func forEachItemOfInsertedSections(_ body: (ListPath, InsertSource<ListPath>) -> Void) {
    for insert in sections.inserts {
      var path = ListPath(section: insert.at, item: 0)
      for run in insert.items {
        switch run {
        case .kept(let start, let count):
          for offset in 0..<count {
            body(path, .kept(from: ListPath(section: start.section, item: start.item + offset)))
            path.item += 1
          }
        case .new(let items):
          for item in items {
            body(path, .new(item))
            path.item += 1
          }
        }
      }
    }
  }
}

extension Pairing {
  /// Removes the positions of pairs from the deleted ones, which are sorted, and sorts the rest.
  fileprivate mutating func removeKeptFromGone() {
    sort()
    guard !gone.isEmpty, !pairs.isEmpty else { return }
    gone.removeAll { place in pairs.search(place) { $0.from } != nil }
  }
}
