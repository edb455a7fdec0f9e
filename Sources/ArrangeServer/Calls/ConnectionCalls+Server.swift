import Access
import ArrangeModel
import Engine
import Wire

/// Calls that concern all connections, or the whole server.
extension ConnectionCalls {
  /// Starts a comparison of strategies.
  func compare(_ request: CompareRequest, _ call: IncomingCall) throws(ArrangeError) -> CompareStream {
    let (turn, clock) = (server.compareTurn, server.clock)
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
      plan: request.plan,
      strategies: server.engine.strategies,
      clock: { clock.monotonicNanoseconds() },
      whenDone: { turn.release() }
    )
    do { try connection.admission.add(comparison, as: call.stream) } catch {
      comparison.wasEnded()
      throw error
    }
    if let requirement = call.requirement { call.noteCompletion(requirement, .success(EmptyMessage())) }
    return comparison
  }

  /// Answers with the open subscriptions of all connections.
  func followers(_ request: FollowersRequest, _ call: IncomingCall) {
    let isUnlimited = connection.admission.mayDoEverything
    let rights = connection.admission.access?.rights
    let none = FoundFollowers(request) { name in
      guard !isUnlimited else { return true }
      guard let rights else { return false }
      return name.map { rights.permissions(on: $0).contains(.manage) } ?? rights.isAdministrator
    }
    let reply = call.reply() as Reply<FollowerList>
    let gathering = FollowerGathering(server.loops.count, none) { reply(.success($0)) }
    let handlers = server.allConnections
    for loop in server.loops {
      loop.execute {
        var found = none
        for handler in handlers where handler.loop === loop { handler.receiver?.addFollowers(to: &found) }
        gathering.note(found)
      }
    }
  }
}
