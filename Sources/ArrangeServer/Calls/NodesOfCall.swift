import ArrangeModel
import Engine
import Wire

/// A call whose answer needs collections of other nodes.
struct NodesOfCall: Sendable {
  let call: IncomingCall

  /// Runs work when this node has everything of collections that was durable before; see ``Nodes/whenFresh(_:on:engine:isWanted:_:)``.
  func whenFresh<Response>(
    _ names: [Identifier],
    _ reply: @escaping Reply<Response>,
    _ work: @escaping @Sendable (IncomingCall) -> Void
  ) {
    guard let nodes = call.server.nodes else { return work(call) }
    let isWanted = call.caller.isWanted
    nodes.whenFresh(names, on: call.connection.loop, engine: call.server.engine, isWanted: isWanted) {
      [call] result in
      switch result {
      case .success: work(call)
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
    let (arena, catalog) = (call.connection.arena, call.server.engine.catalog)
    @Sendable func answerKnown() {
      reply(catalog.entry(name).map { .success($0.info) } ?? .failure(.noCollection(name)))
    }
    let route = call.server.nodes?.route(name) ?? .here
    guard case .other(let node) = route, let nodes = call.server.nodes else {
      if case .here = route { return call.onShard(of: name) { $0.info(name, reply: reply) } }
      return answerKnown()
    }
    let request = arena.temporary { GetCollectionRequest(name: name).packable(in: arena).bytes }
    let question = NodeCall(.getCollection, request, deadline: call.call.deadline) { outcome in
      switch outcome {
      case .ended(.ok, let frame):
        reply(
          arena.temporary {
            Result { () throws(ArrangeError) in try CollectionInfo.decode(frame.body, using: arena) }
          }
        )
      case .ended(.notFound, _): reply(.failure(.noCollection(name)))
      case .ended, .lost: answerKnown()
      }
    }
    nodes.link(to: node, on: call.connection.loop).send(question)
  }

  /// Answers with the bytes of another node's answer.
  func answer(_ code: StatusCode, _ body: UnsafeRawBufferPointer) {
    let (connection, stream) = (call.connection, call.stream)
    guard connection.takesAnswer(stream) else { return call.noteUnwanted() }
    if let requirement = call.requirement {
      call.noteCompletion(
        requirement,
        code == .ok ? .success(EmptyMessage()) : .failure(ArrangeError(code, "another node has refused it"))
      )
    }
    guard body.count <= call.largestAnswer else {
      return call.answer(
        with: ArrangeError(
          .internal,
          "another node has answered with \(body.count) bytes",
          processed: .unknown
        )
      )
    }
    call.noteEnd(code)
    connection.end(stream) {
      FrameEncoder.write(Frame(.end, stream: stream, status: code, body: body), to: &$0)
    }
  }
}

extension IncomingCall {
  /// What the call has to do with other nodes.
  var nodes: NodesOfCall { NodesOfCall(call: self) }
}
