package import ArrangeModel
import Ordering

extension Shard {
  /// Carries out a transaction.
  ///
  /// - Parameters:
  ///   - request: the transaction.
  ///   - isWanted: asked once, before anything is done: whether somebody still waits for the answer. A
  ///     request whose deadline has passed, or that was cancelled, while it waited is not started.
  ///   - reply: gets the result when it is durable.
  package func apply(
    _ request: ApplyRequest,
    isWanted: @escaping @Sendable () -> Bool = { true },
    reply: @escaping Reply<ApplyResult>
  ) {
    guard !isDraining else {
      return reply(.failure(.draining))
    }
    if let hosted = readyCollection(request.collection) {
      return isWanted() ? apply(request, to: hosted, reply: reply) : reply(.failure(.notWanted))
    }
    withCollection(request.collection) { [self] result in
      guard isWanted() else { return reply(.failure(.notWanted)) }
      switch result {
      case .success(let hosted): apply(request, to: hosted, reply: reply)
      case .failure(let error): reply(.failure(error))
      }
    }
  }

  private func apply(
    _ request: ApplyRequest,
    to hosted: HostedCollection,
    reply: @escaping Reply<ApplyResult>
  ) {
    if let id = request.requestID, let version = hosted.requests[id] {
      return repeatResult(of: id, version: version, in: hosted, reply: reply)
    }
    do throws(ArrangeError) {
      try hosted.checkVersion(request.ifVersion)
      let strategy = try loadedStrategy(of: hosted)
      let time = clock.wallTime()
      var idRandom = hosted.random.split()
      let (edits, result) = try hosted.edit(request.operations, strategy: strategy) {
        UUIDv7.make(at: time, using: &idRandom)
      }
      guard result.changed else {
        return hosted.whenDurable { reply($0.map { result }) }
      }
      commit(
        Commit(
          collection: hosted.key,
          version: hosted.working.version,
          time: time,
          requestID: request.requestID,
          edits: edits,
          sectionCount: hosted.working.sectionCount,
          itemCount: hosted.working.itemCount,
          result: result
        ),
        in: hosted,
        reply: reply
      )
    } catch {
      // What was refused may have been so because of a change that nobody has seen yet.
      hosted.whenDurable { durable in reply(durable.flatMap { .failure(error) }) }
    }
  }

  /// Hands a commit over to be made durable.
  ///
  /// - Parameter descriptor: the description of the collection that becomes durable in the same step; nil where it
  ///   stays as it is.
  func commit(
    _ commit: Commit,
    in hosted: HostedCollection,
    with descriptor: CollectionDescriptor? = nil,
    reply: @escaping Reply<ApplyResult>
  ) {
    if let id = commit.requestID { hosted.requests.remember(id, version: commit.version) }
    let result = commit.result
    hosted.notePending(commit) { reply($0.map { result }) }
    if hosted.feed != nil || !hosted.viewHomes.isEmpty { noteWatched(hosted) }
    let step = hosted.viewHomes.isEmpty ? nil : SourceStep(commit, homes: Array(hosted.viewHomes))
    if let step { hosted.latestStep = step }
    submit(
      .init(
        content: .commit(
          commit,
          and: descriptor.map { .describe(hosted.key, descriptor: $0.encoded) }
        ),
        step: step,
        shard: index
      ) { [self] outcome in
        let whenDone = hosted.settlePending(outcome)
        if case .failure(let error) = outcome { endViews(of: hosted, error) }
        if case .success = outcome {
          if let descriptor { note(descriptor, of: hosted) }
          hosted.feed?.noteNews(on: executor)
          startCheckpointIfDue(hosted)
        }
        for body in whenDone { body(outcome) }
      }
    )
  }

  /// Answers a retry with the first result.
  private func repeatResult(
    of id: RequestID,
    version: UInt64,
    in hosted: HostedCollection,
    reply: @escaping Reply<ApplyResult>
  ) {
    // The first request may still be on its way to the disk; the answer is read when it has arrived.
    hosted.whenDurable { [self] outcome in
      if case .failure(let error) = outcome { return reply(.failure(error)) }
      let key = hosted.key
      storage.read(for: index) { journal in
        try journal.commit(of: key, requestID: id.bytes).map { try Commit($0).result }
      } whenDone: { result in
        reply(
          result.flatMap { stored in
            guard var stored else {
              return .failure(
                ArrangeError(
                  .failedPrecondition,
                  "the request was carried out as version \(version), but its result is no longer kept",
                  processed: .done
                )
              )
            }
            stored.repeated = true
            return .success(stored)
          }
        )
      }
    }
  }
}

extension ArrangeError {
  fileprivate static let notWanted = ArrangeError(.cancelled, "nobody waits any more")
}
