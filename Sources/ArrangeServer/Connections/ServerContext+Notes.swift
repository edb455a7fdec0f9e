import Dispatch
import Logging
import Synchronization
import Wire

/// What is logged of things that clients can cause: some lines of each kind, and then how many more there were.
extension ServerContext {
  func note(
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

  /// Says how many lines were left out in the intervals that are over, or in all of them.
  func noteSummaries(all: Bool = false) {
    let now = all ? .max : DispatchTime.now().uptimeNanoseconds
    for (kind, count) in quota.withLock({ $0.takeSummaries(at: now) }) {
      logger.info("\(kind.summary)", metadata: ["count": "\(count)"])
    }
  }
}

extension GoAwayReason {
  /// As what the end of a connection counts in the log.
  var kindOfLine: LogQuota.Kind {
    switch self {
    case .greetingTimeout, .partialFrameTimeout, .keepaliveTimeout: .timeout
    case .tooManyConnections, .draining, .leaving: .refusal
    case .memory: .memory
    default: .violation
    }
  }
}
