internal import ArrangeModel
internal import NIOCore
internal import NIOPosix
internal import Synchronization
internal import Wire

/// The clients of a load test that share a thread.
///
/// It is touched on its event loop only, but for ``answered``.
final class LoadWorker: @unchecked Sendable {
  /// When calls are made and counted, on the clock of event loops, in nanoseconds.
  struct Times: Sendable {
    var start: UInt64
    /// From when on calls count.
    var countedFrom: UInt64
    /// From when on no call begins.
    var end: UInt64
  }

  /// The shortest pause between two looks at the schedule of an open loop.
  private static let shortestPause: UInt64 = 20_000

  let eventLoop: any EventLoop
  let hello: Hello
  let arena = Arena()
  /// How many calls ended, for the progress line.
  let answered = Atomic(0)

  private let plan: BenchPlan
  private var maker: CallMaker
  private var connections: [LoadConnection] = []
  private var waiting: Int
  private let ready: EventLoopPromise<Void>
  /// What becomes of the run; nil before it.
  private var done: EventLoopPromise<LoadTally>?

  private var times: Times?
  private var schedule: OpenLoopSchedule?
  private var tally = LoadTally()
  private var endedCount = 0
  /// How many calls are under way.
  private var openCalls = 0
  /// Where the search for a client with room begins.
  private var turn = 0
  private var tick: Scheduled<Void>?
  private var isDone = false

  /// - Parameter clients: how many connections the worker has.
  init(_ plan: BenchPlan, clients: Int, maker: CallMaker, hello: Hello, eventLoop: any EventLoop) {
    self.plan = plan
    self.maker = maker
    self.hello = hello
    self.eventLoop = eventLoop
    waiting = clients
    ready = eventLoop.makePromise()
  }

  @inline(__always)
  static func now() -> UInt64 { NIODeadline.now().uptimeNanoseconds }

  // MARK: Connections

  /// Opens the connections.
  ///
  /// - Parameter timeout: how long it may take until all of them are there.
  /// - Returns: what succeeds when the server has welcomed all of them.
  func connect(_ address: LoadAddress, count: Int, timeout: TimeAmount) -> EventLoopFuture<Void> {
    eventLoop.flatSubmit {
      let error = ArrangeError(.unavailable, "the server did not welcome all clients in time")
      self.eventLoop.scheduleTask(in: timeout) { self.ready.fail(error) }
      for _ in 0..<count {
        address.connect(self.eventLoop) { LoadConnection(worker: self, pipeline: self.plan.pipeline) }
          .whenFailure { self.ready.fail($0) }
      }
      return self.ready.futureResult
    }
  }

  /// The server has welcomed a connection.
  func isReady(_ connection: LoadConnection) {
    connections.append(connection)
    waiting -= 1
    if waiting == 0 { ready.succeed() }
  }

  /// A connection can't be used any more.
  func lost(_ connection: LoadConnection, _ error: ArrangeError) {
    if isDone { return }
    if times == nil { return ready.fail(error) }
    tally.noteLostConnection()
    tally.noteUnanswered(connection.openCalls)
    openCalls -= connection.openCalls
    connections.removeAll { $0 === connection }
    finishIfDone(at: LoadWorker.now())
  }

  // MARK: The run

  /// Makes calls.
  ///
  /// - Returns: what became of them, when all have ended or the time after the end is over.
  func run(_ times: Times, grace: TimeAmount, worker: Int, of workers: Int) -> EventLoopFuture<LoadTally> {
    eventLoop.flatSubmit {
      self.times = times
      let done = self.eventLoop.makePromise(of: LoadTally.self)
      self.done = done
      if let rate = self.plan.rate {
        self.schedule = OpenLoopSchedule(
          rate: rate,
          start: times.start,
          end: times.end,
          worker: worker,
          of: workers
        )
      }
      self.eventLoop.scheduleTask(deadline: .uptimeNanoseconds(times.start)) { self.begin() }
      self.eventLoop.scheduleTask(deadline: .uptimeNanoseconds(times.end)) {
        self.finishIfDone(at: times.end)
      }
      self.eventLoop.scheduleTask(deadline: .uptimeNanoseconds(times.end) + grace) { self.finish() }
      return done.futureResult
    }
  }

  /// Ends the run now: what is under way is waited for, nothing more begins.
  func stop(grace: TimeAmount) {
    eventLoop.execute {
      let now = LoadWorker.now()
      guard let times = self.times, now < times.end else { return }
      self.times?.end = now
      self.schedule = nil
      self.finishIfDone(at: now)
      self.eventLoop.scheduleTask(in: grace) { self.finish() }
    }
  }

  private func begin() {
    let now = LoadWorker.now()
    if schedule == nil {
      for connection in connections {
        refill(connection, at: now)
        connection.flush()
      }
    } else {
      distribute()
    }
  }

  /// A call ended.
  @inline(__always)
  func ended(_ kind: CallKind, _ code: StatusCode, from start: UInt64, to now: UInt64) {
    openCalls -= 1
    endedCount += 1
    guard let times else { return }
    // What an open loop was to begin counts by that moment, what a closed one does by its end.
    let moment = plan.rate == nil ? now : start
    if moment >= times.countedFrom { tally.record(kind, code, from: start, to: now) }
  }

  /// Begins as many calls on a connection as there is room for and it is time for.
  func refill(_ connection: LoadConnection, at now: UInt64) {
    answered.store(endedCount, ordering: .relaxed)
    guard let times, !isDone else { return }
    if schedule != nil {
      while connection.hasRoom, let start = schedule?.take(at: now) {
        begin(on: connection, from: start, now)
      }
      scheduleTick(at: now)
    } else if now < times.end {
      while connection.hasRoom { begin(on: connection, from: now, now) }
    }
    if now >= times.end { finishIfDone(at: now) }
  }

  @inline(__always)
  private func begin(on connection: LoadConnection, from start: UInt64, _ now: UInt64) {
    openCalls += 1
    connection.begin(maker.next(), from: start, at: now, &maker)
  }

  // MARK: The open loop

  /// Begins the calls whose time has come on connections that have room, each in its turn.
  private func distribute() {
    tick = nil
    let now = LoadWorker.now()
    guard !isDone else { return }
    var full = 0
    while full < connections.count {
      let connection = connections[turn % connections.count]
      turn += 1
      guard connection.hasRoom else {
        full += 1
        continue
      }
      guard let start = schedule?.take(at: now) else { break }
      full = 0
      begin(on: connection, from: start, now)
    }
    for connection in connections { connection.flush() }
    scheduleTick(at: now)
    finishIfDone(at: now)
  }

  /// Sees to it that the next call begins in time. Where all connections are full, it begins when one has room.
  private func scheduleTick(at now: UInt64) {
    guard tick == nil, let next = schedule?.next, openCalls < connections.count * plan.pipeline else {
      return
    }
    let deadline = NIODeadline.uptimeNanoseconds(max(next, now + LoadWorker.shortestPause))
    tick = eventLoop.scheduleTask(deadline: deadline) { self.distribute() }
  }

  // MARK: The end

  private func finishIfDone(at now: UInt64) {
    guard let times, !isDone else { return }
    let isOver = now >= times.end && openCalls == 0 && (schedule?.next == nil)
    if isOver || connections.isEmpty { finish() }
  }

  private func finish() {
    guard !isDone, let times else { return }
    isDone = true
    tick?.cancel()
    let overdue = schedule?.overdue(at: min(LoadWorker.now(), times.end)) ?? 0
    tally.noteUnanswered(openCalls + overdue)
    for connection in connections { connection.close() }
    done?.succeed(tally)
  }
}
