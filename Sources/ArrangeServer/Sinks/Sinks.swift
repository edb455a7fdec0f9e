import ArrangeModel
import CoreMetrics
import Dispatch
import Engine
import Logging
import NIOPosix
import Ordering
import Synchronization

/// The sinks of a server: hands commits to the event loops of their collections, and tells them when a sink, the rights of its
/// definer, or the slots of this node have changed.
final class Sinks: SinkObserver {
  /// How often it is looked for changes that other nodes have made, in nanoseconds.
  private static let watchNanoseconds: UInt64 = 1_000_000_000
  /// How often the names of collections are gone through on one of several nodes, in seconds.
  private static let scanSeconds: Int64 = 10
  /// How often it is looked whether mirrors have what they were given, in nanoseconds.
  private static let sweepNanoseconds: UInt64 = 30_000_000_000

  /// What was last adopted.
  private struct Seen: Equatable {
    var sinks: Int
    /// The revision of views, if one is delivered.
    var views: Int
    var access: UInt64
    var slots: SlotSet?
    /// Changes with time on one of several nodes.
    var round: Int64
  }

  private struct State {
    var services: SinkServices?
    var loops: [SinkLoop] = []
    var receivers: SinkReceivers?
    var seen: Seen?
    /// Whether a sink delivers a view.
    var hasViews = false
    /// The sinks that the configuration declares.
    var declared = Set<Identifier>()
    var isScanning = false
    var isScanWanted = false
    /// When mirrors were last looked at, in monotonic nanoseconds, at which revision of the sinks, and those that are looked at now.
    var sweptAt: UInt64?
    var sweptRevision = 0
    var sweeping = Set<CollectionKey>()
  }

  private let state = Mutex(State())
  /// Whether there are any, without the lock, for every commit.
  private let isStarted = Atomic(false)
  private let hasSinks = Atomic(false)

  /// Begins to deliver.
  func start(
    _ services: SinkServices,
    on group: MultiThreadedEventLoopGroup,
    mirrors: (any SinkMirrors)?,
    backoff: SinkBackoff,
    metrics factory: (any MetricsFactory)?,
    seed: UInt64
  ) {
    let receivers = SinkReceivers(webhooks: WebhookSender(on: group, clock: services.clock), mirrors: mirrors)
    let metrics = factory.map { SinkMetrics($0) }
    var random = OrderingRandom(seed: seed)
    let loops = zip(services.engine.shards, services.loops).map { shard, loop in
      SinkLoop(
        shard,
        loop,
        services,
        receivers: receivers,
        backoff: backoff,
        metrics: metrics,
        seed: random.next()
      )
    }
    state.withLock { state in
      state.services = services
      state.loops = loops
      state.receivers = receivers
    }
    isStarted.store(true, ordering: .releasing)
    watch()
    watchAgain(on: services.loops[0])
  }

  private func watchAgain(on loop: any ShardExecutor) {
    loop.execute(after: Sinks.watchNanoseconds) { [weak self] in
      guard let self, isStarted.load(ordering: .acquiring) else { return }
      watch()
      sweep()
      watchAgain(on: loop)
    }
  }

