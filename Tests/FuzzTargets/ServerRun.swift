import ArrangeModel
import NIOCore
import ProtobufCodec
import Wire

/// The server end of a connection that receives any input, and handles calls as a server does.
struct ServerRun: ~Copyable {
  private var connection: ServerConnection
  private var decoder = FrameDecoder()
  private let arena = Arena(codec: .protobufC, keptBytes: 4096)
  private var random: FuzzRandom
  private var now: UInt64 = 0

  /// Calls that were started and not ended.
  private var working: [UInt32] = []
  /// Which of them are server streams.
  private var streaming: Set<UInt32> = []
  /// Calls that have ended and whose work continues.
  private var continuing: [UInt32] = []
  private var started: Set<UInt32> = []
  private var output = ByteBuffer()

  init(_ seed: UInt64) {
    random = FuzzRandom(seed)
    var limits = ConnectionLimits()
    limits.maximumCalls = 1 + random.below(4)
    limits.maximumSubscriptions = 1 + random.below(4)
    connection = ServerConnection(limits: limits, methods: Method.table, at: MonotonicTime(nanoseconds: 0))
  }

  private var time: MonotonicTime { MonotonicTime(nanoseconds: now) }

  mutating func run(_ bytes: UnsafeRawBufferPointer) throws(FuzzFinding) {
    var pieces = FrameTarget.Pieces(&random)
    var place = 0
    while place < bytes.count, !connection.isClosed {
      let end = min(bytes.count, place + pieces.next())
      decoder.append(ByteBuffer(bytes: bytes[place..<end]))
      place = end
      while try readFrame() {}
      connection.didRead(at: time, hasPartialFrame: decoder.hasPartialFrame)
      try act()
      try checkCounts()
    }
    try finish()
    try checkOutput()
  }

  /// Reads one frame; false if there is none.
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

  private mutating func perform(_ action: ServerAction, _ frame: Frame?) throws(FuzzFinding) {
    switch action {
    case .none: break
    case .authenticate:
      try expect(connection.hello != nil, "there is no HELLO to judge")
      if random.isOne(in: 16) { return try perform(connection.refuse(.unauthenticated(.invalid)), nil) }
      let welcome = connection.accept(serverID: "fuzz")
      decoder.limit = connection.largestFrame
      arena.temporary { FrameEncoder.write(Frame(.welcome), body: welcome.message(in: arena), to: &output) }
    case .start(let call):
      try expect(started.insert(call.stream).inserted, "stream \(call.stream) starts twice")
      try expect(connection.lastStream == call.stream, "stream \(call.stream) is not the last one")
      working.append(call.stream)
      if call.kind == .serverStream { streaming.insert(call.stream) }
      if let frame { try answer(call, frame) }
    case .refuse(let stream, let refusal):
      try expect(started.insert(stream).inserted, "stream \(stream) is refused twice")
      FrameEncoder.writeEnd(stream, refusal.status, using: arena, to: &output)
    case .stop(let stream, let reason):
      try expect(connection.stopReason(of: stream) == reason, "stream \(stream) stops without a reason")
      try expect(
        working.contains(stream) || continuing.contains(stream),
        "stream \(stream) is to stop, and has no work"
      )
      if random.isOne(in: 2), working.contains(stream) { try end(stream, reason.code) }
    case .credit(let stream):
      try expect(connection.availableCredit(of: stream) > 0, "credit for \(stream) allows nothing")
    case .pong(let token): FrameEncoder.write(Frame(.pong, sequence: token), to: &output)
    case .ping(let token): FrameEncoder.write(Frame(.ping, sequence: token), to: &output)
    case .fail(let reason):
      try expect(connection.isClosed, "the connection goes on after \(reason)")
      FrameEncoder.writeGoAway(reason, lastStream: connection.lastStream, using: arena, to: &output)
    case .close:
      try expect(connection.isClosed && working.isEmpty && continuing.isEmpty, "closed with open calls")
    }
  }

