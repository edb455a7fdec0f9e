import Engine
import GRDB

/// The facts about a journal: the rows of the table `facts`, and a checksum of all of them.
///
/// SQLite does not detect a flipped bit in a page. The facts tell how everything else is to be read, so they
/// have a checksum.
struct SQLiteFacts: Sendable, Hashable {
  /// The names of facts. The format is that of the file, and the number of collections is the number of the
  /// table's rows.
  enum Name: String, CaseIterable {
    case format, collections
    /// The halves of the journal's identity.
    case high = "identity 1"
    case low = "identity 2"
    /// The newest log of the journal; see ``LogTag``.
    case generation, nonce
    /// While there is a log: the last of its records whose entries are in the database.
    case log
    /// When there is no log: the last record of the previous one.
    case ended
    /// The chain at one or the other of these records.
    case chain
    /// A record of the log that was durable at the last transaction.
    case durable
    /// The last record whose entries were written to the database directly, because they were too large for
    /// the log.
    case passed
    /// The number of transactions so far.
    case turn
    /// A transaction such that all its pages, and those of all before it, are in the database file itself.
    case moved
    /// The digest of the state of all collections; see ``SQLiteContents``.
    case digest
    case checksum
  }

  /// The prefix of the names of facts about incomplete checkpoints.
  static let unfinished = "unfinished "

  private(set) var numbers: [String: Int64] = [:]

  /// Reads all facts.
  init(_ database: some SQLiteStatements) throws {
    try SQLiteQuery(database, SQLiteSchema.readFacts).read { row in
      numbers[String(decoding: try row.bytes(0), as: UTF8.self)] = row.number(1)
      return true
    }
  }

  /// No facts.
  init() {}

  subscript(name: Name) -> Int64? { numbers[name.rawValue] }

  /// The names of facts with a prefix.
  func names(withPrefix prefix: String) -> [String] { numbers.keys.filter { $0.hasPrefix(prefix) } }

  // MARK: Values

  /// Whether the checksum is valid.
  var isSealed: Bool { self[.checksum] == sum }

  /// The journal's identity, and its newest log; nil for a journal that was created before journals had one.
  var tag: LogTag? {
    guard let high = self[.high], let low = self[.low], let generation = self[.generation],
      let nonce = self[.nonce]
    else { return nil }
    return LogTag(
      journal: JournalID(high: UInt64(bitPattern: high), low: UInt64(bitPattern: low)),
      generation: UInt64(bitPattern: generation),
      nonce: UInt64(bitPattern: nonce)
    )
  }

  /// The last record of the log whose entries are in the database; nil if there is no log.
  var logged: LogPosition? { position(.log) }

  /// The last record of the newest log, if that has ended; nil if it has not, or there was none.
  var ended: LogPosition? { position(.ended) }

  private func position(_ name: Name) -> LogPosition? {
    guard let sequence = self[name] else { return nil }
    return LogPosition(
      sequence: UInt64(bitPattern: sequence),
      chain: UInt32(truncatingIfNeeded: self[.chain] ?? 0)
    )
  }

  var durable: UInt64 { UInt64(bitPattern: self[.durable] ?? 0) }

  /// A record that the log has unless it has a newer one; nil if that is unknown.
  var written: UInt64? { self[.log] == self[.passed] ? nil : logged?.sequence }

  private var sum: Int64 {
    var sum: UInt64 = 0
    for (name, value) in numbers where name != Name.checksum.rawValue {
      sum &+= Mixer.value { mixer in
        for byte in name.utf8 { mixer.add(UInt64(byte)) }
        mixer.add(UInt64(bitPattern: value))
      }
    }
    return Int64(bitPattern: sum)
  }

  // MARK: Changing

  mutating func set(_ name: String, _ value: Int64?, _ database: some SQLiteStatements) throws {
    guard numbers[name] != value else { return }
    numbers[name] = value
    let query = try SQLiteQuery(database, value == nil ? SQLiteSchema.deleteMeta : SQLiteSchema.writeMeta)
    var name = name
    try name.withUTF8 { name in
      try query.bindText(name, at: 1)
      if let value { try query.bind(value, at: 2) }
      try query.run()
    }
  }