  /// Nothing is delivered any more.
  func stop() async {
    isStarted.store(false, ordering: .releasing)
    // With `defer` the optimizer of Swift 6.3.1 releases what is returned.
    let last = state.withLock { state in
      let last = state
      state = State()
      state.declared = last.declared
      return last
    }
    guard let services = last.services else { return }
    for (loop, sinks) in zip(services.loops, last.loops) {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        loop.execute {
          sinks.stop()
          continuation.resume()
        }
      }
    }
    guard let receivers = last.receivers else { return }
    await receivers.webhooks.close()
    if let mirrors = receivers.mirrors { await mirrors.close() }
  }

  // MARK: Events

  func recordCommit(of name: Identifier, version: UInt64, shard: Int) {
    guard hasSinks.load(ordering: .acquiring) else { return }
    loop(shard)?.recordCommit(of: name, version: version)
  }

  func recordNewStart(of name: Identifier, shard: Int) {
    guard hasSinks.load(ordering: .acquiring) else { return }
    loop(shard)?.recordNewStart(of: name)
  }

  func recordDefinition() { watch() }

  func isDeclared(_ name: Identifier) -> Bool { state.withLock { $0.declared.contains(name) } }

  /// Notes which sinks the configuration declares, which calls can't change.
  func declare(_ names: Set<Identifier>) { state.withLock { $0.declared = names } }

  func test(_ entry: Catalog.Entry, reply: @escaping Reply<SinkTest>) {
    let (services, receivers) = state.withLock { ($0.services, $0.receivers) }
    guard let services, let receivers, let sink = entry.descriptor.sink else {
      return reply(.failure(.draining))
    }
    let begin = services.clock.monotonicNanoseconds()
    Task {
      let outcome = await receivers.test(DeliveredSink(entry, sink), at: begin)
      reply(
        .success(
          SinkTest(
            isDelivered: outcome.failure == nil,
            status: UInt32(clamping: outcome.status),
            error: outcome.failure?.message ?? "",
            microseconds: Int64(clamping: (services.clock.monotonicNanoseconds() - begin) / 1_000)
          )
        )
      )
    }
  }

  private func loop(_ shard: Int) -> SinkLoop? {
    state.withLock { $0.loops.indices.contains(shard) ? $0.loops[shard] : nil }
  }

  // MARK: Definitions

  /// Goes through the names of collections if anything has changed that decides what is delivered. Can be called on any thread.
  private func watch() {
    let isDue = state.withLock { state -> Bool in
      guard let services = state.services else { return false }
      let revision = services.engine.catalog.sinkRevision
      let views = state.hasViews ? services.engine.catalog.viewRevision : 0
      var seen = Seen(
        sinks: revision,
        views: views,
        access: services.access.version,
        slots: nil,
        round: 0
      )
      if let ownership = services.engine.ownership {
        seen.slots = ownership.slots
        seen.round = services.clock.wallTime().microseconds / (Sinks.scanSeconds * 1_000_000)
      }
      // Without sinks nothing else matters.
      if state.seen?.sinks == revision, !hasSinks.load(ordering: .relaxed) { return false }
      guard state.seen != seen else { return false }
      state.seen = seen
      guard !state.isScanning else {
        state.isScanWanted = true
        return false
      }
      state.isScanning = true
      return true
    }
    // A long list of names is gone through on another thread.
    if isDue { DispatchQueue.global().async { self.scan() } }
  }

  private func scan() {
    while true {
      let (services, loops, receivers) = state.withLock { state in
        state.isScanWanted = false
        return (state.services, state.loops, state.receivers)
      }
      guard let services else { return }
      let catalog = services.engine.catalog
      let revision = catalog.sinkRevision
      let entries = catalog.sinks
      hasSinks.store(!entries.isEmpty, ordering: .releasing)
      var names = [Set<Identifier>](repeating: [], count: loops.count)
      let views = entries.compactMap { $0.descriptor.sink?.settings.view }
      state.withLock { $0.hasViews = !views.isEmpty }
      for view in views where catalog.entry(view)?.descriptor.view != nil {
        names[services.engine.shard(for: view).index].insert(view)
      }
      for entry in entries {
        for pattern in (try? entry.descriptor.sink?.settings.patterns()) ?? [] {
          catalog.visitNames(from: "") { name in
            if pattern.matches(name) { names[services.engine.shard(for: name).index].insert(name) }
            return true
          }
        }
      }
      for (index, loop) in loops.enumerated() {
        let found = Array(names[index])
        services.loops[index].execute { loop.adopt(entries, found) }
      }
      receivers?.keep(only: Set(entries.map(\.key)))
      state.withLock { state in
        // What has changed may be where a mirror is, and what it has to have.
        if state.sweptRevision != revision { state.sweptAt = nil }
        state.sweptRevision = revision
      }
      let isDone = state.withLock { state in
        if !state.isScanWanted { state.isScanning = false }
        return !state.isScanWanted
      }
      if isDone { return }
    }
  }

  // MARK: What mirrors have

  /// Has the lists removed from mirrors that were deleted, or that their sinks do not deliver any more, and those written again that a
  /// mirror does not have as it was given them: a schema was dropped, or a database restored.
  private func sweep() {
    guard hasSinks.load(ordering: .acquiring) else { return }
    let (services, loops, receivers) = state.withLock { state in
      (state.services, state.loops, state.receivers)
    }
    guard let services, let receivers else { return }
    let now = services.clock.monotonicNanoseconds()
    let mirrors = services.engine.catalog.sinks.compactMap { entry -> DeliveredSink? in
      guard let stored = entry.descriptor.sink, stored.pause == nil, stored.settings.postgres != nil else {
        return nil
      }
      return DeliveredSink(entry, stored)
    }
    let due = state.withLock { state -> [DeliveredSink] in
      if let last = state.sweptAt, now - last < Sinks.sweepNanoseconds { return [] }
      state.sweptAt = now
      return mirrors.filter { state.sweeping.insert($0.key).inserted }
    }
    for sink in due {
      Task {
        // What is written meanwhile is not compared.
        var settled: [[Identifier: SinkPosition]] = []
        for (loop, deliveries) in zip(services.loops, loops) {
          settled.append(
            await withCheckedContinuation { continuation in
              loop.execute { continuation.resume(returning: deliveries.settled(of: sink.key)) }
            }
          )
        }
        let states = await receivers.states(of: sink)
        state.withLock { _ = $0.sweeping.remove(sink.key) }
        guard let states else { return }
        var parts = [[Identifier: StateID]](repeating: [:], count: loops.count)
        for (name, state) in states { parts[services.engine.shard(for: name).index][name] = state }
        for (index, (states, positions)) in zip(parts, settled).enumerated() {
          services.loops[index].execute { loops[index].compare(states, with: positions, of: sink.key) }
        }
      }
    }
  }

  // MARK: Figures

  /// What is known of the deliveries of a sink, on this node.
  func report(on sink: CollectionKey, whenDone: @escaping @Sendable (SinkReport) -> Void) {
    let (services, loops) = state.withLock { ($0.services, $0.loops) }
    guard let services, !loops.isEmpty else { return whenDone(SinkReport()) }
    let shared = GatheredReport(loops.count, whenDone)
    for (loop, sinks) in zip(services.loops, loops) {
      loop.execute {
        var part = SinkReport()
        sinks.add(to: &part, of: sink)
        shared.add(part)
      }
    }
  }

  /// Adds the figures of the deliveries of a shard. Called on its event loop.
  func add(to figures: inout SinkFigures, shard: Int) { loop(shard)?.add(to: &figures) }
}

/// What the deliveries of sinks use of a server.
struct SinkServices: Sendable {
  let engine: Engine
  /// The event loops of the shards.
  let loops: [any ShardExecutor]
  let access: AccessControl
  let clock: EngineClock
  let logger: Logger
}

/// The reports of all event loops.
private final class GatheredReport: Sendable {
  private let state: Mutex<(report: SinkReport, missing: Int)>
  private let whenDone: @Sendable (SinkReport) -> Void

  init(_ count: Int, _ whenDone: @escaping @Sendable (SinkReport) -> Void) {
    state = Mutex((report: SinkReport(), missing: count))
    self.whenDone = whenDone
  }

  func add(_ part: SinkReport) {
    let done = state.withLock { state -> SinkReport? in
      state.report.progress += part.progress
      state.report.deliveries += part.deliveries
      state.report.failures += part.failures
      state.missing -= 1
      return state.missing == 0 ? state.report : nil
    }
    if let done { whenDone(done) }
  }
}
