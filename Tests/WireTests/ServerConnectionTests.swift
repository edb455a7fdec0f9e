import ArrangeModel
import NIOCore
import Testing

@testable import Wire

@Suite struct ServerConnectionTests {
  static let methods = MethodTable([
    .init("test.Unary/Call", .unary), .init("test.Stream/Watch", .serverStream),
  ])

  /// A connection before HELLO.
  static func fresh(_ limits: ConnectionLimits = ConnectionLimits()) -> TestServer {
    TestServer(limits)
  }

  /// A connection after WELCOME.
  static func serving(_ limits: ConnectionLimits = ConnectionLimits()) -> TestServer {
    let connection = fresh(limits)
    let action = connection.receive(hello(), at: .ms(0))
    precondition(action == .authenticate)
    _ = connection.accept(serverID: "test")
    connection.didRead(at: .ms(0), hasPartialFrame: false)
    return connection
  }

  static func hello(_ body: [UInt8] = GreetingTests.hello()) -> OwnedFrame {
    var frame = OwnedFrame(FrameType.hello.rawValue)
    frame.body = body
    return frame
  }

  static func frame(_ type: FrameType, _ stream: UInt32 = 0, sequence: UInt64 = 0, credit: UInt64 = 0)
    -> OwnedFrame
  {
    var frame = OwnedFrame(type.rawValue, stream: stream)
    frame.sequence = sequence
    frame.credit = credit
    return frame
  }

  static func open(
    _ stream: UInt32,
    _ method: String = "test.Unary/Call",
    timeout: UInt64 = 0,
    credit: UInt64 = 0
  ) -> OwnedFrame {
    var frame = OwnedFrame(FrameType.open.rawValue, stream: stream)
    frame.method = Array(method.utf8)
    frame.timeout = timeout
    frame.credit = credit
    return frame
  }

  static func watch(_ stream: UInt32, credit: UInt64 = 0, timeout: UInt64 = 0) -> OwnedFrame {
    open(stream, "test.Stream/Watch", timeout: timeout, credit: credit)
  }

  static func started(
    _ stream: UInt32,
    credit: UInt64? = nil,
    deadline: MonotonicTime = .never
  ) -> ServerAction {
    .start(
      ServerCall(
        stream: stream,
        method: credit == nil ? 0 : 1,
        kind: credit == nil ? .unary : .serverStream,
        credit: credit ?? 0,
        deadline: deadline
      )
    )
  }

  // MARK: The greeting

  @Test func takesCallsBehindHello() {
    let connection = Self.fresh()
    #expect(connection.largestFrame == 16_384)
    #expect(connection.receive(Self.hello(), at: .ms(1)) == .authenticate)
    #expect(connection.hello?.clientName == "test")
    let welcome = connection.accept(serverID: "here")
    #expect(welcome == Welcome(version: 1, serverID: "here", limits: ConnectionLimits()))
    #expect(connection.largestFrame == 1 << 20)
    // Without a read in between: they came in one piece.
    #expect(connection.receive(Self.open(1), at: .ms(1)) == Self.started(1))
    #expect(connection.receive(Self.watch(2, credit: 2), at: .ms(1)) == Self.started(2, credit: 2))
    #expect(connection.end(1) == .send)
  }

  @Test func refusesWhatIsNotHello() {
    for type in FrameType.allCases where type != .hello {
      let connection = Self.fresh()
      #expect(connection.receive(Self.frame(type), at: .ms(1)) == .fail(.greetingExpected))
      #expect(connection.receive(Self.hello(), at: .ms(1)) == .none)
    }
    var ignorable = OwnedFrame(77)
    ignorable.flags = 1
    let connection = Self.fresh()
    #expect(connection.receive(ignorable, at: .ms(1)) == .fail(.greetingExpected))
    let other = Self.fresh()
    var onStream = Self.hello()
    onStream.stream = 1
    #expect(other.receive(onStream, at: .ms(1)) == .fail(.streamNotZero(.hello)))
  }

