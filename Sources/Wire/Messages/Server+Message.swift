package import ArrangeModel

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

extension ServerInfo: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> ServerInfo {
    try arena.reading(bytes, arrange__v1__server_info_response__unpack) { (message) throws(ArrangeError) in
      let counts = try Boundary.required(message.pointee.counts, "counts")
      let limits = try Boundary.required(message.pointee.limits, "limits")
      return ServerInfo(
        version: try Boundary.text(message.pointee.version, "version"),
        serverID: try Boundary.text(message.pointee.server_id, "server_id"),
        uptimeMicroseconds: message.pointee.uptime_us,
        counts: try Boundary.within("counts") { () throws(ArrangeError) in try Counts(counts) },
        limits: try Boundary.within("limits") { () throws(ArrangeError) in try Limits(limits) }
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__server_info_response__init)
    message.pointee.version = arena.bytes(of: version)
    message.pointee.server_id = arena.bytes(of: serverID)
    message.pointee.uptime_us = uptimeMicroseconds
    message.pointee.counts = counts.message(in: arena)
    message.pointee.limits = limits.message(in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ServerInfo.Counts {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__ServerCounts>) throws(ArrangeError) {
    self.init(
      collections: try Boundary.index(message.pointee.collections, "collections"),
      openCollections: try Boundary.index(message.pointee.open_collections, "open_collections"),
      connections: try Boundary.index(message.pointee.connections, "connections"),
      activeCalls: try Boundary.index(message.pointee.active_calls, "active_calls"),
      commits: message.pointee.commits
    )
    connectionBytes = try Boundary.total(message.pointee.connection_bytes, "connection_bytes")
    refusedConnections = message.pointee.refused_connections
    connectionsEndedForMemory = message.pointee.connections_ended_for_memory
    droppedLogLines = message.pointee.dropped_log_lines
    storeBytes = try Boundary.total(message.pointee.store_bytes, "store_bytes")
    freeBytes = try Boundary.total(message.pointee.free_bytes, "free_bytes")
    logBytes = try Boundary.total(message.pointee.log_bytes, "log_bytes")
  }

  fileprivate func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__ServerCounts> {
    let message = arena.make(arrange__v1__server_counts__init)
    message.pointee.collections = Int64(collections)
    message.pointee.open_collections = Int64(openCollections)
    message.pointee.connections = Int64(connections)
    message.pointee.active_calls = Int64(activeCalls)
    message.pointee.commits = commits
    message.pointee.connection_bytes = Int64(connectionBytes)
    message.pointee.refused_connections = refusedConnections
    message.pointee.connections_ended_for_memory = connectionsEndedForMemory
    message.pointee.dropped_log_lines = droppedLogLines
    message.pointee.store_bytes = Int64(storeBytes)
    message.pointee.free_bytes = Int64(freeBytes)
    message.pointee.log_bytes = Int64(logBytes)
    return message
  }
}

extension ServerInfo.Limits {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__ServerLimits>) throws(ArrangeError) {
    let limits = message.pointee
    self.init(largestFrame: try Boundary.index(limits.largest_frame, "largest_frame"))
    operationsPerTransaction = try Boundary.index(
      limits.operations_per_transaction,
      "operations_per_transaction"
    )
    elementsPerTransaction = try Boundary.index(limits.elements_per_transaction, "elements_per_transaction")
    fetchPageSize = try Boundary.index(limits.fetch_page_size, "fetch_page_size")
    listPageSize = try Boundary.index(limits.list_page_size, "list_page_size")
    historyCommits = try Boundary.index(limits.history_commits, "history_commits")
    idLength = try Boundary.index(limits.id_length, "id_length")
    fieldsPerElement = try Boundary.index(limits.fields_per_element, "fields_per_element")
    fieldBytesPerElement = try Boundary.index(limits.field_bytes_per_element, "field_bytes_per_element")
  }

  fileprivate func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__ServerLimits> {
    let message = arena.make(arrange__v1__server_limits__init)
    message.pointee.largest_frame = Int64(largestFrame)
    message.pointee.operations_per_transaction = Int64(operationsPerTransaction)
    message.pointee.elements_per_transaction = Int64(elementsPerTransaction)
    message.pointee.fetch_page_size = Int64(fetchPageSize)
    message.pointee.list_page_size = Int64(listPageSize)
    message.pointee.history_commits = Int64(historyCommits)
    message.pointee.id_length = Int64(idLength)
    message.pointee.fields_per_element = Int64(fieldsPerElement)
    message.pointee.field_bytes_per_element = Int64(fieldBytesPerElement)
    return message
  }
}
