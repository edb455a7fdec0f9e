import NIOCore
import Synchronization

/// The connections that are accepted to be refused, until their handlers know.
final class Refusals: Sendable {
  private let channels = Mutex<Set<ObjectIdentifier>>([])
  private let open = Atomic(0)
  private let all = Atomic<UInt64>(0)

  /// How many there were since the start.
  var total: UInt64 { all.load(ordering: .relaxed) }

  /// Counts a refusal, where the handler of the connection knows of it already.
  func count() { all.wrappingAdd(1, ordering: .relaxed) }

  func insert(_ channel: any Channel) {
    count()
    channels.withLock { _ = $0.insert(ObjectIdentifier(channel)) }
    open.wrappingAdd(1, ordering: .releasing)
  }

  /// Whether a connection is to be refused. It is forgotten.
  func remove(_ channel: any Channel) -> Bool {
    guard open.load(ordering: .acquiring) > 0,
      channels.withLock({ $0.remove(ObjectIdentifier(channel)) }) != nil
    else { return false }
    open.wrappingSubtract(1, ordering: .relaxed)
    return true
  }
}
