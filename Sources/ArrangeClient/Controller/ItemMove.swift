internal import ArrangeModel
internal import Changes

/// A move of items made by the user that is not part of the server's list yet.
struct ItemMove {
  let requestID: RequestID
  let ids: [Identifier]
  let destination: ItemDestination

  /// The version in the server's answer; nil while there is none.
  var answeredVersion: UInt64?

  /// How a view shows what was placed; nil before the answer, and for a collection.
  var arrival: Arrival?

  /// Whether a whole list came since it was sent, which does not say whether it has the move.
  var mayBeInList = false

  /// How a view, whose versions are its own, shows that it has what was placed.
  enum Arrival {
    /// By a batch that names the request. A whole list has it as well, and progress follows it.
    case named

    /// By any update: the batches of the view do not name requests.
    case unnamed
  }

  /// The effect of the move on a list, by the server's rules; empty if all items are in place.
  ///
  /// - Parameters:
  ///   - list: the list.
  ///   - path: returns the path of an item in the list.
  /// - Throws: the error with which the server would refuse the move.
  func places(
    in list: SectionedList,
    path: (Identifier) -> ListPath?
  ) throws(ArrangeError) -> [Move<ListPath>] {
    var sources: [ListPath] = []
    sources.reserveCapacity(ids.count)
    for id in ids {
      guard let source = path(id) else { throw ArrangeError(.notFound, "there is no item \"\(id)\"") }
      sources.append(source)
    }
    guard Set(sources).count == sources.count else {
      throw ArrangeError(.invalidArgument, "an item is named twice")
    }
    guard let first = sources.first else { return [] }
    let section = try section(in: list, first: first, path: path)
    let gap = try gap(in: section, of: list, leaving: sources, path: path)
    let moves = sources.enumerated().map {
      Move(from: $1, to: ListPath(section: section, item: gap + $0))
    }
    return moves.allSatisfy { $0.from == $0.to } ? [] : moves
  }

  private func section(
    in list: SectionedList,
    first: ListPath,
    path: (Identifier) -> ListPath?
  ) throws(ArrangeError) -> Int {
    if let id = destination.section {
      guard let section = list.sections.firstIndex(where: { $0.element.id == id }) else {
        throw ArrangeError(.notFound, "there is no section \"\(id)\"")
      }
      return section
    }
    if let anchor = destination.placement.anchor, let place = path(anchor) { return place.section }
    return first.section
  }

  /// The index of the first moved item in the section that the items go to.
  private func gap(
    in section: Int,
    of list: SectionedList,
    leaving: [ListPath],
    path: (Identifier) -> ListPath?
  ) throws(ArrangeError) -> Int {
    func without(_ gap: Int) -> Int {
      gap - leaving.count { $0.section == section && $0.item < gap }
    }
    let count = list.sections[section].items.count
    func anchored(_ anchor: Identifier, offset: Int) throws(ArrangeError) -> Int {
      if let place = path(anchor), place.section == section { return without(place.item + offset) }
      switch destination.anchorPolicy {
      case .first: return 0
      case .last: return without(count)
      case .fail: throw ArrangeError(.notFound, "the anchor \"\(anchor)\" is not there")
      }
    }
    switch destination.placement {
    case .first: return 0
    case .last: return without(count)
    case .before(let anchor): return try anchored(anchor, offset: 0)
    case .after(let anchor): return try anchored(anchor, offset: 1)
    case .at(let index):
      guard (0...without(count)).contains(index) else {
        throw ArrangeError(.outOfRange, "index \(index) is outside the section")
      }
      return index
    }
  }
}

extension Placement {
  /// The anchor of a placement; nil if there is none.
  fileprivate var anchor: Identifier? {
    switch self {
    case .before(let id), .after(let id): id
    case .first, .last, .at: nil
    }
  }
}
