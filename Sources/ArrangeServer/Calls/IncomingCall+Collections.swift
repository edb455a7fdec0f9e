import ArrangeModel
import Changes
import Engine
import Wire

/// The methods of `Collections`.
extension IncomingCall {
  func createCollection(_ request: CreateCollectionRequest) throws(ArrangeError) {
    try connection.admission.checkRoomForCollection()
    let reply: Reply<CollectionInfo> = reply()
    let strategy = request.strategy ?? server.defaultStrategy
    onShard(of: request.name) {
      $0.create(
        request.name,
        strategy: strategy,
        fields: request.fields,
        outline: request.outline,
        reply: reply
      )
    }
  }

  /// Answers with the description of a collection or a view.
  func getCollection(_ request: GetCollectionRequest) throws(ArrangeError) {
    let reply: Reply<CollectionInfo> = reply()
    if let view = storedView.view(nil, named: request.name, for: self) {
      let caller = caller
      nodes.whenFresh(view, reply) { $0.info(of: view, for: caller, reply: reply) }
    } else {
      onShard(of: request.name) { $0.info(request.name, reply: reply) }
    }
  }

  func updateCollection(_ request: UpdateCollectionRequest) throws(ArrangeError) {
    let reply: Reply<CollectionInfo> = reply()
    onShard(of: request.name) { shard in
      shard.update(request.name, { old throws(ArrangeError) in try request.applied(to: old) }, reply: reply)
    }
  }

  func deleteCollection(_ request: DeleteCollectionRequest) throws(ArrangeError) {
    let reply: Reply<EmptyMessage> = reply()
    onShard(of: request.name) { shard in
      shard.delete(request.name) { reply($0.map { EmptyMessage() }) }
    }
  }

  func history(_ request: HistoryRequest) throws(ArrangeError) {
    let reply: Reply<HistoryPage> = reply()
    let largest = largestAnswer
    let (admission, loop) = (connection.admission, connection.loop)
    // What a principal of another node may see is not known here.
    let (hidesAll, hidesNone) = (
      forwarded != nil && server.access.version > 0, admission.mayDoEverything && forwarded == nil
    )
    onShard(of: request.collection) {
      $0.history(request, largestAnswer: largest) { result in
        guard !hidesNone, case .success(let page) = result else { return reply(result) }
        loop.execute { reply(.success(page.hidingCollections { hidesAll || admission.hides($0) })) }
      }
    }
  }

  func fetch(_ request: FetchRequest) throws(ArrangeError) {
    let view = storedView.view(request.view, named: request.collection, for: self)
    let reply: Reply<FetchPage> = reply()
    let (largest, caller) = (largestAnswer, caller)
    if let view {
      nodes.whenFresh(view, reply) {
        if let version = request.at {
          PastViewReads(at: $0)
            .fetch(request, from: view, at: version, largestAnswer: largest, for: caller, reply: reply)
        } else {
          $0.fetch(request, from: view, largestAnswer: largest, for: caller, reply: reply)
        }
      }
    } else {
      onShard(of: request.collection) { shard in
        if let version = request.at {
          shard.past.fetch(request, at: version, largestAnswer: largest, for: caller, reply: reply)
        } else {
          shard.fetch(request, largestAnswer: largest, reply: reply)
        }
      }
    }
  }
}

/// What is read of the past needs the permission for history as well.
extension FetchRequest {
  var accessedPermissions: PermissionSet { at == nil ? [] : .history }
}

extension SubscribeRequest {
  var accessedPermissions: PermissionSet { at == nil ? [] : .history }
}

extension ArrangeError {
  static let pastOfView = ArrangeError(
    .failedPrecondition,
    "earlier versions of a view can't be followed; read them, or follow those of its collections",
    field: "at"
  )
}

extension UpdateCollectionRequest {
  /// The fields after the update.
  fileprivate func applied(to old: Fields) throws(ArrangeError) -> Fields {
    try FieldsUpdate(ElementReference(name), set: set, remove: remove, replaceAll: replaceAll)
      .applied(to: old)
  }
}

extension HistoryPage {
  /// The page without the names of collections that the caller may not see.
  fileprivate func hidingCollections(_ isHidden: (Identifier) -> Bool) -> HistoryPage {
    var page = self
    for commit in page.commits.indices {
      for change in page.commits[commit].changes.indices {
        if let other = page.commits[commit].changes[change].transferred, isHidden(other) {
          page.commits[commit].changes[change].transferred = nil
        }
      }
    }
    return page
  }
}
