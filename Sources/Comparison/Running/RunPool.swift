import Dispatch
import Synchronization

/// Executes independent runs in parallel.
struct RunPool: Sendable {
  /// The number of parallel runs.
  let jobs: Int

  /// Executes all runs. The first error, in the order of the runs, ends it.
  func outcomes(
    of runs: [PlannedRun],
    _ body: @Sendable (PlannedRun) throws(PlanError) -> RunOutcome
  ) throws(PlanError) -> [RunOutcome] {
    let pool = Pool(count: runs.count)
    @Sendable func work() {
      while let place = pool.next() {
        do throws(PlanError) {
          var outcome = try body(runs[place])
          // Only the curves of the first seed are shown.
          if runs[place].seedIndex > 0 { outcome.curves = Curves() }
          pool.record(.success(outcome), at: place)
        } catch {
          pool.record(.failure(error), at: place)
        }
      }
    }
    // A single job runs in a loop of the caller, so that a test's clock is read in a fixed order.
    if jobs > 1 {
      DispatchQueue.concurrentPerform(iterations: min(jobs, runs.count)) { _ in work() }
    } else {
      work()
    }
    return try pool.outcomes()
  }
}

/// The remaining runs, and the outcomes of the others.
private final class Pool: Sendable {
  private struct State {
    var started = 0
    var hasFailed = false
    var results: [Result<RunOutcome, PlanError>?]
  }

  private let state: Mutex<State>

  init(count: Int) { state = Mutex(State(results: Array(repeating: nil, count: count))) }

  /// The next run to begin; nil if there is none, or one has failed.
  func next() -> Int? {
    state.withLock { state in
      guard !state.hasFailed, state.started < state.results.count else { return nil }
      state.started += 1
      return state.started - 1
    }
  }

  func record(_ result: Result<RunOutcome, PlanError>, at place: Int) {
    state.withLock { state in
      state.results[place] = result
      if case .failure = result { state.hasFailed = true }
    }
  }

  /// The outcomes in the order of the runs. All runs before a failed one were begun, so the first error is
  /// always the same.
  func outcomes() throws(PlanError) -> [RunOutcome] {
    let results = state.withLock { $0.results }
    var outcomes: [RunOutcome] = []
    for case let result? in results { outcomes.append(try result.get()) }
    return outcomes
  }
}
