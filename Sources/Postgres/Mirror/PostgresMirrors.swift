package import ArrangeModel
package import Engine
import Synchronization

/// Mirrors of collections in PostgreSQL databases.
package final class PostgresMirrors: SinkMirrors {
  private struct State {
    /// By the keys of sinks.
    var pools: [CollectionKey: MirrorPool] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  package init() {}

  package func write(
    _ message: SinkMessage,
    to place: MirrorPlace,
    isOwner: @escaping @Sendable () async -> Bool
  ) async -> SinkDelivery.Failure? {
    let pool = pool(for: place)
    switch message.content {
    case .changes(let changes):
      let result = await pool.run { (connection) throws(PostgresFailure) in
        try MirrorChanges(message, changes, keepsMoves: place.keepsMoves).write(to: connection)
      }
      return PostgresMirrors.failure(result, place)
    case .list(let content, _):
      let load = MirrorLoad(message, content)
      let claimed = await pool.run { (connection) throws(PostgresFailure) in try load.claim(connection) }
      guard case .success(let claim) = claimed else {
        return PostgresMirrors.failure(claimed.map { _ in true }, place)
      }
      guard await isOwner() else {
        return SinkDelivery.Failure(
          .server,
          "another node delivers the list now, or its position was changed"
        )
      }
      let result = await pool.run { (connection) throws(PostgresFailure) in
        try load.write(to: connection, claim)
      }
      return PostgresMirrors.failure(result, place)
    case .rows, .pointer:
      return SinkDelivery.Failure(.server, "a mirror was given something else than the content of a list")
    }
  }

  /// - Parameter result: whether the database had the state with which the message begins, or ends.
  private static func failure(
    _ result: Result<Bool, PostgresFailure>,
    _ place: MirrorPlace
  ) -> SinkDelivery.Failure? {
    switch result {
    case .success(true): nil
    case .success(false):
      SinkDelivery.Failure(
        .conflict,
        "the tables have something else than was delivered; the whole list is written"
      )
    case .failure(let failure): SinkDelivery.Failure(failure, place)
    }
  }

  package func test(_ place: MirrorPlace) async -> SinkDelivery.Failure? {
    // Not with a connection of the pool, which makes the tables.
    let session = MirrorSession(place)
    let result = await session.look()
    guard case .failure(let failure) = result else { return nil }
    return SinkDelivery.Failure(failure, place)
  }

  package func states(in place: MirrorPlace) async -> [Identifier: StateID]? {
    let result = await pool(for: place).run { (connection) throws(PostgresFailure) in
      let rows = try connection.run(PostgresCall(MirrorSchema.readStates))
      var states: [Identifier: StateID] = [:]
      for row in 0..<rows.count {
        let state = StateID(
          version: rows.unsigned(row, 1),
          history: UInt64(rows.text(row, 2), radix: 16) ?? 0
        )
        states[Identifier(unchecked: rows.text(row, 0))] = state
      }
      return states
    }
    return try? result.get()
  }

  package func remove(_ states: [Identifier: StateID], from place: MirrorPlace) async {
    _ = await pool(for: place).run { (connection) throws(PostgresFailure) in
      let all = Array(states)
      var parameters = PostgresParameters()
      parameters.add(all.map(\.key.text))
      parameters.add(all.lazy.map { Int64(bitPattern: $0.value.version) }, count: all.count)
      parameters.add(all.map { $0.value.historyText })
      _ = try connection.run(PostgresCall(MirrorSchema.removeLists, parameters))
    }
  }

  /// The connections of a sink. Settings that have changed make others.
  private func pool(for place: MirrorPlace) -> MirrorPool {
    let (pool, old) = state.withLock { state -> (MirrorPool, MirrorPool?) in
      let old = state.pools[place.sink]
      if let old, old.place == place { return (old, nil) }
      let pool = MirrorPool(place)
      if !state.isClosed { state.pools[place.sink] = pool }
      return (pool, old)
    }
    old?.close()
    return pool
  }

  package func keep(only sinks: Set<CollectionKey>) {
    let gone = state.withLock { state in
      let gone = state.pools.filter { !sinks.contains($0.key) }
      for sink in gone.keys { state.pools[sink] = nil }
      return gone
    }
    for pool in gone.values { pool.close() }
  }

  package func close() async {
    let all = state.withLock { state in
      let all = state.pools
      state.isClosed = true
      state.pools = [:]
      return all
    }
    for pool in all.values { pool.close() }
  }
}

extension StateID {
  /// The history in the table of lists.
  var historyText: String {
    let digits = String(history, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension SinkDelivery.Failure {
  /// Why a mirror was not written: what may pass is tried again, and anything else pauses the sink with what to do.
  init(_ failure: PostgresFailure, _ place: MirrorPlace) {
    let advice = "; then: arrange sink resume \(place.name)"
    switch failure.kind {
    case .lost: self.init(.unreachable, "the database can't be reached: \(failure.message)")
    case .passing, .overtaken: self.init(.failing, "the database refuses for now: \(failure.message)")
    case .refused:
      let cause = failure.state.isEmpty ? failure.message : "\(failure.message) (\(failure.state))"
      if failure.state == PostgresFailure.missingRight {
        self.init(.rights, "\(cause)\(advice)")
      } else {
        self.init(.tables, "\(cause)\(advice)")
      }
    }
  }
}
