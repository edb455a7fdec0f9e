import ArrangeModel
import Dispatch
import Engine
import Synchronization

/// One connection of a mirror, which is made when it is used, and anew when it was lost.
final class MirrorSession: @unchecked Sendable {
  /// How long the calls of a connection may take: a whole list is one call.
  private static let limits = PostgresConnection.Limits(
    connect: 5_000,
    statement: 600_000,
    lock: 10_000,
    run: 900_000
  )

  fileprivate let place: MirrorPlace
  /// Where the connection is used.
  fileprivate let queue = DispatchQueue(label: "mirror")
  private var connection: PostgresConnection?

  init(_ place: MirrorPlace) { self.place = place }

  /// Runs statements. If the connection was lost while nothing was done, they are run once more with another one: a mirror
  /// notices what it has already.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws(PostgresFailure) -> Value
  ) async -> Result<Value, PostgresFailure> {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        let wasOpen = connection != nil
        var result = attempt(body)
        if wasOpen, case .failure(let failure) = result, failure.kind == .lost { result = attempt(body) }
        continuation.resume(returning: result)
      }
    }
  }

  @inline(never)
  private func attempt<Value>(
    _ body: (PostgresConnection) throws(PostgresFailure) -> Value
  ) -> Result<Value, PostgresFailure> {
    do throws(PostgresFailure) {
      return .success(try body(try usable()))
    } catch {
      // What an administrator changes is looked for anew, and a transaction that was begun ends.
      connection = nil
      return .failure(error)
    }
  }

  private func usable() throws(PostgresFailure) -> PostgresConnection {
    if let connection, !connection.isLost { return connection }
    connection = nil
    let opened = try MirrorSession.open(place)
    try MirrorTables.prepare(opened, place)
    try opened.prepare(MirrorSchema.prepared)
    connection = opened
    return opened
  }

  /// Connects, and changes nothing.
  @inline(never)
  static func open(_ place: MirrorPlace) throws(PostgresFailure) -> PostgresConnection {
    let address: PostgresAddress
    do throws(JournalError) {
      address = try PostgresAddress(place.connection, isWithoutPassword: place.isWithoutPassword)
    } catch {
      throw PostgresFailure(.refused, error.message)
    }
    return try PostgresSession.open(address, schema: place.schema, limits)
  }

  /// Closes the connection.
  func close() { queue.async { self.connection = nil } }
}

/// The connections of a mirror.
final class MirrorPool: Sendable {
  /// The maximum number of connections of a mirror on one node. A transaction waits for the disk of the database: several lists
  /// share that time.
  static let connections = 4

  private struct State {
    /// Those that are used last come last.
    var idle: [MirrorSession]
    var waiting: [CheckedContinuation<MirrorSession, Never>] = []
  }

  let place: MirrorPlace
  private let sessions: [MirrorSession]
  private let state: Mutex<State>

  init(_ place: MirrorPlace) {
    self.place = place
    let sessions = (0..<MirrorPool.connections).map { _ in MirrorSession(place) }
    self.sessions = sessions
    state = Mutex(State(idle: sessions))
  }

  func run<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws(PostgresFailure) -> Value
  ) async -> Result<Value, PostgresFailure> {
    let session = await session()
    let result = await session.run(body)
    let next = state.withLock { state -> CheckedContinuation<MirrorSession, Never>? in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.idle.append(session)
      return nil
    }
    next?.resume(returning: session)
    return result
  }

  private func session() async -> MirrorSession {
    await withCheckedContinuation { continuation in
      let free = state.withLock { state -> MirrorSession? in
        if let session = state.idle.popLast() { return session }
        state.waiting.append(continuation)
        return nil
      }
      if let free { continuation.resume(returning: free) }
    }
  }

  func close() { for session in sessions { session.close() } }
}

extension MirrorSession {
  /// Finds out whether the mirror can be written, with a connection of its own.
  func look() async -> Result<Void, PostgresFailure> {
    let place = place
    return await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: MirrorSession.look(place)) }
    }
  }

  @inline(never)
  private static func look(_ place: MirrorPlace) -> Result<Void, PostgresFailure> {
    do throws(PostgresFailure) {
      return .success(try MirrorTables.check(try open(place), place))
    } catch {
      return .failure(error)
    }
  }
}
