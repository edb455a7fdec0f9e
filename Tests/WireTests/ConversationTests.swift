import ArrangeModel
import NIOCore
import Testing

@testable import Wire

/// Both state machines against each other over bytes in pieces of any size, doing at random everything that
/// is allowed.
@Suite struct ConversationTests {
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func nobodyBreaksTheRules(seed: UInt64) throws {
    let conversation = Conversation(seed: seed)
    try conversation.run(steps: 1_500)
  }
}

/// A client and a server with bytes in transit in both directions.
private final class Conversation {
  /// The client's state of one call.
  struct Call {
    var kind: MethodKind
    var credit: UInt64
    var received: UInt64 = 0
    var ends = 0
    var isLost = false
    /// Whether it was cancelled or its deadline passed, so that the client does not wait for its END.
    var isGivenUp = false
  }

  let seed: UInt64
  var random: Seeded
  var now: UInt64 = 0

  let client: TestClient
  let server: TestServer
  let arena = TestCodec.protobufC.arena()
  var toServer = ByteBuffer()
  var toClient = ByteBuffer()
  var serverDecoder = FrameDecoder()
  var clientDecoder = FrameDecoder(limit: Frame.defaultMaximumLength)

  /// What the client opened.
  var calls: [UInt32: Call] = [:]

  /// The server's work in progress, and work that continues after its END.
  var working: [UInt32] = []
  var continuing: [UInt32] = []
  var sent: [UInt32: UInt64] = [:]

  /// Streams that the server started, or refused.
  var begun: Set<UInt32> = []
  var serverSaidGoAway = false
  var serverClosed = false

  init(seed: UInt64) {
    self.seed = seed
    random = Seeded(seed)
    var limits = ConnectionLimits()
    limits.maximumCalls = 1 + random.below(6)
    limits.maximumSubscriptions = 1 + random.below(6)
    limits.keepaliveNanoseconds = 40_000_000
    limits.keepaliveTimeoutNanoseconds = 1_000_000_000_000
    client = TestClient(limits)
    server = TestServer(limits)
  }

