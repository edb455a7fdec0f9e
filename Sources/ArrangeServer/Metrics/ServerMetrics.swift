import ArrangeModel
import CoreMetrics
import Engine
import Foundation
import Measuring
import Synchronization

/// The metrics of a server that belong to no event loop: events of the engine, and gauges.
final class ServerMetrics: Sendable {
  let factory: any MetricsFactory
  private let commits: Counter
  private let groupSize: Recorder
  private let flushDuration: CoreMetrics.Timer
  private let checkpoints: Counter
  private let checkpointDuration: CoreMetrics.Timer
  private let erasures: [JournalErasure: Counter]
  private let gauges: Gauges

  /// Called for each flush and checkpoint.
  private let events: Events

  /// Observers of single events.
  struct Events: Sendable {
    /// A group was flushed. Called on the writing thread.
    var onWrite: @Sendable (_ entries: Int, _ nanoseconds: UInt64) -> Void = { _, _ in }
    var onCheckpoint:
      @Sendable (_ name: Identifier, _ version: UInt64, _ bytes: Int, _ nanoseconds: UInt64) -> Void = {
        _,
        _,
        _,
        _ in
      }
  }

  init(_ factory: any MetricsFactory, events: Events = Events()) {
    self.factory = factory
    self.events = events
    commits = ServerMetric.commits.counter(factory)
    groupSize = ServerMetric.groupSize.recorder(factory)
    flushDuration = ServerMetric.flushDuration.timer(factory)
    checkpoints = ServerMetric.checkpoints.counter(factory)
    checkpointDuration = ServerMetric.checkpointDuration.timer(factory)
    erasures = Dictionary(
      uniqueKeysWithValues: JournalErasure.allCases.map {
        ($0, ServerMetric.erasures.counter(factory, $0.rawValue))
      }
    )
    gauges = Gauges(factory)
  }

  /// Sets the gauges.
  func record(_ figures: Figures) { gauges.set(figures) }
}

extension ServerMetrics: EngineMeter {
  func recordWrite(entries: Int, commits: Int, nanoseconds: UInt64) {
    self.commits.increment(by: commits)
    groupSize.record(Int64(entries))
    flushDuration.recordNanoseconds(Int64(clamping: nanoseconds))
    events.onWrite(entries, nanoseconds)
  }

  func recordCheckpoint(of name: Identifier, version: UInt64, bytes: Int, nanoseconds: UInt64) {
    checkpoints.increment()
    checkpointDuration.recordNanoseconds(Int64(clamping: nanoseconds))
    events.onCheckpoint(name, version, bytes, nanoseconds)
  }

  func recordErasure(_ outcome: JournalErasure) { erasures[outcome]?.increment() }
}

/// The values of the gauges, collected when metrics are read.
struct Figures: Sendable {
  var engine = EngineFigures()
  var shards = ShardFigures()
  var loops = LoopFigures()
  /// The time of the engine's clock, in monotonic nanoseconds.
  var now: UInt64 = 0
  var connections = 0
  var connectionBytes = 0
  var connectionBytesLimit = 0
  var viewRowsLimit = 0
  var slowStrategies = 0
  /// The number of dropped lines of each log.
  var droppedLines: [DroppedLines: UInt64] = [:]
  /// In seconds; 0 if there are no scheduled backups.
  var backupInterval = 0
  /// In seconds since 1970; 0 if there is none.
  var lastBackup = 0
  var certificateEnds = CertificateEnds()
  /// In seconds since 1970.
  var startTime = 0.0
}

/// Figures of the connections of event loops.
struct LoopFigures: Sendable, Equatable {
  var activeCalls = 0
  var subscriptions: [SubscriptionWait: Int] = [:]
  /// The longest time for which a subscriber with credit has waited, in nanoseconds.
  var longestLag: UInt64 = 0
  var sinks = SinkFigures()

  mutating func add(_ other: LoopFigures) {
    activeCalls += other.activeCalls
    subscriptions.merge(other.subscriptions, uniquingKeysWith: +)
    longestLag = max(longestLag, other.longestLag)
    sinks.add(other.sinks)
  }
}

/// A log that can drop lines, as a label.
enum DroppedLines: String, CaseIterable {
  /// Standard error.
  case log
  /// Standard output.
  case output
  case audit
}

