import ArrangeModel
import Ordering

extension TransactionEditor {
  mutating func reorderItems(section id: Identifier, _ ids: [Identifier]) throws(ArrangeError) -> [Named] {
    guard let section = state.index(ofSection: id) else {
      throw ArrangeError(.notFound, "there is no section \"\(id)\"", field: "section")
    }
    return try reorder(ids, in: .items(section: section))
  }

  /// Puts elements of one list into the given order, at the positions that they occupy together. Elements
  /// that are not named keep their positions and keys.
  ///
  /// Consecutive named elements form a run; an element that is not named ends it, and no element can pass it
  /// without getting another key. Among the elements that stay in their run, the longest subsequence that is
  /// already in order keeps its keys (longest increasing subsequence, by patience sorting: Fredman, On
  /// computing the length of longest increasing subsequences, 1975); all others are moved. So as few keys as
  /// possible are written. O(k log n) for k elements.
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
    let runs = Reordering.runs(of: places, from: slots.map(\.index))
    guard runs.contains(where: { !$0.movers.isEmpty }) else { return named }
    if strategy.keyForm == .rank {
      for run in runs {
        rekeyed += run.sources.indices.count { run.stays[$0] && run.sources[$0] != run.start + $0 }
      }
    }
    // The keys at the positions, for runs without enough room for others.
    let keys = strategy.keyForm == .rank ? [] : places.map { state.storedKey(in: scope, at: $0) }
    let moving = runs.flatMap { run in run.movers.map { Slot(scope: scope, index: run.sources[$0]) } }
    try chargeMoves(moving)
    let tellsStays =
      ids.count - moving.count <= max(Reordering.maximumStays, Reordering.staysOfMove * moving.count)
    if tellsStays { try charge(ids.reduce(0) { $0 + WriteCost.ofItem + $1.text.utf8.count }) }
    var lifted = lift(moving)[...]
    var first = 0
    for run in runs {
      let movers = Array(lifted.prefix(run.movers.count))
      lifted = lifted.dropFirst(movers.count)
      let own = keys.isEmpty ? [] : keys[first..<first + run.sources.count]
      try settle(run, movers, in: scope, places: Array(own))
      first += run.sources.count
    }
    if tellsStays { for run in runs { edits += run.unmoved(in: scope, of: state) } }
    return named
  }

  /// Moves the elements of a run to their positions. Everything to the left is already in place.
  ///
  /// - Parameter keys: the previous keys at the positions of the run; empty if keys are ranks.
  private mutating func settle(
    _ run: Reordering.Run,
    _ movers: [Lifted],
    in scope: Scope,
    places keys: [OrderKey]
  ) throws(ArrangeError) {
    var present = run.sources.count - movers.count
    var start = 0
    // Movers that end up next to each other share one gap.
    while start < movers.count {
      var end = start + 1
      while end < movers.count, run.movers[end] == run.movers[end - 1] + 1 { end += 1 }
      let group = Array(movers[start..<end])
      let gap = run.start + run.movers[start]
      let bounds = run.start..<run.start + present
      guard let assigned = try keysForReordering(group, in: scope, gap: gap, rekeyingOnly: bounds) else {
        return try takePlaces(run, movers[start...], from: start, present: present, in: scope, keys)
      }
      drop(group, keys: assigned, in: scope, gap: gap)
      present += group.count
      start = end
    }
  }

  /// Gives all elements of a run the previous keys of their positions: these always fit, and no element that
  /// was not named is rekeyed.
  ///
  /// - Parameters:
  ///   - movers: the elements that are not in place yet.
  ///   - start: the number of the first one among the movers of the run.
  ///   - present: the number of elements of the run that are in the list.
  private mutating func takePlaces(
    _ run: Reordering.Run,
    _ movers: ArraySlice<Lifted>,
    from start: Int,
    present: Int,
    in scope: Scope,
    _ keys: [OrderKey]
  ) throws(ArrangeError) {
    let missing = Set(run.movers[start...])
    let kept = keys.indices.filter { !missing.contains($0) }.map { keys[$0] }
    let before = ScopeKeys(state, scope).keys(in: run.start..<run.start + present)
    // Unchanged keys at both ends are not written.
    var low = 0
    while low < present, before[low] == kept[low] { low += 1 }
    var high = present
    while high > low, before[high - 1] == kept[high - 1] { high -= 1 }
    if low < high {
      try charge(kept[low..<high].reduce(0) { $0 + WriteCost.ofKey + $1.count })
      let (old, new) = (Array(before[low..<high]), Array(kept[low..<high]))
      state.rekey(in: scope, at: run.start + low, to: new)
      edits.append(.rekey(in: scope, at: run.start + low, before: old, after: new))
      rekeyed += new.count
    }
    for (number, mover) in zip(run.movers[start...], movers) {
      drop([mover], keys: [keys[number]], in: scope, gap: run.start + number)
    }
  }

  private func locateOrdered(_ ids: [Identifier], _ kind: Kind) throws(ArrangeError) -> [Slot] {
    do {
      return try locateAll(ids.map { ElementReference($0) }, kind)
    } catch {
      // A reordering names its elements by a plain list of ids, which have no fields.
      var error = error
      error.field = error.field.map { $0.hasSuffix(".id") ? String($0.dropLast(3)) : $0 }
      throw error
    }
  }
}

/// The elements that a reordering must not move.
enum Reordering {
  /// How many elements that stay are recorded in any case, and how many for each one that moves. Beyond that, what a
  /// later batch could save is not worth writing and tracing them all.
  static let maximumStays = 1_000
  static let staysOfMove = 16

  /// Consecutive named positions, with the elements that go there.
  struct Run {
    /// The first place.
    var start: Int
    /// For each position of the run, the position from which its element comes.
    var sources: [Int]
    /// Which of these elements are not moved.
    var stays: [Bool]
    /// The positions of the others, counted from the first.
    var movers: [Int]

    init(start: Int, sources: [Int]) {
      self.start = start
      self.sources = sources
      let own = start..<start + sources.count
      let inside = sources.indices.filter { own.contains(sources[$0]) }
      stays = [Bool](repeating: false, count: sources.count)
      for place in longestIncreasingSubsequence(of: inside.map { sources[$0] }) {
        stays[inside[place]] = true
      }
      movers = sources.indices.filter { [stays] in !stays[$0] }
    }

    /// The elements that were named and are not moved, as edits of the list after the reordering.
    func unmoved(in scope: Scope, of state: CollectionState) -> [Edit] {
      var edits: [Edit] = []
      var place = 0
      while let first = stays[place...].firstIndex(of: true) {
        place = stays[first...].firstIndex(of: false) ?? stays.count
        let elements = (first..<place).map { state.entry(in: scope, at: start + $0).element }
        edits.append(.stay(elements, in: scope, at: start + first))
      }
      return edits
    }
  }

  /// The runs of named places.
  ///
  /// - Parameters:
  ///   - places: the named places, ascending.
  ///   - sources: for each of them the position from which its element comes.
  static func runs(of places: [Int], from sources: [Int]) -> [Run] {
    var runs: [Run] = []
    var first = 0
    while first < places.count {
      var end = first + 1
      while end < places.count, places[end] == places[end - 1] + 1 { end += 1 }
      runs.append(Run(start: places[first], sources: Array(sources[first..<end])))
      first = end
    }
    return runs
  }
}
