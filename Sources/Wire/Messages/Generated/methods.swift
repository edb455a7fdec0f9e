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
  case fetch
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
  case backup
  case followers
  case compare
  case follow
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
    case .fetch: MethodDescription("arrange.v1.Collections/Fetch", .unary, .on([.read]), isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
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
    case .backup: MethodDescription("arrange.v1.Server/Backup", .serverStream, .onServer([.admin]), isRepeatable: true, largestAnswer: 0)
    case .followers: MethodDescription("arrange.v1.Changes/Followers", .unary, .listed([.manage]), isRepeatable: true, largestAnswer: Frame.defaultMaximumLength)
    case .compare: MethodDescription("arrange.v1.Server/Compare", .serverStream, .onServer([.admin]), isRepeatable: true, largestAnswer: 0)
    case .follow: MethodDescription("arrange.v1.Nodes/Follow", .serverStream, .node, isRepeatable: true, largestAnswer: 0)
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
    case .fetch: (MessageBody("FetchRequest", FetchRequest.self), MessageBody("FetchResponse", FetchPage.self))
    case .history: (MessageBody("HistoryRequest", HistoryRequest.self), MessageBody("HistoryResponse", HistoryPage.self))
    case .changeStrategy: (MessageBody("ChangeStrategyRequest", ChangeStrategyRequest.self), MessageBody("ChangeStrategyResponse", ChangeStrategyResult.self))
    case .rotateKeys: (MessageBody("RotateKeysRequest", RotateKeysRequest.self), MessageBody("RotateKeysResponse", RotateKeysResult.self))
    case .explain: (MessageBody("ExplainRequest", ExplainRequest.self), MessageBody("ExplainResponse", Explanation.self))
    case .verifyKeys: (MessageBody("VerifyKeysRequest", VerifyKeysRequest.self), MessageBody("VerifyKeysResponse", KeyReport.self))
    case .subscribe: (MessageBody("SubscribeRequest", SubscribeRequest.self), MessageBody("SubscribeResponse", SubscriptionMessage.self))
    case .listStrategies: (MessageBody("ListStrategiesRequest", EmptyMessage.self), MessageBody("ListStrategiesResponse", StrategyList.self))
    case .serverInfo: (MessageBody("ServerInfoRequest", EmptyMessage.self), MessageBody("ServerInfoResponse", ServerInfo.self))
    case .healthCheck: (MessageBody("HealthCheckRequest", HealthCheckRequest.self), MessageBody("HealthCheckResponse", HealthReport.self))
    case .healthWatch: (MessageBody("HealthCheckRequest", HealthCheckRequest.self), MessageBody("HealthCheckResponse", HealthReport.self))
    case .describe: (MessageBody("DescribeRequest", EmptyMessage.self), MessageBody("DescribeResponse", ServiceDescription.self))
    case .defineView: (MessageBody("DefineViewRequest", DefineViewRequest.self), MessageBody("ViewInfo", ViewInfo.self))
    case .getView: (MessageBody("GetViewRequest", GetViewRequest.self), MessageBody("ViewInfo", ViewInfo.self))
    case .listViews: (MessageBody("ListViewsRequest", ListViewsRequest.self), MessageBody("ListViewsResponse", ViewsPage.self))
    case .deleteView: (MessageBody("DeleteViewRequest", DeleteViewRequest.self), MessageBody("DeleteViewResponse", EmptyMessage.self))
    case .parseView: (MessageBody("ParseViewRequest", ParseViewRequest.self), MessageBody("ParseViewResponse", ParsedView.self))
    case .placeRows: (MessageBody("PlaceRowsRequest", PlaceRowsRequest.self), MessageBody("PlaceRowsResponse", PlacedRows.self))
    case .backup: (MessageBody("BackupRequest", BackupRequest.self), MessageBody("BackupResponse", BackupPiece.self))
    case .followers: (MessageBody("FollowersRequest", FollowersRequest.self), MessageBody("FollowersResponse", FollowerList.self))
    case .compare: (MessageBody("CompareRequest", CompareRequest.self), MessageBody("CompareResponse", ComparisonProgress.self))
    case .follow: (MessageBody("FollowRequest", FollowRequest.self), MessageBody("FollowResponse", FollowedCommits.self))
    }
  }
}
