import Engine

/// What tells one journal from every other: 128 random bits, drawn when its database is made.
struct JournalID: Sendable, Hashable {
  let high: UInt64
  let low: UInt64

  static func random() -> JournalID {
    JournalID(high: UInt64.random(in: .min ... .max), low: UInt64.random(in: .min ... .max))
  }
}

/// Which log of which journal. The database, the log and the mark each have it.
///
/// A journal begins a new log when it is first written to after a start. The number says which of two is older; the nonce
/// tells apart what goes on from two copies of one directory.
struct LogTag: Sendable, Hashable {
  let journal: JournalID
  /// Counted from 1 on; 0 where there was none yet.
  var generation: UInt64 = 0
  var nonce: UInt64 = 0

  /// The tag of the next log.
  var next: LogTag {
    LogTag(journal: journal, generation: generation + 1, nonce: UInt64.random(in: .min ... .max))
  }

  /// What every checksum in the log begins with: what another log holds has none that is right.
  var checksum: CRC32C {
    var checksum = CRC32C()
    for number in [journal.high, journal.low, generation, nonce] { checksum.add(number) }
    return checksum
  }

  /// The position before the first record.
  var start: LogPosition { LogPosition(sequence: 0, chain: checksum.value) }
}

/// A record of a log, and by its chain all before it.
struct LogPosition: Sendable, Hashable {
  /// The number of the record: they are counted from 1 on. 0 is before the first.
  var sequence: UInt64
  /// A checksum of the record, which covers that of the record before it.
  var chain: UInt32
}
