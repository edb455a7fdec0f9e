import Access
import ArrangeModel
import CoreMetrics
import Engine
import Foundation
import Logging
import Ordering

/// The deliveries of the collections of one shard. Used on its event loop.
final class SinkLoop: @unchecked Sendable {
  /// The maximum number of messages that a sink makes and sends at a time on one event loop.
  static let mostInFlight = 8
  /// The maximum number of names that are remembered because no sink delivers them.
  private static let mostUnmatched = 10_000
  /// How long a delivery waits whose position could not be written, in nanoseconds.
  static let recordPause: UInt64 = 1_000_000_000

  let loop: any ShardExecutor
  let shard: Shard
  let services: SinkServices
  let receivers: SinkReceivers
  let backoff: SinkBackoff
  var random: OrderingRandom
  private(set) var sinks: [CollectionKey: DeliveredSink] = [:]
  /// The names that no sink delivers.
  private var unmatched = Set<Identifier>()
  /// The newest versions of collections that were committed a moment ago.
  private var committed: [Identifier: UInt64] = [:]
  private(set) var isStopped = false
  let metrics: SinkMetrics?

  init(
    _ shard: Shard,
    _ loop: any ShardExecutor,
    _ services: SinkServices,
    receivers: SinkReceivers,
    backoff: SinkBackoff,
    metrics: SinkMetrics?,
    seed: UInt64
  ) {
    self.shard = shard
    self.loop = loop
    self.services = services
    self.receivers = receivers
    self.backoff = backoff
    self.metrics = metrics
    random = OrderingRandom(seed: seed)
  }

  var now: UInt64 { services.clock.monotonicNanoseconds() }

  // MARK: Definitions

  /// Adopts the sinks and the names of their collections that belong to this shard.
  func adopt(_ entries: [Catalog.Entry], _ names: [Identifier]) {
    loop.check()
    guard !isStopped else { return }
    unmatched = []
    var known = Set<CollectionKey>()
    for entry in entries {
      guard let stored = entry.descriptor.sink else { continue }
      known.insert(entry.key)
      if let sink = sinks[entry.key] {
        sink.stored = stored
        sink.patterns = (try? stored.settings.patterns()) ?? []
      } else {
        sinks[entry.key] = DeliveredSink(entry, stored)
      }
    }
    for (key, sink) in sinks where !known.contains(key) {
      for delivery in sink.deliveries.values { end(delivery) }
      sinks[key] = nil
    }
    for sink in sinks.values {
      for (name, delivery) in sink.deliveries {
        delivery.view?.show(to: sink.stored.reader)
        if sink.delivers(name), feed(delivery.view).look(name, for: sink.key) != nil {
          perform(delivery.machine.changed(settings(sink, name), now: now), delivery, sink)
          delivery.hasNews = delivery.view != nil
          takeNews(delivery, sink)
        } else {
          end(delivery)
          sink.deliveries[name] = nil
        }
      }
      for name in names where sink.deliveries[name] == nil && sink.delivers(name) { begin(name, sink) }
    }
  }

  func settings(_ sink: DeliveredSink, _ name: Identifier) -> SinkDelivery.Settings {
    SinkDelivery.Settings(
      mode: sink.stored.settings.mode,
      pause: sink.stored.pause,
      resumes: sink.stored.resumes,
      restores: sink.stored.restores,
      isAllowed: isAllowed(sink, name),
      backoff: backoff
    )
  }

  /// Whether the definer of a sink may read and watch a collection, or a view with what it shows.
  private func isAllowed(_ sink: DeliveredSink, _ name: Identifier) -> Bool {
    guard let definer = sink.stored.definer else { return true }
    let identity = Identity(principal: definer, basis: .nothing)
    let wanted: PermissionSet = [.read, .watch]
    guard sink.stored.settings.view == name else {
      return services.access.rights(of: identity).permissions(on: name).isSuperset(of: wanted)
    }
    guard let view = services.engine.view(named: name, definition: nil, for: definer) else { return true }
    var requirement = AccessRequirement(wanted, on: name)
    requirement.ask(about: view.rights, wanted)
    var access = ConnectionAccess(identity, services.access, version: services.access.version)
    return access.evaluate(requirement, services.access) == .allowed
  }

  /// What is delivered: a view, or a collection.
  private func feed(_ view: SinkView?) -> any SinkFeed {
    guard let view else { return shard.sinkSource }
    return view
  }

  func feed(_ delivery: CollectionDelivery) -> any SinkFeed { feed(delivery.view) }

  private func begin(_ name: Identifier, _ sink: DeliveredSink) {
    let view = sink.stored.settings.view == name ? follow(name, sink) : nil
    guard let (position, newest) = feed(view).look(name, for: sink.key) else { return }
    let machine = SinkDelivery(settings(sink, name), position: position, newest: newest)
    let delivery = CollectionDelivery(name, view, machine)
    sink.deliveries[name] = delivery
    perform(delivery.machine.start(now: now), delivery, sink)
  }

  private func follow(_ name: Identifier, _ sink: DeliveredSink) -> SinkView {
    let (engine, key) = (services.engine, sink.key)
    let whenNews: @Sendable () -> Void = { [weak self] in
      guard let self, let sink = sinks[key], let delivery = sink.deliveries[name] else { return }
      delivery.hasNews = true
      takeNews(delivery, sink)
    }
    let view = SinkView(name, of: shard, for: key, home: { engine.home(of: $0) }, whenNews: whenNews)
    view.show(to: sink.stored.reader)
    return view
  }

