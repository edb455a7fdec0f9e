// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

package import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

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

extension ServerInfo {
  init(_ message: UnsafePointer<Arrange__V1__ServerInfoResponse>) throws(ArrangeError) {
    self.init(
      version: try Boundary.text(message.pointee.version, "version"),
      serverID: try Boundary.text(message.pointee.server_id, "server_id"),
      uptimeMicroseconds: message.pointee.uptime_us,
      counts: try Boundary.required(message.pointee.counts, "counts") { (part) throws(ArrangeError) in try ServerInfo.Counts(part) },
      limits: try Boundary.required(message.pointee.limits, "limits") { (part) throws(ArrangeError) in try ServerInfo.Limits(part) },
      nodes: try Boundary.list(message.pointee.nodes, message.pointee.n_nodes, "nodes") { (part) throws(ArrangeError) in try NodeInfo(part) }
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
