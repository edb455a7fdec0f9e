import ArrangeModel
import Engine
import Wire

/// A call whose answer needs collections of other nodes.
struct NodesOfCall: Sendable {
  let call: IncomingCall

  /// Runs work when this node has everything of collections that was durable before; see ``Nodes/whenFresh(_:isForViews:on:engine:isWanted:_:)``.
  func whenFresh<Response>(
    _ names: [Identifier],
    _ reply: @escaping Reply<Response>,
    _ work: @escaping @Sendable (IncomingCall) -> Void
  ) {
    guard let nodes = call.server.nodes else { return work(call) }
    let isWanted = call.caller.isWanted
    let (loop, engine) = (call.connection.loop, call.server.engine)
    nodes.whenFresh(names, isForViews: true, on: loop, engine: engine, isWanted: isWanted) { [call] result in
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
    whenFresh(view.allSources, reply) { call in call.onHost(of: view, work) }
  }

  /// The description of a collection, wherever it is, with everything that was acknowledged before the call. Its owner is waited
  /// for: what this node knows of a collection of another one is older. Used on the connection's event loop.
  func info(of name: Identifier, reply: @escaping Reply<CollectionInfo>) {
    guard let nodes = call.server.nodes else { return call.onShard(of: name) { $0.info(name, reply: reply) } }
    let (connection, arena) = (call.connection, call.connection.arena)
    switch nodes.route(name) {
    case .here:
      call.onShard(of: name) { shard in
        shard.info(name) { result in
          // The collection was given away meanwhile.
          guard case .failure(let error) = result, error.code == .unavailable else { return reply(result) }
          connection.loop.execute { askAgain(name, nodes, reply) }
        }
      }
    case .nobody: askAgain(name, nodes, reply)
    case .other(let node):
      let request = arena.temporary { GetCollectionRequest(name: name).packable(in: arena).bytes }
      let metadata = AddressedNode.metadata(node, using: arena)
      let question = NodeCall(.getCollection, request, metadata: metadata, deadline: call.call.deadline) {
        outcome in
        switch outcome {
        case .ended(.ok, let frame):
          reply(
            arena.temporary {
              Result { () throws(ArrangeError) in try CollectionInfo.decode(frame.body, using: arena) }
            }
          )
        case .ended(.notFound, _): reply(.failure(.noCollection(name)))
        case .ended, .lost: askAgain(name, nodes, reply)
        }
      }
      nodes.link(to: node, on: connection.loop).send(question)
    }
  }

  /// Carries out a transaction when the slots of its collections are here. Used on the call's event loop.
  ///
  /// - Parameters:
  ///   - takesFirst: whether the first slot is taken from another node as well; otherwise that node is to gather them.
  ///   - reply: gets the error if they can't be had.
  ///   - work: carries it out; it is passed the destination of the result.
  func gather<Response>(
    _ names: [Identifier],
    _ nodes: Nodes,
    takesFirst: Bool = false,
    _ reply: @escaping Reply<Response>,
    _ work: @escaping @Sendable (@escaping Reply<Response>) -> Void
  ) {
    let loop = call.connection.loop
    // Who waits for the outcome holds the gathering, with the slots that it has pinned.
    let holder = GatheringHolder()
    let end = min(call.call.deadline, call.begin.advanced(byNanoseconds: Nodes.patience))
    let isWanted = call.caller.isWanted
    holder.gathering = SlotGathering(
      names,
      nodes,
      on: loop,
      until: end,
      takesFirst: takesFirst,
      isWanted: isWanted
    ) { result in
      if case .failure(let error) = result {
        holder.gathering = nil
        return reply(.failure(error))
      }
      work { result in
        loop.execute {
          holder.gathering?.unpin()
          holder.gathering = nil
        }
        reply(result)
      }
    }
    holder.gathering?.advance()
  }

  private func askAgain(_ name: Identifier, _ nodes: Nodes, _ reply: @escaping Reply<CollectionInfo>) {
    guard call.caller.isWanted() else { return reply(.failure(.notWanted)) }
    guard !nodes.isOver, ConnectionHandler.now() < call.begin.advanced(byNanoseconds: Nodes.patience) else {
      return reply(.failure(.notOwned))
    }
    call.connection.loop.execute(after: Nodes.pause) { info(of: name, reply: reply) }
  }

  /// Answers with the bytes of another node's answer.
  func answer(_ code: StatusCode, _ body: UnsafeRawBufferPointer) {
    let (connection, stream) = (call.connection, call.stream)
    guard connection.takesAnswer(stream) else { return call.recordUnwanted() }
    if let requirement = call.requirement {
      call.recordCompletion(
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
    call.recordEnd(code)
    connection.end(stream) {
      FrameEncoder.write(Frame(.end, stream: stream, status: code, body: body), to: &$0)
    }
  }
}

/// Holds a gathering until the transaction has ended. Used on its event loop.
private final class GatheringHolder: @unchecked Sendable {
  var gathering: SlotGathering?
}

extension IncomingCall {
  /// What the call has to do with other nodes.
  var nodes: NodesOfCall { NodesOfCall(call: self) }
}
