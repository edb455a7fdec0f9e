package import ArrangeModel
import Synchronization

/// A journal that several servers, its nodes, write to at the same time. Each slot belongs to one node at a time, which
/// alone writes the collections of that slot and may read them as the newest; see ``Slot``.
///
/// ``collections()`` and the other reads answer for all collections, from what is stored.
package protocol SharedJournal: Journal {
  /// For how long this node may answer from memory for its slots.
  var lease: Lease { get }

  /// The id of this node: random, drawn at each start.
  var nodeID: Int64 { get }

  /// By which the nodes know each other. Whoever can read it can change everything anyway.
  var secret: String { get }

  /// Becomes a member: from now on the node gets slots, and the calls of `member` are made, one at a time, on a thread of the
  /// journal. This thread also extends the lease, so they must return soon. Slots that no living node owns are gained before
  /// this returns. Blocks, for up to the lease of a node that may have ended.
  ///
  /// - Parameter port: the port at which other nodes reach this one, unless the journal was told an address; nil if there is
  ///   none, so that the node can only be used by its own clients while it owns everything.
  func join(_ member: any JournalMember, port: Int?) throws(JournalError)

  /// Has a ``join(_:port:)`` that waits end soon, with ``JournalError/Code/closed``. Does nothing once the node has joined.
  func cancelJoin()

  /// Reads what other nodes have created, described and deleted, and passes it to the member before `whenDone` is called, on a
  /// thread of the journal. `whenDone` gets false if the database could not be reached.
  func refreshCatalog(_ whenDone: @escaping @Sendable (Bool) -> Void)

  /// Gives all slots to the other nodes and gets none any more. Blocks until the slots are given away, or there is no other
  /// node, or the database can't be reached.
  func leave()

  /// By which nodes ask each other for slots.
  var exchange: any SlotExchange { get }

  /// Those of some declarations that were made, by this or another node. What a configuration declares is made once: whoever
  /// changes or deletes it later has the last word. Blocks.
  func made(among declarations: [String]) throws(JournalError) -> Set<String>

  /// Stores durably that declarations were made. Blocks.
  func recordMade(_ declarations: [String]) throws(JournalError)

  /// Whether the node has lost its slots to others, so that the journal has stopped. A new start joins again.
  var isOvertaken: Bool { get }

  /// Whether the node has given all of its slots away, and learns nothing any more.
  var hasLeft: Bool { get }

  /// The nodes as this one has read them last.
  var nodes: [NodeRecord] { get }

  /// How long ago this node has last heard from the database, in milliseconds.
  var millisecondsSinceContact: Int { get }

  /// Whether other nodes may use the journal; otherwise it is used as one that is not shared.
  var isShared: Bool { get }
}

extension SharedJournal {
  /// For a journal in a database: the rows are removed, and what its own files have of them is its affair.
  package func erase(while isWanted: () -> Bool) throws(JournalError) -> JournalErasure {
    try sweep(while: isWanted)
    return isWanted() ? .database : .incomplete
  }
}

/// What a node does about slots because one of the nodes asks for them.
package protocol SlotExchange: Sendable {
  /// Gives slots to another node that has asked for them, after the member has drained them. Slots that this node does not own
  /// are left alone.
  ///
  /// - Parameter whenDone: called once, on any thread, when the slots are no longer those of this node, or will stay here.
  func give(_ slots: SlotSet, to node: Int64, _ whenDone: @escaping @Sendable () -> Void)

  /// Notes that this node asks others for slots: as long as it has them, it gives other ones away first.
  func want(_ slots: SlotSet)
}

/// A server that is a member of a shared journal.
package protocol JournalMember: AnyObject, Sendable {
  /// The node owns more slots from now on. The journal has read the collections of these slots, and accepts appends to them.
  ///
  /// - Parameter collections: the collections and stored views of the slots, as of now.
  func gained(_ slots: SlotSet, _ collections: [CollectionRecord])

  /// The node is to give slots away. When nothing of them is being written any more, and nothing will be, the member calls
  /// the closure, once, on any thread. Calls for these slots wait or are refused meanwhile.
  func release(_ slots: SlotSet, whenDone: @escaping @Sendable () -> Void)

  /// The slots of an earlier ``release(_:whenDone:)`` belong to other nodes now.
  func released(_ slots: SlotSet)

  /// Other nodes have changed the catalog.
  func catalogChanged(_ changes: [CatalogChange])

  /// The nodes have changed: who they are, where they are, or what they own.
  func nodesChanged(_ nodes: [NodeRecord])
}

/// What another node has changed.
package enum CatalogChange: Sendable, Hashable {
  /// There is a collection or a stored view, as of now.
  case present(CollectionRecord)
  /// There is none of the name.
  case absent(Identifier)
}

/// A node of a shared journal.
package struct NodeRecord: Sendable, Hashable {
  /// Random, drawn at each start.
  package var id: Int64
  /// For people: what the node was told to call itself.
  package var name: String
  /// Where other nodes reach it, as host:port.
  package var address: String
  package var slots: SlotSet
  /// Whether this is the node that asks.
  package var isOwn: Bool
  /// How long its lease still was when it was read, in milliseconds.
  package var leaseMilliseconds: Int

  package init(id: Int64, name: String, address: String, slots: SlotSet, isOwn: Bool, leaseMilliseconds: Int)
  {
    self.id = id
    self.name = name
    self.address = address
    self.slots = slots
    self.isOwn = isOwn
    self.leaseMilliseconds = leaseMilliseconds
  }
}

/// The time until which a node may answer from memory, on its own monotonic clock. Read for each call, on any thread.
package final class Lease: Sendable {
  private let end = Atomic<UInt64>(0)
  private let now: @Sendable () -> UInt64

  /// - Parameter now: nanoseconds since an arbitrary moment. It goes on while the machine sleeps.
  package init(now: @escaping @Sendable () -> UInt64) { self.now = now }

  /// Whether the lease still holds.
  package var isHeld: Bool { now() < end.load(ordering: .acquiring) }

  /// Extends the lease. It never becomes shorter.
  package func extend(until time: UInt64) {
    var old = end.load(ordering: .relaxed)
    while old < time {
      let result = end.compareExchange(expected: old, desired: time, ordering: .releasing)
      if result.exchanged { return }
      old = result.original
    }
  }

  /// Ends it for good: the node has lost its slots.
  package func end(at time: UInt64 = 0) { end.store(time, ordering: .releasing) }
}
