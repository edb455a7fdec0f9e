import ArrangeModel
import Engine
import Wire

/// The methods of `Sinks` that are not about one of them on its shard.
extension ConnectionCalls {
  /// Answers with the sinks that the caller may manage.
  func listSinks(_ request: ListSinksRequest, _ call: IncomingCall) throws(ArrangeError) {
    let rights = connection.admission.access?.rights
    let wanted = request.containing
    let shown = server.engine.catalog.sinks.filter { entry in
      guard let sink = entry.descriptor.sink, rights?.mayManage(sink.settings) == true else { return false }
      return wanted.isEmpty || SinkName.name(of: entry.name)?.text.contains(wanted) == true
    }
    call.answer(SinkList(sinks: shown.map(\.sinkInfo)))
  }

  /// Answers with what all nodes have delivered. A node that is asked by another one answers for itself.
  func sinkStatus(_ request: SinkStatusRequest, _ call: IncomingCall) throws(ArrangeError) {
    _ = try connection.admission.requirement(request.accessedSink, of: call)
    guard let entry = server.engine.catalog.sink(request.name) else { throw .noSink(request.name) }
    let isAskedByNode = connection.admission.isNode
    let others = isAskedByNode ? [] : server.nodes?.map.nodes.filter { !$0.isOwn } ?? []
    let gathering = SinkStatusGathering(
      entry.sinkInfo,
      limit: request.limit,
      waitingFor: 1 + others.count,
      call.reply()
    )
    server.sinks.report(on: entry.key) { gathering.add($0.status(of: entry.sinkInfo)) }
    guard let nodes = server.nodes, !others.isEmpty else { return }
    let (loop, arena) = (connection.loop, connection.arena)
    var question = request
    question.limit = SinkStatusRequest.maximumLimit
    let body = arena.temporary { question.packable(in: arena).bytes }
    let end = min(call.call.deadline, call.begin.advanced(byNanoseconds: SinkStatusGathering.patience))
    for node in others {
      let metadata = AddressedNode.metadata(node, using: arena)
      let ask = NodeCall(.sinkStatus, body, metadata: metadata, deadline: end) { outcome in
        switch outcome {
        case .ended(.ok, let frame):
          gathering.add(arena.temporary { try? SinkStatus.decode(frame.body, using: arena) })
        // It has not heard of the sink yet, and so delivers nothing.
        case .ended(.notFound, _): gathering.add(.nothing(of: entry.sinkInfo))
        case .ended, .lost: gathering.add(nil)
        }
      }
      nodes.link(to: node, on: loop).send(ask)
    }
    loop.execute(after: SinkStatusGathering.patience) { gathering.finish() }
  }
}

extension SinkReport {
  /// The report as clients see it, with all collections.
  fileprivate func status(of sink: SinkInfo) -> SinkStatus {
    SinkStatus(
      sink: sink,
      collectionCount: progress.count,
      lagging: progress.count { $0.delivered < $0.newest || $0.lagMicroseconds > 0 },
      failing: progress.count { $0.attempts > 0 || $0.state == .paused || $0.state == .denied },
      deliveries: deliveries,
      failures: failures,
      collections: progress
    )
  }
}

extension ConnectionAdmission {
  /// The access that a call about a sink needs, and has.
  ///
  /// - Throws: ``StatusCode/permissionDenied``, or ``StatusCode/notFound`` for a sink that the caller may not manage.
  func requirement(_ sink: AccessedSink, of call: IncomingCall) throws(ArrangeError) -> AccessRequirement {
    let stored = call.server.engine.catalog.sink(sink.name)?.descriptor.sink?.settings
    var requirement = AccessRequirement(.manage, on: sink.name)
    requirement.makesName = sink.isNew
    requirement.sink = SinkDemand(sink, stored: stored)
    switch evaluate(requirement) {
    case .allowed: return requirement
    case .denied(let error):
      call.recordRefusal(requirement, error.code)
      throw error
    case .hidden:
      if stored != nil { call.recordRefusal(requirement, .notFound) }
      throw .noSink(sink.name, field: sink.field)
    }
  }
}
