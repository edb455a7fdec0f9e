package import ArrangeModel
internal import Crypto
package import Engine

/// Writes the contents of a journal as the bytes of a backup, in pieces, so that no more than a piece is in
/// memory.
package struct BackupWriter: ~Copyable {
  /// The size of a piece, which the last record in it may exceed, in bytes.
  package static let pieceBytes = 256 << 10
  /// The number of commits that are read at a time.
  private static let commitsAtATime = 256

  /// The next part of the current collection.
  private enum Step {
    case begin
    case commits(from: UInt64)
    case chunks(CheckpointRecord, next: Int)
    case end
  }

  private let source: any JournalReading
  private let records: [CollectionRecord]
  private var place = 0
  private var step = Step.begin
  private var counts = (commits: 0, chunks: 0)
  private var bytes: [UInt8]
  private var digest = SHA256()
  private var isFinished = false

  /// - Parameters:
  ///   - source: a snapshot of the contents.
  ///   - names: the collections and views to write; nil for all.
  ///   - time: in microseconds since 1970.
  /// - Throws: ``JournalError/Code/conflict`` if one of the names does not exist.
  package init(
    _ source: any JournalReading,
    names: Set<Identifier>? = nil,
    time: Int64,
    version: String
  ) throws(JournalError) {
    let all = try source.collections().sorted { $0.name < $1.name }
    // A collection is written with its overlays, and without a sink that happens to have its name.
    let chosen = all.filter { record in
      names.map { !record.name.isSink && $0.contains(record.name.placedName) } ?? true
    }
    if let missing = names?.subtracting(chosen.map(\.name)).min() {
      throw JournalError(.conflict, "there is no collection \"\(missing)\"")
    }
    self.source = source
    records = chosen
    bytes = BackupFormat.magic
    withUnsafeBytes(of: BackupFormat.current.littleEndian) { bytes.append(contentsOf: $0) }
    digest.update(data: bytes)
    var content = ByteWriter()
    content.write(signed: time)
    content.write(bytes: version.utf8)
    content.write(records.count)
    append(.manifest, content.bytes)
  }

  /// The next piece; nil after the last one.
  package mutating func next() throws(JournalError) -> [UInt8]? {
    while bytes.count < BackupWriter.pieceBytes, !isFinished { try advance() }
    guard !bytes.isEmpty else { return nil }
    defer { bytes = [] }
    return bytes
  }

  private mutating func advance() throws(JournalError) {
    guard place < records.count else {
      let sum = Array(digest.finalize())
      append(.end, sum)
      isFinished = true
      return
    }
    let record = records[place]
    switch step {
    case .begin:
      let oldest = try source.oldestCommit(of: record.key) ?? record.version + 1
      var content = ByteWriter()
      content.write(UInt64(record.key.value))
      content.write(bytes: record.name.text.utf8)
      content.write(record.version)
      content.write(oldest)
      content.write(bytes: record.descriptor)
      append(.collection, content.bytes)
      counts = (0, 0)
      step = .commits(from: oldest)
    case .commits(let first):
      let commits =
        first > record.version
        ? [] : try source.commits(of: record.key, from: first, limit: BackupWriter.commitsAtATime)
      for commit in commits {
        var content = ByteWriter(reserving: commit.payload.count + 64)
        content.write(commit.version)
        content.write(byte: commit.requestID == nil ? 0 : 1)
        content.write(bytes: commit.requestID ?? [])
        content.write(bytes: commit.payload)
        append(.commit, content.bytes)
      }
      counts.commits += commits.count
      if let last = commits.last, last.version < record.version {
        step = .commits(from: last.version + 1)
      } else if let checkpoint = try source.checkpoint(of: record.key) {
        step = .chunks(checkpoint, next: 0)
      } else {
        step = .end
      }
    case .chunks(let checkpoint, let next):
      let chunk = try source.checkpointChunk(next, of: record.key, version: checkpoint.version)
      var content = ByteWriter(reserving: chunk.count + 32)
      content.write(checkpoint.version)
      content.write(next)
      let isLast = next + 1 == checkpoint.chunkCount
      content.write(byte: isLast ? 1 : 0)
      content.write(bytes: chunk)
      append(.chunk, content.bytes)
      counts.chunks += 1
      step = isLast ? .end : .chunks(checkpoint, next: next + 1)
    case .end:
      var content = ByteWriter()
      content.write(counts.commits)
      content.write(counts.chunks)
      append(.collectionEnd, content.bytes)
      place += 1
      step = .begin
    }
  }

  private mutating func append(_ kind: BackupFormat.Kind, _ content: [UInt8]) {
    let start = bytes.count
    withUnsafeBytes(of: UInt32(content.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(kind.rawValue)
    bytes.append(contentsOf: content)
    var sum = CRC32C()
    bytes.withUnsafeBytes { sum.add(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    withUnsafeBytes(of: sum.value.littleEndian) { bytes.append(contentsOf: $0) }
    bytes.withUnsafeBytes { digest.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[start...])) }
  }
}
