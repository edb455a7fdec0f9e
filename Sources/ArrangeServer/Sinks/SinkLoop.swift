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
  private static let recordPause: UInt64 = 1_000_000_000

  let loop: any ShardExecutor
  let shard: Shard
  let services: SinkServices
  private let sender: WebhookSender
  private let backoff: SinkBackoff
  private var random: OrderingRandom
  private(set) var sinks: [CollectionKey: DeliveredSink] = [:]
  /// The names that no sink delivers.
  private var unmatched = Set<Identifier>()
  /// The newest versions of collections that were committed a moment ago.
  private var committed: [Identifier: UInt64] = [:]
  private var isStopped = false
  private let metrics: SinkMetrics?

  init(
    _ shard: Shard,
    _ loop: any ShardExecutor,
    _ services: SinkServices,
    sender: WebhookSender,
    backoff: SinkBackoff,
    metrics: SinkMetrics?,
    seed: UInt64
  ) {
    self.shard = shard
    self.loop = loop
    self.services = services
    self.sender = sender
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
        if sink.delivers(name), shard.sinkSource.look(name, for: sink.key) != nil {
          perform(delivery.machine.changed(settings(sink, name), now: now), delivery, sink)
        } else {
          end(delivery)
          sink.deliveries[name] = nil
        }
      }
      for name in names where sink.deliveries[name] == nil && sink.delivers(name) { begin(name, sink) }
    }
  }

  private func settings(_ sink: DeliveredSink, _ name: Identifier) -> SinkDelivery.Settings {
    SinkDelivery.Settings(
      mode: sink.stored.settings.mode,
      pause: sink.stored.pause,
      resumes: sink.stored.resumes,
      restores: sink.stored.restores,
      isAllowed: isAllowed(sink.stored.definer, name),
      backoff: backoff
    )
  }

  private func isAllowed(_ definer: Principal?, _ name: Identifier) -> Bool {
    guard let definer else { return true }
    let rights = services.access.rights(of: Identity(principal: definer, basis: .nothing))
    return rights.permissions(on: name).isSuperset(of: [.read, .watch])
  }

  private func begin(_ name: Identifier, _ sink: DeliveredSink) {
    guard let (position, newest) = shard.sinkSource.look(name, for: sink.key) else { return }
    let machine = SinkDelivery(settings(sink, name), position: position, newest: newest)
    let delivery = CollectionDelivery(name, machine)
    sink.deliveries[name] = delivery
    perform(delivery.machine.start(now: now), delivery, sink)
  }

  /// Makes the outcomes of what is being done void.
  private func drop(_ delivery: CollectionDelivery) {
    delivery.round += 1
    delivery.wakesAt = nil
  }

  private func end(_ delivery: CollectionDelivery) {
    drop(delivery)
    delivery.isGone = true
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

  func recordReplay(of name: Identifier) {
    for sink in sinks.values {
      if let delivery = sink.deliveries[name] {
        readAgain(delivery, sink)
      } else if sink.delivers(name) {
        begin(name, sink)
      }
    }
  }

  /// Continues with what the journal has.
  private func readAgain(_ delivery: CollectionDelivery, _ sink: DeliveredSink) {
    guard let (position, newest) = shard.sinkSource.look(delivery.collection, for: sink.key) else {
      end(delivery)
      sink.deliveries[delivery.collection] = nil
      return
    }
    guard position != delivery.machine.position || !delivery.machine.isBusy else { return }
    drop(delivery)
    perform(delivery.machine.replaced(position, newest: newest, now: now), delivery, sink)
  }

  // MARK: Actions

  private func perform(_ action: SinkDelivery.Action, _ delivery: CollectionDelivery, _ sink: DeliveredSink) {
    guard !isStopped else { return }
    switch action {
    case .nothing: break
    case .record(let old, let new): record(new, replacing: old, delivery, sink)
    case .make:
      if !delivery.isQueued { sink.queue.append(delivery) }
      delivery.isQueued = true
      makeNext(sink)
    case .send: send(delivery, sink)
    case .wait(let until):
      delivery.wakesAt = until
      loop.execute(after: until > now ? until - now : 0) { [self] in
        guard delivery.wakesAt == until, !isStopped else { return }
        perform(delivery.machine.timePassed(now: now), delivery, sink)
      }
    }
  }

  private func record(
    _ position: SinkPosition,
    replacing old: SinkPosition?,
    _ delivery: CollectionDelivery,
    _ sink: DeliveredSink
  ) {
    let round = delivery.round
    shard.sinkSource.record(position, replacing: old, of: delivery.collection, for: sink.key) {
      [self] result in
      guard delivery.round == round, !isStopped else { return }
      if case .success(true) = result {
        if let pause = position.pause { recordPause(pause.reason, delivery, sink) }
        return perform(delivery.machine.recorded(position, isWritten: true, now: now), delivery, sink)
      }
      _ = delivery.machine.recorded(position, isWritten: false, now: now)
      delivery.round += 1
      let round = delivery.round
      loop.execute(after: SinkLoop.recordPause) { [self] in
        guard delivery.round == round, !isStopped else { return }
        readAgain(delivery, sink)
      }
    }
  }

  private func recordPause(_ reason: String, _ delivery: CollectionDelivery, _ sink: DeliveredSink) {
    services.logger.warning(
      "a sink is paused for a collection",
      metadata: ["sink": "\(sink.name)", "collection": "\(delivery.collection)", "reason": "\(reason)"]
    )
  }

  /// Makes the messages of those whose turn it is.
  private func makeNext(_ sink: DeliveredSink) {
    while sink.inFlight < SinkLoop.mostInFlight, let delivery = sink.queue.popFirst() {
      delivery.isQueued = false
      let round = delivery.round
      guard case .making = delivery.machine.phase, !delivery.isGone, delivery.flight != round else {
        continue
      }
      delivery.flight = round
      sink.inFlight += 1
      let through = delivery.machine.through
      shard.sinkSource.message(
        of: delivery.collection,
        after: through == nil ? nil : delivery.machine.position,
        through: through,
        encode: WebhookBody.encoder(of: sink.name)
      ) { [self] result in
        guard delivery.round == round, !isStopped else { return end(sink) }
        switch result {
        case .success(let payload):
          delivery.payload = payload
          perform(delivery.machine.made(payload.state), delivery, sink)
        case .failure(let error):
          delivery.flight = nil
          end(sink)
          guard shard.sinkSource.look(delivery.collection, for: sink.key) != nil else {
            end(delivery)
            sink.deliveries[delivery.collection] = nil
            return
          }
          recordFailure(SinkDelivery.Failure(.server, error.message), delivery, sink)
        }
      }
    }
  }

  private func end(_ sink: DeliveredSink) {
    sink.inFlight -= 1
    makeNext(sink)
  }

  private func send(_ delivery: CollectionDelivery, _ sink: DeliveredSink) {
    guard let payload = delivery.payload else { return }
    delivery.payload = nil
    let round = delivery.round
    let id = SinkLoop.messageID(sink.name, delivery.collection, payload)
    let settings = sink.stored.settings
    let receiver = WebhookSender.Receiver(sink: sink.key, url: settings.url, allowed: settings.networks)
    let (loop, sender) = (loop, sender)
    Task {
      let outcome = await sender.send(payload.bytes, id: id, to: receiver, keys: settings.secrets)
      loop.execute { [self] in
        end(sink)
        guard delivery.round == round, !isStopped else { return }
        delivery.flight = nil
        if let failure = outcome.failure { return recordFailure(failure, delivery, sink) }
        sink.deliveredCount += 1
        metrics?.deliveries.increment()
        perform(delivery.machine.delivered(now: now), delivery, sink)
      }
    }
  }

  private func recordFailure(
    _ failure: SinkDelivery.Failure,
    _ delivery: CollectionDelivery,
    _ sink: DeliveredSink
  ) {
    sink.failureCount += 1
    metrics?.failures.increment(failure.kind)
    if delivery.machine.attempts == 0 {
      services.logger.warning(
        "a sink can't deliver",
        metadata: [
          "sink": "\(sink.name)", "collection": "\(delivery.collection)", "reason": "\(failure.message)",
        ]
      )
    }
    perform(delivery.machine.failed(failure, now: now, using: &random), delivery, sink)
  }

  /// The id of a message, which is the same at each attempt.
  static func messageID(_ sink: Identifier, _ collection: Identifier, _ payload: SinkSource.Payload) -> String
  {
    let history = "\(payload.to)".split(separator: "@").dropFirst().first ?? "0"
    let range = payload.from.map { "\($0.version)-\(payload.to.version)" } ?? "list-\(payload.to.version)"
    return "\(sink.text.headerEscaped).\(collection.text.headerEscaped).\(history).\(range)"
  }
}
