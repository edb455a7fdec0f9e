import ArrangeClient
import Changes
import Ordering
import TestSupport

/// What is checked at the end of a history.
extension TortureRun {
  /// Sends again what had no answer, reads everything, and checks it.
  mutating func finish(_ history: TortureHistory, _ watchers: [Watcher]) async throws {
    while let request = history.load.nextRetry() {
      _ = await history.clients[below(history.clients.count)][0].write(request)
    }
    var journals: [Identifier: [HistoryEntry]] = [:]
    for name in history.collections {
      journals[name] = try await journal(of: name, history)
      for clients in history.clients {
        guard case .content(let content) = await clients[1].read(name, pageSize: 1_000) else {
          throw Violation(.broken, "\(name) can't be read in quiet")
        }
        for watcher in watchers where watcher.collection == name && clients[0].number == 0 {
          let list = SectionedList(content.sections.map { .init($0.section, items: $0.items) })
          let shown = try await TortureRun.blocking {
            try watcher.finish(at: content.version, patience: TortureRun.recovery)
          }
          guard shown?.shown == list.shown else {
            throw Violation(.wrong, "a subscriber of \(name) has another list at \(content.version)")
          }
        }
      }
    }
    let calls = Dictionary(grouping: history.recorder.all, by: \.collection)
    let strategies = CrashRun.collections.map(\.strategy)
    try await TortureRun.blocking { [journals] in
      for (index, name) in history.collections.enumerated() {
        try HistoryCheck(
          collection: name,
          isRank: strategies[index % strategies.count] == "dense",
          calls: calls[name] ?? [],
          journal: journals[name] ?? [],
          ends: [],
          retained: .max,
          isPassedOn: history.cluster.nodes.count > 1
        ).run()
      }
    }
    for call in calls.values.joined() {
      switch call.outcome {
      case .shown: totals.messages += 1
      case .unknown, .notStarted:
        totals.unanswered += 1
        if TortureHistory.retries(call.client), let failure = call.failure {
          totals.surfaced["\(failure), processed: \(failure.processed)", default: 0] += 1
        }
      case .result:
        totals.acknowledged += 1
        totals.operations += 1
      default: totals.operations += 1
      }
    }
    totals.retried += history.load.retried
    totals.snapshots += watchers.reduce(0) { $0 + $1.snapshots }
    totals.commits += journals.values.reduce(0) { $0 + $1.count }
    _ = faults.take()
    try await delete(history)
  }

  /// All commits of a collection.
  private mutating func journal(of name: Identifier, _ history: TortureHistory) async throws -> [HistoryEntry]
  {
    var commits: [HistoryEntry] = []
    var newest = UInt64.max
    while UInt64(commits.count) < newest {
      let client = history.clients[below(history.clients.count)][0]
      let outcome = await client.history(name, from: UInt64(commits.count + 1))
      guard case .commits(let page) = outcome else {
        throw Violation(.broken, "the history of \(name) can't be read in quiet: \(outcome)")
      }
      newest = page.version
      if UInt64(commits.count) < newest, page.commits.isEmpty {
        throw Violation(.lost, "\(name) has version \(newest), and no commit after \(commits.count)")
      }
      commits += page.commits
    }
    return commits
  }

  /// Deletes the collections, each at some node; then no node has any of them.
  private mutating func delete(_ history: TortureHistory) async throws {
    for name in history.collections {
      do throws(ArrangeError) {
        try await history.clients[below(history.clients.count)][0].client.delete(name)
      } catch {
        // An attempt whose answer was lost has done it.
        guard error.code == .notFound else { throw Violation(.broken, "\(name) can't be deleted: \(error)") }
      }
    }
    try await compareCatalogs(history, exist: false)
  }

  /// Checks that each node lists and describes all collections, or none.
  func compareCatalogs(_ history: TortureHistory, exist: Bool) async throws {
    for (clients, node) in zip(history.clients, history.cluster.nodes) {
      var listed: Set<Identifier> = []
      for try await page in clients[1].client.collectionPages() {
        listed.formUnion(page.collections.map(\.name))
      }
      for name in history.collections {
        guard listed.contains(name) == exist else {
          throw Violation(
            .wrong,
            "\(name) \(exist ? "exists" : "was deleted"), and \(node.name) lists \(listed)"
          )
        }
        let outcome = await clients[1].info(name)
        switch outcome {
        case .version where exist: continue
        case .refused(.notFound) where !exist: continue
        default:
          throw Violation(
            .wrong,
            "\(name) \(exist ? "exists" : "was deleted"), and \(node.name) answers \(outcome)"
          )
        }
      }
    }
  }
}
