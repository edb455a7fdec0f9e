import ArrangeModel
import Engine

extension SinkLoop {
  /// Adds what is known of the deliveries of a sink; nothing if there is no such sink.
  func add(to report: inout SinkReport, of key: CollectionKey) {
    loop.check()
    guard let sink = sinks[key] else { return }
    report.deliveries += sink.deliveredCount
    report.failures += sink.failureCount
    for (name, delivery) in sink.deliveries where feed(delivery).look(name, for: key) != nil {
      report.progress.append(progress(delivery))
    }
  }

  private func progress(_ delivery: CollectionDelivery) -> SinkStatus.Progress {
    let machine = delivery.machine
    var progress = SinkStatus.Progress(
      collection: delivery.collection,
      delivered: machine.position?.version ?? 0,
      newest: machine.newest,
      state: .caughtUp,
      lagMicroseconds: Int64(clamping: (machine.lagsSince.map { now - min(now, $0) } ?? 0) / 1_000),
      attempts: machine.attempts,
      error: machine.lastFailure?.message ?? ""
    )
    switch machine.phase {
    case .idle: progress.state = machine.lags ? .sending : .caughtUp
    case .recording, .making, .sending: progress.state = .sending
    case .waiting(let until):
      progress.state = .waiting
      let left = Int64(clamping: (until - min(until, now)) / 1_000)
      progress.nextAttempt = services.clock.wallTime().microseconds + left
    case .paused(let reason):
      progress.state = .paused
      progress.error = reason
    case .denied: progress.state = .denied
    }
    return progress
  }

  /// Adds the figures of all deliveries.
  func add(to figures: inout SinkFigures) {
    for sink in sinks.values {
      for delivery in sink.deliveries.values {
        let machine = delivery.machine
        if case .paused = machine.phase { figures.paused += 1 }
        if machine.attempts > 0 { figures.failing += 1 }
        guard machine.lags else { continue }
        figures.lagging += 1
        // The states of a view are no commits.
        if delivery.view == nil {
          figures.lagCommits = max(
            figures.lagCommits,
            Int(clamping: machine.newest - min(machine.newest, machine.position?.version ?? 0))
          )
        }
        figures.lagNanoseconds = max(
          figures.lagNanoseconds,
          machine.lagsSince.map { now - min(now, $0) } ?? 0
        )
      }
    }
  }
}

/// What the event loops know of a sink.
struct SinkReport: Sendable {
  var progress: [SinkStatus.Progress] = []
  var (deliveries, failures): (UInt64, UInt64) = (0, 0)
}
