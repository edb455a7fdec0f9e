import ArrangeModel
import Engine
import Wire

/// What of the methods of `Versions` is not handed to a shard as it is.
extension IncomingCall {
  func deleteVersion(_ request: DeleteVersionRequest) throws(ArrangeError) {
    let reply: Reply<EmptyMessage> = reply()
    onShard(of: request.collection) { shard in
      shard.versions.delete(request) { reply($0.map { EmptyMessage() }) }
    }
  }
}
