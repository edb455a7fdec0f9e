import ArrangeModel
import Changes

#if SWIFT_MESSAGES
  import ClientWire
  import Wire

  /// A value that travels in calls. Here both codecs read and write it.
  typealias CallMessage = ClientWire.WireMessage & Wire.WireMessage & Equatable & Sendable
#else
  import Wire

  /// A value that travels in calls.
  typealias CallMessage = WireMessage & Equatable & Sendable
#endif

/// What is done with each message.
protocol CallMessageVisitor {
  /// - Parameters:
  ///   - name: the name in `Protos/arrange/v1`.
  ///   - make: makes a random one.
  mutating func visit<Message: CallMessage>(
    _ name: String,
    _ make: @escaping @Sendable (inout RandomValues) -> Message
  )
}

/// The messages of all calls whose values are those of `ArrangeModel` and `Changes`. Each is written and read again, by each codec
/// and by both side by side.
enum CallMessages {
  static func visit(_ visitor: inout some CallMessageVisitor) {
    visitor.visit("ApplyRequest") { $0.applyRequest() }
    visitor.visit("ApplyResponse") { $0.applyResult() }
    visitor.visit("FetchRequest") { $0.fetchRequest() }
    visitor.visit("FetchResponse") { $0.fetchPage() }
    visitor.visit("HistoryRequest") { $0.historyRequest() }
    visitor.visit("HistoryResponse") { $0.historyPage() }
    visitCollections(&visitor)
    visitStrategies(&visitor)
    visitViews(&visitor)
    visitor.visit("SubscribeRequest") { $0.subscribeRequest() }
    visitor.visit("SubscribeResponse") { $0.subscriptionMessage() }
    visitor.visit("ServerInfoResponse") { $0.serverInfo() }
    visitor.visit("BackupRequest") { random in
      BackupRequest(collections: random.list(0...5) { $0.identifier() })
    }
    visitor.visit("BackupResponse") { BackupPiece(data: $0.token()) }
    visitor.visit("FollowersRequest") { random in
      FollowersRequest(collection: random.maybe { $0.identifier() }, limit: random.number(1...1000))
    }
    visitor.visit("FollowersResponse") { random in
      FollowerList(
        followers: random.list(0...4) { $0.follower() },
        counts: random.list(0...4) { random in
          FollowerList.Count(collection: random.maybe { $0.identifier() }, followers: random.number(0...99))
        }
      )
    }
    visitor.visit("CompareRequest") { CompareRequest(plan: $0.text(0...200)) }
    visitor.visit("CompareResponse") {
      ComparisonProgress(done: $0.number(0...99), total: $0.number(0...99), report: $0.token())
    }
  }

  private static func visitCollections(_ visitor: inout some CallMessageVisitor) {
    visitor.visit("CollectionInfo") { $0.collectionInfo() }
    visitor.visit("CreateCollectionRequest") {
      CreateCollectionRequest(
        name: $0.identifier(),
        strategy: $0.maybe { $0.text(1...128) },
        fields: $0.fields()
      )
    }
    visitor.visit("GetCollectionRequest") { GetCollectionRequest(name: $0.identifier()) }
    visitor.visit("ListCollectionsRequest") {
      ListCollectionsRequest(pageSize: $0.maybe { $0.number(1...1000) }, pageToken: $0.maybe { $0.token() })
    }
    visitor.visit("ListCollectionsResponse") {
      CollectionsPage(
        collections: $0.list(0...3) { $0.collectionInfo() },
        nextPageToken: $0.maybe { $0.token() }
      )
    }
    visitor.visit("UpdateCollectionRequest") {
      UpdateCollectionRequest(
        name: $0.identifier(),
        set: $0.fields(),
        remove: $0.list(0...3) { $0.fieldName() },
        replaceAll: $0.flag()
      )
    }
    visitor.visit("DeleteCollectionRequest") { DeleteCollectionRequest(name: $0.identifier()) }
  }

  private static func visitStrategies(_ visitor: inout some CallMessageVisitor) {
    visitor.visit("ListStrategiesResponse") { $0.strategyList() }
    visitor.visit("ChangeStrategyRequest") { $0.changeStrategyRequest() }
    visitor.visit("ChangeStrategyResponse") { $0.changeStrategyResult() }
    visitor.visit("RotateKeysRequest") { $0.rotateKeysRequest() }
    visitor.visit("RotateKeysResponse") { $0.rotateKeysResult() }
    visitor.visit("ExplainRequest") {
      ExplainRequest(collection: $0.identifier(), operations: $0.list(0...3) { $0.operation() })
    }
    visitor.visit("ExplainResponse") { $0.explanation() }
    visitor.visit("VerifyKeysRequest") { VerifyKeysRequest(collection: $0.identifier()) }
    visitor.visit("VerifyKeysResponse") { $0.keyReport() }
  }

  private static func visitViews(_ visitor: inout some CallMessageVisitor) {
    visitor.visit("DefineViewRequest") { DefineViewRequest(name: $0.identifier(), view: $0.storedView()) }
    visitor.visit("GetViewRequest") { GetViewRequest(name: $0.identifier()) }
    visitor.visit("ListViewsRequest") {
      ListViewsRequest(pageSize: $0.maybe { $0.number(1...1000) }, pageToken: $0.maybe { $0.token() })
    }
    visitor.visit("ListViewsResponse") {
      ViewsPage(views: $0.list(0...3) { $0.viewInfo() }, nextPageToken: $0.maybe { $0.token() })
    }
    visitor.visit("DeleteViewRequest") { DeleteViewRequest(name: $0.identifier()) }
    visitor.visit("ViewInfo") { $0.viewInfo() }
  }
}
