/// All SQL of the journal, and the definitions of its tables.
///
/// Rows of commits and chunks have a packed number as their key, so that a table is a B-tree in the order in
/// which rows are read, and an append adds rows after the last ones of a collection.
enum SQLiteSchema {
  /// `ARNG`, in the header of the file: identifies the database as a journal.
  static let applicationID: UInt32 = 0x4152_4E47

  /// The format of the file: `user_version` in its header, and a fact.
  static let formatVersion: UInt32 = 5
  /// The format of files whose checkpoints have no placement versions; an opening raises it.
  static let formatWithoutPlacements: UInt32 = 4
  /// The format of files without an identity, to which an opening adds one; and the format that the table of
  /// facts had while the log could have entries that the database did not have.
  static let formatWithoutIdentity: UInt32 = 2
  static let loggedFormatWithoutIdentity: UInt32 = 3

  /// The tables, as they are in the file; an opening compares the SQL text.
  static let tables = [
    // Facts about the journal; see ``SQLiteFacts``. 'unfinished KEY VERSION': while there is a log in front of
    // the database, the series of a checkpoint whose first chunks are here and whose others may be in the log.
    """
    CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID
    """,
    // One row for each collection.
    //   number      counts from 1; packed into the ids of runs of commits
    //   key         the collection's identity, random
    //   oldest      commits before this version are trimmed; runs with only such commits are to be removed
    //   version     the collection had at least this version when the row was written
    //   checkpoint  the version of the newest complete checkpoint
    //   series      the series of its chunks
    //   chunks      the number of its chunks
    //   checksum    CRC-32C of all other columns
    """
    CREATE TABLE collections (number INTEGER PRIMARY KEY, key INTEGER NOT NULL, name TEXT NOT NULL, \
    oldest INTEGER NOT NULL, version INTEGER NOT NULL, checkpoint INTEGER, series INTEGER, chunks INTEGER, \
    checksum INTEGER NOT NULL, descriptor BLOB NOT NULL) STRICT
    """,
    // One row for each run: consecutive commits of a collection from one append. Rows are added and removed,
    // never changed. The versions in the runs of a collection have no gaps.
    //   id          collections.number << 40 | version of the first commit
    //   count       the number of commits
    //   checksum    upper half: CRC-32C of key, first version, count and requests; lower half: of these and
    //               payloads
    //   requests    for each commit the length of its request id plus 1, or 0 if it has none, and the id
    //   payloads    for each commit the length of its payload, and the payload
    // Lengths have 7 bits in each byte, the lowest first, the highest bit set in all but the last.
    """
    CREATE TABLE commits (id INTEGER PRIMARY KEY, count INTEGER NOT NULL, checksum INTEGER NOT NULL, \
    requests BLOB NOT NULL, payloads BLOB NOT NULL) STRICT
    """,
    // One row for each chunk of a checkpoint, complete or not. No two checkpoints have the same series.
    //   id          series << 20 | index
    //   checksum    CRC-32C of key, version, series, index and bytes
    """
    CREATE TABLE chunks (id INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT
    """,
  ]

  static let readSchema = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"

  /// Checks that pages are consistent: returns one row, `ok`, if they are.
  static let check = "PRAGMA quick_check(1)"

  static let begin = "BEGIN IMMEDIATE"
  static let beginReading = "BEGIN DEFERRED"
  static let commit = "COMMIT"
  static let rollback = "ROLLBACK"

  static let writeMeta = "INSERT OR REPLACE INTO meta (name, value) VALUES (?1, ?2)"
  static let readTurn = "SELECT value FROM meta WHERE name = 'turn'"
  static let readFacts = "SELECT name, value FROM meta"
  static let deleteMeta = "DELETE FROM meta WHERE name = ?1"

