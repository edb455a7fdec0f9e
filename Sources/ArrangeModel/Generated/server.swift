// Generated from Protos/arrange/v1/server.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// A request of `Server/Compare`.
package struct CompareRequest: Sendable, Hashable {
  /// The maximum length of a plan, in bytes.
  package static let maximumPlanLength = 262_144

  /// The plan in YAML, as `arrange compare --config` reads it; empty: the standard plan. At most 262144 bytes. A plan that
  /// names libraries or files is refused with INVALID_ARGUMENT, since they would be those of the server.
  package var plan: String

  package init(plan: String = "") {
    self.plan = plan
  }
}

/// First messages with the progress, then, when all is done, messages with the report.
package struct ComparisonProgress: Sendable, Hashable {
  /// How many operations have been carried out, of how many.
  package var done: Int
  package var total: Int
  /// A piece of the report: the JSON of `arrange compare --json`, when all pieces are put together.
  package var report: [UInt8]

  package init(done: Int, total: Int, report: [UInt8] = []) {
    self.done = done
    self.total = total
    self.report = report
  }
}

/// A request of `Server/Backup`.
package struct BackupRequest: Sendable, Hashable {
  /// The maximum number of names in a request.
  package static let maximumNames = 1_000

  /// The names of collections and views; all if there is none.
  package var collections: [Identifier]

  package init(collections: [Identifier] = []) {
    self.collections = collections
  }
}

package struct BackupPiece: Sendable, Hashable {
  package var data: [UInt8]

  package init(data: [UInt8]) {
    self.data = data
  }
}

public struct ServerInfo: Sendable, Hashable {
  /// The version of the program, such as "1.0.0".
  public var version: String
  /// The id of this run of the server, as in Welcome; another one after a restart.
  public var serverID: String
  /// How long it has been running, in microseconds.
  public var uptimeMicroseconds: Int64
  /// All 0 for who may not see the figures of the server; it needs the permission `admin`.
  public var counts: ServerInfo.Counts
  public var limits: ServerInfo.Limits
  /// The nodes of the service, in ascending order of their names and then of their ids, if the server is one of several nodes.
  /// Like the figures, it needs the permission `admin`.
  public var nodes: [NodeInfo]

  public init(version: String, serverID: String, uptimeMicroseconds: Int64, counts: ServerInfo.Counts, limits: ServerInfo.Limits, nodes: [NodeInfo] = []) {
    self.version = version
    self.serverID = serverID
    self.uptimeMicroseconds = uptimeMicroseconds
    self.counts = counts
    self.limits = limits
    self.nodes = nodes
  }
}

/// One of the nodes that serve the collections of one database together, as the answering node knows it.
public struct NodeInfo: Sendable, Hashable {
  /// Random, drawn at each start of the node.
  public var id: String
  /// What the node is called, for people.
  public var name: String
  /// Where other nodes reach it, as host:port.
  public var address: String
  /// The slots that it owns, as ranges in ascending order. Each name of a collection or view belongs to one slot, and only the
  /// owner of the slot writes it.
  public var slots: [SlotRange]
  /// For how long its lease still is, in milliseconds; 0: it has run out, and other nodes may take its slots.
  public var leaseMilliseconds: Int
  /// Whether this is the answering node.
  public var isSelf: Bool
  /// Of the answering node, 0 of others: how many collections of other owners it follows, for subscriptions and views.
  public var replicas: Int
  /// Of the answering node, 0 of others: how long ago it last heard from the database, in milliseconds.
  public var lagMilliseconds: Int
  /// Why the answering node could not reach it at its last attempt, such as that nothing listens at its address; empty if it
  /// could, or has not tried. Calls for its collections then wait.
  public var problem: String

  public init(id: String, name: String, address: String, slots: [SlotRange], leaseMilliseconds: Int, isSelf: Bool, replicas: Int = 0, lagMilliseconds: Int = 0, problem: String = "") {
    self.id = id
    self.name = name
    self.address = address
    self.slots = slots
    self.leaseMilliseconds = leaseMilliseconds
    self.isSelf = isSelf
    self.replicas = replicas
    self.lagMilliseconds = lagMilliseconds
    self.problem = problem
  }
}

