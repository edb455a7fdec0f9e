// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

internal import ArrangeModel
internal import Changes

/// The methods of all services of this version.
///
/// The raw value is the index in ``table``, which identifies a method in the state machines of a
/// connection:
///
///     let connection = ServerConnection(methods: Method.table, at: now)
///     switch Method(rawValue: call.method) {
///     case .apply: ...
///     default: ...
///     }
package enum Method: UInt16, Sendable, Hashable, CaseIterable {
  case createCollection
  case getCollection
  case listCollections
  case updateCollection
  case deleteCollection
  case apply
  case transact
  case undo
  case fetch
  case diff
  case restore
  case erase
  case history
  case changeStrategy
  case rotateKeys
  case explain
  case verifyKeys
  case subscribe
  case listStrategies
  case serverInfo
  case healthCheck
  case healthWatch
  case describe
  case defineView
  case getView
  case listViews
  case deleteView
  case parseView
  case placeRows
  case createOverlay
  case getOverlay
  case listOverlays
  case resetOverlay
  case deleteOverlay
  case setVersion
  case listVersions
  case deleteVersion
  case listBin
  case putBack
  case emptyBin
  case backup
  case followers
  case compare
  case serverAccess
  case serverLog
  case createSink
  case getSink
  case listSinks
  case updateSink
  case pauseSink
  case resumeSink
  case replaySink
  case testSink
  case deleteSink
  case sinkStatus
  case follow
  case give
}