  static let readCollections = """
    SELECT number, key, name, oldest, version, checkpoint, series, chunks, checksum, descriptor \
    FROM collections ORDER BY number
    """
  static let readCollection = """
    SELECT number, key, name, oldest, version, checkpoint, series, chunks, checksum, descriptor \
    FROM collections WHERE number = ?1
    """
  static let writeCollection = """
    INSERT OR REPLACE INTO collections \
    (number, key, name, oldest, version, checkpoint, series, chunks, checksum, descriptor) \
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
    """
  static let deleteCollection = "DELETE FROM collections WHERE number = ?1"

  static let writeRun = """
    INSERT INTO commits (id, count, checksum, requests, payloads) VALUES (?1, ?2, ?3, ?4, ?5)
    """
  /// The runs that have commits from ?2 to ?3, of a collection whose ids begin at ?1. The first run may have
  /// older commits, or only older ones.
  static let readRuns = """
    SELECT id, count, checksum, requests, payloads FROM commits WHERE id >= \
    coalesce((SELECT id FROM commits WHERE id >= ?1 AND id <= ?2 ORDER BY id DESC LIMIT 1), ?2) \
    AND id <= ?3 ORDER BY id
    """
  /// The runs from ?1 to ?2 without their payloads, newest first.
  static let readRequests = """
    SELECT id, count, checksum, requests FROM commits WHERE id >= ?1 AND id <= ?2 ORDER BY id DESC
    """
  static let firstRun = "SELECT id FROM commits WHERE id >= ?1 ORDER BY id LIMIT 1"
  static let lastRun = "SELECT id FROM commits WHERE id <= ?1 ORDER BY id DESC LIMIT 1"
  static let readLengths = "SELECT id, count FROM commits WHERE id >= ?1 AND id <= ?2 ORDER BY id"
  static let deleteRuns = "DELETE FROM commits WHERE id >= ?1 AND id <= ?2"

  static let writeChunk = "INSERT INTO chunks (id, checksum, bytes) VALUES (?1, ?2, ?3)"
  static let readChunk = "SELECT checksum, bytes FROM chunks WHERE id = ?1"
  static let firstChunk = "SELECT id FROM chunks WHERE id >= ?1 ORDER BY id LIMIT 1"
  static let lastChunk = "SELECT id FROM chunks WHERE id <= ?1 ORDER BY id DESC LIMIT 1"
  static let deleteChunk = "DELETE FROM chunks WHERE id = ?1"
}

/// The id of a run of commits: the number of the collection and the version of the first commit, packed.
package struct CommitID: Sendable, Hashable {
  static let versionBits: Int64 = 40
  /// The greatest version that fits: at a million commits per second, a collection reaches it after 12 days.
  package static let maximumVersion: UInt64 = 1 << 40 - 1
  /// The greatest number of a collection that fits.
  package static let maximumNumber: Int64 = 1 << 23 - 1

  package let packed: Int64

  package init(packed: Int64) { self.packed = packed }

  package init(number: Int64, version: UInt64) {
    let version = min(version, CommitID.maximumVersion)
    packed = number << CommitID.versionBits | Int64(version)
  }

  package var number: Int64 { packed >> CommitID.versionBits }
  /// Also defined for negative ids, which are damage.
  package var version: UInt64 { UInt64(bitPattern: packed) & CommitID.maximumVersion }
}

/// The id of a chunk: its series and its index in the series, packed.
package struct ChunkID: Sendable, Hashable {
  static let indexBits: Int64 = 20
  /// The greatest index that fits.
  package static let maximumIndex = 1 << 20 - 1
  /// The greatest series that fits. One is used for each checkpoint, so it is never reached.
  package static let maximumSeries: Int64 = 1 << 43 - 1

  package let packed: Int64

  package init(packed: Int64) { self.packed = packed }

  package init(series: Int64, index: Int) { packed = series << ChunkID.indexBits | Int64(index) }

  package var series: Int64 { packed >> ChunkID.indexBits }
  package var index: Int { Int(packed) & ChunkID.maximumIndex }
}