  @Test func refusesBadGreetings() {
    let cases: [([UInt8], GreetingError, StatusCode)] = [
      (GreetingTests.hello(magic: 1), .magic, .invalidArgument),
      (GreetingTests.hello(versions: 2...3), .version(low: 2, high: 3), .unimplemented),
      ([0xFF], .malformed, .invalidArgument),
      (GreetingTests.hello(token: [0xFF]), .field(.token), .unauthenticated),
    ]
    for (body, error, code) in cases {
      let connection = Self.fresh()
      #expect(connection.receive(Self.hello(body), at: .ms(1)) == .fail(.greeting(error)))
      #expect(GoAwayReason.greeting(error).code == code)
      #expect(connection.drain() == .none)
    }
  }

  @Test func theServerMayRefuseTheToken() {
    let connection = Self.fresh()
    #expect(connection.receive(Self.hello(), at: .ms(1)) == .authenticate)
    #expect(connection.refuse(.unauthenticated(.invalid)) == .fail(.unauthenticated(.invalid)))
    #expect(connection.receive(Self.open(1), at: .ms(1)) == .none)
  }

  @Test func helloComesOnceAndInTime() {
    let connection = Self.serving()
    #expect(connection.receive(Self.hello(), at: .ms(1)) == .fail(.greetingRepeated))
    let late = Self.fresh()
    #expect(late.nextWake == .ms(5_000))
    #expect(late.tick(at: .ms(4_999)) == .none)
    #expect(late.tick(at: .ms(5_000)) == .fail(.greetingTimeout))
    #expect(late.nextWake == .never)
  }

  @Test func theSmallerFrameLimitCountsForSending() {
    let connection = Self.fresh()
    let body = GreetingTests.hello(largestFrame: 20_000)
    #expect(connection.receive(Self.hello(body), at: .ms(0)) == .authenticate)
    _ = connection.accept(serverID: "")
    #expect(connection.largestFrameToSend == 20_000)
    let other = Self.serving()
    #expect(other.largestFrameToSend == 1 << 20)
  }

  // MARK: Streams

  @Test func streamIDsOnlyRise() {
    for (first, second) in [(5, 5), (5, 4), (5, 0), (UInt32.max, 1)] as [(UInt32, UInt32)] {
      let connection = Self.serving()
      #expect(connection.receive(Self.open(first), at: .ms(0)) == Self.started(first))
      #expect(connection.end(first) == .send)
      let reason = GoAwayReason.streamNotRising(stream: second, highest: first)
      #expect(connection.receive(Self.open(second), at: .ms(0)) == .fail(reason))
      #expect(connection.end(first) == .drop)
    }
    let connection = Self.serving()
    #expect(connection.receive(Self.open(1), at: .ms(0)) == Self.started(1))
    #expect(connection.receive(Self.open(9), at: .ms(0)) == Self.started(9))
    #expect(connection.receive(Self.open(.max), at: .ms(0)) == Self.started(.max))
    #expect(connection.lastStream == .max)
  }

  @Test func idsOfRefusedCallsAreUsedUp() {
    let connection = Self.serving()
    let refused = ServerAction.refuse(stream: 3, .unknownMethod)
    #expect(connection.receive(Self.open(3, "test.Unary/Cal"), at: .ms(0)) == refused)
    #expect(Refusal.unknownMethod.status.code == .unimplemented)
    #expect(Refusal.unknownMethod.status.processed == .notStarted)
    #expect(connection.receive(Self.frame(.cancel, 3), at: .ms(0)) == .none)
    let reason = GoAwayReason.streamNotRising(stream: 3, highest: 3)
    #expect(connection.receive(Self.open(3), at: .ms(0)) == .fail(reason))
  }