extension Method {
  /// What holds for the calls of the method.
  package var description: MethodDescription {
    switch self {
    case .createCollection: MethodDescription("arrange.v1.Collections/Create", .unary, .on([.create]), isRepeatable: false, largestAnswer: 0)
    case .getCollection: MethodDescription("arrange.v1.Collections/Get", .unary, .on([.read]), isRepeatable: true, largestAnswer: 0)
    case .listCollections: MethodDescription("arrange.v1.Collections/List", .unary, .listed([.read]), isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
    case .updateCollection: MethodDescription("arrange.v1.Collections/Update", .unary, .on([.manage]), isRepeatable: false, largestAnswer: 0)
    case .deleteCollection: MethodDescription("arrange.v1.Collections/Delete", .unary, .on([.delete]), isRepeatable: false, largestAnswer: 0)
    case .apply: MethodDescription("arrange.v1.Collections/Apply", .unary, .operations([]), isRepeatable: true, largestAnswer: 0)
    case .transact: MethodDescription("arrange.v1.Collections/Transact", .unary, .steps, isRepeatable: true, largestAnswer: 0)
    case .undo: MethodDescription("arrange.v1.Collections/Undo", .unary, .on([.move]), isRepeatable: true, largestAnswer: 0)
    case .fetch: MethodDescription("arrange.v1.Collections/Fetch", .unary, .on([.read]), isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
    case .diff: MethodDescription("arrange.v1.Collections/Diff", .unary, .on([.read, .history]), isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
    case .restore: MethodDescription("arrange.v1.Collections/Restore", .unary, .on([.read, .write, .history]), isRepeatable: false, largestAnswer: Frame.defaultMaximumLength)
    case .erase: MethodDescription("arrange.v1.Collections/Erase", .unary, .on([.manage]), isRepeatable: false, largestAnswer: 0)
    case .history: MethodDescription("arrange.v1.Collections/History", .unary, .on([.read, .history]), isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
    case .changeStrategy: MethodDescription("arrange.v1.Collections/ChangeStrategy", .unary, .on([.manage]), isRepeatable: false, largestAnswer: 0)
    case .rotateKeys: MethodDescription("arrange.v1.Collections/RotateKeys", .unary, .on([.manage]), isRepeatable: true, largestAnswer: 0)
    case .explain: MethodDescription("arrange.v1.Collections/Explain", .unary, .operations([.read]), isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
    case .verifyKeys: MethodDescription("arrange.v1.Collections/VerifyKeys", .unary, .on([.manage]), isRepeatable: true, largestAnswer: 0)
    case .subscribe: MethodDescription("arrange.v1.Changes/Subscribe", .serverStream, .on([.watch]), isRepeatable: true, largestAnswer: 0)
    case .listStrategies: MethodDescription("arrange.v1.Strategies/List", .unary, .anybody, isRepeatable: true, largestAnswer: 0)
    case .serverInfo: MethodDescription("arrange.v1.Server/Info", .unary, .anybody, isRepeatable: true, largestAnswer: 0)
    case .healthCheck: MethodDescription("arrange.v1.Health/Check", .unary, .anybody, isRepeatable: true, largestAnswer: 0)
    case .healthWatch: MethodDescription("arrange.v1.Health/Watch", .serverStream, .anybody, isRepeatable: true, largestAnswer: 0)
    case .describe: MethodDescription("arrange.v1.Reflection/Describe", .unary, .anybody, isRepeatable: true, largestAnswer: 0)
    case .defineView: MethodDescription("arrange.v1.Views/Define", .unary, .on([.manage]), isRepeatable: false, largestAnswer: 0)
    case .getView: MethodDescription("arrange.v1.Views/Get", .unary, .on([.read]), isRepeatable: true, largestAnswer: 2 * ViewDefinition.maximumTextLength)
    case .listViews: MethodDescription("arrange.v1.Views/List", .unary, .listed([.read]), isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
    case .deleteView: MethodDescription("arrange.v1.Views/Delete", .unary, .on([.delete]), isRepeatable: false, largestAnswer: 0)
    case .parseView: MethodDescription("arrange.v1.Views/Parse", .unary, .anybody, isRepeatable: true, largestAnswer: 3 * ViewDefinition.maximumTextLength)
    case .placeRows: MethodDescription("arrange.v1.Views/Place", .unary, .on([.read]), isRepeatable: false, largestAnswer: 0)
    case .createOverlay: MethodDescription("arrange.v1.Overlays/Create", .unary, .on([.read]), isRepeatable: false, largestAnswer: 0)
    case .getOverlay: MethodDescription("arrange.v1.Overlays/Get", .unary, .on([.read]), isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
    case .listOverlays: MethodDescription("arrange.v1.Overlays/List", .unary, .on([.read]), isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
    case .resetOverlay: MethodDescription("arrange.v1.Overlays/Reset", .unary, .on([.read]), isRepeatable: false, largestAnswer: 0)
    case .deleteOverlay: MethodDescription("arrange.v1.Overlays/Delete", .unary, .on([.read]), isRepeatable: false, largestAnswer: 0)
    case .setVersion: MethodDescription("arrange.v1.Versions/Set", .unary, .on([.write, .history]), isRepeatable: false, largestAnswer: 0)
    case .listVersions: MethodDescription("arrange.v1.Versions/List", .unary, .on([.read, .history]), isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
    case .deleteVersion: MethodDescription("arrange.v1.Versions/Delete", .unary, .on([.write, .history]), isRepeatable: false, largestAnswer: 0)
    case .listBin: MethodDescription("arrange.v1.Bin/List", .unary, .on([.read, .history]), isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
    case .putBack: MethodDescription("arrange.v1.Bin/PutBack", .unary, .on([.write, .history]), isRepeatable: false, largestAnswer: Frame.defaultMaximumLength)
    case .emptyBin: MethodDescription("arrange.v1.Bin/Empty", .unary, .on([.manage]), isRepeatable: false, largestAnswer: 0)
    case .backup: MethodDescription("arrange.v1.Server/Backup", .serverStream, .onServer([.admin]), isRepeatable: true, largestAnswer: 0)
    case .followers: MethodDescription("arrange.v1.Changes/Followers", .unary, .listed([.manage]), isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
    case .compare: MethodDescription("arrange.v1.Server/Compare", .serverStream, .onServer([.admin]), isRepeatable: true, largestAnswer: 0)
    case .serverAccess: MethodDescription("arrange.v1.Server/Access", .unary, .onServer([.admin]), isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
    case .serverLog: MethodDescription("arrange.v1.Server/Log", .unary, .onServer([.admin]), isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
    case .createSink: MethodDescription("arrange.v1.Sinks/Create", .unary, .sink, isRepeatable: false, largestAnswer: 0)
    case .getSink: MethodDescription("arrange.v1.Sinks/Get", .unary, .sink, isRepeatable: true, largestAnswer: SinkSettings.largestAnswer)
    case .listSinks: MethodDescription("arrange.v1.Sinks/List", .unary, .sink, isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
    case .updateSink: MethodDescription("arrange.v1.Sinks/Update", .unary, .sink, isRepeatable: false, largestAnswer: 0)
    case .pauseSink: MethodDescription("arrange.v1.Sinks/Pause", .unary, .sink, isRepeatable: false, largestAnswer: 0)
    case .resumeSink: MethodDescription("arrange.v1.Sinks/Resume", .unary, .sink, isRepeatable: false, largestAnswer: 0)
    case .replaySink: MethodDescription("arrange.v1.Sinks/Replay", .unary, .sink, isRepeatable: false, largestAnswer: 0)
    case .testSink: MethodDescription("arrange.v1.Sinks/Test", .unary, .sink, isRepeatable: false, largestAnswer: 0)
    case .deleteSink: MethodDescription("arrange.v1.Sinks/Delete", .unary, .sink, isRepeatable: false, largestAnswer: 0)
    case .sinkStatus: MethodDescription("arrange.v1.Sinks/Status", .unary, .sink, isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
    case .follow: MethodDescription("arrange.v1.Nodes/Follow", .serverStream, .node, isRepeatable: true, largestAnswer: 0)
    case .give: MethodDescription("arrange.v1.Nodes/Give", .unary, .node, isRepeatable: false, largestAnswer: 0)
    }
  }

  /// The request and the response.
  package var bodies: (request: MessageBody, response: MessageBody) {
    switch self {
    case .createCollection: (MessageBody("CreateCollectionRequest", CreateCollectionRequest.self), MessageBody("CollectionInfo", CollectionInfo.self))
    case .getCollection: (MessageBody("GetCollectionRequest", GetCollectionRequest.self), MessageBody("CollectionInfo", CollectionInfo.self))
    case .listCollections: (MessageBody("ListCollectionsRequest", ListCollectionsRequest.self), MessageBody("ListCollectionsResponse", CollectionsPage.self))
    case .updateCollection: (MessageBody("UpdateCollectionRequest", UpdateCollectionRequest.self), MessageBody("CollectionInfo", CollectionInfo.self))
    case .deleteCollection: (MessageBody("DeleteCollectionRequest", DeleteCollectionRequest.self), MessageBody("DeleteCollectionResponse", EmptyMessage.self))
    case .apply: (MessageBody("ApplyRequest", ApplyRequest.self), MessageBody("ApplyResponse", ApplyResult.self))
    case .transact: (MessageBody("TransactRequest", TransactRequest.self), MessageBody("TransactResponse", TransactResult.self))
    case .undo: (MessageBody("UndoRequest", UndoRequest.self), MessageBody("UndoResponse", UndoResult.self))
    case .fetch: (MessageBody("FetchRequest", FetchRequest.self), MessageBody("FetchResponse", FetchPage.self))
    case .diff: (MessageBody("DiffRequest", DiffRequest.self), MessageBody("DiffResponse", VersionDiff.self))
    case .restore: (MessageBody("RestoreRequest", RestoreRequest.self), MessageBody("RestoreResponse", RestoreResult.self))
    case .erase: (MessageBody("EraseRequest", EraseRequest.self), MessageBody("EraseResponse", Erasure.self))
    case .history: (MessageBody("HistoryRequest", HistoryRequest.self), MessageBody("HistoryResponse", HistoryPage.self))
    case .changeStrategy: (MessageBody("ChangeStrategyRequest", ChangeStrategyRequest.self), MessageBody("ChangeStrategyResponse", ChangeStrategyResult.self))
    case .rotateKeys: (MessageBody("RotateKeysRequest", RotateKeysRequest.self), MessageBody("RotateKeysResponse", RotateKeysResult.self))
    case .explain: (MessageBody("ExplainRequest", ExplainRequest.self), MessageBody("ExplainResponse", Explanation.self))
    case .verifyKeys: (MessageBody("VerifyKeysRequest", VerifyKeysRequest.self), MessageBody("VerifyKeysResponse", KeyReport.self))
    case .subscribe: (MessageBody("SubscribeRequest", SubscribeRequest.self), MessageBody("SubscribeResponse", SubscriptionMessage.self))
    case .listStrategies: (MessageBody("ListStrategiesRequest", EmptyMessage.self), MessageBody("ListStrategiesResponse", StrategyList.self))
    case .serverInfo: (MessageBody("ServerInfoRequest", ServerInfoRequest.self), MessageBody("ServerInfoResponse", ServerInfo.self))
    case .healthCheck: (MessageBody("HealthCheckRequest", HealthCheckRequest.self), MessageBody("HealthCheckResponse", HealthReport.self))
    case .healthWatch: (MessageBody("HealthCheckRequest", HealthCheckRequest.self), MessageBody("HealthCheckResponse", HealthReport.self))
    case .describe: (MessageBody("DescribeRequest", EmptyMessage.self), MessageBody("DescribeResponse", ServiceDescription.self))
    case .defineView: (MessageBody("DefineViewRequest", DefineViewRequest.self), MessageBody("ViewInfo", ViewInfo.self))
    case .getView: (MessageBody("GetViewRequest", GetViewRequest.self), MessageBody("ViewInfo", ViewInfo.self))
    case .listViews: (MessageBody("ListViewsRequest", ListViewsRequest.self), MessageBody("ListViewsResponse", ViewsPage.self))
    case .deleteView: (MessageBody("DeleteViewRequest", DeleteViewRequest.self), MessageBody("DeleteViewResponse", EmptyMessage.self))
    case .parseView: (MessageBody("ParseViewRequest", ParseViewRequest.self), MessageBody("ParseViewResponse", ParsedView.self))
    case .placeRows: (MessageBody("PlaceRowsRequest", PlaceRowsRequest.self), MessageBody("PlaceRowsResponse", PlacedRows.self))
    case .createOverlay: (MessageBody("CreateOverlayRequest", CreateOverlayRequest.self), MessageBody("OverlayInfo", OverlayInfo.self))
    case .getOverlay: (MessageBody("GetOverlayRequest", GetOverlayRequest.self), MessageBody("GetOverlayResponse", OverlayPage.self))
    case .listOverlays: (MessageBody("ListOverlaysRequest", ListOverlaysRequest.self), MessageBody("ListOverlaysResponse", OverlayList.self))
    case .resetOverlay: (MessageBody("ResetOverlayRequest", ResetOverlayRequest.self), MessageBody("OverlayInfo", OverlayInfo.self))
    case .deleteOverlay: (MessageBody("DeleteOverlayRequest", DeleteOverlayRequest.self), MessageBody("DeleteOverlayResponse", EmptyMessage.self))
    case .setVersion: (MessageBody("SetVersionRequest", SetVersionRequest.self), MessageBody("NamedVersion", NamedVersion.self))
    case .listVersions: (MessageBody("ListVersionsRequest", ListVersionsRequest.self), MessageBody("ListVersionsResponse", VersionList.self))
    case .deleteVersion: (MessageBody("DeleteVersionRequest", DeleteVersionRequest.self), MessageBody("DeleteVersionResponse", EmptyMessage.self))
    case .listBin: (MessageBody("ListBinRequest", ListBinRequest.self), MessageBody("ListBinResponse", BinPage.self))
    case .putBack: (MessageBody("PutBackRequest", PutBackRequest.self), MessageBody("ApplyResponse", ApplyResult.self))
    case .emptyBin: (MessageBody("EmptyBinRequest", EmptyBinRequest.self), MessageBody("EmptyBinResponse", EmptiedBin.self))
    case .backup: (MessageBody("BackupRequest", BackupRequest.self), MessageBody("BackupResponse", BackupPiece.self))
    case .followers: (MessageBody("FollowersRequest", FollowersRequest.self), MessageBody("FollowersResponse", FollowerList.self))
    case .compare: (MessageBody("CompareRequest", CompareRequest.self), MessageBody("CompareResponse", ComparisonProgress.self))
    case .serverAccess: (MessageBody("ServerAccessRequest", ServerAccessRequest.self), MessageBody("ServerAccessResponse", ServerAccess.self))
    case .serverLog: (MessageBody("ServerLogRequest", ServerLogRequest.self), MessageBody("ServerLogResponse", ServerLog.self))
    case .createSink: (MessageBody("CreateSinkRequest", CreateSinkRequest.self), MessageBody("SinkInfo", SinkInfo.self))
    case .getSink: (MessageBody("GetSinkRequest", GetSinkRequest.self), MessageBody("SinkInfo", SinkInfo.self))
    case .listSinks: (MessageBody("ListSinksRequest", ListSinksRequest.self), MessageBody("ListSinksResponse", SinkList.self))
    case .updateSink: (MessageBody("UpdateSinkRequest", UpdateSinkRequest.self), MessageBody("SinkInfo", SinkInfo.self))
    case .pauseSink: (MessageBody("PauseSinkRequest", PauseSinkRequest.self), MessageBody("SinkInfo", SinkInfo.self))
    case .resumeSink: (MessageBody("ResumeSinkRequest", ResumeSinkRequest.self), MessageBody("SinkInfo", SinkInfo.self))
    case .replaySink: (MessageBody("ReplaySinkRequest", ReplaySinkRequest.self), MessageBody("SinkInfo", SinkInfo.self))
    case .testSink: (MessageBody("TestSinkRequest", TestSinkRequest.self), MessageBody("TestSinkResponse", SinkTest.self))
    case .deleteSink: (MessageBody("DeleteSinkRequest", DeleteSinkRequest.self), MessageBody("SinkInfo", SinkInfo.self))
    case .sinkStatus: (MessageBody("SinkStatusRequest", SinkStatusRequest.self), MessageBody("SinkStatusResponse", SinkStatus.self))
    case .follow: (MessageBody("FollowRequest", FollowRequest.self), MessageBody("FollowResponse", FollowedCommits.self))
    case .give: (MessageBody("GiveRequest", GiveRequest.self), MessageBody("GiveResponse", EmptyMessage.self))
    }
  }
}
