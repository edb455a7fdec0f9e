/// How much of long work is done in one go, before others have their turn.
///
/// It is counted in steps and not in time, so that the same work has the same slices whenever it is done. A step is about
/// 100 ns: a comparison of two items, or a condition of a filter.
package struct WorkSlice: Sendable {
  /// The steps of a slice: some 1 to 2 ms.
  package static let steps = 10_000
  /// How many steps an edit of a transaction takes, and an element that is named.
  package static let stepsOfEdit = 30

  private var left: Int

  package init(steps: Int = WorkSlice.steps) { left = steps }

  /// Whether others have their turn now.
  package var isOver: Bool { left <= 0 }

  /// Counts what was done.
  @inline(__always)
  package mutating func count(_ steps: Int) { left &-= steps }
}
