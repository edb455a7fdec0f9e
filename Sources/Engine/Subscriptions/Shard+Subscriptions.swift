package import ArrangeModel
package import Changes

/// What a subscriber gets when it asks.
package enum SubscriptionAnswer: Sendable {
  /// A message, encoded; the subscriber's own request ids among its commits; whether it is more than progress; and
  /// where the subscriber is afterwards.
  case message([UInt8], ownRequestIDs: [RequestID], showsChanges: Bool, SubscriptionCursor)
  /// There is nothing to show, and where the subscriber is now.
  case upToDate(SubscriptionCursor)
}

/// The encoding of messages, which the engine does not know.
package typealias MessageEncoder = @Sendable (SubscriptionMessage) -> [UInt8]

extension Shard {
  /// How many commits are read from the journal at a time, to find what a subscriber missed.
  private static let commitsAtATime = 256
  /// The most commits that are read from the journal for a subscriber that comes back; who missed more gets a snapshot.
  private static let mostMissedCommits: UInt64 = 20_000

  /// Has a listener told from now on when a collection has news.
  ///
  /// - Parameter reply: gets an error where there is no such collection; then the listener is not told anything.
  package func subscribe(
    _ listener: any SubscriptionListener,
    to name: Identifier,
    reply: @escaping Reply<Void>
  ) {
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
    guard let hosted = collections[name], let feed = hosted.feed else { return }
    feed.remove(listener)
    if feed.listeners.isEmpty { hosted.feed = nil }
  }

  /// What a subscriber is to get next. It has to have subscribed.
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
    guard let (maker, judgement) = judge(cursor, of: request, largestBytes: largestBytes, encode: encode)
    else { return reply(.failure(.noCollection(request.collection))) }
    switch judgement {
    case .known(let cursor): reply(maker.answer(cursor, tellsProgress: tellsProgress))
    case .missing(let version):
      readMissed(from: version, of: maker.watched.hosted, maker.watched.feed) { [self] result in
        switch result {
        case .failure(let error): reply(.failure(error))
        case .success(let isThere):
          let next = isThere ? cursor : SubscriptionCursor(.start(.historyTrimmed))
          nextMessage(
            for: request,
            at: next,
            tellsProgress: tellsProgress,
            largestBytes: largestBytes,
            encode: encode,
            reply: reply
          )
        }
      }
    }
  }

  /// The same without the closures that a reply takes, for who is on the shard's executor; nil where commits have to be
  /// read first.
  package func messageAtOnce(
    for request: SubscribeRequest,
    at cursor: SubscriptionCursor,
    tellsProgress: Bool,
    largestBytes: Int,
    encode: @escaping MessageEncoder
  ) -> Result<SubscriptionAnswer, ArrangeError>? {
    guard let (maker, judgement) = judge(cursor, of: request, largestBytes: largestBytes, encode: encode)
    else { return .failure(.noCollection(request.collection)) }
    guard case .known(let cursor) = judgement else { return nil }
    return maker.answer(cursor, tellsProgress: tellsProgress)
  }

  /// What comes of a cursor, and what makes the message then; nil where there is no such collection.
  private func judge(
    _ cursor: SubscriptionCursor,
    of request: SubscribeRequest,
    largestBytes: Int,
    encode: @escaping MessageEncoder
  ) -> (MessageMaker<WatchedCollection>, WatchedCollection.Judgement)? {
    guard let hosted = collections[request.collection], let feed = hosted.feed else { return nil }
    let maker = MessageMaker(
      watched: WatchedCollection(hosted: hosted, feed: feed, hasKeys: request.options.sendsKeys),
      options: request.options,
      largestBytes: min(largestBytes, request.options.largestBatchBytes ?? .max),
      mostBytes: largestBytes,
      clock: clock,
      encode: encode
    )
    return (maker, maker.watched.judge(cursor, maker.judgeKept))
  }

  /// Reads the commits after a version into the log, up to those that it has.
  ///
  /// - Parameter whenDone: gets false where there are too many, or they are no longer kept.
  private func readMissed(
    from version: UInt64,
    of hosted: HostedCollection,
    _ feed: ChangeFeed<ListAtVersion, ChangeLog>,
    whenDone: @escaping @Sendable (Result<Bool, ArrangeError>) -> Void
  ) {
    guard version + 1 >= hosted.oldestCommit else { return whenDone(.success(false)) }
    readCommits(of: hosted.key, after: version, before: feed.log) { result in
      whenDone(
        result.map { commits in
          feed.log.prepend(missing: commits)
          return feed.log.covers(version)
        }
      )
    }
  }

  /// Reads the commits after a version up to those that a log has. There are none where they are too many, or no longer
  /// kept.
  func readCommits(
    of key: CollectionKey,
    after version: UInt64,
    before log: ChangeLog,
    whenDone: @escaping @Sendable (Result<[Commit], ArrangeError>) -> Void
  ) {
    let (first, last) = (version + 1, log.base)
    guard first <= last, last - version <= Shard.mostMissedCommits else { return whenDone(.success([])) }
    let room = log.room
    storage.read(for: index) { journal -> [Commit] in
      var commits: [Commit] = []
      var edits = 0
      while first + UInt64(commits.count) <= last {
        let next = first + UInt64(commits.count)
        let limit = min(Shard.commitsAtATime, Int(last - next + 1))
        let records = try journal.commits(of: key, from: next, limit: limit)
        for record in records {
          let commit = try Commit(record)
          edits += commit.edits.count
          guard commit.version == first + UInt64(commits.count), edits <= room else { return [] }
          commits.append(commit)
        }
        if records.count < limit { return [] }
      }
      return commits
    } whenDone: {
      whenDone($0)
    }
  }
}
