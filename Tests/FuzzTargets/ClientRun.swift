import ArrangeModel
import NIOCore
import SwiftCodec
import Wire

/// The client end of a connection that opens some calls and receives any input.
struct ClientRun: ~Copyable {
  /// What the client knows of one call.
  private struct Call {
    var method: Method
    var credit: UInt64
    var received: UInt64 = 0
  }

  private var connection: ClientConnection
  private var decoder = FrameDecoder(limit: Frame.defaultMaximumLength)
  private let arena = Arena(codec: .swift, keptBytes: 4096)
  private var random: FuzzRandom
  private var now: UInt64 = 0
  private var calls: [UInt32: Call] = [:]

  init(_ seed: UInt64) {
    random = FuzzRandom(seed)
    var limits = ConnectionLimits()
    limits.maximumCalls = 1 + random.below(40)
    limits.maximumSubscriptions = 1 + random.below(20)
    connection = ClientConnection(limits: limits, at: MonotonicTime(nanoseconds: 0))
  }

  private var time: MonotonicTime { MonotonicTime(nanoseconds: now) }

  mutating func run(_ bytes: UnsafeRawBufferPointer) throws(FuzzFinding) {
    connection.start(at: time)
    for _ in 0..<random.below(24) { open() }
    var pieces = FrameTarget.Pieces(&random)
    var place = 0
    while place < bytes.count, !connection.isClosed {
      let end = min(bytes.count, place + pieces.next())
      decoder.append(ByteBuffer(bytes: bytes[place..<end]))
      place = end
      while try readFrame() {}
      connection.didRead(at: time, hasPartialFrame: decoder.hasPartialFrame)
      try act()
      if !connection.isClosed {
        let open = connection.openStreams
        try expect(open == calls.count, "\(open) calls are open, not \(calls.count)")
      }
    }
    connection.closed()
    try lose(.unknown)
    try expect(calls.isEmpty && connection.openStreams == 0, "calls \(calls.keys) are never told")
  }

  private mutating func open() {
    guard let method = Method.allCases.randomElement(using: &random) else { return }
    let credit = UInt64(random.below(4))
    let timeout = random.isOne(in: 3) ? UInt64(random.below(10_000_000)) : 0
    let action = connection.open(
      method.description.kind,
      timeoutMicroseconds: timeout,
      credit: credit,
      at: time
    )
    guard case .send(let stream) = action else { return }
    calls[stream] = Call(method: method, credit: credit)
  }

  private mutating func readFrame() throws(FuzzFinding) -> Bool {
    if connection.isClosed { return false }
    let frame: Frame?
    do throws(FrameError) { frame = try decoder.next(using: arena) } catch {
      try perform(connection.fail(.frame(error)), nil)
      return false
    }
    guard let frame else { return false }
    try perform(connection.receive(frame, using: arena, at: time), frame)
    return true
  }

  private mutating func perform(_ action: ClientAction, _ frame: Frame?) throws(FuzzFinding) {
    switch action {
    case .none, .ponged, .pong, .ping: break
    case .welcome: try expect(connection.welcome != nil, "a welcome that says nothing")
    case .data(let stream, let sequence):
      guard var call = calls[stream] else { throw FuzzFinding(description: "DATA for \(stream)") }
      // After the caller cancelled, only the connection counts the received bytes.
      try expect(sequence > call.received, "DATA \(sequence) of \(stream) after \(call.received)")
      try expect(sequence <= call.credit, "DATA \(sequence) of \(stream), which allows \(call.credit)")
      call.received = sequence
      calls[stream] = call
      if let frame { _ = try call.method.responseType.check(frame.body, arena) }
    case .end(let stream, let code):
      guard let call = calls.removeValue(forKey: stream) else {
        throw FuzzFinding(description: "END for \(stream), which is not open")
      }
      guard let frame else { return }
      if code == .ok {
        _ = try call.method.responseType.check(frame.body, arena)
      } else {
        try MessageType.checkStatus(frame, arena)
      }
    case .goAway:
      if let frame { try MessageType.checkStatus(frame, arena) }
      try lose(.notStarted)
    case .expired(let stream): try expect(calls[stream] != nil, "\(stream) expires and is not open")
    case .fail, .close: try expect(connection.isClosed, "the connection goes on after \(action)")
    }
  }

  private mutating func lose(_ processed: ArrangeError.Processed) throws(FuzzFinding) {
    while let lost = connection.nextLost() {
      try expect(calls.removeValue(forKey: lost.stream) != nil, "\(lost.stream) is lost and was not open")
      try expect(
        connection.isClosed || lost.processed == processed,
        "\(lost.stream) is lost with \(lost.processed)"
      )
    }
  }

  /// Does something that a client may do at any time.
  private mutating func act() throws(FuzzFinding) {
    now += UInt64(random.below(2_000)) * 1_000_000
    while true {
      let wake = connection.nextWake
      let action = connection.tick(at: time)
      if action == .none {
        try expect(connection.nextWake > time, "the timer would fire again and again")
        break
      }
      try expect(wake <= time, "\(action) was due before the timer was set to fire")
      try perform(action, nil)
    }
    if connection.isClosed { return }
    if random.isOne(in: 4) { open() }
    let stream = UInt32(random.below(32))
    switch random.below(8) {
    case 0: _ = connection.cancel(stream)
    case 1, 2:
      let credit = UInt64(random.below(12))
      if connection.grant(stream, credit: credit) { calls[stream]?.credit = credit }
    case 3 where random.isOne(in: 10): try perform(connection.leave(), nil)
    default: break
    }
  }
}
