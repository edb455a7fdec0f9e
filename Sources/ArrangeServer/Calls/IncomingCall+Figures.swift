import ArrangeModel
import CoreMetrics
import Logging
import Wire

/// What is measured of calls.
extension IncomingCall {
  /// The call has its answer.
  @inline(__always)
  func noteEnd(_ status: StatusCode) { if connection.loop.timesCalls { timeEnd(status) } }

  /// The work of the call is done, and nobody waits for the answer any more.
  func noteUnwanted() {
    guard connection.loop.timesCalls else { return }
    timeEnd(call.deadline <= ConnectionHandler.now() ? .deadlineExceeded : .cancelled)
  }

  @inline(never)
  private func timeEnd(_ status: StatusCode) {
    let now = ConnectionHandler.now()
    let nanoseconds = now > begin ? now.nanoseconds - begin.nanoseconds : 0
    let metrics = connection.loop.metrics
    metrics?.noteCall(call.method, status, nanoseconds: call.kind == .unary ? nanoseconds : nil)
    guard nanoseconds >= server.slowCallNanoseconds else { return }
    metrics?.slowCalls.increment()
    server.note(.slowness, "slow call", slowFacts(status, nanoseconds), level: .notice)
  }

  private func slowFacts(_ status: StatusCode, _ nanoseconds: UInt64) -> Logger.Metadata {
    [
      "method": "\(Method(rawValue: call.method)?.name ?? "unknown")", "status": "\(status)",
      "ms": "\(nanoseconds / 1_000_000)", "peer": "\(connection.peer)",
      "principal": "\(connection.admission.principal)",
    ]
  }
}