  mutating func set(_ name: Name, _ value: Int64?, _ database: some SQLiteStatements) throws {
    try set(name.rawValue, value, database)
  }

  mutating func set(_ tag: LogTag, _ database: some SQLiteStatements) throws {
    try set(.high, Int64(bitPattern: tag.journal.high), database)
    try set(.low, Int64(bitPattern: tag.journal.low), database)
    try set(.generation, Int64(bitPattern: tag.generation), database)
    try set(.nonce, Int64(bitPattern: tag.nonce), database)
  }

  /// Whether chunks of a checkpoint are stored the last of which is still to come.
  var hasUnfinishedCheckpoint: Bool { !names(withPrefix: SQLiteFacts.unfinished).isEmpty }

  /// Records that there is a log.
  mutating func beginLog(_ tag: LogTag, _ database: some SQLiteStatements) throws {
    try set(tag, database)
    try set(.ended, nil, database)
    try set(.log, 0, database)
    try set(.chain, Int64(tag.start.chain), database)
    try set(.durable, 0, database)
    try set(.passed, nil, database)
  }

  /// Records how far the entries of the log are in the database.
  mutating func move(to progress: LogProgress, _ database: some SQLiteStatements) throws {
    let sequence = Int64(bitPattern: progress.position.sequence)
    try set(.log, sequence, database)
    try set(.chain, Int64(progress.position.chain), database)
    try set(.durable, Int64(bitPattern: progress.durable), database)
    if !progress.isWritten { try set(.passed, sequence, database) }
  }

  /// Records that all entries of the log are in the database.
  mutating func endLog(_ database: some SQLiteStatements) throws {
    let last = self[.log]
    try set(.log, nil, database)
    try set(.ended, last, database)
    for name in names(withPrefix: SQLiteFacts.unfinished) { try set(name, nil, database) }
  }

  /// Ends a transaction: increments its number, and writes the checksum.
  mutating func seal(_ database: some SQLiteStatements) throws {
    try set(.turn, (self[.turn] ?? 0) + 1, database)
    try set(.checksum, sum, database)
  }
}

/// Hashes several numbers to one: each bit of them changes half of its bits (the finalizer of splitmix64).
struct Mixer {
  private var state: UInt64 = 0

  static func value(_ body: (inout Mixer) -> Void) -> UInt64 {
    var mixer = Mixer()
    body(&mixer)
    return mixer.state
  }

  mutating func add(_ number: UInt64) {
    var value = (state ^ number) &+ 0x9E37_79B9_7F4A_7C15
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    state = value ^ value >> 31
  }
}

extension SQLiteFacts {
  /// Gives a database an identity, and so this format.
  ///
  /// - Parameter digest: the digest of its collections.
  mutating func identify(digest: UInt64, _ database: Database) throws {
    try set(LogTag(journal: .random()), database)
    try set(.digest, Int64(bitPattern: digest), database)
    try raiseFormat(database)
  }

  /// Gives a database this format, whose tables are those of the format before.
  mutating func raiseFormat(_ database: Database) throws {
    try set(.format, Int64(SQLiteSchema.formatVersion), database)
    try database.execute(sql: "PRAGMA user_version = \(SQLiteSchema.formatVersion)")
  }
}

extension SQLiteJournal.Place {
  /// The contribution of a collection to the digest of its journal: a number that changes if any of this
  /// changes.
  func share(of key: CollectionKey, _ head: JournalHeads.Head) -> UInt64 {
    Mixer.value { mixer in
      mixer.add(UInt64(bitPattern: key.value))
      mixer.add(UInt64(bitPattern: number))
      mixer.add(head.version)
      mixer.add(head.oldest)
      mixer.add(head.checkpoint?.version ?? .max)
      mixer.add(UInt64(head.checkpoint?.chunkCount ?? 0))
      mixer.add(UInt64(bitPattern: head.checkpoint == nil ? 0 : series))
      mixer.add(UInt64(descriptor))
    }
  }

  static func checksum(of descriptor: [UInt8]) -> UInt32 {
    var checksum = CRC32C()
    checksum.add(descriptor)
    return checksum.value
  }
}
