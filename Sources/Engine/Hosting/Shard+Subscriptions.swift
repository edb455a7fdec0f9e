package import ArrangeModel
package import Changes

extension Shard {
  /// Has a listener told from now on when a collection has news.
  ///
  /// - Parameter reply: gets an error if there is no such collection; then the listener is not told anything.
  package func subscribe(
    _ listener: any SubscriptionListener,
    to name: Identifier,
    reply: @escaping Reply<Void>
  ) {
    executor.check()
    withCollection(name) { result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let hosted):
        let feed = hosted.feed ?? ChangeFeed(ChangeLog(base: hosted.durable.version))
        hosted.feed = feed
        feed.add(listener)
        reply(.success(()))
      }
    }
  }

  /// Ends what ``subscribe(_:to:reply:)`` began.
  package func unsubscribe(_ listener: any SubscriptionListener, from name: Identifier) {
    executor.check()
    guard let hosted = collections[name], let feed = hosted.feed else { return }
    feed.remove(listener)
    if feed.listeners.isEmpty { hosted.feed = nil }
  }

  /// What a subscriber is to get next. It must have subscribed.
  ///
  /// - Parameters:
  ///   - request: what the subscriber asked for at first.
  ///   - cursor: where it is.
  ///   - tellsProgress: whether it is to be told the version where nothing visible changed.
  ///   - largestBytes: the most bytes of a message.
  ///   - encode: encodes a message; called on the shard's executor, once for all subscribers at the same place.
  ///   - reply: called on the shard's executor, mostly before this returns.
  package func nextMessage(
    for request: SubscribeRequest,
    at cursor: SubscriptionCursor,
    tellsProgress: Bool,
    largestBytes: Int,
    encode: @escaping MessageEncoder,
    reply: @escaping Reply<SubscriptionAnswer>
  ) {
    executor.check()
    guard let (maker, judgement) = judge(cursor, of: request, largestBytes: largestBytes, encode: encode)
    else { return reply(.failure(.noCollection(request.collection))) }
    switch judgement {
    case .known(let cursor): reply(maker.answer(cursor, tellsProgress: tellsProgress))
    case .missing(let version):
      let watched = maker.watched
      readMissed(after: version, of: watched.hosted.key, into: watched.feed) { [self] result in
        switch result {
        case .failure(let error): reply(.failure(error))
        case .success(let reason):
          nextMessage(
            for: request,
            at: reason.map { SubscriptionCursor(.start($0)) } ?? cursor,
            tellsProgress: tellsProgress,
            largestBytes: largestBytes,
            encode: encode,
            reply: reply
          )
        }
      }
    }
  }

  /// The same without the closures that a reply takes, for who is on the shard's executor; nil if commits must be
  /// read first.
  package func messageAtOnce(
    for request: SubscribeRequest,
    at cursor: SubscriptionCursor,
    tellsProgress: Bool,
    largestBytes: Int,
    encode: @escaping MessageEncoder
  ) -> Result<SubscriptionAnswer, ArrangeError>? {
    executor.check()
    guard let (maker, judgement) = judge(cursor, of: request, largestBytes: largestBytes, encode: encode)
    else { return .failure(.noCollection(request.collection)) }
    guard case .known(let cursor) = judgement else { return nil }
    return maker.answer(cursor, tellsProgress: tellsProgress)
  }

  /// What comes of a cursor, and what makes the message then; nil if there is no such collection.
  private func judge(
    _ cursor: SubscriptionCursor,
    of request: SubscribeRequest,
    largestBytes: Int,
    encode: @escaping MessageEncoder
  ) -> (MessageMaker<WatchedCollection>, WatchedCollection.Judgement)? {
    guard let hosted = collections[request.collection], let feed = hosted.feed else { return nil }
    let maker = MessageMaker(
      watched: WatchedCollection(hosted: hosted, feed: feed, hasKeys: request.options.sendsKeys),
      request: request,
      largestBytes: min(largestBytes, request.options.largestBatchBytes ?? .max),
      mostBytes: largestBytes,
      clock: clock,
      encode: encode
    )
    return (maker, maker.watched.judge(cursor, maker.judgeKept))
  }
}
