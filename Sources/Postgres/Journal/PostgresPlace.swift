import ArrangeModel
import Engine

/// What is known of the rows of a collection besides its head.
struct PostgresPlace: Sendable, Hashable {
  /// The slot of its name.
  let slot: Int
  /// The version of the newest commit.
  var version: UInt64 = 0
  /// The version in the row of the collection, which is not written with each commit.
  var writtenVersion: UInt64 = 0
  /// The oldest version that is kept.
  var oldest: UInt64 = 1
  /// The series of the complete checkpoint, and the number of its pages; 0 if there is none.
  var series: Int64 = 0
  var pages = 0
  /// The series of the incomplete checkpoint, and the number of its pages so far; 0 if there is none.
  var unfinished: Int64 = 0
  var unfinishedPages = 0
  /// A checksum of the collection's description.
  var descriptor: UInt32 = 0
}

/// Rows that nothing refers to any more. The owner of their slot removes them.
struct PostgresGarbage: Sendable, Hashable {
  enum Rows: Sendable, Hashable {
    case commits(CollectionKey, Range<UInt64>)
    case pages(CollectionKey, series: Int64, Range<Int>)
    /// The record of a deleted collection whose other rows are gone.
    case removal(CollectionKey)

    var key: CollectionKey {
      switch self {
      case .commits(let key, _), .pages(let key, _, _), .removal(let key): key
      }
    }
  }

  let slot: Int
  let rows: Rows

  init(_ slot: Int, _ rows: Rows) {
    self.slot = slot
    self.rows = rows
  }

  /// Splits off rows to remove now.
  ///
  /// - Parameter quota: the number of commits that may still be removed; a page counts as many as have its size.
  /// - Returns: the statement that removes them, and what is left.
  func split(_ quota: inout Int) -> (call: PostgresCall, rest: PostgresGarbage?) {
    switch rows {
    case .commits(let key, let versions):
      let end = versions.lowerBound + min(UInt64(max(1, quota)), UInt64(versions.count))
      quota -= Int(end - versions.lowerBound)
      let call = PostgresCall(
        PostgresSchema.removeCommits,
        PostgresParameters(key.value, Int64(versions.lowerBound), Int64(end))
      )
      let rest = end..<versions.upperBound
      return (call, rest.isEmpty ? nil : PostgresGarbage(slot, .commits(key, rest)))
    case .pages(let key, let series, let indices):
      let end = min(indices.upperBound, indices.lowerBound + max(1, quota / PostgresGarbage.commitsOfPage))
      quota -= (end - indices.lowerBound) * PostgresGarbage.commitsOfPage
      let call = PostgresCall(
        PostgresSchema.removePages,
        PostgresParameters(key.value, series, Int64(indices.lowerBound), Int64(end))
      )
      let rest = end..<indices.upperBound
      return (call, rest.isEmpty ? nil : PostgresGarbage(slot, .pages(key, series: series, rest)))
    case .removal(let key):
      quota -= 1
      return (PostgresCall(PostgresSchema.endRemoval, PostgresParameters(key.value)), nil)
    }
  }

  /// A page has 64 KiB, which are 32 rows of a TOAST table.
  private static let commitsOfPage = 32
}

/// A removal of unused rows, the last ones first.
struct PostgresRemoval {
  /// The number of the first ones, of which nothing is removed.
  private var count: Int
  /// What is left of the one after them.
  private var part: PostgresGarbage?
  private(set) var calls: [PostgresCall] = []

  /// - Parameter quota: about how many commits are removed.
  init(of garbage: [PostgresGarbage], quota: Int) {
    var quota = quota
    count = garbage.count
    while quota > 0, count > 0, part == nil {
      count -= 1
      let (call, rest) = garbage[count].split(&quota)
      calls.append(call)
      part = rest
    }
  }

  /// The rows are removed.
  func apply(to garbage: inout [PostgresGarbage]) {
    garbage.removeLast(garbage.count - count)
    if let part { garbage.append(part) }
  }
}

/// The checksums of rows.
enum PostgresChecksum {
  /// The upper half covers collection, version and request, the lower one the payload, too.
  static func commit(_ commit: CommitRecord) -> Int64 {
    var checksum = request(commit.collection, commit.version, commit.requestID)
    let upper = checksum.value
    checksum.add(commit.payload)
    return Int64(bitPattern: UInt64(upper) << 32 | UInt64(checksum.value))
  }

  /// The upper half alone.
  static func request(_ key: CollectionKey, _ version: UInt64, _ request: [UInt8]?) -> CRC32C {
    var checksum = CRC32C()
    checksum.add(key.value)
    checksum.add(version)
    checksum.add(Int64(request?.count ?? -1))
    if let request { checksum.add(request) }
    return checksum
  }

  static func page(
    _ key: CollectionKey,
    _ series: Int64,
    _ index: Int,
    _ version: UInt64,
    _ bytes: [UInt8]
  ) -> Int64 {
    var checksum = CRC32C()
    for number in [key.value, series, Int64(index)] { checksum.add(number) }
    checksum.add(version)
    checksum.add(bytes)
    return Int64(checksum.value)
  }

  static func descriptor(_ bytes: [UInt8]) -> UInt32 {
    var checksum = CRC32C()
    checksum.add(bytes)
    return checksum.value
  }

  /// The checksum of the row of a collection.
  static func collection(_ key: CollectionKey, _ head: JournalHeads.Head, _ place: PostgresPlace) -> Int64 {
    var checksum = CRC32C()
    checksum.add(key.value)
    checksum.add(Array(head.name.text.utf8))
    checksum.add(head.version)
    checksum.add(head.oldest)
    checksum.add(head.checkpoint?.version ?? .max)
    checksum.add(place.series)
    checksum.add(Int64(place.pages))
    checksum.add(place.descriptor)
    return Int64(checksum.value)
  }
}

/// The error for stored data that is not what was written.
func damaged(_ what: String) -> JournalError {
  JournalError(
    .damaged,
    "\(what) in the database is damaged; restore the database from a backup, and look for the cause"
  )
}
