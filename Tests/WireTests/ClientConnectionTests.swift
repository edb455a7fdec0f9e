import ArrangeModel
import NIOCore
import Testing

@testable import Wire

@Suite struct ClientConnectionTests {
  /// A connection that sent HELLO.
  static func started(_ limits: ConnectionLimits = ConnectionLimits()) -> TestClient {
    let connection = TestClient(limits)
    connection.start(at: .ms(0))
    return connection
  }

  /// A connection after WELCOME.
  static func serving(_ limits: ConnectionLimits = ConnectionLimits()) -> TestClient {
    let connection = started(limits)
    let action = connection.receive(welcome(), at: .ms(0))
    precondition(action == .welcome)
    connection.didRead(at: .ms(0), hasPartialFrame: false)
    return connection
  }

  static func welcome(_ limits: ConnectionLimits = ConnectionLimits()) -> OwnedFrame {
    var frame = OwnedFrame(FrameType.welcome.rawValue)
    frame.body =
      Welcome(version: 1, serverID: "here", limits: limits).message(in: TestCodec.protobufC.arena()).packed
    return frame
  }

  static func end(_ stream: UInt32, _ code: UInt32 = 0) -> OwnedFrame {
    var frame = OwnedFrame(FrameType.end.rawValue, stream: stream)
    frame.status = code
    return frame
  }

  static func data(_ stream: UInt32, _ sequence: UInt64) -> OwnedFrame {
    var frame = OwnedFrame(FrameType.data.rawValue, stream: stream)
    frame.sequence = sequence
    return frame
  }

  static func goAway(_ last: UInt64) -> OwnedFrame {
    var frame = OwnedFrame(FrameType.goAway.rawValue)
    frame.sequence = last
    return frame
  }

  @Test func callsNeedNotWaitForWelcome() {
    let connection = Self.started()
    #expect(connection.open(.unary, at: .ms(0)) == .send(stream: 1))
    #expect(connection.open(.serverStream, credit: 2, at: .ms(0)) == .send(stream: 2))
    #expect(connection.receive(Self.welcome(), at: .ms(1)) == .welcome)
    #expect(connection.receive(Self.end(1), at: .ms(1)) == .end(stream: 1, .ok))
    #expect(connection.receive(Self.data(2, 1), at: .ms(1)) == .data(stream: 2, sequence: 1))
    #expect(connection.receive(Self.end(2, 14), at: .ms(1)) == .end(stream: 2, .unavailable))
    #expect(connection.open(.unary, at: .ms(0)) == .send(stream: 3))
  }

  @Test func theGreetingIsChecked() {
    let early = Self.started()
    #expect(early.open(.unary, at: .ms(0)) == .send(stream: 1))
    #expect(early.receive(Self.end(1), at: .ms(0)) == .fail(.greetingExpected))
    #expect(early.nextLost() == .init(stream: 1, processed: .unknown))
    let late = Self.started()
    #expect(late.tick(at: .ms(4_999)) == .none)
    #expect(late.tick(at: .ms(5_000)) == .fail(.greetingTimeout))
    let twice = Self.serving()
    #expect(twice.receive(Self.welcome(), at: .ms(0)) == .fail(.greetingRepeated))
    let bad = Self.started()
    var frame = OwnedFrame(FrameType.welcome.rawValue)
    frame.body = Raw.number(1, 9) + Raw.number(3, 1 << 20)
    #expect(bad.receive(frame, at: .ms(0)) == .fail(.greeting(.version(low: 9, high: 9))))
    let small = Self.started()
    frame.body = Raw.number(1, 1) + Raw.number(3, 1_000)
    #expect(small.receive(frame, at: .ms(0)) == .fail(.greeting(.field(.largestFrame))))
  }

  @Test func theServersLimitsCount() {
    var limits = ConnectionLimits()
    limits.maximumCalls = 1
    limits.maximumSubscriptions = 1
    limits.largestFrame = 2 << 20
    let connection = Self.started()
    #expect(connection.receive(Self.welcome(limits), at: .ms(0)) == .welcome)
    #expect(connection.open(.unary, at: .ms(0)) == .send(stream: 1))
    #expect(connection.open(.unary, at: .ms(0)) == .full)
    #expect(connection.open(.serverStream, at: .ms(0)) == .send(stream: 2))
    #expect(connection.open(.serverStream, at: .ms(0)) == .full)
    #expect(connection.receive(Self.end(1), at: .ms(1)) == .end(stream: 1, .ok))
    #expect(connection.open(.unary, at: .ms(0)) == .send(stream: 3))
    #expect(connection.largestFrameToSend == 2 << 20)
  }

