// Generated from Protos/arrange/v1/sinks.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// What a sink delivers, and where.
public struct SinkSettings: Sendable, Hashable {
  /// The maximum number of patterns.
  public static let maximumPatterns = 32
  /// The maximum number of references to keys.
  public static let maximumSecrets = 8
  /// The maximum number of networks that may be reached although they are private.
  public static let maximumNetworks = 32
  /// The longest address, in bytes.
  public static let maximumURLLength = 2_048
  /// The largest description of a sink, in bytes.
  public static let largestAnswer = 128 * 1024

  /// The address of the receiver of webhooks, with the scheme `https` or `http`. Required, unless `postgres` is set.
  public var url: String
  /// The names of collections, 1 to 32 patterns as in an access file: `*` stands for any run of characters between slashes, and
  /// `**` for any run. Required, unless there is a view.
  public var collections: [String]
  /// How commits become messages.
  public var mode: SinkMode
  /// Where the server finds the keys of signatures, 1 to 8: `env:NAME` for a variable of its environment, or `file:PATH`. Each has
  /// keys of Standard Webhooks, separated by white space: `whsec` for HMAC-SHA256, `whsk` for ed25519. A message has a signature of
  /// each key. Required with `url`.
  public var secrets: [String]
  /// Networks whose addresses may be reached although they are private, at most 32: `10.1.0.0/16`, `::1`.
  public var allowedAddresses: [String]
  /// The database into which the collections are written; in place of `url`, `secrets` and `allowedAddresses`.
  public var postgres: PostgresMirror?
  /// The name of a stored view that is delivered in place of collections, as its definer would see it. Only with `url`, and with
  /// the mode SINK_MODE_MERGED.
  public var view: Identifier?

  public init(url: String = "", collections: [String] = [], mode: SinkMode = .merged, secrets: [String] = [], allowedAddresses: [String] = [], postgres: PostgresMirror? = nil, view: Identifier? = nil) {
    self.url = url
    self.collections = collections
    self.mode = mode
    self.secrets = secrets
    self.allowedAddresses = allowedAddresses
    self.postgres = postgres
    self.view = view
  }
}

/// A PostgreSQL database into which a sink writes collections.
public struct PostgresMirror: Sendable, Hashable {
  /// The longest connection string, or reference to one, in bytes.
  public static let maximumConnection = 1_024

  /// Where the server finds the connection string: `env:NAME` for a variable of its environment, or `file:PATH`. Or the string
  /// itself, `postgresql://USER@HOST:PORT/DATABASE`, without a password. Required.
  public var connection: String
  /// The schema of the tables, which is made if it does not exist: 1 to 63 lowercase letters, digits and `_`, not a digit first. It
  /// has no lists of a server and no other mirror. Required.
  public var schema: String
  /// Whether each move of an item is also added to the table `moves`.
  public var keepsMoves: Bool

  public init(connection: String, schema: String, keepsMoves: Bool = false) {
    self.connection = connection
    self.schema = schema
    self.keepsMoves = keepsMoves
  }
}

/// A request to create a sink.
public struct CreateSinkRequest: Sendable, Hashable {
  /// The name of the sink, an id of at most 64 bytes. Required.
  public var name: Identifier
  /// What it delivers. Required.
  public var settings: SinkSettings
  /// Whether it is created paused.
  public var isPaused: Bool

  public init(name: Identifier, settings: SinkSettings, isPaused: Bool = false) {
    self.name = name
    self.settings = settings
    self.isPaused = isPaused
  }
}

/// A sink.
public struct SinkInfo: Sendable, Hashable {
  /// The name.
  public var name: Identifier
  /// What it delivers.
  public var settings: SinkSettings
  /// When it was created, in microseconds since 1970-01-01T00:00:00Z.
  public var createdAt: Timestamp
  /// The principal with whose rights it delivers; nil for the server itself.
  public var definer: Principal?
  /// Whether it is paused for all collections.
  public var isPaused: Bool
  /// Why it is paused; empty if it is not.
  public var pauseReason: String

  public init(name: Identifier, settings: SinkSettings, createdAt: Timestamp, definer: Principal? = nil, isPaused: Bool = false, pauseReason: String = "") {
    self.name = name
    self.settings = settings
    self.createdAt = createdAt
    self.definer = definer
    self.isPaused = isPaused
    self.pauseReason = pauseReason
  }
}

/// A request for the description of a sink.
public struct GetSinkRequest: Sendable, Hashable {
  /// The name. Required.
  public var name: Identifier

  public init(name: Identifier) {
    self.name = name
  }
}

/// A request for the list of sinks.
public struct ListSinksRequest: Sendable, Hashable {
  /// What the names of the sinks contain; empty for all of them.
  public var containing: String

  public init(containing: String = "") {
    self.containing = containing
  }
}

/// All sinks.
public struct SinkList: Sendable, Hashable {
  /// The sinks.
  public var sinks: [SinkInfo]

  public init(sinks: [SinkInfo]) {
    self.sinks = sinks
  }
}

/// A request to replace the settings of a sink.
public struct UpdateSinkRequest: Sendable, Hashable {
  /// The name. Required.
  public var name: Identifier
  /// What it delivers from now on. Required.
  public var settings: SinkSettings

  public init(name: Identifier, settings: SinkSettings) {
    self.name = name
    self.settings = settings
  }
}

/// A request to pause a sink.
public struct PauseSinkRequest: Sendable, Hashable {
  /// The name. Required.
  public var name: Identifier

  public init(name: Identifier) {
    self.name = name
  }
}

