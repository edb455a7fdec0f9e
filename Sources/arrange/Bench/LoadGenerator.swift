internal import ArrangeModel
internal import NIOCore
internal import NIOPosix
internal import Ordering
internal import Synchronization
internal import Wire

/// Makes the calls of a load test and collects their results.
struct LoadGenerator {
  /// How long the test waits for answers after its end.
  private static let grace = TimeAmount.seconds(5)
  /// How long opening all connections may take.
  private static let connectTimeout = TimeAmount.seconds(30)
  /// How long before the first call the workers are started, in nanoseconds.
  private static let lead: UInt64 = 5_000_000
  /// How often progress is reported.
  private static let progressInterval: Duration = .milliseconds(100)

  let plan: BenchPlan
  let address: LoadAddress
  let token: String?
  let lists: BenchLists

  /// The results of the calls.
  struct Outcome: Sendable {
    var tally: LoadTally
    /// The time from the first measured call to the last answer, or to the planned end if that is later.
    var elapsed: Duration
    var wasInterrupted: Bool
  }

  /// Makes the calls.
  ///
  /// - Parameters:
  ///   - isWanted: whether to continue; called repeatedly.
  ///   - progress: called with the elapsed time and the number of completed calls.
  func run(while isWanted: () -> Bool, progress: (Duration, Int) -> Void) async throws -> Outcome {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: plan.threads)
    let outcome: Result<Outcome, any Error>
    do {
      outcome = .success(try await run(on: group, while: isWanted, progress: progress))
    } catch {
      outcome = .failure(error)
    }
    try await group.shutdownGracefully()
    return try outcome.get()
  }

  private func run(
    on group: MultiThreadedEventLoopGroup,
    while isWanted: () -> Bool,
    progress: (Duration, Int) -> Void
  ) async throws -> Outcome {
    var random = OrderingRandom(seed: plan.seed)
    let hello = Hello(clientName: "arrange bench", token: token ?? "")
    let workers = (0..<plan.threads).map { number in
      let clients = plan.clients / plan.threads + (number < plan.clients % plan.threads ? 1 : 0)
      let maker = CallMaker(plan, lists, random: random.split())
      let worker = LoadWorker(plan, clients: clients, maker: maker, hello: hello, eventLoop: group.next())
      return (worker: worker, clients: clients)
    }
    let connected = workers.map {
      $0.worker.connect(address, count: $0.clients, timeout: LoadGenerator.connectTimeout)
    }
    try await EventLoopFuture.andAllSucceed(connected, on: group.next()).get()

    let start = LoadWorker.now() + LoadGenerator.lead
    let countedFrom = start + plan.warmup.nanoseconds
    let times = LoadRun.Times(
      start: start,
      countedFrom: countedFrom,
      end: countedFrom + plan.duration.nanoseconds
    )
    let runs = workers.enumerated().map { number, worker in
      worker.worker.run(times, grace: LoadGenerator.grace, worker: number, of: workers.count)
    }
    let all = EventLoopFuture.whenAllSucceed(runs, on: group.next())
    let finished = Finished(all)

    var wasInterrupted = false
    while !finished.isTrue {
      try? await Task.sleep(for: LoadGenerator.progressInterval)
      if !wasInterrupted, !isWanted() {
        wasInterrupted = true
        for worker in workers { worker.worker.stop(grace: .seconds(1)) }
      }
      let now = LoadWorker.now()
      let answered = workers.reduce(0) { $0 + $1.worker.answered.load(ordering: .relaxed) }
      progress(.nanoseconds(Int64(now - min(start, now))), answered)
    }
    var tally = LoadTally()
    for part in try await all.get() { tally.add(part) }
    let end = wasInterrupted ? tally.lastAnswer : max(times.end, tally.lastAnswer)
    return Outcome(
      tally: tally,
      elapsed: .nanoseconds(Int64(max(end, countedFrom) - countedFrom)),
      wasInterrupted: wasInterrupted
    )
  }
}
