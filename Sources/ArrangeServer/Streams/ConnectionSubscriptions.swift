import ArrangeModel
import Changes
import Engine
import NIOCore
import Wire

/// The open Changes/Subscribe streams of a connection. Each has a state machine that makes the decisions;
/// this class performs them.
///
/// Used on the connection's event loop only.
final class ConnectionSubscriptions: @unchecked Sendable {
  /// The maximum number of open requests of a connection to shards that are answered later: from another
  /// event loop, or after commits were read. Each answer can be as large as a frame, and is kept until the
  /// client has read it.
  static let maximumOpenRequests = 16
  /// The number of waiting subscriptions that may have ended, besides as many as are open.
  private static let maximumEndedWaiting = 64

  let connection: ConnectionHandler
  private(set) var open: [UInt32: OpenSubscription] = [:]
  /// The number of open requests to shards.
  @exclusivity(unchecked) var openRequests = 0
  /// The subscriptions that wait for room, for fewer open requests, or for their turn, in order; each once.
  var waiting = CircularBuffer<OpenSubscription>(initialCapacity: 1)
  /// The answers of shards that wait for their turn, at most as many as there may be open requests.
  var answers = CircularBuffer<Answer>(initialCapacity: 1)
  /// What was sent since the event loop served others.
  @exclusivity(unchecked) var turn = MessageTurn(at: 0)
  /// Whether it is the turn of the subscriptions, so that the waiting ones are served.
  @exclusivity(unchecked) var isTurn = false
  /// Whether the subscription is served that has waited longest.
  @exclusivity(unchecked) var isFirst = false
  /// Whether the next turn is scheduled.
  var isTurnComing = false

  /// An answer of a shard.
  struct Answer {
    let subscription: OpenSubscription
    let result: Result<SubscriptionAnswer, ArrangeError>
  }

  init(_ connection: ConnectionHandler) { self.connection = connection }

  var server: ServerContext { connection.server }
  var loop: LoopContext { connection.loop }

