internal import ArrangeModel
internal import Changes

/// The background tasks of a controller: one that follows the list and waits until each update is consumed,
/// one that sends moves, one after the other, and one that observes the connection. All deliver events in one
/// order.
final class ControllerFeed: Sendable {
  enum Event: Sendable {
    case update(ListUpdate)
    case answer(RequestID, Result<ApplyResult, ArrangeError>)
    case placed(RequestID, Result<PlacedRows, ArrangeError>)
    /// The server became unreachable or reachable.
    case connection(ConnectionState)
    case ended(ArrangeError?)
  }

  /// What is sent for a move.
  enum Request: Sendable {
    case apply(ApplyRequest)
    case place(PlaceRowsRequest)
  }

  private let events: AsyncStream<Event>
  private let requests: AsyncStream<Request>.Continuation
  /// Signals that an update was consumed, and whether the whole list is needed.
  private let taken: AsyncStream<Bool>.Continuation
  private let tasks: [Task<Void, Never>]

  /// Starts the tasks.
  init(
    _ client: ArrangeClient,
    _ source: ListSource,
    from token: [UInt8]?,
    _ options: ListUpdates.Options
  ) {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let (takings, taken) = AsyncStream.makeStream(of: Bool.self)
    let (queue, requests) = AsyncStream.makeStream(of: Request.self)
    self.events = events
    self.taken = taken
    self.requests = requests
    let following = Task {
      do throws(ArrangeError) {
        var takings = takings.makeAsyncIterator()
        var updates = client.updates(of: source, from: token, options: options).makeAsyncIterator()
        while let update = try await updates.next() {
          continuation.yield(.update(update))
          guard let needsList = await takings.next() else { return }
          if needsList { updates = client.updates(of: source, options: options).resumed.makeAsyncIterator() }
        }
        continuation.yield(.ended(nil))
      } catch { continuation.yield(.ended(error)) }
    }
    let sending = Task {
      for await request in queue {
        guard let answer = await client.answer(to: request) else { return }
        continuation.yield(answer)
      }
    }
    let watching = Task {
      var isLost = false
      for await state in client.connectionStates {
        switch state {
        case .disconnected where !isLost: isLost = true
        case .connected where isLost: isLost = false
        default: continue
        }
        continuation.yield(.connection(state))
      }
    }
    tasks = [following, sending, watching]
  }

  deinit { cancel() }

  /// The next event; nil if the task is cancelled. One task at a time may wait.
  func next(isolation actor: isolated (any Actor)? = #isolation) async -> Event? {
    var iterator = events.makeAsyncIterator()
    return await iterator.next(isolation: actor)
  }

  /// Sends a request once those before it were answered.
  func send(_ request: Request) { requests.yield(request) }

  /// The last update was consumed.
  func proceed(needsList: Bool) { taken.yield(needsList) }

  func cancel() {
    for task in tasks { task.cancel() }
    requests.finish()
    taken.finish()
  }
}

extension ArrangeClient {
  /// Sends a request.
  ///
  /// - Returns: nil if the task was cancelled.
  fileprivate func answer(to request: ControllerFeed.Request) async -> ControllerFeed.Event? {
    switch request {
    case .apply(let request):
      guard let id = request.requestID else { return nil }
      let result = await outcome { () throws(ArrangeError) in try await self.apply(request) }
      return result.map { .answer(id, $0) }
    case .place(let request):
      guard let id = request.requestID else { return nil }
      let result = await outcome { () throws(ArrangeError) in try await self.place(request) }
      return result.map { .placed(id, $0) }
    }
  }

  /// Makes a call, and repeats it while its outcome is unknown: it has a request id.
  ///
  /// - Returns: nil if the task was cancelled.
  private func outcome<Answer>(
    of call: () async throws(ArrangeError) -> Answer
  ) async -> Result<Answer, ArrangeError>? {
    while !Task.isCancelled {
      do throws(ArrangeError) { return .success(try await call()) } catch {
        switch error.code {
        case .unavailable, .deadlineExceeded: break
        case .resourceExhausted where error.retryAfterMilliseconds != nil: break
        case .cancelled: continue
        default: return .failure(error)
        }
        try? await Task.sleep(for: session.policy.maximumBackoff)
      }
    }
    return nil
  }
}
