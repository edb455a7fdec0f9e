import ArrangeModel
import Dispatch
package import Engine
import Synchronization

/// The journal of one node of a ``MemoryCluster``.
package final class MemoryNode: SharedJournal, SlotExchange {
  private struct State {
    var stop = JournalStop()
    var whenStopped: (@Sendable (JournalError) -> Void)?
    /// The slots that this node has read, and writes to.
    var held = SlotSet()
    /// How many changes of the catalog it has read.
    var changesRead = 0
    /// What waits for changes of the catalog that are delayed.
    var refreshes: [@Sendable (Bool) -> Void] = []
    var delaysCatalog = false
    /// How often the catalog was to be read.
    var refreshCount = 0
    var hasLeft = false
    var losesAnswers = false
  }

  package let id: Int64
  package let name: String
  package let lease: Lease
  /// Blocks the attempt to become a member.
  package let joins = Gate()
  /// Blocks reads of commits.
  package let reads = Gate()
  /// Where the reads of a collection wait after its commits were read.
  package let ends = Gate()
  private let cluster: MemoryCluster
  private let learnsAtOnce: Bool
  private let state = Mutex(State())
  /// The member; its calls are made one at a time.
  private let member = Mutex<(any JournalMember)?>(nil)

  init(
    _ cluster: MemoryCluster,
    _ id: Int64,
    _ name: String,
    now: @escaping @Sendable () -> UInt64,
    learnsAtOnce: Bool
  ) {
    self.cluster = cluster
    self.id = id
    self.name = name
    self.learnsAtOnce = learnsAtOnce
    lease = Lease(now: now)
  }

  /// The slots that this node has read, and writes to.
  package var heldSlots: SlotSet { state.withLock { $0.held } }

  /// How often somebody has had this node read the catalog.
  package var refreshCount: Int { state.withLock { $0.refreshCount } }

  /// The slots that were assigned to this node and that it has not read yet.
  package var newSlots: SlotSet {
    let assigned = cluster.table.withLock { $0.slots[id] ?? SlotSet() }
    return assigned.subtracting(heldSlots)
  }

  /// Has the node never hear that appends of several commits were made, as if the database had taken them and then was gone.
  package func loseAnswers() { state.withLock { $0.losesAnswers = true } }

  /// Whether it learns of changes of the catalog only by ``learnCatalog(atMost:)``.
  package func delayCatalog(_ delays: Bool) { state.withLock { $0.delaysCatalog = delays } }

  private func check() throws(JournalError) {
    try state.withLock { (state) throws(JournalError) in try state.stop.check() }
  }

  // MARK: Membership

  package var nodeID: Int64 { id }
  package var secret: String { cluster.secret }
  package var nodes: [NodeRecord] { cluster.records(for: id) }
  package var millisecondsSinceContact: Int { 0 }
  package var isShared: Bool { true }
  package var isOvertaken: Bool { state.withLock { $0.stop.error?.code == .overtaken } }

  package var hasLeft: Bool { state.withLock { $0.hasLeft } }

  package func join(_ member: any JournalMember, port: Int?) throws(JournalError) {
    joins.pass()
    try check()
    self.member.withLock { $0 = member }
    let (address, name, id) = (port.map { "127.0.0.1:\($0)" } ?? "", name, id)
    let unowned = cluster.table.withLock { table -> SlotSet in
      table.nodes[id] = (name, address)
      table.slots[id] = SlotSet()
      return SlotSet.all.subtracting(table.owned)
    }
    lease.extend(until: .max)
    cluster.assign(unowned, to: self)
    guard learnsAtOnce else { return }
    try gain()
    cluster.tellNodes()
  }

  /// Reads the collections of the slots that were assigned to this node, and serves them.
  package func gain() throws(JournalError) {
    learnCatalog()
    try check()
    let slots = newSlots
    if slots.isEmpty { return }
    let collections = try cluster.base.collections().filter { slots.contains(Slot.of($0.name)) }
    state.withLock { $0.held = $0.held.union(slots) }
    member.withLock { $0?.gained(slots, collections) }
  }

  /// Asks the member to end its use of slots.
  package func release(_ slots: SlotSet, whenDone: @escaping @Sendable () -> Void) {
    member.withLock { $0?.release(slots, whenDone: whenDone) }
  }

  /// Tells the member that slots are another node's.
  package func released(_ slots: SlotSet) {
    state.withLock { $0.held = $0.held.subtracting(slots) }
    member.withLock { $0?.released(slots) }
  }

  package func learnNodes() {
    let records = cluster.records(for: id)
    member.withLock { $0?.nodesChanged(records) }
  }

  /// Passes changes of the catalog on that other nodes have made.
  ///
  /// - Parameter limit: the maximum number of changes that are read.
  package func learnCatalog(atMost limit: Int = .max) {
    let hasMember = member.withLock { member in
      // Before it has joined, a node learns nothing.
      guard member != nil else { return false }
      let first = state.withLock { $0.changesRead }
      let changes = cluster.table.withLock { table in Array(table.changes.dropFirst(first).prefix(limit)) }
      let records = (try? cluster.base.collections()) ?? []
      let byName = Dictionary(uniqueKeysWithValues: records.map { ($0.name, $0) })
      state.withLock { $0.changesRead = first + changes.count }
      // A change says that there is one; what it is is read as of now.
      let notes = changes.filter { $0.by != id }.map { change in
        byName[change.name].map { CatalogChange.present($0) } ?? .absent(change.name)
      }
      if !notes.isEmpty { member?.catalogChanged(notes) }
      return true
    }
    guard hasMember else { return }
    let isAll = cluster.table.withLock { $0.changes.count } == state.withLock { $0.changesRead }
    guard isAll else { return }
    let refreshes = state.withLock { state in
      defer { state.refreshes = [] }
      return state.refreshes
    }
    for refresh in refreshes { refresh(true) }
  }

  package func cancelJoin() {}

  package func refreshCatalog(_ whenDone: @escaping @Sendable (Bool) -> Void) {
    let isStopped = state.withLock { state in
      state.refreshCount += 1
      if state.stop.error == nil { state.refreshes.append(whenDone) }
      return state.stop.error != nil
    }
    if isStopped { return whenDone(false) }
    if !state.withLock({ $0.delaysCatalog }) { learnCatalog() }
  }

  package var exchange: any SlotExchange { self }

  package func give(_ slots: SlotSet, to node: Int64, _ whenDone: @escaping @Sendable () -> Void) {
    cluster.transfers.async { [self] in
      give(slots, to: node)
      whenDone()
    }
  }

  private func give(_ slots: SlotSet, to node: Int64) {
    guard let receiver = cluster.living(node), receiver !== self else { return }
    let hook = cluster.whenGiving.withLock { $0 }
    hook?(.asked, self, receiver)
    let given = heldSlots.intersection(slots)
    guard !given.isEmpty else { return }
    let isDrained = Gate()
    isDrained.close()
    release(given) { isDrained.open() }
    isDrained.pass()
    hook?(.drained, self, receiver)
    // As in a database, nothing is given by a node or to one that is gone.
    guard cluster.give(given, from: self, to: receiver) else { return }
    hook?(.assigned, self, receiver)
    released(given)
    try? receiver.gain()
    cluster.tellNodes()
  }

  package func want(_ slots: SlotSet) {}

  package func made(among declarations: [String]) throws(JournalError) -> Set<String> {
    try check()
    return cluster.table.withLock { $0.declarations.intersection(declarations) }
  }

  package func recordMade(_ declarations: [String]) throws(JournalError) {
    try check()
    cluster.table.withLock { $0.declarations.formUnion(declarations) }
  }

  package func leave() {
    let others = cluster.living.filter { $0 !== self }
    guard !others.isEmpty, !isOvertaken, member.withLock({ $0 != nil }) else { return }
    let slots = heldSlots
    let isDrained = Gate()
    isDrained.close()
    release(slots) { isDrained.open() }
    isDrained.pass()
    var shares = others.map { _ in SlotSet() }
    for (index, slot) in slots.slots.enumerated() { shares[index % others.count].insert(slot) }
    for (other, share) in zip(others, shares) { cluster.assign(share, to: other) }
    cluster.expel(self)
    released(slots)
    state.withLock { $0.hasLeft = true }
    for other in others { try? other.gain() }
    cluster.tellNodes()
    learnNodes()
  }

  /// Stops the journal because its slots were taken over, as a poll finds out.
  package func findOut() {
    guard cluster.table.withLock({ $0.nodes[id] == nil }) else { return }
    let error = stop(MemoryNode.overtaken)
    let body = state.withLock { state in
      defer { state.whenStopped = nil }
      return state.whenStopped
    }
    body?(error)
  }

  private static let overtaken = JournalError(.overtaken, "other nodes have taken over what this one owned")

  private func stop(_ error: JournalError) -> JournalError {
    lease.end()
    let (result, refreshes) = state.withLock { state in
      defer { state.refreshes = [] }
      return (state.stop.stop(error), state.refreshes)
    }
    for refresh in refreshes { refresh(false) }
    return result
  }

  // MARK: Writing

  package func append(_ entries: [JournalEntry]) throws(JournalError) {
    try check()
    if entries.isEmpty { return }
    let held = heldSlots
    let outcome = cluster.table.withLock { table -> Result<Void, JournalError> in
      guard table.nodes[id] != nil else { return .failure(MemoryNode.overtaken) }
      do throws(JournalError) {
        let names = try table.names(of: entries, by: id, held)
        try cluster.base.append(entries)
        table.record(entries, names, by: id)
        if state.withLock({ $0.losesAnswers }), entries.count(where: \.isCommit) > 1 {
          return .failure(MemoryNode.overtaken)
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    do throws(JournalError) { try outcome.get() } catch {
      throw error.code == .overtaken ? stop(error) : error
    }
  }

  package func whenStopped(_ body: @escaping @Sendable (JournalError) -> Void) {
    state.withLock { $0.whenStopped = body }
  }

  package func close() {
    lease.end()
    let refreshes = state.withLock { state in
      _ = state.stop.close()
      defer { state.refreshes = [] }
      return state.refreshes
    }
    for refresh in refreshes { refresh(false) }
  }

  // MARK: Reading

  package func collections() throws(JournalError) -> [CollectionRecord] {
    try check()
    // From here on it learns what others change.
    state.withLock { [count = cluster.table.withLock { $0.changes.count }] in $0.changesRead = count }
    return try cluster.base.collections()
  }

  package func checkpoint(of collection: CollectionKey) throws(JournalError) -> CheckpointRecord? {
    try check()
    return try cluster.base.checkpoint(of: collection)
  }

  package func checkpointChunk(
    _ index: Int,
    of collection: CollectionKey,
    version: UInt64
  ) throws(JournalError) -> [UInt8] {
    try check()
    return try cluster.base.checkpointChunk(index, of: collection, version: version)
  }

  package func commits(
    of collection: CollectionKey,
    from: UInt64,
    limit: Int
  ) throws(JournalError) -> [CommitRecord] {
    reads.pass()
    try check()
    return try cluster.base.commits(of: collection, from: from, limit: limit)
  }

  package func commit(
    of collection: CollectionKey,
    requestID: [UInt8]
  ) throws(JournalError) -> CommitRecord? {
    try check()
    return try cluster.base.commit(of: collection, requestID: requestID)
  }

  package func requests(of collection: CollectionKey, limit: Int) throws(JournalError) -> [RequestRecord] {
    ends.pass()
    try check()
    return try cluster.base.requests(of: collection, limit: limit)
  }

  package func oldestCommit(of collection: CollectionKey) throws(JournalError) -> UInt64? {
    try check()
    return try cluster.base.oldestCommit(of: collection)
  }

  package func snapshot() throws(JournalError) -> any JournalReading {
    try check()
    return try cluster.base.snapshot()
  }
}

extension MemoryCluster.Table {
  /// The names that entries are about, all of which must be of slots of a node.
  fileprivate func names(
    of entries: [JournalEntry],
    by id: Int64,
    _ held: SlotSet
  ) throws(JournalError) -> [Identifier] {
    var created: [CollectionKey: Identifier] = [:]
    var begun: Set<CollectionKey> = []
    var result: [Identifier] = []
    let own = held.intersection(slots[id] ?? SlotSet())
    for entry in entries {
      if case .create(let key, let name, _, _) = entry { created[key] = name }
      guard let name = created[entry.key] ?? names[entry.key] else {
        throw JournalError(.conflict, "there is no collection \(entry.key)")
      }
      guard own.contains(Slot.of(name)) else {
        throw JournalError(.conflict, "\"\(name)\" belongs to another node")
      }
      if case .checkpointChunk(let key, _, let index, _, _) = entry {
        if index == 0 { begun.insert(key) }
        guard !abandoned.contains(key) || begun.contains(key) else {
          throw JournalError(.conflict, "chunk \(index) of a checkpoint that another node has begun")
        }
      }
      result.append(name)
    }
    return result
  }

  /// Records entries that were appended.
  fileprivate mutating func record(_ entries: [JournalEntry], _ names: [Identifier], by id: Int64) {
    for (entry, name) in zip(entries, names) {
      switch entry {
      case .create(let key, _, _, _):
        self.names[key] = name
        changes.append((name, id))
      case .describe: changes.append((name, id))
      case .delete(let key):
        self.names[key] = nil
        changes.append((name, id))
      case .checkpointChunk(let key, _, let index, _, _): if index == 0 { abandoned.remove(key) }
      case .commit, .trim: break
      }
    }
  }
}

extension JournalEntry {
  fileprivate var isCommit: Bool { if case .commit = self { true } else { false } }

  fileprivate var key: CollectionKey {
    switch self {
    case .create(let key, _, _, _), .describe(let key, _), .delete(let key),
      .checkpointChunk(let key, _, _, _, _), .trim(let key, _):
      key
    case .commit(let commit): commit.collection
    }
  }
}
