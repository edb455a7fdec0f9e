import ArrangeModel
import Synchronization

/// The open subscriptions that a request asks for, as they are found on one event loop after the other.
struct FoundFollowers: Sendable {
  private let request: FollowersRequest
  /// Whether the caller sees the followers of a name; nil stands for views that were given in requests.
  private let isShown: @Sendable (Identifier?) -> Bool
  private var shown: [Identifier?: Bool] = [:]
  private var counts: [Identifier?: Int] = [:]
  private var followers: [Follower] = []

  init(_ request: FollowersRequest, isShown: @escaping @Sendable (Identifier?) -> Bool) {
    self.request = request
    self.isShown = isShown
  }

  /// Adds a subscription if it is asked for and shown.
  mutating func record(_ name: Identifier?, _ follower: () -> Follower) {
    guard request.collection == nil || request.collection == name else { return }
    let isShown = shown[name] ?? isShown(name)
    shown[name] = isShown
    guard isShown else { return }
    counts[name, default: 0] += 1
    followers.append(follower())
    // Half of what is kept is needed at most.
    if followers.count >= 2 * FollowersRequest.maximumLimit { trim() }
  }

  /// Adds what was found on another event loop.
  mutating func add(_ other: FoundFollowers) {
    counts.merge(other.counts, uniquingKeysWith: +)
    followers += other.followers
    trim()
  }

  /// What was found, in the order of ``FollowerList``.
  var list: FollowerList {
    var found = self
    found.trim()
    let counts = found.counts.map { FollowerList.Count(collection: $0.key, followers: $0.value) }
      .sorted { FoundFollowers.precedes($0.collection, $1.collection) }
    return FollowerList(
      followers: found.followers,
      counts: Array(counts.prefix(FollowerList.maximumCounts))
    )
  }

  /// Keeps the first followers.
  private mutating func trim() {
    followers.sort {
      $0.collection == $1.collection
        ? ($0.since, $0.principal, $0.address) < ($1.since, $1.principal, $1.address)
        : FoundFollowers.precedes($0.collection, $1.collection)
    }
    if followers.count > request.limit { followers.removeLast(followers.count - request.limit) }
  }

  private static func precedes(_ a: Identifier?, _ b: Identifier?) -> Bool {
    guard let b else { return false }
    guard let a else { return true }
    return a < b
  }
}

/// Collects what is found on each event loop, and passes it on when all have answered.
final class FollowerGathering: Sendable {
  private let state: Mutex<(missing: Int, found: FoundFollowers)>
  private let whenDone: @Sendable (FollowerList) -> Void

  /// - Parameters:
  ///   - count: the number of event loops.
  ///   - whenDone: called once, on the last event loop.
  init(_ count: Int, _ none: FoundFollowers, whenDone: @escaping @Sendable (FollowerList) -> Void) {
    state = Mutex((count, none))
    self.whenDone = whenDone
  }

  func record(_ found: FoundFollowers) {
    let all = state.withLock { state -> FoundFollowers? in
      state.found.add(found)
      state.missing -= 1
      return state.missing == 0 ? state.found : nil
    }
    if let all { whenDone(all.list) }
  }
}
