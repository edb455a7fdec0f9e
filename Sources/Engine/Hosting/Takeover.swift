import Synchronization

/// Serves slots that were gained: each of them once no shard has an older state of one of its collections, for subscribers and
/// views, than the journal.
final class Takeover: Sendable {
  private struct State {
    var shardsLeft: Int
    /// The number of collections that are being read, by slots.
    var reading: [Int: Int] = [:]
  }

  private let slots: SlotSet
  private let state: Mutex<State>
  private let serve: @Sendable (SlotSet) -> Void

  init(_ slots: SlotSet, shards: Int, _ serve: @escaping @Sendable (SlotSet) -> Void) {
    self.slots = slots
    state = Mutex(State(shardsLeft: shards))
    self.serve = serve
  }

  /// A collection of a slot is being read.
  func begin(_ slot: Int) { state.withLock { $0.reading[slot, default: 0] += 1 } }

  /// A collection of a slot was read, or nobody has it any more.
  func end(_ slot: Int) {
    let isReady = state.withLock { state in
      let left = state.reading[slot, default: 1] - 1
      state.reading[slot] = left == 0 ? nil : left
      return left == 0 && state.shardsLeft == 0
    }
    if isReady { serve(SlotSet([slot])) }
  }

  /// A shard has begun to read what it has.
  func recordShard() {
    let reading = state.withLock { state -> SlotSet? in
      state.shardsLeft -= 1
      return state.shardsLeft == 0 ? SlotSet(state.reading.keys) : nil
    }
    if let reading { serve(slots.subtracting(reading)) }
  }
}