/// A request to resume a sink.
public struct ResumeSinkRequest: Sendable, Hashable {
  /// The name. Required.
  public var name: Identifier

  public init(name: Identifier) {
    self.name = name
  }
}

/// A request to deliver something again.
public struct ReplaySinkRequest: Sendable, Hashable {
  /// The name of the collection, or of the view of the sink. Required.
  public var collection: Identifier
  /// The name of the sink. Required.
  public var sink: Identifier
  /// The version after which commits are delivered again. Nil: the whole list is delivered. A view has none.
  public var after: UInt64?

  public init(collection: Identifier, sink: Identifier, after: UInt64? = nil) {
    self.collection = collection
    self.sink = sink
    self.after = after
  }
}

/// A request to send a test.
public struct TestSinkRequest: Sendable, Hashable {
  /// The name of the sink. Required.
  public var name: Identifier

  public init(name: Identifier) {
    self.name = name
  }
}

/// What became of a test.
public struct SinkTest: Sendable, Hashable {
  /// Whether the receiver has answered with a status of 2xx, or the database can be written.
  public var isDelivered: Bool
  /// The HTTP status of the answer; 0 if there was none, and for databases.
  public var status: UInt32
  /// What went wrong; empty if it was delivered.
  public var error: String
  /// How long it took, in microseconds.
  public var microseconds: Int64

  public init(isDelivered: Bool, status: UInt32 = 0, error: String = "", microseconds: Int64) {
    self.isDelivered = isDelivered
    self.status = status
    self.error = error
    self.microseconds = microseconds
  }
}

/// A request to delete a sink.
public struct DeleteSinkRequest: Sendable, Hashable {
  /// The name. Required.
  public var name: Identifier

  public init(name: Identifier) {
    self.name = name
  }
}

/// A request for the state of the deliveries of a sink.
public struct SinkStatusRequest: Sendable, Hashable {
  /// The default of ``limit``.
  public static let standardLimit = 100
  /// The maximum of ``limit``.
  public static let maximumLimit = 1_000

  /// The name. Required.
  public var name: Identifier
  /// The maximum number of collections in the answer, 1 to 1000; 0 for 100.
  public var limit: Int

  public init(name: Identifier, limit: Int = SinkStatusRequest.standardLimit) {
    self.name = name
    self.limit = limit
  }
}

/// The state of the deliveries of a sink.
public struct SinkStatus: Sendable, Hashable {
  /// The sink.
  public var sink: SinkInfo
  /// The number of collections that it delivers.
  public var collectionCount: Int
  /// The number of collections of which not everything is delivered.
  public var lagging: Int
  /// The number of collections whose last delivery has failed, or for which the server has paused the sink.
  public var failing: Int
  /// The deliveries that the receiver has accepted since the start of the server, of each node since its start.
  public var deliveries: UInt64
  /// The deliveries that have failed since the start of the server, each attempt counted.
  public var failures: UInt64
  /// The collections that lag most.
  public var collections: [SinkStatus.Progress]
  /// The number of nodes that have not answered, whose collections are missing.
  public var missingNodes: Int

  public init(sink: SinkInfo, collectionCount: Int, lagging: Int, failing: Int, deliveries: UInt64, failures: UInt64, collections: [SinkStatus.Progress], missingNodes: Int = 0) {
    self.sink = sink
    self.collectionCount = collectionCount
    self.lagging = lagging
    self.failing = failing
    self.deliveries = deliveries
    self.failures = failures
    self.collections = collections
    self.missingNodes = missingNodes
  }
}

extension SinkStatus {
  /// How far a sink has delivered a collection, or its view.
  public struct Progress: Sendable, Hashable {
    /// The name of the collection, or of the view.
    public var collection: Identifier
    /// The version that the receiver has; 0 if it has none. Of a view: the number of the state that the receiver has.
    public var delivered: UInt64
    /// The newest version. Of a view: the number of the next state, as long as it is not known that nothing has changed.
    public var newest: UInt64
    /// What the delivery is doing.
    public var state: SinkStatus.State
    /// How long it has lagged behind, in microseconds; 0 if it does not.
    public var lagMicroseconds: Int64
    /// The failed attempts since the last success.
    public var attempts: Int
    /// When the next attempt is made, in microseconds since 1970-01-01T00:00:00Z; 0 if none is planned.
    public var nextAttempt: Int64
    /// The last error since the last success, or why it is paused; empty if there is none.
    public var error: String

    public init(collection: Identifier, delivered: UInt64 = 0, newest: UInt64 = 0, state: SinkStatus.State, lagMicroseconds: Int64 = 0, attempts: Int = 0, nextAttempt: Int64 = 0, error: String = "") {
      self.collection = collection
      self.delivered = delivered
      self.newest = newest
      self.state = state
      self.lagMicroseconds = lagMicroseconds
      self.attempts = attempts
      self.nextAttempt = nextAttempt
      self.error = error
    }
  }
}

/// How commits become messages.
public enum SinkMode: UInt32, Sendable, Hashable, CaseIterable {
  /// A message has all commits since the one before, as one set of changes.
  case merged = 0
  /// A message has one commit, as long as commits are kept.
  case commits = 1
}

extension SinkStatus {
  /// What a delivery is doing.
  public enum State: UInt32, Sendable, Hashable, CaseIterable {
    /// Everything is delivered.
    case caughtUp = 1
    /// A message is being made or sent.
    case sending = 2
    /// The last attempt has failed; the next one is at `nextAttemptUs`.
    case waiting = 3
    /// Nothing is delivered until the sink is resumed.
    case paused = 4
    /// The definer of the sink may not read and watch the collection, or what the view shows.
    case denied = 5
  }
}
