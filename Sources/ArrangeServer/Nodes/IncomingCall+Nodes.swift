import ArrangeModel
import Engine
import Wire

/// Calls whose answers need collections of other nodes.
extension IncomingCall {
  /// Runs work when this node has everything of collections that was durable before; see ``Nodes/whenFresh(_:on:engine:isWanted:_:)``.
  func whenFresh<Response>(
    _ names: [Identifier],
    _ reply: @escaping Reply<Response>,
    _ work: @escaping @Sendable (IncomingCall) -> Void
  ) {
    guard let nodes = server.nodes else { return work(self) }
    let caller = caller
    nodes.whenFresh(names, on: connection.loop, engine: server.engine, isWanted: caller.isWanted) { result in
      switch result {
      case .success: work(self)
      case .failure(let error): reply(.failure(error))
      }
    }
  }

  /// Runs work on the host that evaluates a view, when this node has everything of its collections.
  func whenFresh<Response>(
    _ view: ViewReference,
    _ reply: @escaping Reply<Response>,
    _ work: @escaping @Sendable (ViewHost) -> Void
  ) {
    whenFresh(view.definition.collections, reply) { call in call.onHost(of: view, work) }
  }

  /// The description of a collection, wherever it is. For a list: if its owner can't be asked, it is what this node knows.
  func info(of name: Identifier, reply: @escaping Reply<CollectionInfo>) {
    guard let nodes = server.nodes, case .other(let node) = nodes.route(name) else {
      return onShard(of: name) { $0.info(name, reply: reply) }
    }
    let (arena, catalog) = (connection.arena, server.engine.catalog)
    let request = arena.temporary { GetCollectionRequest(name: name).packable(in: arena).bytes }
    let call = NodeCall(.getCollection, request, deadline: call.deadline) { outcome in
      switch outcome {
      case .ended(.ok, let frame):
        reply(
          arena.temporary {
            Result { () throws(ArrangeError) in try CollectionInfo.decode(frame.body, using: arena) }
          }
        )
      case .ended(.notFound, _): reply(.failure(.noCollection(name)))
      case .ended, .lost:
        reply(catalog.entry(name).map { .success($0.info) } ?? .failure(.noCollection(name)))
      }
    }
    nodes.link(to: node, on: connection.loop).send(call)
  }
}
