import ArrangeModel
import Dispatch
package import Engine
import Foundation
import Synchronization

/// The journal in a PostgreSQL database.
///
/// Several servers may use a database at the same time. Each is a node, which owns slots and writes to the collections of
/// these; see ``SharedJournal``. A journal that is opened without a ``NodeIdentity`` owns all slots, or is not opened.
///
/// One connection does all writes, and is made again when it is lost; see ``PostgresWriter``. Appends that arrive while a
/// transaction is in flight go together into the next one. Another connection serves reads, so that they never wait for
/// a commit, and a third one is for the lease and the other nodes; see ``PostgresRounds``.
///
/// While the database can't be reached, calls wait, up to a limit. An append whose outcome is unknown because the
/// connection was lost is settled by reading, before anything else is written.
package final class PostgresJournal: Journal {
  /// The options of a journal.
  package struct Options: Sendable, Hashable {
    /// The schema of the tables: a lowercase letter or `_`, and then such letters and digits.
    package var schema = "arrange"
    /// How long calls wait while the database can't be reached, in seconds. Then the journal stops.
    package var outageSeconds = 300
    /// The maximum size of an entry in bytes. The server copies a value several times, and takes 1 GiB at most.
    package var maximumEntryBytes = 256 << 20

    package init() {}

    /// Whether a text can be the name of the schema.
    package static func isSchema(_ text: String) -> Bool { PostgresMirror.isSchema(text) }
  }

  /// State that readers share with the writer. It is locked for short times only.
  struct Shared {
    /// The collections of the slots of this node.
    var heads = JournalHeads()
    var places: [CollectionKey: PostgresPlace] = [:]
    var stop = JournalStop()
    var space = JournalSpace()
    /// Called when the journal stops because of its own work in the background.
    var whenStopped: (@Sendable (JournalError) -> Void)?
  }

  let address: PostgresAddress
  let options: Options
  let shared: Mutex<Shared>
  /// If both locks are taken, the writer is locked first.
  let writer: Mutex<PostgresWriter>
  let reader: Mutex<PostgresReader>
  /// The connection for the thread of the node, until that is started.
  let polling: Mutex<PostgresConnection?>
  /// The appends that wait for the writer.
  let waiting = Mutex<[WaitingAppend]>([])
  let availability: PostgresAvailability
  let node: PostgresNode
  /// By which nodes know each other: random, the same for all nodes of a journal.
  package let secret: String
  /// The number of the newest change of the catalog at the opening.
  let catalog: Int64
  let transfers = PostgresTransfers()
  /// Whether the thread of the node was started.
  let hasThread = Atomic(false)
  /// Whether the journal has stopped because others took over, also after it was closed.
  let wasOvertaken = Atomic(false)
  /// Wakes the thread that watches the connection, for the end.
  let watch = DispatchSemaphore(value: 0)
  /// Findings at the opening that an operator should know of, in sentences.
  package let notices: [String]

  /// Opens the journal in a database, and takes all slots; makes or changes its tables if necessary.
  ///
  /// - Parameters:
  ///   - leaseMilliseconds: how long another server waits for this one before it takes over; see ``NodeIdentity``.
  ///   - onOutage: called when the database can't be reached any more, and when it can be reached again, on any thread.
  /// - Throws: ``JournalError/Code/inUse`` if another server uses it, otherwise ``JournalError/Code/unreachable``,
  ///   ``JournalError/Code/unusable`` or ``JournalError/Code/damaged``.
  package convenience init(
    _ address: PostgresAddress,
    options: Options = Options(),
    leaseMilliseconds: Int = NodeIdentity.defaultLeaseMilliseconds,
    onOutage: @escaping @Sendable (PostgresOutage) -> Void = { _ in }
  ) throws(JournalError) {
    let identity = NodeIdentity(
      name: address.applicationName,
      address: nil,
      leaseMilliseconds: leaseMilliseconds
    )
    try self.init(address, options, PostgresNode(identity, isAlone: true), onOutage)
    do throws(JournalError) { try start(nil) } catch {
      close()
      throw error.code == .failed ? JournalError(.unusable, error.message) : error
    }
  }

  /// Opens the journal as one of several nodes. It owns no slots until it joins.
  ///
  /// - Throws: ``JournalError/Code/inUse`` if a server of an older version uses it, otherwise
  ///   ``JournalError/Code/unreachable``, ``JournalError/Code/unusable`` or ``JournalError/Code/damaged``.
  package convenience init(
    _ address: PostgresAddress,
    options: Options = Options(),
    node: NodeIdentity,
    onOutage: @escaping @Sendable (PostgresOutage) -> Void = { _ in }
  ) throws(JournalError) {
    try self.init(address, options, PostgresNode(node, isAlone: false), onOutage)
  }

  private init(
    _ address: PostgresAddress,
    _ options: Options,
    _ node: PostgresNode,
    _ onOutage: @escaping @Sendable (PostgresOutage) -> Void
  ) throws(JournalError) {
    precondition(Options.isSchema(options.schema))
    do {
      let availability = PostgresAvailability(onOutage)
      let connection = try PostgresSession.open(
        address,
        schema: options.schema,
        application: node.connectionName
      )
      notices = try PostgresSession.notices(connection)
      try PostgresSession.requireRights(connection, options.schema)
      let others = try PostgresSession.openOthers(
        beside: connection,
        address,
        schema: options.schema,
        application: node.connectionName,
        polling: node.limits
      )
      try PostgresSession.migrate(connection, schema: options.schema)
      let cluster = try connection.run(PostgresCall(PostgresSchema.readCluster))
      guard cluster.count == 1 else { throw damaged("the table cluster") }
      secret = cluster.text(0, 0)
      catalog = cluster.number(0, 1)
      writer = Mutex(
        try PostgresWriter(
          connection,
          address,
          options,
          availability,
          node: node.id,
          application: node.application
        )
      )
      shared = Mutex(Shared())
      try others.reading.prepare(PostgresSchema.reading)
      try others.polling.prepare(PostgresSchema.polling)
      reader = Mutex(
        PostgresReader(
          others.reading,
          address,
          options,
          availability,
          application: node.connectionName
        )
      )
      polling = Mutex(others.polling)
      self.address = address
      self.options = options
      self.availability = availability
      self.node = node
    } catch {
      throw JournalError.of(error, address, isOpening: true)
    }
    NodeProcess.begin(node.id)
    measure()
    startWatching()
  }

  deinit { close() }

  /// Throws an error if the journal has stopped.
  func checkUsable() throws(JournalError) {
    try shared.withLock { (shared) throws(JournalError) in try shared.stop.check() }
  }

  /// Stops the journal, unless it has stopped already, and returns the error to throw.
  func stop(_ error: any Error) -> JournalError {
    let error = JournalError.of(error, address)
    if error.code == .overtaken { wasOvertaken.store(true, ordering: .releasing) }
    return shared.withLock { shared in
      node.lease.end()
      return shared.stop.stop(error.naming { shared.heads[$0]?.name })
    }
  }

  package func whenStopped(_ body: @escaping @Sendable (JournalError) -> Void) {
    shared.withLock { $0.whenStopped = body }
  }

  package func close() {
    availability.close()
    node.end()
    writer.withLock { writer in
      let wasUsable = shared.withLock { shared in
        node.lease.end()
        return shared.stop.close()
      }
      guard let wasUsable else { return }
      if wasUsable { writer.leaveOnce() }
      writer.close()
      reader.withLock { $0.close() }
      polling.withLock { $0 = nil }
      NodeProcess.end(node.id)
      watch.signal()
    }
  }
}

