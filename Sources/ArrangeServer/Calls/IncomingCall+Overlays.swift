import ArrangeModel
import Engine
import Wire

/// What of the methods of `Overlays` is not handed to a shard as it is.
extension IncomingCall {
  func deleteOverlay(_ request: DeleteOverlayRequest) throws(ArrangeError) {
    let reply: Reply<EmptyMessage> = reply()
    let caller = caller
    onShard(of: request.collection) { shard in
      shard.overlays.delete(request, for: caller) { reply($0.map { EmptyMessage() }) }
    }
  }
}
