import ArrangeModel
import Changes
import Engine
import NIOCore
import Wire

/// The open Changes/Subscribe streams of a connection: the state machine of each decides, and what it decides is carried out
/// here.
///
/// It is touched on the connection's event loop only.
final class ConnectionSubscriptions: @unchecked Sendable {
  /// The most questions of a connection whose answers come later: from another event loop, or when commits were read.
  /// Each answer can be as large as a frame, and is kept until the client has read it.
  private static let mostOpenQuestions = 16
  /// How many bytes of messages a connection is sent before the event loop looks at others.
  private static let mostBytesOfTurn = 1024 * 1024

  let connection: ConnectionHandler
  private(set) var open: [UInt32: OpenSubscription] = [:]
  /// Whether those that waited for room have their turn, and whether they get another.
  private var isResuming = false
  private var resumesAgain = false
  /// How many wait for an answer that comes later, and those that want to ask when there are fewer.
  @exclusivity(unchecked) private var openQuestions = 0
  private var waitingToAsk = CircularBuffer<OpenSubscription>()
  /// The bytes of messages that were sent since the event loop looked at other connections.
  @exclusivity(unchecked) private var bytesOfTurn = 0

  init(_ connection: ConnectionHandler) { self.connection = connection }

  var server: ServerContext { connection.server }
  var loop: LoopContext { connection.loop }

  /// Begins to follow something.
  ///
  /// - Parameter hidden: the names that were asked for and may not be seen.
  func open(_ request: SubscribeRequest, _ stream: UInt32, hidden: [Identifier]) throws(ArrangeError) {
    loop.check()
    var request = request
    let principal = connection.admission.principal
    request.reader = principal
    let view = server.view(request.view, named: request.collection, for: principal)
    let home = view.map { server.engine.home(of: $0) }
    let subscription = OpenSubscription(
      request,
      stream,
      hidden: hidden,
      turnOwner: WorkOwner(connection.admission.turnOwner),
      limits: connection.admission.callLimits,
      judge: connection.admission.judgeLater(stream),
      by: home?.shard ?? server.engine.shard(for: request.collection),
      home,
      at: try SubscriptionCursor(request.resumeToken),
      self
    )
    try connection.admission.add(subscription, as: stream)
    open[stream] = subscription
    let caller = caller(of: subscription)
    let reply: Reply<Void> = { result in
      self.onLoop {
        switch result {
        case .success where self.isOpen(subscription): self.tell(subscription, .opened)
        // It ended while the collection was read, when there was nothing yet to unsubscribe from.
        case .success: self.unsubscribe(subscription)
        case .failure(let error): self.end(subscription, error)
        }
      }
    }
    server.on(subscription.shard, for: connection) { shard in
      if let view, let home {
        home.subscribe(subscription, to: view, for: caller, reply: reply)
      } else {
        shard.subscribe(subscription, to: subscription.request.collection, reply: reply)
      }
    }
  }

  private func caller(of subscription: OpenSubscription) -> Caller {
    let limits = subscription.limits
    return Caller(subscription.turnOwner, by: subscription.request.reader, limits: limits) {
      subscription.isOpen
    }
  }

  /// Whether this is the connection's event loop.
  var isOnLoop: Bool { loop.eventLoop.inEventLoop }

  /// Runs work on the connection's event loop: at once where this is it.
  func onLoop(_ work: @escaping @Sendable () -> Void) {
    if isOnLoop { work() } else { loop.execute(work) }
  }

  private func isOpen(_ subscription: OpenSubscription) -> Bool {
    subscription.isOpen && !connection.connection.isClosed
  }

