import ArrangeModel

/// What an undo in several collections needs of each of them. Used on the executor of the shard of a collection.
extension Undoing {
  /// Reads what is needed of a collection into memory: its stacks, and the commits since its part of a step.
  ///
  /// - Parameter reply: gets nil if the collection does not have its part any more, and otherwise has to release what was read.
  func prepare(
    _ part: JointStep.Part,
    of step: JointStep,
    _ scope: UndoScope,
    for caller: Caller,
    reads: Int = 0,
    with earlier: UndoRead? = nil,
    reply: @escaping Reply<PreparedUndo?>
  ) {
    shard.withWritable(part.name, for: caller) { result in
      switch result {
      case .success(let hosted):
        guard let stack = hosted.undo.stack(scope, pending: hosted.content.pending) else {
          earlier?.release()
          return readStacks(of: hosted) { error in
            if let error { return reply(.failure(error)) }
            prepare(part, of: step, scope, for: caller, reads: reads, reply: reply)
          }
        }
        let read = earlier ?? UndoRead(of: hosted, after: part.version - 1)
        let isThere =
          stack.has(part.version, isRedo: step.isRedo) && part.version >= hosted.retained.oldestCommit
        guard isThere else {
          read.release()
          return reply(.success(nil))
        }
        guard let log = read.log(of: hosted), log.edits.covers(part.version - 1) else {
          read.release()
          guard reads < Undoing.maximumReads else { return reply(.failure(.overtakenUndo)) }
          return readCommits(since: part.version - 1, of: hosted) { result in
            switch result {
            case .success(let read):
              prepare(part, of: step, scope, for: caller, reads: reads + 1, with: read, reply: reply)
            case .failure(let error): reply(.failure(error))
            }
          }
        }
        // Another collection may have the name by now.
        guard log.commit(part.version)?.transaction?.id == step.transaction else {
          read.release()
          return reply(.success(nil))
        }
        reply(.success(PreparedUndo(key: hosted.key, version: part.version, read: read)))
      case .failure(let error):
        earlier?.release()
        reply(error.code == .notFound ? .success(nil) : .failure(error))
      }
    }
  }

  /// Stores that a step was passed.
  func pass(_ version: UInt64, in name: Identifier, for caller: Caller, reply: @escaping Reply<Void>) {
    shard.withWritable(name, for: caller) { result in
      switch result {
      case .success(let hosted):
        hosted.workingDescriptor.passedSteps.insert(version)
        shard.descriptions.write(hosted, reply: reply)
      case .failure(let error): reply(.failure(error))
      }
    }
  }

  /// Answers an undo in several collections, as this collection sees it. If it has not changed itself, it remembers the answer
  /// for a retry.
  func answer(
    _ request: UndoRequest,
    _ report: UndoReport,
    for caller: Caller,
    reply: @escaping Reply<UndoResult>
  ) {
    shard.withWritable(request.collection, for: caller) { found in
      guard case .success(let hosted) = found else { return reply(.failure(.overtakenUndo)) }
      let call = UndoCall(request: request, mayWrite: true, caller: caller, whenJoint: nil, reply: reply)
      let own = report.collections.first { $0.name == request.collection }
      let result = UndoResult(version: own?.version ?? hosted.working.version, changed: false)
      if request.isDryRun || own?.changed ?? false {
        answer(call, report, result, in: hosted)
      } else {
        remember(result, report, of: call, in: hosted)
      }
    }
  }
}
