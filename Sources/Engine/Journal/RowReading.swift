/// The reads of a journal that keeps the heads of its collections in memory and their content as rows of a database.
///
/// A read looks up what exists, and then reads rows, while a writer may trim and remove old ones. So a missing row is
/// damage only if it still exists when it is looked up again.
///
/// `Place` says where the rows of a collection are.
package struct RowReading<Place> {
  private let find: () throws(JournalError) -> (head: JournalHeads.Head, place: Place)?
  private let stop: (_ damaged: String) -> JournalError

  /// - Parameters:
  ///   - find: looks up a collection; nil if it does not exist any more.
  ///   - stop: stops the journal, because something is damaged.
  package init(
    find: @escaping () throws(JournalError) -> (head: JournalHeads.Head, place: Place)?,
    stop: @escaping (_ damaged: String) -> JournalError
  ) {
    self.find = find
    self.stop = stop
  }

  /// Reads the first commits from a version on. O(commits).
  ///
  /// - Parameter read: reads the rows of some versions, at most `limit`, as far as they are there.
  package func commits(
    from: UInt64,
    limit: Int,
    _ read: (Place, ClosedRange<UInt64>) throws(JournalError) -> [CommitRecord]
  ) throws(JournalError) -> [CommitRecord] {
    guard limit > 0 else { return [] }
    while let (head, place) = try find() {
      let first = max(from, head.oldest)
      guard first <= head.version else { return [] }
      let commits = try read(place, first...head.version)
      if commits.isRun(first...head.version, limit: limit) { return commits }
      // Some may have been trimmed and removed in the meantime; then the answer differs.
      guard let oldest = try find()?.head.oldest else { return [] }
      guard oldest > first else { throw stop("the run of commits of \(head.name) from version \(first) on") }
    }
    return []
  }

  /// Reads a chunk of the newest complete checkpoint.
  ///
  /// - Parameters:
  ///   - series: the series of that checkpoint.
  ///   - read: reads the row; nil if it is not there.
  /// - Throws: ``JournalError/Code/conflict`` if the newest checkpoint is of another version.
  package func checkpointChunk(
    _ index: Int,
    version: UInt64,
    series: (Place) -> Int64,
    _ read: (Place) throws(JournalError) -> [UInt8]?
  ) throws(JournalError) -> [UInt8] {
    let missing = JournalError(.conflict, "there is no chunk \(index) of a checkpoint \(version)")
    guard let (head, place) = try find(), let checkpoint = head.checkpoint, checkpoint.version == version,
      (0..<checkpoint.chunkCount).contains(index)
    else { throw missing }
    if let chunk = try read(place) { return chunk }
    // A newer checkpoint may have replaced it in the meantime.
    guard try find().map({ series($0.place) }) == series(place) else { throw missing }
    throw stop("chunk \(index) of the checkpoint \(version) of \(head.name)")
  }
}

extension [CommitRecord] {
  /// Whether these are the first commits of a run of versions, as many as there are, at most `limit`.
  package func isRun(_ versions: ClosedRange<UInt64>, limit: Int) -> Bool {
    count == Swift.min(limit, versions.count) && zip(self, versions).allSatisfy { $0.version == $1 }
  }
}
