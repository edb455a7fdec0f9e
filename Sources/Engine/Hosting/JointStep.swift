package import ArrangeModel

/// A step that is a transaction over several collections.
package struct JointStep: Sendable {
  /// What the transaction changed in one collection.
  struct Part: Sendable {
    var name: Identifier
    /// The version of its commit.
    var version: UInt64
  }

  let transaction: TransactionID
  let parts: [Part]
  /// Whether the commits have undone a step, which is made again.
  let isRedo: Bool

  /// Nil if only one collection has changed, in which the step is undone like any other.
  init?(_ record: Commit.JointRecord, isRedo: Bool) {
    parts = record.collections.filter(\.changed).map { Part(name: $0.name, version: $0.version) }
    guard parts.count > 1 else { return nil }
    transaction = record.id
    self.isRedo = isRedo
  }

  /// The names of the collections, in ascending order of their bytes.
  package var names: [Identifier] { parts.map(\.name) }
}

/// What was read of a collection for a step.
struct PreparedUndo: Sendable {
  let key: CollectionKey
  let version: UInt64
  /// Its commits, which are held in memory until the step is in hand.
  let read: UndoRead

  /// The step in a collection, with the commits since then; nil if more has to be read.
  ///
  /// - Throws: ``StatusCode/aborted`` if another step is next on the stack of the request.
  func hand(
    in hosted: HostedCollection,
    of step: JointStep,
    _ request: UndoRequest,
    _ scope: UndoScope
  ) throws(ArrangeError) -> StepInHand? {
    defer { read.release() }
    guard hosted.key == key, let stack = hosted.undo.stack(scope, pending: hosted.content.pending),
      let log = read.log(of: hosted), log.edits.covers(version - 1),
      stack.has(version, isRedo: step.isRedo)
    else { return nil }
    let passed = hosted.workingDescriptor.passedSteps
    let isChosen = request.of != nil || hosted.name != request.collection
    if !isChosen {
      guard try request.step(of: stack, passed)?.newest == version else { throw .overtakenUndo }
    }
    let commits = UndoneCommits([version], isRedo: step.isRedo, isChosen: isChosen)
    let live = isChosen ? stack.versions(after: commits, isPassed: passed.contains) : []
    return StepInHand(commits: commits, scope: scope, live: live, log: log)
  }
}

extension UndoStack {
  /// Whether a commit is of a step that can be undone, or made again.
  func has(_ version: UInt64, isRedo: Bool) -> Bool {
    isRedo ? hasUndone(version) : step(with: version) != nil
  }
}
