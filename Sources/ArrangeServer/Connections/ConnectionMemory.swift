import Logging
import Synchronization
import Wire

/// What the buffers of all connections take together: frames that are not complete, requests of open calls, and answers that
/// were not read. It is bounded; whoever holds the most has to go when it is more.
///
/// Each connection counts its own, on its event loop, and adds here what has changed. What it counts is what it knows without
/// asking the system: answers that a client does not read at once are looked at with every ``sampledBytes`` of them.
final class ConnectionMemory: Sendable {
  /// The bound where nothing is said, in bytes.
  static let standardLimit = 192 * 1024 * 1024
  /// By how much the count of a connection changes before it is added here, in bytes.
  static let step = 4 * 1024
  /// With how many bytes of answers a connection looks at what of them is still there.
  static let sampledBytes = 8 * 1024
  /// Where connections have to go, so many go that this part of the bound is free: 1/16.
  private static let freedPart = 16

  private let most: Atomic<Int>
  private let counted = Atomic(0)
  private let isRelieving = Atomic(false)
  private let ended = Atomic<UInt64>(0)

  init(limit: Int) { most = Atomic(limit) }

  var limit: Int { most.load(ordering: .relaxed) }

  /// Sets another bound. It counts with the next bytes that a connection holds more.
  func change(limit: Int) { most.store(limit, ordering: .relaxed) }

  /// What all connections hold, in bytes.
  var held: Int { max(0, counted.load(ordering: .relaxed)) }

  /// How many connections had to go since the start.
  var endedConnections: UInt64 { ended.load(ordering: .relaxed) }

  /// A connection holds so many bytes more, or fewer.
  ///
  /// - Returns: whether all together hold too much.
  func add(_ bytes: Int) -> Bool {
    counted.wrappingAdd(bytes, ordering: .relaxed).newValue > limit && bytes > 0
  }

  /// Whether nobody else is making room, which is then for the caller to do until ``endRelief()``.
  func beginRelief() -> Bool { !isRelieving.exchange(true, ordering: .acquiring) }

  func endRelief() { isRelieving.store(false, ordering: .releasing) }

  func noteEnded() { ended.wrappingAdd(1, ordering: .relaxed) }

  /// How many of the largest have to go, so that there is room again. The amounts descend.
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
  /// Has those connections go that hold the most. They count anew before, since what a client has read meanwhile is known
  /// only then.
  func makeRoom() {
    guard memory.beginRelief() else { return }
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
      note(
        .memory,
        "all connections together hold too much: those that hold the most have to go",
        [
          "held": "\(memory.held)", "connection-memory": "\(memory.limit)", "connections": "\(leaving.count)",
        ],
        level: .warning
      )
    }
    let missing = Countdown(leaving.count) { [memory] in
      memory.endRelief()
      if memory.held > memory.limit, !leaving.isEmpty { self.makeRoom() }
    }
    for (handler, _) in leaving {
      handler.loop.execute {
        handler.endForMemory()
        missing.count()
      }
    }
  }
}

/// Calls a closure when as many have counted as there are.
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
