// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

import ArrangeModel
import Changes
import Wire

extension MethodSample {
  /// A request about a name.
  static func request(of method: Method, _ name: Identifier) throws -> any WireMessage {
    switch method {
    case .createCollection: CreateCollectionRequest(name: name)
    case .getCollection: GetCollectionRequest(name: name)
    case .listCollections: ListCollectionsRequest()
    case .updateCollection: UpdateCollectionRequest(name: name, set: ["a": .bool(true)])
    case .deleteCollection: DeleteCollectionRequest(name: name)
    case .apply: ApplyRequest(collection: name, operations: [])
    case .transact: TransactRequest([TransactionStep(name, .operation(.insertItems([NewElement()], to: ItemDestination())))])
    case .fetch: FetchRequest(collection: name)
    case .history: HistoryRequest(collection: name)
    case .changeStrategy: ChangeStrategyRequest(collection: name, strategy: "lexorank")
    case .rotateKeys: RotateKeysRequest(collection: name)
    case .explain: ExplainRequest(collection: name)
    case .verifyKeys: VerifyKeysRequest(collection: name)
    case .subscribe: SubscribeRequest(collection: name)
    case .listStrategies: EmptyMessage()
    case .serverInfo: EmptyMessage()
    case .healthCheck: HealthCheckRequest(service: "")
    case .healthWatch: HealthCheckRequest(service: "")
    case .describe: EmptyMessage()
    case .defineView: DefineViewRequest(name: name, view: try ViewDefinition(parsing: "\"m/source\""))
    case .getView: GetViewRequest(name: name)
    case .listViews: ListViewsRequest()
    case .deleteView: DeleteViewRequest(name: name)
    case .parseView: ParseViewRequest(text: "a where b")
    case .placeRows: PlaceRowsRequest(name: name, rows: ["a"])
    case .backup: BackupRequest()
    case .followers: FollowersRequest()
    case .compare: CompareRequest(plan: "seeds: 1")
    case .follow: FollowRequest(collection: name, epoch: 1, afterVersion: 1)
    }
  }

  /// The methods whose requests create the name that they are about.
  static let making: Set<Method> = [.createCollection, .defineView]

  /// The methods that are also about the content of stored views.
  static let ofViews: Set<Method> = [.getCollection, .fetch, .subscribe, .placeRows]
}
