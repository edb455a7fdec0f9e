import ArrangeModel
import Engine
import Wire

/// Starts the calls of a connection: the function in a method's row handles its calls.
final class ConnectionCalls: CallReceiver {
  let connection: ConnectionHandler
  private let subscriptions: ConnectionSubscriptions
  /// The backup in progress.
  private weak var backup: BackupStream?
  /// The comparison in progress.
  private weak var comparison: CompareStream?

  init(_ connection: ConnectionHandler) {
    self.connection = connection
    subscriptions = ConnectionSubscriptions(connection)
  }

  func start(_ call: ServerCall, _ frame: Frame) {
    connection.loop.check()
    var incoming = IncomingCall(connection: connection, call: call, begin: connection.arrival)
    connection.record.calls &+= 1
    do throws(ArrangeError) {
      guard let method = Method(rawValue: call.method) else { preconditionFailure("the table is made of it") }
      if !frame.metadata.isEmpty {
        let metadata = try read(frame.metadata)
        incoming.trace = CallTrace(metadata, method, hasSpan: call.kind == .unary)
      }
      try connection.admission.charge(frame.body.count)
      incoming.traceStart(method, bytes: frame.body.count)
      try dispatch(method, &incoming, frame.body)
    } catch {
      if error.code == .resourceExhausted { connection.loop.metrics?.noteRefusal(.limit) }
      incoming.answer(with: error)
    }
    if let requirement = incoming.requirement { connection.admission.note(requirement, of: call.stream) }
  }

  func channelBecameWritable() {
    subscriptions.resume()
    backup?.advance()
    comparison?.advance()
  }

  func addFigures(to figures: inout LoopFigures) {
    figures.activeCalls += connection.connection.openStreams
    subscriptions.addFigures(to: &figures)
  }

  func addFollowers(to found: inout FoundFollowers) { subscriptions.addFollowers(to: &found) }

  private func read(_ bytes: UnsafeRawBufferPointer) throws(ArrangeError) -> Metadata {
    let arena = connection.arena
    do throws(BoundaryError) {
      return try arena.temporary { () throws(BoundaryError) in try Metadata(decoding: bytes, using: arena) }
    } catch {
      throw error.arrangeError
    }
  }

  @inline(__always)
  private func dispatch(
    _ method: Method,
    _ call: inout IncomingCall,
    _ body: UnsafeRawBufferPointer
  ) throws(ArrangeError) {
    switch method {
    case .createCollection:
      try run(&call, method, body) { (call, request) throws(ArrangeError) in
        try call.createCollection(request)
      }
    case .getCollection: try run(&call, method, body) { $0.getCollection($1) }
    case .listCollections: try call.listCollections(try readOpen(body, method))
    case .updateCollection: try run(&call, method, body) { $0.updateCollection($1) }
    case .deleteCollection: try run(&call, method, body) { $0.deleteCollection($1) }
    case .apply: try run(&call, method, body) { $0.apply($1) }
    case .fetch: try run(&call, method, body) { $0.fetch($1) }
    case .history: try run(&call, method, body) { $0.history($1) }
    case .changeStrategy: try run(&call, method, body) { $0.changeStrategy($1) }
    case .rotateKeys: try run(&call, method, body) { $0.rotateKeys($1) }
    case .explain: try run(&call, method, body) { $0.explain($1) }
    case .verifyKeys: try run(&call, method, body) { $0.verifyKeys($1) }
    case .subscribe:
      try run(&call, method, body) { (call, request) throws(ArrangeError) in
        try subscriptions.open(request, call.stream, hidden: call.hidden)
      }
    case .listStrategies: call.listStrategies()
    case .serverInfo: call.serverInfo()
    case .healthCheck: try call.checkHealth(try readOpen(body, method))
    case .healthWatch: try call.watchHealth(try readOpen(body, method))
    case .describe: call.answer(ServiceDescription.own)
    case .defineView: try run(&call, method, body) { $0.defineView($1) }
    case .getView:
      try run(&call, method, body) { (call, request) throws(ArrangeError) in try call.getView(request) }
    case .listViews: try call.listViews(try readOpen(body, method))
    case .deleteView: try run(&call, method, body) { $0.deleteView($1) }
    case .backup: backup = try call.backup(try readForServer(body, method, &call))
    case .followers: followers(try readOpen(body, method), call)
    case .compare: comparison = try compare(try readForServer(body, method, &call), call)
    }
  }

  /// Runs a call if it is allowed. `call` is updated with the result of the access check, and is passed on
  /// after the request is decoded.
  @inline(__always)
  private func run<Request: AccessedRequest>(
    _ call: inout IncomingCall,
    _ method: Method,
    _ body: UnsafeRawBufferPointer,
    _ function: (IncomingCall, Request) throws(ArrangeError) -> Void
  ) throws(ArrangeError) {
    let request: Request = try read(body, method, &call)
    try function(call, request)
  }

  /// Decodes a request and checks access. If the caller may not see its names, they are replaced; see
  /// ``AccessedRequest/hide(_:)``.
  @inline(__always)
  private func read<Request: AccessedRequest>(
    _ body: UnsafeRawBufferPointer,
    _ method: Method,
    _ call: inout IncomingCall
  ) throws(ArrangeError) -> Request {
    let request = try Request.decode(body, using: connection.arena)
    return connection.admission.mayDoEverything ? request : try admit(request, method, &call)
  }

  @inline(never)
  private func admit<Request: AccessedRequest>(
    _ request: Request,
    _ method: Method,
    _ call: inout IncomingCall
  ) throws(ArrangeError) -> Request {
    var request = request
    let requirement = request.requirement(method.access) { name in
      server.view(nil, named: name, for: connection.admission.principal)?.rights
    }
    switch connection.admission.evaluate(requirement) {
    case .allowed: call.requirement = requirement
    case .denied(let error):
      call.noteRefusal(requirement, error.code)
      throw error
    case .hidden(let names):
      call.noteRefusal(requirement, .notFound)
      call.hidden = names
      request.hide(names)
    }
    return request
  }

  /// Decodes a request about the server itself and checks access.
  private func readForServer<Request: WireMessage>(
    _ body: UnsafeRawBufferPointer,
    _ method: Method,
    _ call: inout IncomingCall
  ) throws(ArrangeError) -> Request {
    guard case .onServer(let permissions) = method.access else {
      preconditionFailure("\(method.name) is not about the server")
    }
    let request = try Request.decode(body, using: connection.arena)
    let requirement = AccessRequirement(permissions, on: nil)
    if case .denied(let error) = connection.admission.evaluate(requirement) {
      call.noteRefusal(requirement, error.code)
      throw error
    }
    call.requirement = requirement
    return request
  }

  /// Decodes a request that needs no permission.
  private func readOpen<Request: WireMessage>(
    _ body: UnsafeRawBufferPointer,
    _ method: Method
  ) throws(ArrangeError) -> Request {
    switch method.access {
    case .anybody, .listed: break
    case .on, .operations, .onServer:
      preconditionFailure("the permission of \(method.name) was not checked")
    }
    return try Request.decode(body, using: connection.arena)
  }

  var server: ServerContext { connection.server }
}
