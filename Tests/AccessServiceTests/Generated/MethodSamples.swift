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
    case .undo: UndoRequest(collection: name, stack: StackID(unchecked: [1]))
    case .fetch: FetchRequest(collection: name)
    case .diff: DiffRequest(collection: name, from: 0)
    case .restore: RestoreRequest(collection: name, to: 0)
    case .erase: EraseRequest(collection: name, items: ["a"])
    case .history: HistoryRequest(collection: name)
    case .changeStrategy: ChangeStrategyRequest(collection: name, strategy: "lexorank")
    case .rotateKeys: RotateKeysRequest(collection: name)
    case .explain: ExplainRequest(collection: name)
    case .verifyKeys: VerifyKeysRequest(collection: name)
    case .subscribe: SubscribeRequest(collection: name)
    case .listStrategies: EmptyMessage()
    case .serverInfo: ServerInfoRequest(names: [name])
    case .healthCheck: HealthCheckRequest(service: "")
    case .healthWatch: HealthCheckRequest(service: "")
    case .describe: EmptyMessage()
    case .defineView: DefineViewRequest(name: name, view: try ViewDefinition(parsing: "\"m/source\""))
    case .getView: GetViewRequest(name: name)
    case .listViews: ListViewsRequest()
    case .deleteView: DeleteViewRequest(name: name)
    case .parseView: ParseViewRequest(text: "a where b")
    case .placeRows: PlaceRowsRequest(name: name, rows: ["a"])
    case .createOverlay: CreateOverlayRequest(collection: name, overlay: "mine")
    case .getOverlay: GetOverlayRequest(collection: name, overlay: "mine")
    case .listOverlays: ListOverlaysRequest(collection: name)
    case .resetOverlay: ResetOverlayRequest(collection: name, overlay: "mine", resetsAll: true)
    case .deleteOverlay: DeleteOverlayRequest(collection: name, overlay: "mine")
    case .setVersion: SetVersionRequest(collection: name, name: name)
    case .listVersions: ListVersionsRequest(collection: name)
    case .deleteVersion: DeleteVersionRequest(collection: name, name: name)
    case .listBin: ListBinRequest(collection: name)
    case .putBack: PutBackRequest(collection: name, elements: [RemovedElement(id: "a", removedBy: 1)])
    case .emptyBin: EmptyBinRequest(collection: name)
    case .backup: BackupRequest()
    case .followers: FollowersRequest()
    case .compare: CompareRequest(plan: "seeds: 1")
    case .serverAccess: ServerAccessRequest()
    case .serverLog: ServerLogRequest()
    case .createSink: CreateSinkRequest(name: name, settings: SinkSettings(url: "https://a.example/", collections: ["a"], secrets: ["env:A"]))
    case .getSink: GetSinkRequest(name: name)
    case .listSinks: ListSinksRequest()
    case .updateSink: UpdateSinkRequest(name: name, settings: SinkSettings(url: "https://a.example/", collections: ["a"], secrets: ["env:A"]))
    case .pauseSink: PauseSinkRequest(name: name)
    case .resumeSink: ResumeSinkRequest(name: name)
    case .replaySink: ReplaySinkRequest(collection: name, sink: "hooks")
    case .testSink: TestSinkRequest(name: name)
    case .deleteSink: DeleteSinkRequest(name: name)
    case .sinkStatus: SinkStatusRequest(name: name)
    case .follow: FollowRequest(collection: name, epoch: 1, afterVersion: 1)
    case .give: GiveRequest(collections: [name], receiver: 1)
    }
  }

  /// The methods whose requests create the name that they are about.
  static let making: Set<Method> = [.createCollection, .defineView, .createSink]

  /// The methods that are also about the content of stored views.
  static let ofViews: Set<Method> = [.getCollection, .fetch, .subscribe, .placeRows]
}
