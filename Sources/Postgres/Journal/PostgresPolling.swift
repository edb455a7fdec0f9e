import ArrangeModel
import Engine
import Synchronization

/// The connection of a node's thread, with what it has read. It polls, extends the lease, and assigns slots that nobody owns.
struct PostgresPolling {
  /// A change of the catalog, with its number.
  private struct Change {
    let number: Int64
    let node: Int64
    let change: CatalogChange
  }

  /// What a poll has read.
  struct Result {
    let poll: Membership.Poll
    let nodes: [NodeRecord]
    /// What other nodes have changed.
    let changes: [CatalogChange]
    /// Whether there are more changes.
    let hasMore: Bool
  }

  /// The maximum number of changes that are read at once.
  private static let changeLimit = 1_000
  /// The changes that are kept, by their number and by their age in seconds: nodes that are cut off for longer start anew.
  private static let keptChanges: Int64 = 100_000
  private static let keptSeconds: Int64 = 3_600
  /// The time between two removals of old changes, in nanoseconds.
  private static let trimInterval: UInt64 = 300_000_000_000

  private let address: PostgresAddress
  private let schema: String
  private let node: PostgresNode
  private var connection: PostgresConnection?
  private var isInserted = false
  /// The number of the last change of the catalog that was read.
  private var catalog: Int64
  /// The number of the assignment that was read, and the owners.
  private var assignment: Int64 = -1
  private var owners = [Int64?](repeating: nil, count: Slot.count)
  /// How the names of the connections of other nodes begin, and since when these are there.
  private var others: [Int64: (application: String, text: String)] = [:]
  /// How often this node has extended its lease, as the database says.
  private var renewals: Int64 = 0
  private var lastTrim = PostgresNode.now

  /// - Parameters:
  ///   - connection: a new connection; nil if one is to be made.
  ///   - catalog: the number of the newest change that the member knows of.
  init(
    _ connection: PostgresConnection?,
    _ address: PostgresAddress,
    schema: String,
    _ node: PostgresNode,
    catalog: Int64
  ) {
    self.connection = connection
    self.address = address
    self.schema = schema
    self.node = node
    self.catalog = catalog
  }

  /// A failure has happened: the connection is made anew if it was lost.
  mutating func recordFailure() { if connection?.isLost == true { connection = nil } }

  /// A node, for people.
  func describe(_ id: Int64) -> String { others[id]?.text ?? "another server" }

  // MARK: Polls

  private mutating func usable() throws(PostgresFailure) -> PostgresConnection {
    if let connection { return connection }
    let connection = try PostgresSession.open(
      address,
      schema: schema,
      application: node.connectionName,
      node.limits
    )
    try connection.prepare(PostgresSchema.polling)
    self.connection = connection
    return connection
  }

  /// Inserts the rows of the node, which has no slots yet.
  ///
  /// - Returns: whether this is done now; later calls do nothing.
  mutating func insert() throws(PostgresFailure) -> Bool {
    if isInserted { return false }
    let connection = try usable()
    let host = try connection.run(PostgresCall(PostgresSchema.readOwnHost))
    let identity = node.identity.withLock { $0 }
    var parameters = PostgresParameters(node.id)
    parameters.add(identity.name)
    parameters.add(identity.address(seenAs: host.isNull(0, 0) ? PostgresAddress.hostName : host.text(0, 0)))
    parameters.add(node.application)
    parameters.add(NodeProcess.text(of: node.id))
    parameters.add(Int32(node.isAlone ? 1 : 0))
    parameters.add(Int64(node.leaseMilliseconds))
    _ = try connection.run(PostgresCall(PostgresSchema.insertNode, parameters))
    isInserted = true
    return true
  }

  /// Reads everything, and extends the lease if it is time to.
  mutating func poll(renewing: Bool) throws -> Result {
    let connection = try usable()
    var calls = renewing ? [PostgresCall(PostgresSchema.renew, PostgresParameters(node.id))] : []
    calls += [
      PostgresCall(PostgresSchema.readAssignment),
      PostgresCall(PostgresSchema.readOwners, PostgresParameters(assignment)),
      PostgresCall(PostgresSchema.readNodes),
      PostgresCall(
        PostgresSchema.readChanges,
        PostgresParameters(catalog, Int64(PostgresPolling.changeLimit))
      ),
    ]
    let sent = PostgresNode.now
    let results = Array(try connection.run(calls).suffix(4))
    let received = PostgresNode.now
    let (number, rows, nodes, changes) = (results[0], results[1], results[2], results[3])
    guard number.count == 1 else { throw damaged("the table cluster") }
    try checkHistory(PostgresHistory(timeline: number.number(0, 1), flushed: number.number(0, 2)))
    // An older copy of the database may have written more since, but not the same.
    let own = (0..<nodes.count).first { nodes.number($0, 0) == node.id }.map { nodes.number($0, 7) }
    guard number.number(0, 0) >= assignment, number.number(0, 3) >= catalog, (own ?? renewals) >= renewals
    else { throw PostgresHistory.broken(address) }
    renewals = own ?? renewals
    assignment = number.number(0, 0)
    for row in 0..<rows.count {
      owners[Int(rows.number(row, 0))] = rows.isNull(row, 1) ? nil : rows.number(row, 1)
    }
    let read = try readChanges(changes)
    if received - lastTrim >= PostgresPolling.trimInterval {
      lastTrim = received
      let limits = PostgresParameters(PostgresPolling.keptChanges, PostgresPolling.keptSeconds)
      _ = try connection.run(PostgresCall(PostgresSchema.trimChanges, limits))
    }
    return result(nodes, sent, received, read, hasMore: changes.count == PostgresPolling.changeLimit)
  }

