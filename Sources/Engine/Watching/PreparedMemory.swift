import Synchronization

/// The memory of the messages that the feeds of one shard keep for the next subscribers, all together.
///
/// Each feed keeps few messages, but there can be thousands of feeds, one for each view, and a message can be as large
/// as a page. Beyond the limit the feed that began first to keep messages drops all of its own: they are made again
/// on demand.
///
/// Used on the shard's executor, except for ``release(_:)``.
final class PreparedMemory: @unchecked Sendable {
  /// The maximum memory of the messages, in bytes.
  static let limit = 16 * 1024 * 1024

  /// A feed that keeps messages.
  protocol Keeper: AnyObject {
    /// Drops all kept messages and returns their memory.
    func dropPrepared()
  }

  private struct Entry {
    weak var keeper: (any Keeper)?
  }

  private let held = Atomic(0)
  private var keepers = WaitingQueue<Entry>()

  /// The memory of all kept messages, in bytes.
  var bytes: Int { held.load(ordering: .relaxed) }

  /// Adds the memory of a message. Other feeds, or the same one, may drop theirs.
  ///
  /// - Parameter isFirst: whether the feed has kept nothing since it last dropped its messages.
  func add(_ bytes: Int, of keeper: any Keeper, isFirst: Bool) {
    held.wrappingAdd(bytes, ordering: .relaxed)
    if isFirst { _ = keepers.append(Entry(keeper: keeper)) { $0.keeper != nil } }
    while self.bytes > PreparedMemory.limit, let oldest = keepers.popFirst() { oldest.keeper?.dropPrepared() }
  }

  /// Subtracts the memory of messages that were dropped. Called on any thread, since a feed can end on any.
  func release(_ bytes: Int) { held.wrappingSubtract(bytes, ordering: .relaxed) }
}
