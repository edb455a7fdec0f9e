import Engine
import Logging

// What the log says at the level `trace`: each call and its answer, each message of a subscription, and what the engine does
// for them. Where nobody asks for it, all of it is one look at ``ServerContext/traces``.

extension Logger {
  /// Writes what the engine tells.
  var engineTrace: EngineTrace {
    { event, facts in trace("\(event)", metadata: Metadata(facts)) }
  }
}

extension Logger.Metadata {
  init(_ facts: KeyValuePairs<String, String>) {
    self.init(facts.map { ($0.key, .string($0.value)) }) { first, _ in first }
  }
}
