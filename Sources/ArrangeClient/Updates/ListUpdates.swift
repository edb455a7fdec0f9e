internal import Wire

extension ArrangeClient {
  /// Follows a collection or a stored view: the list, and then all of its changes.
  ///
  ///     var list = SectionedList()
  ///     for try await update in client.updates(of: "board") {
  ///       switch update.content {
  ///       case .list(let whole, _): list = whole
  ///       case .batch(let batch, _, _): try list.apply(batch)
  ///       case .progress: break
  ///       }
  ///     }
  ///
  /// A slow loop gets fewer and larger batches: at most two messages are buffered for it, followed by one
  /// batch with everything since. When the connection is lost or the server stops, the sequence continues
  /// once there is a server again, with exactly the changes that were missed. Each batch begins at the
  /// version of the previous update; if the server can't tell the changes since then, it sends the whole list
  /// with the reason.
  ///
  /// The sequence throws an error with the code ``ArrangeModel/StatusCode/notFound`` if the collection does
  /// not exist or is deleted, and ``ArrangeModel/StatusCode/invalidArgument`` for bytes that are not a token.
  /// Leaving the loop or cancelling the task ends the subscription.
  ///
  /// - Parameters:
  ///   - collection: the collection, or the stored view.
  ///   - token: ``ListUpdate/resumeToken`` of the last update that was applied; nil to begin with the whole list.
  ///   - options: the form of the changes.
  public func updates(
    of collection: Identifier,
    from token: [UInt8]? = nil,
    options: ListUpdates.Options = ListUpdates.Options()
  ) -> ListUpdates {
    updates(of: .named(collection), from: token, options: options)
  }

  /// Follows a view that has no name; see ``updates(of:from:options:)-(Identifier,_,_)``.
  ///
  /// With a token of another definition, one batch leads from that view to this one, if the server still
  /// keeps that view, as it does for a minute; otherwise the whole list is sent. This way a filter can change
  /// as somebody types.
  public func updates(
    of view: ViewDefinition,
    from token: [UInt8]? = nil,
    options: ListUpdates.Options = ListUpdates.Options()
  ) -> ListUpdates {
    updates(of: .view(view), from: token, options: options)
  }

  /// Shows a version of a collection, and then perhaps the changes after it up to another version, commit by commit.
  ///
  ///     for try await update in client.updates(of: "board", at: 30, playTo: 41) { … }
  ///
  /// The sequence ends after them; ``ListUpdates/Options/shortestInterval`` is the time between two of them. Elements
  /// have no order keys and no placement versions. It needs the permission `history` as well.
  ///
  /// The sequence throws an error with the code ``ArrangeModel/StatusCode/outOfRange`` if one of the versions is not
  /// kept, and ``ArrangeModel/StatusCode/unimplemented`` if the server can't read earlier versions.
  ///
  /// - Parameters:
  ///   - collection: the collection; earlier versions of views can only be read.
  ///   - version: the version that is shown first, as a whole list.
  ///   - last: the version up to which changes follow; nil for none.
  ///   - token: ``ListUpdate/resumeToken`` of the last update that was applied, to continue after it.
  ///   - options: the form of the changes.
  public func updates(
    of collection: Identifier,
    at version: VersionReference,
    playTo last: VersionReference? = nil,
    from token: [UInt8]? = nil,
    options: ListUpdates.Options = ListUpdates.Options()
  ) -> ListUpdates {
    updates(of: .named(collection), at: version, playTo: last, from: token, options: options)
  }

  /// Follows a list of any kind, or shows its past.
  package func updates(
    of source: ListSource,
    at version: VersionReference? = nil,
    playTo last: VersionReference? = nil,
    from token: [UInt8]? = nil,
    options: ListUpdates.Options = ListUpdates.Options()
  ) -> ListUpdates {
    var request = SubscribeRequest(
      collection: source.name,
      resumeToken: token,
      options: options.wire(prefix: session.requestIDs.prefix)
    )
    request.view = source.view
    request.at = version
    request.playTo = last
    var stream = ServerStream<SubscribeRequest, SubscriptionMessage>(session, .subscribe, request)
    var policy = session.policy
    // The loss of the connection counts as the first failure.
    policy.maximumAttempts = max(0, min(options.reconnectionAttempts ?? .max, .max - 1)) + 1
    stream.laterPolicy = policy
    return ListUpdates(stream: stream)
  }
}

