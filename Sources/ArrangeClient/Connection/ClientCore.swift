internal import ArrangeModel
internal import ClientWire
internal import NIOCore

/// The heart of a client: it has the connection, and the calls that wait for one.
///
/// It is touched on its event loop only, and so are all its connections: nothing on the way of a call changes
/// threads. Everything that comes from elsewhere passes ``CallQueue``.
final class ClientCore: @unchecked Sendable {
  /// The maximum number of calls that wait for a connection, or for room on it.
  static let mostWaiting = 65_536

  let eventLoop: any EventLoop
  let configuration: ArrangeClientConfiguration
  let limits: ConnectionLimits
  let hello: Hello

  /// Memory for the frames of all connections of the client.
  let arena = Arena()

  let connector: Connector
  let connection: ConnectionStates
  let random: RandomSource
  var reconnection: Reconnection

  /// The connection that takes new calls.
  var current: ClientHandler?

  /// All connections, also those that only finish what was begun.
  var handlers: [ClientHandler] = []

  /// Calls that wait, in order; ended ones may be among them.
  var waiting = CircularBuffer<Call>()
  var expiry: Scheduled<Void>?
  var expiryTime = MonotonicTime.never

  /// How many pieces of work are in progress on the loop, at the end of each of which everything is sent.
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
    // What can't greet in the time that it takes to reach a server is none.
    limits.helloNanoseconds = min(limits.helloNanoseconds, configuration.connectTimeout.wholeNanoseconds)
    self.limits = limits
    hello = Hello(
      clientName: configuration.clientName,
      clientID: clientID,
      token: configuration.token ?? ""
    )
    reconnection = Reconnection(policy: configuration.retry)
  }

  /// The time on the loop's clock.
  var now: MonotonicTime { MonotonicTime(nanoseconds: eventLoop.now.uptimeNanoseconds) }

  /// Ends the process where this is called on another thread than the event loop's. Only in builds for debugging, and in those
  /// with the condition `CONFINEMENT`, in which `Scripts/test` runs the tests.
  @inline(__always)
  func check() {
    #if DEBUG || CONFINEMENT
      eventLoop.preconditionInEventLoop()
    #endif
  }

  // MARK: Wishes

  /// Carries out what was wanted in the meantime, and sends it with one flush.
  func performTogether(_ wishes: [CallQueue.Wish]) {
    check()
    begin()
    for wish in wishes { perform(wish) }
    end()
  }

  /// Carries out a wish; what it leads to is sent when the current work ends.
  func perform(_ wish: CallQueue.Wish) {
    check()
    switch wish {
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
    guard waiting.count < ClientCore.mostWaiting else {
      return call.finish(.tooManyWaiting(ClientCore.mostWaiting))
    }
    call.place = .waiting
    waiting.append(call)
    watch(call.deadline)
    if current == nil { carryOut(reconnection.wanted()) }
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

  /// Work on the loop ends: what it led to is sent.
  func end() {
    busy -= 1
    if busy == 0 { settle() }
  }

  /// Has everything sent soon: with the current work, or else with what else is done on the loop now.
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
    // Calls that are told of their end here may want more.
    busy += 1
    if !waiting.isEmpty { serveWaiting() }
    for handler in handlers { handler.settle() }
    busy -= 1
  }
}

extension NIODeadline {
  /// The moment on the clock of event loops.
  init(_ time: MonotonicTime) {
    self = .uptimeNanoseconds(min(time.nanoseconds, UInt64(Int64.max)))
  }
}
