import ArrangeModel
package import Changes

/// The position of a subscriber to the past.
package struct PastCursor: Sendable {
  fileprivate enum Place: Sendable {
    /// The page of a snapshot with a number begins here.
    case page(of: UInt64, SnapshotReason, PageCursor, number: Int)
    /// The subscriber has a version.
    case at(UInt64)
  }

  fileprivate let place: Place
  /// The version at which the stream ends.
  fileprivate let last: UInt64
}

/// A message for a subscriber to the past.
package struct PastMessage: Sendable {
  package let bytes: [UInt8]
  package let notes: CommitNotes
  /// Whether it is a page of a snapshot, so that the next message need not wait.
  package let isPage: Bool
  /// The position afterwards; nil if the stream is over.
  package let next: PastCursor?
}

extension PastVersions {
  /// Begins a stream that shows a version, and then perhaps the commits after it.
  ///
  /// - Parameters:
  ///   - request: it has a version with which it begins.
  ///   - reply: gets the position of the first message; nil if a resumed stream is over.
  package func begin(_ request: SubscribeRequest, reply: @escaping Reply<PastCursor?>) {
    shard.executor.check()
    shard.withCollection(request.collection) { result in
      reply(result.flatMap { hosted in Result { () throws(ArrangeError) in try start(request, of: hosted) } })
    }
  }

  private func start(
    _ request: SubscribeRequest,
    of hosted: HostedCollection
  ) throws(ArrangeError) -> PastCursor? {
    guard let at = request.at else { preconditionFailure("it has a version with which it begins") }
    if let problem = hosted.problem(with: request.options.profile) { throw problem }
    let first = try resolve(at, of: hosted, "at")
    var last = first
    if let playTo = request.playTo { last = try resolve(playTo, of: hosted, "play_to") }
    guard last >= first else {
      throw ArrangeError(
        .invalidArgument,
        "`play_to` is version \(last), before version \(first) with which it begins",
        field: "play_to"
      )
    }
    if case .resuming(let token) = try SubscriptionCursor(request.resumeToken).place,
      token.epoch == hosted.descriptor.epoch, token.folding == request.options.folding.hash,
      first...last ~= token.version,
      hosted.lineage.classify(token.version, in: token.era, newest: hosted.durable.version) == .proven
    {
      return token.version < last ? PastCursor(place: .at(token.version), last: last) : nil
    }
    return PastCursor(place: .page(of: first, .past, PageMaker.firstPage, number: 0), last: last)
  }

  /// Makes the next message of such a stream.
  ///
  /// - Parameters:
  ///   - request: that with which it began.
  ///   - largestBytes: the maximum size of a message in bytes.
  ///   - encode: called on the shard's executor.
  package func nextMessage(
    for request: SubscribeRequest,
    at cursor: PastCursor,
    largestBytes: Int,
    encode: @escaping MessageEncoder,
    for caller: Caller,
    reply: @escaping Reply<PastMessage>
  ) {
    shard.executor.check()
    shard.withCollection(request.collection) { result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        let replay = PastReplay(
          past: self,
          hosted: hosted,
          request: request,
          largestBytes: min(largestBytes, request.options.largestBatchBytes ?? .max),
          maximumBytes: largestBytes,
          encode: encode,
          caller: caller
        )
        replay.answer(cursor, reply: reply)
      } catch {
        reply(.failure(error))
      }
    }
  }
}

/// Makes one message of a stream that shows the past.
private struct PastReplay: Sendable {
  let past: PastVersions
  let hosted: HostedCollection
  let request: SubscribeRequest
  let largestBytes: Int
  let maximumBytes: Int
  let encode: MessageEncoder
  let caller: Caller

  private var epoch: UInt64 { hosted.descriptor.epoch }
  private var isOutline: Bool { request.options.profile == .tree }

  func answer(_ cursor: PastCursor, reply: @escaping Reply<PastMessage>) {
    switch cursor.place {
    case .page(let version, let reason, let start, let number):
      past.state(at: version, of: hosted, for: caller) { result in
        reply(
          result.flatMap { state in
            Result { () throws(ArrangeError) in
              try page(number, of: state, reason, from: start, last: cursor.last)
            }
          }
        )
      }
    case .at(let version):
      past.difference(from: version, to: version + 1, of: hosted, for: caller) { result in
        switch result {
        case .failure(let error): reply(.failure(error))
        case .success(let difference): answer(with: difference, last: cursor.last, reply: reply)
        }
      }
    }
  }

