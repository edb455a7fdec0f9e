import ArrangeModel

/// Checks the whole history of one collection, using only the calls of the clients and the commits that the
/// server reports.
///
/// The commits say which request made which version, so only one order is possible: the checker applies the
/// requests in this order to arrays, and compares every answer.
struct HistoryCheck {
  let collection: Identifier
  /// Whether keys are ranks.
  let isRank: Bool
  /// The calls to this collection.
  let calls: [Call]
  /// The commits from version 1 on.
  let journal: [HistoryEntry]
  /// For each cycle the time at which its server had ended.
  let ends: [Int]
  /// How many commits the server must retain.
  let retained: UInt64
  /// Whether a server may send a call on to another one, and send it once more where the answer was lost. Then the first
  /// answer that the client gets can be that of a repeated request.
  var isPassedOn = false

  /// The cause of a version, as far as the calls show it.
  struct Cause {
    var request: ApplyRequest
    /// The earliest time at which it can have happened, and the time by which it must have happened.
    var earliest: Int
    var latest: Int
    var call: Call
  }

  var newest: UInt64 { UInt64(journal.count) }

  func run() throws(Violation) {
    for call in calls {
      if case .wrong(let message) = call.outcome { throw Violation(.broken, message, call) }
    }
    try checkNumbers()
    try checkShown()
    let causes = try causes()
    let order = try checkOrder(causes)
    try checkReads(order)
    var replay = Replay(check: self, causes: causes, order: order)
    try replay.run()
  }

  // MARK: Versions

  private func checkNumbers() throws(Violation) {
    var last: [RequestID: UInt64] = [:]
    for (index, entry) in journal.enumerated() {
      let version = UInt64(index + 1)
      guard entry.version == version else {
        throw Violation(.lost, "\(collection): commit \(entry.version) comes where \(version) has to come")
      }
      guard let id = entry.requestID else {
        throw Violation(.wrong, "\(collection): commit \(version) has no request id: \(entry)")
      }
      if let first = last[id], version - first <= retained {
        throw Violation(
          .doubled,
          "\(collection): request \(id.bytes.hexadecimal) made \(first) and \(version)"
        )
      }
      last[id] = version
    }
  }

  /// Every version that an answer showed must exist.
  private func checkShown() throws(Violation) {
    for call in calls {
      if let version = call.shownVersion, version > newest {
        throw Violation(.lost, "\(collection) ends at version \(newest), but \(version) was shown", call)
      }
      switch call.outcome {
      case .commits(let page):
        for commit in page.commits {
          guard commit.version >= 1, commit.version <= newest, journal[Int(commit.version) - 1] == commit
          else {
            throw Violation(.lost, "\(collection): commit \(commit.version) was another one", call)
          }
        }
      case .result(let result):
        guard case .write(let request) = call.request, result.changed else { continue }
        guard result.version > 0, journal[Int(result.version) - 1].requestID == request.requestID else {
          throw Violation(.lost, "\(collection): version \(result.version) is another request's", call)
        }
      default: continue
      }
    }
  }

  // MARK: Causes

  /// For each version, from 1 on, the request that made it and its time.
  private func causes() throws(Violation) -> [Cause] {
    var attempts: [RequestID: [Call]] = [:]
    for call in calls {
      if case .write(let request) = call.request, let id = request.requestID {
        attempts[id, default: []].append(call)
      }
    }
    var versions: [RequestID: [UInt64]] = [:]
    var causes: [Cause] = []
    for entry in journal {
      guard let id = entry.requestID, let tries = attempts[id], case .write(let request) = tries[0].request
      else {
        throw Violation(.wrong, "\(collection): nobody asked for commit \(entry.version): \(entry)")
      }
      versions[id, default: []].append(entry.version)
      causes.append(try cause(of: entry.version, request, tries))
    }
    for (id, tries) in attempts {
      let own = versions[id] ?? []
      for call in tries {
        if case .expired = call.outcome {
          guard let version = own.last, newest - version >= retained else {
            throw Violation(.lost, "\(collection): a result is gone too early", call)
          }
        }
      }
    }
    return causes
  }

  private func cause(
    of version: UInt64,
    _ request: ApplyRequest,
    _ tries: [Call]
  ) throws(Violation) -> Cause {
    var direct: Call?
    var hidden: [Call] = []
    var answered = Int.max
    for call in tries {
      switch call.outcome {
      case .result(let result) where result.changed && result.version == version:
        if result.repeated {
          answered = min(answered, call.completed)
          if isPassedOn { hidden.append(call) }
        } else {
          if let direct {
            throw Violation(.doubled, "\(collection): two first answers for version \(version)", direct, call)
          }
          direct = call
        }
      case .unknown: hidden.append(call)
      default: continue
      }
    }
    if let direct {
      let latest = min(direct.completed, answered)
      return Cause(request: request, earliest: direct.invoked, latest: latest, call: direct)
    }
    guard let first = hidden.min(by: { $0.invoked < $1.invoked }) else {
      throw Violation(
        .wrong,
        "\(collection): version \(version) is of a call that was said not to be carried out",
        tries[0]
      )
    }
    // A request without an answer can't take effect after its server has ended.
    let end = hidden.map { ends.indices.contains($0.cycle) ? ends[$0.cycle] : .max }.max() ?? .max
    return Cause(request: request, earliest: first.invoked, latest: min(end, answered), call: first)
  }

  // MARK: Order

  /// A call that was answered before another was sent precedes it.
  private func checkOrder(_ causes: [Cause]) throws(Violation) -> RealTimeOrder {
    let order = RealTimeOrder(calls: calls, made: causes.map(\.earliest))
    for (index, cause) in causes.enumerated() {
      let version = UInt64(index + 1)
      if let last = order.lastMade(before: index), last.moment >= cause.latest {
        throw Violation(
          .reordered,
          "\(collection): version \(version) was done before \(last.index + 1) was asked for",
          cause.call,
          causes[last.index].call
        )
      }
      if let seen = order.newestShown(before: cause.earliest), seen.version >= version {
        throw Violation(
          .reordered,
          "\(collection): version \(seen.version) was shown before \(version) was asked for",
          cause.call,
          seen.call
        )
      }
    }
    return order
  }

  /// When each request was sent for the first time.
  private var firstAttempts: [RequestID: Int] {
    var first: [RequestID: Int] = [:]
    for call in calls {
      guard case .write(let request) = call.request, let id = request.requestID else { continue }
      first[id] = min(first[id] ?? .max, call.invoked)
    }
    return first
  }

  /// No read is older than the newest version shown before it, or newer than the requests sent before its
  /// answer.
  private func checkReads(_ order: RealTimeOrder) throws(Violation) {
    let firstAttempts = firstAttempts
    for call in calls {
      guard let version = call.shownVersion else { continue }
      // The answer to a repeated request that changed nothing is that to the first attempt that reached the server.
      var since = call.invoked
      if case .result(let result) = call.outcome, result.repeated, case .write(let request) = call.request {
        since = request.requestID.flatMap { firstAttempts[$0] } ?? since
      }
      if case .result(let result) = call.outcome, result.changed {
        guard result.repeated else { continue }
      } else if case .shown = call.outcome {
        // A subscriber may be behind.
      } else if let seen = order.newestShown(before: since), seen.version > version {
        throw Violation(
          .reordered,
          "\(collection): version \(version) is older than \(seen.version), which was seen before",
          call,
          seen.call
        )
      }
      if version > order.newestPossible(before: call.completed) {
        throw Violation(.reordered, "\(collection): version \(version) was not asked for yet", call)
      }
    }
  }
}
