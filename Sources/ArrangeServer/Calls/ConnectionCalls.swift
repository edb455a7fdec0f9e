import ArrangeModel
import Changes
import Engine
import Wire

/// Starts the calls of a connection: the function in a method's row handles its calls.
final class ConnectionCalls: CallReceiver {
  let connection: ConnectionHandler
  private let subscriptions: ConnectionSubscriptions
  /// The backup in progress.
  private weak var backup: BackupStream?
  /// The comparison in progress.
  weak var comparison: CompareStream?
  /// Whether the connection has had a stream that shows the past.
  private var hasPastStreams = false
  /// The calls that were passed on to other nodes, by stream.
  var forwarded: [UInt32: NodeCall] = [:]

  init(_ connection: ConnectionHandler) {
    self.connection = connection
    subscriptions = ConnectionSubscriptions(connection)
  }

  deinit { for call in forwarded.values { call.cancel() } }

  func start(_ call: ServerCall, _ frame: Frame) {
    connection.loop.check()
    var incoming = IncomingCall(connection: connection, call: call, begin: connection.arrival)
    connection.record.calls &+= 1
    do throws(ArrangeError) {
      guard let method = Method(rawValue: call.method) else { preconditionFailure("the table is made of it") }
      if !frame.metadata.isEmpty {
        let metadata = try read(frame.metadata)
        incoming.trace = CallTrace(metadata, method, hasSpan: call.kind == .unary)
        if connection.admission.isNode {
          incoming.forwarded = ForwardedCaller(metadata)
          if let nodes = server.nodes { try AddressedNode.check(metadata, is: nodes.journal.nodeID) }
        } else if server.nodes != nil {
          incoming.metadata = metadata.entries
        }
      }
      try connection.admission.charge(frame.body.count)
      incoming.traceStart(method, bytes: frame.body.count)
      try dispatch(method, &incoming, frame.body)
    } catch {
      if error.code == .resourceExhausted { connection.loop.metrics?.recordRefusal(.limit) }
      incoming.answer(with: error)
    }
    if let requirement = incoming.requirement { connection.admission.record(requirement, of: call.stream) }
  }

  /// Carries out a call that was kept for a moment.
  func run(_ call: IncomingCall, _ method: Method, _ body: [UInt8]) {
    var call = call
    do throws(ArrangeError) {
      let result = body.withUnsafeBytes { body -> Result<Void, ArrangeError> in
        do throws(ArrangeError) { return .success(try dispatch(method, &call, body)) } catch {
          return .failure(error)
        }
      }
      try result.get()
    } catch {
      call.answer(with: error)
    }
    if let requirement = call.requirement { connection.admission.record(requirement, of: call.stream) }
  }

  func channelBecameWritable() {
    subscriptions.resume()
    backup?.advance()
    comparison?.advance()
    guard server.nodes != nil || hasPastStreams else { return }
    for case let stream as any WritableStream in connection.streams.values { stream.channelBecameWritable() }
  }

  func addFigures(to figures: inout LoopFigures) {
    figures.activeCalls += connection.connection.openStreams
    subscriptions.addFigures(to: &figures)
  }

  func addFollowers(to found: inout FoundFollowers) { subscriptions.addFollowers(to: &found) }

  private func read(_ bytes: UnsafeRawBufferPointer) throws(ArrangeError) -> Metadata {
    let arena = connection.arena
    // A node adds entries to those of its client.
    let limit = Metadata.maximumEntries + (connection.admission.isNode ? ForwardedCaller.entries : 0)
    do throws(BoundaryError) {
      return try arena.temporary { () throws(BoundaryError) in
        try Metadata(decoding: bytes, using: arena, limit: limit)
      }
    } catch {
      throw error.arrangeError
    }
  }

  func subscribe(_ request: SubscribeRequest, _ call: IncomingCall) throws(ArrangeError) {
    let view = call.storedView.view(request.view, named: request.collection, for: call)
    guard request.at == nil else {
      guard view == nil else { throw .pastOfView }
      let stream = PastStream(connection, call.stream, request, hidden: call.hidden)
      try connection.admission.add(stream, as: call.stream)
      hasPastStreams = true
      return stream.open()
    }
    try subscriptions.open(request, of: view, call.stream, hidden: call.hidden)
  }

  func backup(_ request: BackupRequest, _ call: IncomingCall) throws(ArrangeError) {
    backup = try call.backup(request)
  }

