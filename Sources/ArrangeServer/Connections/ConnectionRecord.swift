import CoreMetrics
import Logging
import Wire

/// Facts about a connection for its log line and its metrics. Each connection is logged and counted once.
struct ConnectionRecord {
  /// Why the credentials were refused, for the log only; empty if there is nothing to say.
  private var detail = ""
  /// The address of the client, if a proxy is at the other end of the connection.
  var clientAddress: String?
  /// The number of calls.
  var calls: UInt64 = 0
  /// The reason of the end, if it is known before the connection is closed.
  var end: ConnectionEnd?
  /// Whether nothing is left to log: the line was written, or the connection was never accepted.
  var isNoted = true
  /// When it was accepted.
  private var begin = MonotonicTime(nanoseconds: 0)

  /// Records that the connection was accepted.
  mutating func recordBegin(of connection: ConnectionHandler) {
    isNoted = false
    begin = ConnectionHandler.now()
    connection.loop.metrics?.connectionsOpened.increment()
  }

  /// Records why the server ends the connection.
  mutating func recordFailure(_ reason: GoAwayReason, of connection: ConnectionHandler) {
    switch reason {
    case .tooManyConnections: connection.loop.metrics?.recordRefusal(.tooManyConnections)
    case .draining where isNoted: connection.loop.metrics?.recordRefusal(.draining)
    default: break
    }
    let wasTakenIn = !isNoted
    isNoted = true
    end = ConnectionEnd(reason)
    connection.server.record(
      reason.kindOfLine,
      "connection ended",
      facts("\(reason)", connection, wasTakenIn: wasTakenIn)
    )
    if wasTakenIn { connection.loop.metrics?.recordEnd(ConnectionEnd(reason)) }
  }

  /// Records that the client was not authenticated, or has too many connections.
  ///
  /// - Parameter detail: what the client is not told; may be empty.
  mutating func recordRefusal(_ reason: GoAwayReason, _ detail: String, of connection: ConnectionHandler) {
    self.detail = detail
    if case .tooManyOfPrincipal = reason {
      connection.loop.metrics?.recordRefusal(.tooManyOfPrincipal)
    } else {
      connection.loop.metrics?.recordRefusal(.unauthenticated)
    }
  }

  /// Records that the connection was closed.
  mutating func recordEnd(of connection: ConnectionHandler) {
    guard !isNoted else { return }
    isNoted = true
    let end = end ?? .closed
    connection.loop.metrics?.recordEnd(end)
    connection.server.record(.end, "connection ended", facts(end.sentence, connection, wasTakenIn: true))
  }

  private func facts(
    _ reason: String,
    _ connection: ConnectionHandler,
    wasTakenIn: Bool
  ) -> Logger.Metadata {
    var facts: Logger.Metadata = ["reason": "\(reason)", "peer": "\(connection.peer)"]
    if !detail.isEmpty { facts["detail"] = "\(detail)" }
    guard wasTakenIn else { return facts }
    if let access = connection.admission.access { facts["principal"] = "\(access.identity.principal)" }
    if let name = connection.connection.hello?.clientName, !name.isEmpty { facts["client"] = "\(name)" }
    facts["calls"] = "\(calls)"
    let nanoseconds = ConnectionHandler.now().nanoseconds &- begin.nanoseconds
    facts["seconds"] = "\(Double(nanoseconds / 1_000_000) / 1_000)"
    return facts
  }
}

extension ConnectionEnd {
  /// The sentence in the log.
  fileprivate var sentence: String {
    switch self {
    case .closed: "the client has closed it"
    case .lost: "it was lost"
    case .stopped: "the server stops"
    case .timeout: "a timeout of the client passed"
    case .violation: "the client violated the protocol"
    case .refused: "it was refused"
    case .unauthenticated: "the client's credentials are no longer valid"
    case .memory: "all connections together used too much memory"
    }
  }
}
