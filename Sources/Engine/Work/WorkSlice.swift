/// The amount of long work that is done before others have their turn.
///
/// It is counted in steps, not time, so that the same work always has the same slices. A step is about 100
/// ns: a comparison of two items, or a condition of a filter.
package struct WorkSlice: Sendable {
  /// The steps of a slice: about 1 to 2 ms.
  package static let steps = 10_000
  /// The steps of an edit of a transaction, and of a named element.
  package static let stepsOfEdit = 30
  /// The number of steps for an entry of an overlay that is replayed.
  package static let stepsOfEntry = 40

  private var left: Int

  package init(steps: Int = WorkSlice.steps) { left = steps }

  /// Whether it is the turn of others.
  package var isOver: Bool { left <= 0 }

  /// Counts completed steps.
  @inline(__always)
  package mutating func count(_ steps: Int) { left &-= steps }
}
