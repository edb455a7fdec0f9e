import Engine

/// A row of the table of commits, as it is read: consecutive commits of one collection.
///
/// It is valid as long as the row is. Creating and reading it is safe whatever the row contains; inconsistent
/// content is reported as damage.
struct CommitRun {
  /// The maximum size of a row with several commits, in bytes, which is read even for a single one. A row
  /// with one commit may be larger.
  static let maximumBytes = 64 << 10

  let first: UInt64
  /// The number of commits, at least 1.
  let count: Int
  /// For each commit the length of its request id plus 1, or 0 if it has none, and then the id.
  private let requests: UnsafeRawBufferPointer
  /// For each commit its length and its bytes; nil if the query has no payloads.
  private let payloads: UnsafeRawBufferPointer?

  var last: UInt64 { first + UInt64(count) - 1 }

  /// Reads a row of ``SQLiteSchema/readRuns``, or of a query with the same first columns. Verifies the part
  /// of the checksum that the columns allow.
  init(_ row: SQLiteQuery, of key: CollectionKey, _ number: Int64, hasPayloads: Bool) throws {
    let id = CommitID(packed: row.number(0))
    let count = row.number(1)
    first = id.version
    requests = try row.unsafeBytes(3)
    payloads = hasPayloads ? try row.unsafeBytes(4) : nil
    // A damaged tree can return rows of another collection.
    guard id.number == number, first > 0, count > 0,
      count <= Int64(CommitID.maximumVersion - first) + 1
    else { throw damaged("a row of the commits of \(key.text)") }
    self.count = Int(count)
    let checksum = RunChecksum(key, first, self.count, requests)
    let isSame =
      if let payloads { checksum.with(payloads) == row.number(2) } else { checksum.matches(row.number(2)) }
    guard isSame else { throw damage(of: key) }
  }

  /// The error for a row with inconsistent content.
  func damage(of key: CollectionKey) -> JournalError {
    damaged("the run of commits \(first) to \(last) of \(key.text)")
  }

  /// Appends the commits of the row that are in a range of versions. O(size of the row).
  func read(_ versions: ClosedRange<UInt64>, of key: CollectionKey, into commits: inout [CommitRecord]) throws
  {
    guard let payloads else { return }
    var (ids, bytes) = (LengthReader(requests), LengthReader(payloads))
    for version in first...last {
      guard let id = ids.nextOptional(), let payload = bytes.next() else { throw damage(of: key) }
      if version > versions.upperBound { return }
      guard version >= versions.lowerBound else { continue }
      commits.append(
        CommitRecord(
          collection: key,
          version: version,
          requestID: id.map { Array($0) },
          payload: Array(payload)
        )
      )
    }
    guard ids.isAtEnd, bytes.isAtEnd else { throw damage(of: key) }
  }

  /// Calls a closure with the request ids and their versions, oldest first. O(size of the ids).
  func readRequests(of key: CollectionKey, _ body: (UnsafeRawBufferPointer, UInt64) -> Void) throws {
    var ids = LengthReader(requests)
    for version in first...last {
      guard let id = ids.nextOptional() else { throw damage(of: key) }
      if let id { body(id, version) }
    }
    guard ids.isAtEnd else { throw damage(of: key) }
  }
}

/// A row of the table of commits, as it is built. Its memory is reused for the next one.
struct CommitRunBuffer {
  private(set) var first: UInt64 = 0
  private(set) var count = 0
  private(set) var requests = LengthWriter()
  private(set) var payloads = LengthWriter()

  /// Appends a commit.
  ///
  /// - Returns: false if it does not fit, or the entry is not a commit. The first commit always fits.
  mutating func add(_ entry: JournalEntry) -> Bool {
    guard case .commit(let commit) = entry else { return false }
    let size = commit.payload.count + (commit.requestID?.count ?? 0) + 2 * LengthWriter.maximumLength
    guard count == 0 || requests.count + payloads.count + size <= CommitRun.maximumBytes else { return false }
    if count == 0 { first = commit.version }
    assert(commit.version == first + UInt64(count))
    count += 1
    requests.write(optional: commit.requestID)
    payloads.write(commit.payload)
    return true
  }

  /// Removes all commits.
  mutating func clear() {
    count = 0
    requests.clear(keeping: CommitRun.maximumBytes)
    payloads.clear(keeping: CommitRun.maximumBytes)
  }
}

/// The checksums of a run: one of what identifies its commits, and one of everything.
struct RunChecksum: Sendable {
  private var checksum = CRC32C()
  private let identity: UInt32

  init(_ key: CollectionKey, _ first: UInt64, _ count: Int, _ requests: UnsafeRawBufferPointer) {
    checksum.add(key.value)
    checksum.add(first)
    checksum.add(Int64(count))
    checksum.add(requests)
    identity = checksum.value
  }

  /// Whether the upper half of a stored checksum matches.
  func matches(_ stored: Int64) -> Bool { UInt32(truncatingIfNeeded: stored >> 32) == identity }

  /// The stored form.
  func with(_ payloads: UnsafeRawBufferPointer) -> Int64 {
    var whole = checksum
    whole.add(payloads)
    return Int64(bitPattern: UInt64(identity) << 32 | UInt64(whole.value))
  }
}
