import ArrangeModel
import Engine

/// The reads that a journal and its snapshots have in common. They read rows that have to be there, and check them.
struct PostgresReading {
  let connection: PostgresConnection

  /// All collections.
  func collections() throws -> [PostgresCollectionRow] {
    let rows = try connection.run(PostgresContents.calls(nil)[0])
    return try (0..<rows.count).map { try PostgresCollectionRow.withCommits(rows, $0).row }
  }

  /// Those of some declarations that were made.
  func made(among declarations: [String]) throws(PostgresFailure) -> Set<String> {
    var parameters = PostgresParameters()
    parameters.add(declarations)
    let rows = try connection.run(PostgresCall(PostgresSchema.readDeclarations, parameters))
    return Set((0..<rows.count).map { rows.text($0, 0) })
  }

  /// A collection; nil if it does not exist.
  func collection(_ key: CollectionKey) throws -> PostgresCollectionRow? {
    let rows = try connection.run(PostgresCall(PostgresSchema.readHead, PostgresParameters(key.value)))
    return rows.count == 0 ? nil : try PostgresCollectionRow.withCommits(rows, 0).row
  }

  /// The commits of a collection with the given versions, at most `limit` of them, as far as they are there.
  func commits(_ key: CollectionKey, _ versions: ClosedRange<UInt64>, limit: Int) throws -> [CommitRecord] {
    let rows = try connection.run(
      PostgresCall(
        PostgresSchema.readCommits,
        PostgresParameters(
          key.value,
          Int64(clamping: versions.lowerBound),
          Int64(clamping: versions.upperBound),
          Int64(limit)
        )
      )
    )
    return try (0..<rows.count).map { try commit(rows, $0, key) }
  }

  private func commit(_ rows: PostgresRows, _ row: Int, _ key: CollectionKey) throws(JournalError)
    -> CommitRecord
  {
    let commit = CommitRecord(
      collection: key,
      version: rows.unsigned(row, 0),
      requestID: rows.isNull(row, 2) ? nil : rows.bytes(row, 2),
      payload: rows.bytes(row, 3)
    )
    guard PostgresChecksum.commit(commit) == rows.number(row, 1) else {
      throw damaged("commit \(commit.version) of \(key.text)")
    }
    return commit
  }

  /// The commit with a request id, trimmed or not; nil if there is none.
  func commit(_ key: CollectionKey, request: [UInt8]) throws -> CommitRecord? {
    var parameters = PostgresParameters(key.value)
    parameters.add(request)
    let rows = try connection.run(PostgresCall(PostgresSchema.readRequest, parameters))
    return rows.count == 0 ? nil : try commit(rows, 0, key)
  }

  /// The request ids of commits, newest first.
  func requests(_ key: CollectionKey, _ versions: ClosedRange<UInt64>, limit: Int) throws -> [RequestRecord] {
    let rows = try connection.run(
      PostgresCall(
        PostgresSchema.readRequests,
        PostgresParameters(key.value, Int64(versions.lowerBound), Int64(versions.upperBound), Int64(limit))
      )
    )
    return try (0..<rows.count).map { row in
      let record = RequestRecord(requestID: rows.bytes(row, 2), version: rows.unsigned(row, 0))
      let checksum = PostgresChecksum.request(key, record.version, record.requestID).value
      guard UInt32(truncatingIfNeeded: rows.number(row, 1) >> 32) == checksum else {
        throw damaged("commit \(record.version) of \(key.text)")
      }
      return record
    }
  }

  /// Whether a node may write, and to the collections of a slot, and how far the database is.
  func standing(
    _ node: Int64,
    _ slot: Int
  ) throws -> (hasFence: Bool, ownsSlot: Bool, history: PostgresHistory) {
    let parameters = PostgresParameters(node, Int64(slot))
    let row = try connection.run(PostgresCall(PostgresSchema.readStanding, parameters))
    let history = PostgresHistory(timeline: row.number(0, 2), flushed: row.number(0, 3))
    return (row.number(0, 0) > 0, row.number(0, 1) > 0, history)
  }

  /// A page of a checkpoint; nil if it is not there.
  func page(_ key: CollectionKey, _ series: Int64, _ index: Int, version: UInt64) throws -> [UInt8]? {
    var parameters = PostgresParameters(key.value, series)
    parameters.add(Int32(index))
    let rows = try connection.run(PostgresCall(PostgresSchema.readPage, parameters))
    guard rows.count > 0 else { return nil }
    let bytes = rows.bytes(0, 1)
    guard PostgresChecksum.page(key, series, index, version, bytes) == rows.number(0, 0) else {
      throw damaged("page \(index) of a checkpoint of \(key.text)")
    }
    return bytes
  }
}

extension JournalError {
  /// The error for what a statement or a check has thrown.
  static func of(_ error: any Error, _ address: PostgresAddress, isOpening: Bool = false) -> JournalError {
    if let error = error as? JournalError { return error }
    guard let failure = error as? PostgresFailure else { return JournalError(.failed, "\(error)") }
    switch failure.kind {
    case .overtaken: return JournalError(.overtaken, "\(address): \(failure.message)")
    case .lost, .passing:
      let message = "\(address)\(failure.lack == nil ? " can't be reached" : ""): \(failure.message)"
      return JournalError(isOpening ? .unreachable : .failed, message)
    case .refused:
      let message =
        failure.state.isEmpty
        ? "\(address): \(failure.message)"
        : "\(address) refuses a statement: \(failure.message) (SQLSTATE \(failure.state))"
      return JournalError(isOpening ? .unusable : .failed, message)
    }
  }
}
