import Access
import ArrangeModel
import Engine
import Wire

/// The methods of `Server`, `Strategies` and `Health`.
extension IncomingCall {
  func listStrategies() {
    answer(StrategyList(strategies: server.strategies, defaultStrategy: server.defaultStrategy))
  }

  /// Who may not see the figures of the server learns what a client needs, and no figures.
  func serverInfo() {
    let counts =
      connection.admission.access?.rights.isAdministrator ?? false
      ? counts
      : ServerInfo.Counts(collections: 0, openCollections: 0, connections: 0, activeCalls: 0, commits: 0)
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

  func checkHealth(_ request: HealthCheckRequest) throws(ArrangeError) {
    guard Method.hasService(request.service) else {
      throw ArrangeError(.notFound, "there is no service \"\(request.service)\"", field: "service")
    }
    let health = connection.admission.shownHealth
    if health.slowStrategies.isEmpty { answer(encoded: health.status.encoded) } else { answer(health) }
  }

  /// The status now, and again whenever it changes.
  func watchHealth(_ request: HealthCheckRequest) throws(ArrangeError) {
    let watch = HealthWatch(connection, stream, isKnown: Method.hasService(request.service))
    try connection.admission.add(watch, as: stream)
    watch.tell()
  }
}
