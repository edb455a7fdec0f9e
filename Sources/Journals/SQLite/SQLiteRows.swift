import ArrangeModel
import Engine
import GRDB

/// A row of the table of collections.
struct CollectionRow: Sendable {
  var number: Int64
  var key: CollectionKey
  var name: Identifier
  var oldest: UInt64
  var version: UInt64
  var checkpoint: CheckpointRecord?
  /// The series of the checkpoint's chunks; 0 if there is no checkpoint.
  var series: Int64
  var descriptor: [UInt8]

  private var checksum: Int64 {
    var checksum = CRC32C()
    checksum.add(number)
    checksum.add(key.value)
    checksum.add(oldest)
    checksum.add(version)
    checksum.add(Int64(bitPattern: checkpoint?.version ?? .max))
    checksum.add(series)
    checksum.add(Int64(checkpoint?.chunkCount ?? 0))
    name.withBytes { bytes in
      checksum.add(Int64(bytes.count))
      checksum.add(UnsafeRawBufferPointer(bytes))
    }
    checksum.add(descriptor)
    return Int64(checksum.value)
  }

  /// Reads a row and verifies its checksum.
  init(_ row: SQLiteQuery) throws {
    let key = row.number(1)
    let version = row.number(4)
    let oldest = row.number(3)
    guard key > 0, version >= 0, oldest >= 0 else { throw damaged("a row of the table of collections") }
    number = row.number(0)
    self.key = CollectionKey(key)
    name = Identifier(unchecked: String(decoding: try row.bytes(2), as: UTF8.self))
    self.oldest = UInt64(oldest)
    self.version = UInt64(version)
    series = row.optionalNumber(6) ?? 0
    descriptor = try row.bytes(9)
    if let version = row.optionalNumber(5), let chunks = row.optionalNumber(7) {
      checkpoint = CheckpointRecord(version: UInt64(bitPattern: version), chunkCount: Int(chunks))
    }
    guard row.number(8) == checksum else { throw damaged("the row of the collection \(name)") }
  }

  init(number: Int64, key: CollectionKey, head: JournalHeads.Head, series: Int64, descriptor: [UInt8]) {
    self.number = number
    self.key = key
    name = head.name
    oldest = head.oldest
    version = head.version
    checkpoint = head.checkpoint
    self.series = head.checkpoint == nil ? 0 : series
    self.descriptor = descriptor
  }

  func write(_ database: Database) throws {
    let query = try SQLiteQuery(database, SQLiteSchema.writeCollection)
    try query.bind(number, at: 1)
    try query.bind(key.value, at: 2)
    try query.bind(Int64(oldest), at: 4)
    try query.bind(Int64(version), at: 5)
    try query.bind(checkpoint.map { Int64($0.version) }, at: 6)
    try query.bind(checkpoint == nil ? nil : series, at: 7)
    try query.bind(checkpoint.map { Int64($0.chunkCount) }, at: 8)
    try query.bind(checksum, at: 9)
    try name.withBytes { name in
      try descriptor.withUnsafeBytes { descriptor in
        try query.bindText(name, at: 3)
        try query.bind(descriptor, at: 10)
        try query.run()
      }
    }
  }
}

/// The checksum of a chunk.
func chunkChecksum(_ key: CollectionKey, _ version: UInt64, _ id: ChunkID, _ bytes: [UInt8]) -> Int64 {
  var checksum = CRC32C()
  checksum.add(key.value)
  checksum.add(version)
  checksum.add(id.packed)
  checksum.add(bytes)
  return Int64(checksum.value)
}

/// The error for stored content that was changed.
func damaged(_ what: String) -> JournalError {
  JournalError(.damaged, "the journal is damaged: \(what) is not as it was written; restore a backup")
}
