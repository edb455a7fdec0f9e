/// What a watched list keeps for all of its subscribers together: the change log, the subscribers themselves, the lists
/// that they are reading, and messages made for one of them that may be reused for the next.
///
/// It belongs to a shard and is used on its executor only; closures that return there may capture it.
final class ChangeFeed<List: ServedList, Log: Sendable>: @unchecked Sendable {
  @exclusivity(unchecked) var log: Log
  @exclusivity(unchecked) var reads = MissedReads()
  let listeners: ListenerRounds
  @exclusivity(unchecked) var snapshots = SnapshotLists<List>()
  let messages: KeptMessages

  /// - Parameter memory: the memory of the messages of all feeds of the shard.
  init(_ log: Log, memory: PreparedMemory = PreparedMemory()) {
    self.log = log
    messages = KeptMessages(in: memory)
    listeners = ListenerRounds(sharing: messages)
  }

  /// Drops what was kept for subscribers and was not used for some time.
  func evict(idleFor nanoseconds: UInt64, now: UInt64) {
    snapshots.evict(idleFor: nanoseconds, now: now)
    messages.evict(idleFor: nanoseconds, now: now)
  }
}
