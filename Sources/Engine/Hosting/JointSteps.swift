import ArrangeModel
import Synchronization

/// Passes the commits of replicas on to views so that a transaction over several collections is shown as one step, as on the node
/// that has made it: its commits come over a stream for each collection, and one of them before the others.
///
/// A commit of such a transaction waits until its other commits are here, as far as views of this node show their collections.
/// Later commits of a collection wait behind it. So a view never shows an item in both lists of a transfer, nor in neither.
///
/// May be used on the executors of all shards.
final class JointSteps: Sendable {
  /// How long a commit waits at most, in nanoseconds: longer than another node takes to take over from one that is gone, whose
  /// commit then comes from its successor. What has waited for so long is shown alone.
  static let patience: UInt64 = 30_000_000_000
  /// How long the slot of a collection whose commits wait is not served by its new owner, in nanoseconds.
  static let takeoverPatience: UInt64 = 1_000_000_000

  /// A version of another collection that a commit waits for.
  struct Need: Sendable, Hashable {
    let name: Identifier
    let version: UInt64
  }

  /// Consecutive commits that are shown together, the last of which has its state.
  struct Batch: Sendable {
    var steps: [SourceStep]
    var needs: Set<Need> = []

    var version: UInt64 { steps.last?.version ?? 0 }
  }

  /// A replica that views show.
  fileprivate struct Followed {
    /// The version that was passed on.
    var shown: UInt64
    var waiting: [Batch] = []
    /// Who waits until a version was passed on.
    var waiters: [(version: UInt64, body: @Sendable () -> Void)] = []
  }

  fileprivate struct State {
    var replicas: [Identifier: Followed] = [:]
    /// What was passed on of collections needs, whether or not views show it.
    var needs: [Identifier: NeededVersions] = [:]
    /// Those with commits that wait.
    var held: Set<Identifier> = []
  }

  private let publisher: SourcePublisher
  private let state = Mutex(State())

  init(_ publisher: SourcePublisher) { self.publisher = publisher }

  // MARK: Replicas

  /// A view begins to show a collection, which may be a replica or not.
  func show(_ name: Identifier, needs: NeededVersions) {
    if needs.isEmpty { return }
    state.withLock { $0.needs[name, default: NeededVersions()].add(needs) }
  }

  /// No view shows a collection any more.
  func hide(_ name: Identifier) {
    state.withLock { $0.needs[name] = nil }
    unfollow(name)
  }

  /// A collection that views show is a replica, or is about to become one: its commits come from another node, from a version on.
  func follow(_ name: Identifier, from version: UInt64) {
    state.withLock { state in
      guard let known = state.replicas[name] else {
        state.replicas[name] = Followed(shown: version)
        return
      }
      if known.waiting.isEmpty { state.replicas[name]?.shown = max(known.shown, version) }
    }
  }

  /// The collection is no replica any more. What waits is dropped.
  func unfollow(_ name: Identifier) {
    change { state in
      state.held.remove(name)
      return state.replicas.removeValue(forKey: name)?.waiters.map(\.body) ?? []
    }
  }

  /// Whether a version of a collection was not passed on yet.
  func isBehind(_ name: Identifier, _ version: UInt64) -> Bool {
    state.withLock { $0.isBehind(name, version) }
  }

  /// Passes commits of a replica on, or keeps them until what they need is here.
  func publish(_ batches: [Batch], of name: Identifier, on executor: any ShardExecutor, at time: UInt64) {
    guard let last = batches.last?.version else { return }
    let isHeld = change(at: time) { state in
      guard state.replicas[name] != nil else {
        publish(batches, at: time)
        return []
      }
      state.replicas[name]?.waiting += batches
      state.held.insert(name)
      return []
    } then: {
      $0.replicas[name]?.waiting.last?.version == last
    }
    guard isHeld else { return }
    executor.execute(after: JointSteps.patience) { [weak self] in self?.flush(name, through: last) }
  }

  /// Passes on what waits, whatever it needs.
  func flush(_ name: Identifier, through version: UInt64 = .max) {
    change { state in
      guard let waiting = state.replicas[name]?.waiting.prefix(while: { $0.version <= version }),
        let last = waiting.last
      else { return [] }
      publish(Array(waiting), at: 0)
      state.pass(waiting.count, of: name, through: last.version)
      return []
    }
  }

  /// Calls a closure, on any thread, when a version of a collection was passed on, or is not going to be.
  func whenShown(_ name: Identifier, through version: UInt64, _ body: @escaping @Sendable () -> Void) {
    let isShown = state.withLock { state in
      guard state.isBehind(name, version) else { return true }
      state.replicas[name]?.waiters.append((version, body))
      return false
    }
    if isShown { body() }
  }

  /// Whether collections can be shown beside each other: none of them is behind what another one shows.
  func isComplete(_ names: [Identifier]) -> Bool {
    state.withLock { state in
      names.allSatisfy { name in
        let needs = state.needs[name]?.newest ?? []
        return needs.allSatisfy { !names.contains($0.name) || state.has($0, [:]) }
      }
    }
  }

  /// Collections are shown beside each other, complete or not: what they have waited for in vain is not waited for again.
  func forgetNeeds(of names: [Identifier]) { state.withLock { for name in names { $0.needs[name] = nil } } }

  // MARK: What is ready

  private func change(_ body: (inout State) -> [@Sendable () -> Void]) {
    change(at: 0, body) { _ in }
  }

