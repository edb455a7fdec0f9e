package import Measuring

/// All metrics of a server. A test compares them with `Documentation/metrics.md`.
///
/// Label values are constants of the program, never names of collections, principals or clients: the number of series
/// is bounded.
package enum ServerMetric {
  /// Buckets for durations, from a quarter of a millisecond to ten seconds.
  private static let times: HistogramBounds = .seconds([
    0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ])
  /// Buckets for group sizes.
  private static let counts: HistogramBounds = .counts([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 4_096])

  // MARK: Calls

  package static let calls = MetricDescription(
    "arrange_calls_total",
    .counter,
    "Ended calls by method and status. Calls of unknown methods count as refusals.",
    labels: ["method", "status"]
  )
  package static let callDuration = MetricDescription(
    "arrange_call_duration_seconds",
    .histogram,
    "Time from the arrival of a unary call to its answer, in seconds.",
    labels: ["method"],
    bounds: times
  )
  package static let activeCalls = MetricDescription(
    "arrange_active_calls",
    .gauge,
    "Open calls and streams."
  )
  package static let slowCalls = MetricDescription(
    "arrange_slow_calls_total",
    .counter,
    "Calls that took at least slow-call-ms."
  )
  package static let refusals = MetricDescription(
    "arrange_refusals_total",
    .counter,
    "Refused connections and calls by reason.",
    labels: ["reason"]
  )

  // MARK: Connections

  package static let connections = MetricDescription(
    "arrange_connections",
    .gauge,
    "Open connections."
  )
  package static let connectionsOpened = MetricDescription(
    "arrange_connections_opened_total",
    .counter,
    "Accepted connections."
  )
  package static let connectionsEnded = MetricDescription(
    "arrange_connections_ended_total",
    .counter,
    "Closed connections by reason.",
    labels: ["reason"]
  )
  package static let connectionBytes = MetricDescription(
    "arrange_connection_memory_bytes",
    .gauge,
    "Bytes in the buffers of all connections."
  )
  package static let connectionBytesLimit = MetricDescription(
    "arrange_connection_memory_limit_bytes",
    .gauge,
    "The limit of arrange_connection_memory_bytes: connection-memory."
  )

  // MARK: Storage

  package static let commits = MetricDescription(
    "arrange_commits_total",
    .counter,
    "Durable commits."
  )
  package static let groupSize = MetricDescription(
    "arrange_write_group_size",
    .histogram,
    "Writes that became durable with one flush.",
    bounds: counts
  )
  package static let flushDuration = MetricDescription(
    "arrange_flush_duration_seconds",
    .histogram,
    "Time of one write and flush of the journal, in seconds.",
    bounds: times
  )
  package static let waitingWrites = MetricDescription(
    "arrange_waiting_writes",
    .gauge,
    "Writes that wait for the next flush."
  )
  package static let logWaiting = MetricDescription(
    "arrange_log_waiting_bytes",
    .gauge,
    "Bytes of records in the log that are not in the database yet."
  )
  package static let journalBytes = MetricDescription(
    "arrange_journal_bytes",
    .gauge,
    "Size of the journal files.",
    labels: ["file"]
  )
  package static let checkpoints = MetricDescription(
    "arrange_checkpoints_total",
    .counter,
    "Completed checkpoints of collections."
  )
  package static let checkpointDuration = MetricDescription(
    "arrange_checkpoint_duration_seconds",
    .histogram,
    "Time of a checkpoint, in seconds.",
    bounds: .seconds([0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300])
  )
  package static let erasures = MetricDescription(
    "arrange_erasures_total",
    .counter,
    "Attempts to clear the files of what can't be read any more, by outcome.",
    labels: ["outcome"]
  )
  package static let uncheckpointedEdits = MetricDescription(
    "arrange_uncheckpointed_edits",
    .gauge,
    "Edits after the last checkpoints of the collections in memory: the next start replays them."
  )
  package static let checkpointAge = MetricDescription(
    "arrange_checkpoint_age_seconds",
    .gauge,
    "Age of the oldest edit that is in no checkpoint, over the collections in memory; 0 if there is none."
  )
  package static let collections = MetricDescription("arrange_collections", .gauge, "Collections.")
  package static let collectionsInMemory = MetricDescription(
    "arrange_collections_in_memory",
    .gauge,
    "Collections in memory."
  )

  // MARK: Subscriptions

  package static let subscriptions = MetricDescription(
    "arrange_subscriptions",
    .gauge,
    "Open subscriptions by state.",
    labels: ["state"]
  )
  package static let delivery = MetricDescription(
    "arrange_delivery_duration_seconds",
    .histogram,
    "Time from a durable commit to the sending of its batch, for subscribers that were ready for it, in seconds.",
    bounds: times
  )
  package static let unservedLag = MetricDescription(
    "arrange_unserved_lag_seconds",
    .gauge,
    "The longest time that a subscriber with credit has been waiting for a message; 0 if none is waiting."
  )
  package static let batchCommits = MetricDescription(
    "arrange_batch_commits",
    .histogram,
    "Commits merged into one batch.",
    bounds: counts
  )
  package static let messages = MetricDescription(
    "arrange_messages_total",
    .counter,
    "Messages sent to subscribers by kind.",
    labels: ["kind"]
  )
  package static let messageBytes = MetricDescription(
    "arrange_message_bytes_total",
    .counter,
    "Bytes of messages sent to subscribers."
  )
  package static let reloads = MetricDescription(
    "arrange_reloads_total",
    .counter,
    "Snapshots sent instead of batches by reason.",
    labels: ["reason"]
  )

  // MARK: Views and the process

  package static let views = MetricDescription("arrange_views", .gauge, "Evaluated views.")
  package static let viewRows = MetricDescription(
    "arrange_view_rows",
    .gauge,
    "Size of all open views, in rows."
  )
  package static let viewRowsLimit = MetricDescription(
    "arrange_view_rows_limit",
    .gauge,
    "The limit of arrange_view_rows: max-view-rows."
  )

  // MARK: Sinks

  package static let sinkDeliveries = MetricDescription(
    "arrange_sink_deliveries_total",
    .counter,
    "Messages of sinks that a receiver has accepted."
  )
  package static let sinkFailures = MetricDescription(
    "arrange_sink_failures_total",
    .counter,
    "Failed attempts to deliver a message of a sink, by kind.",
    labels: ["kind"]
  )
  package static let sinkLagging = MetricDescription(
    "arrange_sink_lagging",
    .gauge,
    "Collections of sinks of which not everything is delivered."
  )
  package static let sinkLagCommits = MetricDescription(
    "arrange_sink_lag_commits",
    .gauge,
    "The most commits of a collection that a sink has not delivered."
  )
  package static let sinkLag = MetricDescription(
    "arrange_sink_lag_seconds",
    .gauge,
    "The longest time for which a sink has not delivered everything of a collection, in seconds."
  )
  package static let sinkFailing = MetricDescription(
    "arrange_sink_failing",
    .gauge,
    "Collections of sinks whose last delivery has failed."
  )
  package static let sinkPaused = MetricDescription(
    "arrange_sink_paused",
    .gauge,
    "Collections for which a sink is paused."
  )

  // MARK: The server

  package static let loopDelay = MetricDescription(
    "arrange_event_loop_delay_seconds",
    .histogram,
    "Delay of a task on an event loop, measured ten times a second, in seconds.",
    bounds: .seconds([0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5])
  )
  package static let slowStrategies = MetricDescription(
    "arrange_slow_strategies",
    .gauge,
    "Collections blocked by a strategy of a loaded library that does not answer."
  )
  package static let droppedLines = MetricDescription(
    "arrange_log_lines_dropped_total",
    .counter,
    "Log lines dropped because they were not read fast enough.",
    labels: ["log"]
  )
  package static let build = MetricDescription(
    "arrange_build_info",
    .gauge,
    "Always 1; the label has the version of the server.",
    labels: ["version"]
  )
  package static let lastBackup = MetricDescription(
    "arrange_last_backup_time_seconds",
    .gauge,
    "Time of the last good scheduled backup, in seconds since 1970; 0 if there is none."
  )
  package static let backupInterval = MetricDescription(
    "arrange_backup_interval_seconds",
    .gauge,
    "The interval of scheduled backups: backup-every; 0 without scheduled backups."
  )
  package static let certificateEnd = MetricDescription(
    "arrange_certificate_end_time_seconds",
    .gauge,
    "The first end of a certificate in the file of a setting, in seconds since 1970; 0 without the setting.",
    labels: ["setting"]
  )
  package static let node = MetricDescription(
    "arrange_node_info",
    .gauge,
    "Always 1; the labels have the id of the node, as in its log lines, and its name. Only with a PostgreSQL database.",
    labels: ["id", "node"]
  )
  package static let residentBytes = MetricDescription(
    "process_resident_memory_bytes",
    .gauge,
    "Resident memory of the process."
  )
  package static let processorSeconds = MetricDescription(
    "process_cpu_seconds_total",
    .counter,
    "CPU time of the process, in whole seconds."
  )
  package static let openFiles = MetricDescription("process_open_fds", .gauge, "Open file descriptors.")
  package static let openFilesLimit = MetricDescription(
    "process_max_fds",
    .gauge,
    "The maximum number of open file descriptors."
  )
  package static let startTime = MetricDescription(
    "process_start_time_seconds",
    .gauge,
    "Start time of the server, in seconds since 1970."
  )

  /// All metrics, in the order of the output.
  package static let all = [
    calls, callDuration, activeCalls, slowCalls, refusals,
    connections, connectionsOpened, connectionsEnded, connectionBytes, connectionBytesLimit,
    commits, groupSize, flushDuration, waitingWrites, logWaiting, journalBytes, checkpoints,
    checkpointDuration, erasures,
    uncheckpointedEdits, checkpointAge, collections, collectionsInMemory,
    subscriptions, delivery, unservedLag, batchCommits, messages, messageBytes, reloads,
    views, viewRows, viewRowsLimit,
    sinkDeliveries, sinkFailures, sinkLagging, sinkLagCommits, sinkLag, sinkFailing, sinkPaused, loopDelay,
    slowStrategies, droppedLines, lastBackup, backupInterval,
    certificateEnd, build, node,
    residentBytes, processorSeconds, openFiles, openFilesLimit, startTime,
  ]
}