// MARK: - Watching

extension PostgresJournal {
  /// How often an idle connection is looked after, in seconds.
  private static let watchSeconds = 3

  /// Starts the thread that looks, every few seconds, whether this server may still write: without appends, it would
  /// otherwise not notice that the connection for them was lost.
  private func startWatching() {
    let watch = watch
    let thread = Thread { [weak self] in
      while watch.wait(timeout: .now() + .seconds(PostgresJournal.watchSeconds)) == .timedOut {
        guard let self, self.look() else { return }
      }
    }
    thread.name = "journal-watch"
    thread.start()
  }

  /// - Returns: whether the journal can still be used.
  private func look() -> Bool {
    let failure = writer.withLockIfAvailable { writer -> (any Error)? in
      do throws(PostgresFailure) {
        try writer.check()
        try writer.writeVersions()
        return availability.failure(afterSeconds: options.outageSeconds)
      } catch {
        return error
      }
    }
    if let failure, let failure { stopInBackground(failure) }
    measure()
    return shared.withLock { $0.stop.error == nil }
  }

  /// Reads the size of the tables, if the database can be reached.
  private func measure() {
    var schema = PostgresParameters()
    schema.add(options.schema)
    let bytes = reader.withLock { $0.readOnce(PostgresCall(PostgresSchema.readSize, schema)) }?.number(0, 0)
    if let bytes { shared.withLock { $0.space.database = Int(bytes) } }
  }

  package var space: JournalSpace { shared.withLock { $0.space } }
}
