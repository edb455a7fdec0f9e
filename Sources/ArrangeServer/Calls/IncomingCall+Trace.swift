import ArrangeModel
import Wire

/// Log lines of calls at the level `trace`.
extension IncomingCall {
  func traceStart(_ method: Method, bytes: Int) {
    guard server.traces else { return }
    server.trace(
      "call",
      stream,
      of: connection,
      ["method": method.name, "bytes": "\(bytes)", "trace_id": trace?.parent.traceID ?? "none"]
    )
  }

  func traceAnswer(_ status: StatusCode, _ message: @autoclosure () -> String) {
    guard server.traces else { return }
    server.trace("answer", stream, of: connection, ["status": "\(status)", "message": message()])
  }
}

extension WireMessage {
  /// The version in an answer, for the log; empty if the answer has none.
  var tracedVersion: String {
    let version: UInt64? =
      switch self {
      case let result as ApplyResult: result.version
      case let page as FetchPage: page.collection.version
      case let page as HistoryPage: page.version
      case let info as CollectionInfo: info.version
      case let result as ChangeStrategyResult: result.version
      case let result as RotateKeysResult: result.version
      case let explanation as Explanation: explanation.version
      case let report as KeyReport: report.version
      default: nil
      }
    return version.map { ", version \($0)" } ?? ""
  }
}
