import Access
import ArrangeModel
import Backups
import Dispatch
import Engine
import Logging
import Wire

/// The methods of `Server`, `Strategies` and `Health`.
extension IncomingCall {
  func listStrategies() throws(ArrangeError) {
    answer(StrategyList(strategies: server.strategies, defaultStrategy: server.defaultStrategy))
  }

  /// Answers with what a client needs to know, what the caller may do, and the server's figures if the caller may see them.
  func serverInfo(_ request: ServerInfoRequest) throws(ArrangeError) {
    let uptime = server.clock.wallTime().microseconds - server.startedAt.microseconds
    let info = ServerInfo(
      version: ArrangeVersion.current,
      serverID: server.serverID,
      uptimeMicroseconds: max(0, uptime),
      counts: ServerInfo.Counts(),
      limits: .init(largestFrame: server.limits.largestFrame),
      features: ServerInfo.currentFeatures,
      caller: connection.admission.access.map { ServerInfo.Caller($0, on: request.names) }
    )
    guard connection.admission.access?.rights.isAdministrator ?? false else { return answer(info) }
    let (counts, reply, engine) = (counts, reply() as Reply<ServerInfo>, server.engine)
    let nodes = server.nodes?.infos ?? []
    // Reading file sizes can block, so it is done on another thread.
    DispatchQueue.global().async {
      var info = info
      info.counts = counts
      info.nodes = nodes
      let space = engine.space
      (info.counts.storeBytes, info.counts.freeBytes, info.counts.logBytes) = (
        space.total, space.free, space.log
      )
      reply(.success(info))
    }
  }

  private var counts: ServerInfo.Counts {
    var counts = ServerInfo.Counts(
      collections: server.engine.catalog.count,
      openCollections: server.engine.residentCount,
      connections: server.connectionCount,
      activeCalls: connection.connection.openStreams,
      commits: server.engine.commitCount
    )
    counts.connectionBytes = server.memory.held
    counts.refusedConnections = server.refusals.total
    counts.connectionsEndedForMemory = server.memory.endedConnections
    counts.droppedLogLines = LineWriter.errors.dropped
    return counts
  }

  /// Starts to send a backup.
  func backup(_ request: BackupRequest) throws(ArrangeError) -> BackupStream {
    let (engine, turn) = (server.engine, server.turns.backup)
    let time = server.clock.wallTime().microseconds
    let names = request.collections.isEmpty ? nil : Set(request.collections)
    guard turn.take() else {
      throw ArrangeError(
        .resourceExhausted,
        "another backup is being made; try again when it is done",
        retryAfterMilliseconds: SingleTurn.retryMilliseconds
      )
    }
    let source = BackupStream.Source {
      try BackupWriter(engine.snapshot(), names: names, time: time, version: ArrangeVersion.current)
    }
    let backup = BackupStream(connection, stream, source) { turn.release() }
    do { try connection.admission.add(backup, as: stream) } catch {
      turn.release()
      throw error
    }
    if let requirement { recordCompletion(requirement, .success(EmptyMessage())) }
    server.logger.info("a backup begins", metadata: ["principal": "\(connection.admission.principal)"])
    backup.advance()
    return backup
  }

  func describe() throws(ArrangeError) { answer(ServiceDescription.own) }

  func healthCheck(_ request: HealthCheckRequest) throws(ArrangeError) {
    guard Method.hasService(request.service) else {
      throw ArrangeError(.notFound, "there is no service \"\(request.service)\"", field: "service")
    }
    let health = connection.admission.shownHealth
    if health.slowStrategies.isEmpty { answer(encoded: health.status.encoded) } else { answer(health) }
  }
}
