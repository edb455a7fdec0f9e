import ArrangeModel
import Changes
import Engine
import NIOCore
import Synchronization
import Wire

/// An open Changes/Subscribe stream: it brings what the shard tells to the connection's event loop, on which alone what changes
/// is touched.
final class OpenSubscription: SubscriptionListener, @unchecked Sendable {
  let stream: UInt32
  let request: SubscribeRequest
  /// What evaluates the view that is followed; nil where it is a collection.
  let views: ViewHost?
  /// The shard that tells of news: a stored view that gets another definition can have another one then.
  let shard: Shard
  private let handler: ConnectionHandler
  private let hasEnded = Atomic(false)
  // The rest is touched on the connection's event loop only.
  var machine: Subscription
  var wake: Scheduled<Void>?
  /// Whether the answer to its question comes later.
  var awaitsAnswer = false
  /// Whether it waits until fewer questions are open.
  var isWaitingToAsk = false

  init(
    _ request: SubscribeRequest,
    _ stream: UInt32,
    by shard: Shard,
    _ views: ViewHost?,
    at cursor: SubscriptionCursor,
    _ handler: ConnectionHandler
  ) {
    self.request = request
    self.stream = stream
    self.views = views
    self.shard = shard
    self.handler = handler
    machine = Subscription(request.options, at: cursor)
  }

  /// Whether it has not ended. May be asked on any thread.
  var isOpen: Bool { !hasEnded.load(ordering: .relaxed) }

  func noteItsEnd() { hasEnded.store(true, ordering: .relaxed) }

  func noteNews() {
    if handler.loop.eventLoop.inEventLoop {
      handler.tellNews(self)
    } else {
      handler.loop.execute { [self] in handler.tellNews(self) }
    }
  }

  func noteEnd(_ error: ArrangeError) { handler.onLoop { [self] in handler.end(self, error) } }
}

/// Changes/Subscribe: the subscription's state machine decides, and what it decides is carried out here.
extension ConnectionHandler {
  /// The most questions of a connection whose answers come later: from another event loop, or when commits were read.
  /// Each answer can be as large as a frame, and is kept until the client has read it.
  private static let mostOpenQuestions = 16
  /// How many bytes of messages a connection is sent before the event loop looks at others.
  private static let mostBytesOfTurn = 1024 * 1024

  func subscribe(_ request: SubscribeRequest, _ call: ServerCall) throws(ArrangeError) {
    loop.check()
    let stream = call.stream
    let view = server.view(request.view, named: request.collection)
    let home = view.map { server.engine.home(of: $0) }
    let subscription = OpenSubscription(
      request,
      stream,
      by: home?.shard ?? server.engine.shard(for: request.collection),
      home,
      at: try SubscriptionCursor(request.resumeToken),
      self
    )
    subscriptions[stream] = subscription
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
    server.on(subscription.shard, for: self) { shard in
      if let view, let home {
        home.subscribe(subscription, to: view, for: caller, reply: reply)
      } else {
        shard.subscribe(subscription, to: request.collection, reply: reply)
      }
    }
  }

  private func caller(of subscription: OpenSubscription) -> Caller {
    Caller(WorkOwner(self)) { subscription.isOpen }
  }

  /// Runs work on the connection's event loop: at once where this is it.
  func onLoop(_ work: @escaping @Sendable () -> Void) {
    if loop.eventLoop.inEventLoop { work() } else { loop.execute(work) }
  }

  private func isOpen(_ subscription: OpenSubscription) -> Bool {
    subscription.isOpen && !connection.isClosed
  }

