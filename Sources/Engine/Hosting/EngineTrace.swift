/// Receives an event and its facts. Called on the executors of shards, in the order in which each does its
/// work.
package typealias EngineTrace = @Sendable (_ event: String, _ facts: KeyValuePairs<String, String>) -> Void

extension EngineOptions {
  /// Traces an event of a view.
  func traceView(_ event: String, _ view: LiveView) {
    trace?(
      event,
      [
        "view": "\(view.number)", "version": "\(view.version)", "rows": "\(view.rowCounts.items)",
        "collections": zip(view.sources, view.feed.log.newest.sources).map { "\($0.name)@\($1)" }.joined(
          separator: ","
        ),
        "definition": view.text,
      ]
    )
  }
}
