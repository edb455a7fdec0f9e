import NIOCore
import Synchronization

/// The connections that were accepted only to be refused, until their handlers know of it.
final class Refusals: Sendable {
  private let channels = Mutex<Set<ObjectIdentifier>>([])
  private let open = Atomic(0)
  private let all = Atomic<UInt64>(0)

  /// The number of refusals since the start.
  var total: UInt64 { all.load(ordering: .relaxed) }

  /// Counts a refusal that the handler of the connection already knows of.
  func count() { all.wrappingAdd(1, ordering: .relaxed) }

  func insert(_ channel: any Channel) {
    count()
    channels.withLock { _ = $0.insert(ObjectIdentifier(channel)) }
    open.wrappingAdd(1, ordering: .releasing)
  }

  /// Whether a connection is to be refused. It is removed from the set.
  func remove(_ channel: any Channel) -> Bool {
    guard open.load(ordering: .acquiring) > 0,
      channels.withLock({ $0.remove(ObjectIdentifier(channel)) }) != nil
    else { return false }
    open.wrappingSubtract(1, ordering: .relaxed)
    return true
  }
}
