import NIOCore
import Synchronization

/// The connections that are accepted to be refused, until their handlers know.
final class Refusals: Sendable {
  private let channels = Mutex<Set<ObjectIdentifier>>([])
  private let count = Atomic(0)
  private let all = Atomic<UInt64>(0)

  /// How many there were since the start.
  var total: UInt64 { all.load(ordering: .relaxed) }

  func insert(_ channel: any Channel) {
    all.wrappingAdd(1, ordering: .relaxed)
    channels.withLock { _ = $0.insert(ObjectIdentifier(channel)) }
    count.wrappingAdd(1, ordering: .releasing)
  }

  /// Whether a connection is to be refused. It is forgotten.
  func remove(_ channel: any Channel) -> Bool {
    guard count.load(ordering: .acquiring) > 0,
      channels.withLock({ $0.remove(ObjectIdentifier(channel)) }) != nil
    else { return false }
    count.wrappingSubtract(1, ordering: .relaxed)
    return true
  }
}
