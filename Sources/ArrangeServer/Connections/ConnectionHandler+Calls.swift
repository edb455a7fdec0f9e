import ArrangeModel
import Changes
import Engine
import NIOCore
import Wire

extension ConnectionHandler {
  /// Starts the work for a call. What it answers is written now, or when it is durable.
  func start(_ call: ServerCall, _ frame: Frame) {
    do throws(ArrangeError) {
      if !frame.metadata.isEmpty {
        do throws(BoundaryError) {
          _ = try arena.temporary { () throws(BoundaryError) in
            try Metadata(decoding: frame.metadata, using: arena)
          }
        } catch {
          throw error.arrangeError
        }
      }
      guard let method = Method(rawValue: call.method) else { preconditionFailure("the table is made of it") }
      try start(method, call, frame.body)
    } catch {
      answer(call.stream, with: error)
    }
  }

  private func start(
    _ method: Method,
    _ call: ServerCall,
    _ body: UnsafeRawBufferPointer
  ) throws(ArrangeError) {
    let stream = call.stream
    switch method {
    case .apply:
      let request = try ApplyRequest.decode(body, using: arena)
      let reply: Reply<ApplyResult> = replying(to: stream)
      let largest = largestAnswer
      let caller = caller(of: call)
      onShard(of: request.collection) {
        $0.apply(request, largestAnswer: largest, for: caller, reply: reply)
      }
    case .fetch:
      let request = try FetchRequest.decode(body, using: arena)
      let reply: Reply<FetchPage> = replying(to: stream)
      let largest = largestAnswer
      if let view = server.view(request.view, named: request.collection) {
        let caller = caller(of: call)
        server.on(server.engine.home(of: view), for: self) {
          $0.fetch(request, from: view, largestAnswer: largest, for: caller, reply: reply)
        }
      } else {
        onShard(of: request.collection) {
          $0.fetch(request, largestAnswer: largest, reply: reply)
        }
      }
    case .history:
      let request = try HistoryRequest.decode(body, using: arena)
      let reply: Reply<HistoryPage> = replying(to: stream)
      let largest = largestAnswer
      onShard(of: request.collection) {
        $0.history(request, largestAnswer: largest, reply: reply)
      }
    case .changeStrategy:
      let request = try ChangeStrategyRequest.decode(body, using: arena)
      let reply: Reply<ChangeStrategyResult> = replying(to: stream)
      let caller = caller(of: call)
      onShard(of: request.collection) { $0.changeStrategy(request, for: caller, reply: reply) }
    case .rotateKeys:
      let request = try RotateKeysRequest.decode(body, using: arena)
      let reply: Reply<RotateKeysResult> = replying(to: stream)
      let caller = caller(of: call)
      onShard(of: request.collection) { $0.rotateKeys(request, for: caller, reply: reply) }
    case .explain:
      let request = try ExplainRequest.decode(body, using: arena)
      let reply: Reply<Explanation> = replying(to: stream)
      let caller = caller(of: call)
      onShard(of: request.collection) { $0.explain(request, for: caller, reply: reply) }
    case .verifyKeys:
      let request = try VerifyKeysRequest.decode(body, using: arena)
      let reply: Reply<KeyReport> = replying(to: stream)
      let caller = caller(of: call)
      onShard(of: request.collection) { $0.verifyKeys(request.collection, for: caller, reply: reply) }
    case .createCollection:
      let request = try CreateCollectionRequest.decode(body, using: arena)
      let reply: Reply<CollectionInfo> = replying(to: stream)
      let strategy = request.strategy ?? server.defaultStrategy
      onShard(of: request.name) {
        $0.create(request.name, strategy: strategy, fields: request.fields, reply: reply)
      }
    case .getCollection:
      let request = try GetCollectionRequest.decode(body, using: arena)
      info(of: request.name, for: call, reply: replying(to: stream))
    case .listCollections:
      try list(try ListCollectionsRequest.decode(body, using: arena), stream)
    case .updateCollection:
      let request = try UpdateCollectionRequest.decode(body, using: arena)
      let reply: Reply<CollectionInfo> = replying(to: stream)
      onShard(of: request.name) { shard in
        shard.update(request.name, { old throws(ArrangeError) in try request.applied(to: old) }, reply: reply)
      }
    case .deleteCollection:
      let request = try DeleteCollectionRequest.decode(body, using: arena)
      let reply: Reply<EmptyMessage> = replying(to: stream)
      onShard(of: request.name) { shard in
        shard.delete(request.name) { reply($0.map { EmptyMessage() }) }
      }
    case .subscribe: try subscribe(try SubscribeRequest.decode(body, using: arena), call)
    case .listStrategies:
      answer(stream, StrategyList(strategies: server.strategies, defaultStrategy: server.defaultStrategy))
    case .serverInfo: serverInfo(stream)
    case .healthCheck:
      let request = try HealthCheckRequest.decode(body, using: arena)
      guard Method.hasService(request.service) else {
        throw ArrangeError(.notFound, "there is no service \"\(request.service)\"", field: "service")
      }
      let health = server.health
      if health.slowStrategies.isEmpty {
        answer(stream, encoded: health.status.encoded)
      } else {
        answer(stream, health)
      }
    case .healthWatch:
      watchHealth(try HealthCheckRequest.decode(body, using: arena), stream)
    case .describe: answer(stream, ServiceDescription.own)
    case .defineView:
      let request = try DefineViewRequest.decode(body, using: arena)
      let reply: Reply<ViewInfo> = replying(to: stream)
      onShard(of: request.name) {
        $0.storedViews.define(request.name, as: request.view, reply: reply)
      }
    case .getView:
      let request = try GetViewRequest.decode(body, using: arena)
      guard let view = server.engine.catalog.view(request.name) else { throw .noView(request.name) }
      answer(stream, view)
    case .listViews: try listViews(try ListViewsRequest.decode(body, using: arena), stream)
    case .deleteView:
      let request = try DeleteViewRequest.decode(body, using: arena)
      let reply: Reply<EmptyMessage> = replying(to: stream)
      onShard(of: request.name) { shard in
        shard.storedViews.deleteView(request.name) { reply($0.map { EmptyMessage() }) }
      }
    }
  }

