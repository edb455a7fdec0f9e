import DequeModule
import Dispatch
import Foundation
import Synchronization

/// The threads for long work, on which owners take turns, slice by slice.
///
/// An owner has one piece of work in progress at a time. So an owner with much work does not delay the
/// others, and the work in progress takes little memory.
///
/// The threads have the same priority as all others: the work in progress may block a collection, and must
/// not starve on a busy machine. The number of threads bounds what long work takes from the rest.
package final class WorkPool: Sendable {
  /// Where work runs.
  package enum Place: Sendable {
    /// On at most this many threads, which are created on demand.
    case threads(Int)
    /// Immediately, on the submitting thread. For tests.
    case atOnce
    /// When ``runSlice()`` is called. For tests.
    case byHand
  }

  /// The maximum number of pieces of work that wait or are in progress, of all owners together.
  package static let maximumWork = 10_000
  /// The maximum memory of all work in progress, in items; see ``LongWork/weight``. One piece of work is
  /// always accepted.
  package static let maximumWeight = 4_000_000

  fileprivate struct Owner {
    var waiting = WaitingQueue<any LongWork>()
    var current: (any LongWork)?
    /// Whether a thread is running the current work.
    var isAtWork = false
  }

  fileprivate struct State {
    var owners: [WorkOwner: Owner] = [:]
    /// The owners whose work can run and is not running, in the order of their turns.
    var turns: Deque<WorkOwner> = []
    /// The owners whose next work waits for memory, in order.
    var waitingForMemory: Deque<WorkOwner> = []
    /// The number of pieces of work that wait or are in progress.
    var count = 0
    /// The total weight of the work in progress.
    var weight = 0
    var threads = 0
    /// The number of sleeping threads that were not woken.
    var sleeping = 0
    var isStopped = false
  }

  private let place: Place
  private let name: String
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)

  /// - Parameter name: the prefix of the threads' names, before their numbers.
  package init(_ place: Place, name: String = "work") {
    self.place = place
    self.name = name
  }

  deinit { wakeAll() }

  /// Submits work, which runs after the earlier work of the same owner.
  package func submit(_ work: any LongWork, for owner: WorkOwner) {
    if isAtOnce { return finishAtOnce(work) }
    let (refusal, unwanted) = state.withLock { state -> (WorkOutcome?, [any LongWork]) in
      guard !state.isStopped else { return (.stopped, []) }
      guard state.count < WorkPool.maximumWork else { return (.refused, []) }
      let unwanted = state.append(work, of: owner)
      wakeOne(&state)
      return (nil, unwanted)
    }
    for work in unwanted { work.end(.unwanted) }
    if let refusal { work.end(refusal) }
  }

  private func finishAtOnce(_ work: any LongWork) {
    var isDone = false
    while !isDone, work.isWanted {
      var slice = WorkSlice()
      isDone = work.proceed(&slice)
    }
    work.end(isDone ? .done : .unwanted)
  }

  /// Accepts no more work, and drops waiting work. Running work continues to the end of its slice and is not
  /// waited for: it may be code of a library that never ends. Its outcome is not delivered.
  package func stop() {
    let dropped = state.withLock { state in
      state.isStopped = true
      return state.removeAll()
    }
    for work in dropped { work.end(.stopped) }
    wakeAll()
  }

  /// Whether work runs immediately on the submitting thread.
  var isAtOnce: Bool { if case .atOnce = place { true } else { false } }

  /// The number of pieces of work that wait or are in progress.
  package var count: Int { state.withLock { $0.count } }

  // MARK: Slices

  /// Runs a slice of the work of the owner whose turn it is.
  ///
  /// - Returns: false if there was nothing to do.
  @discardableResult
  package func runSlice() -> Bool {
    guard let (owner, work) = state.withLock({ $0.take() }) else { return false }
    runSlice(of: work, owner)
    return true
  }

  private func runSlice(of work: any LongWork, _ owner: WorkOwner) {
    guard work.isWanted else { return end(work, of: owner, .unwanted) }
    var slice = WorkSlice()
    if work.proceed(&slice) {
      end(work, of: owner, .done)
    } else {
      state.withLock { $0.putBack(owner) }
    }
  }

  private func end(_ work: any LongWork, of owner: WorkOwner, _ outcome: WorkOutcome) {
    // Before the owner's next work can begin, and before its memory counts as free.
    if !state.withLock({ $0.isStopped }) { work.end(outcome) }
    state.withLock { $0.finish(work, of: owner, isUnwanted: outcome == .unwanted) }
  }

  // MARK: Threads

  /// Runs slices until there are none left.
  ///
  /// - Returns: whether the thread continues when it is woken.
  private func runSlices() -> Bool {
    while true {
      let (next, isStopped) = state.withLock { state in
        let next = state.take()
        // Each thread that finds more than it takes wakes another one.
        if next == nil { state.sleeping += 1 } else if !state.turns.isEmpty { wakeOne(&state) }
        return (next, state.isStopped)
      }
      guard let (owner, work) = next else { return !isStopped }
      runSlice(of: work, owner)
    }
  }

  /// Ensures that a thread looks at the turns. One that is awake does so before it sleeps.
  private func wakeOne(_ state: inout State) {
    guard case .threads(let most) = place else { return }
    if state.sleeping > 0 {
      state.sleeping -= 1
      wake.signal()
    } else if state.threads < most {
      state.threads += 1
      start(number: state.threads)
    }
  }

  private func wakeAll() {
    for _ in 0..<state.withLock({ $0.threads }) { wake.signal() }
  }

  private func start(number: Int) {
    let (wake, name) = (wake, "\(name)-\(number)")
    // A sleeping thread does not keep the pool alive.
    Thread.detachNewThread { [weak self] in
      Thread.current.name = name
      while self?.runSlices() == true { wake.wait() }
    }
  }
}

