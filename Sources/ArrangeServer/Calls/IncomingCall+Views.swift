import ArrangeModel
import Dispatch
import Engine
import Wire

/// The methods of `Views`.
extension IncomingCall {
  func defineView(_ request: DefineViewRequest) throws(ArrangeError) {
    let reply: Reply<ViewInfo> = reply()
    let definer = principal
    // Its version follows from those of its collections.
    nodes.whenFresh(request.view.collections, reply) { call in
      call.onShard(of: request.name) {
        $0.storedViews.define(request.name, as: request.view, by: definer, reply: reply)
      }
    }
  }

  func getView(_ request: GetViewRequest) throws(ArrangeError) {
    guard let view = server.engine.catalog.view(request.name) else { throw .noView(request.name) }
    guard connection.admission.maySee(definitionOf: view) else {
      throw ArrangeError(
        .permissionDenied,
        "the definition of \"\(request.name)\" names what \"\(connection.admission.principal)\" may not read; the view itself can be read"
      )
    }
    answer(view)
  }

  func deleteView(_ request: DeleteViewRequest) throws(ArrangeError) {
    let reply: Reply<EmptyMessage> = reply()
    onShard(of: request.name) { shard in
      shard.storedViews.deleteView(request.name) { reply($0.map { EmptyMessage() }) }
    }
  }

  /// Reads a text, or writes one, on another thread: the largest texts take longer than a turn.
  func parseView(_ request: ParseViewRequest) throws(ArrangeError) {
    let reply: Reply<ParsedView> = reply()
    DispatchQueue.global().async { reply(.success(ParsedView(request))) }
  }
}
