package import ArrangeModel
import Synchronization

/// A stored view that a sink delivers: follows it, and makes the messages about it.
///
/// What a receiver has follows from the versions of the collections of the view, which the journal has; see ``SinkViewCursor``. So
/// nothing of a view is kept for a sink, and a message can be made again with the same content, also by another process.
package final class SinkView: SinkFeed, SubscriptionListener {
  /// The number of commits without visible effect after which the journal has newer versions for the same state, so that the
  /// older ones may be trimmed.
  static let mostUnseenCommits: UInt64 = 1_000
  /// The size of the smallest row in a message, in bytes: `{"id":"a","fields":{}},`. A view with more rows than have room is not
  /// encoded in vain.
  static let smallestRow = 23
  /// The largest message, in bytes.
  static let largestMessage = 1 << 20

  private let shard: Shard
  private let name: Identifier
  private let sink: CollectionKey
  private let home: @Sendable (ViewReference) -> ViewHost
  private let whenNews: @Sendable () -> Void
  let state = Mutex(State())

  struct State {
    /// The principal for whom the view is shown.
    var reader = Principal.anonymous
    /// Where the view is followed, and its definition; nil if it is not.
    var followed: (host: ViewHost, text: String)?
    /// The versions of the followed view at the states that are known by these numbers.
    var marks: [UInt64: Mark] = [:]
    var isStopped = false
  }

  /// A version of a view that is open.
  struct Mark {
    /// See ``LiveView/number``.
    var view: UInt64
    var version: UInt64
  }

  /// The view as it is at the moment of a message.
  struct Moment: Sendable {
    let view: LiveView
    let reference: ViewReference
    let host: ViewHost
    let list: ViewList
    let version: UInt64
    let sources: [ResumeToken]
    let cursor: SinkViewCursor
    let encode: SinkEncoder
  }

  /// What became of making a message.
  enum Made: Sendable {
    /// The receiver has everything; the versions of the collections at which that is so.
    case unchanged([ResumeToken])
    /// A message that leads to a state.
    case message([UInt8], from: UInt64?, to: SinkViewCursor.State)
  }

  /// - Parameters:
  ///   - shard: the one of the name.
  ///   - home: finds where a view is evaluated.
  ///   - whenNews: called on the executor of the shard when the view may have changed.
  package init(
    _ name: Identifier,
    of shard: Shard,
    for sink: CollectionKey,
    home: @escaping @Sendable (ViewReference) -> ViewHost,
    whenNews: @escaping @Sendable () -> Void
  ) {
    self.name = name
    self.shard = shard
    self.sink = sink
    self.home = home
    self.whenNews = whenNews
  }

  /// Shows the view as a principal sees it from now on.
  package func show(to reader: Principal) { state.withLock { $0.reader = reader } }

  /// The view as it is defined now; nil if there is none of the name.
  private var reference: ViewReference? {
    let reader = state.withLock { $0.reader }
    return shard.catalog.entry(name)?.descriptor.view.map { ViewReference(name, $0, reader: reader) }
  }

  /// Ends following the view.
  package func stop() {
    let host = state.withLock { state -> ViewHost? in
      defer { (state.followed, state.isStopped) = (nil, true) }
      return state.followed?.host
    }
    host?.shard.executor.execute { [self] in host?.unsubscribe(self) }
  }

  // MARK: Being told

  package func notifyOfNewCommits() { shard.executor.execute { [self] in whenNews() } }

  package func recordEnd(_ error: ArrangeError) {
    state.withLock { $0.followed = nil }
    notifyOfNewCommits()
  }

  // MARK: Positions

  package func look(_ name: Identifier, for sink: CollectionKey) -> (position: SinkPosition?, newest: UInt64)?
  {
    shard.executor.check()
    guard shard.shared.owns(name), let descriptor = shard.catalog.entry(name)?.descriptor,
      descriptor.view != nil
    else { return nil }
    let cursor = descriptor.sinkCursors[sink]
    // Whether there is news is found out when the next message is made.
    return (cursor?.position, (cursor?.position?.version ?? cursor?.last ?? 0) + 1)
  }

  package func record(
    _ position: SinkPosition,
    replacing old: SinkPosition?,
    of name: Identifier,
    for sink: CollectionKey,
    reply: @escaping Reply<Bool>
  ) {
    change(reply: reply) { cursor in
      guard cursor.position == old, position.incarnation == cursor.history else { return false }
      cursor.position = position
      if let pending = cursor.pending, pending.number == position.version {
        (cursor.delivered, cursor.pending) = (pending, nil)
      }
      return true
    }
  }

  private func change(
    reply: @escaping Reply<Bool>,
    _ body: @escaping @Sendable (inout SinkViewCursor) -> Bool
  ) {
    SinkCursors(shard: shard).change(of: sink, in: name, body, reply: reply)
  }

  // MARK: Messages

  package func message(
    of name: Identifier,
    after position: SinkPosition?,
    through: UInt64?,
    encode: @escaping SinkEncoder,
    reply: @escaping Reply<SinkPayload?>
  ) {
    shard.executor.check()
    guard let reference, let entry = shard.catalog.entry(name) else { return reply(.failure(.noView(name))) }
    if reference.definition.window != nil { return reply(.failure(.windowOfSink)) }
    // Before its first message a sink has no cursor; the one that is written then has to be this one.
    guard var cursor = entry.descriptor.sinkCursors[sink] else {
      let isWritten: Reply<Bool> = { [self] result in
        guard case .failure(let error) = result else {
          return message(of: name, after: position, through: through, encode: encode, reply: reply)
        }
        reply(.failure(error))
      }
      return change(reply: isWritten) { _ in true }
    }
    let known = cursor
    // Also if what the journal has is of before a restored backup.
    if position == nil { cursor.forget() }
    let host = home(reference)
    let finish: Reply<Made> = { [self] result in
      shard.executor.execute { [self] in take(result, after: known, reply: reply) }
    }
    host.shard.executor.execute { [self, cursor] in
      follow(reference, at: host) { [self] result in
        switch result {
        case .failure(let error): finish(.failure(error.redacted(for: reference)))
        case .success(let view):
          let moment = Moment(
            view: view,
            reference: reference,
            host: host,
            list: view.list,
            version: view.version,
            sources: view.sources.map { source in
              ResumeToken(
                epoch: source.epoch,
                version: source.version,
                in: source.state.lineage.era(of: source.version)
              )
            },
            cursor: cursor,
            encode: encode
          )
          make(moment) { finish($0.mapError { $0.redacted(for: reference) }) }
        }
      }
    }
  }

  /// Follows a view on its host. Used on the executor of the host.
  private func follow(
    _ reference: ViewReference,
    at host: ViewHost,
    _ body: @escaping (Result<LiveView, ArrangeError>) -> Void
  ) {
    host.shard.executor.check()
    host.drainMailbox()
    let text = reference.definition.text
    let (before, isStopped) = state.withLock { ($0.followed, $0.isStopped) }
    if isStopped { return body(.failure(.draining)) }
    let open = { host.withView(reference.definition, offset: reference.offset, for: .server, body) }
    if let before, before.host === host, before.text == text, host.watchers[ObjectIdentifier(self)] != nil {
      return open()
    }
    if let before, before.host !== host {
      let other = before.host
      other.shard.executor.execute { [self] in other.unsubscribe(self) }
    }
    host.unsubscribe(self)
    state.withLock { $0.followed = (host, text) }
    // It stays on the executor of the host.
    nonisolated(unsafe) let answer = body
    nonisolated(unsafe) let begin = open
    host.subscribe(self, to: reference) { [self] result in
      switch result {
      case .success where state.withLock({ $0.isStopped }):
        host.unsubscribe(self)
        answer(.failure(.draining))
      case .success: begin()
      case .failure(let error):
        state.withLock { $0.followed = nil }
        answer(.failure(error))
      }
    }
  }

  /// Writes what a message means before it is sent. Used on the executor of the shard of the name.
  private func take(
    _ result: Result<Made, ArrangeError>,
    after known: SinkViewCursor,
    reply: @escaping Reply<SinkPayload?>
  ) {
    switch result {
    case .failure(let error): reply(.failure(error))
    case .success(.unchanged(let sources)):
      guard let delivered = known.delivered, sources.count == delivered.sources.count,
        sources.reduce(0, { $0 &+ $1.version }) &- delivered.sources.reduce(0, { $0 &+ $1.version })
          >= SinkView.mostUnseenCommits
      else { return reply(.success(nil)) }
      let isWritten: Reply<Bool> = { result in reply(result.map { _ in nil }) }
      change(reply: isWritten) { cursor in
        guard cursor == known else { return false }
        cursor.delivered?.sources = sources
        return true
      }
    case .success(.message(let bytes, let from, let to)):
      var payload = SinkPayload(
        bytes: bytes,
        from: from.map { StateID(version: $0, history: known.history) },
        to: StateID(version: to.number, history: known.history),
        state: SinkDelivery.State(version: to.number, incarnation: known.history),
        commitCount: 0
      )
      payload.isNewest = known.pending != to
      guard payload.isNewest else { return reply(.success(payload)) }
      let made = payload
      let isWritten: Reply<Bool> = { result in
        reply(result.flatMap { $0 ? .success(made) : .failure(.cursorChanged) })
      }
      change(reply: isWritten) { cursor in
        guard cursor == known else { return false }
        cursor.pending = to
        cursor.last = to.number
        return true
      }
    }
  }
}

extension ArrangeError {
  package static let windowOfSink = ArrangeError(
    .failedPrecondition,
    "a window shows one reader a part of a view; deliver a view without a window",
    field: "settings.view"
  )

  fileprivate static let cursorChanged = ArrangeError(.aborted, "the delivery was changed meanwhile")
}
