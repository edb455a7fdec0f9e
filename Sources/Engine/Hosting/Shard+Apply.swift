package import ArrangeModel
import Ordering

extension Shard {
  /// Carries out a transaction. One that writes too much, or whose answer would be too large, is refused
  /// without any change.
  ///
  /// - Parameters:
  ///   - request: the transaction.
  ///   - largestAnswer: the maximum size of the answer in bytes.
  ///   - caller: the caller, which is checked before the work begins, and between slices of long work. A
  ///     request whose deadline passed, or that was cancelled, while it waited is not started.
  ///   - reply: gets the result when it is durable.
  package func apply(
    _ request: ApplyRequest,
    largestAnswer: Int = .max,
    for caller: Caller = .server,
    reply: @escaping Reply<ApplyResult>
  ) {
    executor.check()
    guard !isDraining else {
      return reply(.failure(.draining))
    }
    if let hosted = readyCollection(request.collection), !hosted.writes.mustWait {
      guard caller.isWanted() else { return reply(.failure(.notWanted)) }
      return apply(request, to: hosted, largestAnswer, for: caller, reply: reply)
    }
    withWritable(request.collection, for: caller) { [self] result in
      guard caller.isWanted() else { return reply(.failure(.notWanted)) }
      switch result {
      case .success(let hosted): apply(request, to: hosted, largestAnswer, for: caller, reply: reply)
      case .failure(let error): reply(.failure(error))
      }
    }
  }

  private func apply(
    _ request: ApplyRequest,
    to hosted: HostedCollection,
    _ largestAnswer: Int,
    for caller: Caller,
    reply: @escaping Reply<ApplyResult>
  ) {
    let author = caller.principal
    if let id = request.requestID,
      RequestRepetition(self, hosted, id, of: author, { RequestFingerprint(request.operations) }).answer(
        reply: reply
      )
    {
      return
    }
    do throws(ArrangeError) {
      try hosted.checkVersion(request.ifVersion, of: request.ifHistory)
      try checkBytesInFlight()
      let strategy = try strategies.loadedStrategy(of: hosted)
      let time = clock.wallTime()
      var idRandom = hosted.random.split()
      if hosted.takesLong(request.operations) {
        let transaction = SlicedTransaction(
          request.operations,
          on: hosted.working,
          strategy: strategy,
          random: hosted.random,
          idRandom: idRandom,
          time: time,
          largestAnswer: largestAnswer,
          maximumElements: caller.limits.elements
        )
        return performOffShard(transaction, in: hosted, strategy: strategy, for: caller) { [self] outcome in
          switch outcome {
          case .success(let done):
            commit(
              done.edits,
              done.result,
              done.bytes,
              of: request.requestID,
              { RequestFingerprint(request.operations) },
              as: request.step,
              by: author,
              at: time,
              in: hosted,
              reply: reply
            )
          case .failure(let error): hosted.refuse(with: error, reply: reply)
          }
        }
      }
      let (edits, result, bytes) = try hosted.edit(
        request.operations,
        strategy: strategy,
        largestAnswer: largestAnswer,
        maximumElements: caller.limits.elements
      ) {
        UUIDv7.make(at: time, using: &idRandom)
      }
      commit(
        edits,
        result,
        bytes,
        of: request.requestID,
        { RequestFingerprint(request.operations) },
        as: request.step,
        by: author,
        at: time,
        in: hosted,
        reply: reply
      )
    } catch {
      hosted.refuse(with: error, reply: reply)
    }
  }

  /// Commits the changes of a transaction to the working state, if there are any.
  ///
  /// - Parameters:
  ///   - requestID: that of the request; nil for none.
  ///   - fingerprint: that of the content of the request.
  ///   - step: the step of a stack that the commit becomes; nil for none.
  func commit(
    _ edits: [Edit],
    _ result: ApplyResult,
    _ bytes: Int,
    of requestID: RequestID?,
    _ fingerprint: @escaping @Sendable () -> RequestFingerprint,
    as step: UndoStep? = nil,
    by author: Principal?,
    at time: Timestamp,
    in hosted: HostedCollection,
    reply: @escaping Reply<ApplyResult>
  ) {
    guard result.changed else {
      var unchanged = result
      unchanged.history = hosted.workingHistory
      if let id = requestID {
        return RequestRepetition(self, hosted, id, of: author, fingerprint).remember(unchanged, reply: reply)
      }
      return hosted.whenDurable { [unchanged] durable in reply(durable.map { unchanged }) }
    }
    var commit = hosted.commit(of: edits, result, by: author, at: time, requestID: requestID)
    if requestID != nil { commit.fingerprint = fingerprint() }
    commit.step = step
    self.commit(commit, in: hosted, bytes: bytes, reply: reply)
  }

