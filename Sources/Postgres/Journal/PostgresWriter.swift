import Engine

/// The only connection of a node that writes, with its state. Every method is called with the writer locked.
///
/// Every transaction first counts the fence of the node, a row which is removed when another node takes over: so nothing
/// of this one is committed afterwards. The count also says whether a transaction whose answer was lost was made.
struct PostgresWriter {
  private let address: PostgresAddress
  private let options: PostgresJournal.Options
  private let availability: PostgresAvailability
  private let node: Int64
  private let application: String
  private var connection: PostgresConnection?
  /// The server's process of the newest connection.
  private var backend: Int32
  /// The number of the last transaction known to be durable; nil as long as the node has no fence.
  private var step: Int64?
  /// The slots whose collections are here.
  private(set) var owned = SlotSet()

  /// The state after the newest transaction, whether it is known to be durable or not.
  var heads = JournalHeads()
  var places: [CollectionKey: PostgresPlace] = [:]
  /// Rows to remove; the last are removed first.
  var garbage: [PostgresGarbage] = []
  var nextSeries: Int64 = 1
  /// Collections whose rows have an older version than that of their newest commit.
  private var outdated: Set<CollectionKey> = []

  /// Takes over a connection whose tables are up to date.
  ///
  /// - Parameter application: how the names of the node's connections begin.
  init(
    _ connection: PostgresConnection,
    _ address: PostgresAddress,
    _ options: PostgresJournal.Options,
    _ availability: PostgresAvailability,
    node: Int64,
    application: String
  ) throws(PostgresFailure) {
    try connection.prepare(PostgresSchema.writing)
    self.address = address
    self.options = options
    self.availability = availability
    self.node = node
    self.application = application
    backend = connection.backend
    self.connection = connection
  }

  mutating func close() { connection = nil }

  // MARK: Transactions

  /// Runs statements as one transaction, durably, and exactly once: if the connection is lost, it is made again, and
  /// whether the transaction was made is read from the database.
  ///
  /// - Throws: an error other than ``PostgresFailure/Kind/overtaken`` or ``PostgresFailure/Kind/refused`` only if the
  ///   database could not be reached for as long as the options say. What became of the transaction is unknown then.
  mutating func commit(_ calls: [PostgresCall]) throws(PostgresFailure) {
    guard let step else { throw PostgresWriter.overtaken }
    let next = step + 1
    let fence = PostgresCall(PostgresSchema.step, PostgresParameters(node, next))
    try retrying { (writer, connection) throws(PostgresFailure) in
      do throws(PostgresFailure) {
        _ = try connection.run([fence] + calls)
        writer.step = next
      } catch {
        guard error.isFence else { throw error }
        // An attempt before may have made it, whose answer was lost.
        try writer.compare(try connection.run(writer.readStep), next)
        guard writer.step == next else { throw PostgresWriter.overtaken }
      }
    }
  }

  /// Runs a statement that only reads.
  mutating func read(_ call: PostgresCall) throws(PostgresFailure) -> PostgresRows {
    try retrying { (_, connection) throws(PostgresFailure) in try connection.run(call) }
  }

  /// Finds out whether this node may still write. If the database can't be reached, nothing is known, and later calls try
  /// again.
  mutating func check() throws(PostgresFailure) {
    let wasConnected = connection != nil
    do throws(PostgresFailure) {
      let connection = try usable(step)
      try compare(try connection.run(readStep), step)
      availability.recordReached()
    } catch {
      if connection?.isLost == true { connection = nil }
      guard error.kind == .lost || error.kind == .passing else { throw error }
      if !wasConnected { availability.recordLost(error) }
    }
  }

  /// Runs a closure until it succeeds or fails for good.
  private mutating func retrying<Value>(
    _ body: (inout PostgresWriter, PostgresConnection) throws(PostgresFailure) -> Value
  ) throws(PostgresFailure) -> Value {
    var backoff = PostgresBackoff(limit: options.outageSeconds, availability)
    let next = step.map { $0 + 1 }
    var isRepeated = false
    while true {
      do throws(PostgresFailure) {
        let value = try body(&self, try usable(next))
        availability.recordReached()
        return value
      } catch {
        if connection?.isLost == true { connection = nil }
        guard error.kind == .lost || error.kind == .passing else { throw error }
        // A connection that was lost and can be made again at once is no outage.
        if isRepeated { availability.recordLost(error) }
        isRepeated = true
        guard backoff.wait() else { throw error }
      }
    }
  }