  /// Tells a subscription what happened, and carries out what it wants for as long as it can be done at once.
  func tell(_ subscription: OpenSubscription, _ event: Subscription.Event) {
    loop.check()
    var event = event
    while isOpen(subscription) {
      let takesMore = connection.takesOutput() && bytesOfTurn < ConnectionSubscriptions.mostBytesOfTurn
      // Making room can have brought frames that end it.
      guard isOpen(subscription) else { return }
      let mayAsk = openQuestions < ConnectionSubscriptions.mostOpenQuestions
      let now = ConnectionHandler.now().nanoseconds
      let action = subscription.machine.handle(
        event,
        at: now,
        hasCredit: connection.connection.availableCredit(of: subscription.stream) > 0,
        hasRoom: takesMore && mayAsk
      )
      subscription.times.note(subscription.machine.state, reads: connection.isWritable, at: now)
      switch action {
      case .none:
        if takesMore, !mayAsk { letAskLater(subscription) }
        return
      case .wake(let time): return wake(subscription, at: time)
      case .ask(let cursor, let tellsProgress):
        guard let answer = ask(subscription, at: cursor, tellsProgress: tellsProgress),
          let next = send(answer, for: subscription)
        else { return }
        event = next
      }
    }
  }

  /// Tells a subscription of news. A connection that has no other one sends at once what comes of it, so that the first
  /// subscriber reads while the messages of the others are made.
  func tellNews(_ subscription: OpenSubscription) {
    loop.check()
    tell(subscription, .news)
    if open.count == 1 { connection.flushOutput() }
  }

  /// Asks the shard for the next message. Nil where the answer comes later.
  private func ask(
    _ subscription: OpenSubscription,
    at cursor: SubscriptionCursor,
    tellsProgress: Bool
  ) -> Result<SubscriptionAnswer, ArrangeError>? {
    let largestBytes = connection.largestBody
    if subscription.views == nil, server.loops[subscription.shard.index] === loop {
      let answer = subscription.shard.messageAtOnce(
        for: subscription.request,
        at: cursor,
        tellsProgress: tellsProgress,
        largestBytes: largestBytes,
        encode: loop.encoder
      )
      if let answer { return answer }
    }
    let question = Question()
    server.on(subscription.shard, for: connection) { shard in
      let owner = self.server.loops[shard.index]
      let reply: Reply<SubscriptionAnswer> = { result in
        // Only the loop of the one who asks may look.
        if self.isOnLoop, question.isAsked {
          question.answer = result
        } else {
          self.onLoop {
            let event = self.send(result, for: subscription)
            self.closeQuestion(of: subscription)
            if let event { self.tell(subscription, event) }
            self.letNextAsk()
          }
        }
      }
      if let views = subscription.views {
        views.nextMessage(
          to: subscription,
          for: subscription.request,
          at: cursor,
          tellsProgress: tellsProgress,
          largestBytes: largestBytes,
          encode: owner.encoder,
          for: self.caller(of: subscription),
          reply: reply
        )
      } else {
        shard.nextMessage(
          for: subscription.request,
          at: cursor,
          tellsProgress: tellsProgress,
          largestBytes: largestBytes,
          encode: owner.encoder,
          reply: reply
        )
      }
    }
    question.isAsked = false
    // The question can have ended the subscription.
    if question.answer == nil, isOpen(subscription) {
      subscription.awaitsAnswer = true
      openQuestions += 1
    }
    return question.answer
  }

  /// A question to a shard of the same event loop, which is mostly answered at once. It is touched on that loop only.
  private final class Question: @unchecked Sendable {
    /// Whether the one who asked still stands there.
    var isAsked = true
    var answer: Result<SubscriptionAnswer, ArrangeError>?
  }

  /// Has a subscription ask when fewer questions are open, where that is what it waits for.
  private func letAskLater(_ subscription: OpenSubscription) {
    guard subscription.machine.state == .waitingForRoom, !subscription.isWaitingToAsk else { return }
    subscription.isWaitingToAsk = true
    waitingToAsk.append(subscription)
  }

  /// A question has its answer, or nobody waits for that any more.
  private func closeQuestion(of subscription: OpenSubscription) {
    guard subscription.awaitsAnswer else { return }
    subscription.awaitsAnswer = false
    openQuestions -= 1
  }

  /// Lets those ask who waited until fewer questions are open.
  private func letNextAsk() {
    while openQuestions < ConnectionSubscriptions.mostOpenQuestions, let next = waitingToAsk.popFirst() {
      next.isWaitingToAsk = false
      tell(next, .room)
    }
  }

