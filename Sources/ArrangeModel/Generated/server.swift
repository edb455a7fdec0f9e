// Generated from Protos/arrange/v1/server.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// A request for who may do what.
public struct ServerAccessRequest: Sendable, Hashable {
  /// The default of ``limit``.
  public static let standardLimit = 100
  /// The maximum of ``limit``.
  public static let maximumLimit = 1_000

  /// Only principals whose names contain this text, in capital or small letters; empty: all.
  public var containing: String
  /// The maximum number of principals in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE. The count
  /// includes those that are left out.
  public var limit: Int

  public init(containing: String = "", limit: Int = ServerAccessRequest.standardLimit) {
    self.containing = containing
    self.limit = limit
  }
}

/// Who may do what on a server.
public struct ServerAccess: Sendable, Hashable {
  /// The maximum length of ``file``, in bytes.
  public static let maximumPathLength = 4_096

  /// Whether the server has no access file, so that everybody may do everything. All else is empty then.
  public var isUnrestricted: Bool
  /// The path of the access file on the server.
  public var file: String
  /// The roles of the file, in ascending order of their names.
  public var roles: [ServerAccess.Role]
  /// The principals of the file with such names, in ascending order of them. "anonymous" stands for callers without credentials,
  /// where the file says what they may do.
  public var principals: [ServerAccess.PrincipalEntry]
  /// The number of principals with such names.
  public var principalCount: Int
  /// The limits of principals without limits of their own.
  public var limits: [ServerAccess.Limit]
  /// The signed tokens that the file accepts, if it accepts any.
  public var issuer: ServerAccess.Issuer?

  public init(isUnrestricted: Bool = false, file: String = "", roles: [ServerAccess.Role] = [], principals: [ServerAccess.PrincipalEntry] = [], principalCount: Int = 0, limits: [ServerAccess.Limit] = [], issuer: ServerAccess.Issuer? = nil) {
    self.isUnrestricted = isUnrestricted
    self.file = file
    self.roles = roles
    self.principals = principals
    self.principalCount = principalCount
    self.limits = limits
    self.issuer = issuer
  }
}

extension ServerAccess {
  /// A role of an access file.
  public struct Role: Sendable, Hashable {
    /// The name of the role.
    public var name: String
    /// What it allows and denies, in the order of the file.
    public var grants: [ServerAccess.Grant]

    public init(name: String, grants: [ServerAccess.Grant]) {
      self.name = name
      self.grants = grants
    }
  }
}

extension ServerAccess {
  /// What a role allows and denies on the names that a pattern matches.
  public struct Grant: Sendable, Hashable {
    /// The pattern, such as "board/**".
    public var pattern: String
    /// The permissions that it grants, as words of an access file.
    public var may: [String]
    /// The permissions that it denies, whatever else grants them.
    public var never: [String]
    /// Its line in the access file, counted from 1.
    public var line: Int

    public init(pattern: String, may: [String] = [], never: [String] = [], line: Int) {
      self.pattern = pattern
      self.may = may
      self.never = never
      self.line = line
    }
  }
}

extension ServerAccess {
  /// A principal of an access file.
  public struct PrincipalEntry: Sendable, Hashable {
    /// The maximum number of ``roles``, ``tokens``, ``certificates`` and ``users``, each.
    public static let maximumEntries = 10_000

    /// The name of the principal.
    public var name: String
    /// The names of its roles, in the order of the file. "admin" is the built-in role with all permissions.
    public var roles: [String]
    /// Its tokens, in the order of the file.
    public var tokens: [ServerAccess.Token]
    /// The subjects and alternative names of its certificates.
    public var certificates: [String]
    /// Its users, by their ids, where it connects to a Unix socket.
    public var users: [UInt64]
    /// Its own limits; for others those of the file hold, and then those of the server.
    public var limits: [ServerAccess.Limit]

    public init(name: String, roles: [String] = [], tokens: [ServerAccess.Token] = [], certificates: [String] = [], users: [UInt64] = [], limits: [ServerAccess.Limit] = []) {
      self.name = name
      self.roles = roles
      self.tokens = tokens
      self.certificates = certificates
      self.users = users
      self.limits = limits
    }
  }
}

extension ServerAccess {
  /// A token of an access file, without what is secret.
  public struct Token: Sendable, Hashable {
    /// When it expires, in microseconds since 1970-01-01T00:00:00Z. Nil: it doesn't.
    public var expires: Timestamp?

    public init(expires: Timestamp? = nil) {
      self.expires = expires
    }
  }
}

extension ServerAccess {
  /// A limit of principals.
  public struct Limit: Sendable, Hashable {
    /// What is limited, as the access file calls it, such as "connections".
    public var name: String
    /// The maximum.
    public var value: Int

    public init(name: String, value: Int) {
      self.name = name
      self.value = value
    }
  }
}

extension ServerAccess {
  /// The signed tokens (JWT) that an access file accepts.
  public struct Issuer: Sendable, Hashable {
    /// What their claim `iss` must be.
    public var issuer: String
    /// What their claim `aud` must be or contain.
    public var audience: String
    /// The claim with the name of the principal.
    public var principalClaim: String
    /// The claim with the names of roles; empty if tokens grant none.
    public var rolesClaim: String

    public init(issuer: String, audience: String, principalClaim: String, rolesClaim: String) {
      self.issuer = issuer
      self.audience = audience
      self.principalClaim = principalClaim
      self.rolesClaim = rolesClaim
    }
  }
}

