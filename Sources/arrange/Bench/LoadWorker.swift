internal import ArrangeModel
internal import NIOCore
internal import NIOPosix
internal import SwiftCodec
internal import Synchronization
internal import Wire

/// The clients of a load test that share a thread.
///
/// Used on its event loop only, except for ``answered``.
final class LoadWorker: @unchecked Sendable {
  /// The minimum time between two checks of the schedule of an open loop, in nanoseconds.
  private static let shortestPause: UInt64 = 20_000

  let eventLoop: any EventLoop
  let hello: Hello
  let arena = Arena(codec: .swift)
  /// The number of completed calls, for the progress line.
  let answered = Atomic(0)

  /// Allocated separately to avoid run-time checks for overlapping accesses: all accesses are made on one
  /// event loop, and no other code is called during one.
  let run: UnsafeMutablePointer<LoadRun>
  private let plan: BenchPlan
  private var connections: [LoadConnection] = []
  private var waiting: Int
  private let ready: EventLoopPromise<Void>
  /// The promise of the result; nil before the run.
  private var done: EventLoopPromise<LoadTally>?

  /// The index at which the search for a client with room starts.
  private var turn = 0
  private var tick: Scheduled<Void>?
  private var isDone = false

  /// - Parameter clients: the number of connections of the worker.
  init(_ plan: BenchPlan, clients: Int, maker: CallMaker, hello: Hello, eventLoop: any EventLoop) {
    self.plan = plan
    run = .allocate(capacity: 1)
    run.initialize(to: LoadRun(plan, maker))
    self.hello = hello
    self.eventLoop = eventLoop
    waiting = clients
    ready = eventLoop.makePromise()
  }

  deinit {
    run.deinitialize(count: 1)
    run.deallocate()
  }

  @inline(__always)
  static func now() -> UInt64 { NIODeadline.now().uptimeNanoseconds }

  // MARK: Connections

  /// Opens the connections.
  ///
  /// - Parameter timeout: how long opening all of them may take.
  /// - Returns: a future that succeeds when the handshakes of all of them are complete.
  func connect(_ address: LoadAddress, count: Int, timeout: TimeAmount) -> EventLoopFuture<Void> {
    eventLoop.flatSubmit {
      let error = ArrangeError(.unavailable, "the server did not accept all clients in time")
      self.eventLoop.scheduleTask(in: timeout) { self.ready.fail(error) }
      for _ in 0..<count {
        address.connect(self.eventLoop) { LoadConnection(worker: self, pipeline: self.plan.pipeline) }
          .whenFailure { self.ready.fail($0) }
      }
      return self.ready.futureResult
    }
  }

  /// The handshake of a connection is complete.
  func isReady(_ connection: LoadConnection) {
    connections.append(connection)
    waiting -= 1
    if waiting == 0 { ready.succeed() }
  }

  /// A connection was lost.
  func lost(_ connection: LoadConnection, _ error: ArrangeError) {
    if isDone { return }
    guard done != nil else { return ready.fail(error) }
    run.pointee.tally.countLostConnection()
    run.pointee.tally.countUnanswered(connection.openCalls)
    run.pointee.openCalls -= connection.openCalls
    connections.removeAll { $0 === connection }
    finishIfOver(at: LoadWorker.now())
  }

  // MARK: The run

  /// Makes calls.
  ///
  /// - Returns: the results, once all calls have completed or the time after the end is over.
  func run(_ times: LoadRun.Times, grace: TimeAmount, worker: Int, of workers: Int) -> EventLoopFuture<
    LoadTally
  > {
    eventLoop.flatSubmit {
      self.run.pointee.times = times
      let done = self.eventLoop.makePromise(of: LoadTally.self)
      self.done = done
      if let rate = self.plan.rate {
        self.run.pointee.schedule = OpenLoopSchedule(
          rate: rate,
          start: times.start,
          end: times.end,
          worker: worker,
          of: workers
        )
      }
      let end = NIODeadline.uptimeNanoseconds(times.end)
      self.eventLoop.scheduleTask(deadline: .uptimeNanoseconds(times.start)) { self.begin() }
      self.eventLoop.scheduleTask(deadline: end) { self.finishIfOver(at: times.end) }
      self.eventLoop.scheduleTask(deadline: end + grace) { self.finish() }
      return done.futureResult
    }
  }

  /// Ends the run now: waits for the calls in flight, and starts no more.
  func stop(grace: TimeAmount) {
    eventLoop.execute {
      let now = LoadWorker.now()
      guard now < self.run.pointee.times.end else { return }
      self.run.pointee.times.end = now
      self.run.pointee.schedule = nil
      self.finishIfOver(at: now)
      self.eventLoop.scheduleTask(in: grace) { self.finish() }
    }
  }

  private func begin() {
    let now = LoadWorker.now()
    guard plan.rate == nil else { return distribute() }
    for connection in connections {
      refill(connection, at: now)
      connection.flush()
    }
  }

  /// Starts as many calls on a connection as there is room for and are due.
  func refill(_ connection: LoadConnection, at now: UInt64) {
    answered.store(run.pointee.endedCount, ordering: .relaxed)
    guard !isDone else { return }
    while connection.hasRoom, let start = run.pointee.nextStart(at: now) {
      begin(on: connection, from: start)
    }
    if plan.rate != nil { scheduleTick(at: now) }
    if now >= run.pointee.times.end { finishIfOver(at: now) }
  }

  @inline(__always)
  private func begin(on connection: LoadConnection, from start: UInt64) {
    run.pointee.openCalls &+= 1
    connection.begin(run.pointee.maker.next(), from: start, &run.pointee.maker)
  }

  // MARK: The open loop

  /// Starts the calls that are due, on the connections with room in turn.
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
      guard let start = run.pointee.nextStart(at: now) else { break }
      full = 0
      begin(on: connection, from: start)
    }
    for connection in connections { connection.flush() }
    scheduleTick(at: now)
    finishIfOver(at: now)
  }

  /// Schedules the start of the next call. If all connections are full, it starts when one has room.
  private func scheduleTick(at now: UInt64) {
    guard tick == nil, let next = run.pointee.schedule?.next,
      run.pointee.openCalls < connections.count * plan.pipeline
    else { return }
    let deadline = NIODeadline.uptimeNanoseconds(max(next, now + LoadWorker.shortestPause))
    tick = eventLoop.scheduleTask(deadline: deadline) { self.distribute() }
  }

  // MARK: The end

  private func finishIfOver(at now: UInt64) {
    guard done != nil, run.pointee.isOver(at: now) || connections.isEmpty else { return }
    finish()
  }

  private func finish() {
    guard !isDone else { return }
    isDone = true
    tick?.cancel()
    run.pointee.tally.countUnanswered(run.pointee.unanswered(at: LoadWorker.now()))
    for connection in connections { connection.close() }
    done?.succeed(run.pointee.tally)
  }
}