  /// Reads the request of a call as the server does, and answers some of the calls at once.
  private mutating func answer(_ call: ServerCall, _ frame: Frame) throws(FuzzFinding) {
    do throws(BoundaryError) {
      _ = try arena.temporary { () throws(BoundaryError) in
        try Metadata(decoding: frame.metadata, using: arena)
      }
    } catch {
      try MessageType.check(error.arrangeError)
      return try end(call.stream, Status(error.arrangeError))
    }
    guard let method = Method(rawValue: call.method) else {
      throw FuzzFinding(description: "method \(call.method) is in no table")
    }
    switch try method.requestType.check(frame.body, arena) {
    case .refused(let error): try end(call.stream, Status(error))
    case .accepted: if random.isOne(in: 2) { try end(call.stream, .ok) }
    }
  }

  /// Does something that a server may do at any time.
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
    if let stream = working.randomElement(using: &random), streaming.contains(stream) {
      switch connection.data(stream) {
      case .send(let sequence):
        FrameEncoder.write(Frame(.data, stream: stream, sequence: sequence), to: &output)
      case .wait: try expect(connection.availableCredit(of: stream) == 0, "no DATA in spite of credit")
      case .drop: try expect(connection.stopReason(of: stream) != nil, "no DATA without a reason")
      }
    }
    if random.isOne(in: 3), let stream = working.randomElement(using: &random) { try end(stream, .ok) }
    if random.isOne(in: 3), let stream = continuing.popLast() {
      try perform(connection.workStopped(stream), nil)
    }
    if random.isOne(in: 40) { try drain() }
  }

  private mutating func drain() throws(FuzzFinding) {
    let action = connection.drain()
    guard action != .none else { return }
    FrameEncoder.writeGoAway(.draining, lastStream: connection.lastStream, using: arena, to: &output)
    try expect(connection.isClosed == (action == .goAwayAndClose), "\(action) while draining")
  }

  private mutating func end(_ stream: UInt32, _ code: StatusCode) throws(FuzzFinding) {
    try end(stream, Status(code, "", processed: .unknown))
  }

  private mutating func end(_ stream: UInt32, _ status: Status) throws(FuzzFinding) {
    guard let place = working.firstIndex(of: stream) else {
      throw FuzzFinding(description: "stream \(stream) is not open")
    }
    working.remove(at: place)
    let workContinues = random.isOne(in: 5)
    let action = connection.end(stream, workContinues: workContinues)
    if workContinues { continuing.append(stream) }
    try expect(action != .drop, "END of \(stream) is dropped on an open connection")
    FrameEncoder.writeEnd(stream, status, using: arena, to: &output)
    if action == .sendAndClose { try expect(connection.isClosed, "a connection that closes is open") }
  }

  private func checkCounts() throws(FuzzFinding) {
    if connection.isClosed { return }
    let open = working.count + continuing.count
    try expect(connection.openStreams == open, "\(connection.openStreams) streams are open, not \(open)")
    try expect(
      open <= connection.limits.maximumCalls + connection.limits.maximumSubscriptions,
      "\(open) streams are open"
    )
  }

  /// Closes the client's side; open calls must finish, or be named as abandoned.
  private mutating func finish() throws(FuzzFinding) {
    if !connection.isClosed {
      try perform(connection.inputClosed(hasPartialFrame: decoder.hasPartialFrame), nil)
      try act()
    }
    while !connection.isClosed, let stream = working.last { try end(stream, .ok) }
    while !connection.isClosed, let stream = continuing.popLast() {
      try perform(connection.workStopped(stream), nil)
    }
    try expect(connection.isClosed, "the connection is still open when all is over")
    var abandoned: [UInt32] = []
    while let stream = connection.nextAbandoned() { abandoned.append(stream) }
    let left = (working + continuing).sorted()
    try expect(abandoned.sorted() == left, "\(abandoned) are abandoned, \(left) were open")
  }

  /// The server's output must be a stream of frames that a client accepts, with at most one END per call.
  private mutating func checkOutput() throws(FuzzFinding) {
    let bytes = Array(output.readableBytesView)
    let limit = connection.largestFrameToSend
    let sent = try withBytes(of: bytes) { bytes throws(FuzzFinding) in
      try DecodedStream(bytes, limit: limit, using: arena) { 1 << 20 }
    }
    try expect(sent.error == nil && !sent.hasPartialFrame, "the server writes what is no frame")
    var ended: Set<UInt32> = []
    for frame in sent.frames where frame.type == .end {
      try expect(
        ended.insert(frame.stream).inserted && started.contains(frame.stream),
        "END of stream \(frame.stream) comes twice, or for a call that never was"
      )
    }
  }
}