  func run(steps: Int) throws {
    client.start(at: .ms(now))
    let hello = Hello(clientName: "conversation")
    arena.temporary { FrameEncoder.write(Frame(.hello), body: hello.message(in: arena), to: &toServer) }
    for step in 0..<steps {
      if step == steps * 3 / 4 { random.below(3) == 0 ? drain() : leave() }
      try act()
    }
    // Everything that is on its way arrives, and all work ends.
    for _ in 0..<20_000 where !serverClosed || toServer.readableBytes + toClient.readableBytes > 0 {
      try deliver(toClient: false)
      try deliver(toClient: true)
      if !working.isEmpty { endWork() }
      if let stream = continuing.popLast(), server.workStopped(stream) == .close { serverClosed = true }
    }
    #expect(serverClosed, "seed \(seed)")
    client.closed()
    while let lost = client.nextLost() { lose(lost.stream) }
    #expect(client.openStreams == 0, "seed \(seed)")
    for (stream, call) in calls {
      #expect(call.ends + (call.isLost ? 1 : 0) == 1, "stream \(stream), seed \(seed)")
      #expect(
        !call.isLost || !begun.contains(stream) || call.isGivenUp,
        "stream \(stream), seed \(seed)"
      )
    }
    #expect(!calls.isEmpty, "seed \(seed)")
  }

  private func act() throws {
    switch random.below(16) {
    case 0...2: try deliver(toClient: false)
    case 3...5: try deliver(toClient: true)
    case 6, 7: open()
    case 8:
      if let stream = calls.keys.sorted().randomElement(using: &random), client.cancel(stream) {
        calls[stream]?.isGivenUp = true
        FrameEncoder.write(Frame(.cancel, stream: stream), to: &toServer)
      }
    case 9:
      // Late and falling credit is on its way, too.
      guard let stream = calls.keys.sorted().randomElement(using: &random) else { return }
      let credit = UInt64(random.below(12))
      let isGranted = client.grant(stream, credit: credit)
      if isGranted { calls[stream]?.credit = credit }
      if isGranted || random.below(4) == 0 {
        FrameEncoder.write(Frame(.credit, stream: stream, credit: credit), to: &toServer)
      }
    case 10, 11: sendData()
    case 12, 13: endWork()
    case 14:
      if let stream = continuing.popLast(), server.workStopped(stream) == .close { serverClosed = true }
    default: tick()
    }
  }

  private func open() {
    let kind: MethodKind = random.below(2) == 0 ? .unary : .serverStream
    let timeout = random.below(3) == 0 ? UInt64(random.below(60)) * 1_000 : 0
    let credit = UInt64(random.below(4))
    guard
      case .send(let stream) = client.open(kind, timeoutMicroseconds: timeout, credit: credit, at: .ms(now))
    else { return }
    calls[stream] = Call(kind: kind, credit: credit)
    let unknown = random.below(10) == 0
    var frame = ServerConnectionTests.open(
      stream,
      unknown ? "test.Unary/Nothing" : kind == .unary ? "test.Unary/Call" : "test.Stream/Watch",
      timeout: timeout,
      credit: credit
    )
    frame.body = random.bytes(random.below(50))
    frame.with { FrameEncoder.write($0, to: &toServer) }
  }

  private func sendData() {
    let streams = working.filter { sent[$0] != nil }
    guard let stream = streams.randomElement(using: &random) else { return }
    if case .send(let sequence) = server.data(stream) {
      sent[stream, default: 0] += 1
      #expect(sequence == sent[stream], "seed \(seed)")
      FrameEncoder.write(Frame(.data, stream: stream, sequence: sequence), to: &toClient)
    }
  }

  private func endWork() {
    guard !working.isEmpty else { return }
    let stream = working.remove(at: random.below(working.count))
    let workContinues = random.below(4) == 0
    let action = server.end(stream, workContinues: workContinues)
    if workContinues, action == .send { continuing.append(stream) }
    if action != .drop { FrameEncoder.write(Frame(.end, stream: stream), to: &toClient) }
    if action == .sendAndClose { serverClosed = true }
  }

  private func drain() {
    let action = server.drain()
    guard action != .none else { return }
    FrameEncoder.writeGoAway(.draining, lastStream: server.lastStream, using: arena, to: &toClient)
    serverSaidGoAway = true
    if action == .goAwayAndClose { serverClosed = true }
  }

  private func leave() {
    _ = client.leave()
    FrameEncoder.write(Frame(.goAway), to: &toServer)
  }

  private func tick() {
    now += UInt64(random.below(20))
    while true {
      let action = server.tick(at: .ms(now))
      if action == .none { break }
      switch action {
      case .stop: break
      case .ping(let token): FrameEncoder.write(Frame(.ping, sequence: token), to: &toClient)
      default: Issue.record("\(action) on the server, seed \(seed)")
      }
    }
    while true {
      let action = client.tick(at: .ms(now))
      if action == .none { break }
      switch action {
      case .expired(let stream):
        calls[stream]?.isGivenUp = true
        FrameEncoder.write(Frame(.cancel, stream: stream), to: &toServer)
      case .ping(let token): FrameEncoder.write(Frame(.ping, sequence: token), to: &toServer)
      default: Issue.record("\(action) on the client, seed \(seed)")
      }
    }
  }

  private func lose(_ stream: UInt32) {
    #expect(calls[stream]?.isLost == false, "seed \(seed)")
    calls[stream]?.isLost = true
  }

  /// Some bytes arrive.
  private func deliver(toClient isToClient: Bool) throws {
    let waiting = isToClient ? toClient.readableBytes : toServer.readableBytes
    guard waiting > 0 else { return }
    let count = min(waiting, 1 + random.below(random.below(3) == 0 ? 10 : 400))
    if isToClient {
      if let bytes = toClient.readSlice(length: count) { clientDecoder.append(bytes) }
      for frame in try readAll(&clientDecoder, arena) { clientReceives(frame) }
      client.didRead(at: .ms(now), hasPartialFrame: clientDecoder.hasPartialFrame)
    } else {
      if let bytes = toServer.readSlice(length: count) { serverDecoder.append(bytes) }
      while let frame = try serverDecoder.next(using: arena).map({ OwnedFrame($0) }) { serverReceives(frame) }
      server.didRead(at: .ms(now), hasPartialFrame: serverDecoder.hasPartialFrame)
    }
  }

  private func serverReceives(_ frame: OwnedFrame) {
    let action = server.receive(frame, at: .ms(now))
    switch action {
    case .none, .stop, .credit, .ping: break
    case .authenticate:
      let welcome = server.accept(serverID: "test")
      serverDecoder.limit = server.largestFrame
      arena.temporary { FrameEncoder.write(Frame(.welcome), body: welcome.message(in: arena), to: &toClient) }
    case .start(let call):
      begun.insert(call.stream)
      working.append(call.stream)
      if call.kind == .serverStream { sent[call.stream] = 0 }
    case .refuse(let stream, let refusal):
      FrameEncoder.writeEnd(stream, refusal.status, using: arena, to: &toClient)
    case .pong(let token): FrameEncoder.write(Frame(.pong, sequence: token), to: &toClient)
    case .close: serverClosed = true
    case .fail(let reason): Issue.record("the server says \(reason), seed \(seed)")
    }
  }

  private func clientReceives(_ frame: OwnedFrame) {
    let action = client.receive(frame, at: .ms(now))
    switch action {
    case .none, .welcome, .ponged, .close, .expired, .ping: break
    case .data(let stream, let sequence):
      calls[stream]?.received += 1
      #expect(calls[stream]?.received == sequence, "seed \(seed)")
      #expect(sequence <= calls[stream]?.credit ?? 0, "seed \(seed)")
    case .end(let stream, _):
      #expect(calls[stream]?.isLost == false, "seed \(seed)")
      calls[stream]?.ends += 1
    case .goAway:
      while let lost = client.nextLost() {
        #expect(lost.processed == .notStarted, "seed \(seed)")
        lose(lost.stream)
      }
    case .pong(let token): FrameEncoder.write(Frame(.pong, sequence: token), to: &toServer)
    case .fail(let reason): Issue.record("the client says \(reason), seed \(seed)")
    }
  }
}
