import ArrangeModel
import Engine
import Wire

/// Calls that this node can't carry out by itself, because another one owns the collection.
extension ConnectionCalls {
  /// Passes a call on, or keeps it until it is clear where it belongs.
  ///
  /// - Parameter isAdmitted: whether access was checked, so that the request is as the caller may see it.
  /// - Returns: whether it is taken care of; otherwise it is carried out here.
  func passOn<Request: AccessedRequest>(
    _ request: inout Request,
    _ method: Method,
    _ call: inout IncomingCall,
    _ body: UnsafeRawBufferPointer,
    _ isAdmitted: inout Bool,
    _ nodes: Nodes
  ) throws(ArrangeError) -> Bool {
    if !isAdmitted, request.isHidden(from: connection.admission) {
      // It is answered here and at once, whether there is such a name, and whose it is.
      request = try admit(request, method, &call)
      isAdmitted = true
      return false
    }
    let name = request.accessedName
    let route = nodes.route(name)
    if case .here = route {
      // The other node took the name for that of a collection, and has checked no access to what a view shows.
      let isView = call.forwarded != nil && method.isAboutContent && server.engine.catalog.view(name) != nil
      if isView { throw .notOwned }
      if call.forwarded != nil { call.storedView = .found(nil) }
      return false
    }
    // One hop at most.
    guard !connection.admission.isNode else { throw .notOwned }
    guard request.accessedView == nil || Request.makesName else { return false }
    if method.isAboutContent {
      // A stored view is shown by any node, and so is a subscription; what it is follows from the catalog.
      let entry = server.engine.catalog.entry(name)
      let isKnown = call.isCatalogRead || entry.map { $0.descriptor.view == nil } ?? false
      guard isKnown else {
        readCatalog(call, method, Array(body), nodes)
        return true
      }
      if entry?.descriptor.view != nil || method == .subscribe || method == .getView { return false }
    }
    if request.accessedSink?.isNew == false, !isAdmitted, !call.isCatalogRead {
      // What a sink delivers, which decides who may manage it, follows from the catalog.
      readCatalog(call, method, Array(body), nodes)
      return true
    }
    if !isAdmitted {
      request = try admit(request, method, &call)
      isAdmitted = true
      // It is answered here as a name that does not exist.
      if !call.hidden.isEmpty { return false }
    }
    if method == .createCollection { try connection.admission.checkRoomForCollection() }
    call.mayRepeat = request.mayRepeat(method)
    if method == .undo { call.mayWrite = connection.admission.mayWrite(name) }
    switch route {
    case .here: return false
    case .nobody: hold(call, method, Array(body))
    case .other(let node): forward(call, method, Array(body), to: node, nodes)
    }
    return true
  }

  /// Reads what other nodes have changed in the catalog, and starts the call again.
  func readCatalog(_ call: IncomingCall, _ method: Method, _ body: [UInt8], _ nodes: Nodes) {
    var informed = call
    informed.isCatalogRead = true
    nodes.journal.refreshCatalog { [connection, informed] isRead in
      connection.loop.execute {
        guard let calls = connection.receiver as? ConnectionCalls else { return }
        if isRead { calls.restart(informed, method, body) } else { calls.hold(call, method, body) }
      }
    }
  }

  /// Starts a call again after a moment: its owner is not known, or has just changed. A node that has left or was overtaken
  /// learns of no owner any more, and ends once its calls have ended.
  func hold(_ call: IncomingCall, _ method: Method, _ body: [UInt8]) {
    guard server.nodes?.isOver == false,
      ConnectionHandler.now() < call.begin.advanced(byNanoseconds: Nodes.patience)
    else {
      return call.answer(with: .notOwned)
    }
    connection.loop.execute(after: Nodes.pause) { [connection] in
      guard let calls = connection.receiver as? ConnectionCalls else { return }
      calls.restart(call, method, body)
    }
  }

  private func restart(_ call: IncomingCall, _ method: Method, _ body: [UInt8]) {
    guard !connection.connection.isClosed else { return }
    if method == .subscribe {
      guard connection.connection.isOpen(call.stream) else { return }
    } else {
      // Counts the end of a call that nobody waits for any more.
      guard connection.takesAnswer(call.stream) else { return call.recordUnwanted() }
    }
    run(call, method, body)
  }

  // MARK: Forwarding

  func forward(
    _ call: IncomingCall,
    _ method: Method,
    _ body: [UInt8],
    to node: NodeRecord,
    _ nodes: Nodes
  ) {
    let caller = ForwardedCaller(
      principal: connection.admission.principal,
      limits: connection.admission.callLimits,
      largestAnswer: call.largestAnswer,
      mayWrite: call.mayWrite
    )
    let metadata = caller.metadata(with: call.metadata, to: node).encoded(using: connection.arena)
    let count = body.count + metadata.count
    guard count <= NodeCall.largest else {
      return call.answer(
        with: ArrangeError(
          .resourceExhausted,
          "the request takes \(count) bytes, and \(NodeCall.largest) can be passed on to the node that owns the collection; "
            + "send it in several parts, or to that node"
        )
      )
    }
    let stream = call.stream
    let forwarded = NodeCall(method, body, metadata: metadata, deadline: call.call.deadline) {
      [weak self] outcome in
      guard let self else { return }
      self.forwarded[stream] = nil
      take(outcome, of: call, method, body)
    }
    self.forwarded[stream] = forwarded
    nodes.link(to: node, on: connection.loop).send(forwarded)
  }

  private func take(_ outcome: NodeOutcome, of call: IncomingCall, _ method: Method, _ body: [UInt8]) {
    var call = call
    switch outcome {
    case .ended(.unavailable, let frame):
      let arena = connection.arena
      let status = arena.temporary { try? Status(reading: frame, using: arena) }
      let isNotStarted = status?.processed == .notStarted
      guard isNotStarted || call.mayRepeat else { return call.nodes.answer(.unavailable, frame.body) }
      if !isNotStarted { call.isUncertain = true }
      hold(call, method, body)
    case .ended(.deadlineExceeded, _) where call.isUncertain: call.answer(with: .notWanted)
    case .ended(let code, let frame): call.nodes.answer(code, frame.body)
    case .lost(let processed):
      if processed != .notStarted { call.isUncertain = true }
      guard call.isUncertain, !call.mayRepeat else { return hold(call, method, body) }
      call.answer(
        with: ArrangeError(
          .unavailable,
          "the node that owns the collection was lost during the call; whether it was carried out is unknown"
        )
      )
    }
  }

  /// A call was cancelled, or its deadline has passed.
  func callStopped(_ stream: UInt32) {
    guard let call = forwarded.removeValue(forKey: stream) else { return }
    call.cancel()
    // Nothing works on it any more.
    _ = connection.takesAnswer(stream)
  }
}

extension Method {
  /// Whether a call is about what a name stands for, a collection or a stored view.
  fileprivate var isAboutContent: Bool {
    switch self {
    case .getCollection, .fetch, .subscribe, .getView, .placeRows: true
    default: false
    }
  }
}

extension AccessedRequest {
  /// Whether a call can be made again without doing anything twice.
  fileprivate func mayRepeat(_ method: Method) -> Bool {
    if let request = self as? ApplyRequest { return request.requestID != nil }
    if let request = self as? UndoRequest { return request.requestID != nil || request.isDryRun }
    return method.description.isRepeatable
  }
}
