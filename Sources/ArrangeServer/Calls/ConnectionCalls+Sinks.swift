import ArrangeModel
import Engine
import Wire

/// The methods of `Sinks` that are not about one of them on its shard.
extension ConnectionCalls {
  /// Answers with all sinks.
  func listSinks(_ request: ListSinksRequest, _ call: IncomingCall) throws(ArrangeError) {
    let sinks = server.engine.catalog.sinks.map(\.sinkInfo)
    let wanted = request.containing
    call.answer(SinkList(sinks: wanted.isEmpty ? sinks : sinks.filter { $0.name.text.contains(wanted) }))
  }

  /// Answers with what this node has delivered.
  func sinkStatus(_ request: SinkStatusRequest, _ call: IncomingCall) throws(ArrangeError) {
    guard let entry = server.engine.catalog.sink(request.name) else { throw .noSink(request.name) }
    let reply: Reply<SinkStatus> = call.reply()
    server.sinks.report(on: entry.key) { report in
      let lagging = report.progress.filter { $0.delivered < $0.newest || $0.lagMicroseconds > 0 }
      let failing = report.progress.filter { $0.attempts > 0 || $0.state == .paused || $0.state == .denied }
      let sorted = report.progress.sorted {
        ($1.lagMicroseconds, $0.collection) < ($0.lagMicroseconds, $1.collection)
      }
      reply(
        .success(
          SinkStatus(
            sink: entry.sinkInfo,
            collectionCount: report.progress.count,
            lagging: lagging.count,
            failing: failing.count,
            deliveries: report.deliveries,
            failures: report.failures,
            collections: Array(sorted.prefix(request.limit))
          )
        )
      )
    }
  }
}
