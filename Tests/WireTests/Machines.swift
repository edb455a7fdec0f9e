import ArrangeModel

@testable import Wire

/// A server's connection held by reference, since a value that can't be copied can't be part of an
/// expectation.
final class TestServer {
  var connection: ServerConnection
  private let arena = TestCodec.protobufC.arena(keptBytes: 4096)

  init(_ limits: ConnectionLimits = ConnectionLimits(), methods: MethodTable = ServerConnectionTests.methods)
  {
    connection = ServerConnection(limits: limits, methods: methods, at: .ms(0))
  }

  var nextWake: MonotonicTime { connection.nextWake }
  var isClosed: Bool { connection.isClosed }
  var largestFrame: Int { connection.largestFrame }
  var largestFrameToSend: Int { connection.largestFrameToSend }
  var openStreams: Int { connection.openStreams }
  var lastStream: UInt32 { connection.lastStream }
  var hello: Hello? { connection.hello }
  var rememberedDeadlines: Int { connection.deadlines.count }
  var takesFrames: Bool { connection.takesFrames }
  var heldBytes: Int { connection.heldBytes }

  func receive(
    _ frame: OwnedFrame,
    at now: MonotonicTime,
    arrived arrival: MonotonicTime? = nil
  ) -> ServerAction { frame.with { connection.receive($0, using: arena, at: now, arrived: arrival) } }
  func didRead(at now: MonotonicTime, hasPartialFrame: Bool) {
    connection.didRead(at: now, hasPartialFrame: hasPartialFrame)
  }
  func didPause() { connection.didPause() }
  func didWrite(_ bytes: Int) { connection.didWrite(bytes) }
  func accept(serverID: String) -> Welcome { connection.accept(serverID: serverID) }
  func refuse(_ reason: GoAwayReason) -> ServerAction { connection.refuse(reason) }
  func fail(_ reason: GoAwayReason) -> ServerAction { connection.fail(reason) }
  func inputClosed(hasPartialFrame: Bool) -> ServerAction {
    connection.inputClosed(hasPartialFrame: hasPartialFrame)
  }
  func data(_ stream: UInt32) -> ServerConnection.DataAction { connection.data(stream) }
  func end(_ stream: UInt32, workContinues: Bool = false) -> ServerConnection.EndAction {
    connection.end(stream, workContinues: workContinues)
  }
  func workStopped(_ stream: UInt32) -> ServerAction { connection.workStopped(stream) }
  func availableCredit(of stream: UInt32) -> UInt64 { connection.availableCredit(of: stream) }
  func stopReason(of stream: UInt32) -> StopReason? { connection.stopReason(of: stream) }
  func tick(at now: MonotonicTime) -> ServerAction { connection.tick(at: now) }
  func drain() -> ServerConnection.DrainAction { connection.drain() }
  func closed() { connection.closed() }
  func nextAbandoned() -> UInt32? { connection.nextAbandoned() }
}

/// A client's connection held by reference.
final class TestClient {
  var connection: ClientConnection
  private let arena = TestCodec.swift.arena(keptBytes: 4096)

  init(_ limits: ConnectionLimits = ConnectionLimits()) {
    connection = ClientConnection(limits: limits, at: .ms(0))
  }

  var nextWake: MonotonicTime { connection.nextWake }
  var isFinished: Bool { connection.isFinished }
  var isClosed: Bool { connection.isClosed }
  var largestFrameToSend: Int { connection.largestFrameToSend }
  var openStreams: Int { connection.openStreams }

  func start(at now: MonotonicTime) { connection.start(at: now) }
  func use(streamsUpTo stream: UInt32) { connection.highestStream = stream }
  func open(
    _ kind: MethodKind,
    timeoutMicroseconds: UInt64 = 0,
    credit: UInt64 = 0,
    at now: MonotonicTime
  ) -> ClientConnection.OpenAction {
    connection.open(kind, timeoutMicroseconds: timeoutMicroseconds, credit: credit, at: now)
  }
  func receive(_ frame: OwnedFrame, at now: MonotonicTime) -> ClientAction {
    frame.with { connection.receive($0, using: arena, at: now) }
  }
  func didRead(at now: MonotonicTime, hasPartialFrame: Bool) {
    connection.didRead(at: now, hasPartialFrame: hasPartialFrame)
  }
  func cancel(_ stream: UInt32) -> Bool { connection.cancel(stream) }
  func grant(_ stream: UInt32, credit: UInt64) -> Bool { connection.grant(stream, credit: credit) }
  func tick(at now: MonotonicTime) -> ClientAction { connection.tick(at: now) }
  func leave() -> ClientAction { connection.leave() }
  func closed() { connection.closed() }
  func nextLost() -> ClientConnection.Lost? { connection.nextLost() }
}