/// Slots from `first` to `last`, which is included.
public struct SlotRange: Sendable, Hashable {
  public var first: Int
  public var last: Int

  public init(first: Int, last: Int) {
    self.first = first
    self.last = last
  }
}

extension ServerInfo {
  /// What the server holds at the moment.
  public struct Counts: Sendable, Hashable {
    public var collections: Int
    /// Collections of which the content is in memory; the others are opened when they are used.
    public var openCollections: Int
    /// Connections, including the caller's own.
    public var connections: Int
    /// Calls that have begun and not ended, including this one.
    public var activeCalls: Int
    /// Commits since the start of the server, in all collections.
    public var commits: UInt64
    /// Bytes that the buffers of all connections take: incomplete frames, requests under way, answers that were not read.
    public var connectionBytes: Int
    /// Since the start of the server: connections that were refused because there was no room for one more, those that were
    /// ended because all of them held too much memory, and lines of the log that were dropped because nobody read them.
    public var refusedConnections: UInt64
    public var connectionsEndedForMemory: UInt64
    public var droppedLogLines: UInt64
    /// The bytes that the store has on the disk, and how many of them are free, or in the logs in front of the database.
    public var storeBytes: Int
    public var freeBytes: Int
    public var logBytes: Int

    public init(collections: Int = 0, openCollections: Int = 0, connections: Int = 0, activeCalls: Int = 0, commits: UInt64 = 0, connectionBytes: Int = 0, refusedConnections: UInt64 = 0, connectionsEndedForMemory: UInt64 = 0, droppedLogLines: UInt64 = 0, storeBytes: Int = 0, freeBytes: Int = 0, logBytes: Int = 0) {
      self.collections = collections
      self.openCollections = openCollections
      self.connections = connections
      self.activeCalls = activeCalls
      self.commits = commits
      self.connectionBytes = connectionBytes
      self.refusedConnections = refusedConnections
      self.connectionsEndedForMemory = connectionsEndedForMemory
      self.droppedLogLines = droppedLogLines
      self.storeBytes = storeBytes
      self.freeBytes = freeBytes
      self.logBytes = logBytes
    }
  }
}

extension ServerInfo {
  /// The limits that requests are held to.
  public struct Limits: Sendable, Hashable {
    /// The largest frame, in bytes.
    public var largestFrame: Int
    /// The most operations in one transaction.
    public var operationsPerTransaction: Int
    /// The most elements that the operations of one transaction may name together.
    public var elementsPerTransaction: Int
    /// The most items in one page of Collections/Fetch.
    public var fetchPageSize: Int
    /// The most collections in one page of Collections/List.
    public var listPageSize: Int
    /// The most commits in one response of Collections/History.
    public var historyCommits: Int
    /// The longest id, in bytes.
    public var idLength: Int
    /// The most fields of one element, and the most bytes that they may take together in their stored form.
    public var fieldsPerElement: Int
    public var fieldBytesPerElement: Int

    public init(largestFrame: Int, operationsPerTransaction: Int = ApplyRequest.maximumOperations, elementsPerTransaction: Int = ApplyRequest.maximumElements, fetchPageSize: Int = FetchRequest.maximumPageSize, listPageSize: Int = ListCollectionsRequest.maximumPageSize, historyCommits: Int = HistoryRequest.maximumCommits, idLength: Int = Identifier.maximumLength, fieldsPerElement: Int = Fields.maximumCount, fieldBytesPerElement: Int = Fields.maximumEncodedLength) {
      self.largestFrame = largestFrame
      self.operationsPerTransaction = operationsPerTransaction
      self.elementsPerTransaction = elementsPerTransaction
      self.fetchPageSize = fetchPageSize
      self.listPageSize = listPageSize
      self.historyCommits = historyCommits
      self.idLength = idLength
      self.fieldsPerElement = fieldsPerElement
      self.fieldBytesPerElement = fieldBytesPerElement
    }
  }
}