  /// Runs work on the shard that owns a collection: at once where that is on the connection's own loop.
  private func onShard(of name: Identifier, _ work: @escaping @Sendable (Shard) -> Void) {
    server.on(server.engine.shard(for: name), for: self, work)
  }

  // MARK: Answers

  /// What brings an answer to the connection's own event loop and writes it there.
  func replying<Response: WireMessage>(to stream: UInt32) -> Reply<Response> {
    { result in
      if self.loop.eventLoop.inEventLoop {
        self.answer(stream, result)
      } else {
        self.loop.execute { self.answer(stream, result) }
      }
    }
  }

  private func answer<Response: WireMessage>(_ stream: UInt32, _ result: Result<Response, ArrangeError>) {
    switch result {
    case .success(let response): answer(stream, response)
    case .failure(let error): answer(stream, with: error)
    }
  }

  private func answer(_ stream: UInt32, with error: ArrangeError) {
    guard takesAnswer(stream) else { return }
    // The end of the time can be seen where the work is done before it is seen here.
    let status =
      error == .notWanted
      ? Status(.deadlineExceeded, ConnectionHandler.tooLate, processed: .notStarted)
      : Status(error)
    finish(stream, status)
  }

  /// The most bytes that an answer of this connection may have.
  private var largestAnswer: Int { connection.largestFrameToSend - FrameEncoder.mostHeadBytes }

  private func answer<Response: WireMessage>(_ stream: UInt32, _ response: Response) {
    guard takesAnswer(stream) else { return }
    arena.temporary {
      var body = response.packable(in: arena)
      var shorter = response as? any ShortenedAnswer
      while body.count > largestAnswer, let next = shorter?.shortened {
        shorter = next
        body = next.packable(in: arena)
      }
      guard body.count <= largestAnswer else {
        return finish(stream, tooLarge(body.count, response))
      }
      let action = connection.end(stream)
      guard action != .drop else { return }
      withOutput { FrameEncoder.write(Frame(.end, stream: stream), body: body, to: &$0) }
      if action == .sendAndClose { closeAfterFlush() }
    }
  }

  /// What is said of an answer that can't be made smaller.
  private func tooLarge(_ count: Int, _ response: some WireMessage) -> Status {
    let frame =
      "the answer has \(count) bytes, and the largest frame of this connection has room for \(largestAnswer)"
    // Only the repetition of a request comes here, by somebody who takes smaller frames than the first time.
    if let result = response as? ApplyResult {
      return Status(
        .resourceExhausted,
        "the transaction was carried out as version \(result.version), but \(frame); connect with a larger "
          + "`largest_frame`",
        processed: .done
      )
    }
    return Status(
      .resourceExhausted,
      "\(frame); ask for less at a time, or connect with a larger `largest_frame`",
      // A description is the answer to its change, too.
      processed: response is CollectionInfo || response is ViewInfo ? .unknown : .notStarted
    )
  }

  /// Answers with a response that is encoded, and small.
  private func answer(_ stream: UInt32, encoded body: UnsafeRawBufferPointer) {
    guard takesAnswer(stream) else { return }
    let action = connection.end(stream)
    guard action != .drop else { return }
    withOutput { FrameEncoder.write(Frame(.end, stream: stream, body: body), to: &$0) }
    if action == .sendAndClose { closeAfterFlush() }
  }

  private static let tooLate = "the call took longer than it was given"

  /// Whether somebody still waits for the answer. Where END was sent before the work was done, the work's
  /// place is free now.
  private func takesAnswer(_ stream: UInt32) -> Bool {
    if connection.isClosed { return false }
    guard connection.stopReason(of: stream) != nil else { return true }
    departures.noteEnd(of: stream)
    carryOut(connection.workStopped(stream))
    noteDirty()
    return false
  }

