internal import ClientWire

extension ArrangeClient {
  /// Follows a collection or a stored view: the list, and from then on everything that changes in it.
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
  /// A loop that is slow gets fewer and larger batches: at most two messages are on their way to it, and one batch
  /// follows with all that happened meanwhile. When the connection is lost or the server stops, the sequence goes on as
  /// soon as there is a server again, with what was missed and nothing else. Each batch begins at the version of the
  /// update before; where the server can't say what changed since then, the whole list comes and says why.
  ///
  /// The sequence throws an error with the code ``ArrangeModel/StatusCode/notFound`` when there is no such collection or it is
  /// deleted, and ``ArrangeModel/StatusCode/invalidArgument`` for bytes that are no token. Leaving the loop or cancelling the
  /// task ends the subscription.
  ///
  /// - Parameters:
  ///   - collection: the collection, or the stored view.
  ///   - token: ``ListUpdate/resumeToken`` of the last update that was applied; nil to begin with the whole list.
  ///   - options: how the changes are to come.
  public func updates(
    of collection: Identifier,
    from token: [UInt8]? = nil,
    options: ListUpdates.Options = ListUpdates.Options()
  ) -> ListUpdates {
    updates(of: .named(collection), from: token, options: options)
  }

  /// Follows a view that has no name; see ``updates(of:from:options:)-(Identifier,_,_)``.
  ///
  /// With a token of another definition a batch leads from what that view showed to what this one shows, where the
  /// server still keeps it, as it does for a minute; otherwise the whole list comes. So a filter changes as somebody
  /// types.
  public func updates(
    of view: ViewDefinition,
    from token: [UInt8]? = nil,
    options: ListUpdates.Options = ListUpdates.Options()
  ) -> ListUpdates {
    updates(of: .view(view), from: token, options: options)
  }

  /// Follows a list of any kind.
  package func updates(
    of source: ListSource,
    from token: [UInt8]? = nil,
    options: ListUpdates.Options = ListUpdates.Options()
  ) -> ListUpdates {
    var request = SubscribeRequest(
      collection: source.name,
      resumeToken: token,
      options: options.wire(prefix: session.requestIDs.prefix)
    )
    request.view = source.view
    var stream = ServerStream<SubscribeRequest, SubscriptionMessage>(session, .subscribe, request)
    var policy = session.policy
    // The loss is the first failure.
    policy.maximumAttempts = max(0, min(options.reconnectionAttempts ?? .max, .max - 1)) + 1
    stream.laterPolicy = policy
    return ListUpdates(stream: stream)
  }
}

/// A collection or a view and everything that changes in it, as updates; see
/// ``ArrangeClient/updates(of:from:options:)-(Identifier,_,_)``.
public struct ListUpdates: AsyncSequence, Sendable {
  public typealias Element = ListUpdate
  public typealias Failure = ArrangeError

  /// How the changes are to come.
  public struct Options: Sendable, Hashable {
    /// What the batches are made for.
    public var profile: ChangeBatch.Profile = .exact

    /// The maximum number of changes that a batch may have, at most 100,000; where there are more, the whole
    /// list comes.
    public var reloadThreshold = SubscribeRequest.defaultReloadThreshold

    /// The shortest time between two batches, at most an hour.
    public var shortestInterval: Duration = .zero

    /// The maximum number of bytes of a batch, at least 4,096; nil for as many as a frame can hold. If a
    /// batch would have more, the whole list comes.
    public var largestBatchBytes: Int?

    /// Whether elements come with their order keys. Applying batches keeps them right, but for those that a rekey by the
    /// server gives to elements which stay where they are. A batch can then consist of keys alone.
    public var sendsKeys = false

    /// How often to be told that the version moved on although nothing visible changed, at most an hour.
    public var progressInterval: Duration = .microseconds(
      Int64(SubscribeRequest.defaultProgressMicroseconds)
    )

    /// The first bytes of the request ids that are the subscriber's own; nil for those that the client gives to
    /// transactions without one.
    public var ownRequestPrefix: [UInt8]?

    /// Whether batches say who made their commits, in ``ListUpdate/authors``.
    public var namesAuthors = false

    /// How many attempts in a row to go on after a lost connection may fail before the sequence ends; nil for
    /// any number. How often the beginning is tried says the client's ``RetryPolicy``.
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

  /// The same for who has had updates of the list before: its beginning too is tried as often as a lost connection.
  var goingOn: ListUpdates {
    var stream = stream
    stream.firstPolicy = stream.laterPolicy
    return ListUpdates(stream: stream)
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(messages: stream.makeAsyncIterator())
  }

  /// A place among the updates. Dropping it ends the subscription.
  public struct Iterator: AsyncIteratorProtocol {
    let messages: ServerStream<SubscribeRequest, SubscriptionMessage>.Iterator
    private var reader = UpdateReader()
    private var opening = 0

    init(messages: ServerStream<SubscribeRequest, SubscriptionMessage>.Iterator) { self.messages = messages }

    /// The next update; nil when the server has ended the subscription.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(ArrangeError) -> ListUpdate? {
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

    public mutating func next() async throws(ArrangeError) -> ListUpdate? { try await next(isolation: nil) }
  }
}
