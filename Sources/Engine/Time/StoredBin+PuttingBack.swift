package import ArrangeModel

extension StoredBin {
  private var plans: PlannedTransactions { PlannedTransactions(shard: shard) }

  /// Puts removed elements back at their old neighbours, in one commit.
  package func putBack(
    _ request: PutBackRequest,
    for caller: Caller = .server,
    reply: @escaping Reply<ApplyResult>
  ) {
    shard.executor.check()
    guard !shard.isDraining else { return reply(.failure(.draining)) }
    guard !request.elements.isEmpty else { return reply(.failure(.noElements)) }
    shard.shared.withOwned(request.collection) { result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let hosted):
        guard !plans.answerRetry(of: request, in: hosted, for: caller, reply: reply) else { return }
        collect(request, 0, [], of: hosted, for: caller) { result in
          switch result {
          case .failure(let error): reply(.failure(error))
          case .success(let parts):
            carryOut(request, PutBackPlan(parts), to: hosted.key, for: caller, reply: reply)
          }
        }
      }
    }
  }

  /// Finds the elements of a request from one on, with the states before they were removed.
  private func collect(
    _ request: PutBackRequest,
    _ number: Int,
    _ found: [PutBackPlan.Part],
    of hosted: HostedCollection,
    for caller: Caller,
    reply: @escaping Reply<[PutBackPlan.Part]>
  ) {
    guard number < request.elements.count else { return reply(.success(found)) }
    let wanted = request.elements[number]
    let version = wanted.removedBy
    let isGone = ArrangeError.notInBin(wanted.id).within("elements[\(number)]")
    guard version > hosted.oldestVersion, version <= hosted.durable.version else {
      return reply(.failure(isGone))
    }
    // The history may have been cut while it was read.
    @Sendable func fail(_ error: ArrangeError) {
      reply(.failure(version > hosted.oldestVersion ? error : isGone))
    }
    shard.past.commits(version...version, backward: true, of: hosted) { result in
      switch result {
      case .failure(let error): fail(error)
      case .success(let commits):
        let removed = commits.commits[0].removed.last {
          $0.isSection == wanted.isSection && $0.element.id == wanted.id
        }
        guard let removed, removed.time >= oldestRemoval else { return reply(.failure(isGone)) }
        shard.past.state(at: version - 1, of: hosted, for: caller) { result in
          switch result {
          case .failure(let error): fail(error)
          case .success(let state):
            let part = PutBackPlan.Part(removed: removed, before: state, number: number)
            continueLater(for: caller, reply) {
              collect(request, number + 1, found + [part], of: hosted, for: caller, reply: reply)
            }
          }
        }
      }
    }
  }

  private func carryOut(
    _ request: PutBackRequest,
    _ plan: PutBackPlan,
    to key: CollectionKey,
    for caller: Caller,
    reply: @escaping Reply<ApplyResult>
  ) {
    shard.withWritable(request.collection, for: caller) { result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        // Another one may have the name by now.
        guard hosted.key == key else { throw .deleted(request.collection) }
        guard caller.isWanted() else { throw .notWanted }
        guard !plans.answerRetry(of: request, in: hosted, for: caller, reply: reply) else { return }
        // The bin may have been emptied while it was read.
        for (number, element) in request.elements.enumerated()
        where element.removedBy <= hosted.workingDescriptor.emptiedVersion {
          throw ArrangeError.notInBin(element.id).within("elements[\(number)]")
        }
        try shard.checkBytesInFlight()
        let strategy = try shard.strategies.loadedStrategy(of: hosted)
        plans.perform(plan, of: request, strategy, in: hosted, for: caller, reply: reply)
      } catch {
        reply(.failure(error))
      }
    }
  }
}

extension PutBackRequest: PlannedRequest {
  /// The number of such a request in fingerprints, beside those of operations.
  private static let fingerprintNumber: UInt64 = 66

  var fingerprint: RequestFingerprint {
    var content = RequestFingerprint.Content()
    content.add(PutBackRequest.fingerprintNumber)
    content.add(elements) { content, element in
      content.add(element.id)
      content.add(element.isSection)
      content.add(element.removedBy)
    }
    return RequestFingerprint(stored: content.value)
  }
}

extension ArrangeError {
  fileprivate static let noElements = ArrangeError(
    .invalidArgument,
    "elements has at least one element",
    field: "elements"
  )
}