  /// Opens a subscription.
  ///
  /// - Parameters:
  ///   - view: what is to be shown, if that is a view.
  ///   - hidden: the requested names that the caller may not see.
  func open(
    _ request: SubscribeRequest,
    of view: ViewReference?,
    _ stream: UInt32,
    hidden: [Identifier]
  ) throws(ArrangeError) {
    loop.check()
    var request = request
    request.reader = connection.admission.principal
    let home = view.map { server.engine.home(of: $0) }
    let subscription = OpenSubscription(
      request,
      stream,
      hidden: hidden,
      turnOwner: WorkOwner(connection.admission.turnOwner),
      limits: connection.admission.callLimits,
      check: connection.admission.makeCheck(stream),
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
        case .success where self.isOpen(subscription): self.handle(subscription, .opened)
        // The subscription ended while the collection was loaded, when there was nothing to unsubscribe from
        // yet.
        case .success: self.unsubscribe(subscription)
        case .failure(let error): self.end(subscription, error)
        }
      }
    }
    let begin: @Sendable () -> Void = { [self] in
      server.on(subscription.shard, for: connection) { shard in
        if let view, let home {
          home.subscribe(subscription, to: view, for: caller, reply: reply)
        } else {
          let request = subscription.request
          shard.subscribe(subscription, to: request.collection, as: request.options.profile, reply: reply)
        }
      }
    }
    guard let nodes = server.nodes else { return begin() }
    let sources = view?.allSources ?? [subscription.request.collection]
    let (engine, isForViews) = (server.engine, view != nil)
    nodes.whenFresh(sources, isForViews: isForViews, on: loop, engine: engine, isWanted: caller.isWanted) {
      result in
      switch result {
      case .success: begin()
      case .failure(let error): reply(.failure(error))
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

  /// Runs work on the connection's event loop: at once if called there.
  func onLoop(_ work: @escaping @Sendable () -> Void) {
    if isOnLoop { work() } else { loop.execute(work) }
  }

  private func isOpen(_ subscription: OpenSubscription) -> Bool {
    subscription.isOpen && !connection.connection.isClosed
  }

  /// Passes an event to a subscription, and performs its actions as long as they can be done at once.
  func handle(_ subscription: OpenSubscription, _ event: Subscription.Event) {
    loop.check()
    var event = event
    var now = ConnectionHandler.now().nanoseconds
    if !isTurn, !isTurnComing, turn.isOld(at: now) { turn = MessageTurn(at: now) }
    while isOpen(subscription) {
      let takesMore = connection.takesOutput()
      // Making room may have processed frames that end it.
      guard isOpen(subscription) else { return }
      let action = subscription.machine.handle(
        event,
        at: now,
        hasCredit: connection.connection.availableCredit(of: subscription.stream) > 0,
        hasRoom: takesMore && mayAsk
      )
      subscription.times.record(subscription.machine.state, reads: connection.isWritable, at: now)
      switch action {
      case .none: return wait(subscription)
      case .wake(let time): return wake(subscription, at: time)
      case .ask(let cursor, let sendsProgress):
        let answer = ask(subscription, at: cursor, sendsProgress: sendsProgress)
        let next = answer.flatMap { send($0, for: subscription) }
        let end = ConnectionHandler.now().nanoseconds
        turn.recordMade(in: end &- now)
        now = end
        guard let next else { return }
        event = next
      }
    }
  }

  /// Notifies a subscription of new commits. If it is the only one of its connection, the message is sent at
  /// once, so that the first subscriber can read while the messages of the others are made.
  func handleNewCommits(_ subscription: OpenSubscription) {
    loop.check()
    handle(subscription, .news)
    if open.count == 1 { connection.flushOutput() }
  }

  /// Requests the next message from the shard. Nil if the answer comes later.
  private func ask(
    _ subscription: OpenSubscription,
    at cursor: SubscriptionCursor,
    sendsProgress: Bool
  ) -> Result<SubscriptionAnswer, ArrangeError>? {
    let largestBytes = connection.largestBody
    if subscription.views == nil, server.loops[subscription.shard.index] === loop {
      let answer = subscription.shard.messageAtOnce(
        for: subscription.request,
        at: cursor,
        sendsProgress: sendsProgress,
        largestBytes: largestBytes,
        encode: loop.encoder
      )
      if let answer { return answer }
    }
    let question = Request()
    server.on(subscription.shard, for: connection) { shard in
      let owner = self.server.loops[shard.index]
      let reply: Reply<SubscriptionAnswer> = { result in
        // Only the loop that has made the request may read `isAsked`.
        if self.isOnLoop, question.isAsked {
          question.answer = result
        } else {
          self.onLoop { self.take(Answer(subscription: subscription, result: result)) }
        }
      }
      if let views = subscription.views {
        views.nextMessage(
          to: subscription,
          for: subscription.request,
          at: cursor,
          sendsProgress: sendsProgress,
          largestBytes: largestBytes,
          encode: owner.encoder,
          for: self.caller(of: subscription),
          reply: reply
        )
      } else {
        shard.nextMessage(
          for: subscription.request,
          at: cursor,
          sendsProgress: sendsProgress,
          largestBytes: largestBytes,
          encode: owner.encoder,
          reply: reply
        )
      }
    }
    question.isAsked = false
    // The request may have ended the subscription.
    if question.answer == nil, isOpen(subscription) {
      subscription.awaitsAnswer = true
      openRequests += 1
    }
    return question.answer
  }

  /// A request to a shard on the same event loop, which is usually answered at once. Used on that loop only.
  private final class Request: @unchecked Sendable {
    /// Whether the caller is still waiting on the stack.
    var isAsked = true
    var answer: Result<SubscriptionAnswer, ArrangeError>?
  }

  /// Closes a request that was answered or is no longer wanted.
  func closeRequest(of subscription: OpenSubscription) {
    guard subscription.awaitsAnswer else { return }
    subscription.awaitsAnswer = false
    openRequests -= 1
  }

  /// Sends the shard's answer, and returns the resulting event for the subscription. Nil if the subscription
  /// has ended.
  func send(
    _ result: Result<SubscriptionAnswer, ArrangeError>,
    for subscription: OpenSubscription
  ) -> Subscription.Event? {
    guard isOpen(subscription) else { return nil }
    switch result {
    case .failure(let error):
      end(subscription, error)
      return nil
    case .success(.upToDate(let cursor)):
      subscription.times.recordServed()
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
          ["bytes": "\(body.count)", "version": "\(cursor.sentVersion)", "changes": "\(showsChanges)"]
        )
      }
      turn.recordSent(body.count)
      record(facts, bytes: body.count, showsChanges: showsChanges, for: subscription)
      return .sent(showsChanges: showsChanges, cursor)
    }
  }

  private func wake(_ subscription: OpenSubscription, at time: UInt64) {
    subscription.wake?.cancel()
    let deadline = NIODeadline.uptimeNanoseconds(min(time, UInt64(Int64.max)))
    subscription.wake = loop.eventLoop.scheduleTask(deadline: deadline) {
      self.handle(subscription, .woken)
      self.loop.flushDirty()
    }
  }

  /// Removes a subscription that has ended.
  func forget(_ subscription: OpenSubscription) {
    loop.check()
    open[subscription.stream] = nil
    subscription.markEnded()
    subscription.wake?.cancel()
    closeRequest(of: subscription)
    unsubscribe(subscription)
    // What waits refers to this object, so nothing may be left when the connection has ended.
    if open.isEmpty || waiting.count > open.count + ConnectionSubscriptions.maximumEndedWaiting {
      waiting.removeAll { !$0.isOpen }
    }
    scheduleTurn()
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

  /// Ends a subscription from the server's side. If it can be resumed, the subscriber receives the resume
  /// token, unless it has not received a whole list yet.
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
