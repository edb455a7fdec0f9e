public import Ordering

/// A description of a server, with its statistics and limits.
public struct ServerInfo: Sendable, Hashable {
  /// The version of the program.
  public var version: String
  /// The id of this run of the server; it changes with each restart.
  public var serverID: String
  /// How long it has been running, in microseconds.
  public var uptimeMicroseconds: Int64
  public var counts: Counts
  public var limits: Limits
  /// The nodes of the service, if the server is one of several nodes and the caller has the permission `admin`.
  public var nodes: [NodeInfo]

  /// Statistics of the server.
  public struct Counts: Sendable, Hashable {
    public var collections: Int
    /// Collections whose content is in memory.
    public var openCollections: Int
    public var connections: Int
    /// Calls in progress.
    public var activeCalls: Int
    /// Commits since the start of the server, in all collections.
    public var commits: UInt64
    /// The memory used by the buffers of all connections, in bytes.
    public var connectionBytes = 0
    /// Connections refused since the start because there were too many.
    public var refusedConnections: UInt64 = 0
    /// Connections closed since the start because all of them used too much memory.
    public var connectionsEndedForMemory: UInt64 = 0
    /// Log lines dropped since the start because standard error was not read.
    public var droppedLogLines: UInt64 = 0
    /// The size of the store on disk, in bytes.
    public var storeBytes = 0
    /// The part of it that is free, in bytes: it is reused, or returned to the file system while the server is idle.
    public var freeBytes = 0
    /// The part of it that is in the logs in front of the database, in bytes.
    public var logBytes = 0

    public init(
      collections: Int = 0,
      openCollections: Int = 0,
      connections: Int = 0,
      activeCalls: Int = 0,
      commits: UInt64 = 0
    ) {
      self.collections = collections
      self.openCollections = openCollections
      self.connections = connections
      self.activeCalls = activeCalls
      self.commits = commits
    }
  }

  /// The limits for requests.
  public struct Limits: Sendable, Hashable {
    /// The largest frame, in bytes.
    public var largestFrame: Int
    public var operationsPerTransaction = ApplyRequest.maximumOperations
    public var elementsPerTransaction = ApplyRequest.maximumElements
    public var fetchPageSize = FetchRequest.maximumPageSize
    public var listPageSize = ListCollectionsRequest.maximumPageSize
    public var historyCommits = HistoryRequest.maximumCommits
    /// The longest id, in bytes.
    public var idLength = Identifier.maximumLength
    public var fieldsPerElement = Fields.maximumCount
    /// The maximum number of bytes that the fields of an element may take in total, in their stored form.
    public var fieldBytesPerElement = Fields.maximumEncodedLength

    /// The limits of this version, with the given maximum frame size in bytes.
    public init(largestFrame: Int) { self.largestFrame = largestFrame }
  }

  public init(
    version: String,
    serverID: String,
    uptimeMicroseconds: Int64,
    counts: Counts,
    limits: Limits,
    nodes: [NodeInfo] = []
  ) {
    self.version = version
    self.serverID = serverID
    self.uptimeMicroseconds = uptimeMicroseconds
    self.counts = counts
    self.limits = limits
    self.nodes = nodes
  }
}

/// An ordering strategy that a server has.
public struct StrategyInfo: Sendable, Hashable {
  /// The name by which collections choose it.
  public var name: String
  /// The version of its key format.
  public var version: UInt32
  /// Whether keys are stored with the elements or follow from their ranks.
  public var keyForm: KeyForm
  /// The longest order key that it makes, in bytes.
  public var maximumKeyLength: Int

  /// One sentence to help users choose.
  public var summary: String
  /// Its parameters.
  public var parameters: [StrategyParameter]

  public init(
    name: String,
    version: UInt32,
    keyForm: KeyForm,
    maximumKeyLength: Int,
    summary: String = "",
    parameters: [StrategyParameter] = []
  ) {
    self.name = name
    self.version = version
    self.keyForm = keyForm
    self.maximumKeyLength = maximumKeyLength
    self.summary = summary
    self.parameters = parameters
  }
}

/// A collection that can currently be read but not written, because its ordering strategy, from a loaded
/// library, has not answered for some seconds.
public struct SlowStrategy: Sendable, Hashable {
  public var collection: Identifier
  /// The name of the strategy.
  public var strategy: String

  public init(collection: Identifier, strategy: String) {
    self.collection = collection
    self.strategy = strategy
  }
}

/// The ordering strategies that a server has, in ascending order of the bytes of their names.
public struct StrategyList: Sendable, Hashable {
  public var strategies: [StrategyInfo]
  /// The name of the default strategy of new collections.
  public var defaultStrategy: String

  public init(strategies: [StrategyInfo], defaultStrategy: String) {
    self.strategies = strategies
    self.defaultStrategy = defaultStrategy
  }
}
