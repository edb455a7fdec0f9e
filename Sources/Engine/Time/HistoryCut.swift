import ArrangeModel

/// The end of what is kept of the history of a collection: the commit that makes it is the first thing that is known of it
/// from then on. Used on the shard's executor.
struct HistoryCut: Sendable {
  let shard: Shard

  /// Makes a commit that is the oldest that is known: no earlier version can be read any more, and nothing undone. All commits up
  /// to it are trimmed after the next checkpoint, which begins when the commit is durable.
  ///
  /// Called with a collection that is ready to be written.
  ///
  /// - Parameters:
  ///   - deletesNames: whether the names of earlier versions are deleted; otherwise there are none.
  ///   - body: what the commit changes; false for nothing.
  ///   - reply: gets the version of the commit, and what it did.
  func make(
    of hosted: HostedCollection,
    deletesNames: Bool = false,
    for caller: Caller,
    _ body: @escaping (inout TransactionEditor) throws(ArrangeError) -> Bool,
    reply: @escaping Reply<ApplyResult>
  ) throws(ArrangeError) {
    let names = hosted.workingDescriptor.namedVersions.all
    guard deletesNames || names.isEmpty else { throw .areNamed(names) }
    try shard.checkBytesInFlight()
    let strategy = try shard.strategies.loadedStrategy(of: hosted)
    let transaction = SlicedTransaction(
      1,
      on: hosted.working,
      strategy: strategy,
      random: hosted.random
    ) { (editor, _) throws(ArrangeError) in
      let hasChanged = try body(&editor)
      guard editor.state.branches != nil || !hasChanged else { return }
      editor.edits.append(.endOfHistory)
      // The ids of removed items belong to the history.
      if editor.state.branches != nil {
        editor.state.withBranches { table, _ in table.removed = RemovedPlaces() }
      }
    }
    shard.performOffShard(transaction, in: hosted, strategy: strategy, for: caller) { outcome in
      switch outcome {
      case .failure(let error): hosted.refuse(with: error, reply: reply)
      case .success(let done):
        hosted.workingDescriptor.emptiedVersion = done.result.version
        hosted.workingDescriptor.namedVersions = NamedVersions()
        hosted.undo.forgetAll(through: done.result.version)
        let commit = hosted.commit(
          of: done.edits,
          done.result,
          by: caller.principal,
          at: shard.clock.wallTime()
        )
        shard.commit(commit, in: hosted, with: hosted.workingDescriptor, bytes: done.bytes) { result in
          if case .success = result { shard.pastCache.forget(hosted.key) }
          reply(result)
        }
      }
    }
  }
}

extension ArrangeError {
  fileprivate static func areNamed(_ versions: [NamedVersion]) -> ArrangeError {
    let named = versions.map { "version \($0.version) is named \"\($0.name)\"" }.joined(separator: ", ")
    return ArrangeError(
      .failedPrecondition,
      "\(named) and would not stay readable; delete \(versions.count == 1 ? "the name" : "the names") first",
      field: "collection"
    )
  }
}
