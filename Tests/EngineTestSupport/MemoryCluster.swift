package import ArrangeModel
import Dispatch
package import Engine
package import Synchronization

/// A journal in memory that several nodes of one test share. It has no threads and no clock of its own: the test decides when
/// slots move, when a lease ends, and when a node learns what others have changed.
///
/// It is as strict as a database. Entries for a slot that a node does not own are refused, and so is everything that a node
/// writes after its slots were taken over.
package final class MemoryCluster: Sendable {
  /// What is stored about nodes and slots.
  struct Table: Sendable {
    /// The rows of the nodes: a node without one has lost everything.
    var nodes: [Int64: (name: String, address: String)] = [:]
    var slots: [Int64: SlotSet] = [:]
    /// The names whose catalog entries were changed, with the nodes that did so, in the order of the changes.
    var changes: [(name: Identifier, by: Int64)] = []
    /// The names of collections by their keys.
    var names: [CollectionKey: Identifier] = [:]
    /// The collections whose checkpoint in progress was begun by an earlier owner: nobody can continue it.
    var abandoned: Set<CollectionKey> = []
    /// The declarations that were made.
    var declarations: Set<String> = []
    /// The node that is made next gets this id.
    var nextID: Int64 = 1

    var owned: SlotSet { slots.values.reduce(SlotSet()) { $0.union($1) } }

    func owner(of slot: Int) -> Int64? { slots.first { $0.value.contains(slot) }?.key }
  }

  /// What all nodes share.
  package let base: MemoryJournal
  let table = Mutex(Table())
  /// Every node that was made.
  private let members = Mutex<[Int64: MemoryNode]>([:])
  /// Slots that nodes ask for move one after the other.
  let transfers = DispatchQueue(label: "memory-cluster-transfers")
  /// Called before slots are given to a node that has asked for them, and when they are that node's by the table, without the
  /// nodes knowing it.
  package let whenGiving = Mutex<(@Sendable (Giving, _ giver: MemoryNode, _ receiver: MemoryNode) -> Void)?>(
    nil
  )

  /// The steps of giving slots to a node that has asked for them.
  package enum Giving: Sendable, CaseIterable {
    case asked, drained, assigned
  }
  /// The token by which nodes know each other.
  package let secret: String

  package init(_ base: MemoryJournal = MemoryJournal(), secret: String = "secret of a test")
    throws(JournalError)
  {
    self.base = base
    self.secret = secret
    let records = try base.collections()
    table.withLock { table in for record in records { table.names[record.key] = record.name } }
  }

  /// A journal for one node, which becomes a member by `join`.
  ///
  /// - Parameters:
  ///   - now: the clock of its lease, in nanoseconds.
  ///   - learnsAtOnce: whether a node is told of other nodes and gets slots as soon as they change.
  package func node(
    _ name: String,
    now: @escaping @Sendable () -> UInt64 = { 0 },
    learnsAtOnce: Bool = true
  ) -> MemoryNode {
    let id = table.withLock { table in
      defer { table.nextID += 1 }
      return table.nextID
    }
    let node = MemoryNode(self, id, name, now: now, learnsAtOnce: learnsAtOnce)
    members.withLock { $0[id] = node }
    return node
  }

  /// The node that owns a name; nil if there is none at the moment.
  package func owner(of name: Identifier) -> MemoryNode? {
    let id = table.withLock { $0.owner(of: Slot.of(name)) }
    return id.flatMap { id in members.withLock { $0[id] } }
  }

  /// A node that has a row.
  func living(_ id: Int64) -> MemoryNode? {
    table.withLock { $0.nodes[id] != nil } ? members.withLock { $0[id] } : nil
  }

  /// The nodes that have a row.
  package var living: [MemoryNode] {
    let ids = table.withLock { $0.nodes.keys.sorted() }
    return members.withLock { members in ids.compactMap { members[$0] } }
  }

  /// Assigns slots that a node has drained, or that nobody owns.
  package func assign(_ slots: SlotSet, to node: MemoryNode) {
    let keys = table.withLock { table -> [CollectionKey] in
      for id in Array(table.slots.keys) { table.slots[id] = table.slots[id]?.subtracting(slots) }
      table.slots[node.id] = (table.slots[node.id] ?? SlotSet()).union(slots)
      return table.names.compactMap { slots.contains(Slot.of($0.value)) ? $0.key : nil }
    }
    table.withLock { $0.abandoned.formUnion(keys) }
  }

  /// Gives slots of a node to another one, unless one of them has lost everything.
  func give(_ slots: SlotSet, from giver: MemoryNode, to receiver: MemoryNode) -> Bool {
    guard table.withLock({ $0.nodes[giver.id] != nil && $0.nodes[receiver.id] != nil }) else { return false }
    assign(slots, to: receiver)
    return true
  }

  /// Takes all slots of a node away, which did not extend its lease. It writes nothing afterwards, and finds that out with its
  /// next append or poll.
  ///
  /// - Returns: the slots that nobody owns now.
  @discardableResult
  package func expel(_ node: MemoryNode) -> SlotSet {
    table.withLock { table in
      table.nodes[node.id] = nil
      return table.slots.removeValue(forKey: node.id) ?? SlotSet()
    }
  }

  /// Moves slots from the node that owns them to another one, and waits until both know.
  ///
  /// - Parameter wait: called again and again until the giver has drained.
  package func move(_ slots: SlotSet, to receiver: MemoryNode, while wait: () -> Void) throws(JournalError) {
    for giver in living where giver !== receiver {
      let moved = giver.heldSlots.intersection(slots)
      if moved.isEmpty { continue }
      let isDrained = Atomic(false)
      giver.release(moved) { isDrained.store(true, ordering: .releasing) }
      while !isDrained.load(ordering: .acquiring) { wait() }
      assign(moved, to: receiver)
      giver.released(moved)
    }
    try receiver.gain()
    tellNodes()
  }

  /// Tells every node what the nodes are now.
  package func tellNodes() { for node in living { node.learnNodes() } }

  func records(for id: Int64) -> [NodeRecord] {
    table.withLock { table in
      table.nodes.keys.sorted().map { node in
        NodeRecord(
          id: node,
          name: table.nodes[node]?.name ?? "",
          address: table.nodes[node]?.address ?? "",
          slots: table.slots[node] ?? SlotSet(),
          isOwn: node == id,
          leaseMilliseconds: 10_000
        )
      }
    }
  }
}
