internal import ArrangeModel
internal import NIOCore
internal import SwiftCodec
internal import Wire

/// The core of a client: its connections, and the calls that wait for one.
///
/// It is used on its event loop only, and so are all its connections: a call never changes threads.
/// Everything from elsewhere passes through ``CallQueue``.
final class ClientCore: @unchecked Sendable {
  /// The maximum number of calls that wait for a connection, or for room on it.
  static let maximumWaiting = 65_536

  let eventLoop: any EventLoop
  let configuration: ArrangeClientConfiguration
  /// The addresses of the service, which the indices of ``reconnection`` refer to.
  let locations: [ServerLocation]
  let limits: ConnectionLimits
  let hello: Hello

  /// Memory for the frames of all connections of the client.
  let arena = Arena(codec: .swift)

  let connector: Connector
  let connection: ConnectionStates
  let random: RandomSource
  var reconnection: Reconnection
  /// What the attempts at the addresses before the next one have failed with; nil at the first one of a round.
  var failure: AttemptFailure?

  /// The connection that takes new calls.
  var current: ClientHandler?

  /// All connections, including those that only finish their open calls.
  var handlers: [ClientHandler] = []

  /// Calls that wait, in order; ended ones may be among them.
  var waiting = CircularBuffer<Call>()
  var expiry: Scheduled<Void>?
  var expiryTime = MonotonicTime.never

  /// The number of nested pieces of work in progress on the loop; output is sent when the last one ends.
  var busy = 0
  var isSettling = false

  var isClosed = false
  var isConnecting = false
  var closers: [@Sendable () -> Void] = []

  init(
    _ configuration: ArrangeClientConfiguration,
    clientID: String,
    random: RandomSource,
    eventLoop: any EventLoop,
    connector: Connector,
    connection: ConnectionStates = ConnectionStates(),
    limits: ConnectionLimits = ConnectionLimits()
  ) {
    self.connection = connection
    self.configuration = configuration
    self.random = random
    self.eventLoop = eventLoop
    self.connector = connector
    var limits = limits
    // A server that can't greet within the connect timeout counts as unreachable.
    limits.helloNanoseconds = min(limits.helloNanoseconds, configuration.connectTimeout.wholeNanoseconds)
    self.limits = limits
    hello = Hello(
      clientName: configuration.clientName,
      clientID: clientID,
      token: configuration.token ?? ""
    )
    locations = configuration.locations
    let count = locations.count
    let first =
      configuration.startsAtFirst || count == 1 ? 0 : random.use { Int.random(in: 0..<count, using: &$0) }
    reconnection = Reconnection(policy: configuration.retry, addresses: count, first: first)
  }

  /// The time on the loop's clock.
  var now: MonotonicTime { MonotonicTime(nanoseconds: eventLoop.now.uptimeNanoseconds) }

  /// Stops the process if this is called on another thread than the event loop's. Only in debug builds, and
  /// in those with the condition `CONFINEMENT`, with which `Scripts/test` runs the tests.
  @inline(__always)
  func check() {
    #if DEBUG || CONFINEMENT
      eventLoop.preconditionInEventLoop()
    #endif
  }

  // MARK: Wishes

  /// Carries out all submitted wishes, and sends the results with one flush.
  func performTogether(_ commands: [CallQueue.Command]) {
    check()
    begin()
    for command in commands { perform(command) }
    end()
  }

  /// Carries out a wish; its output is sent when the current work ends.
  func perform(_ command: CallQueue.Command) {
    check()
    switch command {
    case .call(let call): start(call)
    case .cancel(let call): cancel(call)
    case .grant(let call, let credit):
      if case .open(let handler, let stream) = call.place { handler.grant(stream, credit: credit) }
    case .close(let closer): close(closer)
    }
  }

  func start(_ call: Call) {
    check()
    if call.isFinished { return }
    if isClosed { return call.finish(.closed) }
    if waiting.isEmpty, let current {
      switch current.open(call) {
      case .taken: return
      case .full: break
      case .unavailable: retire(current)
      }
    }
    guard waiting.count < ClientCore.maximumWaiting else {
      return call.finish(.tooManyWaiting(ClientCore.maximumWaiting))
    }
    call.place = .waiting
    waiting.append(call)
    watch(call.deadline)
    if current == nil { perform(reconnection.wanted()) }
  }

  private func cancel(_ call: Call) {
    switch call.place {
    case .new, .waiting: call.finish(.cancelled(.notStarted))
    case .open(let handler, let stream):
      handler.cancel(stream)
      call.finish(.cancelled(.unknown))
    case .asking(let handler, let token):
      handler.forget(token)
      call.finish(.cancelled(.unknown))
    case .finished: break
    }
  }

  private func close(_ closer: @escaping @Sendable () -> Void) {
    closers.append(closer)
    if !isClosed {
      isClosed = true
      connection.become(.closed)
      current = nil
      reconnection.close()
      failWaiting(.closed)
      for handler in handlers { handler.leave() }
    }
    reportClosed()
  }

  func reportClosed() {
    guard isClosed, handlers.isEmpty, !isConnecting else { return }
    expiry?.cancel()
    expiry = nil
    let closers = closers
    self.closers = []
    for closer in closers { closer() }
  }

  // MARK: Batches

  /// Work on the loop begins.
  func begin() { busy += 1 }

  /// Work on the loop ends: its output is sent.
  func end() {
    busy -= 1
    if busy == 0 { settle() }
  }

  /// Schedules a flush: with the current work, or else with other work on the loop.
  func settleSoon() {
    guard busy == 0, !isSettling else { return }
    isSettling = true
    eventLoop.assumeIsolated().execute {
      self.isSettling = false
      self.begin()
      self.end()
    }
  }

  private func settle() {
    // Callers notified of a failure here may make new calls.
    busy += 1
    if !waiting.isEmpty { serveWaiting() }
    for handler in handlers { handler.settle() }
    busy -= 1
  }
}

extension NIODeadline {
  /// The corresponding time of the event loop's clock.
  init(_ time: MonotonicTime) {
    self = .uptimeNanoseconds(min(time.nanoseconds, UInt64(Int64.max)))
  }
}