  @Test func serversThatBreakTheRulesAreLeft() {
    typealias Case = (frame: OwnedFrame, reason: GoAwayReason)
    var ping = OwnedFrame(FrameType.ping.rawValue, stream: 3)
    ping.sequence = 1
    let cases: [Case] = [
      (Self.end(9), .streamNotOpen(.end, stream: 9)),
      (Self.end(0), .streamNotOpen(.end, stream: 0)),
      (Self.data(9, 1), .streamNotOpen(.data, stream: 9)),
      (Self.data(1, 1), .dataNotAllowed(stream: 1)),
      (Self.data(2, 2), .dataNotAllowed(stream: 2)),
      (Self.data(2, 0), .dataNotAllowed(stream: 2)),
      (ping, .streamNotZero(.ping)),
      (OwnedFrame(FrameType.open.rawValue, stream: 4), .unexpectedFrame(.open)),
      (OwnedFrame(FrameType.credit.rawValue, stream: 2), .unexpectedFrame(.credit)),
      (OwnedFrame(FrameType.cancel.rawValue, stream: 2), .unexpectedFrame(.cancel)),
      (OwnedFrame(FrameType.hello.rawValue), .unexpectedFrame(.hello)),
      (OwnedFrame(88), .unknownFrameType(88)),
    ]
    for (frame, reason) in cases {
      let connection = Self.serving()
      #expect(connection.open(.unary, at: .ms(0)) == .send(stream: 1))
      #expect(connection.open(.serverStream, credit: 1, at: .ms(0)) == .send(stream: 2))
      #expect(connection.receive(frame, at: .ms(0)) == .fail(reason))
      #expect(connection.open(.unary, at: .ms(0)) == .unavailable)
    }
    let connection = Self.serving()
    #expect(connection.open(.unary, at: .ms(0)) == .send(stream: 1))
    #expect(connection.receive(Self.end(1), at: .ms(0)) == .end(stream: 1, .ok))
    #expect(connection.receive(Self.end(1), at: .ms(0)) == .fail(.streamNotOpen(.end, stream: 1)))
    let ignorant = Self.serving()
    var unknown = OwnedFrame(88)
    unknown.flags = 1
    #expect(ignorant.receive(unknown, at: .ms(0)) == .none)
  }

  @Test func creditIsKept() {
    let connection = Self.serving()
    #expect(connection.open(.serverStream, credit: 1, at: .ms(0)) == .send(stream: 1))
    #expect(connection.receive(Self.data(1, 1), at: .ms(0)) == .data(stream: 1, sequence: 1))
    #expect(!connection.grant(1, credit: 1))
    #expect(!connection.grant(1, credit: 0))
    #expect(connection.grant(1, credit: 2))
    #expect(connection.receive(Self.data(1, 2), at: .ms(0)) == .data(stream: 1, sequence: 2))
    #expect(connection.receive(Self.data(1, 3), at: .ms(0)) == .fail(.dataNotAllowed(stream: 1)))
    #expect(!connection.grant(1, credit: 9))
  }

  @Test func cancelledCallsStillEnd() {
    var limits = ConnectionLimits()
    limits.maximumSubscriptions = 1
    let connection = Self.started(limits)
    #expect(connection.open(.serverStream, credit: 5, at: .ms(0)) == .send(stream: 1))
    #expect(connection.receive(Self.welcome(limits), at: .ms(0)) == .welcome)
    #expect(connection.cancel(1))
    #expect(!connection.cancel(1))
    #expect(!connection.grant(1, credit: 9))
    #expect(connection.receive(Self.data(1, 1), at: .ms(0)) == .none)
    #expect(connection.open(.serverStream, at: .ms(0)) == .full)
    #expect(connection.receive(Self.end(1, 1), at: .ms(0)) == .end(stream: 1, .cancelled))
    #expect(connection.open(.serverStream, at: .ms(0)) == .send(stream: 2))
    #expect(!connection.cancel(1))
  }

  @Test func deadlinesAreTold() {
    let connection = Self.serving()
    #expect(connection.open(.unary, timeoutMicroseconds: 50_000, at: .ms(0)) == .send(stream: 1))
    #expect(connection.open(.unary, timeoutMicroseconds: 20_000, at: .ms(0)) == .send(stream: 2))
    #expect(connection.open(.unary, timeoutMicroseconds: 10_000, at: .ms(0)) == .send(stream: 3))
    #expect(connection.open(.unary, timeoutMicroseconds: .max, at: .ms(0)) == .send(stream: 4))
    #expect(connection.nextWake == .ms(10))
    #expect(connection.receive(Self.end(3), at: .ms(5)) == .end(stream: 3, .ok))
    #expect(connection.tick(at: .ms(60)) == .expired(stream: 2))
    #expect(connection.tick(at: .ms(60)) == .expired(stream: 1))
    #expect(connection.tick(at: .ms(60)) == .none)
    #expect(connection.receive(Self.end(2, 4), at: .ms(61)) == .end(stream: 2, .deadlineExceeded))
  }

