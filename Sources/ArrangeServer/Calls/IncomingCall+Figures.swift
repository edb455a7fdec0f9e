import ArrangeModel
import CoreMetrics
import Logging
import Wire

/// Metrics and log lines of calls.
extension IncomingCall {
  /// Records the end of the call.
  @inline(__always)
  func recordEnd(_ status: StatusCode) {
    if connection.loop.timesCalls { timeEnd(status) }
    if let trace { trace.end(status) }
  }

  /// Records the end of a call that was cancelled, or whose deadline has passed.
  func recordUnwanted() {
    recordEnd(call.deadline <= ConnectionHandler.now() ? .deadlineExceeded : .cancelled)
  }

  @inline(never)
  private func timeEnd(_ status: StatusCode) {
    let now = ConnectionHandler.now()
    let nanoseconds = now > begin ? now.nanoseconds - begin.nanoseconds : 0
    let metrics = connection.loop.metrics
    metrics?.recordCall(call.method, status, nanoseconds: call.kind == .unary ? nanoseconds : nil)
    guard nanoseconds >= server.slowCallNanoseconds else { return }
    metrics?.slowCalls.increment()
    server.record(.slowness, "slow call", slowFacts(status, nanoseconds), level: .notice)
  }

  /// The ids of the caller's trace and span, for the log; empty for most calls.
  var traceFacts: Logger.Metadata {
    guard let parent = trace?.parent else { return [:] }
    return ["trace_id": "\(parent.traceID)", "parent_span_id": "\(parent.spanID)"]
  }

  private func slowFacts(_ status: StatusCode, _ nanoseconds: UInt64) -> Logger.Metadata {
    var facts: Logger.Metadata = [
      "method": "\(Method(rawValue: call.method)?.name ?? "unknown")", "status": "\(status)",
      "ms": "\(nanoseconds / 1_000_000)", "peer": "\(connection.peer)",
      "principal": "\(connection.admission.principal)",
    ]
    facts.merge(traceFacts) { $1 }
    return facts
  }
}