extension WorkPool.State {
  /// - Returns: the owner's work that nobody waits for any more.
  fileprivate mutating func append(_ work: any LongWork, of owner: WorkOwner) -> [any LongWork] {
    count += 1
    guard owners[owner] != nil else {
      owners[owner] = WorkPool.Owner()
      _ = owners[owner]?.waiting.append(work) { $0.isWanted }
      turns.append(owner)
      return []
    }
    let unwanted = owners[owner]?.waiting.append(work) { $0.isWanted } ?? []
    count -= unwanted.count
    return unwanted
  }

  /// Removes the next owner whose work may run from the turns. Owners that must wait for memory leave the
  /// turns.
  fileprivate mutating func take() -> (WorkOwner, any LongWork)? {
    while let owner = turns.popFirst() {
      if owners[owner]?.current == nil {
        guard let next = owners[owner]?.waiting.first else { continue }
        guard next.weight <= 0 || (waitingForMemory.isEmpty && hasMemory(for: next)) else {
          waitingForMemory.append(owner)
          continue
        }
        begin(owner)
      }
      guard let work = owners[owner]?.current else { continue }
      owners[owner]?.isAtWork = true
      return (owner, work)
    }
    return nil
  }

  private func hasMemory(for work: any LongWork) -> Bool {
    weight == 0 || weight + work.weight <= WorkPool.maximumWeight
  }

  private mutating func begin(_ owner: WorkOwner) {
    guard let work = owners[owner]?.waiting.popFirst() else { return }
    owners[owner]?.current = work
    weight += work.weight
  }

  /// A slice has ended and the work has not: the owner's next turn is after the others.
  fileprivate mutating func putBack(_ owner: WorkOwner) {
    guard owners[owner] != nil else { return }
    owners[owner]?.isAtWork = false
    turns.append(owner)
  }

  /// Work has ended: the owner's next work has its turn after the others, or immediately if nothing was done.
  fileprivate mutating func finish(_ work: any LongWork, of owner: WorkOwner, isUnwanted: Bool) {
    guard owners[owner] != nil else { return }
    count -= 1
    weight -= work.weight
    owners[owner]?.current = nil
    owners[owner]?.isAtWork = false
    if owners[owner]?.waiting.isEmpty == true {
      owners[owner] = nil
    } else if isUnwanted {
      turns.prepend(owner)
    } else {
      turns.append(owner)
    }
    while let next = waitingForMemory.first {
      if let work = owners[next]?.waiting.first {
        guard hasMemory(for: work) else { return }
        begin(next)
        turns.append(next)
      }
      waitingForMemory.removeFirst()
    }
  }

  /// Removes all work that is not running.
  fileprivate mutating func removeAll() -> [any LongWork] {
    var work: [any LongWork] = []
    for owner in owners.values {
      if let current = owner.current, !owner.isAtWork { work.append(current) }
      var waiting = owner.waiting
      work += waiting.removeAll()
    }
    (owners, turns, waitingForMemory, count, weight) = ([:], [], [], 0, 0)
    return work
  }
}