  private func page(
    _ number: Int,
    of state: CollectionState,
    _ reason: SnapshotReason,
    from start: PageCursor,
    last: UInt64
  ) throws(ArrangeError) -> PastMessage {
    let maker = PageMaker(
      epoch: epoch,
      largestBytes: largestBytes,
      maximumBytes: maximumBytes,
      encode: encode
    )
    let list = ListAtVersion(state: state, hasKeys: false)
    let token = token(at: state.version)
    let page =
      if isOutline {
        try OutlinePages(list: list, folding: request.options.folding).page(
          number,
          reason,
          from: start,
          token: token,
          by: maker
        )
      } else {
        try maker.page(number, of: list, reason, from: start, token: token)
      }
    let place = page.next.map { PastCursor.Place.page(of: state.version, reason, $0, number: number + 1) }
    return PastMessage(
      bytes: page.bytes,
      notes: CommitNotes(),
      isPage: place != nil,
      next: place.map { PastCursor(place: $0, last: last) } ?? cursor(at: state.version, last: last)
    )
  }

  /// Answers with the changes of one commit.
  private func answer(
    with difference: PastVersions.Difference,
    last: UInt64,
    reply: @escaping Reply<PastMessage>
  ) {
    let (options, from) = (request.options, difference.old.version)
    past.run(edits: difference.edits, weight: difference.edits, for: caller) {
      (_: inout WorkSlice) throws(ArrangeError) -> Changes in
      if isOutline {
        let derivation = difference.deriveTree(options.folding, threshold: options.reloadThreshold)
        guard case .batch(let batch) = derivation else { return .tooMany }
        return .made(batch.isEmpty ? .progress : .tree(batch, from: from, commits: 1))
      }
      let derivation = difference.derive(options.profile, threshold: options.reloadThreshold)
      guard case .batch(let batch) = derivation else { return .tooMany }
      return .made(batch.isEmpty ? .progress : .batch(batch, from: from, commits: 1))
    } whenDone: { result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(.made(let content)): answer(with: content, of: difference, last: last, reply: reply)
      case .success(.tooMany): begin(.tooManyChanges, at: difference.new.version, last: last, reply: reply)
      }
    }
  }

  private enum Changes: Sendable {
    case made(SubscriptionMessage.Content)
    case tooMany
  }

  private func answer(
    with content: SubscriptionMessage.Content,
    of difference: PastVersions.Difference,
    last: UInt64,
    reply: @escaping Reply<PastMessage>
  ) {
    let version = difference.new.version
    var notes = CommitNotes()
    for commit in difference.commits {
      notes.record(commit.requestID, by: commit.author, as: request.wantedNotes)
    }
    let bytes = encode(
      SubscriptionMessage(
        version: version,
        epoch: epoch,
        resumeToken: token(at: version),
        content: content
      )
    )
    guard bytes.count + notes.largestEncoding <= largestBytes else {
      return begin(.tooLarge, at: version, last: last, reply: reply)
    }
    reply(
      .success(
        PastMessage(bytes: bytes, notes: notes, isPage: false, next: cursor(at: version, last: last))
      )
    )
  }

  /// Begins a snapshot in place of a batch.
  private func begin(
    _ reason: SnapshotReason,
    at version: UInt64,
    last: UInt64,
    reply: @escaping Reply<PastMessage>
  ) {
    let place = PastCursor.Place.page(of: version, reason, PageMaker.firstPage, number: 0)
    answer(PastCursor(place: place, last: last), reply: reply)
  }

  private func cursor(at version: UInt64, last: UInt64) -> PastCursor? {
    version < last ? PastCursor(place: .at(version), last: last) : nil
  }

  private func token(at version: UInt64) -> [UInt8] {
    var token = ResumeToken(epoch: epoch, version: version, in: hosted.lineage.era(of: version))
    token.folding = request.options.folding.hash
    return token.bytes
  }
}
