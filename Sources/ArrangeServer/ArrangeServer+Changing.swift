import Engine
import Logging
import NIOCore
import Synchronization

/// What can be changed while a server runs.
extension ArrangeServer {
  /// Takes those of other options into force that can change: the most connections, the memory and the limits of
  /// connections, of which those that are there keep what they began with; the time to drain; and what the engine keeps and
  /// for how long. What is written to the log is asked of the logger again.
  ///
  /// Everything else stays as the server was made with: what that is, the settings say in the log.
  package func change(to other: ServerOptions) {
    // One that stops closes its event loops.
    guard !server.isDraining else { return }
    gate.withLock { $0?.change(mostConnections: other.maximumConnections) }
    server.memory.change(limit: other.connectionMemory)
    server.limits = other.limits
    drainSeconds.store(other.drainSeconds, ordering: .relaxed)
    let traces = logger.logLevel <= .trace
    server.traces = traces
    let trace = traces ? logger.engineTrace : nil
    for shard in server.engine.shards {
      server.loops[shard.index].execute {
        shard.options.trace = trace
        shard.options.idleSeconds = other.engine.idleSeconds
        shard.options.retainedCommits = other.engine.retainedCommits
        shard.options.retainedBytes = other.engine.retainedBytes
        shard.options.checkpointInterval = other.engine.checkpointInterval
        shard.options.maximumViewRows = other.engine.maximumViewRows
      }
    }
  }

  /// Comes back when every event loop has done something, at once where the server stops: what watches over the process knows by
  /// that that it is alive.
  package func answer() async {
    for loop in server.loops where !server.isDraining { try? await loop.eventLoop.submit {}.get() }
  }
}
