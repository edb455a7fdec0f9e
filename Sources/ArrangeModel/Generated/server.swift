// Generated from Protos/arrange/v1/server.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// A request to compare ordering strategies.
package struct CompareRequest: Sendable, Hashable {
  /// The maximum length of a plan, in bytes.
  package static let maximumPlanLength = 262_144

  /// The plan in YAML, in the format of `arrange compare --config`; empty: the standard plan. At most 262144 bytes. A
  /// plan that names libraries or files is refused with INVALID_ARGUMENT, since they would be those of the server.
  package var plan: String
  /// Whether the report is sent as a page of HTML as well, as `arrange compare --html` writes it.
  package var page: Bool

  package init(plan: String = "", page: Bool = false) {
    self.plan = plan
    self.page = page
  }
}

/// The progress of a comparison, or a piece of its report.
package struct ComparisonProgress: Sendable, Hashable {
  /// The number of completed operations.
  package var done: Int
  /// The number of all operations.
  package var total: Int
  /// A piece of the report; empty while the comparison runs. All pieces together are the JSON of `arrange compare
  /// --json`.
  package var report: [UInt8]
  /// A piece of the page, if it was asked for. The pieces follow those of `report`.
  package var page: [UInt8]

  package init(done: Int, total: Int, report: [UInt8] = [], page: [UInt8] = []) {
    self.done = done
    self.total = total
    self.report = report
    self.page = page
  }
}

/// A request for a backup.
package struct BackupRequest: Sendable, Hashable {
  /// The maximum number of names in a request.
  package static let maximumNames = 1_000

  /// The names of the collections and views to include, at most 1000. Empty for all.
  package var collections: [Identifier]

  package init(collections: [Identifier] = []) {
    self.collections = collections
  }
}

/// A piece of a backup. All pieces in their order are the backup file.
package struct BackupPiece: Sendable, Hashable {
  /// The bytes of the piece.
  package var data: [UInt8]

  package init(data: [UInt8]) {
    self.data = data
  }
}

/// A description of a server, with its statistics and limits.
public struct ServerInfo: Sendable, Hashable {
  /// The version of the program, such as "1.0.0".
  public var version: String
  /// The id of this run of the server, as in `Welcome`; it changes with each restart.
  public var serverID: String
  /// How long the server has been running, in microseconds.
  public var uptimeMicroseconds: Int64
  /// Statistics of the server; all 0 if the caller does not have the permission `admin`.
  public var counts: ServerInfo.Counts
  /// The limits for requests.
  public var limits: ServerInfo.Limits
  /// The nodes of the service, in ascending order of their names and then of their ids. Empty if the server is not one
  /// of several nodes, or if the caller does not have the permission `admin`.
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
  /// The id of the node: random, drawn at each start of the node.
  public var id: String
  /// The name of the node, for people.
  public var name: String
  /// The address at which other nodes reach it, as host:port.
  public var address: String
  /// The slots that it owns, as ranges in ascending order. The name of each collection and stored view belongs to one
  /// slot, and only the owner of the slot writes it.
  public var slots: [SlotRange]
  /// The remaining time of its lease, in milliseconds; 0 if it has run out, and other nodes may take its slots.
  public var leaseMilliseconds: Int
  /// Whether this is the answering node.
  public var isSelf: Bool
  /// The number of collections of other owners that it follows, for subscriptions and views; 0 if it is not the
  /// answering node.
  public var replicas: Int
  /// The time since it last heard from the database, in milliseconds; 0 if it is not the answering node.
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

/// Successive slots.
public struct SlotRange: Sendable, Hashable {
  /// The first slot.
  public var first: Int
  /// The last slot, which is included.
  public var last: Int

  public init(first: Int, last: Int) {
    self.first = first
    self.last = last
  }
}

extension ServerInfo {
  /// Statistics of the server.
  public struct Counts: Sendable, Hashable {
    /// The number of collections.
    public var collections: Int
    /// The number of collections whose content is in memory; the others are loaded when they are used.
    public var openCollections: Int
    /// The number of connections, including the caller's own.
    public var connections: Int
    /// The number of calls in progress, including this one.
    public var activeCalls: Int
    /// The number of commits since the start of the server, in all collections.
    public var commits: UInt64
    /// The memory used by the buffers of all connections, in bytes: incomplete frames, requests in progress, and responses
    /// that were not read.
    public var connectionBytes: Int
    /// The number of connections refused since the start of the server because there were too many.
    public var refusedConnections: UInt64
    /// The number of connections closed since the start of the server because all connections together used too much
    /// memory.
    public var connectionsEndedForMemory: UInt64
    /// The number of log lines dropped since the start of the server because standard error was not read.
    public var droppedLogLines: UInt64
    /// The size of the store on disk, in bytes.
    public var storeBytes: Int
    /// The part of the store that is free, in bytes: it is reused, or returned to the file system while the server is
    /// idle.
    public var freeBytes: Int
    /// The part of the store that is in the logs in front of the database, in bytes.
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
  /// The limits for requests.
  public struct Limits: Sendable, Hashable {
    /// The maximum size of a frame, in bytes.
    public var largestFrame: Int
    /// The maximum number of operations in one transaction.
    public var operationsPerTransaction: Int
    /// The maximum number of elements that the operations of one transaction may name in total.
    public var elementsPerTransaction: Int
    /// The maximum number of items in one page of Collections/Fetch.
    public var fetchPageSize: Int
    /// The maximum number of collections in one page of Collections/List.
    public var listPageSize: Int
    /// The maximum number of commits in one response of Collections/History.
    public var historyCommits: Int
    /// The maximum length of an id, in bytes.
    public var idLength: Int
    /// The maximum number of fields of one element.
    public var fieldsPerElement: Int
    /// The maximum number of bytes that the fields of one element may take in total, in their stored form.
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
