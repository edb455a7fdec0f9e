import ArrangeModel
import Engine
import Foundation
import Synchronization
import TestSupport

/// Appends by several threads, each to a collection of its own.
final class JournalLoad: Sendable {
  /// The thread's commit of a version: the payload says whose it is.
  static func commit(_ key: Int64, _ version: UInt64, payload: [UInt8]? = nil) -> JournalEntry {
    .commit(
      CommitRecord(
        collection: CollectionKey(key),
        version: version,
        requestID: Array("\(key)/\(version)".utf8),
        payload: payload ?? Array("commit \(version) of \(key)".utf8)
      )
    )
  }

  static func create(_ key: Int64) -> JournalEntry {
    .create(CollectionKey(key), name: Identifier(unchecked: "list \(key)"), descriptor: [1])
  }

  private let journal: any Journal
  private let threads: Int
  private let group = DispatchGroup()
  private let state = Mutex((done: [Int64: UInt64](), errors: [JournalError](), isEnding: false))

  /// Creates the collections and starts the threads.
  init(_ journal: any Journal, threads: Int) throws {
    self.journal = journal
    self.threads = threads
    try journal.append((1...Int64(threads)).map { JournalLoad.create($0) })
    for key in 1...Int64(threads) {
      group.enter()
      Thread.detachNewThread { [self] in
        run(key)
        group.leave()
      }
    }
  }

  /// The number of commits that were acknowledged.
  var count: UInt64 { state.withLock { $0.done.values.reduce(0, +) } }

  private func run(_ key: Int64) {
    var version: UInt64 = 0
    while !state.withLock({ $0.isEnding }) {
      version += 1
      do throws(JournalError) {
        try journal.append([JournalLoad.commit(key, version)])
        state.withLock { $0.done[key] = version }
      } catch {
        return state.withLock { $0.errors.append(error) }
      }
    }
  }

  /// Waits until some more commits are acknowledged.
  func advance(by more: UInt64) throws {
    let wanted = count + more
    for _ in 0..<ChildProcess.patience where count < wanted {
      if let error = state.withLock({ $0.errors.first }) { throw Failure("an append failed: \(error)") }
      usleep(1_000)
    }
    guard count >= wanted else { throw Failure("appends do not go on") }
  }

  /// Ends the threads and waits for them.
  ///
  /// - Returns: the newest acknowledged version of each collection, and the errors.
  func end() -> (done: [Int64: UInt64], errors: [JournalError]) {
    state.withLock { $0.isEnding = true }
    group.wait()
    return state.withLock { ($0.done, $0.errors) }
  }

  /// What is wrong with the content of a journal after the load, in sentences.
  static func problems(_ journal: any Journal, _ done: [Int64: UInt64]) throws -> [String] {
    var problems: [String] = []
    for (key, version) in done {
      let commits = try journal.commits(of: CollectionKey(key), from: 1, limit: .max)
      if commits.map(\.version) != Array(1...version) {
        problems.append(
          "\(key) has \(commits.count) commits up to \(commits.last?.version ?? 0), not \(version)"
        )
      }
      for record in commits where commit(key, record.version) != .commit(record) {
        problems.append("commit \(record.version) of \(key) is another one")
      }
    }
    return problems
  }
}
