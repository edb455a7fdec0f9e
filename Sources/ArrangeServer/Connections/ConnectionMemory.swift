import Logging
import Synchronization
import Wire

/// The memory used by the buffers of all connections: incomplete frames, requests of open calls, and unread
/// answers. It has a limit; when that is exceeded, the connections that use the most are closed.
///
/// Each connection counts its own memory, on its event loop, and adds the changes here. It counts what it
/// knows without a system call; the answers that a client does not read at once are measured after every
/// ``sampledBytes`` of them.
final class ConnectionMemory: Sendable {
  /// The default limit, in bytes.
  static let standardLimit = 192 * 1024 * 1024
  /// The change of a connection's count after which it is added here, in bytes.
  static let step = 4 * 1024
  /// The size of the answers after which a connection measures how much of them is still held, in bytes.
  static let sampledBytes = 8 * 1024
  /// When connections have to be closed, so many are closed that this part of the limit is free: 1/16.
  private static let freedPart = 16

  private let most: Atomic<Int>
  private let counted = Atomic(0)
  private let isReclaiming = Atomic(false)
  private let ended = Atomic<UInt64>(0)

  init(limit: Int) { most = Atomic(limit) }

  var limit: Int { most.load(ordering: .relaxed) }

  /// Changes the limit. It takes effect when a connection's count next grows.
  func change(limit: Int) { most.store(limit, ordering: .relaxed) }

  /// The memory used by all connections, in bytes.
  var held: Int { max(0, counted.load(ordering: .relaxed)) }

  /// The number of connections that were closed for their memory since the start.
  var endedConnections: UInt64 { ended.load(ordering: .relaxed) }

  /// Adds a change of a connection's memory, in bytes.
  ///
  /// - Returns: whether all connections together use too much.
  func add(_ bytes: Int) -> Bool {
    counted.wrappingAdd(bytes, ordering: .relaxed).newValue > limit && bytes > 0
  }

  /// Whether no other thread is freeing memory. If true, the caller has to do so, and to call
  /// ``endReclaiming()``.
  func beginReclaiming() -> Bool { !isReclaiming.exchange(true, ordering: .acquiring) }

  func endReclaiming() { isReclaiming.store(false, ordering: .releasing) }

  func recordEnded() { ended.wrappingAdd(1, ordering: .relaxed) }

  /// How many of the largest connections have to be closed to make room. The amounts are in descending order.
  func count(toGo amounts: some Sequence<Int>) -> Int {
    let held = held
    guard held > limit else { return 0 }
    var excess = held - limit + limit / ConnectionMemory.freedPart
    var count = 0
    for amount in amounts where excess > 0 {
      excess -= amount
      count += 1
    }
    return count
  }
}

extension ServerContext {
  /// Closes the connections that use the most memory. All connections count again first, since that shows
  /// what clients have read in the meantime.
  func makeRoom() {
    guard memory.beginReclaiming() else { return }
    let handlers = allConnections
    let missing = Countdown(loops.count) { self.endLargest(handlers) }
    for loop in loops {
      loop.execute {
        for handler in handlers where handler.loop === loop { handler.count(sampling: true) }
        missing.count()
      }
    }
  }

  private func endLargest(_ handlers: [ConnectionHandler]) {
    let largest = handlers.map { (handler: $0, bytes: $0.countedBytes) }.sorted { $0.bytes > $1.bytes }
    let leaving = largest.prefix(memory.count(toGo: largest.lazy.map(\.bytes)))
    if !leaving.isEmpty {
      record(
        .memory,
        "all connections together use too much memory; closing those that use the most",
        [
          "held": "\(memory.held)", "connection-memory": "\(memory.limit)", "connections": "\(leaving.count)",
        ],
        level: .warning
      )
    }
    let missing = Countdown(leaving.count) { [memory] in
      memory.endReclaiming()
      if memory.held > memory.limit, !leaving.isEmpty { self.makeRoom() }
    }
    for (handler, _) in leaving {
      handler.loop.execute {
        handler.closeForMemory()
        missing.count()
      }
    }
  }
}

/// Calls a closure when it was counted down to zero.
private final class Countdown: Sendable {
  private let missing: Atomic<Int>
  private let whenDone: @Sendable () -> Void

  init(_ count: Int, whenDone: @escaping @Sendable () -> Void) {
    missing = Atomic(count)
    self.whenDone = whenDone
    if count == 0 { whenDone() }
  }

  func count() {
    if missing.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { whenDone() }
  }
}
