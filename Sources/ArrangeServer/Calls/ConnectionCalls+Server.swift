import Access
import ArrangeModel
import Engine
import Wire

/// Calls that concern all connections, or the whole server.
extension ConnectionCalls {
  /// Sends the status now, and again whenever it changes.
  func healthWatch(_ request: HealthCheckRequest, _ call: IncomingCall) throws(ArrangeError) {
    let watch = HealthWatch(connection, call.stream, isKnown: Method.hasService(request.service))
    try connection.admission.add(watch, as: call.stream)
    watch.sendIfChanged()
  }

  /// Starts a comparison of strategies.
  func compare(_ request: CompareRequest, _ call: IncomingCall) throws(ArrangeError) {
    let (turn, clock) = (server.turns.compare, server.clock)
    guard turn.take() else {
      throw ArrangeError(
        .resourceExhausted,
        "another comparison is running; try again when it is done",
        retryAfterMilliseconds: SingleTurn.retryMilliseconds
      )
    }
    let comparison = CompareStream(
      connection,
      call.stream,
      request,
      strategies: server.engine.strategies,
      clock: { clock.monotonicNanoseconds() },
      whenDone: { turn.release() }
    )
    do { try connection.admission.add(comparison, as: call.stream) } catch {
      comparison.wasEnded()
      throw error
    }
    if let requirement = call.requirement { call.recordCompletion(requirement, .success(EmptyMessage())) }
    self.comparison = comparison
  }

  /// Answers with the access file that is in force.
  func serverAccess(_ request: ServerAccessRequest, _ call: IncomingCall) throws(ArrangeError) {
    call.answer(ServerAccess(server.access.rules?.policy, file: server.access.path ?? "", request))
  }

  /// Answers with the newest lines of the log.
  func serverLog(_ request: ServerLogRequest, _ call: IncomingCall) throws(ArrangeError) {
    guard let recent = server.recentLines else {
      throw ArrangeError(.unimplemented, "this server keeps no lines of its log; read where it writes it")
    }
    call.answer(recent.lines(request, serverID: server.serverID))
  }
}

extension IncomingCall {
  /// Answers with the open subscriptions of all connections.
  func followers(_ request: FollowersRequest) throws(ArrangeError) {
    let isUnlimited = connection.admission.mayDoEverything
    let rights = connection.admission.access?.rights
    let none = FoundFollowers(request) { name in
      guard !isUnlimited else { return true }
      guard let rights else { return false }
      return name.map { rights.permissions(on: $0).contains(.manage) } ?? rights.isAdministrator
    }
    let reply = reply() as Reply<FollowerList>
    let gathering = FollowerGathering(server.loops.count, none) { reply(.success($0)) }
    let handlers = server.allConnections
    for loop in server.loops {
      loop.execute {
        var found = none
        for handler in handlers where handler.loop === loop { handler.receiver?.addFollowers(to: &found) }
        gathering.record(found)
      }
    }
  }
}
