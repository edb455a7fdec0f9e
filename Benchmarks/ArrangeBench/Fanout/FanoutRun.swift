import Foundation
import NIOCore
import NIOPosix

/// One measurement. Everything happens on one event loop.
final class FanoutRun: @unchecked Sendable {
  /// How long nothing counts at first, in nanoseconds.
  private static let warmup: UInt64 = 500_000_000
  /// How long the last changes may take to arrive.
  private static let grace = TimeAmount.seconds(20)
  /// Of how many subscribers one is asked how long each change took to it.
  private static let sampled = 10

  let plan: Fanout
  let loop: any EventLoop
  private let done: EventLoopPromise<String>
  private var publishers: [FanoutConnection] = []
  private var readyCount = 0
  private var connectionCount = 0
  private var readers: [FanoutConnection] = []

  private var startedAt: UInt64 = 0
  private var endsAt: UInt64 = 0
  /// When the time of each change begins.
  private var madeAt: [UInt64] = []
  /// When each change was due at the given rate; when it was sent where none is given.
  private var dueAt: [UInt64] = []
  /// Changes up to this one were due when no publisher had room for them.
  private var keptWaiting = 0
  private var answered = 0
  private var isOver = false
  private var deliveredWhileCounting: UInt64 = 0
  private var lastDelivery: UInt64 = 0
  /// When changes came to a subscriber that is asked: up to which one, and how many.
  private var deliveries: [(end: Int, count: Int, at: UInt64)] = []
  private var timer: RepeatedTask?

  init(plan: Fanout, loop: any EventLoop) {
    self.plan = plan
    self.loop = loop
    done = loop.makePromise()
  }

  /// How a connection talks to the server.
  func makeSpeech() -> any FanoutSpeech {
    switch plan.peer {
    case .arrange: ArrangeSpeech(textBytes: plan.bytes)
    case .redis: RedisSpeech(textBytes: plan.bytes)
    case .nats: NATSSpeech(textBytes: plan.bytes)
    }
  }

  func start() -> EventLoopFuture<String> {
    connect(.publisher)
    return done.futureResult
  }

