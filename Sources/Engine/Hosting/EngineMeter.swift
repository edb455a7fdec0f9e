package import ArrangeModel

/// Receives events of the engine for metrics. Its methods must return at once.
///
/// For values that can be read at any time see ``Shard/figures`` and ``Engine/figures``.
package protocol EngineMeter: Sendable {
  /// A group of writes became durable in one step. Called on the writing thread.
  ///
  /// - Parameters:
  ///   - entries: the number of writes.
  ///   - commits: the number of commits among them.
  ///   - nanoseconds: the duration of the journal's append.
  func recordWrite(entries: Int, commits: Int, nanoseconds: UInt64)

  /// A checkpoint is complete. Called on the shard's executor.
  ///
  /// - Parameters:
  ///   - bytes: its size.
  ///   - nanoseconds: the duration, during which commits were written as well.
  func recordCheckpoint(of name: Identifier, version: UInt64, bytes: Int, nanoseconds: UInt64)

  /// The files were cleared of what can't be read any more, or that was attempted. Called on a reading thread.
  func recordErasure(_ outcome: JournalErasure)
}

/// Figures of the whole engine.
package struct EngineFigures: Sendable, Hashable {
  /// The number of collections, loaded or not.
  package var collections = 0
  /// The number of writes that wait for the writing thread.
  package var waitingWrites = 0
  /// The size of all open views, in rows.
  package var viewRows = 0
  /// The size of the journal.
  package var space = JournalSpace()

  package init() {}
}

/// Figures of one shard.
package struct ShardFigures: Sendable, Hashable {
  /// The number of collections in memory.
  package var collections = 0
  /// The number of open views.
  package var views = 0
  /// The number of edits after the last checkpoint, over the collections in memory: the next start replays them.
  package var editsSinceCheckpoints = 0
  /// The time of the oldest of these edits; nil if there is none.
  package var oldestEdit: UInt64?
  /// The time of the oldest commit of which a subscriber was not notified yet; nil if there is none.
  package var oldestNews: UInt64?

  /// Adds the figures of another shard.
  package mutating func add(_ other: ShardFigures) {
    collections += other.collections
    views += other.views
    editsSinceCheckpoints += other.editsSinceCheckpoints
    oldestEdit = [oldestEdit, other.oldestEdit].compactMap(\.self).min()
    oldestNews = [oldestNews, other.oldestNews].compactMap(\.self).min()
  }

  package init() {}
}

extension Shard {
  /// Current figures. To be read on the shard's executor. O(collections in memory).
  package var figures: ShardFigures {
    executor.check()
    var figures = ShardFigures()
    figures.collections = collections.count
    for hosted in collections.values {
      figures.editsSinceCheckpoints += hosted.retained.editsSinceCheckpoint
      let oldest =
        hosted.retained.editsSinceCheckpoint > 0 && hosted.retained.firstEdit > 0
        ? hosted.retained.firstEdit : nil
      figures.oldestEdit = [figures.oldestEdit, oldest].compactMap(\.self).min()
      figures.oldestNews = [figures.oldestNews, hosted.watchers.feed?.listeners.oldestNews].compactMap(\.self)
        .min()
    }
    neighbours?.addFigures(ofViewsOf: index, to: &figures)
    return figures
  }
}
