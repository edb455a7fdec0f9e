import Engine
import Wire

/// Turns of the subscriptions of a connection.
///
/// A message can take as long to make as a page does to read. So the subscriptions of one connection together make a
/// limited number of messages before others are served; the rest waits in order for the next turn.
extension ConnectionSubscriptions: TurnTaker {
  /// Whether a subscription may request a message now.
  var mayAsk: Bool {
    !turn.isOver && (isFirst || waiting.isEmpty) && hasRoomForRequest
  }

  private var hasRoomForRequest: Bool { openRequests < ConnectionSubscriptions.maximumOpenRequests }

  /// Lets a subscription wait until it may request its message, if that is what its machine waits for.
  func wait(_ subscription: OpenSubscription) {
    guard subscription.machine.state == .waitingForRoom, !subscription.isWaiting else { return }
    subscription.isWaiting = true
    waiting.append(subscription)
    scheduleTurn()
  }

  /// Takes the answer of a shard that came later.
  func take(_ answer: Answer) {
    loop.check()
    // Its request was closed when it ended.
    guard answer.subscription.isOpen else { return }
    answers.append(answer)
    if turn.isOver || isTurnComing { scheduleTurn() } else { serve() }
  }

  /// There is room on the connection again.
  func resume() {
    loop.check()
    scheduleTurn()
  }

  func takeTurn() {
    loop.check()
    isTurnComing = false
    turn = MessageTurn(at: ConnectionHandler.now().nanoseconds)
    serve()
  }

  /// Schedules a turn if somebody can use it.
  func scheduleTurn() {
    guard !isTurn, !isTurnComing else { return }
    guard !answers.isEmpty || !waiting.isEmpty && connection.isWritable && hasRoomForRequest else { return }
    isTurnComing = true
    loop.giveTurnLater(to: self, of: connection, wasLong: turn.wasLong)
  }

  /// Sends the answers that have come, and serves the waiting subscriptions, in order, until the turn is over.
  private func serve() {
    guard !isTurn else { return }
    isTurn = true
    while !turn.isOver, let answer = answers.popFirst() { send(answer) }
    while connection.takesOutput(), !turn.isOver, hasRoomForRequest, let next = waiting.popFirst() {
      next.isWaiting = false
      isFirst = true
      handle(next, .room)
      isFirst = false
    }
    isTurn = false
    scheduleTurn()
  }

  /// Sends an answer that came later. That it uses room on the connection is counted there, so it is sent even if the
  /// channel is full.
  private func send(_ answer: Answer) {
    let start = ConnectionHandler.now().nanoseconds
    let event = send(answer.result, for: answer.subscription)
    closeRequest(of: answer.subscription)
    turn.recordMade(in: ConnectionHandler.now().nanoseconds &- start)
    if let event { handle(answer.subscription, event) }
  }
}
