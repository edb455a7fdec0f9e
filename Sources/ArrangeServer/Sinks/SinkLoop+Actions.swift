import ArrangeModel
import CoreMetrics
import Engine
import Foundation
import Logging
import Ordering

extension SinkLoop {
  func perform(_ action: SinkDelivery.Action, _ delivery: CollectionDelivery, _ sink: DeliveredSink) {
    guard !isStopped else { return }
    switch action {
    case .nothing: takeNews(delivery, sink)
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
    feed(delivery).record(position, replacing: old, of: delivery.collection, for: sink.key) {
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
  func makeNext(_ sink: DeliveredSink) {
    while sink.inFlight < SinkLoop.mostInFlight, let delivery = sink.queue.popFirst() {
      delivery.isQueued = false
      let round = delivery.round
      guard case .making = delivery.machine.phase, !delivery.isGone, delivery.flight != round else {
        continue
      }
      delivery.flight = round
      sink.inFlight += 1
      let through = delivery.machine.through
      delivery.hasNews = false
      let carrier = receivers.carrier(for: sink, isOwner: isOwner(delivery, sink))
      delivery.carrier = carrier
      feed(delivery).message(
        of: delivery.collection,
        after: through == nil ? nil : delivery.machine.position,
        through: through,
        encode: carrier.encoder
      ) { [self] result in
        guard delivery.round == round, !isStopped else { return end(sink) }
        switch result {
        case .success(nil):
          delivery.flight = nil
          end(sink)
          perform(delivery.machine.unchanged(now: now), delivery, sink)
        case .success(let payload?):
          if !payload.isNewest { delivery.hasNews = true }
          delivery.payload = payload
          perform(delivery.machine.made(payload.state), delivery, sink)
        case .failure(let error):
          delivery.flight = nil
          end(sink)
          guard feed(delivery).look(delivery.collection, for: sink.key) != nil else {
            end(delivery)
            sink.deliveries[delivery.collection] = nil
            return
          }
          recordFailure(SinkDelivery.Failure(.server, error.message), delivery, sink)
        }
      }
    }
  }

  func end(_ sink: DeliveredSink) {
    sink.inFlight -= 1
    makeNext(sink)
  }

  private func send(_ delivery: CollectionDelivery, _ sink: DeliveredSink) {
    guard let payload = delivery.payload, let carrier = delivery.carrier else { return }
    delivery.payload = nil
    delivery.carrier = nil
    let round = delivery.round
    let id = SinkLoop.messageID(sink.name, delivery.collection, payload)
    let loop = loop
    Task {
      let failure = await carrier.send(payload, id: id)
      loop.execute { [self] in
        end(sink)
        guard delivery.round == round, !isStopped else { return }
        delivery.flight = nil
        if let failure { return recordFailure(failure, delivery, sink) }
        sink.deliveredCount += 1
        metrics?.deliveries.increment()
        perform(delivery.machine.delivered(now: now), delivery, sink)
      }
    }
  }

  /// Asks whether a message of the current round is still to be delivered, and this node still owns the collection.
  private func isOwner(_ delivery: CollectionDelivery, _ sink: DeliveredSink) -> @Sendable () async -> Bool {
    let round = delivery.round
    let loop = loop
    return { [self] in
      await withCheckedContinuation { continuation in
        loop.execute { [self] in
          guard delivery.round == round, !isStopped else { return continuation.resume(returning: false) }
          shard.sinkSource.confirm(delivery.machine.position, of: delivery.collection, for: sink.key) {
            [self] isConfirmed in
            continuation.resume(returning: isConfirmed && delivery.round == round)
            // Somebody else may have changed the position.
            if !isConfirmed, delivery.round == round, !isStopped { readAgain(delivery, sink) }
          }
        }
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
  static func messageID(_ sink: Identifier, _ collection: Identifier, _ payload: SinkPayload) -> String {
    let history = "\(payload.to)".split(separator: "@").dropFirst().first ?? "0"
    let range = payload.from.map { "\($0.version)-\(payload.to.version)" } ?? "list-\(payload.to.version)"
    return "\(sink.text.headerEscaped).\(collection.text.headerEscaped).\(history).\(range)"
  }
}