  @Test func framesOfTheWrongSideAreViolations() {
    for type in [.welcome, .data, .end] as [FrameType] {
      let connection = Self.serving()
      #expect(connection.receive(Self.frame(type, 1), at: .ms(0)) == .fail(.unexpectedFrame(type)))
    }
    for type in [.ping, .pong, .goAway] as [FrameType] {
      let connection = Self.serving()
      #expect(connection.receive(Self.frame(type, 1), at: .ms(0)) == .fail(.streamNotZero(type)))
    }
    for type in [.cancel, .credit] as [FrameType] {
      let connection = Self.serving()
      #expect(
        connection.receive(Self.frame(type, 0), at: .ms(0)) == .fail(.streamNotOpen(type, stream: 0))
      )
      let other = Self.serving()
      #expect(other.receive(Self.open(4), at: .ms(0)) == Self.started(4))
      #expect(other.receive(Self.frame(type, 5), at: .ms(0)) == .fail(.streamNotOpen(type, stream: 5)))
    }
  }

  @Test func unknownFramesAreIgnoredWhereTheySaySo() {
    let connection = Self.serving()
    var frame = OwnedFrame(77, stream: 9)
    frame.flags = 0xFF
    #expect(connection.receive(frame, at: .ms(0)) == .none)
    frame.flags = 0xFE
    #expect(connection.receive(frame, at: .ms(0)) == .fail(.unknownFrameType(77)))
    let other = Self.serving()
    #expect(other.receive(OwnedFrame(0), at: .ms(0)) == .fail(.unknownFrameType(0)))
  }

  @Test func placesAreLimitedAndComeBack() {
    var limits = ConnectionLimits()
    limits.maximumCalls = 2
    limits.maximumSubscriptions = 1
    let connection = Self.serving(limits)
    #expect(connection.receive(Self.open(1), at: .ms(0)) == Self.started(1))
    #expect(connection.receive(Self.open(2), at: .ms(0)) == Self.started(2))
    let full = ServerAction.refuse(stream: 3, .tooManyCalls(limit: 2))
    #expect(connection.receive(Self.open(3), at: .ms(0)) == full)
    #expect(connection.receive(Self.watch(4), at: .ms(0)) == Self.started(4, credit: 0))
    let fullOfStreams = ServerAction.refuse(stream: 5, .tooManySubscriptions(limit: 1))
    #expect(connection.receive(Self.watch(5), at: .ms(0)) == fullOfStreams)
    #expect(Refusal.tooManyCalls(limit: 2).status.code == .resourceExhausted)
    #expect(connection.end(1) == .send)
    #expect(connection.receive(Self.open(6), at: .ms(0)) == Self.started(6))
    #expect(connection.end(4) == .send)
    #expect(connection.receive(Self.watch(7), at: .ms(0)) == Self.started(7, credit: 0))
  }

  @Test func theDefaultLimitsAreThoseOfTheSpecification() {
    let connection = Self.serving()
    for stream in 1...256 as ClosedRange<UInt32> {
      #expect(connection.receive(Self.open(stream), at: .ms(0)) == Self.started(stream))
    }
    let calls = ServerAction.refuse(stream: 257, .tooManyCalls(limit: 256))
    #expect(connection.receive(Self.open(257), at: .ms(0)) == calls)
    for stream in 300..<(300 + 4_096) as Range<UInt32> {
      #expect(connection.receive(Self.watch(stream), at: .ms(0)) == Self.started(stream, credit: 0))
    }
    let streams = ServerAction.refuse(stream: 9_000, .tooManySubscriptions(limit: 4_096))
    #expect(connection.receive(Self.watch(9_000), at: .ms(0)) == streams)
  }

  // MARK: Credit

  @Test func dataNeedsCredit() {
    let connection = Self.serving()
    #expect(connection.receive(Self.watch(1, credit: 2), at: .ms(0)) == Self.started(1, credit: 2))
    #expect(connection.data(1) == .send(sequence: 1))
    #expect(connection.data(1) == .send(sequence: 2))
    #expect(connection.data(1) == .wait)
    #expect(connection.receive(Self.frame(.credit, 1, credit: 3), at: .ms(0)) == .credit(stream: 1))
    #expect(connection.availableCredit(of: 1) == 1)
    #expect(connection.data(1) == .send(sequence: 3))
    #expect(connection.data(1) == .wait)
  }

  @Test func creditNeverFallsAndNeverOverflows() {
    let connection = Self.serving()
    #expect(connection.receive(Self.watch(1, credit: 0), at: .ms(0)) == Self.started(1, credit: 0))
    #expect(connection.data(1) == .wait)
    #expect(connection.receive(Self.frame(.credit, 1, credit: 0), at: .ms(0)) == .none)
    #expect(connection.receive(Self.frame(.credit, 1, credit: 5), at: .ms(0)) == .credit(stream: 1))
    #expect(connection.receive(Self.frame(.credit, 1, credit: 5), at: .ms(0)) == .none)
    #expect(connection.receive(Self.frame(.credit, 1, credit: 4), at: .ms(0)) == .none)
    #expect(connection.availableCredit(of: 1) == 5)
    #expect(connection.receive(Self.frame(.credit, 1, credit: .max), at: .ms(0)) == .credit(stream: 1))
    #expect(connection.data(1) == .send(sequence: 1))
    #expect(connection.availableCredit(of: 1) == UInt64.max - 1)
    #expect(connection.receive(Self.frame(.credit, 1, credit: .max), at: .ms(0)) == .none)
  }

  @Test func creditOnCallsHasNoMeaning() {
    let connection = Self.serving()
    #expect(connection.receive(Self.open(1, credit: 9), at: .ms(0)) == Self.started(1))
    #expect(connection.receive(Self.frame(.credit, 1, credit: 10), at: .ms(0)) == .none)
    #expect(connection.availableCredit(of: 1) == 0)
  }

  @Test func lateCancelAndCreditAreLegal() {
    let connection = Self.serving()
    #expect(connection.receive(Self.watch(1, credit: 1), at: .ms(0)) == Self.started(1, credit: 1))
    #expect(connection.end(1) == .send)
    #expect(connection.receive(Self.frame(.cancel, 1), at: .ms(0)) == .none)
    #expect(connection.receive(Self.frame(.credit, 1, credit: 5), at: .ms(0)) == .none)
    #expect(connection.availableCredit(of: 1) == 0)
    #expect(connection.receive(Self.open(2), at: .ms(0)) == Self.started(2))
  }

  // MARK: Stopping

  @Test func cancelStopsTheWorkAndTheStreamStillEnds() {
    var limits = ConnectionLimits()
    limits.maximumCalls = 1
    let connection = Self.serving(limits)
    #expect(connection.receive(Self.open(1), at: .ms(0)) == Self.started(1))
    let stop = ServerAction.stop(stream: 1, .cancelled)
    #expect(connection.receive(Self.frame(.cancel, 1), at: .ms(0)) == stop)
    #expect(connection.receive(Self.frame(.cancel, 1), at: .ms(0)) == .none)
    #expect(connection.stopReason(of: 1) == .cancelled)
    // The place is free only when the work has stopped.
    let full = ServerAction.refuse(stream: 2, .tooManyCalls(limit: 1))
    #expect(connection.receive(Self.open(2), at: .ms(0)) == full)
    #expect(connection.end(1, workContinues: true) == .send)
    #expect(connection.receive(Self.frame(.cancel, 1), at: .ms(0)) == .none)
    let stillFull = ServerAction.refuse(stream: 3, .tooManyCalls(limit: 1))
    #expect(connection.receive(Self.open(3), at: .ms(0)) == stillFull)
    #expect(connection.workStopped(1) == .none)
    #expect(connection.receive(Self.open(4), at: .ms(0)) == Self.started(4))
  }

  @Test func cancelledStreamsSendNoData() {
    let connection = Self.serving()
    #expect(connection.receive(Self.watch(1, credit: 9), at: .ms(0)) == Self.started(1, credit: 9))
    #expect(connection.data(1) == .send(sequence: 1))
    let stop = ServerAction.stop(stream: 1, .cancelled)
    #expect(connection.receive(Self.frame(.cancel, 1), at: .ms(0)) == stop)
    #expect(connection.data(1) == .drop)
    #expect(connection.receive(Self.frame(.credit, 1, credit: 99), at: .ms(0)) == .none)
    #expect(connection.end(1) == .send)
  }

  @Test func deadlinesStopTheWork() {
    let connection = Self.serving()
    let first = Self.open(1, timeout: 50_000)
    #expect(connection.receive(first, at: .ms(100)) == Self.started(1, deadline: .ms(150)))
    #expect(
      connection.receive(Self.watch(2, credit: 1, timeout: 20_000), at: .ms(100))
        == Self.started(2, credit: 1, deadline: .ms(120))
    )
    #expect(
      connection.receive(Self.open(3, timeout: 10_000), at: .ms(100)) == Self.started(3, deadline: .ms(110))
    )
    #expect(connection.receive(Self.open(4), at: .ms(100)) == Self.started(4))
    #expect(connection.end(3) == .send)
    #expect(connection.tick(at: .ms(119)) == .none)
    #expect(connection.nextWake == .ms(120))
    #expect(connection.tick(at: .ms(200)) == .stop(stream: 2, .deadlineExceeded))
    #expect(connection.tick(at: .ms(200)) == .stop(stream: 1, .deadlineExceeded))
    #expect(connection.tick(at: .ms(200)) == .none)
    #expect(connection.receive(Self.frame(.cancel, 1), at: .ms(200)) == .none)
    #expect(connection.end(1) == .send)
    #expect(connection.end(2) == .send)
    #expect(connection.nextWake == .ms(30_000))
  }

  @Test func endlessDeadlinesDoNotOverflow() {
    let connection = Self.serving()
    #expect(connection.receive(Self.open(1, timeout: .max), at: .ms(100)) == Self.started(1))
    #expect(connection.nextWake == .ms(30_000))
  }

  @Test func deadlinesOfEndedCallsAreForgotten() {
    let connection = Self.serving()
    for stream in 1...10_000 as ClosedRange<UInt32> {
      let deadline = MonotonicTime.ms(5_000)
      let started = Self.started(stream, deadline: deadline)
      #expect(connection.receive(Self.open(stream, timeout: 5_000_000), at: .ms(0)) == started)
      #expect(connection.end(stream) == .send)
    }
    #expect(connection.rememberedDeadlines <= DeadlineQueue.maximumStale + 3)
    #expect(connection.tick(at: .ms(6_000)) == .none)
    #expect(connection.nextWake == .ms(30_000))
  }

  // MARK: Keepalive and slow peers

  @Test func silenceIsAskedAndThenEnds() {
    let connection = Self.serving()
    #expect(connection.tick(at: .ms(29_999)) == .none)
    #expect(connection.tick(at: .ms(30_000)) == .ping(token: 1))
    #expect(connection.tick(at: .ms(30_000)) == .none)
    #expect(connection.nextWake == .ms(40_000))
    #expect(connection.receive(Self.frame(.pong, sequence: 1), at: .ms(35_000)) == .none)
    connection.didRead(at: .ms(35_000), hasPartialFrame: false)
    #expect(connection.nextWake == .ms(65_000))
    #expect(connection.tick(at: .ms(65_000)) == .ping(token: 2))
    #expect(connection.tick(at: .ms(75_000)) == .fail(.keepaliveTimeout))
  }

  @Test func slowReadersGetTimeForWhatWasSent() {
    let connection = Self.serving()
    connection.didWrite(1024 * 1024)
    // That something comes says nothing about what was read.
    connection.didRead(at: .ms(1_000), hasPartialFrame: false)
    #expect(connection.tick(at: .ms(31_000)) == .ping(token: 1))
    connection.didWrite(512 * 1024)
    // 16 KiB a second are 64 seconds for 1 MiB.
    #expect(connection.nextWake == .ms(105_000))
    #expect(connection.tick(at: .ms(104_999)) == .none)
    #expect(connection.receive(Self.frame(.pong, sequence: 1), at: .ms(104_999)) == .none)
    connection.didRead(at: .ms(104_999), hasPartialFrame: false)
    // What was sent after the PING is after it.
    #expect(connection.tick(at: .ms(134_999)) == .ping(token: 2))
    #expect(connection.nextWake == .ms(134_999 + 10_000 + 32_000))
    #expect(connection.tick(at: .ms(134_999 + 10_000 + 32_000)) == .fail(.keepaliveTimeout))
    // No more is on its way than fits the buffers.
    let busy = Self.serving()
    for _ in 0..<100 { busy.didWrite(.max / 2) }
    #expect(busy.tick(at: .ms(30_000)) == .ping(token: 1))
    #expect(busy.nextWake == .ms(40_000 + 1_024_000))
  }

  @Test func framesThatWaitDoNotDrip() {
    let connection = Self.serving()
    connection.didRead(at: .ms(1_000), hasPartialFrame: true)
    connection.didPause()
    #expect(connection.tick(at: .ms(29_000)) == .none)
    connection.didRead(at: .ms(29_000), hasPartialFrame: true)
    #expect(connection.tick(at: .ms(58_000)) == .none)
    #expect(connection.tick(at: .ms(59_000)) == .fail(.partialFrameTimeout))
  }

  @Test func callsThatHoldTooMuchMakeFramesWait() {
    var limits = ConnectionLimits()
    limits.maximumHeldBytes = 1_000
    let connection = Self.serving(limits)
    #expect(connection.takesFrames)
    let body = [UInt8](repeating: 0, count: 600)
    for stream in 1...2 as ClosedRange<UInt32> {
      #expect(connection.takesFrames)
      var frame = Self.open(stream)
      frame.body = body
      #expect(connection.receive(frame, at: .ms(0)) == Self.started(stream))
    }
    #expect(!connection.takesFrames)
    // A call that was cancelled holds what it has until its work is done.
    #expect(connection.end(1, workContinues: true) == .send)
    #expect(!connection.takesFrames)
    #expect(connection.workStopped(1) == .none)
    #expect(connection.takesFrames)
    #expect(connection.end(2) == .send)
    #expect(connection.heldBytes == 0)
  }

  @Test func subscriptionsLeaveRoomForCalls() {
    var limits = ConnectionLimits()
    limits.maximumHeldBytes = 1_000
    limits.maximumSubscriptionBytes = 500
    let connection = Self.serving(limits)
    func watch(_ stream: UInt32, bytes: Int) -> ServerAction {
      var frame = Self.watch(stream)
      frame.body = [UInt8](repeating: 0, count: bytes)
      return connection.receive(frame, at: .ms(0))
    }
    let tooLarge = Refusal.subscriptionsTooLarge(limit: 500)
    #expect(watch(1, bytes: 300) == Self.started(1, credit: 0))
    #expect(watch(2, bytes: 201) == .refuse(stream: 2, tooLarge))
    #expect(watch(3, bytes: 200) == Self.started(3, credit: 0))
    #expect(watch(4, bytes: 1) == .refuse(stream: 4, tooLarge))
    #expect(tooLarge.status.code == .resourceExhausted)
    // What goes on for as long as somebody watches would stop the connection for as long.
    #expect(connection.takesFrames)
    #expect(connection.end(1) == .send)
    #expect(watch(5, bytes: 300) == Self.started(5, credit: 0))
    #expect(ConnectionLimits().maximumSubscriptionBytes < ConnectionLimits().maximumHeldBytes)
  }

  @Test func pingsAreAnswered() {
    let connection = Self.serving()
    #expect(connection.receive(Self.frame(.ping, sequence: .max), at: .ms(0)) == .pong(token: .max))
    #expect(connection.receive(Self.frame(.pong, sequence: 5), at: .ms(0)) == .none)
  }

  @Test func keepaliveCanBeOff() {
    var limits = ConnectionLimits()
    limits.keepaliveNanoseconds = 0
    let connection = Self.serving(limits)
    #expect(connection.nextWake == .never)
    #expect(connection.tick(at: .ms(1_000_000)) == .none)
  }

  @Test func framesThatDripEnd() {
    let connection = Self.serving()
    connection.didRead(at: .ms(1_000), hasPartialFrame: true)
    for second in 2...30 as ClosedRange<UInt64> {
      connection.didRead(at: .ms(second * 1_000), hasPartialFrame: true)
      #expect(connection.tick(at: .ms(second * 1_000)) == .none)
    }
    #expect(connection.nextWake == .ms(31_000))
    #expect(connection.tick(at: .ms(31_000)) == .fail(.partialFrameTimeout))
    // A frame that was completed begins the time anew.
    let other = Self.serving()
    other.didRead(at: .ms(1_000), hasPartialFrame: true)
    #expect(other.receive(Self.open(1), at: .ms(20_000)) == Self.started(1))
    other.didRead(at: .ms(20_000), hasPartialFrame: true)
    #expect(other.tick(at: .ms(40_000)) == .none)
    #expect(other.tick(at: .ms(50_000)) == .fail(.partialFrameTimeout))
  }

  // MARK: The end

  @Test func drainingFinishesWhatIsOpen() {
    let connection = Self.serving()
    #expect(connection.receive(Self.open(1), at: .ms(0)) == Self.started(1))
    #expect(connection.receive(Self.watch(2, credit: 5), at: .ms(0)) == Self.started(2, credit: 5))
    #expect(connection.drain() == .goAway)
    #expect(connection.drain() == .none)
    #expect(connection.lastStream == 2)
    let refused = ServerAction.refuse(stream: 3, .draining)
    #expect(connection.receive(Self.open(3), at: .ms(0)) == refused)
    #expect(connection.lastStream == 2)
    #expect(Refusal.draining.status.code == .unavailable)
    #expect(Refusal.draining.status.processed == .notStarted)
    let reason = GoAwayReason.streamNotRising(stream: 3, highest: 3)
    #expect(connection.data(2) == .send(sequence: 1))
    #expect(connection.end(2) == .send)
    #expect(connection.end(1) == .sendAndClose)
    #expect(connection.isClosed)
    #expect(connection.receive(Self.open(3), at: .ms(0)) == .none, "not \(reason)")
  }

  @Test func drainingAnIdleConnectionClosesIt() {
    let connection = Self.serving()
    #expect(connection.drain() == .goAwayAndClose)
    #expect(connection.tick(at: .ms(90_000)) == .none)
    let fresh = Self.fresh()
    #expect(fresh.drain() == .goAwayAndClose)
  }

  @Test func drainingWaitsForWorkThatGoesOn() {
    let connection = Self.serving()
    #expect(connection.receive(Self.open(1), at: .ms(0)) == Self.started(1))
    #expect(connection.drain() == .goAway)
    #expect(connection.end(1, workContinues: true) == .send)
    #expect(!connection.isClosed)
    #expect(connection.workStopped(1) == .close)
  }

  @Test func aClientMayLeave() {
    let connection = Self.serving()
    #expect(connection.receive(Self.open(1), at: .ms(0)) == Self.started(1))
    #expect(connection.receive(Self.frame(.goAway), at: .ms(0)) == .none)
    #expect(connection.receive(Self.frame(.ping, sequence: 4), at: .ms(0)) == .pong(token: 4))
    #expect(connection.end(1) == .sendAndClose)
    let idle = Self.serving()
    #expect(idle.receive(Self.frame(.goAway), at: .ms(0)) == .close)
    let talkative = Self.serving()
    #expect(talkative.receive(Self.open(1), at: .ms(0)) == Self.started(1))
    #expect(talkative.receive(Self.frame(.goAway), at: .ms(0)) == .none)
    #expect(talkative.receive(Self.open(2), at: .ms(0)) == .fail(.openAfterGoAway))
  }

  @Test func halfClosedConnectionsStillAnswer() {
    let connection = Self.serving()
    #expect(connection.receive(Self.open(1), at: .ms(0)) == Self.started(1))
    #expect(connection.receive(Self.watch(2, credit: 1), at: .ms(0)) == Self.started(2, credit: 1))
    #expect(connection.inputClosed(hasPartialFrame: false) == .none)
    #expect(connection.tick(at: .ms(0)) == .stop(stream: 2, .halfClosed))
    #expect(connection.tick(at: .ms(0)) == .none)
    #expect(connection.data(2) == .drop)
    #expect(connection.end(2) == .send)
    // Nothing can come, so that silence is no reason to end.
    #expect(connection.tick(at: .ms(90_000)) == .none)
    #expect(connection.end(1) == .sendAndClose)
  }

  @Test func halfClosedInTheMiddleOfAFrame() {
    let connection = Self.serving()
    #expect(connection.receive(Self.open(1), at: .ms(0)) == Self.started(1))
    #expect(connection.inputClosed(hasPartialFrame: true) == .fail(.truncated))
    #expect(connection.nextAbandoned() == 1)
    let idle = Self.serving()
    #expect(idle.inputClosed(hasPartialFrame: false) == .close)
    let fresh = Self.fresh()
    #expect(fresh.inputClosed(hasPartialFrame: false) == .close)
  }

  @Test func lostConnectionsNameTheirStreams() {
    let connection = Self.serving()
    for stream in 1...100 as ClosedRange<UInt32> {
      #expect(connection.receive(Self.open(stream), at: .ms(0)) == Self.started(stream))
    }
    connection.closed()
    #expect(connection.end(7) == .drop)
    var abandoned: Set<UInt32> = []
    while let stream = connection.nextAbandoned() { abandoned.insert(stream) }
    #expect(abandoned == Set(1...100))
    #expect(connection.openStreams == 0)
    #expect(connection.data(7) == .drop)
    #expect(connection.workStopped(7) == .none)
  }

  @Test func brokenFramesEndTheConnection() {
    let connection = Self.serving()
    let reason = GoAwayReason.frame(.tooLarge(announced: 9, limit: 8))
    #expect(connection.fail(reason) == .fail(reason))
    #expect(connection.fail(reason) == .none)
    #expect(reason.code == .resourceExhausted)
    #expect(GoAwayReason.frame(.malformed).code == .invalidArgument)
  }
}