  private func connect(_ role: FanoutConnection.Role) {
    let connection = FanoutConnection(role, self)
    let port = role == .publisher ? plan.port[0] : plan.port[connectionCount % plan.port.count]
    connectionCount += 1
    ClientBootstrap(group: loop)
      .channelOption(.socketOption(.tcp_nodelay), value: 1)
      .channelOption(.maxMessagesPerRead, value: 8)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(connection) }
      }
      .connect(host: "127.0.0.1", port: port)
      .whenFailure { self.fail("can't connect to 127.0.0.1:\(port): \($0)") }
  }

  func fail(_ why: String) {
    guard !isOver else { return }
    isOver = true
    struct Failure: Error, CustomStringConvertible { var description: String }
    done.fail(Failure(description: why))
  }

  static func now() -> UInt64 { NIODeadline.now().uptimeNanoseconds }

  // MARK: What connections tell

  /// A connection is ready: the publisher has a list or can publish, a subscriber is subscribed.
  func isReady(_ connection: FanoutConnection) {
    switch connection.role {
    case .publisher:
      publishers.append(connection)
      // One after the other, since the first one makes the list.
      guard publishers.count == plan.publishers else { return connect(.publisher) }
      for _ in 0..<plan.subscribers { connect(.subscriber) }
      for _ in 0..<plan.stalled { connect(.stalled) }
    case .subscriber:
      readers.append(connection)
      readyCount += 1
    case .stalled: readyCount += 1
    }
    guard readyCount == plan.subscribers + plan.stalled, startedAt == 0 else { return }
    for reader in readers { reader.seen = 0 }
    startedAt = FanoutRun.now()
    endsAt = startedAt + FanoutRun.warmup + UInt64(plan.seconds * 1e9)
    loop.scheduleTask(in: .nanoseconds(Int64(endsAt - startedAt)) + FanoutRun.grace) {
      self.fail("the last changes did not arrive")
    }
    if plan.rate != nil {
      timer = loop.scheduleRepeatedTask(initialDelay: .zero, delay: .microseconds(500)) { _ in self.publish()
      }
    } else {
      publish()
    }
  }

  /// Changes were answered, in their order.
  func didAnswer(_ count: Int, to connection: FanoutConnection) {
    answered += count
    connection.inFlight -= count
    if startedAt > 0 { publish() }
  }

  /// A subscriber was told of changes, up to a number of them altogether.
  func didDeliver(_ count: Int, to connection: FanoutConnection, number: Int) {
    let now = FanoutRun.now()
    connection.seen += count
    if plan.measuresTimes, number % FanoutRun.sampled == 0, now >= startedAt + FanoutRun.warmup {
      // Times are counted at the end, so that this takes little of the processors now.
      deliveries.append((connection.seen, count, now))
    }
    if now >= startedAt + FanoutRun.warmup, now < endsAt { deliveredWhileCounting += UInt64(count) }
    lastDelivery = now
    if now >= endsAt { finishIfDone() }
  }

  // MARK: Publishing

  private func publish() {
    let now = FanoutRun.now()
    guard now < endsAt else { return finishIfDone() }
    // Counted from the beginning, so that a server that stands still is told of all that it missed.
    var due = plan.rate.map { Int(Double(now - startedAt) / 1e9 * $0) - madeAt.count } ?? .max
    for publisher in publishers where due > 0 {
      let room = min(plan.pipeline - publisher.inFlight, due)
      guard room > 0 else { continue }
      due -= room
      publish(room, by: publisher, at: now)
    }
    if plan.rate != nil { keptWaiting = madeAt.count + max(0, due) }
  }

  private func publish(_ count: Int, by publisher: FanoutConnection, at now: UInt64) {
    var output = ByteBuffer()
    for _ in 0..<count {
      let number = madeAt.count
      let due = plan.rate.map { startedAt + UInt64(Double(number) / $0 * 1e9) } ?? now
      publisher.speech.writeChange(number, to: &output)
      dueAt.append(due)
      // That this process is late is not the server's doing; that a change has to wait for room is.
      madeAt.append(number < keptWaiting ? due : now)
    }
    publisher.speech.endBurst(of: count, to: &output)
    publisher.inFlight += count
    publisher.send(output)
  }

  /// How long each change took to those who are asked, ascending.
  private func latencies(since begin: [UInt64]) -> [UInt64] {
    deliveries.flatMap { delivery in
      begin[delivery.end - delivery.count..<delivery.end].map { delivery.at - $0 }
    }.sorted()
  }

  private func finishIfDone() {
    guard !isOver, FanoutRun.now() >= endsAt, answered == madeAt.count,
      readers.allSatisfy({ $0.seen == madeAt.count })
    else { return }
    isOver = true
    timer?.cancel()
    let latencies = self.latencies(since: madeAt)
    let latenciesFromDue = self.latencies(since: dueAt)
    func percentile(_ part: Double, of times: [UInt64]) -> Double {
      times.isEmpty ? 0 : Double(times[min(times.count - 1, Int(Double(times.count) * part))]) / 1e6
    }
    let messages = readers.reduce(0) { $0 + $1.messages }
    done.succeed(
      """
      {"per_second":\(Double(deliveredWhileCounting) / plan.seconds),"changes":\(madeAt.count),\
      "changes_per_message":\(Double(madeAt.count * readers.count) / Double(max(1, messages))),\
      "p50_ms":\(percentile(0.5, of: latencies)),"p99_ms":\(percentile(0.99, of: latencies)),\
      "p999_ms":\(percentile(0.999, of: latencies)),"p99_from_due_ms":\(percentile(0.99, of: latenciesFromDue))}
      """
    )
  }
}

/// One connection of a measurement.
final class FanoutConnection: ChannelInboundHandler, @unchecked Sendable {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  enum Role { case publisher, subscriber, stalled }

  let role: Role
  let speech: any FanoutSpeech
  /// How many changes of a publisher are not answered yet.
  var inFlight = 0
  private let run: FanoutRun
  private var context: ChannelHandlerContext?
  private var pending = ByteBuffer()
  private var isReady = false
  private(set) var number = 0
  /// How many changes were delivered.
  var seen = 0
  /// In how many messages.
  private(set) var messages = 0
  nonisolated(unsafe) private static var connections = 0

  init(_ role: Role, _ run: FanoutRun) {
    self.role = role
    self.run = run
    speech = run.makeSpeech()
  }

  func send(_ bytes: ByteBuffer) { context?.writeAndFlush(wrapOutboundOut(bytes), promise: nil) }

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    FanoutConnection.connections += 1
    number = FanoutConnection.connections
    var output = ByteBuffer()
    speech.greet(role, number, to: &output)
    send(output)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    if pending.readableBytes > 0 {
      pending.writeBuffer(&bytes)
      swap(&pending, &bytes)
    }
    var answers = 0
    var delivered = 0
    while let event = speech.read(&bytes, role) {
      switch event {
      case .nothing: break
      case .ready:
        guard !isReady else { break }
        isReady = true
        if role == .stalled { context.channel.setOption(.autoRead, value: false).whenComplete { _ in } }
        run.isReady(self)
      case .answers(let count): answers += count
      case .changes(let count):
        messages += 1
        delivered += count
      case .failure(let why): run.fail("\(role): \(why)")
      }
    }
    pending = bytes.readableBytes > 0 ? ByteBuffer(buffer: bytes) : ByteBuffer()
    if delivered > 0, isReady { run.didDeliver(delivered, to: self, number: number) }
    if answers > 0 { run.didAnswer(answers, to: self) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    run.fail("\(role): the connection was closed")
  }
}
