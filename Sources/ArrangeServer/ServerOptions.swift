package import Engine
import NIOCore
package import Wire

/// What a server is made with.
package struct ServerOptions: Sendable {
  /// Where it listens: at one place at least.
  package var addresses: [ListenAddress]
  /// What it shows where it listens with TLS.
  package var tls: TLSOptions?
  /// The file that says who may do what; nil where everybody may do everything.
  package var accessFile: String?
  /// The file to which refusals and acts are appended; nil for none.
  package var auditFile: String?
  /// The backups that the server makes by itself; nil for none.
  package var backups: BackupPlan?
  package var limits = ConnectionLimits()
  package var engine = EngineOptions()
  /// How many event loops, and so shards, there are.
  package var loops = 1
  /// How many threads do what takes longer than an event loop can wait: what that takes from everything else has this bound.
  package var workThreads = max(1, System.coreCount / 2)
  /// The most threads that run the code of loaded libraries, each for another collection.
  package var libraryThreads = 64
  /// The most connections at a time.
  package var maximumConnections = 10_000
  /// The most bytes that the buffers of all connections take together.
  package var connectionMemory = ConnectionMemory.standardLimit
  /// How many descriptors the process needs for other things, besides those that are open when the server starts to listen.
  package var otherDescriptors = 0
  /// For how many seconds a stopping server waits for calls under way.
  package var drainSeconds = 10
  /// The duration from which on a call is logged as slow, in milliseconds; nil to log none.
  package var slowCallMilliseconds: Int? = 1_000
  /// How many connections may wait to be accepted.
  package var backlog = 1_024
  /// The strategy of a collection whose creator names none.
  package var defaultStrategy = "lexorank"

  package init(addresses: [ListenAddress]) { self.addresses = addresses }
}