  /// The connection, which is made anew if it was lost. The transaction of the one before is over, or will fail.
  ///
  /// - Parameter next: the number of the transaction that may have been made before the connection was lost.
  private mutating func usable(_ next: Int64?) throws(PostgresFailure) -> PostgresConnection {
    if let connection { return connection }
    let connection = try PostgresSession.open(address, schema: options.schema, application: application)
    try connection.prepare(PostgresSchema.writing)
    // The server may not have noticed the end of the connection before.
    var parameters = PostgresParameters()
    parameters.add(backend)
    parameters.add(application)
    _ = try connection.run(PostgresCall(PostgresSchema.endBackend, parameters))
    try compare(try connection.run(readStep), next)
    backend = connection.backend
    self.connection = connection
    return connection
  }

  private var readStep: PostgresCall { PostgresCall(PostgresSchema.readStep, PostgresParameters(node)) }

  /// Compares the fence of the node with what it wrote last.
  private mutating func compare(_ rows: PostgresRows, _ next: Int64?) throws(PostgresFailure) {
    guard let step, let next else { return }
    guard rows.count == 1, (step...next).contains(rows.number(0, 0)) else { throw PostgresWriter.overtaken }
    self.step = rows.number(0, 0)
  }

  static var overtaken: PostgresFailure {
    PostgresFailure(
      .overtaken,
      "another server has taken over the lists of this one, which has written nothing since"
    )
  }

  // MARK: Slots

  /// Throws an error if entries create collections in slots of other nodes. To other entries their collections are unknown.
  func checkOwned(_ entries: [JournalEntry]) throws(JournalError) {
    for case .create(_, let name, _, _) in entries where !owned.contains(Slot.of(name)) {
      throw JournalError(.conflict, "the name \(name) belongs to another server")
    }
  }

  /// The node has a fence from now on.
  mutating func begin() { step = 0 }

  /// Reads the collections of slots, as far as the node owns these.
  mutating func gain(_ slots: SlotSet) throws -> (slots: SlotSet, contents: PostgresContents) {
    guard let step else { throw PostgresWriter.overtaken }
    var parameters = PostgresParameters(node)
    parameters.add(slots.slots.lazy.map { Int64($0) }, count: slots.count)
    let calls =
      [readStep, PostgresCall(PostgresSchema.readOwned, parameters)] + PostgresContents.calls(slots)
    let results = try retrying { (_, connection) throws(PostgresFailure) in try connection.run(calls) }
    // Nobody else writes to these slots, so it does not matter that the statements see different moments.
    try compare(results[0], step)
    let gained = SlotSet((0..<results[1].count).map { Int(results[1].number($0, 0)) }).subtracting(owned)
    let contents = try PostgresContents(results[2...], gained)
    guard heads.add(contents.heads) else { throw damaged("the table of collections") }
    places.merge(contents.places) { _, new in new }
    recordVersions(of: contents.places.keys)
    garbage += contents.garbage
    nextSeries = max(nextSeries, contents.nextSeries)
    owned = owned.union(gained)
    return (gained, contents)
  }

  /// Gives slots to other nodes.
  ///
  /// - Returns: the collections that are not here any more.
  mutating func release(_ assignment: Membership.Assignment) throws(PostgresFailure) -> [CollectionKey] {
    try commit(PostgresWriter.moves(from: node, assignment))
    return drop(assignment.slots)
  }

  /// Gives all slots to other nodes, or to nobody, and removes the node.
  mutating func leave(_ assignment: Membership.Assignment) throws(PostgresFailure) -> [CollectionKey] {
    let own = PostgresParameters(node)
    try commit(
      [PostgresCall(PostgresSchema.removeOwnNode, own), PostgresCall(PostgresSchema.removeFence, own)]
        + PostgresWriter.moves(from: node, assignment, rest: true)
    )
    step = nil
    return drop(owned)
  }

