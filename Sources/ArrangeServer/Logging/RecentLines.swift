package import ArrangeModel
import DequeModule
import Synchronization

/// The newest lines of the log, which the server keeps in memory for `Server/Log`. A line costs a copy of its text, and reading
/// is O(kept lines).
package final class RecentLines: Sendable {
  /// The maximum number of lines that are kept.
  package static let maximumLines = 1_000
  /// The maximum length of all of them together, in bytes.
  package static let maximumBytes = 1_024 * 1_024

  private struct State {
    var lines: Deque<ServerLog.Line> = []
    var bytes = 0
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Appends a line, and forgets those for which there is no room any more.
  ///
  /// - Parameter text: the line without its line feed.
  package func append(_ severity: LogSeverity, _ text: String) {
    state.withLock { state in
      state.last += 1
      state.lines.append(ServerLog.Line(number: state.last, severity: severity, text: text))
      state.bytes += text.utf8.count
      while state.lines.count > RecentLines.maximumLines || state.bytes > RecentLines.maximumBytes,
        let oldest = state.lines.popFirst()
      {
        state.bytes -= oldest.text.utf8.count
      }
    }
  }

  /// The lines that a request asks for.
  ///
  /// - Parameter serverID: the id of this run of the server, which the answer names.
  package func lines(_ request: ServerLogRequest, serverID: String) -> ServerLog {
    state.withLock { state in
      var log = ServerLog(lines: [], last: state.last, serverID: serverID)
      guard request.after > 0, request.after <= state.last else {
        let newest = state.lines.reversed().lazy.filter { $0.severity.rawValue >= request.severity.rawValue }
        log.lines = newest.prefix(request.limit).reversed()
        return log
      }
      let oldest = state.lines.first?.number ?? state.last + 1
      log.missed = oldest > request.after + 1 ? oldest - request.after - 1 : 0
      for line in state.lines
      where line.number > request.after && line.severity.rawValue >= request.severity.rawValue {
        guard log.lines.count < request.limit else {
          log.last = line.number - 1
          break
        }
        log.lines.append(line)
      }
      return log
    }
  }
}
