import ArrangeModel
import Engine

/// The state of an append in progress: the collections that its entries touch, and their new state.
///
/// The writer and the readers adopt it when the append is durable. If the append fails, the journal stops,
/// and the old state is not needed any more.
struct SQLiteWork {
  /// A collection that an append touches.
  struct Touched {
    let key: CollectionKey
    var place: SQLiteJournal.Place
    var head: JournalHeads.Head
    /// Its share of the digest before the append; 0 if it is new.
    let share: UInt64
    /// The new description; nil if it is unchanged.
    var descriptor: [UInt8]?
    var isNew = false
    var isDeleted = false
    /// Whether the collection's row has to be written.
    var isChanged = false
    /// Its share of the digest after the append.
    var newShare: UInt64 { isDeleted ? 0 : place.share(of: key, head) }
    /// The indices of the first and the last stretch of the collection's commits; nil if it has none.
    var stretches: (first: Int, last: Int)?

    /// Sets the collection's description.
    mutating func describe(_ descriptor: [UInt8]) {
      self.descriptor = descriptor
      place.descriptor = SQLiteJournal.Place.checksum(of: descriptor)
      isChanged = true
    }
  }

  /// Consecutive entries that are commits of one collection.
  struct Stretch {
    var entries: Range<Int>
    /// Whether a run of commits ends with it, because the collection is described anew: what a description wants trimmed is
    /// in no run with later commits.
    var endsRun = false
    /// The index of the next stretch of the same collection.
    var next: Int?
  }

  private(set) var stretches: [Stretch] = []
  /// The collections that the append touches, in the order of their first entries.
  var touched: [Touched] = []
  /// The indices of the entries that are not commits.
  private(set) var others: [Int] = []
  var collectionCount: Int
  var isCountChanged = false
  /// Whether its entries are in the log in front of the database.
  var isLogged = false
  /// Rows that are unused once the append is done. They are removed by later appends only, so that readers
  /// that miss a row can find out that it was removed.
  private(set) var garbage: [SQLiteGarbage] = []
  /// The indices of collections in ``touched``.
  private var indices: [CollectionKey: Int] = [:]

  /// Finds out which collections checked entries touch. O(number of entries).
  ///
  /// - Parameter nextNumber: the number of the next new collection.
  /// - Throws: a conflict if a number or an entry would not fit.
  init(
    _ entries: [JournalEntry],
    _ shared: borrowing SQLiteJournal.Shared,
    nextNumber: inout Int64,
    maximumEntryBytes: Int
  ) throws(JournalError) {
    collectionCount = shared.places.count
    var latest: Growing?
    for index in entries.indices {
      try entries[index].checkRoom(maximumBytes: maximumEntryBytes)
      guard let (key, version) = entries[index].commit else {
        end(&latest)
        try touch(entries[index], shared, nextNumber: &nextNumber)
        if case .describe(let key, _) = entries[index],
          let last = indices[key].flatMap({ touched[$0].stretches?.last })
        {
          stretches[last].endsRun = true
        }
        others.append(index)
        continue
      }
      if latest?.key != key {
        end(&latest)
        latest = (key, try touch(key, shared), index, index, version)
      }
      latest?.last = index
      latest?.version = version
    }
    end(&latest)
  }

  /// A stretch that is being extended.
  private typealias Growing = (key: CollectionKey, index: Int, first: Int, last: Int, version: UInt64)

  private mutating func end(_ growing: inout Growing?) {
    guard let (_, index, first, last, version) = growing else { return }
    addStretch(first..<last + 1, of: index)
    touched[index].head.version = version
    growing = nil
  }

  private mutating func addStretch(_ entries: Range<Int>, of index: Int) {
    stretches.append(Stretch(entries: entries))
    let last = stretches.count - 1
    if let before = touched[index].stretches {
      stretches[before.last].next = last
      touched[index].stretches = (before.first, last)
    } else {
      touched[index].stretches = (last, last)
    }
  }

  private mutating func touch(
    _ entry: JournalEntry,
    _ shared: borrowing SQLiteJournal.Shared,
    nextNumber: inout Int64
  ) throws(JournalError) {
    switch entry {
    case .create(let key, let name, _, let version):
      guard nextNumber <= CommitID.maximumNumber else {
        throw CommitID.noNumberLeft
      }
      let place = SQLiteJournal.Place(number: nextNumber)
      nextNumber += 1
      add(
        Touched(
          key: key,
          place: place,
          head: JournalHeads.Head(name: name, version: version, oldest: version + 1),
          share: 0,
          isNew: true
        )
      )
    default:
      _ = try touch(entry.collection, shared)
    }
  }

  private mutating func touch(
    _ key: CollectionKey,
    _ shared: borrowing SQLiteJournal.Shared
  ) throws(JournalError) -> Int {
    if let index = indices[key] { return index }
    guard let place = shared.places[key], let head = shared.heads[key] else { throw SQLiteWork.unchecked }
    add(Touched(key: key, place: place, head: head, share: place.share(of: key, head)))
    return touched.count - 1
  }

  private mutating func add(_ collection: Touched) {
    indices[collection.key] = touched.count
    touched.append(collection)
  }

  /// The index in ``touched`` of an entry's collection.
  func index(of entry: JournalEntry) throws(JournalError) -> Int {
    guard let index = indices[entry.collection] else { throw SQLiteWork.unchecked }
    return index
  }

  private static var unchecked: JournalError { JournalError(.failed, "an entry that was not checked") }

  /// Calls a closure with the stretches of the commits of a touched collection, in order.
  func forEachStretch<Failure>(
    of collection: Touched,
    _ body: (Stretch) throws(Failure) -> Void
  ) throws(Failure) {
    var next = collection.stretches?.first
    while let stretch = next {
      try body(stretches[stretch])
      next = stretches[stretch].next
    }
  }

  mutating func discardCommits(_ place: SQLiteJournal.Place, before version: UInt64) {
    garbage.append(.commits(number: place.number, before: version))
  }

  mutating func discardChunks(_ series: Int64, _ checkpoint: CheckpointRecord?) {
    guard series > 0, let checkpoint else { return }
    let first = ChunkID(series: series, index: 0).packed
    garbage.append(.chunks(first..<first + Int64(checkpoint.chunkCount)))
  }
}

extension CommitID {
  /// The conflict if there is no number for one more collection.
  static var noNumberLeft: JournalError {
    JournalError(.conflict, "the journal has had \(maximumNumber) collections")
  }
}