/// The updates of a collection or a view, as ``ArrangeClient`` makes them with `updates(of:)`.
public struct ListUpdates: AsyncSequence, Sendable {
  public typealias Element = ListUpdate
  public typealias Failure = ArrangeError

  /// The form of the changes.
  public struct Options: Sendable, Hashable {
    /// The form of the batches.
    public var profile: ChangeBatch.Profile = .exact

    /// The maximum number of changes in a batch, at most 100,000; beyond it the whole list is sent.
    public var reloadThreshold = SubscribeRequest.defaultReloadThreshold

    /// The shortest time between two batches, at most an hour.
    public var shortestInterval: Duration = .zero

    /// The maximum number of bytes of a batch, at least 4,096; nil for as many as a frame can hold. Beyond it
    /// the whole list is sent.
    public var largestBatchBytes: Int?

    /// Whether elements are sent with their order keys. Applying batches keeps them correct, except for
    /// elements that the server rekeys without moving them. A batch can then consist of keys alone.
    public var sendsKeys = false

    /// How often to send progress when the version advances without a visible change, at most an hour.
    public var progressInterval: Duration = .microseconds(
      Int64(SubscribeRequest.defaultProgressMicroseconds)
    )

    /// The prefix of the subscriber's own request ids; nil for the prefix that the client uses for
    /// transactions without one.
    public var ownRequestPrefix: [UInt8]?

    /// Whether batches name the authors of their commits, in ``ListUpdate/authors``.
    public var namesAuthors = false

    /// The number of consecutive failed reconnection attempts after which the sequence ends; nil for no
    /// limit. The client's ``RetryPolicy`` applies to the first connection.
    public var reconnectionAttempts: Int?

    public init() {}

    /// The options of a request.
    func wire(prefix: [UInt8]) -> SubscribeRequest.Options {
      var options = SubscribeRequest.Options()
      options.profile = profile
      options.reloadThreshold = reloadThreshold
      options.shortestIntervalMicroseconds = shortestInterval.wholeNanoseconds / 1_000
      options.largestBatchBytes = largestBatchBytes
      options.sendsKeys = sendsKeys
      options.progressMicroseconds = progressInterval.wholeNanoseconds / 1_000
      options.ownRequestPrefix = ownRequestPrefix ?? prefix
      options.namesAuthors = namesAuthors
      return options
    }
  }

  let stream: ServerStream<SubscribeRequest, SubscriptionMessage>

  /// The same for a reader that has already had updates of the list: the first connection is also retried
  /// like a lost one.
  var resumed: ListUpdates {
    var stream = stream
    stream.firstPolicy = stream.laterPolicy
    return ListUpdates(stream: stream)
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(messages: stream.makeAsyncIterator())
  }

  /// An iterator over the updates. Dropping it ends the subscription.
  public struct Iterator: AsyncIteratorProtocol {
    let messages: ServerStream<SubscribeRequest, SubscriptionMessage>.Iterator
    private var reader = UpdateReader()
    private var opening = 0

    init(messages: ServerStream<SubscribeRequest, SubscriptionMessage>.Iterator) { self.messages = messages }

    /// The next update; nil after the server has ended the subscription.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(ArrangeError) -> ListUpdate? {
      while let message = try await messages.next(isolation: actor) {
        let isFirst = messages.openings != opening
        opening = messages.openings
        switch reader.take(message, isFirst: isFirst) {
        case .none: break
        case .update(let update):
          // A server that can't read earlier versions shows the newest one.
          if messages.request.at != nil, case .list(_, reason: .first) = update.content {
            messages.end()
            throw .noPast
          }
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

    public mutating func next() async throws(ArrangeError) -> ListUpdate? { try await next(isolation: nil) }
  }
}