  /// Tells a subscription what happened, and carries out what it wants for as long as it can be done at once.
  func tell(_ subscription: OpenSubscription, _ event: Subscription.Event) {
    loop.check()
    var event = event
    while isOpen(subscription) {
      let takesMore = takesOutput() && bytesOfTurn < ConnectionHandler.mostBytesOfTurn
      // Making room can have brought frames that end it.
      guard isOpen(subscription) else { return }
      let mayAsk = openQuestions < ConnectionHandler.mostOpenQuestions
      let action = subscription.machine.handle(
        event,
        at: ConnectionHandler.now().nanoseconds,
        hasCredit: connection.availableCredit(of: subscription.stream) > 0,
        hasRoom: takesMore && mayAsk
      )
      switch action {
      case .none:
        if takesMore, !mayAsk { letAskLater(subscription) }
        return
      case .wake(let time): return wake(subscription, at: time)
      case .ask(let cursor, let tellsProgress):
        guard let answer = ask(subscription, at: cursor, tellsProgress: tellsProgress),
          let next = carryOut(answer, for: subscription)
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
    if subscriptions.count == 1 { flushOutput() }
  }

  /// Asks the shard for the next message. Nil where the answer comes later.
  private func ask(
    _ subscription: OpenSubscription,
    at cursor: SubscriptionCursor,
    tellsProgress: Bool
  ) -> Result<SubscriptionAnswer, ArrangeError>? {
    let largestBytes = connection.largestFrameToSend - FrameEncoder.mostHeadBytes
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
    server.on(subscription.shard, for: self) { shard in
      let owner = self.server.loops[shard.index]
      let reply: Reply<SubscriptionAnswer> = { result in
        // Only the loop of the one who asks may look.
        if self.loop.eventLoop.inEventLoop, question.isAsked {
          question.answer = result
        } else {
          self.onLoop {
            let event = self.carryOut(result, for: subscription)
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
    while openQuestions < ConnectionHandler.mostOpenQuestions, let next = waitingToAsk.popFirst() {
      next.isWaitingToAsk = false
      tell(next, .room)
    }
  }

  /// Counts what was sent. Where that is much, subscriptions wait until the event loop has looked at other connections.
  private func noteSent(_ bytes: Int) {
    let isTurnOver = bytesOfTurn >= ConnectionHandler.mostBytesOfTurn
    bytesOfTurn += bytes
    guard !isTurnOver, bytesOfTurn >= ConnectionHandler.mostBytesOfTurn else { return }
    loop.executeAfterReading {
      self.bytesOfTurn = 0
      self.resumeSubscriptions()
    }
  }

  /// Sends what the shard answered, and says what that is for the subscription. Nil where it is over.
  private func carryOut(
    _ result: Result<SubscriptionAnswer, ArrangeError>,
    for subscription: OpenSubscription
  ) -> Subscription.Event? {
    guard isOpen(subscription) else { return nil }
    switch result {
    case .failure(let error):
      end(subscription, error)
      return nil
    case .success(.upToDate(let cursor)): return .upToDate(cursor)
    case .success(.message(let bytes, let ownRequestIDs, let showsChanges, let cursor)):
      guard case .send(let sequence) = connection.data(subscription.stream) else { return nil }
      var body = bytes
      if !ownRequestIDs.isEmpty {
        arena.temporary {
          body += SubscriptionMessage.packable(ownRequestIDs: ownRequestIDs, in: arena).bytes
        }
      }
      withOutput { output in
        body.withUnsafeBytes {
          FrameEncoder.write(
            Frame(.data, stream: subscription.stream, sequence: sequence, body: $0),
            to: &output
          )
        }
      }
      noteSent(body.count)
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
  func resumeSubscriptions() {
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
      flushOutput()
    } while resumesAgain
  }

  private func resumeWaiting() {
    for subscription in subscriptions.values where subscription.machine.state == .waitingForRoom {
      tell(subscription, .room)
    }
  }

  /// Lets a subscription go that is over.
  func forgetSubscription(_ stream: UInt32) {
    loop.check()
    guard let subscription = subscriptions.removeValue(forKey: stream) else { return }
    subscription.noteItsEnd()
    subscription.wake?.cancel()
    closeQuestion(of: subscription)
    unsubscribe(subscription)
    if !waitingToAsk.isEmpty { loop.execute { self.letNextAsk() } }
  }

  private func unsubscribe(_ subscription: OpenSubscription) {
    server.on(subscription.shard, for: self) { shard in
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
    var status = Status(error)
    if error.code == .unavailable, let token = subscription.machine.cursor.resumeToken {
      status.details.append(Status.Detail(name: Status.Detail.resumeToken, value: token))
    }
    finish(subscription.stream, status)
  }

  /// The server stops: every subscription ends.
  func drainSubscriptions() {
    loop.check()
    let error = ArrangeError(.unavailable, "the server stops; subscribe again and go on with the token")
    for subscription in Array(subscriptions.values) { end(subscription, error) }
  }
}

extension LoopContext {
  /// Encodes a message of a subscription. On the event loop only.
  func encode(_ message: SubscriptionMessage) -> [UInt8] {
    arena.temporary { message.packable(in: arena).bytes }
  }
}