  /// Runs a call if it is allowed. `call` is updated with the result of the access check, and is passed on
  /// after the request is decoded.
  @inline(__always)
  func run<Request: AccessedRequest>(
    _ call: inout IncomingCall,
    _ method: Method,
    _ body: UnsafeRawBufferPointer,
    _ function: (IncomingCall, Request) throws(ArrangeError) -> Void
  ) throws(ArrangeError) {
    var request = try Request.decode(body, using: connection.arena)
    guard !request.accessedName.isInternal || connection.admission.isNode else { throw .namesOverlay }
    var isAdmitted = connection.admission.mayDoEverything
    if let nodes = server.nodes {
      if try passOn(&request, method, &call, body, &isAdmitted, nodes) { return }
      // Another node may have defined the view of a sink a moment ago.
      if let view = request.accessedSink?.wanted?.view, !call.isCatalogRead,
        server.engine.catalog.entry(view) == nil
      {
        return readCatalog(call, method, Array(body), nodes)
      }
    }
    if !isAdmitted { request = try admit(request, method, &call) }
    try function(call, request)
  }

  /// Reads the catalog of all nodes before a list of names is answered, unless no other node can have changed it: also a node
  /// that has not joined yet, or has not heard of another one, knows only what was there some time ago.
  ///
  /// - Returns: whether the call is kept until that is done.
  func awaitCatalog(_ call: IncomingCall, _ method: Method, _ body: UnsafeRawBufferPointer) -> Bool {
    guard let nodes = server.nodes, !nodes.ownership.answersForAll, !call.isCatalogRead else { return false }
    readCatalog(call, method, Array(body), nodes)
    return true
  }

  func follow(_ request: FollowRequest, _ call: IncomingCall) throws(ArrangeError) {
    guard connection.admission.isNode else {
      // What opens the method is no permission, but being a node.
      call.recordRefusal(AccessRequirement([], on: request.collection), .permissionDenied)
      throw ArrangeError(.permissionDenied, "only the other nodes of this service may follow commits")
    }
    let stream = FollowStream(connection, call.stream, request)
    try connection.admission.add(stream, as: call.stream)
    stream.open()
  }

  /// Checks access. If the caller may not see the names of the request, they are replaced; see ``AccessedRequest/hide(_:)``.
  @inline(never)
  func admit<Request: AccessedRequest>(
    _ request: Request,
    _ method: Method,
    _ call: inout IncomingCall
  ) throws(ArrangeError) -> Request {
    if let sink = request.accessedSink {
      try admit(sink, &call)
      return request
    }
    var request = request
    var view: ViewReference?
    // What a hidden name stands for is not looked up: it must not make a difference.
    let isHidden = request.isHidden(from: connection.admission)
    let requirement = request.requirement(method.access) { name in
      view = isHidden ? nil : server.view(nil, named: name, for: connection.admission.principal)
      return view?.rights
    }
    call.storedView = .found(view)
    switch connection.admission.evaluate(requirement) {
    case .allowed: call.requirement = requirement
    case .denied(let error):
      call.recordRefusal(requirement, error.code)
      throw error
    case .hidden(let names):
      call.recordRefusal(requirement, .notFound)
      call.hidden = names
      request.hide(names)
    }
    return request
  }

  /// Checks access to a sink. One that the caller may not manage is not there.
  private func admit(_ sink: AccessedSink, _ call: inout IncomingCall) throws(ArrangeError) {
    // What is no sink at all is told to everybody alike.
    try sink.wanted?.check()
    call.requirement = try connection.admission.requirement(sink, of: call)
  }

  /// Decodes a request about the server itself and checks access.
  func readForServer<Request: WireMessage>(
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
      call.recordRefusal(requirement, error.code)
      throw error
    }
    call.requirement = requirement
    return request
  }

  /// Decodes a request that needs no permission.
  func readOpen<Request: WireMessage>(
    _ body: UnsafeRawBufferPointer,
    _ method: Method
  ) throws(ArrangeError) -> Request {
    switch method.access {
    case .anybody, .listed, .sink: break
    case .on, .operations, .steps, .onServer, .node:
      preconditionFailure("the permission of \(method.name) was not checked")
    }
    return try Request.decode(body, using: connection.arena)
  }

  var server: ServerContext { connection.server }
}

extension ArrangeError {
  /// The error for a name that only nodes send to each other.
  fileprivate static let namesOverlay = ArrangeError(
    .invalidArgument,
    "an id has no control characters",
    field: "collection"
  )
}

extension AccessedRequest {
  /// Whether the request is about a name that does not exist for the caller, whatever it stands for.
  func isHidden(from admission: ConnectionAdmission) -> Bool {
    !Self.makesName && accessedView == nil && accessedSink == nil && admission.hides(accessedName)
  }
}