  /// Counts what was sent. Where that is much, subscriptions wait until the event loop has looked at other connections.
  private func noteSent(_ bytes: Int) {
    let isTurnOver = bytesOfTurn >= ConnectionSubscriptions.mostBytesOfTurn
    bytesOfTurn += bytes
    guard !isTurnOver, bytesOfTurn >= ConnectionSubscriptions.mostBytesOfTurn else { return }
    loop.executeAfterReading {
      self.bytesOfTurn = 0
      self.resume()
    }
  }

  /// Sends what the shard answered, and says what that is for the subscription. Nil where it is over.
  private func send(
    _ result: Result<SubscriptionAnswer, ArrangeError>,
    for subscription: OpenSubscription
  ) -> Subscription.Event? {
    guard isOpen(subscription) else { return nil }
    switch result {
    case .failure(let error):
      end(subscription, error)
      return nil
    case .success(.upToDate(let cursor)):
      subscription.times.noteServed()
      return .upToDate(cursor)
    case .success(.message(let bytes, let notes, let showsChanges, let facts, let cursor)):
      guard case .send(let sequence) = connection.connection.data(subscription.stream) else { return nil }
      var body = bytes
      if !notes.isEmpty {
        loop.arena.temporary {
          body += SubscriptionMessage.packable(notes, in: loop.arena).bytes
        }
      }
      connection.withOutput { output in
        body.withUnsafeBytes {
          FrameEncoder.write(
            Frame(.data, stream: subscription.stream, sequence: sequence, body: $0),
            to: &output
          )
        }
      }
      if server.traces {
        server.trace(
          "message",
          subscription.stream,
          of: connection,
          ["bytes": "\(body.count)", "version": "\(cursor.toldVersion)", "changes": "\(showsChanges)"]
        )
      }
      noteSent(body.count)
      note(facts, bytes: body.count, showsChanges: showsChanges, for: subscription)
      return .sent(showsChanges: showsChanges, cursor)
    }
  }

  private func wake(_ subscription: OpenSubscription, at time: UInt64) {
    subscription.wake?.cancel()
    let deadline = NIODeadline.uptimeNanoseconds(min(time, UInt64(Int64.max)))
    subscription.wake = loop.eventLoop.scheduleTask(deadline: deadline) {
      self.tell(subscription, .woken)
      self.loop.flushDirty()
    }
  }

  /// The channel takes more again.
  ///
  /// Sending can make it full and empty again, which is told while this is under way: those who wait for room then have
  /// their turn in another round, since a round within a round within a round would take the whole stack.
  func resume() {
    loop.check()
    guard !isResuming else {
      resumesAgain = true
      return
    }
    isResuming = true
    defer { isResuming = false }
    repeat {
      resumesAgain = false
      resumeWaiting()
      // Nothing else may come that would send the rest.
      connection.flushOutput()
    } while resumesAgain
  }

  private func resumeWaiting() {
    for subscription in open.values where subscription.machine.state == .waitingForRoom {
      tell(subscription, .room)
    }
  }

  /// Lets a subscription go that is over.
  func forget(_ subscription: OpenSubscription) {
    loop.check()
    open[subscription.stream] = nil
    subscription.noteItsEnd()
    subscription.wake?.cancel()
    closeQuestion(of: subscription)
    unsubscribe(subscription)
    if !waitingToAsk.isEmpty { loop.execute { self.letNextAsk() } }
  }

  private func unsubscribe(_ subscription: OpenSubscription) {
    server.on(subscription.shard, for: connection) { shard in
      if let views = subscription.views {
        views.unsubscribe(subscription)
      } else {
        shard.unsubscribe(subscription, from: subscription.request.collection)
      }
    }
  }

  /// Ends a subscription from the server's side. Where it can be taken up again, the subscriber is told with what, unless
  /// it has no whole list.
  func end(_ subscription: OpenSubscription, _ error: ArrangeError) {
    loop.check()
    guard isOpen(subscription) else { return }
    var status = Status(subscription.named(error))
    if error.code == .unavailable, let token = subscription.machine.cursor.resumeToken {
      status.details.append(Status.Detail(name: Status.Detail.resumeToken, value: token))
    }
    connection.finish(subscription.stream, status)
  }
}