  /// Submits a commit to be made durable, and records it as one of those that are being written.
  ///
  /// - Parameters:
  ///   - descriptor: the description of the collection that becomes durable in the same step; nil if it does
  ///     not change.
  ///   - bytes: the bytes that the transaction writes.
  func commit(
    _ commit: Commit,
    in hosted: HostedCollection,
    with descriptor: CollectionDescriptor? = nil,
    bytes: Int = 0,
    reply: @escaping Reply<ApplyResult>
  ) { submit(write(of: commit, in: hosted, with: descriptor, bytes: bytes, reply: reply)) }

  /// Records a commit as one of those that are being written.
  ///
  /// - Returns: the write that makes it durable, to be submitted before any other one of the collection.
  func write(
    of commit: Commit,
    in hosted: HostedCollection,
    with descriptor: CollectionDescriptor? = nil,
    bytes: Int = 0,
    reply: @escaping Reply<ApplyResult>
  ) -> Storage.Write {
    var commit = commit
    commit.incarnation = incarnation
    commit.written = RetainedSizes.Written()
    bytesInFlight += bytes
    options.trace?(
      "commit handed over",
      ["collection": hosted.name.text, "version": "\(commit.version)", "edits": "\(commit.edits.count)"]
    )
    if let id = commit.requestID {
      hosted.requests.remember(RequestKey(id, of: commit.author), version: commit.version)
    }
    var result = commit.result
    result.history = hosted.descriptor.history(madeBy: incarnation)
    let answer = result
    hosted.addPending(commit) { reply($0.map { answer }) }
    if hosted.watchers.needsState { recordWatched(hosted) }
    let step = hosted.watchers.step(of: commit)
    if let step { hosted.watchers.latestStep = step }
    return Storage.Write(
      content: .commit(
        commit,
        and: descriptor.map { .describe(hosted.key, descriptor: $0.encoded) }
      ),
      step: step,
      shard: index
    ) { [self] outcome in
      let whenDone = hosted.settlePending(outcome, retainedBytes: options.retainedBytes)
      bytesInFlight -= bytes
      if let (state, items) = hosted.takeReplaced() { work.discard(state, items: items) }
      if case .failure(let error) = outcome { endViews(of: hosted, error) }
      if case .success = outcome {
        options.trace?(
          "commit durable",
          ["collection": hosted.name.text, "version": "\(hosted.durable.version)"]
        )
        if let descriptor { descriptions.record(descriptor, of: hosted) }
        let time = storage.outboxes.time(on: index)
        if hosted.retained.firstEdit == 0 { hosted.retained.firstEdit = time }
        hosted.watchers.feed?.listeners.notifyOfNewCommits(
          version: hosted.durable.version,
          at: time,
          on: executor
        )
        options.sinks?.recordCommit(of: hosted.name, version: hosted.durable.version, shard: index)
        checkpoints.startIfDue(hosted)
      }
      for body in whenDone { body(outcome) }
    }
  }
}

extension Shard {
  /// Checks that the disk keeps up, so that pending writes take a bounded amount of memory.
  func checkBytesInFlight() throws(ArrangeError) {
    guard bytesInFlight > EngineOptions.maximumBytesInFlight else { return }
    throw ArrangeError(
      .resourceExhausted,
      "more than \(EngineOptions.maximumBytesInFlight >> 20) MiB of transactions are being written to the disk; try again in a "
        + "moment",
      retryAfterMilliseconds: EngineOptions.millisecondsToDisk
    )
  }
}