  /// As ``leave(_:)``, to nobody, if the database can be reached at once.
  mutating func leaveOnce() {
    guard let step, let connection else { return }
    let own = PostgresParameters(node)
    _ = try? connection.run(
      [
        PostgresCall(PostgresSchema.step, PostgresParameters(node, step + 1))
      ] + refreshing(outdated).calls(heads) + [
        PostgresCall(PostgresSchema.removeOwnNode, own), PostgresCall(PostgresSchema.removeFence, own),
      ] + PostgresWriter.moves(from: node, [:], rest: true)
    )
    self.step = nil
  }

  /// Notes rows that are unused now. What was unused before of collections that are deleted now is removed before the record of
  /// their removal, by which it would be found if this node ended.
  mutating func discard(_ new: [PostgresGarbage]) {
    let deleted = Set(
      new.lazy.compactMap { garbage -> CollectionKey? in
        if case .removal(let key) = garbage.rows { key } else { nil }
      }
    )
    let older = deleted.isEmpty ? [] : garbage.filter { deleted.contains($0.rows.key) }
    if !older.isEmpty { garbage.removeAll { deleted.contains($0.rows.key) } }
    garbage += new
    garbage += older
  }

  // MARK: Versions

  /// How many rows get their versions in one transaction.
  private static let versionsAtOnce = 1_000

  /// Records which of these collections have rows with an older version than that of their newest commit.
  mutating func recordVersions(of keys: some Sequence<CollectionKey>) {
    for key in keys {
      let isOutdated = places[key].map { $0.writtenVersion < $0.version } ?? false
      if isOutdated { outdated.insert(key) } else { outdated.remove(key) }
    }
  }

  /// Writes the versions of collections into their rows, which commits leave as they are: by them, newest commits that somebody
  /// has removed by hand are missed.
  mutating func writeVersions() throws(PostgresFailure) {
    guard step != nil, connection != nil, !outdated.isEmpty else { return }
    let keys = Array(outdated.prefix(PostgresWriter.versionsAtOnce))
    let work = refreshing(keys)
    try commit(work.calls(heads))
    work.apply(to: &places)
    outdated.subtract(keys)
  }

  private func refreshing(_ keys: some Sequence<CollectionKey>) -> PostgresWork {
    var work = PostgresWork()
    for key in keys { work.refresh(key, places) }
    return work
  }

  private mutating func drop(_ slots: SlotSet) -> [CollectionKey] {
    let keys = places.filter { slots.contains($0.value.slot) }.map(\.key)
    heads.remove(keys)
    for key in keys { places[key] = nil }
    outdated.subtract(keys)
    garbage.removeAll { slots.contains($0.slot) }
    owned = owned.subtracting(slots)
    return keys
  }

  /// The statements that move slots.
  ///
  /// - Parameter rest: whether the node is to own none afterwards.
  static func moves(
    from node: Int64,
    _ assignment: Membership.Assignment,
    rest: Bool = false
  ) -> [PostgresCall] {
    var parameters = PostgresParameters(node)
    parameters.add(assignment)
    var calls = [PostgresCall(PostgresSchema.moveSlots, parameters)]
    if rest { calls.append(PostgresCall(PostgresSchema.freeSlots, PostgresParameters(node))) }
    return calls + [PostgresCall(PostgresSchema.countAssignment)]
  }
}

extension PostgresParameters {
  /// Adds two arrays: slots, and their nodes.
  mutating func add(_ assignment: Membership.Assignment) {
    let pairs = assignment.flatMap { node, slots in slots.slots.map { (slot: Int64($0), node: node) } }
    add(pairs.lazy.map(\.slot), count: pairs.count)
    add(pairs.lazy.map(\.node), count: pairs.count)
  }
}

extension Membership.Assignment {
  /// All slots of the assignment.
  var slots: SlotSet { values.reduce(SlotSet()) { $0.union($1) } }
}

extension PostgresFailure {
  /// Whether the first statement of a transaction found no such fence.
  var isFence: Bool { state == "22012" }
}