  /// Throws an error if the database is not known to have everything that it had at the last poll: another server was promoted
  /// in its place, or it was restored. What this node has in memory may be lost there, and numbers are given a second time.
  private func checkHistory(_ history: PostgresHistory) throws(JournalError) {
    let isContinued = node.history.withLock { newest in
      guard history.continues(newest) else { return false }
      newest = history
      return true
    }
    guard isContinued else { throw PostgresHistory.broken(address) }
  }

  private mutating func result(
    _ rows: PostgresRows,
    _ sent: UInt64,
    _ received: UInt64,
    _ changes: [CatalogChange],
    hasMore: Bool
  ) -> Result {
    var slots: [Int64: SlotSet] = [:]
    for (slot, owner) in owners.enumerated() { slots[owner ?? 0, default: SlotSet()].insert(slot) }
    var poll = Membership.Poll(sent: sent, received: received)
    var records: [NodeRecord] = []
    let ownID = node.id
    others = [:]
    for row in 0..<rows.count {
      let id = rows.number(row, 0)
      let isOwn = id == ownID
      let owned = slots.removeValue(forKey: id) ?? SlotSet()
      var node = Membership.Node(
        id: id,
        renewals: rows.number(row, 7),
        leaseMilliseconds: Int(rows.number(row, 6))
      )
      node.isExpired = rows.number(row, 8) != 0
      node.isDead = !isOwn && NodeProcess(rows.text(row, 4))?.hasEnded(id) == true
      node.isAlone = rows.number(row, 5) != 0
      node.slots = owned
      poll.nodes.append(node)
      records.append(
        NodeRecord(
          id: id,
          name: rows.text(row, 1),
          address: rows.text(row, 2),
          slots: owned,
          isOwn: isOwn,
          leaseMilliseconds: Int(rows.number(row, 9))
        )
      )
      let place = rows.text(row, 2).isEmpty ? "" : " at \(rows.text(row, 2))"
      others[id] = (rows.text(row, 3), "\(rows.text(row, 1))\(place) since \(rows.text(row, 10))")
    }
    poll.unowned = slots.values.reduce(SlotSet()) { $0.union($1) }
    return Result(poll: poll, nodes: records, changes: changes, hasMore: hasMore)
  }

  // MARK: The catalog

  /// Reads changes, the newest of each name.
  private mutating func readChanges(_ rows: PostgresRows) throws(JournalError) -> [CatalogChange] {
    var newest: [Identifier: CatalogChange] = [:]
    var order: [Identifier] = []
    for row in 0..<rows.count {
      guard rows.number(row, 9) == catalog + 1 else {
        throw JournalError(
          .overtaken,
          "\(address): this server has not reached the database for too long, and others have changed more lists than are "
            + "recorded; it gives up its lists"
        )
      }
      catalog += 1
      if rows.number(row, 11) == node.id { continue }
      let name = Identifier(unchecked: rows.text(row, 10))
      if newest[name] == nil { order.append(name) }
      newest[name] =
        rows.isNull(row, 0)
        ? .absent(name) : .present(try PostgresCollectionRow(rows, row).record)
    }
    return order.compactMap { newest[$0] }
  }

  // MARK: Slots

  /// Removes a node, and assigns its slots.
  mutating func takeOver(
    _ other: Membership.Node,
    _ assignment: Membership.Assignment
  ) throws(PostgresFailure) {
    guard let application = others[other.id]?.application else { return }
    let connection = try usable()
    var name = PostgresParameters()
    name.add(application)
    _ = try connection.run(PostgresCall(PostgresSchema.endBackends, name))
    var row = PostgresParameters(other.id, other.renewals)
    row.add(Int32(other.isDead ? 1 : 0))
    do throws(PostgresFailure) {
      _ = try connection.run(
        [
          PostgresCall(PostgresSchema.removeFence, PostgresParameters(other.id)),
          PostgresCall(PostgresSchema.removeNode, row),
        ] + PostgresWriter.moves(from: other.id, assignment, rest: true)
      )
    } catch {
      // Another node was faster, or this one has extended its lease.
      guard error.isFence else { throw error }
    }
  }

  /// Assigns slots that no node owns.
  mutating func claim(_ assignment: Membership.Assignment) throws(PostgresFailure) {
    var parameters = PostgresParameters()
    parameters.add(assignment)
    _ = try usable().run([
      PostgresCall(PostgresSchema.countAssignment), PostgresCall(PostgresSchema.claimSlots, parameters),
    ])
  }
}
