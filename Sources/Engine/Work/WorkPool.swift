import DequeModule
import Dispatch
import Foundation
import Synchronization

/// The threads on which long work is done, a slice of each owner's work after the other.
///
/// An owner has one piece of work in progress at a time. So one that wants much does not hold up the others,
/// and what is in progress takes little memory.
///
/// The threads have the priority of all others: what is in progress can hold a collection, and must not
/// starve on a busy machine. What long work takes from the rest is bounded by how many threads there are.
package final class WorkPool: Sendable {
  /// Where work is done.
  package enum Place: Sendable {
    /// On so many threads at most, which are there from when they are needed.
    case threads(Int)
    /// At once, on the thread of whoever hands it over. For tests.
    case atOnce
    /// When somebody calls ``runSlice()``. For tests.
    case byHand
  }

  /// The maximum number of pieces of work that wait or are in progress, of all owners together.
  package static let mostWork = 10_000
  /// The maximum number of items that what is in progress takes together, in memory; see ``LongWork/weight``.
  /// One piece of work is always taken.
  package static let mostWeight = 4_000_000

  fileprivate struct Owner {
    var waiting = WaitingQueue<any LongWork>()
    var current: (any LongWork)?
    /// Whether a thread is at the current work.
    var isAtWork = false
  }

  fileprivate struct State {
    var owners: [WorkOwner: Owner] = [:]
    /// Those whose work can go on or begin, and no thread is at it, in the order of their turns.
    var turns: Deque<WorkOwner> = []
    /// Those whose next work waits until there is memory for it, in their order.
    var waitingForMemory: Deque<WorkOwner> = []
    /// How many pieces of work wait or are in progress.
    var count = 0
    /// What is in progress takes together.
    var weight = 0
    var threads = 0
    /// How many threads wait until there is work, and were not woken.
    var sleeping = 0
    var isStopped = false
  }

  private let place: Place
  private let name: String
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)

  /// - Parameter name: what the threads are called, before their numbers.
  package init(_ place: Place, name: String = "work") {
    self.place = place
    self.name = name
  }

  deinit { wakeAll() }

  /// Has work done, after what the same owner has handed over before.
  package func submit(_ work: any LongWork, for owner: WorkOwner) {
    if isAtOnce { return finishAtOnce(work) }
    let (refusal, unwanted) = state.withLock { state -> (WorkOutcome?, [any LongWork]) in
      guard !state.isStopped else { return (.stopped, []) }
      guard state.count < WorkPool.mostWork else { return (.refused, []) }
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

  /// Takes no more work, and drops what waits. What is at work goes on to the end of its slice, and is not waited for: it may
  /// be code of a library that never ends. Nobody is told what comes of it.
  package func stop() {
    let dropped = state.withLock { state in
      state.isStopped = true
      return state.removeAll()
    }
    for work in dropped { work.end(.stopped) }
    wakeAll()
  }

  /// Whether work is done by whoever hands it over.
  var isAtOnce: Bool { if case .atOnce = place { true } else { false } }

  /// How many pieces of work wait or are in progress.
  package var count: Int { state.withLock { $0.count } }

  // MARK: Slices

  /// Does a slice of the work of the owner whose turn it is.
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
    // Before the owner's next work can begin, and before what it took counts as free.
    if !state.withLock({ $0.isStopped }) { work.end(outcome) }
    state.withLock { $0.finish(work, of: owner, isUnwanted: outcome == .unwanted) }
  }

  // MARK: Threads

  /// Does slices until there are none left.
  ///
  /// - Returns: whether the thread goes on when it is woken.
  private func runSlices() -> Bool {
    while true {
      let (next, isStopped) = state.withLock { state in
        let next = state.take()
        // Each that finds more than it takes wakes another one.
        if next == nil { state.sleeping += 1 } else if !state.turns.isEmpty { wakeOne(&state) }
        return (next, state.isStopped)
      }
      guard let (owner, work) = next else { return !isStopped }
      runSlice(of: work, owner)
    }
  }

  /// Sees to it that a thread looks at the turns. One that is awake does so before it sleeps.
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
    // A thread that sleeps does not keep the pool alive.
    Thread.detachNewThread { [weak self] in
      Thread.current.name = name
      while self?.runSlices() == true { wake.wait() }
    }
  }
}

extension WorkPool.State {
  /// - Returns: the owner's work for which nobody waits any more.
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

  /// Takes the next owner out of the turns whose work may go on or begin. Those who have to wait for memory leave the turns.
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
    weight == 0 || weight + work.weight <= WorkPool.mostWeight
  }

  private mutating func begin(_ owner: WorkOwner) {
    guard let work = owners[owner]?.waiting.popFirst() else { return }
    owners[owner]?.current = work
    weight += work.weight
  }

  /// A slice is over, and the work is not: others have their turn.
  fileprivate mutating func putBack(_ owner: WorkOwner) {
    guard owners[owner] != nil else { return }
    owners[owner]?.isAtWork = false
    turns.append(owner)
  }

  /// Work is over: the owner's next one has its turn after the others, or at once where nothing was done.
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

  /// Takes everything out that no thread is at.
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
