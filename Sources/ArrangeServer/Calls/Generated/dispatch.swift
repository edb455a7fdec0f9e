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
    case .undo: try run(&call, method, body) { (call, request: UndoRequest) throws(ArrangeError) in try call.undo(request) }
    case .fetch: try run(&call, method, body) { (call, request: FetchRequest) throws(ArrangeError) in try call.fetch(request) }
    case .diff: try run(&call, method, body) { (call, request: DiffRequest) throws(ArrangeError) in try call.diff(request) }
    case .restore: try run(&call, method, body) { (call, request: RestoreRequest) throws(ArrangeError) in try call.restore(request) }
    case .erase: try run(&call, method, body) { (call, request: EraseRequest) throws(ArrangeError) in try call.erase(request) }
    case .history: try run(&call, method, body) { (call, request: HistoryRequest) throws(ArrangeError) in try call.history(request) }
    case .changeStrategy: try run(&call, method, body) { (call, request: ChangeStrategyRequest) throws(ArrangeError) in try call.changeStrategy(request) }
    case .rotateKeys: try run(&call, method, body) { (call, request: RotateKeysRequest) throws(ArrangeError) in try call.rotateKeys(request) }
    case .explain: try run(&call, method, body) { (call, request: ExplainRequest) throws(ArrangeError) in try call.explain(request) }
    case .verifyKeys: try run(&call, method, body) { (call, request: VerifyKeysRequest) throws(ArrangeError) in try call.verifyKeys(request) }
    case .subscribe: try run(&call, method, body) { (call, request: SubscribeRequest) throws(ArrangeError) in try self.subscribe(request, call) }
    case .listStrategies: try call.listStrategies()
    case .serverInfo:
      let request: ServerInfoRequest = try readOpen(body, method)
      try call.serverInfo(request)
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
    case .createOverlay: try run(&call, method, body) { (call, request: CreateOverlayRequest) throws(ArrangeError) in try call.createOverlay(request) }
    case .getOverlay: try run(&call, method, body) { (call, request: GetOverlayRequest) throws(ArrangeError) in try call.getOverlay(request) }
    case .listOverlays: try run(&call, method, body) { (call, request: ListOverlaysRequest) throws(ArrangeError) in try call.listOverlays(request) }
    case .resetOverlay: try run(&call, method, body) { (call, request: ResetOverlayRequest) throws(ArrangeError) in try call.resetOverlay(request) }
    case .deleteOverlay: try run(&call, method, body) { (call, request: DeleteOverlayRequest) throws(ArrangeError) in try call.deleteOverlay(request) }
    case .setVersion: try run(&call, method, body) { (call, request: SetVersionRequest) throws(ArrangeError) in try call.setVersion(request) }
    case .listVersions: try run(&call, method, body) { (call, request: ListVersionsRequest) throws(ArrangeError) in try call.listVersions(request) }
    case .deleteVersion: try run(&call, method, body) { (call, request: DeleteVersionRequest) throws(ArrangeError) in try call.deleteVersion(request) }
    case .listBin: try run(&call, method, body) { (call, request: ListBinRequest) throws(ArrangeError) in try call.listBin(request) }
    case .putBack: try run(&call, method, body) { (call, request: PutBackRequest) throws(ArrangeError) in try call.putBack(request) }
    case .emptyBin: try run(&call, method, body) { (call, request: EmptyBinRequest) throws(ArrangeError) in try call.emptyBin(request) }
    case .backup: try backup(try readForServer(body, method, &call), call)
    case .followers:
      let request: FollowersRequest = try readOpen(body, method)
      try call.followers(request)
    case .compare: try compare(try readForServer(body, method, &call), call)
    case .serverAccess: try serverAccess(try readForServer(body, method, &call), call)
    case .serverLog: try serverLog(try readForServer(body, method, &call), call)
    case .createSink: try run(&call, method, body) { (call, request: CreateSinkRequest) throws(ArrangeError) in try call.createSink(request) }
    case .getSink: try run(&call, method, body) { (call, request: GetSinkRequest) throws(ArrangeError) in try call.getSink(request) }
    case .listSinks:
      let request: ListSinksRequest = try readOpen(body, method)
      if !awaitCatalog(call, method, body) { try listSinks(request, call) }
    case .updateSink: try run(&call, method, body) { (call, request: UpdateSinkRequest) throws(ArrangeError) in try call.updateSink(request) }
    case .pauseSink: try run(&call, method, body) { (call, request: PauseSinkRequest) throws(ArrangeError) in try call.pauseSink(request) }
    case .resumeSink: try run(&call, method, body) { (call, request: ResumeSinkRequest) throws(ArrangeError) in try call.resumeSink(request) }
    case .replaySink: try run(&call, method, body) { (call, request: ReplaySinkRequest) throws(ArrangeError) in try call.replaySink(request) }
    case .testSink: try run(&call, method, body) { (call, request: TestSinkRequest) throws(ArrangeError) in try call.testSink(request) }
    case .deleteSink: try run(&call, method, body) { (call, request: DeleteSinkRequest) throws(ArrangeError) in try call.deleteSink(request) }
    case .sinkStatus:
      let request: SinkStatusRequest = try readOpen(body, method)
      if !awaitCatalog(call, method, body) { try sinkStatus(request, call) }
    case .follow: try follow(FollowRequest.decode(body, using: connection.arena), call)
    case .give: try give(GiveRequest.decode(body, using: connection.arena), call)
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

  func diff(_ request: DiffRequest) throws(ArrangeError) {
    let reply: Reply<VersionDiff> = reply()
    let caller = caller
    onShard(of: request.collection) { $0.past.diff(request, for: caller, reply: reply) }
  }

  func restore(_ request: RestoreRequest) throws(ArrangeError) {
    let reply: Reply<RestoreResult> = reply()
    let caller = caller
    onShard(of: request.collection) { $0.time.restore(request, for: caller, reply: reply) }
  }

  func erase(_ request: EraseRequest) throws(ArrangeError) {
    let reply: Reply<Erasure> = reply()
    let caller = caller
    onShard(of: request.collection) { $0.erased.erase(request, for: caller, reply: reply) }
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

  func createOverlay(_ request: CreateOverlayRequest) throws(ArrangeError) {
    let reply: Reply<OverlayInfo> = reply()
    let caller = caller
    onShard(of: request.collection) { $0.overlays.create(request, for: caller, reply: reply) }
  }

  func getOverlay(_ request: GetOverlayRequest) throws(ArrangeError) {
    let reply: Reply<OverlayPage> = reply()
    let caller = caller
    onShard(of: request.collection) { $0.overlays.get(request, for: caller, reply: reply) }
  }

  func listOverlays(_ request: ListOverlaysRequest) throws(ArrangeError) {
    let reply: Reply<OverlayList> = reply()
    let caller = caller
    onShard(of: request.collection) { $0.overlays.list(request, for: caller, reply: reply) }
  }

  func resetOverlay(_ request: ResetOverlayRequest) throws(ArrangeError) {
    let reply: Reply<OverlayInfo> = reply()
    let caller = caller
    onShard(of: request.collection) { $0.overlays.reset(request, for: caller, reply: reply) }
  }

  func setVersion(_ request: SetVersionRequest) throws(ArrangeError) {
    let reply: Reply<NamedVersion> = reply()
    let caller = caller
    onShard(of: request.collection) { $0.versions.set(request, for: caller, reply: reply) }
  }

  func listVersions(_ request: ListVersionsRequest) throws(ArrangeError) {
    let reply: Reply<VersionList> = reply()
    onShard(of: request.collection) { $0.versions.list(request, reply: reply) }
  }

  func listBin(_ request: ListBinRequest) throws(ArrangeError) {
    let reply: Reply<BinPage> = reply()
    let largest = largestAnswer
    let caller = caller
    onShard(of: request.collection) { $0.bin.list(request, largestAnswer: largest, for: caller, reply: reply) }
  }

  func putBack(_ request: PutBackRequest) throws(ArrangeError) {
    let reply: Reply<ApplyResult> = reply()
    let caller = caller
    onShard(of: request.collection) { $0.bin.putBack(request, for: caller, reply: reply) }
  }

  func emptyBin(_ request: EmptyBinRequest) throws(ArrangeError) {
    let reply: Reply<EmptiedBin> = reply()
    let caller = caller
    onShard(of: request.collection) { $0.bin.empty(request, for: caller, reply: reply) }
  }

  func createSink(_ request: CreateSinkRequest) throws(ArrangeError) {
    let reply: Reply<SinkInfo> = reply()
    let caller = caller
    onShard(of: request.name) { $0.sinks.create(request, for: caller, reply: reply) }
  }

  func getSink(_ request: GetSinkRequest) throws(ArrangeError) {
    let reply: Reply<SinkInfo> = reply()
    onShard(of: request.name) { $0.sinks.get(request, reply: reply) }
  }

  func updateSink(_ request: UpdateSinkRequest) throws(ArrangeError) {
    let reply: Reply<SinkInfo> = reply()
    let caller = caller
    onShard(of: request.name) { $0.sinks.update(request, for: caller, reply: reply) }
  }

  func pauseSink(_ request: PauseSinkRequest) throws(ArrangeError) {
    let reply: Reply<SinkInfo> = reply()
    let caller = caller
    onShard(of: request.name) { $0.sinks.pause(request, for: caller, reply: reply) }
  }

  func resumeSink(_ request: ResumeSinkRequest) throws(ArrangeError) {
    let reply: Reply<SinkInfo> = reply()
    onShard(of: request.name) { $0.sinks.resume(request, reply: reply) }
  }

  func replaySink(_ request: ReplaySinkRequest) throws(ArrangeError) {
    let reply: Reply<SinkInfo> = reply()
    onShard(of: request.collection) { $0.sinks.replay(request, reply: reply) }
  }

  func testSink(_ request: TestSinkRequest) throws(ArrangeError) {
    let reply: Reply<SinkTest> = reply()
    onShard(of: request.name) { $0.sinks.test(request, reply: reply) }
  }

  func deleteSink(_ request: DeleteSinkRequest) throws(ArrangeError) {
    let reply: Reply<SinkInfo> = reply()
    onShard(of: request.name) { $0.sinks.delete(request, reply: reply) }
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

extension UndoRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
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

extension DiffRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}

extension RestoreRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}

