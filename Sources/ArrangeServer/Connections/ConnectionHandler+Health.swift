import ArrangeModel
import Engine
import Wire

/// Health/Watch: the status now, and again whenever it changes.
extension ConnectionHandler {
  func watchHealth(_ request: HealthCheckRequest, _ stream: UInt32) {
    loop.check()
    healthWatches[stream] = HealthWatch(isKnown: Method.hasService(request.service))
    sendHealth(to: stream)
  }

  /// Tells all watchers that the status has changed.
  func tellHealth() {
    loop.check()
    for stream in healthWatches.keys { sendHealth(to: stream) }
  }

  /// Tells a watcher the status, if it has not been told and has room for it. Without credit nothing is kept:
  /// the status of the moment is sent when credit comes.
  func sendHealth(to stream: UInt32) {
    loop.check()
    guard let watch = healthWatches[stream] else { return }
    var report = server.health
    if !watch.isKnown { report.status = .serviceUnknown }
    guard watch.told != report, case .send(let sequence) = connection.data(stream) else { return }
    healthWatches[stream]?.told = report
    withOutput { output in
      arena.temporary {
        FrameEncoder.write(
          Frame(.data, stream: stream, sequence: sequence),
          body: report.packable(in: arena),
          to: &output
        )
      }
    }
  }
}

/// An open Health/Watch stream.
struct HealthWatch {
  /// Whether the server has the service.
  let isKnown: Bool
  /// What the client was told last; nil for nothing.
  var told: HealthReport?
}
