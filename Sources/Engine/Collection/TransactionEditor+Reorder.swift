import ArrangeModel
import Ordering

extension TransactionEditor {
  mutating func reorderItems(section id: Identifier, _ ids: [Identifier]) throws(ArrangeError) -> [Named] {
    guard let section = state.index(ofSection: id) else {
      throw ArrangeError(.notFound, "there is no section \"\(id)\"", field: "section")
    }
    return try reorder(ids, in: .items(section: section))
  }

  /// Puts elements of one list into the given order, on the places that they hold together.
  ///
  /// Of the stretch from the first of these places to the last one the longest run that is already in order
  /// stays (longest increasing subsequence, by patience sorting: Fredman, On computing the length of longest
  /// increasing subsequences, 1975); all others are moved. So as few keys as possible are written.
  /// O(m log m) for a stretch of m.
  mutating func reorder(_ ids: [Identifier], in scope: Scope) throws(ArrangeError) -> [Named] {
    let kind: Kind = scope == .sections ? .section : .item
    let slots = try locateOrdered(ids, kind)
    for (index, slot) in slots.enumerated() where slot.scope != scope {
      throw ArrangeError(
        .invalidArgument,
        "item \"\(ids[index])\" is in another section",
        field: "items[\(index)]"
      )
    }
    let elements = slots.map { state.entry(in: $0.scope, at: $0.index).element }
    let named: [Named] = elements.map { Named($0, kind) }
    let places = slots.map(\.index).sorted()
    guard let first = places.first, let last = places.last else { return named }

    /// For each place of the stretch, the place from where its element comes.
    var sources = Array(first...last)
    for (place, slot) in zip(places, slots) { sources[place - first] = slot.index }
    let stays = Reordering.longestIncreasing(sources)
    let movers = sources.indices.filter { !stays[$0] }
    guard !movers.isEmpty else { return named }
    if strategy.keyForm == .rank {
      rekeyed += sources.indices.count { stays[$0] && sources[$0] != first + $0 }
    }

    let lifted = lift(movers.map { Slot(scope: scope, index: sources[$0]) })
    // Movers that end up side by side share one gap. Everything to the left is already in place.
    var start = 0
    while start < movers.count {
      var end = start + 1
      while end < movers.count, movers[end] == movers[end - 1] + 1 { end += 1 }
      try drop(Array(lifted[start..<end]), in: scope, gap: first + movers[start])
      start = end
    }
    return named
  }

  private func locateOrdered(_ ids: [Identifier], _ kind: Kind) throws(ArrangeError) -> [Slot] {
    do {
      return try locateAll(ids.map { ElementReference($0) }, kind)
    } catch {
      // Here the elements are named by a plain list of ids, which have no fields.
      var error = error
      error.field = error.field.map { $0.hasSuffix(".id") ? String($0.dropLast(3)) : $0 }
      throw error
    }
  }
}

/// What a reordering has to leave in place.
enum Reordering {
  /// Marks the elements of a longest strictly increasing subsequence. O(n log n).
  static func longestIncreasing(_ values: [Int]) -> [Bool] {
    /// For each length the index of the smallest value that ends an increasing run of it.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for index in values.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if values[ends[middle]] < values[index] { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var isKept = [Bool](repeating: false, count: values.count)
    var index = ends.last ?? -1
    while index >= 0 {
      isKept[index] = true
      index = previous[index]
    }
    return isKept
  }
}