extension EraseRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
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

extension CreateOverlayRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
  var accessedPermissions: PermissionSet { isAboutOthers ? .manage : [] }
}

extension GetOverlayRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
  var accessedPermissions: PermissionSet { isAboutOthers ? .manage : [] }
}

extension ListOverlaysRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
  var accessedPermissions: PermissionSet { isAboutOthers ? .manage : [] }
}

extension ResetOverlayRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
  var accessedPermissions: PermissionSet { isAboutOthers ? .manage : [] }
}

extension DeleteOverlayRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
  var accessedPermissions: PermissionSet { isAboutOthers ? .manage : [] }
}

extension SetVersionRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}

extension ListVersionsRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}

extension DeleteVersionRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}

extension ListBinRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}

extension PutBackRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}

extension EmptyBinRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}

extension CreateSinkRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
  static var makesName: Bool { true }
}

extension GetSinkRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
}

extension UpdateSinkRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
}

extension PauseSinkRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
}

extension ResumeSinkRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
}

extension ReplaySinkRequest: AccessedRequest {
  var accessedName: Identifier {
    get { collection }
    set { collection = newValue }
  }
}

extension TestSinkRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
}

extension DeleteSinkRequest: AccessedRequest {
  var accessedName: Identifier {
    get { name }
    set { name = newValue }
  }
}
