import Engine
import Synchronization

/// The slots of this node that transactions over several owners wait with until they have the others, and how often each of
/// them is pinned.
///
/// Other nodes get such slots when that is over: otherwise two nodes could take the same slot from each other again and again. A
/// pin is a courtesy with an end, ``patience``, and nothing is correct because of it.
final class PinnedSlots: Sendable {
  /// How long a node that asks for a slot waits for those who have pinned it, in nanoseconds.
  static let patience: UInt64 = 500_000_000

  private let counts = Mutex<[Int: Int]>([:])

  func pin(_ slot: Int) { counts.withLock { $0[slot, default: 0] += 1 } }

  func unpin(_ slots: some Sequence<Int>) {
    counts.withLock { counts in
      for slot in slots {
        let left = counts[slot, default: 1] - 1
        counts[slot] = left == 0 ? nil : left
      }
    }
  }

  /// Whether one of some slots is pinned.
  func contains(anyOf slots: SlotSet) -> Bool {
    counts.withLock { counts in counts.keys.contains { slots.contains($0) } }
  }
}