  /// Makes a change and passes on what is ready then, all at once.
  private func change<Value: Sendable>(
    at time: UInt64,
    _ body: (inout State) -> [@Sendable () -> Void],
    then value: (State) -> Value
  ) -> Value {
    let (bodies, result) = state.withLock { state -> ([@Sendable () -> Void], Value) in
      var bodies = body(&state)
      let ready = state.takeReady()
      // With the lock, so that they are passed on in this order.
      if !ready.isEmpty { publish(ready, at: time) }
      bodies += state.takeWaiters()
      return (bodies, value(state))
    }
    for body in bodies { body() }
    return result
  }

  private func publish(_ batches: [Batch], at time: UInt64) {
    publisher.publish(batches.flatMap(\.steps).map { ($0.shardIndices, .step($0)) }, at: time)
  }
}

extension JointSteps.State {
  /// Takes the most commits of which each has what it needs, among them or passed on before.
  fileprivate mutating func takeReady() -> [JointSteps.Batch] {
    var counts = Dictionary(uniqueKeysWithValues: held.map { ($0, replicas[$0]?.waiting.count ?? 0) })
    var isStable = false
    while !isStable {
      isStable = true
      for (name, count) in counts {
        let waiting = replicas[name]?.waiting ?? []
        let ready = waiting[..<count].prefix { batch in batch.needs.allSatisfy { has($0, counts) } }
        if ready.count < count {
          counts[name] = ready.count
          isStable = false
        }
      }
    }
    var result: [JointSteps.Batch] = []
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) where count > 0 {
      let ready = replicas[name]?.waiting.prefix(count) ?? []
      result += ready
      pass(count, of: name, through: ready.last?.version ?? 0)
    }
    return result
  }

  /// Notes that the first commits that wait are passed on.
  fileprivate mutating func pass(_ count: Int, of name: Identifier, through version: UInt64) {
    for batch in replicas[name]?.waiting.prefix(count) ?? [] where !batch.needs.isEmpty {
      needs[name, default: NeededVersions()].add(batch.needs)
    }
    replicas[name]?.waiting.removeFirst(count)
    replicas[name]?.shown = version
  }

  fileprivate func isBehind(_ name: Identifier, _ version: UInt64) -> Bool {
    guard let replica = replicas[name] else { return false }
    return replica.shown < version && !replica.waiting.isEmpty
  }

  /// Whether views have a version, or do not show its collection, if so many of the commits that wait are passed on.
  fileprivate func has(_ need: JointSteps.Need, _ counts: [Identifier: Int]) -> Bool {
    guard let replica = replicas[need.name] else { return true }
    let count = counts[need.name] ?? 0
    return need.version <= (count == 0 ? replica.shown : replica.waiting[count - 1].version)
  }

  /// Takes those who need not wait any more.
  fileprivate mutating func takeWaiters() -> [@Sendable () -> Void] {
    var bodies: [@Sendable () -> Void] = []
    for name in held {
      guard let replica = replicas[name] else { continue }
      let isOver = { (version: UInt64) in replica.waiting.isEmpty || version <= replica.shown }
      bodies += replica.waiters.filter { isOver($0.version) }.map(\.body)
      replicas[name]?.waiters.removeAll { isOver($0.version) }
      if replica.waiting.isEmpty { held.remove(name) }
    }
    return bodies
  }
}

extension JointSteps.Batch {
  /// Adds a commit to batches: one of a transaction over several collections is a batch of its own, so that what was before it can
  /// be shown without it.
  ///
  /// - Parameters:
  ///   - before: the collection before the commit.
  static func add(
    _ step: SourceStep,
    of commit: Commit,
    named name: Identifier,
    after before: CollectionState,
    to batches: inout [JointSteps.Batch]
  ) {
    let needs = commit.needs(of: name)
    if needs.isEmpty, let last = batches.last, last.needs.isEmpty {
      batches[batches.count - 1].steps.append(step)
    } else {
      batches.last?.steps.last?.state = before
      batches.append(JointSteps.Batch(steps: [step], needs: needs))
    }
  }
}

/// The versions of other collections that belong to the newest transactions of one: as long as another one has not got there, the
/// two can't be shown beside each other.
struct NeededVersions: Sendable {
  /// For how many collections they are kept. What is older than that has long arrived everywhere.
  static let capacity = 256

  /// One for each collection, the newest last.
  private(set) var newest: [JointSteps.Need] = []

  var isEmpty: Bool { newest.isEmpty }

  /// Adds what a transaction needs. O(capacity) for each of its collections.
  mutating func add(_ needs: Set<JointSteps.Need>) { for need in needs { add(need) } }

  mutating func add(_ other: NeededVersions) { for need in other.newest { add(need) } }

  private mutating func add(_ need: JointSteps.Need) {
    var need = need
    if let place = newest.firstIndex(where: { $0.name == need.name }) {
      let known = newest.remove(at: place)
      if known.version > need.version { need = known }
    }
    newest.append(need)
    if newest.count > NeededVersions.capacity { newest.removeFirst() }
  }
}

extension Commit {
  /// The other commits of the same transaction.
  ///
  /// - Parameter name: the name of this one's collection.
  func needs(of name: Identifier) -> Set<JointSteps.Need> { transaction?.needs(of: name) ?? [] }
}

extension Commit.JointRecord {
  /// The commits of the transaction without that of a collection.
  func needs(of name: Identifier) -> Set<JointSteps.Need> {
    Set(
      collections.lazy.filter { $0.changed && $0.name != name }
        .map { JointSteps.Need(name: $0.name, version: $0.version) }
    )
  }
}
