import Dispatch
import Logging
import Synchronization
import Wire

/// Log lines that clients can cause: a limited number of each kind, and then a count of the rest.
extension ServerContext {
  func record(
    _ kind: LogQuota.Kind,
    _ message: Logger.Message,
    _ metadata: @autoclosure () -> Logger.Metadata,
    level: Logger.Level = .info
  ) {
    guard logger.logLevel <= level else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    guard quota.withLock({ $0.admits(kind, at: now) }) else { return }
    logger.log(level: level, message, metadata: metadata())
  }

  /// Logs the number of suppressed lines of the intervals that are over, or of all intervals.
  func recordSummaries(all: Bool = false) {
    let now = all ? .max : DispatchTime.now().uptimeNanoseconds
    for (kind, count) in quota.withLock({ $0.takeSummaries(at: now) }) {
      logger.info("\(kind.summary)", metadata: ["count": "\(count)"])
    }
  }
}

extension GoAwayReason {
  /// The kind of log line for the end of a connection.
  var kindOfLine: LogQuota.Kind {
    switch self {
    case .greetingTimeout, .partialFrameTimeout, .keepaliveTimeout: .timeout
    case .tooManyConnections, .draining, .leaving: .refusal
    case .memory: .memory
    default: .violation
    }
  }
}