  /// Stops the work of a stream. A unary call can't be taken back once it has begun: it is answered now, and
  /// its place is free when the work is done. What has not begun will not be started.
  func stop(_ stream: UInt32, _ reason: StopReason) {
    let message = reason == .deadlineExceeded ? ConnectionHandler.tooLate : "the call was cancelled"
    if healthWatches[stream] != nil || subscriptions[stream] != nil {
      return finish(stream, Status(reason.code, message, processed: .notStarted))
    }
    departures.noteStop(of: stream)
    if connection.end(stream, workContinues: true) == .send {
      writeEnd(stream, Status(reason.code, message, processed: .unknown))
    }
  }

  /// What there is to know about a collection or a view.
  private func info(
    of name: Identifier,
    for call: ServerCall,
    reply: @escaping Reply<CollectionInfo>
  ) {
    if let view = server.view(nil, named: name) {
      let caller = caller(of: call)
      server.on(server.engine.home(of: view), for: self) { $0.info(of: view, for: caller, reply: reply) }
    } else {
      onShard(of: name) { $0.info(name, reply: reply) }
    }
  }

  // MARK: Collections/List

  private func list(_ request: ListCollectionsRequest, _ stream: UInt32) throws(ArrangeError) {
    let size = request.pageSize ?? ListCollectionsRequest.defaultPageSize
    let start = try nameAfterPage(request.pageToken)
    let names = server.engine.catalog.names(after: start, limit: size + 1)
    let page = Array(names.prefix(size))
    let next = names.count > size ? page.last.map { Array($0.text.utf8) } : nil
    let largest = min(largestAnswer, ConnectionHandler.listPageBytes)
    let gathering = ListGathering(count: page.count) {
      [reply = replying(to: stream) as Reply<CollectionsPage>] in
      reply($0.map { CollectionsPage($0, next: next, atMost: largest) })
    }
    for (index, name) in page.enumerated() {
      if let view = server.engine.catalog.listing(ofView: name) {
        gathering.set(index, .success(view))
      } else {
        onShard(of: name) { $0.info(name) { gathering.set(index, $0) } }
      }
    }
  }

  /// The name that a page of a list begins after; nil for the first page.
  private func nameAfterPage(_ token: [UInt8]?) throws(ArrangeError) -> Identifier? {
    guard let token else { return nil }
    guard let text = String(validating: token, as: UTF8.self), let name = try? Identifier(text) else {
      throw ArrangeError(
        .invalidArgument,
        "this is not a page token of this server; start the list again",
        field: "page_token"
      )
    }
    return name
  }

  // MARK: Views/List

  /// After how many bytes of definitions, as text, a page of the list of views ends.
  private static let viewPageBytes = 256 * 1024
  /// The most bytes that a page of the list of collections has, also where a frame may be larger.
  private static let listPageBytes = 512 * 1024

  private func listViews(_ request: ListViewsRequest, _ stream: UInt32) throws(ArrangeError) {
    let size = request.pageSize ?? ListViewsRequest.defaultPageSize
    let start = try nameAfterPage(request.pageToken)
    let names = server.engine.catalog.names(onlyViews: true, after: start, limit: size + 1)
    var views: [ViewInfo] = []
    var bytes = 0
    for name in names.prefix(size) where bytes < ConnectionHandler.viewPageBytes {
      guard let view = server.engine.catalog.view(name) else { continue }
      views.append(view)
      bytes += view.definition.text.utf8.count
    }
    let hasMore = views.last.map { last in names.contains { $0 > last.name } } ?? false
    let next = hasMore ? views.last.map { Array($0.name.text.utf8) } : nil
    answer(stream, ViewsPage(views: views, nextPageToken: next))
  }

  // MARK: Server/Info

  private func serverInfo(_ stream: UInt32) {
    var counts = ServerInfo.Counts(
      collections: server.engine.catalog.count,
      openCollections: server.engine.residentCount,
      connections: server.connectionCount,
      activeCalls: connection.openStreams,
      commits: server.engine.commitCount
    )
    counts.connectionBytes = server.memory.held
    counts.refusedConnections = server.refusals.total
    counts.connectionsEndedForMemory = server.memory.endedConnections
    counts.droppedLogLines = LineWriter.errors.dropped
    let uptime = server.clock.wallTime().microseconds - server.startedAt.microseconds
    answer(
      stream,
      ServerInfo(
        version: ArrangeVersion.current,
        serverID: server.serverID,
        uptimeMicroseconds: max(0, uptime),
        counts: counts,
        limits: .init(largestFrame: server.limits.largestFrame)
      )
    )
  }
}

extension UpdateCollectionRequest {
  /// The fields after the update.
  fileprivate func applied(to old: Fields) throws(ArrangeError) -> Fields {
    try FieldsUpdate(ElementReference(name), set: set, remove: remove, replaceAll: replaceAll)
      .applied(to: old)
  }
}
