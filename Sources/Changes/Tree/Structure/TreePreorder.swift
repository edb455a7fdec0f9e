/// Something to be put in the order in which an outline is shown.
struct TreeStop {
  var spot: Spot
  var kind: Kind
  /// The index of what it is, or the number of the list.
  var number: Int

  enum Kind: Int {
    case entry
    case other
    /// A list of siblings, whose stops follow those at the position of its owner.
    case list
  }
}

/// The stops of all lists that are reached from that of the sections, in the order in which the outline is shown.
///
/// O(k log k).
///
/// - Parameter listCount: how many lists have numbers.
func inPreorder(_ stops: [TreeStop], listCount: Int) -> [TreeStop] {
  let sorted = stops.sorted { ($0.spot, $0.kind.rawValue) < ($1.spot, $1.kind.rawValue) }
  var starts = [Int](repeating: sorted.count, count: listCount)
  for (index, stop) in sorted.enumerated().reversed() { starts[stop.spot.list] = index }
  var result: [TreeStop] = []
  result.reserveCapacity(sorted.count)
  var open = [(list: ListTable.root, next: starts[ListTable.root])]
  while let (list, next) = open.last {
    guard next < sorted.count, sorted[next].spot.list == list else {
      open.removeLast()
      continue
    }
    open[open.count - 1].next += 1
    result.append(sorted[next])
    if sorted[next].kind == .list { open.append((sorted[next].number, starts[sorted[next].number])) }
  }
  return result
}
