import ArrangeModel
import Ordering

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
