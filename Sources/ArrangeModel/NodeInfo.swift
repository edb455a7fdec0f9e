/// One of the nodes that serve the collections of one database together, as the node that was asked knows it.
public struct NodeInfo: Sendable, Hashable {
  /// Random, drawn at each start of the node.
  public var id: String
  /// The name of the node, for people.
  public var name: String
  /// The address at which other nodes reach it, as host:port.
  public var address: String
  /// The slots that it owns, in ascending order. The name of each collection and stored view belongs to one slot,
  /// and only the owner of the slot writes it.
  public var slots: [SlotRange]
  /// The remaining time of its lease, in milliseconds; 0 if it has run out, and other nodes may take its slots.
  public var leaseMilliseconds: Int
  /// Whether this is the node that was asked.
  public var isSelf: Bool
  /// The number of collections of other owners that it follows, for subscriptions and views; 0 if it is not the node that was
  /// asked.
  public var replicas = 0
  /// The time since it last heard from the database, in milliseconds; 0 if it is not the node that was asked.
  public var lagMilliseconds = 0

  /// The text of a node's id.
  package static func text(ofID id: Int64) -> String { String(id, radix: 36) }

  public init(
    id: String,
    name: String,
    address: String,
    slots: [SlotRange],
    leaseMilliseconds: Int,
    isSelf: Bool
  ) {
    self.id = id
    self.name = name
    self.address = address
    self.slots = slots
    self.leaseMilliseconds = leaseMilliseconds
    self.isSelf = isSelf
  }
}

/// Successive slots.
public struct SlotRange: Sendable, Hashable {
  public var first: Int
  /// The last slot, which is included.
  public var last: Int

  public init(first: Int, last: Int) {
    self.first = first
    self.last = last
  }

  /// Slots in ascending order as ranges, as few as possible.
  package static func ranges(of slots: some Sequence<Int>) -> [SlotRange] {
    slots.reduce(into: []) { ranges, slot in
      if let end = ranges.indices.last, ranges[end].last + 1 == slot {
        ranges[end].last = slot
      } else {
        ranges.append(SlotRange(first: slot, last: slot))
      }
    }
  }
}
