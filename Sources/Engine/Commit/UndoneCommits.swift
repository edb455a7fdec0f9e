import ArrangeModel

/// The commits that a commit undoes: those of one step of a stack.
package struct UndoneCommits: Sendable, Hashable {
  /// Their versions, in ascending order; at least one. To make a step again, the commit that had undone it.
  package var versions: [UInt64]
  /// Whether a step is made again.
  package var isRedo: Bool
  /// Whether the request named the step. Otherwise it was the newest one of the stack, and steps above it were passed
  /// because nothing of them could be undone.
  package var isChosen: Bool

  package init(_ versions: [UInt64], isRedo: Bool = false, isChosen: Bool = false) {
    self.versions = versions
    self.isRedo = isRedo
    self.isChosen = isChosen
  }

  /// The newest commit of the step, which identifies it.
  var newest: UInt64 { versions.last ?? 0 }
}
