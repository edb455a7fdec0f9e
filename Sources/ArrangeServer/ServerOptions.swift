package import Engine
import NIOCore
package import Wire

/// The options of a server.
package struct ServerOptions: Sendable {
  /// The addresses to listen on, at least one.
  package var addresses: [ListenAddress]
  /// The certificate for addresses with TLS.
  package var tls: TLSOptions?
  /// The access file; nil if everybody may do everything.
  package var accessFile: String?
  /// The file that the audit log is appended to; nil for none.
  package var auditFile: String?
  /// The newest lines of the log, which administrators can read over the network; nil if nobody keeps them.
  package var recentLines: RecentLines?
  /// The backups that the server makes by itself; nil for none.
  package var backups: BackupPlan?
  package var limits = ConnectionLimits()
  package var engine = EngineOptions()
  /// The number of event loops, and so of shards.
  package var loops = 1
  /// The number of threads for work that would block an event loop for too long. It limits the processor time
  /// that such work takes from everything else.
  package var workThreads = max(1, System.coreCount / 2)
  /// The maximum number of threads that run the code of loaded libraries, each for a different collection.
  package var libraryThreads = 64
  /// The maximum number of open connections.
  package var maximumConnections = 10_000
  /// The maximum memory used by the buffers of all connections, in bytes.
  package var connectionMemory = ConnectionMemory.standardLimit
  /// The number of descriptors that the process needs besides those that are open when the server starts to
  /// listen.
  package var otherDescriptors = 0
  /// How many seconds a stopping server waits for open calls.
  package var drainSeconds = 10
  /// The minimum duration of a call that is logged as slow, in milliseconds; nil to log none.
  package var slowCallMilliseconds: Int? = 1_000
  /// The maximum number of connections that wait to be accepted.
  package var backlog = 1_024
  /// The strategy of a collection that is created without one.
  package var defaultStrategy = "lexorank"
  /// When failed deliveries of sinks are tried again.
  package var sinkBackoff = SinkBackoff()
  /// What writes the mirrors of sinks; nil if the program has nothing for that.
  package var mirrors: (any SinkMirrors)?

  /// How this server is known to other nodes over the same journal, if it can be shared.
  package var node = NodeOptions()

  package init(addresses: [ListenAddress]) { self.addresses = addresses }
}

/// The settings of a server as one of several nodes.
package struct NodeOptions: Sendable {
  /// What other nodes and people call it.
  package var name = "arranged"
  /// The file of the authority that the certificates of the nodes are of; nil for connections without TLS.
  package var authority: String?

  package init() {}
}
