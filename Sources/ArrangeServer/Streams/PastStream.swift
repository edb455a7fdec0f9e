import ArrangeModel
import Changes
import Engine
import Synchronization
import Wire

/// An open Changes/Subscribe stream that shows a version of the past, and perhaps the commits after it.
///
/// It asks the shard for one message at a time, when the client has credit for it and the channel accepts it: nothing is kept
/// for a client that does not read. All mutable state is used on the connection's event loop.
final class PastStream: WritableStream, @unchecked Sendable {
  var method: Method { .subscribe }
  private let connection: ConnectionHandler
  private let stream: UInt32
  private let request: SubscribeRequest
  /// The requested names that the caller may not see.
  private let hidden: [Identifier]
  private let shard: Shard
  private let isOpen = Atomic(true)
  /// The position of the next message; nil until it begins.
  private var cursor: PastCursor?
  /// Whether it waits for the shard, for the end of an interval, or until it may begin.
  private var isWaiting = true

  init(
    _ connection: ConnectionHandler,
    _ stream: UInt32,
    _ request: SubscribeRequest,
    hidden: [Identifier]
  ) {
    self.connection = connection
    self.stream = stream
    self.hidden = hidden
    var request = request
    request.reader = connection.admission.principal
    self.request = request
    shard = connection.server.engine.shard(for: request.collection)
  }

  /// Begins when this node has everything of the collection that was acknowledged before.
  func open() {
    guard let nodes = connection.server.nodes else { return begin() }
    guard request.namesVersion else { return awaitFreshness(nodes) }
    // Names are part of the catalog.
    nodes.journal.refreshCatalog { [self] isRead in
      connection.loop.execute { [self] in if isRead { awaitFreshness(nodes) } else { end(.notOwned) } }
    }
  }

  private func awaitFreshness(_ nodes: Nodes) {
    let (loop, engine) = (connection.loop, connection.server.engine)
    nodes.whenFresh(
      [request.collection],
      isForViews: false,
      on: loop,
      engine: engine,
      isWanted: caller.isWanted
    ) { [self] result in
      switch result {
      case .success: loop.execute { [self] in begin() }
      case .failure(let error): loop.execute { [self] in end(error) }
      }
    }
  }

  private var hasEnded: Bool { !isOpen.load(ordering: .relaxed) }

  private var caller: Caller {
    let admission = connection.admission
    return Caller(WorkOwner(admission.turnOwner), by: request.reader, limits: admission.callLimits) {
      [self] in
      isOpen.load(ordering: .relaxed)
    }
  }

  /// Finds out whether there is something to show, whether or not the client has granted credit.
  private func begin() {
    guard !hasEnded else { return }
    connection.server.on(shard, for: connection) { [self] shard in
      shard.past.begin(request) { [self] result in
        connection.loop.execute { [self] in
          switch result {
          case .failure(let error): end(error)
          case .success(nil): finish()
          case .success(let first?): proceed(at: first)
          }
        }
      }
    }
  }

  private func proceed(at next: PastCursor) {
    cursor = next
    isWaiting = false
    advance()
  }

  /// Asks for the next message, if the client can take it.
  private func advance() {
    connection.loop.check()
    guard !hasEnded, !isWaiting, let cursor, connection.connection.availableCredit(of: stream) > 0,
      connection.takesOutput(), !hasEnded
    else { return }
    isWaiting = true
    let (largestBytes, caller) = (connection.largestBody, caller)
    connection.server.on(shard, for: connection) { [self] shard in
      let owner = connection.server.loops[shard.index]
      shard.past.nextMessage(
        for: request,
        at: cursor,
        largestBytes: largestBytes,
        encode: owner.encoder,
        for: caller
      ) { [self] result in
        // Others are served in between.
        connection.loop.execute { [self] in take(result) }
      }
    }
  }

  private func take(_ result: Result<PastMessage, ArrangeError>) {
    guard !hasEnded else { return }
    switch result {
    case .failure(let error): end(error)
    case .success(let message):
      guard case .send(let sequence) = connection.connection.data(stream) else { return }
      send(message, sequence)
      guard let next = message.next else { return finish() }
      let interval = request.options.shortestIntervalMicroseconds * 1_000
      guard interval > 0, !message.isPage else { return proceed(at: next) }
      connection.loop.execute(after: interval) { [weak self] in self?.proceed(at: next) }
    }
  }

  private func send(_ message: PastMessage, _ sequence: UInt64) {
    var body = message.bytes
    if !message.notes.isEmpty {
      let arena = connection.arena
      arena.temporary { body += SubscriptionMessage.packable(message.notes, in: arena).bytes }
    }
    connection.withOutput { output in
      body.withUnsafeBytes {
        FrameEncoder.write(Frame(.data, stream: stream, sequence: sequence, body: $0), to: &output)
      }
    }
  }

  private func finish() {
    guard !hasEnded else { return }
    connection.finish(stream, Status(.ok, "", processed: .done))
  }

  private func end(_ error: ArrangeError) {
    guard !hasEnded else { return }
    connection.finish(stream, Status(hidden.isEmpty ? error : error.naming(hidden[0])))
  }

  func creditGranted() { advance() }

  func channelBecameWritable() { advance() }

  func healthChanged() {}

  func drain() {
    end(ArrangeError(.unavailable, "the server stops; subscribe again with the last resume token"))
  }

  func wasEnded() { isOpen.store(false, ordering: .relaxed) }
}

extension SubscribeRequest {
  /// Whether a version is given by its name.
  fileprivate var namesVersion: Bool {
    [at, playTo].contains { if case .named = $0 { true } else { false } }
  }
}
