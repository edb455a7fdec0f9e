import Engine

/// The identity of a journal: 128 random bits, drawn when its database is created.
struct JournalID: Sendable, Hashable {
  let high: UInt64
  let low: UInt64

  static func random() -> JournalID {
    JournalID(high: UInt64.random(in: .min ... .max), low: UInt64.random(in: .min ... .max))
  }
}

/// Identifies a log of a journal. The database, the log and the mark each contain it.
///
/// A journal starts a new log with the first write after a start. The generation tells which of two logs is
/// older; the nonce tells logs apart that were started from two copies of one directory.
struct LogTag: Sendable, Hashable {
  let journal: JournalID
  /// Counted from 1; 0 if there was none yet.
  var generation: UInt64 = 0
  var nonce: UInt64 = 0

  /// The tag of the next log.
  var next: LogTag {
    LogTag(journal: journal, generation: generation + 1, nonce: UInt64.random(in: .min ... .max))
  }

  /// The checksum that all checksums in the log start from, so that records of another log are never valid.
  var checksum: CRC32C {
    var checksum = CRC32C()
    for number in [journal.high, journal.low, generation, nonce] { checksum.add(number) }
    return checksum
  }

  /// The position before the first record.
  var start: LogPosition { LogPosition(sequence: 0, chain: checksum.value) }
}

/// The position of a record in a log. Its chain also covers all records before it.
struct LogPosition: Sendable, Hashable {
  /// The number of the record, counted from 1; 0 is before the first.
  var sequence: UInt64
  /// A checksum of the record, which covers that of the record before it.
  var chain: UInt32
}
