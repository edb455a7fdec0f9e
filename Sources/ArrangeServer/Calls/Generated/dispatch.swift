// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

import ArrangeModel
import Changes
import Engine
import Wire

extension ConnectionCalls {
  /// Reads the request of a call, checks whether the caller may make it, and carries it out. The functions are those of
  /// ``IncomingCall`` with the name of the method, and for streams those of ``ConnectionCalls``.
  @inline(__always)
  func dispatch(
    _ method: Method,
    _ call: inout IncomingCall,
    _ body: UnsafeRawBufferPointer
  ) throws(ArrangeError) {
    switch method {
    case .createCollection: try run(&call, method, body) { (call, request: CreateCollectionRequest) throws(ArrangeError) in try call.createCollection(request) }
    case .getCollection: try run(&call, method, body) { (call, request: GetCollectionRequest) throws(ArrangeError) in try call.getCollection(request) }
    case .listCollections:
      let request: ListCollectionsRequest = try readOpen(body, method)
      if !awaitCatalog(call, method, body) { try call.listCollections(request) }
    case .updateCollection: try run(&call, method, body) { (call, request: UpdateCollectionRequest) throws(ArrangeError) in try call.updateCollection(request) }
    case .deleteCollection: try run(&call, method, body) { (call, request: DeleteCollectionRequest) throws(ArrangeError) in try call.deleteCollection(request) }
    case .apply: try run(&call, method, body) { (call, request: ApplyRequest) throws(ArrangeError) in try call.apply(request) }
    case .transact: try transact(try TransactRequest.decode(body, using: connection.arena), &call, method, body)
    case .fetch: try run(&call, method, body) { (call, request: FetchRequest) throws(ArrangeError) in try call.fetch(request) }
    case .history: try run(&call, method, body) { (call, request: HistoryRequest) throws(ArrangeError) in try call.history(request) }
    case .changeStrategy: try run(&call, method, body) { (call, request: ChangeStrategyRequest) throws(ArrangeError) in try call.changeStrategy(request) }
    case .rotateKeys: try run(&call, method, body) { (call, request: RotateKeysRequest) throws(ArrangeError) in try call.rotateKeys(request) }
    case .explain: try run(&call, method, body) { (call, request: ExplainRequest) throws(ArrangeError) in try call.explain(request) }
    case .verifyKeys: try run(&call, method, body) { (call, request: VerifyKeysRequest) throws(ArrangeError) in try call.verifyKeys(request) }
    case .subscribe: try run(&call, method, body) { (call, request: SubscribeRequest) throws(ArrangeError) in try self.subscribe(request, call) }
    case .listStrategies: try call.listStrategies()
    case .serverInfo: try call.serverInfo()
    case .healthCheck:
      let request: HealthCheckRequest = try readOpen(body, method)
      try call.healthCheck(request)
    case .healthWatch:
      let request: HealthCheckRequest = try readOpen(body, method)
      try healthWatch(request, call)
    case .describe: try call.describe()
    case .defineView: try run(&call, method, body) { (call, request: DefineViewRequest) throws(ArrangeError) in try call.defineView(request) }
    case .getView: try run(&call, method, body) { (call, request: GetViewRequest) throws(ArrangeError) in try call.getView(request) }
    case .listViews:
      let request: ListViewsRequest = try readOpen(body, method)
      if !awaitCatalog(call, method, body) { try call.listViews(request) }
    case .deleteView: try run(&call, method, body) { (call, request: DeleteViewRequest) throws(ArrangeError) in try call.deleteView(request) }
    case .parseView:
      let request: ParseViewRequest = try readOpen(body, method)
      try call.parseView(request)
    case .placeRows: try run(&call, method, body) { (call, request: PlaceRowsRequest) throws(ArrangeError) in try call.placeRows(request) }
    case .backup: try backup(try readForServer(body, method, &call), call)
    case .followers:
      let request: FollowersRequest = try readOpen(body, method)
      try call.followers(request)
    case .compare: try compare(try readForServer(body, method, &call), call)
    case .follow: try follow(FollowRequest.decode(body, using: connection.arena), call)
    }
  }
}

extension IncomingCall {
  func apply(_ request: ApplyRequest) throws(ArrangeError) {
    let reply: Reply<ApplyResult> = reply()
    let largest = largestAnswer
    let caller = caller
    onShard(of: request.collection) { $0.apply(request, largestAnswer: largest, for: caller, reply: reply) }
  }

  func changeStrategy(_ request: ChangeStrategyRequest) throws(ArrangeError) {
    let reply: Reply<ChangeStrategyResult> = reply()
    let caller = caller
    onShard(of: request.collection) { $0.changeStrategy(request, for: caller, reply: reply) }
  }

  func rotateKeys(_ request: RotateKeysRequest) throws(ArrangeError) {
    let reply: Reply<RotateKeysResult> = reply()
    let caller = caller
    onShard(of: request.collection) { $0.rotateKeys(request, for: caller, reply: reply) }
  }

  func explain(_ request: ExplainRequest) throws(ArrangeError) {
    let reply: Reply<Explanation> = reply()
    let caller = caller
    onShard(of: request.collection) { $0.explain(request, for: caller, reply: reply) }
  }

  func verifyKeys(_ request: VerifyKeysRequest) throws(ArrangeError) {
    let reply: Reply<KeyReport> = reply()
    let caller = caller
    onShard(of: request.collection) { $0.verifyKeys(request, for: caller, reply: reply) }
  }
}

extension CreateCollectionRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
  static var makesName: Bool { true }
}

extension GetCollectionRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
  static var showsStoredView: Bool { true }
}

extension UpdateCollectionRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
}

extension DeleteCollectionRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
}

extension ApplyRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
  var accessedOperations: [ListOperation] { operations }
}

extension FetchRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
  var accessedView: ViewDefinition? {
    get { view }
    set { view = newValue }
  }
  static var showsStoredView: Bool { true }
}

extension HistoryRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}

extension ChangeStrategyRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}

extension RotateKeysRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}

extension ExplainRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
  var accessedOperations: [ListOperation] { operations }
}

extension VerifyKeysRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}

extension SubscribeRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
  var accessedView: ViewDefinition? {
    get { view }
    set { view = newValue }
  }
  static var showsStoredView: Bool { true }
}

extension DefineViewRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
  var accessedView: ViewDefinition? {
    get { view }
    set { if let newValue { view = newValue } }
  }
  static var makesName: Bool { true }
}

extension GetViewRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
}

extension DeleteViewRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
}

extension PlaceRowsRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
  var accessedView: ViewDefinition? {
    get { view }
    set { view = newValue }
  }
  static var showsStoredView: Bool { true }
}
