internal import ArrangeModel
internal import NIOCore
internal import Wire

/// The state shared by all calls of a client: the access to its event loop, the retry policy and the
/// randomness.
final class ClientSession: Sendable {
  let queue: CallQueue
  let policy: RetryPolicy
  let random: RandomSource
  let requestIDs: RequestIDs
  let connection = ConnectionStates()

  /// The timeout of a call in nanoseconds.
  let callTimeout: UInt64

  init(
    _ configuration: ArrangeClientConfiguration,
    random: any RandomNumberGenerator & Sendable,
    eventLoop: any EventLoop,
    connector: Connector
  ) {
    let random = RandomSource(random)
    self.random = random
    requestIDs = RequestIDs(using: random)
    policy = configuration.retry
    callTimeout = configuration.callTimeout.wholeNanoseconds
    queue = CallQueue(
      ClientCore(
        configuration,
        clientID: requestIDs.clientID,
        random: random,
        eventLoop: eventLoop,
        connector: connector,
        connection: connection
      )
    )
  }

  deinit { queue.submit(.close {}) }

  /// The time of the event loops' clock.
  var now: MonotonicTime { MonotonicTime(nanoseconds: NIODeadline.now().uptimeNanoseconds) }

  /// Makes a unary call, and retries it if that is safe and may help.
  ///
  /// - Parameter isRepeatable: whether the call can be repeated without doing anything twice; nil if the
  ///   method alone determines that.
  func call<Request: WireMessage, Response: WireMessage>(
    _ method: Method,
    _ request: Request,
    isRepeatable: Bool? = nil
  ) async throws(ArrangeError) -> Response {
    try await attempt(isRepeatable: isRepeatable ?? method.description.isRepeatable) { deadline, completion in
      UnaryCall(method, request, deadline: deadline, completion: completion)
    }
  }

  /// Makes calls until one succeeds or further attempts are pointless.
  func attempt<Response: Sendable>(
    isRepeatable: Bool,
    _ make: (MonotonicTime, @escaping @Sendable (Result<Response, CallFailure>) -> Void) -> Call
  ) async throws(ArrangeError) -> Response {
    let deadline = now.advanced(byNanoseconds: callTimeout)
    var retry = CallRetry(policy: policy, isRepeatable: isRepeatable, deadline: deadline)
    while true {
      switch await result(deadline, make) {
      case .success(let response): return response
      case .failure(let failure):
        switch random.use({ retry.failed(failure, at: now, using: &$0) }) {
        case .fail(let error): throw error
        case .retry(let nanoseconds):
          do throws(ArrangeError) { try await pause(nanoseconds) } catch { throw retry.reported(error) }
        }
      }
    }
  }

  /// Makes one call and waits for it.
  private func result<Response: Sendable>(
    _ deadline: MonotonicTime,
    _ make: (MonotonicTime, @escaping @Sendable (Result<Response, CallFailure>) -> Void) -> Call
  ) async -> Result<Response, CallFailure> {
    let slot = CallSlot()
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let call = make(deadline) { continuation.resume(returning: $0) }
        if slot.fill(call) { queue.submit(.call(call)) } else { call.finish(.cancelled(.notStarted)) }
      }
    } onCancel: {
      if let call = slot.cancel() { queue.submit(.cancel(call)) }
    }
  }

  /// Waits before an attempt.
  ///
  /// - Throws: an error with the code ``ArrangeModel/StatusCode/cancelled`` if the task is cancelled.
  func pause(_ nanoseconds: UInt64) async throws(ArrangeError) {
    do { try await Task.sleep(for: .nanoseconds(Int64(clamping: nanoseconds))) } catch {
      throw CallFailure.cancelled(.notStarted).error
    }
  }
}