  @Test func silenceIsAskedAndThenEnds() {
    let connection = Self.serving()
    #expect(connection.open(.unary, at: .ms(0)) == .send(stream: 1))
    #expect(connection.tick(at: .ms(30_000)) == .ping(token: 1))
    #expect(
      connection.receive(ServerConnectionTests.frame(.pong, sequence: 1), at: .ms(30_500))
        == .ponged(token: 1)
    )
    connection.didRead(at: .ms(30_500), hasPartialFrame: false)
    #expect(
      connection.receive(ServerConnectionTests.frame(.ping, sequence: 8), at: .ms(31_000)) == .pong(token: 8)
    )
    connection.didRead(at: .ms(31_000), hasPartialFrame: false)
    #expect(connection.tick(at: .ms(61_000)) == .ping(token: 2))
    #expect(connection.tick(at: .ms(71_000)) == .fail(.keepaliveTimeout))
    #expect(connection.nextLost() == .init(stream: 1, processed: .unknown))
    #expect(connection.nextLost() == nil)
  }

  @Test func silenceIsAskedAsOftenAsTheServerAsks() {
    var limits = ConnectionLimits()
    limits.keepaliveNanoseconds = 2_000_000_000
    limits.keepaliveTimeoutNanoseconds = 1_000_000_000
    let often = Self.started()
    #expect(often.receive(Self.welcome(limits), at: .ms(0)) == .welcome)
    often.didRead(at: .ms(0), hasPartialFrame: false)
    #expect(often.nextWake == .ms(2_000))
    #expect(often.tick(at: .ms(2_000)) == .ping(token: 1))
    #expect(often.tick(at: .ms(3_000)) == .fail(.keepaliveTimeout))

    // A server that asks more rarely, or never, is asked as before.
    for seconds in [0, 3_600] as [UInt64] {
      limits.keepaliveNanoseconds = seconds * 1_000_000_000
      let rarely = Self.started()
      #expect(rarely.receive(Self.welcome(limits), at: .ms(0)) == .welcome)
      rarely.didRead(at: .ms(0), hasPartialFrame: false)
      #expect(rarely.nextWake == .ms(30_000))
    }
  }

  @Test func goAwayTellsWhatWasNotStarted() {
    let connection = Self.serving()
    for stream in 1...4 as ClosedRange<UInt32> {
      #expect(connection.open(.unary, at: .ms(0)) == .send(stream: stream))
    }
    #expect(connection.nextLost() == nil)
    #expect(connection.receive(Self.goAway(2), at: .ms(0)) == .goAway)
    var lost: Set<UInt32> = []
    while let call = connection.nextLost() {
      #expect(call.processed == .notStarted)
      lost.insert(call.stream)
    }
    #expect(lost == [3, 4])
    #expect(connection.open(.unary, at: .ms(0)) == .unavailable)
    // The server refuses what was on its way; nobody waits for it.
    #expect(connection.receive(Self.end(3, 14), at: .ms(0)) == .none)
    #expect(connection.receive(Self.end(1), at: .ms(0)) == .end(stream: 1, .ok))
    #expect(!connection.isFinished)
    connection.closed()
    #expect(connection.nextLost() == .init(stream: 2, processed: .unknown))
    #expect(connection.nextLost() == nil)
  }

  @Test func goAwayMayComeInsteadOfWelcome() {
    let connection = Self.started()
    #expect(connection.open(.unary, at: .ms(0)) == .send(stream: 1))
    #expect(connection.receive(Self.goAway(0), at: .ms(0)) == .goAway)
    #expect(connection.nextLost() == .init(stream: 1, processed: .notStarted))
    #expect(connection.nextLost() == nil)
  }

  @Test func leavingFinishesWhatIsOpen() {
    let idle = Self.serving()
    #expect(idle.leave() == .close)
    let connection = Self.serving()
    #expect(connection.open(.unary, at: .ms(0)) == .send(stream: 1))
    #expect(connection.leave() == .none)
    #expect(connection.open(.unary, at: .ms(0)) == .unavailable)
    #expect(connection.receive(Self.end(1), at: .ms(0)) == .end(stream: 1, .ok))
    #expect(connection.isFinished)
    let early = Self.started()
    #expect(early.open(.unary, at: .ms(0)) == .send(stream: 1))
    #expect(early.leave() == .none)
    #expect(early.receive(Self.welcome(), at: .ms(0)) == .welcome)
    #expect(early.receive(Self.end(1), at: .ms(0)) == .end(stream: 1, .ok))
  }

  @Test func streamIDsRunOut() {
    let connection = Self.serving()
    connection.use(streamsUpTo: .max - 1)
    #expect(connection.open(.unary, at: .ms(0)) == .send(stream: .max))
    #expect(connection.open(.unary, at: .ms(0)) == .unavailable)
  }
}
