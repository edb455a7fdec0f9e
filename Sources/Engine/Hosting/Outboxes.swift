import ArrangeModel
import Synchronization

/// The outcomes of writes on their way to the shards, each of which takes its own on its executor.
///
/// The outcomes of a durable step are put here in the same moment in which views are given its commits. A read of a shard takes
/// them out before it answers, however late the shard's own turn for them comes. So a client that has seen a commit in a view
/// finds it in the collection, and one that has got the answer to a commit finds it in every view.
final class Outboxes: Sendable {
  private struct Delivery: Sendable {
    let writes: [Storage.Write]
    let outcome: Result<Void, ArrangeError>
    /// When they became durable, in monotonic nanoseconds; 0 if they did not, or without a meter.
    let time: UInt64
  }

  /// What a shard knows, on its executor only.
  private final class Place: @unchecked Sendable {
    /// False while there is something to take.
    let isEmpty = Atomic(true)
    @exclusivity(unchecked) var isSettling = false
    @exclusivity(unchecked) var time: UInt64 = 0
  }

  private let deliveries: Mutex<[[Delivery]]>
  private let places: [Place]

  init(shards: Int) {
    deliveries = Mutex(Array(repeating: [], count: shards))
    places = (0..<shards).map { _ in Place() }
  }

  /// When the writes that are being settled on a shard became durable, in monotonic nanoseconds; 0 if they did not, or without a
  /// meter.
  func time(on shard: Int) -> UInt64 { places[shard].time }

  /// Puts the outcome of writes in.
  ///
  /// - Parameter publish: called before anybody can take it out.
  /// - Returns: the shards that have to settle, and did not have to before.
  func put(
    _ writes: [Storage.Write],
    _ outcome: Result<Void, ArrangeError>,
    at time: UInt64,
    _ publish: () -> Void
  ) -> [Int] {
    var byShard: [[Storage.Write]] = Array(repeating: [], count: places.count)
    if places.count == 1 {
      byShard[0] = writes
    } else {
      for write in writes { byShard[write.shard].append(write) }
    }
    return deliveries.withLock { deliveries in
      defer { publish() }
      var woken: [Int] = []
      for (shard, writes) in byShard.enumerated() where !writes.isEmpty {
        if deliveries[shard].isEmpty { woken.append(shard) }
        deliveries[shard].append(Delivery(writes: writes, outcome: outcome, time: time))
        places[shard].isEmpty.store(false, ordering: .releasing)
      }
      return woken
    }
  }

  /// Tells those who wait for writes of a shard what has become of them, in the order of the writes. On the shard's executor.
  func settle(_ shard: Int) {
    let place = places[shard]
    // What settles may read, and finds what is settled so far.
    guard !place.isEmpty.load(ordering: .acquiring), !place.isSettling else { return }
    place.isSettling = true
    defer { place.isSettling = false }
    let taken = deliveries.withLock { deliveries in
      defer { deliveries[shard] = [] }
      place.isEmpty.store(true, ordering: .relaxed)
      return deliveries[shard]
    }
    for delivery in taken {
      place.time = delivery.time
      for write in delivery.writes { write.whenDone(delivery.outcome) }
    }
  }
}
