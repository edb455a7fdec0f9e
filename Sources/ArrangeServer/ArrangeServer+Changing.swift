import Engine
import Logging
import NIOCore
import Synchronization

/// Settings that can be changed while the server runs.
extension ArrangeServer {
  /// Applies those options that can be changed at run time: the maximum number of connections; the memory
  /// limit; the limits of connections, which open connections do not adopt; the drain time; and the limits and
  /// retention of the engine. The log level is read from the logger again.
  ///
  /// All other options keep the values that the server was created with; the log lists them when the settings
  /// are reloaded.
  package func change(to other: ServerOptions) {
    // A server that is stopping shuts its event loops down.
    guard !server.isDraining else { return }
    gate.withLock { $0?.change(maximumConnections: other.maximumConnections) }
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
        shard.options.binDays = other.engine.binDays
        shard.options.eraseSeconds = other.engine.eraseSeconds
        shard.options.checkpointInterval = other.engine.checkpointInterval
        shard.options.maximumViewRows = other.engine.maximumViewRows
      }
    }
  }

  /// Returns when every event loop has run a task, or at once if the server is stopping. A watchdog uses this
  /// to check that the process is alive.
  package func answer() async {
    for loop in server.loops where !server.isDraining { try? await loop.eventLoop.submit {}.get() }
  }
}
