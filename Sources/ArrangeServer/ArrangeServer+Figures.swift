import Access
import ArrangeModel
import CoreMetrics
import Dispatch
import Engine
import Logging
import NIOCore
import Synchronization
import Wire

/// Metrics that are collected when they are read.
extension ArrangeServer {
  /// How often the delay of an event loop is measured.
  private static let delayInterval = TimeAmount.milliseconds(100)
  /// How long a collection waits for event loops, in milliseconds. For a loop that does not answer in time, its
  /// previous figures count.
  private static let loopTimeout = 2_000
  /// The minimum duration of a flush that is logged, in nanoseconds.
  static let slowFlushNanoseconds: UInt64 = 500_000_000

  /// Log lines about flushes and checkpoints.
  static func events(_ logger: Logger) -> ServerMetrics.Events {
    ServerMetrics.Events { entries, nanoseconds in
      guard nanoseconds >= slowFlushNanoseconds else { return }
      logger.warning(
        "a flush took long",
        metadata: ["entries": "\(entries)", "ms": "\(nanoseconds / 1_000_000)"]
      )
    } onCheckpoint: { name, version, bytes, nanoseconds in
      logger.debug(
        "checkpoint",
        metadata: [
          "collection": "\(name)", "version": "\(version)", "bytes": "\(bytes)",
          "ms": "\(nanoseconds / 1_000_000)",
        ]
      )
    }
  }

  /// Updates all metrics that are not counted as events happen.
  package func collectFigures() async {
    var figures = Figures()
    figures.engine = server.engine.figures
    figures.connections = server.connectionCount
    figures.connectionBytes = server.memory.held
    figures.connectionBytesLimit = server.memory.limit
    figures.viewRowsLimit = options.engine.maximumViewRows
    figures.slowStrategies = server.health.slowStrategies.count
    figures.droppedLines = [
      .log: LineWriter.errors.dropped, .output: LineWriter.output.dropped,
      .audit: server.audit?.dropped ?? 0,
    ]
    figures.backupInterval = options.backups?.interval ?? 0
    figures.lastBackup = Int(lastBackup.value)
    figures.certificateEnds = tls?.ends ?? CertificateEnds()
    figures.startTime = Double(server.startedAt.microseconds) / 1e6
    for (loops, shards) in await loopFigures() {
      figures.loops.add(loops)
      figures.shards.add(shards)
    }
    figures.now = server.clock.monotonicNanoseconds()
    metrics.record(figures)
  }

  /// The figures of each event loop; see ``loopTimeout``.
  private func loopFigures() async -> [(LoopFigures, ShardFigures)] {
    let answers = LoopAnswers(loopFiguresBefore.withLock { $0 })
    let (handlers, sinks) = (server.allConnections, server.sinks)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      answers.wait(continuation)
      for (index, loop) in server.loops.enumerated() {
        let shard = server.engine.shards[index]
        loop.execute {
          var figures = LoopFigures()
          for handler in handlers where handler.loop === loop { handler.receiver?.addFigures(to: &figures) }
          sinks.add(to: &figures.sinks, shard: index)
          answers.record((figures, shard.figures), of: index)
        }
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(ArrangeServer.loopTimeout)) {
        answers.end()
      }
    }
    let figures = answers.figures
    loopFiguresBefore.withLock { $0 = figures }
    return figures
  }

  /// Starts to measure the delays of the event loops.
  ///
  /// - Returns: tasks to cancel when the server stops.
  func watchLoopDelays() -> [RepeatedTask] {
    server.loops.compactMap { loop in
      guard let metrics = loop.metrics else { return nil }
      let interval = ArrangeServer.delayInterval
      let due = DueTime(NIODeadline.now() + interval)
      return loop.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
        let now = NIODeadline.now()
        metrics.loopDelay.recordNanoseconds(max(0, (now - due.time).nanoseconds))
        due.time = now + interval
      }
    }
  }

  /// When a repeated task is due next. Used on its event loop only.
  private final class DueTime: @unchecked Sendable {
    var time: NIODeadline

    init(_ time: NIODeadline) { self.time = time }
  }

  /// Whether a caller may read the metrics.
  package enum MetricsVerdict: Sendable, Hashable {
    case allowed
    /// The token is missing or invalid.
    case unauthenticated
    /// The principal has neither `metrics` nor `admin`.
    case denied
  }

  /// Whether the owner of a token may read the metrics, which requires the permission `metrics` or `admin`.
  /// Without an access file there are no valid tokens.
  ///
  /// - Parameter peer: the caller's address, for the audit log.
  package func mayReadMetrics(token: String, peer: String) async -> MetricsVerdict {
    let verdict = await authenticateReader(token)
    if verdict != .allowed {
      server.audit?.recordRefusedConnection(
        verdict == .denied
          ? "reading the metrics needs the permission metrics" : "reading the metrics needs a valid token",
        peer: peer
      )
    }
    return verdict
  }

  private func authenticateReader(_ token: String) async -> MetricsVerdict {
    guard server.access.isInForce, !token.isEmpty, let identity = await identity(token) else {
      return .unauthenticated
    }
    return server.access.rights(of: identity).mayReadMetrics ? .allowed : .denied
  }
}

/// Collects one answer from each event loop, until all have answered or the wait is ended.
private final class LoopAnswers: Sendable {
  private struct State {
    var figures: [(LoopFigures, ShardFigures)]
    var missing: Int
    var continuation: CheckedContinuation<Void, Never>?
  }

  private let state: Mutex<State>

  /// - Parameter before: the previous figures, which are used for loops that don't answer.
  init(_ before: [(LoopFigures, ShardFigures)]) {
    state = Mutex(State(figures: before, missing: before.count))
  }

  var figures: [(LoopFigures, ShardFigures)] { state.withLock { $0.figures } }

  func wait(_ continuation: CheckedContinuation<Void, Never>) {
    state.withLock { $0.continuation = continuation }
  }

  func record(_ figures: (LoopFigures, ShardFigures), of index: Int) {
    let isLast = state.withLock { state in
      state.figures[index] = figures
      state.missing -= 1
      return state.missing == 0
    }
    if isLast { end() }
  }

  /// Resumes the waiting task, once.
  func end() {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume()
  }
}
