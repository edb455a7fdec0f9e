internal import ArrangeModel
internal import NIOCore
internal import Wire

extension ClientHandler {
  /// A frame arrived.
  func receive(_ frame: Frame, at now: MonotonicTime) {
    switch connection.receive(frame, using: core.arena, at: now) {
    case .none: break
    case .welcome: core.welcomed(self)
    case .end(let stream, let code): end(stream, code, frame)
    case .data(let stream, _):
      guard let call = calls.pointer(to: stream)?.pointee else { break }
      if let failure = call.receive(frame.body, using: core.arena) {
        cancel(stream)
        call.finish(failure)
      }
    case .ponged(let token): pings.removeValue(forKey: token)?.answered(at: now)
    case .goAway: goAway(frame)
    case let action: perform(action)
    }
  }

  /// Carries out an action that needs no frame.
  func perform(_ action: ClientAction) {
    switch action {
    case .none, .welcome, .data, .end, .goAway, .ponged: break
    case .expired(let stream):
      FrameEncoder.write(Frame(.cancel, stream: stream), to: &output)
      calls.remove(stream)?.finish(.expired)
    case .pong(let token): FrameEncoder.write(Frame(.pong, sequence: token), to: &output)
    case .ping(let token): FrameEncoder.write(Frame(.ping, sequence: token), to: &output)
    case .fail(let reason):
      core.arena.temporary {
        FrameEncoder.writeGoAway(reason, lastStream: 0, using: core.arena, to: &output)
      }
      if case .unknown = ending { ending = .ours(reason) }
      core.leaves(self)
      finishLost()
    case .close: break
    }
  }

  private func end(_ stream: UInt32, _ code: StatusCode, _ frame: Frame) {
    guard let call = calls.remove(stream) else { return }
    if code == .ok { return call.finish(frame.body, using: core.arena) }
    do throws(BoundaryError) {
      let status = try Status(reading: frame, using: core.arena)
      call.finish(CallFailure(error: status.error, resumeToken: status.resumeToken))
    } catch {
      call.finish(
        CallFailure(
          error: ArrangeError(code, "the server did not say why the call failed", processed: .unknown)
        )
      )
    }
  }

  private func goAway(_ frame: Frame) {
    if let status = try? Status(reading: frame, using: core.arena) { ending = .theirs(status.error) }
    core.leaves(self)
    finishLost()
  }

  /// Notifies the callers of calls that will get no answer any more.
  func finishLost() {
    while let lost = connection.nextLost() {
      guard let call = calls.remove(lost.stream) else { continue }
      if ending.isGreetingTimeout, !hasSuccessor {
        // The server would be as silent the next time.
        let error = ending.error(processed: lost.processed, server)
        call.finish(CallFailure(error: error, isFinal: true))
      } else if lost.processed == .notStarted, ending.isTransient, call.refusals < Call.maximumRefusals {
        call.refusals += 1
        core.resubmit(call)
      } else {
        call.finish(CallFailure(error: ending.error(processed: lost.processed, server)))
      }
    }
    guard connection.isClosed else { return }
    let lost = pings.values
    pings = [:]
    for ping in lost {
      let error = ending.error(processed: .unknown, server)
      ping.finish(CallFailure(error: error, isFinal: ending.isGreetingTimeout && !hasSuccessor))
    }
  }
}
