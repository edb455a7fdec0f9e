package import ArrangeModel

/// Answers retries: transactions whose request id was used before. Used on the shard's executor only.
struct RequestRepetition {
  let shard: any ShardWriter
  let hosted: HostedCollection
  let key: RequestKey
  /// That of the content of the request; nil if what is done follows from the state, so that it may be something else for
  /// a retry. O(size of the request).
  let fingerprint: (@Sendable () -> RequestFingerprint)?

  init(
    _ shard: any ShardWriter,
    _ hosted: HostedCollection,
    _ id: RequestID,
    of author: Principal?,
    _ fingerprint: (@Sendable () -> RequestFingerprint)?
  ) {
    self.shard = shard
    self.hosted = hosted
    self.fingerprint = fingerprint
    key = RequestKey(id, of: author)
  }

  /// What the first request with the id did.
  struct Earlier: Sendable {
    var result: ApplyResult
    /// The report, if it was an undo.
    var report: [UInt8]?
  }

  /// Answers the request if its id was used before.
  ///
  /// - Returns: whether it was.
  func answer(reply: @escaping Reply<ApplyResult>) -> Bool { findEarlier { reply($0.map(\.result)) } }

  /// Finds what the first request with the id did.
  ///
  /// - Returns: whether there was one; otherwise `reply` is not called.
  func findEarlier(reply: @escaping Reply<Earlier>) -> Bool {
    if let version = hosted.requests[key] {
      repeatResult(version: version, reply: reply)
      return true
    }
    guard hosted.workingDescriptor.unchangedRequests.contains(key) else { return false }
    repeatUnchanged(reply: reply)
    return true
  }

  /// Answers a retry with the result of the commit that has its request id.
  private func repeatResult(version: UInt64, reply: @escaping Reply<Earlier>) {
    let (shard, hosted, key, fingerprint) = (shard, hosted, key, fingerprint)
    // The first request may not be durable yet; its answer is read once it is.
    hosted.whenDurable { outcome in
      if case .failure(let error) = outcome { return reply(.failure(error)) }
      let collection = hosted.key
      let history = hosted.descriptor.history(madeBy:)
      shard.storage.read(for: shard.index) { journal in
        try journal.commit(of: collection, requestID: key.bytes).map { try Commit($0) }
      } whenDone: { result in
        reply(
          result.flatMap { stored in
            guard let stored else { return .failure(.forgottenResult(of: version)) }
            if let found = stored.fingerprint, let fingerprint, found != fingerprint() {
              return .failure(.usedRequestID(at: version))
            }
            var result = stored.result
            result.history = history(stored.incarnation)
            result.repeated = true
            return .success(Earlier(result: result, report: stored.undoReport))
          }
        )
      }
    }
  }

  /// Remembers a transaction that changed nothing, so that a retry gets the same answer.
  ///
  /// - Parameter report: the report of an undo.
  func remember(_ result: ApplyResult, report: [UInt8]? = nil, reply: @escaping Reply<ApplyResult>) {
    hosted.workingDescriptor.unchangedRequests.remember(
      key,
      UnchangedRequests.Answer(
        fingerprint: fingerprint?() ?? RequestFingerprint([ListOperation]()),
        version: result.version,
        incarnation: hosted.lineage.incarnation(of: result.version),
        operations: result.operations,
        report: report
      )
    )
    shard.descriptions.write(hosted) { reply($0.map { result }) }
  }

  /// Answers a retry of a transaction that changed nothing.
  private func repeatUnchanged(reply: @escaping Reply<Earlier>) {
    let answer = Result { () throws(ArrangeError) in try firstAnswer() }
    whenRemembered { reply($0.flatMap { answer }) }
  }

  private func firstAnswer() throws(ArrangeError) -> Earlier {
    guard let first = try hosted.workingDescriptor.unchangedRequests.answer(to: key) else {
      throw .forgottenResult(of: hosted.working.version)
    }
    if let fingerprint, first.fingerprint != fingerprint() {
      throw .usedRequestID(at: first.version)
    }
    guard let operations = first.operations else { throw .forgottenResult(of: first.version) }
    var result = ApplyResult(version: first.version, changed: false, rekeyed: 0, operations: operations)
    result.history = hosted.descriptor.history(madeBy: first.incarnation)
    result.repeated = true
    return Earlier(result: result, report: first.report)
  }

  /// Calls a closure when what is remembered of the request is durable.
  private func whenRemembered(_ body: @escaping Reply<Void>) {
    if hosted.descriptor.unchangedRequests.contains(key) { return hosted.whenDurable(body) }
    // The first request is being written; this write becomes durable after it.
    shard.descriptions.write(hosted, reply: body)
  }
}

/// An earlier transaction, by its request id. Used on the shard's executor only.
package struct EarlierRequest {
  private let id: RequestID
  private let caller: Caller

  package init(_ id: RequestID, of caller: Caller) {
    self.id = id
    self.caller = caller
  }

  /// Calls a closure with its result, whatever its operations were; with nil if there was none in the collection.
  package func result(in name: Identifier, on shard: Shard, reply: @escaping Reply<ApplyResult?>) {
    shard.executor.check()
    shard.withWritable(name, for: caller) { [id, caller] result in
      switch result {
      case .success(let hosted):
        let repetition = RequestRepetition(shard, hosted, id, of: caller.principal, nil)
        if !repetition.answer(reply: { reply($0.map { $0 }) }) { reply(.success(nil)) }
      case .failure(let error): reply(.failure(error))
      }
    }
  }
}

extension ArrangeError {
  static func forgottenResult(of version: UInt64) -> ArrangeError {
    ArrangeError(
      .failedPrecondition,
      "the request was carried out as version \(version), but its result is no longer kept",
      processed: .done
    )
  }

  static func usedRequestID(at version: UInt64) -> ArrangeError {
    ArrangeError(
      .invalidArgument,
      "the request id was used for other operations, which were carried out as version \(version); make a new id for "
        + "each transaction, and use it again only for a retry of the same one",
      field: "request_id"
    )
  }
}
