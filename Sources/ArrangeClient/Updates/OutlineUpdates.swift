internal import Wire

extension ArrangeClient {
  /// Follows an outline: what is shown of it, and then all of its changes.
  ///
  ///     var shown = ShownTree()
  ///     for try await update in client.updates(ofOutline: "plan") {
  ///       switch update.content {
  ///       case .outline(let whole, _): shown = whole
  ///       case .batch(let batch, _, _): try shown.apply(batch)
  ///       case .progress: break
  ///       }
  ///     }
  ///
  /// Nothing is sent of what is below something collapsed but how much it is. To collapse or expand something, leave the loop and
  /// follow the outline again. All else is as for flat lists; see ``updates(of:from:options:)-(Identifier,_,_)``.
  ///
  /// The sequence throws an error with the code ``ArrangeModel/StatusCode/failedPrecondition`` if the collection is no outline.
  ///
  /// - Parameters:
  ///   - collection: the outline.
  ///   - folding: what is collapsed; at most ``Changes/TreeFolding/mostNodes`` items and sections are named.
  ///   - version: the version to begin with; nil for the newest, and to go on with what comes.
  ///   - last: the version through which its changes follow, one commit after the other; nil for none. Then the updates end.
  ///   - token: ``OutlineUpdate/resumeToken`` of the last update that was applied; nil to begin with the whole outline. With a
  ///     token of another folding it begins with that as well.
  ///   - options: the form of the changes; the profile does not count.
  public func updates(
    ofOutline collection: Identifier,
    folding: TreeFolding = TreeFolding(),
    at version: VersionReference? = nil,
    playTo last: VersionReference? = nil,
    from token: [UInt8]? = nil,
    options: ListUpdates.Options = ListUpdates.Options()
  ) -> OutlineUpdates {
    var request = SubscribeRequest(
      collection: collection,
      resumeToken: token,
      options: options.wire(prefix: session.requestIDs.prefix)
    )
    request.options.profile = .tree
    request.options.folding = folding
    request.at = version
    request.playTo = last
    var stream = ServerStream<SubscribeRequest, SubscriptionMessage>(session, .subscribe, request)
    var policy = session.policy
    // The loss of the connection counts as the first failure.
    policy.maximumAttempts = max(0, min(options.reconnectionAttempts ?? .max, .max - 1)) + 1
    stream.laterPolicy = policy
    return OutlineUpdates(stream: stream)
  }
}

/// The updates of an outline, as ``ArrangeClient`` makes them with `updates(ofOutline:)`.
public struct OutlineUpdates: AsyncSequence, Sendable {
  public typealias Element = OutlineUpdate
  public typealias Failure = ArrangeError

  let stream: ServerStream<SubscribeRequest, SubscriptionMessage>

  public func makeAsyncIterator() -> Iterator { Iterator(messages: stream.makeAsyncIterator()) }

  /// An iterator over the updates. Dropping it ends the subscription.
  public struct Iterator: AsyncIteratorProtocol {
    let messages: ServerStream<SubscribeRequest, SubscriptionMessage>.Iterator
    private var reader: OutlineReader
    private var opening = 0

    init(messages: ServerStream<SubscribeRequest, SubscriptionMessage>.Iterator) {
      self.messages = messages
      reader = OutlineReader(messages.request.options.folding)
    }

    /// The next update; nil after the server has ended the subscription.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(ArrangeError) -> OutlineUpdate? {
      while let message = try await messages.next(isolation: actor) {
        let isFirst = messages.openings != opening
        opening = messages.openings
        switch reader.take(message, isFirst: isFirst) {
        case .none: break
        case .update(let update):
          messages.request.resumeToken = update.resumeToken
          return update
        case .beginAgain:
          messages.request.resumeToken = nil
          messages.restart()
        case .fail(let error):
          messages.end()
          throw error
        }
      }
      return nil
    }

    public mutating func next() async throws(ArrangeError) -> OutlineUpdate? {
      try await next(isolation: nil)
    }
  }
}

/// One update of an outline.
public struct OutlineUpdate: Sendable, Hashable {
  /// The version of the outline after the update is applied.
  public var version: UInt64

  /// The random id of the collection's history; it changes after a restore.
  public var epoch: UInt64

  /// The token to resume from after this update, also in another process and after a restart of the server.
  public var resumeToken: [UInt8]

  /// The subscriber's own request ids among those of the commits in a batch, and the authors of those.
  public var notes: CommitNotes

  public var content: Content

  /// The content of the update.
  public enum Content: Sendable, Hashable {
    /// What is shown of the whole outline, and the reason why it is not a batch.
    case outline(ShownTree, reason: SnapshotReason)

    /// The changes since the version of the previous update, and the number of their commits.
    case batch(TreeBatch, from: UInt64, commits: UInt64)

    /// The version advanced and nothing visible changed.
    case progress
  }

  public init(version: UInt64, epoch: UInt64, resumeToken: [UInt8], notes: CommitNotes, content: Content) {
    self.version = version
    self.epoch = epoch
    self.resumeToken = resumeToken
    self.notes = notes
    self.content = content
  }
}
