package import ArrangeModel
import Synchronization

/// The slots that this node owns, as the shards see them. Read for each call, on any thread.
package final class Ownership: Sendable {
  private final class Word: Sendable { let bits = Atomic<UInt64>(0) }

  package let lease: Lease
  /// One bit for each slot that is served.
  private let served = (0..<Slot.count / 64).map { _ in Word() }
  private struct Owned {
    var slots = SlotSet()
    /// How often slots came, and which of these times each slot came last.
    var gains = 0
    var gainOfSlot = [Int](repeating: 0, count: Slot.count)
  }

  /// The slots that belong to this node. Those that it is taking over are not served yet.
  private let owned = Mutex(Owned())

  package init(lease: Lease) { self.lease = lease }

  /// Whether this node may change the collection of a name, and answer for it as the newest.
  ///
  /// No collection has the empty name, which stands for those that a caller may not see, and every node can say so.
  package func owns(_ name: Identifier) -> Bool {
    name == .empty || serves(Slot.of(name)) && lease.isHeld
  }

  /// The same without the lease: whether no other node may.
  package func serves(_ slot: Int) -> Bool {
    served[slot / 64].bits.load(ordering: .acquiring) & 1 << (slot % 64) != 0
  }

  /// Whether a slot belongs to this node, served or not: no other node writes to its collections.
  func holds(_ slot: Int) -> Bool { owned.withLock { $0.slots.contains(slot) } }

  /// Whether this node may answer for all names, so that what it knows of them is what there is.
  package var answersForAll: Bool {
    served.allSatisfy { $0.bits.load(ordering: .acquiring) == .max } && lease.isHeld
  }

  /// The slots that belong to this node.
  package var slots: SlotSet { owned.withLock { $0.slots } }

  /// Slots belong to this node from now on.
  ///
  /// - Returns: the number of this gain.
  func add(_ slots: SlotSet) -> Int {
    owned.withLock { owned in
      owned.slots = owned.slots.union(slots)
      owned.gains += 1
      for slot in slots.slots { owned.gainOfSlot[slot] = owned.gains }
      return owned.gains
    }
  }

  /// Serves slots that came with a gain, as far as they have not been given away since: another gain is served for itself.
  func serve(_ slots: SlotSet, of gain: Int) {
    owned.withLock { owned in
      for slot in slots.intersection(owned.slots).slots where owned.gainOfSlot[slot] == gain {
        served[slot / 64].bits.bitwiseOr(1 << (slot % 64), ordering: .releasing)
      }
    }
  }

  func remove(_ slots: SlotSet) {
    owned.withLock { owned in
      owned.slots = owned.slots.subtracting(slots)
      for slot in slots.slots { served[slot / 64].bits.bitwiseAnd(~(1 << (slot % 64)), ordering: .releasing) }
    }
  }
}

extension ArrangeError {
  /// The pause after which a call for a collection of another node is worth another attempt, in milliseconds.
  private static let millisecondsToOwner: UInt32 = 100

  /// The error for a collection that this node does not own.
  package static let notOwned = ArrangeError(
    .unavailable,
    "the node that owns the collection can't be reached, or it is moving to another one; try again",
    retryAfterMilliseconds: millisecondsToOwner
  )
}