  /// Delivers what has happened to a view meanwhile, unless something is being done. The view may have another definition, and
  /// show what the definer of the sink may not read.
  func takeNews(_ delivery: CollectionDelivery, _ sink: DeliveredSink) {
    guard delivery.hasNews, !delivery.machine.isBusy, !delivery.isGone else { return }
    guard let (position, newest) = feed(delivery).look(delivery.collection, for: sink.key),
      position == delivery.machine.position
    else { return readAgain(delivery, sink) }
    delivery.hasNews = false
    perform(delivery.machine.changed(settings(sink, delivery.collection), now: now), delivery, sink)
    perform(delivery.machine.committed(newest, now: now), delivery, sink)
  }

  /// Makes the outcomes of what is being done void.
  func drop(_ delivery: CollectionDelivery) {
    delivery.round += 1
    delivery.wakesAt = nil
  }

  func end(_ delivery: CollectionDelivery) {
    drop(delivery)
    delivery.isGone = true
    delivery.view?.stop()
  }

  /// Nothing is delivered any more.
  func stop() {
    loop.check()
    isStopped = true
    for sink in sinks.values { for delivery in sink.deliveries.values { end(delivery) } }
    sinks = [:]
  }

  // MARK: Events

  /// Notes a commit, which is looked at once its caller has its answer, together with those that follow soon.
  func recordCommit(of name: Identifier, version: UInt64) {
    guard !sinks.isEmpty, !unmatched.contains(name), !name.isInternal else { return }
    if committed.isEmpty { loop.executeAfterReading { [self] in takeCommits() } }
    committed[name] = version
  }

  private func takeCommits() {
    let names = committed
    committed = [:]
    for (name, version) in names { take(name, version) }
  }

  private func take(_ name: Identifier, _ version: UInt64) {
    var isDelivered = false
    for sink in sinks.values {
      if let delivery = sink.deliveries[name] {
        isDelivered = true
        // Another collection has the name now.
        if version < delivery.machine.newest {
          drop(delivery)
          let position = shard.sinkSource.look(name, for: sink.key)?.position
          perform(delivery.machine.replaced(position, newest: version, now: now), delivery, sink)
        } else {
          perform(delivery.machine.committed(version, now: now), delivery, sink)
        }
      } else if sink.delivers(name) {
        isDelivered = true
        begin(name, sink)
      }
    }
    guard !isDelivered else { return }
    if unmatched.count >= SinkLoop.mostUnmatched { unmatched = [] }
    unmatched.insert(name)
  }

  /// Looks again at a name of which nothing is known any more: its collection was created or deleted, or a request has changed the
  /// position of a sink in it.
  func recordNewStart(of name: Identifier) {
    guard !sinks.isEmpty, !unmatched.contains(name), !name.isInternal else { return }
    for sink in sinks.values {
      if let delivery = sink.deliveries[name] {
        readAgain(delivery, sink)
      } else if sink.delivers(name) {
        begin(name, sink)
      }
    }
  }

  /// Continues with what the journal has.
  func readAgain(_ delivery: CollectionDelivery, _ sink: DeliveredSink) {
    guard let (position, newest) = feed(delivery).look(delivery.collection, for: sink.key) else {
      end(delivery)
      sink.deliveries[delivery.collection] = nil
      return
    }
    guard position != delivery.machine.position || !delivery.machine.isBusy else { return }
    drop(delivery)
    perform(delivery.machine.replaced(position, newest: newest, now: now), delivery, sink)
  }

  // MARK: What mirrors have

  /// The positions of the lists that a mirror has as a whole, with nothing under way.
  func settled(of key: CollectionKey) -> [Identifier: SinkPosition] {
    loop.check()
    return (sinks[key]?.deliveries ?? [:]).compactMapValues { delivery in
      let isSettled = !delivery.machine.isBusy && !delivery.machine.lags
      return isSettled && delivery.machine.position?.pause == nil ? delivery.machine.position : nil
    }
  }

  /// Has lists removed from a mirror that were deleted, or that the sink does not deliver any more, and those written again that the
  /// mirror lacks or has in another state.
  ///
  /// - Parameters:
  ///   - states: what the mirror has.
  ///   - positions: what it had to have before that was read, see ``settled(of:)``.
  func compare(
    _ states: [Identifier: StateID],
    with positions: [Identifier: SinkPosition],
    of key: CollectionKey
  ) {
    loop.check()
    guard !isStopped, let sink = sinks[key] else { return }
    for (name, position) in positions {
      guard let delivery = sink.deliveries[name], delivery.machine.position == position,
        let state = shard.sinkSource.state(position, of: name), states[name] != state
      else { continue }
      services.logger.info(
        "a mirror does not have what it was given; the list is written again",
        metadata: ["sink": "\(sink.name)", "collection": "\(name)"]
      )
      perform(delivery.machine.lost(now: now), delivery, sink)
    }
    // Those of other nodes are theirs.
    let gone = states.filter { name, _ in
      shard.sinkSource.hasCollection(name).map { !$0 || !sink.delivers(name) } ?? false
    }
    guard !gone.isEmpty else { return }
    let (receivers, mirror) = (receivers, MirrorReference(sink))
    Task { await receivers.remove(gone, from: mirror) }
  }
}