/// The handles of the gauges.
private struct Gauges: Sendable {
  private let factory: any MetricsFactory
  private let values: [String: Meter]
  private let subscriptions: [SubscriptionWait: Meter]
  private let journal: [String: Meter]
  private let certificateEnds: [Meter]
  private let dropped: [DroppedLines: TotalCounter]
  private let processor: TotalCounter

  init(_ factory: any MetricsFactory) {
    self.factory = factory
    let plain = ServerMetric.all.filter { $0.kind == .gauge && $0.labels.isEmpty }
    values = Dictionary(uniqueKeysWithValues: plain.map { ($0.name, $0.meter(factory)) })
    subscriptions = Dictionary(
      uniqueKeysWithValues: SubscriptionWait.allCases.map {
        ($0, ServerMetric.subscriptions.meter(factory, $0.rawValue))
      }
    )
    journal = Dictionary(
      uniqueKeysWithValues: ["log", "database"].map { ($0, ServerMetric.journalBytes.meter(factory, $0)) }
    )
    certificateEnds = ["tls-certificate", "tls-client-ca"].map {
      ServerMetric.certificateEnd.meter(factory, $0)
    }
    dropped = Dictionary(
      uniqueKeysWithValues: DroppedLines.allCases.map {
        ($0, TotalCounter(ServerMetric.droppedLines.counter(factory, $0.rawValue)))
      }
    )
    processor = TotalCounter(ServerMetric.processorSeconds.counter(factory))
    ServerMetric.build.meter(factory, ArrangeVersion.current).set(1)
  }

  private func set(_ metric: MetricDescription, _ value: Int) { values[metric.name]?.set(value) }

  private func set(_ metric: MetricDescription, nanoseconds: UInt64) {
    values[metric.name]?.set(Double(nanoseconds) / 1e9)
  }

  func set(_ figures: Figures) {
    let (engine, shards, loops) = (figures.engine, figures.shards, figures.loops)
    set(ServerMetric.activeCalls, loops.activeCalls)
    set(ServerMetric.connections, figures.connections)
    set(ServerMetric.connectionBytes, figures.connectionBytes)
    set(ServerMetric.connectionBytesLimit, figures.connectionBytesLimit)
    set(ServerMetric.waitingWrites, engine.waitingWrites)
    set(ServerMetric.logWaiting, engine.space.waiting)
    journal["log"]?.set(engine.space.log)
    journal["database"]?.set(engine.space.database)
    set(ServerMetric.uncheckpointedEdits, shards.editsSinceCheckpoints)
    set(ServerMetric.checkpointAge, nanoseconds: figures.age(of: shards.oldestEdit))
    set(ServerMetric.collections, engine.collections)
    set(ServerMetric.collectionsInMemory, shards.collections)
    for wait in SubscriptionWait.allCases { subscriptions[wait]?.set(loops.subscriptions[wait] ?? 0) }
    set(ServerMetric.unservedLag, nanoseconds: max(loops.longestLag, figures.age(of: shards.oldestNews)))
    set(ServerMetric.views, shards.views)
    set(ServerMetric.viewRows, engine.viewRows)
    set(ServerMetric.viewRowsLimit, figures.viewRowsLimit)
    set(ServerMetric.sinkLagging, loops.sinks.lagging)
    set(ServerMetric.sinkLagCommits, loops.sinks.lagCommits)
    set(ServerMetric.sinkLag, nanoseconds: loops.sinks.lagNanoseconds)
    set(ServerMetric.sinkFailing, loops.sinks.failing)
    set(ServerMetric.sinkPaused, loops.sinks.paused)
    set(ServerMetric.slowStrategies, figures.slowStrategies)
    set(ServerMetric.backupInterval, figures.backupInterval)
    set(ServerMetric.lastBackup, figures.lastBackup)
    let ends = figures.certificateEnds
    for (meter, end) in zip(certificateEnds, [ends.server, ends.clientAuthority]) { meter.set(end ?? 0) }
    for (log, count) in figures.droppedLines { dropped[log]?.set(count) }
    values[ServerMetric.startTime.name]?.set(figures.startTime)
    let process = ProcessFigures()
    set(ServerMetric.residentBytes, process.residentBytes)
    set(ServerMetric.openFiles, process.openFiles)
    set(ServerMetric.openFilesLimit, process.openFilesLimit)
    processor.set(process.processorSeconds)
  }
}

extension Figures {
  /// The time since a moment of the engine's clock, in nanoseconds; 0 for nil.
  func age(of time: UInt64?) -> UInt64 { time.map { now > $0 ? now - $0 : 0 } ?? 0 }
}
