import ArrangeModel
import Engine
import Wire

/// The methods of `Server`, `Strategies` and `Health`.
extension IncomingCall {
  func listStrategies() {
    answer(StrategyList(strategies: server.strategies, defaultStrategy: server.defaultStrategy))
  }

  func serverInfo() {
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
    let uptime = server.clock.wallTime().microseconds - server.startedAt.microseconds
    answer(
      ServerInfo(
        version: ArrangeVersion.current,
        serverID: server.serverID,
        uptimeMicroseconds: max(0, uptime),
        counts: counts,
        limits: .init(largestFrame: server.limits.largestFrame)
      )
    )
  }

  func checkHealth(_ request: HealthCheckRequest) throws(ArrangeError) {
    guard Method.hasService(request.service) else {
      throw ArrangeError(.notFound, "there is no service \"\(request.service)\"", field: "service")
    }
    let health = server.health
    if health.slowStrategies.isEmpty { answer(encoded: health.status.encoded) } else { answer(health) }
  }

  /// The status now, and again whenever it changes.
  func watchHealth(_ request: HealthCheckRequest) {
    let watch = HealthWatch(connection, stream, isKnown: Method.hasService(request.service))
    connection.streams[stream] = watch
    watch.tell()
  }
}
