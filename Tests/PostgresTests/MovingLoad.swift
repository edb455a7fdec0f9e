import ArrangeModel
import Engine
import Foundation
import Postgres
import Synchronization
import TestSupport

/// Appends by several threads, each to a list of its own, at whichever node owns the list.
final class MovingLoad: Sendable {
  private struct State {
    var nodes: [TestNode] = []
    var done: [Int64: UInt64] = [:]
    var problems: [String] = []
    var isEnding = false
  }

  private let state = Mutex(State())
  private let group = DispatchGroup()

  /// Creates the lists and starts the threads.
  init(_ node: TestNode, threads: Int) throws {
    state.withLock { $0.nodes = [node] }
    for key in 1...Int64(threads) {
      try node.journal.append([JournalLoad.create(key)])
      group.enter()
      Thread.detachNewThread { [self] in
        run(key)
        group.leave()
      }
    }
  }

  /// The nodes that are tried. The first one is there all the time.
  func set(_ nodes: [TestNode]) { state.withLock { $0.nodes = nodes } }

  private func run(_ key: Int64) {
    var version: UInt64 = 1
    while !state.withLock({ $0.isEnding }) {
      do {
        guard try append(key, version) else { continue }
        state.withLock { $0.done[key] = version }
        version += 1
      } catch {
        return state.withLock { $0.problems.append("\(key), version \(version): \(error)") }
      }
    }
  }

  /// Tries all nodes.
  ///
  /// - Returns: whether the commit is there.
  private func append(_ key: Int64, _ version: UInt64) throws(JournalError) -> Bool {
    let nodes = state.withLock { $0.nodes }
    for node in nodes {
      do throws(JournalError) {
        try node.journal.append([JournalLoad.commit(key, version)])
        return true
      } catch {
        if error.code == .conflict { continue }
        // What became of it is not known: the node was taken over, or is closed.
        let stored = try nodes[0].journal.commits(of: CollectionKey(key), from: version, limit: 1)
        if stored.map(JournalEntry.commit) == [JournalLoad.commit(key, version)] { return true }
      }
    }
    // The list is on its way to another node.
    usleep(1_000)
    return false
  }

  /// Waits until each list has some more commits.
  func advance(by more: UInt64) throws {
    let start = state.withLock { $0.done }
    for _ in 0..<ChildProcess.patience {
      let (done, problems) = state.withLock { ($0.done, $0.problems) }
      guard problems.isEmpty else { throw Failure("\(problems)") }
      if !done.isEmpty, done.allSatisfy({ $0.value >= start[$0.key, default: 0] + more }) { return }
      usleep(1_000)
    }
    throw Failure("appends do not go on")
  }

  /// Ends the threads and waits for them.
  ///
  /// - Returns: the newest acknowledged version of each list, and what went wrong.
  func end() -> (done: [Int64: UInt64], problems: [String]) {
    state.withLock { $0.isEnding = true }
    group.wait()
    return state.withLock { ($0.done, $0.problems) }
  }
}