/// A request for lines of the log.
public struct ServerLogRequest: Sendable, Hashable {
  /// The maximum of ``limit``.
  public static let maximumLimit = 1_000
  /// The default of ``limit``.
  public static let standardLimit = 100

  /// The number of a line: the lines after it are read, the oldest first. 0: the newest lines. A number that the server has not
  /// reached, as after its restart, is the same as 0.
  public var after: UInt64
  /// The maximum number of lines in the response, 1 to 1000; 0: 100. Other values are refused with OUT_OF_RANGE.
  public var limit: Int
  /// Only lines of this severity and above. Lines below the level of the server's log are not written, so they are never
  /// there.
  public var severity: LogSeverity

  public init(after: UInt64 = 0, limit: Int = ServerLogRequest.standardLimit, severity: LogSeverity = .trace) {
    self.after = after
    self.limit = limit
    self.severity = severity
  }
}

/// Lines of the log.
public struct ServerLog: Sendable, Hashable {
  /// The lines, the oldest first.
  public var lines: [ServerLog.Line]
  /// The number of the newest line that was looked at, for `after` of the next request.
  public var last: UInt64
  /// How many lines after `after` the server no longer had, of whatever severity. 0 in an answer with the newest lines.
  public var missed: UInt64
  /// The id of this run of the server, as in `Welcome`: the lines of another run have numbers of their own.
  public var serverID: String

  public init(lines: [ServerLog.Line], last: UInt64, missed: UInt64 = 0, serverID: String) {
    self.lines = lines
    self.last = last
    self.missed = missed
    self.serverID = serverID
  }
}

extension ServerLog {
  /// One line of the log.
  public struct Line: Sendable, Hashable {
    /// The maximum length of ``text``, in bytes.
    public static let maximumLength = 8_192

    /// Its number: the first line since the start of the server has the number 1.
    public var number: UInt64
    /// How severe its event is.
    public var severity: LogSeverity
    /// The line as it was written, in the format of the server's log, without the line feed.
    public var text: String

    public init(number: UInt64, severity: LogSeverity, text: String) {
      self.number = number
      self.severity = severity
      self.text = text
    }
  }
}

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

/// A request for the description of the server.
public struct ServerInfoRequest: Sendable, Hashable {
  /// The maximum number of names in a request.
  public static let maximumNames = 100

  /// Names of collections and views, whether they exist or not: the response says what the caller may do with each of them. At
  /// most 100.
  public var names: [Identifier]

  public init(names: [Identifier] = []) {
    self.names = names
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
  /// What the server can do that earlier versions can't, where a client could not tell otherwise: an earlier server ignores
  /// fields that it does not know. "undo": Collections/Undo, and `stack` in transactions. "past": reading and
  /// comparing kept versions. "versions": names of versions. "restore": Collections/Restore. "bin": the service Bin.
  /// "caller": `caller` in this message.
  public var features: [String]
  /// Who has made the call, and what that principal may do. Not set by servers without the feature "caller".
  public var caller: ServerInfo.Caller?

  public init(version: String, serverID: String, uptimeMicroseconds: Int64, counts: ServerInfo.Counts, limits: ServerInfo.Limits, nodes: [NodeInfo] = [], features: [String] = [], caller: ServerInfo.Caller? = nil) {
    self.version = version
    self.serverID = serverID
    self.uptimeMicroseconds = uptimeMicroseconds
    self.counts = counts
    self.limits = limits
    self.nodes = nodes
    self.features = features
    self.caller = caller
  }
}

extension ServerInfo {
  /// The caller of a server, and what it may do there at the moment of the call.
  public struct Caller: Sendable, Hashable {
    /// The name of the principal; "anonymous" for a caller without credentials.
    public var name: String
    /// What has identified the caller: "certificate"; "token", one of the access file; "jwt"; "user", that of the process at the
    /// other end of a Unix socket; or "nothing". Others can be added.
    public var identifiedBy: String
    /// When the credentials expire, in microseconds since 1970; the connection then ends. Nil: they don't expire.
    public var expires: Timestamp?
    /// Whether the server has no access file, so that everybody may do everything.
    public var isUnrestricted: Bool
    /// The permissions on the server as a whole, as words of an access file: "admin", "metrics". Others can be added.
    public var permissions: [String]
    /// The permissions on each name of the request, in the order of the request.
    public var names: [ServerInfo.NamePermissions]

    public init(name: String, identifiedBy: String, expires: Timestamp? = nil, isUnrestricted: Bool = false, permissions: [String] = [], names: [ServerInfo.NamePermissions] = []) {
      self.name = name
      self.identifiedBy = identifiedBy
      self.expires = expires
      self.isUnrestricted = isUnrestricted
      self.permissions = permissions
      self.names = names
    }
  }
}

extension ServerInfo {
  /// What a caller may do with a name.
  public struct NamePermissions: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The permissions, as words of an access file in their order there, such as "read" and "move"; others can be added. Empty:
    /// whatever has this name does not exist for the caller. They are the same whether anything has the name. A view may need
    /// permissions on the collections that it shows as well.
    public var permissions: [String]

    public init(name: String, permissions: [String] = []) {
      self.name = name
      self.permissions = permissions
    }
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

/// How severe the event of a line of the log is, in ascending order.
public enum LogSeverity: UInt32, Sendable, Hashable, CaseIterable {
  /// Each call and message.
  case trace = 0
  /// What helps to find a fault.
  case debug = 1
  /// Something normal.
  case info = 2
  /// Something normal that is worth to be noticed.
  case notice = 3
  /// Something that may be a fault.
  case warning = 4
  /// A fault.
  case error = 5
  /// A fault that ends the server.
  case critical = 6
}
