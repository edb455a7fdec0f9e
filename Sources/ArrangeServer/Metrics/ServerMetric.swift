package import Measuring

/// Everything that a server measures. `Documentation/metrics.md` has the same, and a test compares them.
///
/// Labels have words of the program as values, never names that come from outside: the number of series does not depend on
/// how many collections, principals or clients there are.
package enum ServerMetric {
  /// Times of calls and of what makes them up, from a quarter of a millisecond to ten seconds.
  private static let times: HistogramBounds = .seconds([
    0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ])
  /// Numbers of things that are handled together.
  private static let counts: HistogramBounds = .counts([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 4_096])

  // MARK: Calls

  package static let calls = MetricDescription(
    "arrange_calls_total",
    .counter,
    "Calls that ended, by method and status. A call without a known method is among the refusals.",
    labels: ["method", "status"]
  )
  package static let callDuration = MetricDescription(
    "arrange_call_duration_seconds",
    .histogram,
    "Time from the arrival of a call with one answer to that answer, in seconds.",
    labels: ["method"],
    bounds: times
  )
  package static let activeCalls = MetricDescription(
    "arrange_active_calls",
    .gauge,
    "Calls and streams that are open."
  )
  package static let slowCalls = MetricDescription(
    "arrange_slow_calls_total",
    .counter,
    "Calls that took longer than slow-call-ms."
  )
  package static let refusals = MetricDescription(
    "arrange_refusals_total",
    .counter,
    "Connections and calls that were refused, by why.",
    labels: ["reason"]
  )

  // MARK: Connections

  package static let connections = MetricDescription(
    "arrange_connections",
    .gauge,
    "Connections that are open."
  )
  package static let connectionsOpened = MetricDescription(
    "arrange_connections_opened_total",
    .counter,
    "Connections that were taken in."
  )
  package static let connectionsEnded = MetricDescription(
    "arrange_connections_ended_total",
    .counter,
    "Connections that ended, by why.",
    labels: ["reason"]
  )
  package static let connectionBytes = MetricDescription(
    "arrange_connection_memory_bytes",
    .gauge,
    "What the buffers of all connections hold."
  )
  package static let connectionBytesLimit = MetricDescription(
    "arrange_connection_memory_limit_bytes",
    .gauge,
    "What they may hold together: connection-memory."
  )

  // MARK: Storage

  package static let commits = MetricDescription(
    "arrange_commits_total",
    .counter,
    "Commits that became durable."
  )
  package static let groupSize = MetricDescription(
    "arrange_write_group_size",
    .histogram,
    "Writes that became durable in one step.",
    bounds: counts
  )
  package static let flushDuration = MetricDescription(
    "arrange_flush_duration_seconds",
    .histogram,
    "Time of one durable step of the journal: write and flush, in seconds.",
    bounds: times
  )
  package static let waitingWrites = MetricDescription(
    "arrange_waiting_writes",
    .gauge,
    "Writes that wait for the next durable step."
  )
  package static let logWaiting = MetricDescription(
    "arrange_log_waiting_bytes",
    .gauge,
    "What is durable in the log and not in the database yet."
  )
  package static let journalBytes = MetricDescription(
    "arrange_journal_bytes",
    .gauge,
    "Size of the journal's files.",
    labels: ["file"]
  )
  package static let checkpoints = MetricDescription(
    "arrange_checkpoints_total",
    .counter,
    "Checkpoints of collections that were completed."
  )
  package static let checkpointDuration = MetricDescription(
    "arrange_checkpoint_duration_seconds",
    .histogram,
    "Time from the beginning of a checkpoint to its end, in seconds.",
    bounds: .seconds([0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300])
  )
  package static let uncheckpointedEdits = MetricDescription(
    "arrange_uncheckpointed_edits",
    .gauge,
    "Edits of the collections in memory that no checkpoint has: what the next start replays."
  )
  package static let checkpointAge = MetricDescription(
    "arrange_checkpoint_age_seconds",
    .gauge,
    "Age of the oldest edit of a collection in memory that no checkpoint has; 0 where there is none."
  )
  package static let collections = MetricDescription("arrange_collections", .gauge, "Collections.")
  package static let collectionsInMemory = MetricDescription(
    "arrange_collections_in_memory",
    .gauge,
    "Collections whose content is in memory."
  )

  // MARK: Subscriptions

  package static let subscriptions = MetricDescription(
    "arrange_subscriptions",
    .gauge,
    "Open subscriptions, by what they wait for.",
    labels: ["state"]
  )
  package static let delivery = MetricDescription(
    "arrange_delivery_duration_seconds",
    .histogram,
    "Time from a commit being durable to its batch being sent, of subscribers who had credit, asked for no interval and read "
      + "what they were sent, in seconds.",
    bounds: times
  )
  package static let unservedLag = MetricDescription(
    "arrange_unserved_lag_seconds",
    .gauge,
    "The longest time for which a subscriber with credit has waited for a message that the server owes it; 0 where it owes "
      + "none."
  )
  package static let batchCommits = MetricDescription(
    "arrange_batch_commits",
    .histogram,
    "Commits that one batch merges.",
    bounds: counts
  )
  package static let messages = MetricDescription(
    "arrange_messages_total",
    .counter,
    "Messages that were sent to subscribers, by kind.",
    labels: ["kind"]
  )
  package static let messageBytes = MetricDescription(
    "arrange_message_bytes_total",
    .counter,
    "Bytes of the messages that were sent to subscribers."
  )
  package static let reloads = MetricDescription(
    "arrange_reloads_total",
    .counter,
    "Snapshots that were begun in place of batches, by why.",
    labels: ["reason"]
  )

  // MARK: Views and the process

  package static let views = MetricDescription("arrange_views", .gauge, "Views that are evaluated.")
  package static let viewRows = MetricDescription(
    "arrange_view_rows",
    .gauge,
    "What all open views take, in rows."
  )
  package static let viewRowsLimit = MetricDescription(
    "arrange_view_rows_limit",
    .gauge,
    "What they may take together: max-view-rows."
  )
  package static let loopDelay = MetricDescription(
    "arrange_event_loop_delay_seconds",
    .histogram,
    "How much later than it should an event loop did what was due, looked at ten times a second, in seconds.",
    bounds: .seconds([0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5])
  )
  package static let slowStrategies = MetricDescription(
    "arrange_slow_strategies",
    .gauge,
    "Collections that stand still because the strategy of a loaded library does not answer."
  )
  package static let droppedLines = MetricDescription(
    "arrange_log_lines_dropped_total",
    .counter,
    "Lines that were dropped since nobody read them fast enough.",
    labels: ["log"]
  )
  package static let build = MetricDescription(
    "arrange_build_info",
    .gauge,
    "1, with the version of the server as a label.",
    labels: ["version"]
  )
  package static let residentBytes = MetricDescription(
    "process_resident_memory_bytes",
    .gauge,
    "Resident memory of the process."
  )
  package static let processorSeconds = MetricDescription(
    "process_cpu_seconds_total",
    .counter,
    "Processor time of the process, in whole seconds."
  )
  package static let openFiles = MetricDescription("process_open_fds", .gauge, "Descriptors that are open.")
  package static let openFilesLimit = MetricDescription(
    "process_max_fds",
    .gauge,
    "The most descriptors that may be open."
  )
  package static let startTime = MetricDescription(
    "process_start_time_seconds",
    .gauge,
    "When the server was started, in seconds since 1970."
  )

  /// All of them, in the order in which they are shown.
  package static let all = [
    calls, callDuration, activeCalls, slowCalls, refusals,
    connections, connectionsOpened, connectionsEnded, connectionBytes, connectionBytesLimit,
    commits, groupSize, flushDuration, waitingWrites, logWaiting, journalBytes, checkpoints,
    checkpointDuration,
    uncheckpointedEdits, checkpointAge, collections, collectionsInMemory,
    subscriptions, delivery, unservedLag, batchCommits, messages, messageBytes, reloads,
    views, viewRows, viewRowsLimit, loopDelay, slowStrategies, droppedLines, build,
    residentBytes, processorSeconds, openFiles, openFilesLimit, startTime,
  ]
}
