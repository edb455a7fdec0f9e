// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

package import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

extension LogSeverity {
  init(_ message: Arrange__V1__LogSeverity, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__LOG_SEVERITY__LOG_SEVERITY_TRACE: self = .trace
    case ARRANGE__V1__LOG_SEVERITY__LOG_SEVERITY_DEBUG: self = .debug
    case ARRANGE__V1__LOG_SEVERITY__LOG_SEVERITY_INFO: self = .info
    case ARRANGE__V1__LOG_SEVERITY__LOG_SEVERITY_NOTICE: self = .notice
    case ARRANGE__V1__LOG_SEVERITY__LOG_SEVERITY_WARNING: self = .warning
    case ARRANGE__V1__LOG_SEVERITY__LOG_SEVERITY_ERROR: self = .error
    case ARRANGE__V1__LOG_SEVERITY__LOG_SEVERITY_CRITICAL: self = .critical
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__LogSeverity {
    switch self {
    case .trace: ARRANGE__V1__LOG_SEVERITY__LOG_SEVERITY_TRACE
    case .debug: ARRANGE__V1__LOG_SEVERITY__LOG_SEVERITY_DEBUG
    case .info: ARRANGE__V1__LOG_SEVERITY__LOG_SEVERITY_INFO
    case .notice: ARRANGE__V1__LOG_SEVERITY__LOG_SEVERITY_NOTICE
    case .warning: ARRANGE__V1__LOG_SEVERITY__LOG_SEVERITY_WARNING
    case .error: ARRANGE__V1__LOG_SEVERITY__LOG_SEVERITY_ERROR
    case .critical: ARRANGE__V1__LOG_SEVERITY__LOG_SEVERITY_CRITICAL
    }
  }
}

extension ServerAccessRequest {
  init(_ message: UnsafePointer<Arrange__V1__ServerAccessRequest>) throws(ArrangeError) {
    self.init(
      containing: try Boundary.text(message.pointee.containing, "containing"),
      limit: try Boundary.pageSize(message.pointee.limit, maximum: ServerAccessRequest.maximumLimit, "limit") ?? ServerAccessRequest.standardLimit
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ServerAccessRequest>, in arena: Arena) {
    message.pointee.containing = arena.bytes(of: self.containing)
    message.pointee.limit = Int64(self.limit)
  }
}

extension ServerAccessRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ServerAccessRequest {
    try arena.reading(bytes, arrange__v1__server_access_request__unpack) { (message) throws(ArrangeError) in try ServerAccessRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__server_access_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ServerAccess {
  init(_ message: UnsafePointer<Arrange__V1__ServerAccessResponse>) throws(ArrangeError) {
    self.init(
      isUnrestricted: message.pointee.unrestricted != 0,
      file: try Boundary.text(message.pointee.file, maximum: ServerAccess.maximumPathLength, "file"),
      roles: try Boundary.list(message.pointee.roles, message.pointee.n_roles, "roles") { (part) throws(ArrangeError) in try ServerAccess.Role(part) },
      principals: try Boundary.list(message.pointee.principals, message.pointee.n_principals, "principals") { (part) throws(ArrangeError) in try ServerAccess.PrincipalEntry(part) },
      principalCount: try Boundary.total(message.pointee.principal_count, "principal_count"),
      limits: try Boundary.list(message.pointee.limits, message.pointee.n_limits, "limits") { (part) throws(ArrangeError) in try ServerAccess.Limit(part) },
      issuer: try Boundary.optional(message.pointee.issuer, "issuer") { (part) throws(ArrangeError) in try ServerAccess.Issuer(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ServerAccessResponse>, in arena: Arena) {
    message.pointee.unrestricted = self.isUnrestricted ? 1 : 0
    message.pointee.file = arena.bytes(of: self.file)
    message.pointee.n_roles = self.roles.count
    message.pointee.roles = arena.messages(self.roles, arrange__v1__access_role__init) { $0.fill($1, in: arena) }
    message.pointee.n_principals = self.principals.count
    message.pointee.principals = arena.messages(self.principals, arrange__v1__access_principal__init) { $0.fill($1, in: arena) }
    message.pointee.principal_count = Int64(self.principalCount)
    message.pointee.n_limits = self.limits.count
    message.pointee.limits = arena.messages(self.limits, arrange__v1__access_limit__init) { $0.fill($1, in: arena) }
    if let value = self.issuer { message.pointee.issuer = arena.message(arrange__v1__access_issuer__init) { value.fill($0, in: arena) } }
  }
}

extension ServerAccess: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ServerAccess {
    try arena.reading(bytes, arrange__v1__server_access_response__unpack) { (message) throws(ArrangeError) in try ServerAccess(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__server_access_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ServerAccess.Role {
  init(_ message: UnsafePointer<Arrange__V1__AccessRole>) throws(ArrangeError) {
    self.init(
      name: try Boundary.text(message.pointee.name, "name"),
      grants: try Boundary.list(message.pointee.grants, message.pointee.n_grants, "grants") { (part) throws(ArrangeError) in try ServerAccess.Grant(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__AccessRole>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    message.pointee.n_grants = self.grants.count
    message.pointee.grants = arena.messages(self.grants, arrange__v1__access_grant__init) { $0.fill($1, in: arena) }
  }
}

extension ServerAccess.Grant {
  init(_ message: UnsafePointer<Arrange__V1__AccessGrant>) throws(ArrangeError) {
    self.init(
      pattern: try Boundary.text(message.pointee.pattern, "pattern"),
      may: try Fields.names(message.pointee.may, message.pointee.n_may, "may"),
      never: try Fields.names(message.pointee.never, message.pointee.n_never, "never"),
      line: try Boundary.index(message.pointee.line, "line")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__AccessGrant>, in arena: Arena) {
    message.pointee.pattern = arena.bytes(of: self.pattern)
    message.pointee.n_may = self.may.count
    message.pointee.may = arena.list(of: self.may)
    message.pointee.n_never = self.never.count
    message.pointee.never = arena.list(of: self.never)
    message.pointee.line = Int64(self.line)
  }
}

extension ServerAccess.PrincipalEntry {
  init(_ message: UnsafePointer<Arrange__V1__AccessPrincipal>) throws(ArrangeError) {
    self.init(
      name: try Boundary.text(message.pointee.name, "name"),
      roles: try Boundary.texts(message.pointee.roles, message.pointee.n_roles, maximum: ServerAccess.PrincipalEntry.maximumEntries, "roles"),
      tokens: try Boundary.list(message.pointee.tokens, message.pointee.n_tokens, "tokens") { (part) throws(ArrangeError) in try ServerAccess.Token(part) },
      certificates: try Boundary.texts(message.pointee.certificates, message.pointee.n_certificates, maximum: ServerAccess.PrincipalEntry.maximumEntries, "certificates"),
      users: try Boundary.numbers(message.pointee.users, message.pointee.n_users, maximum: ServerAccess.PrincipalEntry.maximumEntries, "users"),
      limits: try Boundary.list(message.pointee.limits, message.pointee.n_limits, "limits") { (part) throws(ArrangeError) in try ServerAccess.Limit(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__AccessPrincipal>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    message.pointee.n_roles = self.roles.count
    message.pointee.roles = arena.list(of: self.roles)
    message.pointee.n_tokens = self.tokens.count
    message.pointee.tokens = arena.messages(self.tokens, arrange__v1__access_token_info__init) { $0.fill($1, in: arena) }
    message.pointee.n_certificates = self.certificates.count
    message.pointee.certificates = arena.list(of: self.certificates)
    message.pointee.n_users = self.users.count
    message.pointee.users = arena.list(of: self.users)
    message.pointee.n_limits = self.limits.count
    message.pointee.limits = arena.messages(self.limits, arrange__v1__access_limit__init) { $0.fill($1, in: arena) }
  }
}

extension ServerAccess.Token {
  init(_ message: UnsafePointer<Arrange__V1__AccessTokenInfo>) throws(ArrangeError) {
    self.init(
      expires: message.pointee.expiry_case == ARRANGE__V1__ACCESS_TOKEN_INFO__EXPIRY_EXPIRES_US ? Timestamp(microseconds: message.pointee.expires_us) : nil
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__AccessTokenInfo>, in arena: Arena) {
    if let value = self.expires {
      message.pointee.expiry_case = ARRANGE__V1__ACCESS_TOKEN_INFO__EXPIRY_EXPIRES_US
      message.pointee.expires_us = value.microseconds
    }
  }
}

extension ServerAccess.Limit {
  init(_ message: UnsafePointer<Arrange__V1__AccessLimit>) throws(ArrangeError) {
    self.init(
      name: try Boundary.text(message.pointee.name, "name"),
      value: try Boundary.index(message.pointee.value, "value")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__AccessLimit>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    message.pointee.value = Int64(self.value)
  }
}

extension ServerAccess.Issuer {
  init(_ message: UnsafePointer<Arrange__V1__AccessIssuer>) throws(ArrangeError) {
    self.init(
      issuer: try Boundary.text(message.pointee.issuer, "issuer"),
      audience: try Boundary.text(message.pointee.audience, "audience"),
      principalClaim: try Boundary.text(message.pointee.principal_claim, "principal_claim"),
      rolesClaim: try Boundary.text(message.pointee.roles_claim, "roles_claim")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__AccessIssuer>, in arena: Arena) {
    message.pointee.issuer = arena.bytes(of: self.issuer)
    message.pointee.audience = arena.bytes(of: self.audience)
    message.pointee.principal_claim = arena.bytes(of: self.principalClaim)
    message.pointee.roles_claim = arena.bytes(of: self.rolesClaim)
  }
}

extension ServerLogRequest {
  init(_ message: UnsafePointer<Arrange__V1__ServerLogRequest>) throws(ArrangeError) {
    self.init(
      after: message.pointee.after,
      limit: try Boundary.pageSize(message.pointee.limit, maximum: ServerLogRequest.maximumLimit, "limit") ?? ServerLogRequest.standardLimit,
      severity: try LogSeverity(message.pointee.severity, "severity")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ServerLogRequest>, in arena: Arena) {
    message.pointee.after = self.after
    message.pointee.limit = Int64(self.limit)
    message.pointee.severity = self.severity.message
  }
}

extension ServerLogRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ServerLogRequest {
    try arena.reading(bytes, arrange__v1__server_log_request__unpack) { (message) throws(ArrangeError) in try ServerLogRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__server_log_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ServerLog {
  init(_ message: UnsafePointer<Arrange__V1__ServerLogResponse>) throws(ArrangeError) {
    self.init(
      lines: try Boundary.list(message.pointee.lines, message.pointee.n_lines, "lines") { (part) throws(ArrangeError) in try ServerLog.Line(part) },
      last: message.pointee.last,
      missed: message.pointee.missed,
      serverID: try Boundary.text(message.pointee.server_id, "server_id")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ServerLogResponse>, in arena: Arena) {
    message.pointee.n_lines = self.lines.count
    message.pointee.lines = arena.messages(self.lines, arrange__v1__log_line__init) { $0.fill($1, in: arena) }
    message.pointee.last = self.last
    message.pointee.missed = self.missed
    message.pointee.server_id = arena.bytes(of: self.serverID)
  }
}

extension ServerLog: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ServerLog {
    try arena.reading(bytes, arrange__v1__server_log_response__unpack) { (message) throws(ArrangeError) in try ServerLog(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__server_log_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ServerLog.Line {
  init(_ message: UnsafePointer<Arrange__V1__LogLine>) throws(ArrangeError) {
    self.init(
      number: message.pointee.number,
      severity: try LogSeverity(message.pointee.severity, "severity"),
      text: try Boundary.text(message.pointee.text, maximum: ServerLog.Line.maximumLength, "text")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__LogLine>, in arena: Arena) {
    message.pointee.number = self.number
    message.pointee.severity = self.severity.message
    message.pointee.text = arena.bytes(of: self.text)
  }
}

extension CompareRequest {
  init(_ message: UnsafePointer<Arrange__V1__CompareRequest>) throws(ArrangeError) {
    self.init(
      plan: try Boundary.text(message.pointee.plan, maximum: CompareRequest.maximumPlanLength, "plan"),
      page: message.pointee.page != 0
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__CompareRequest>, in arena: Arena) {
    message.pointee.plan = arena.bytes(of: self.plan)
    message.pointee.page = self.page ? 1 : 0
  }
}

extension CompareRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> CompareRequest {
    try arena.reading(bytes, arrange__v1__compare_request__unpack) { (message) throws(ArrangeError) in try CompareRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__compare_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ComparisonProgress {
  init(_ message: UnsafePointer<Arrange__V1__CompareResponse>) throws(ArrangeError) {
    self.init(
      done: try Boundary.total(message.pointee.done, "done"),
      total: try Boundary.total(message.pointee.total, "total"),
      report: Array(message.pointee.report.bytes),
      page: Array(message.pointee.page.bytes)
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__CompareResponse>, in arena: Arena) {
    message.pointee.done = Int64(self.done)
    message.pointee.total = Int64(self.total)
    message.pointee.report = arena.bytes(of: self.report)
    message.pointee.page = arena.bytes(of: self.page)
  }
}

extension ComparisonProgress: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ComparisonProgress {
    try arena.reading(bytes, arrange__v1__compare_response__unpack) { (message) throws(ArrangeError) in try ComparisonProgress(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__compare_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension BackupRequest {
  init(_ message: UnsafePointer<Arrange__V1__BackupRequest>) throws(ArrangeError) {
    self.init(
      collections: try Boundary.identifiers(message.pointee.collections, message.pointee.n_collections, maximum: BackupRequest.maximumNames, "collections")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__BackupRequest>, in arena: Arena) {
    message.pointee.n_collections = self.collections.count
    message.pointee.collections = arena.list(of: self.collections)
  }
}

extension BackupRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> BackupRequest {
    try arena.reading(bytes, arrange__v1__backup_request__unpack) { (message) throws(ArrangeError) in try BackupRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__backup_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension BackupPiece {
  init(_ message: UnsafePointer<Arrange__V1__BackupResponse>) throws(ArrangeError) {
    self.init(
      data: Array(message.pointee.data.bytes)
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__BackupResponse>, in arena: Arena) {
    message.pointee.data = arena.bytes(of: self.data)
  }
}

extension BackupPiece: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> BackupPiece {
    try arena.reading(bytes, arrange__v1__backup_response__unpack) { (message) throws(ArrangeError) in try BackupPiece(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__backup_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ServerInfoRequest {
  init(_ message: UnsafePointer<Arrange__V1__ServerInfoRequest>) throws(ArrangeError) {
    self.init(
      names: try Boundary.identifiers(message.pointee.names, message.pointee.n_names, maximum: ServerInfoRequest.maximumNames, "names")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ServerInfoRequest>, in arena: Arena) {
    message.pointee.n_names = self.names.count
    message.pointee.names = arena.list(of: self.names)
  }
}

extension ServerInfoRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ServerInfoRequest {
    try arena.reading(bytes, arrange__v1__server_info_request__unpack) { (message) throws(ArrangeError) in try ServerInfoRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__server_info_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ServerInfo {
  init(_ message: UnsafePointer<Arrange__V1__ServerInfoResponse>) throws(ArrangeError) {
    self.init(
      version: try Boundary.text(message.pointee.version, "version"),
      serverID: try Boundary.text(message.pointee.server_id, "server_id"),
      uptimeMicroseconds: message.pointee.uptime_us,
      counts: try Boundary.required(message.pointee.counts, "counts") { (part) throws(ArrangeError) in try ServerInfo.Counts(part) },
      limits: try Boundary.required(message.pointee.limits, "limits") { (part) throws(ArrangeError) in try ServerInfo.Limits(part) },
      nodes: try Boundary.list(message.pointee.nodes, message.pointee.n_nodes, "nodes") { (part) throws(ArrangeError) in try NodeInfo(part) },
      features: try Fields.names(message.pointee.features, message.pointee.n_features, "features"),
      caller: try Boundary.optional(message.pointee.caller, "caller") { (part) throws(ArrangeError) in try ServerInfo.Caller(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ServerInfoResponse>, in arena: Arena) {
    message.pointee.version = arena.bytes(of: self.version)
    message.pointee.server_id = arena.bytes(of: self.serverID)
    message.pointee.uptime_us = self.uptimeMicroseconds
    message.pointee.counts = arena.message(arrange__v1__server_counts__init) { self.counts.fill($0, in: arena) }
    message.pointee.limits = arena.message(arrange__v1__server_limits__init) { self.limits.fill($0, in: arena) }
    message.pointee.n_nodes = self.nodes.count
    message.pointee.nodes = arena.messages(self.nodes, arrange__v1__node_info__init) { $0.fill($1, in: arena) }
    message.pointee.n_features = self.features.count
    message.pointee.features = arena.list(of: self.features)
    if let value = self.caller { message.pointee.caller = arena.message(arrange__v1__caller_info__init) { value.fill($0, in: arena) } }
  }
}

extension ServerInfo: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ServerInfo {
    try arena.reading(bytes, arrange__v1__server_info_response__unpack) { (message) throws(ArrangeError) in try ServerInfo(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__server_info_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ServerInfo.Caller {
  init(_ message: UnsafePointer<Arrange__V1__CallerInfo>) throws(ArrangeError) {
    self.init(
      name: try Boundary.text(message.pointee.principal, "principal"),
      identifiedBy: try Boundary.text(message.pointee.identified_by, "identified_by"),
      expires: message.pointee.expiry_case == ARRANGE__V1__CALLER_INFO__EXPIRY_EXPIRES_US ? Timestamp(microseconds: message.pointee.expires_us) : nil,
      isUnrestricted: message.pointee.unrestricted != 0,
      permissions: try Fields.names(message.pointee.permissions, message.pointee.n_permissions, "permissions"),
      names: try Boundary.list(message.pointee.names, message.pointee.n_names, "names") { (part) throws(ArrangeError) in try ServerInfo.NamePermissions(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__CallerInfo>, in arena: Arena) {
    message.pointee.principal = arena.bytes(of: self.name)
    message.pointee.identified_by = arena.bytes(of: self.identifiedBy)
    if let value = self.expires {
      message.pointee.expiry_case = ARRANGE__V1__CALLER_INFO__EXPIRY_EXPIRES_US
      message.pointee.expires_us = value.microseconds
    }
    message.pointee.unrestricted = self.isUnrestricted ? 1 : 0
    message.pointee.n_permissions = self.permissions.count
    message.pointee.permissions = arena.list(of: self.permissions)
    message.pointee.n_names = self.names.count
    message.pointee.names = arena.messages(self.names, arrange__v1__name_permissions__init) { $0.fill($1, in: arena) }
  }
}

extension ServerInfo.NamePermissions {
  init(_ message: UnsafePointer<Arrange__V1__NamePermissions>) throws(ArrangeError) {
    self.init(
      name: try Boundary.text(message.pointee.name, "name"),
      permissions: try Fields.names(message.pointee.permissions, message.pointee.n_permissions, "permissions")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__NamePermissions>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    message.pointee.n_permissions = self.permissions.count
    message.pointee.permissions = arena.list(of: self.permissions)
  }
}

extension NodeInfo {
  init(_ message: UnsafePointer<Arrange__V1__NodeInfo>) throws(ArrangeError) {
    self.init(
      id: try Boundary.text(message.pointee.id, "id"),
      name: try Boundary.text(message.pointee.name, "name"),
      address: try Boundary.text(message.pointee.address, "address"),
      slots: try Boundary.list(message.pointee.slots, message.pointee.n_slots, "slots") { (part) throws(ArrangeError) in try SlotRange(part) },
      leaseMilliseconds: try Boundary.total(message.pointee.lease_ms, "lease_ms"),
      isSelf: message.pointee.is_self != 0,
      replicas: try Boundary.total(message.pointee.replicas, "replicas"),
      lagMilliseconds: try Boundary.total(message.pointee.lag_ms, "lag_ms"),
      problem: try Boundary.text(message.pointee.problem, "problem")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__NodeInfo>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: self.id)
    message.pointee.name = arena.bytes(of: self.name)
    message.pointee.address = arena.bytes(of: self.address)
    message.pointee.n_slots = self.slots.count
    message.pointee.slots = arena.messages(self.slots, arrange__v1__slot_range__init) { $0.fill($1, in: arena) }
    message.pointee.lease_ms = Int64(self.leaseMilliseconds)
    message.pointee.is_self = self.isSelf ? 1 : 0
    message.pointee.replicas = Int64(self.replicas)
    message.pointee.lag_ms = Int64(self.lagMilliseconds)
    message.pointee.problem = arena.bytes(of: self.problem)
  }
}

extension SlotRange {
  init(_ message: UnsafePointer<Arrange__V1__SlotRange>) throws(ArrangeError) {
    self.init(
      first: try Boundary.index(message.pointee.first, "first"),
      last: try Boundary.index(message.pointee.last, "last")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__SlotRange>, in arena: Arena) {
    message.pointee.first = Int64(self.first)
    message.pointee.last = Int64(self.last)
  }
}

extension ServerInfo.Counts {
  init(_ message: UnsafePointer<Arrange__V1__ServerCounts>) throws(ArrangeError) {
    self.init(
      collections: try Boundary.index(message.pointee.collections, "collections"),
      openCollections: try Boundary.index(message.pointee.open_collections, "open_collections"),
      connections: try Boundary.index(message.pointee.connections, "connections"),
      activeCalls: try Boundary.index(message.pointee.active_calls, "active_calls"),
      commits: message.pointee.commits,
      connectionBytes: try Boundary.total(message.pointee.connection_bytes, "connection_bytes"),
      refusedConnections: message.pointee.refused_connections,
      connectionsEndedForMemory: message.pointee.connections_ended_for_memory,
      droppedLogLines: message.pointee.dropped_log_lines,
      storeBytes: try Boundary.total(message.pointee.store_bytes, "store_bytes"),
      freeBytes: try Boundary.total(message.pointee.free_bytes, "free_bytes"),
      logBytes: try Boundary.total(message.pointee.log_bytes, "log_bytes")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ServerCounts>, in arena: Arena) {
    message.pointee.collections = Int64(self.collections)
    message.pointee.open_collections = Int64(self.openCollections)
    message.pointee.connections = Int64(self.connections)
    message.pointee.active_calls = Int64(self.activeCalls)
    message.pointee.commits = self.commits
    message.pointee.connection_bytes = Int64(self.connectionBytes)
    message.pointee.refused_connections = self.refusedConnections
    message.pointee.connections_ended_for_memory = self.connectionsEndedForMemory
    message.pointee.dropped_log_lines = self.droppedLogLines
    message.pointee.store_bytes = Int64(self.storeBytes)
    message.pointee.free_bytes = Int64(self.freeBytes)
    message.pointee.log_bytes = Int64(self.logBytes)
  }
}

extension ServerInfo.Limits {
  init(_ message: UnsafePointer<Arrange__V1__ServerLimits>) throws(ArrangeError) {
    self.init(
      largestFrame: try Boundary.index(message.pointee.largest_frame, "largest_frame"),
      operationsPerTransaction: try Boundary.index(message.pointee.operations_per_transaction, "operations_per_transaction"),
      elementsPerTransaction: try Boundary.index(message.pointee.elements_per_transaction, "elements_per_transaction"),
      fetchPageSize: try Boundary.index(message.pointee.fetch_page_size, "fetch_page_size"),
      listPageSize: try Boundary.index(message.pointee.list_page_size, "list_page_size"),
      historyCommits: try Boundary.index(message.pointee.history_commits, "history_commits"),
      idLength: try Boundary.index(message.pointee.id_length, "id_length"),
      fieldsPerElement: try Boundary.index(message.pointee.fields_per_element, "fields_per_element"),
      fieldBytesPerElement: try Boundary.index(message.pointee.field_bytes_per_element, "field_bytes_per_element")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ServerLimits>, in arena: Arena) {
    message.pointee.largest_frame = Int64(self.largestFrame)
    message.pointee.operations_per_transaction = Int64(self.operationsPerTransaction)
    message.pointee.elements_per_transaction = Int64(self.elementsPerTransaction)
    message.pointee.fetch_page_size = Int64(self.fetchPageSize)
    message.pointee.list_page_size = Int64(self.listPageSize)
    message.pointee.history_commits = Int64(self.historyCommits)
    message.pointee.id_length = Int64(self.idLength)
    message.pointee.fields_per_element = Int64(self.fieldsPerElement)
    message.pointee.field_bytes_per_element = Int64(self.fieldBytesPerElement)
  }
}
