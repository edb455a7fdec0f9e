package import ArrangeModel

/// Is told what the engine does, for the figures of a server. It is called where that happens, and has to return at once.
///
/// What can be asked for at any time is not told: see ``Shard/figures`` and ``Engine/figures``.
package protocol EngineMeter: Sendable {
  /// A group of writes became durable in one step. Called on the thread that writes.
  ///
  /// - Parameters:
  ///   - entries: how many writes there were.
  ///   - commits: how many of them are commits.
  ///   - nanoseconds: how long the journal took.
  func noteWrite(entries: Int, commits: Int, nanoseconds: UInt64)

  /// A checkpoint is complete. Called on the shard's executor.
  ///
  /// - Parameters:
  ///   - bytes: its size.
  ///   - nanoseconds: the time from its beginning, in which commits were written as well.
  func noteCheckpoint(of name: Identifier, version: UInt64, bytes: Int, nanoseconds: UInt64)
}

/// Figures of the whole engine.
package struct EngineFigures: Sendable, Hashable {
  /// The number of collections, in memory or not.
  package var collections = 0
  /// How many writes wait for the thread that writes.
  package var waitingWrites = 0
  /// What all open views take, in rows.
  package var viewRows = 0
  /// What the journal takes.
  package var space = JournalSpace()

  package init() {}
}

/// Figures of one shard.
package struct ShardFigures: Sendable, Hashable {
  /// The number of collections in memory.
  package var collections = 0
  /// The number of open views.
  package var views = 0
  /// How many edits the journal has that no checkpoint has, of the collections in memory: what the next start replays.
  package var editsSinceCheckpoints = 0
  /// When the first of them came of the collection that has waited longest for a checkpoint; nil where there are none.
  package var oldestEdit: UInt64?
  /// When the news became durable of which subscribers have not been told for the longest time; nil where there are none.
  package var oldestNews: UInt64?

  /// The figures of two shards together.
  package mutating func add(_ other: ShardFigures) {
    collections += other.collections
    views += other.views
    editsSinceCheckpoints += other.editsSinceCheckpoints
    oldestEdit = [oldestEdit, other.oldestEdit].compactMap(\.self).min()
    oldestNews = [oldestNews, other.oldestNews].compactMap(\.self).min()
  }

  package init() {}
}

extension Engine {
  /// What can be asked for on any thread.
  package var figures: EngineFigures {
    var figures = EngineFigures()
    figures.collections = catalog.count
    figures.waitingWrites = storage.waitingCount
    figures.viewRows = directory.viewRows
    figures.space = storage.journal.space
    return figures
  }
}

extension Shard {
  /// To be asked on the shard's executor. O(collections in memory).
  package var figures: ShardFigures {
    executor.check()
    var figures = ShardFigures()
    figures.collections = collections.count
    for hosted in collections.values {
      figures.editsSinceCheckpoints += hosted.editsSinceCheckpoint
      let oldest = hosted.editsSinceCheckpoint > 0 && hosted.firstEdit > 0 ? hosted.firstEdit : nil
      figures.oldestEdit = [figures.oldestEdit, oldest].compactMap(\.self).min()
      figures.oldestNews = [figures.oldestNews, hosted.feed?.oldestNews].compactMap(\.self).min()
    }
    if let host = directory?.hosts[index] {
      figures.views = host.views.count
      for view in host.views.values {
        figures.oldestNews = [figures.oldestNews, view.feed.oldestNews].compactMap(\.self).min()
      }
    }
    return figures
  }
}

/// When what a shard is told of by the storage became durable. It is touched on the shard's executor only.
final class DurableTime: @unchecked Sendable {
  /// In monotonic nanoseconds; 0 where nobody measures.
  @exclusivity(unchecked) var nanoseconds: UInt64 = 0
}
