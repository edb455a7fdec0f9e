import ArrangeModel
import Engine
import Wire

/// Starts the calls of a connection: each method is carried out by the function that its row names.
final class ConnectionCalls: CallReceiver {
  private let connection: ConnectionHandler
  private let subscriptions: ConnectionSubscriptions

  init(_ connection: ConnectionHandler) {
    self.connection = connection
    subscriptions = ConnectionSubscriptions(connection)
  }

  func start(_ call: ServerCall, _ frame: Frame) {
    connection.loop.check()
    let incoming = IncomingCall(connection: connection, call: call)
    do throws(ArrangeError) {
      if !frame.metadata.isEmpty { try checkMetadata(frame.metadata) }
      guard let method = Method(rawValue: call.method) else { preconditionFailure("the table is made of it") }
      try dispatch(method, incoming, frame.body)
    } catch {
      incoming.answer(with: error)
    }
  }

  func roomCame() { subscriptions.resume() }

  private func checkMetadata(_ bytes: UnsafeRawBufferPointer) throws(ArrangeError) {
    let arena = connection.arena
    do throws(BoundaryError) {
      _ = try arena.temporary { () throws(BoundaryError) in try Metadata(decoding: bytes, using: arena) }
    } catch {
      throw error.arrangeError
    }
  }

  @inline(__always)
  private func dispatch(
    _ method: Method,
    _ call: IncomingCall,
    _ body: UnsafeRawBufferPointer
  ) throws(ArrangeError) {
    switch method {
    case .createCollection: call.createCollection(try read(body))
    case .getCollection: call.getCollection(try read(body))
    case .listCollections: try call.listCollections(try read(body))
    case .updateCollection: call.updateCollection(try read(body))
    case .deleteCollection: call.deleteCollection(try read(body))
    case .apply: call.apply(try read(body))
    case .fetch: call.fetch(try read(body))
    case .history: call.history(try read(body))
    case .changeStrategy: call.changeStrategy(try read(body))
    case .rotateKeys: call.rotateKeys(try read(body))
    case .explain: call.explain(try read(body))
    case .verifyKeys: call.verifyKeys(try read(body))
    case .subscribe: try subscriptions.open(try read(body), call.stream)
    case .listStrategies: call.listStrategies()
    case .serverInfo: call.serverInfo()
    case .healthCheck: try call.checkHealth(try read(body))
    case .healthWatch: call.watchHealth(try read(body))
    case .describe: call.answer(ServiceDescription.own)
    case .defineView: call.defineView(try read(body))
    case .getView: try call.getView(try read(body))
    case .listViews: try call.listViews(try read(body))
    case .deleteView: call.deleteView(try read(body))
    }
  }

  private func read<Request: WireMessage>(_ body: UnsafeRawBufferPointer) throws(ArrangeError) -> Request {
    try Request.decode(body, using: connection.arena)
  }
}
