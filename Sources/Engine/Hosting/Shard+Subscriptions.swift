package import ArrangeModel
package import Changes

extension Shard {
  /// Notifies a listener of news of a collection from now on.
  ///
  /// - Parameters:
  ///   - profile: the form of the changes that the listener will ask for.
  ///   - reply: gets an error if there is no such collection, or if its changes can't have that form; then the
  ///     listener is not notified.
  package func subscribe(
    _ listener: any SubscriptionListener,
    to name: Identifier,
    as profile: ChangeBatch.Profile,
    reply: @escaping Reply<Void>
  ) {
    executor.check()
    withCollection(name) { [self] result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let hosted):
        // Said before there is credit for a message, which a subscriber may grant late.
        if let problem = hosted.problem(with: profile) { return reply(.failure(problem)) }
        let feed =
          hosted.watchers.feed ?? ChangeFeed(ChangeLog(base: hosted.durable.version), memory: prepared)
        hosted.watchers.feed = feed
        feed.listeners.add(listener)
        reply(.success(()))
      }
    }
  }

  /// Ends what ``subscribe(_:to:as:reply:)`` began.
  package func unsubscribe(_ listener: any SubscriptionListener, from name: Identifier) {
    executor.check()
    guard let hosted = collections[name], let feed = hosted.watchers.feed else { return }
    feed.listeners.remove(listener)
    if feed.listeners.isEmpty { hosted.watchers.feed = nil }
  }

  /// Makes the next message for a subscriber, which must have subscribed.
  ///
  /// - Parameters:
  ///   - request: the subscriber's request.
  ///   - cursor: the subscriber's position.
  ///   - sendsProgress: whether to send progress if nothing visible changed.
  ///   - largestBytes: the maximum size of a message in bytes.
  ///   - encode: encodes a message; called on the shard's executor, once for all subscribers at the same
  ///     position.
  ///   - reply: called on the shard's executor, usually before this returns.
  package func nextMessage(
    for request: SubscribeRequest,
    at cursor: SubscriptionCursor,
    sendsProgress: Bool,
    largestBytes: Int,
    encode: @escaping MessageEncoder,
    reply: @escaping Reply<SubscriptionAnswer>
  ) {
    executor.check()
    guard let hosted = collections[request.collection], let feed = hosted.watchers.feed else {
      return reply(.failure(.noCollection(request.collection)))
    }
    let next = NextMessage(request, cursor, sendsProgress, largestBytes, clock, encode)
    switch next.answer(of: hosted, feed) {
    case .made(let result): reply(result)
    case .missing(let version, let watched):
      missedCommits.read(after: version, of: watched.hosted.key, into: watched.feed) { [self] result in
        switch result {
        case .failure(let error): reply(.failure(error))
        case .success(let reason):
          nextMessage(
            for: request,
            at: reason.map { SubscriptionCursor(.start($0)) } ?? cursor,
            sendsProgress: sendsProgress,
            largestBytes: largestBytes,
            encode: encode,
            reply: reply
          )
        }
      }
    }
  }

  /// The same without the closures of a reply, for callers on the shard's executor; nil if commits must be
  /// read first.
  package func messageAtOnce(
    for request: SubscribeRequest,
    at cursor: SubscriptionCursor,
    sendsProgress: Bool,
    largestBytes: Int,
    encode: @escaping MessageEncoder
  ) -> Result<SubscriptionAnswer, ArrangeError>? {
    executor.check()
    guard let hosted = collections[request.collection], let feed = hosted.watchers.feed else {
      return .failure(.noCollection(request.collection))
    }
    let next = NextMessage(request, cursor, sendsProgress, largestBytes, clock, encode)
    guard case .made(let result) = next.answer(of: hosted, feed) else { return nil }
    return result
  }
}
