import ArrangeModel
import Wire

/// An open Health/Watch stream.
final class HealthWatch: AnswerStream {
  private let connection: ConnectionHandler
  private let stream: UInt32
  var method: Method { .healthWatch }

  /// Whether the server has the service.
  private let isKnown: Bool
  /// The health that the client received last; nil for none.
  private var lastReport: HealthReport?

  init(_ connection: ConnectionHandler, _ stream: UInt32, isKnown: Bool) {
    self.connection = connection
    self.stream = stream
    self.isKnown = isKnown
  }

  /// Sends the health, if it has changed and there is credit. Without credit nothing is kept: the current
  /// health is sent when credit arrives.
  func sendIfChanged() {
    var report = connection.admission.shownHealth
    if !isKnown { report.status = .serviceUnknown }
    guard lastReport != report, case .send(let sequence) = connection.connection.data(stream) else { return }
    lastReport = report
    write(report, on: stream, sequence: sequence, to: connection)
  }

  func creditGranted() { sendIfChanged() }

  func healthChanged() { sendIfChanged() }

  func drain() {
    connection.finish(stream, Status(.unavailable, "the server stops; connect again", processed: .notStarted))
  }

  func wasEnded() {}
}
