import ArrangeModel
import Changes

/// A request for the next message of a subscriber of a collection.
struct NextMessage {
  /// What comes of it.
  enum Answer {
    case made(Result<SubscriptionAnswer, ArrangeError>)
    /// The commits after a version are not in the log.
    case missing(after: UInt64, of: WatchedCollection)
  }

  private let request: SubscribeRequest
  private let cursor: SubscriptionCursor
  private let sendsProgress: Bool
  private let largestBytes: Int
  private let clock: EngineClock
  private let encode: MessageEncoder

  /// - Parameters:
  ///   - request: the subscriber's request.
  ///   - cursor: the subscriber's position.
  ///   - sendsProgress: whether to send progress if nothing visible changed.
  ///   - largestBytes: the maximum size of a message in bytes.
  init(
    _ request: SubscribeRequest,
    _ cursor: SubscriptionCursor,
    _ sendsProgress: Bool,
    _ largestBytes: Int,
    _ clock: EngineClock,
    _ encode: @escaping MessageEncoder
  ) {
    self.request = request
    self.cursor = cursor
    self.sendsProgress = sendsProgress
    self.largestBytes = largestBytes
    self.clock = clock
    self.encode = encode
  }

  /// Judges the cursor, and makes the message.
  func answer(of hosted: HostedCollection, _ feed: ChangeFeed<ListAtVersion, ChangeLog>) -> Answer {
    let watched = WatchedCollection(hosted: hosted, feed: feed, hasKeys: request.options.sendsKeys)
    guard hosted.descriptor.outline != nil else { return answer(maker(of: watched), cursor, watched) }
    let outline = WatchedOutline(watched, folding: request.options.folding)
    return answer(maker(of: outline), outline.checked(cursor), watched)
  }

  private func maker<Watched>(of watched: Watched) -> MessageMaker<Watched> {
    MessageMaker(
      watched: watched,
      request: request,
      largestBytes: min(largestBytes, request.options.largestBatchBytes ?? .max),
      maximumBytes: largestBytes,
      clock: clock,
      encode: encode
    )
  }

  private func answer<Watched>(
    _ maker: MessageMaker<Watched>,
    _ cursor: SubscriptionCursor,
    _ watched: WatchedCollection
  ) -> Answer {
    switch watched.classify(cursor, maker.validCursor) {
    case .known(let cursor): .made(maker.answer(cursor, sendsProgress: sendsProgress))
    case .missing(let version): .missing(after: version, of: watched)
    }
  }
}

extension HostedCollection {
  /// Why changes of the collection can't have a form; nil if they can. Those of outlines have the form `tree`, and only those.
  func problem(with profile: ChangeBatch.Profile) -> ArrangeError? {
    let isOutline = descriptor.outline != nil
    guard isOutline != (profile == .tree) else { return nil }
    guard isOutline else { return .noOutline(name) }
    return ArrangeError(
      .failedPrecondition,
      "\"\(name)\" is an outline; ask for the profile `tree`",
      field: "profile",
      reason: "is_outline"
    )
  }
}

extension ArrangeError {
  /// The profile of outlines for a list that is none.
  static func noOutline(_ name: Identifier) -> ArrangeError {
    ArrangeError(
      .failedPrecondition,
      "\"\(name)\" is no outline; ask for the profile `exact` or `uikit`",
      field: "profile"
    )
  }
}
