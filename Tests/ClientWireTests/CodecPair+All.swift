import ArrangeModel
import Changes
import ClientWire
import NIOCore
import Wire

extension CodecPair {
  /// All messages that travel in frames, and the frame's own.
  static let all: [CodecPair] = requests + responses + ownTypes + connection

  private static let requests = [
    CodecPair("ApplyRequest") { $0.applyRequest() },
    CodecPair("FetchRequest") { $0.fetchRequest() },
    CodecPair("HistoryRequest") { $0.historyRequest() },
    CodecPair("CreateCollectionRequest") {
      CreateCollectionRequest(
        name: $0.identifier(),
        strategy: $0.maybe { $0.text(1...128) },
        fields: $0.fields()
      )
    },
    CodecPair("GetCollectionRequest") { GetCollectionRequest(name: $0.identifier()) },
    CodecPair("ListCollectionsRequest") {
      ListCollectionsRequest(pageSize: $0.maybe { $0.number(1...1000) }, pageToken: $0.maybe { $0.token() })
    },
    CodecPair("UpdateCollectionRequest") {
      UpdateCollectionRequest(
        name: $0.identifier(),
        set: $0.fields(),
        remove: $0.list(0...3) { $0.fieldName() },
        replaceAll: $0.flag()
      )
    },
    CodecPair("DeleteCollectionRequest") { DeleteCollectionRequest(name: $0.identifier()) },
    CodecPair("SubscribeRequest") { $0.subscribeRequest() },
    CodecPair("ChangeStrategyRequest") { $0.changeStrategyRequest() },
    CodecPair("RotateKeysRequest") { $0.rotateKeysRequest() },
    CodecPair("ExplainRequest") {
      ExplainRequest(collection: $0.identifier(), operations: $0.list(0...3) { $0.operation() })
    },
    CodecPair("DefineViewRequest") { DefineViewRequest(name: $0.identifier(), view: $0.storedView()) },
    CodecPair("GetViewRequest") { GetViewRequest(name: $0.identifier()) },
    CodecPair("ListViewsRequest") {
      ListViewsRequest(pageSize: $0.maybe { $0.number(1...1000) }, pageToken: $0.maybe { $0.token() })
    },
    CodecPair("DeleteViewRequest") { DeleteViewRequest(name: $0.identifier()) },
  ]

  private static let responses = [
    CodecPair("ApplyResponse") { $0.applyResult() },
    CodecPair("FetchResponse") { $0.fetchPage() },
    CodecPair("HistoryResponse") { $0.historyPage() },
    CodecPair("CollectionInfo") { $0.collectionInfo() },
    CodecPair("ListCollectionsResponse") {
      CollectionsPage(
        collections: $0.list(0...3) { $0.collectionInfo() },
        nextPageToken: $0.maybe { $0.token() }
      )
    },
    CodecPair("SubscribeResponse") { $0.subscriptionMessage() },
    CodecPair("ChangeStrategyResponse") { $0.changeStrategyResult() },
    CodecPair("RotateKeysResponse") { $0.rotateKeysResult() },
    CodecPair("ExplainResponse") { $0.explanation() },
    CodecPair("VerifyKeysResponse") { $0.keyReport() },
    CodecPair("ListStrategiesResponse") { $0.strategyList() },
    CodecPair("ServerInfoResponse") { $0.serverInfo() },
    CodecPair("ViewInfo") { $0.viewInfo() },
    CodecPair("ListViewsResponse") {
      ViewsPage(views: $0.list(0...3) { $0.viewInfo() }, nextPageToken: $0.maybe { $0.token() })
    },
  ]

  private static let ownTypes = [
    CodecPair(
      "DeleteCollectionResponse",
      make: { _ in (ClientWire.EmptyMessage(), Wire.EmptyMessage()) },
      client: .client,
      server: .server
    ),
    CodecPair(
      "HealthCheckRequest",
      make: {
        let service = $0.text(0...60)
        return (ClientWire.HealthCheckRequest(service: service), Wire.HealthCheckRequest(service: service))
      },
      client: .client,
      server: .server
    ),
    CodecPair(
      "HealthCheckResponse",
      make: {
        let number = UInt32($0.number(0...3))
        return (
          ClientWire.ServingStatus(rawValue: number) ?? .unknown,
          Wire.ServingStatus(rawValue: number) ?? .unknown
        )
      },
      client: .client,
      server: .server
    ),
    CodecPair(
      "VerifyKeysRequest",
      make: {
        let name = $0.identifier()
        return (ClientWire.VerifyKeysRequest(collection: name), Wire.VerifyKeysRequest(collection: name))
      },
      client: .client,
      server: .server
    ),
    CodecPair(
      "DescribeResponse",
      make: {
        let bytes = $0.bytes(0...500)
        return (
          ClientWire.ServiceDescription(fileDescriptorSet: bytes),
          Wire.ServiceDescription(fileDescriptorSet: bytes)
        )
      },
      client: .client,
      server: .server
    ),
  ]
}
