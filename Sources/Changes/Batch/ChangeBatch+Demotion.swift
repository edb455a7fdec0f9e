import ArrangeModel

extension ChangeBatch {
  /// The equivalent batch of the profile `uikit`.
  ///
  /// A section that moves becomes a delete and an insert if its index stays the same or its items are
  /// inserted, deleted or moved; a section whose items only change their fields still moves. An item that
  /// moves to its own path also becomes a delete and an insert. All of these are
  /// ``InsertSource/kept(from:)``: no content is sent twice, and the receiver can identify the elements.
  ///
  /// One pass is enough: an item that moved between a demoted section and another one is a change of the
  /// other one either way.
  ///
  /// - Parameter oldItemCount: the number of items of a section of OLD, by index. Called for demoted sections
  ///   only.
  public func demoted(oldItemCount: (Int) -> Int) -> ChangeBatch {
    guard profile == .exact else { return self }
    var result = self
    result.profile = .uikit
    result.leaveOutUnmoved()
    let demoted = demotedSections
    if demoted.isEmpty {
      result.demoteItemsAtSamePath()
    } else {
      result.demote(demoted, oldItemCount: oldItemCount)
    }
    return result
  }

  /// The sections that can't move in the profile `uikit`, ascending by NEW index.
  var demotedSections: [Move<Int>] {
    guard !sections.moves.isEmpty else { return [] }
    let sources = items.moves.map(\.from).sorted()
    return sections.moves.filter { move in
      move.from == move.to
        || !items.deletes[...].inSection(move.from).isEmpty
        || !sources[...].inSection(move.from).isEmpty
        || items.inserts.search(move.to, by: \.at.section) != nil
        || items.moves.search(move.to, by: \.to.section) != nil
    }
  }

  private mutating func demoteItemsAtSamePath() {
    guard items.moves.contains(where: { $0.from == $0.to }) else { return }
    for move in items.moves where move.from == move.to {
      items.deletes.append(move.from)
      items.inserts.append(ItemInsert(at: move.to, source: .kept(from: move.from)))
    }
    items.moves.removeAll { $0.from == $0.to }
    items.deletes.sort()
    items.inserts.sort { $0.at < $1.at }
  }

  private mutating func demote(_ demoted: [Move<Int>], oldItemCount: (Int) -> Int) {
    let goneSections = demoted.map(\.from).sorted()
    // Items that move into a demoted section, and items that move out of one.
    var arrivals = items.inserts.filter { demoted.search($0.at.section, by: \.to) != nil }
    var vacated = items.deletes.filter { goneSections.hasSorted($0.section) }
    items.inserts.removeAll { demoted.search($0.at.section, by: \.to) != nil }
    items.deletes.removeAll { goneSections.hasSorted($0.section) }
    var moves: [Move<ListPath>] = []
    for move in items.moves {
      let leaves = goneSections.hasSorted(move.from.section)
      let comes = demoted.search(move.to.section, by: \.to) != nil
      if !leaves, !comes {
        moves.append(move)
        continue
      }
      let insert = ItemInsert(at: move.to, source: .kept(from: move.from))
      if leaves { vacated.append(move.from) } else { items.deletes.append(move.from) }
      if comes { arrivals.append(insert) } else { items.inserts.append(insert) }
    }
    items.moves = moves
    items.deletes.sort()
    items.inserts.sort { $0.at < $1.at }
    demoteItemsAtSamePath()

    vacated.sort()
    arrivals.sort { $0.at < $1.at }
    for section in demoted {
      let runs = [ItemRun](
        filling: vacated[...].inSection(section.from).map(\.item),
        ofSection: section.from,
        count: oldItemCount(section.from),
        with: arrivals[
          arrivals.lowerBound(
            of: section.to,
            by: \.at.section
          )..<arrivals.lowerBound(of: section.to + 1, by: \.at.section)
        ]
      )
      sections.inserts.append(SectionInsert(at: section.to, source: .kept(from: section.from), items: runs))
    }
    sections.deletes = (sections.deletes + goneSections).sorted()
    sections.inserts.sort { $0.at < $1.at }
    sections.moves.removeAll { demoted.search($0.to, by: \.to) != nil }
  }
}

extension [ItemRun] {
  /// The items of a section of OLD without the vacated ones, with others inserted at their places.
  fileprivate init(
    filling vacated: [Int],
    ofSection section: Int,
    count: Int,
    with arrivals: ArraySlice<ItemInsert>
  ) {
    self = []
    var next = 0  // in OLD
    var length = 0  // of the items added so far
    var vacated = vacated[...]

    /// Adds unmoved items until the section has the given length.
    func fill(_ runs: inout [ItemRun], upTo end: Int?) {
      while next < count, end.map({ length < $0 }) ?? true {
        while let first = vacated.first, first == next {
          vacated = vacated.dropFirst()
          next += 1
        }
        let stop = vacated.first ?? count
        let step = Swift.min(stop - next, end.map { $0 - length } ?? .max)
        guard step > 0 else { continue }
        runs.append(keptFrom: ListPath(section: section, item: next), count: step)
        next += step
        length += step
      }
    }
    for arrival in arrivals {
      fill(&self, upTo: arrival.at.item)
      switch arrival.source {
      case .kept(let path): append(keptFrom: path)
      case .new(let item): append(new: item)
      }
      length += 1
    }
    fill(&self, upTo: nil)
  }
}
