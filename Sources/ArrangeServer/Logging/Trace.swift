import Engine
import Logging

// Log lines at the level `trace`: each call and its answer, each message of a subscription, and what the
// engine does for them. If tracing is off, the only cost is reading ``ServerContext/traces``.

extension Logger {
  /// Writes the events of the engine.
  var engineTrace: EngineTrace {
    { event, facts in trace("\(event)", metadata: Metadata(facts)) }
  }
}

extension Logger.Metadata {
  init(_ facts: KeyValuePairs<String, String>) {
    self.init(facts.map { ($0.key, .string($0.value)) }) { first, _ in first }
  }
}
