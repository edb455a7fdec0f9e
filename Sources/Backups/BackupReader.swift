import ArrangeModel
internal import Crypto
package import Engine

/// A part of a backup. Parts come in the order of the backup.
package enum BackupPart: Sendable {
  /// The beginning of a collection.
  ///
  /// - Parameter oldest: the version of its first commit; one more than the collection's version if it has
  ///   none.
  case collection(CollectionRecord, oldest: UInt64)
  /// A commit of the current collection.
  case commit(CommitRecord)
  /// A chunk of the checkpoint of the current collection.
  case chunk(version: UInt64, index: Int, isLast: Bool, bytes: [UInt8])
  /// The end of the current collection.
  case end
}

/// Reads a backup from its beginning to its end, and verifies it.
///
/// The backup is known to be intact only when its end is reached: that is where the checksum of everything
/// is. Uses the memory of one record.
package struct BackupReader: ~Copyable {
  /// The number of bytes that are read at a time.
  private static let pieceBytes = 1 << 20

  package private(set) var manifest: BackupManifest
  private let source: (Int) throws -> [UInt8]
  private var bytes: [UInt8] = []
  /// The position of the next record in ``bytes``.
  private var place = 0
  /// The position of the next record in the backup.
  private var offset = 0
  private var isAtEnd = false
  private var digest = SHA256()
  /// The current collection.
  private var current: (record: CollectionRecord, next: UInt64, commits: Int, chunks: Int, isComplete: Bool)?
  private var names = Set<Identifier>()
  private var keys = Set<CollectionKey>()
  private var isFinished = false

  /// The number of bytes that were read and verified.
  package var byteCount: Int { offset }

  /// - Parameter source: returns the next bytes of the backup, at most the given number; none at its end.
  /// - Throws: ``BackupError``, and the errors of the source.
  package init(_ source: @escaping (Int) throws -> [UInt8]) throws {
    self.source = source
    manifest = BackupManifest(time: 0, version: "", collections: 0)
    try fill(BackupFormat.headLength)
    guard bytes.count >= BackupFormat.headLength, bytes.starts(with: BackupFormat.magic) else {
      throw BackupError(.unusable, at: 0, "this is not a backup of Arrange")
    }
    let format = bytes[8..<12].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard format == BackupFormat.current else {
      throw BackupError(
        .unusable,
        at: 8,
        "the backup has format \(format), this version reads format \(BackupFormat.current); use the version that made it"
      )
    }
    digest.update(data: bytes[..<BackupFormat.headLength])
    place = BackupFormat.headLength
    offset = place
    let (kind, content) = try record()
    guard kind == .manifest else { throw damaged("it does not begin with the header of a backup") }
    do throws(ArrangeError) {
      var reader = ByteReader(content)
      let time = try reader.signed()
      let version = String(decoding: try reader.run(), as: UTF8.self)
      manifest = BackupManifest(time: time, version: version, collections: try reader.index())
    } catch { throw damaged("its manifest can't be read") }
  }

  /// The next part; nil at the end of an intact backup.
  ///
  /// - Throws: ``BackupError``, and the errors of the source.
  package mutating func next() throws -> BackupPart? {
    guard !isFinished else { return nil }
    let start = offset
    let sum = digest
    let (kind, content) = try record()
    if kind == .end {
      guard Array(sum.finalize()) == content else {
        throw BackupError(.damaged, at: start, "the checksum of the whole backup does not match")
      }
      guard current == nil, names.count == manifest.collections else {
        throw BackupError(.damaged, at: start, "it ends before the last collection")
      }
      try fill(1)
      guard place == bytes.count else { throw damaged("there is data after the end") }
      isFinished = true
      return nil
    }
    do throws(ArrangeError) {
      return try part(kind, content)
    } catch {
      throw BackupError(.damaged, at: start, error.message)
    }
  }

  private mutating func part(
    _ kind: BackupFormat.Kind,
    _ content: [UInt8]
  ) throws(ArrangeError) -> BackupPart {
    var reader = ByteReader(content)
    switch kind {
    case .manifest, .end: throw wrong("a record is out of order")
    case .collection:
      let part = try collection(&reader)
      try end(reader)
      return part
    case .commit:
      guard var current, current.chunks == 0 else { throw wrong("a commit that belongs to no collection") }
      let version = try reader.number()
      let hasRequest = try reader.flag()
      let request = try reader.run()
      let commit = CommitRecord(
        collection: current.record.key,
        version: version,
        requestID: hasRequest ? request : nil,
        payload: try reader.run()
      )
      guard version == current.next, version <= current.record.version else {
        throw wrong("commit \(version) of \(current.record.name) where \(current.next) has to be")
      }
      current.next += 1
      current.commits += 1
      self.current = current
      try end(reader)
      return .commit(commit)
    case .chunk:
      guard var current, current.next == current.record.version + 1, !current.isComplete else {
        throw wrong("a chunk of a checkpoint that belongs to no collection")
      }
      let version = try reader.number()
      let index = try reader.index()
      let isLast = try reader.flag()
      guard index == current.chunks, version <= current.record.version else {
        throw wrong(
          "chunk \(index) of a checkpoint of \(current.record.name) where \(current.chunks) has to be"
        )
      }
      current.chunks += 1
      current.isComplete = isLast
      self.current = current
      let chunk = try reader.run()
      try end(reader)
      return .chunk(version: version, index: index, isLast: isLast, bytes: chunk)
    case .collectionEnd:
      guard let current, current.next == current.record.version + 1, current.chunks == 0 || current.isComplete
      else { throw wrong("the end of a collection that is not complete") }
      let (commits, chunks) = (try reader.index(), try reader.index())
      guard commits == current.commits, chunks == current.chunks else {
        throw wrong("\(current.record.name) has \(current.commits) commits, and \(commits) were written")
      }
      try end(reader)
      self.current = nil
      return .end
    }
  }

  private mutating func collection(_ reader: inout ByteReader) throws(ArrangeError) -> BackupPart {
    guard current == nil else { throw wrong("a collection begins within another one") }
    let number = try reader.number()
    let name = try Identifier(storedName: String(decoding: try reader.run(), as: UTF8.self))
    let (version, oldest) = (try reader.number(), try reader.number())
    guard let value = Int64(exactly: number), value > 0, version < UInt64(Int64.max),
      (1...version + 1).contains(oldest), keys.insert(CollectionKey(value)).inserted,
      names.insert(name).inserted
    else { throw wrong("the collection \"\(name)\" is invalid") }
    let record = CollectionRecord(
      key: CollectionKey(value),
      name: name,
      version: version,
      descriptor: try reader.run()
    )
    current = (record, oldest, 0, 0, false)
    return .collection(record, oldest: oldest)
  }

  private func wrong(_ what: String) -> ArrangeError {
    ArrangeError(.dataLoss, "the backup is damaged: \(what)")
  }

  private func end(_ reader: ByteReader) throws(ArrangeError) {
    guard reader.isAtEnd else { throw wrong("a record has more bytes than its content") }
  }

  private func damaged(_ what: String) -> BackupError {
    BackupError(.damaged, at: offset, "the backup is damaged: \(what)")
  }

  /// Reads the next record and verifies its checksum.
  private mutating func record() throws -> (BackupFormat.Kind, [UInt8]) {
    try fill(BackupFormat.recordHead)
    guard bytes.count - place >= BackupFormat.recordHead else { throw damaged("it is cut off") }
    let length = bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= BackupFormat.longestContent else { throw damaged("a record has an impossible length") }
    let whole = BackupFormat.recordHead + length + BackupFormat.recordTail
    try fill(whole)
    guard bytes.count - place >= whole else {
      throw damaged("it is cut off, or the length of a record is wrong")
    }
    let contentStart = place + BackupFormat.recordHead
    let tail = contentStart + length
    var sum = CRC32C()
    bytes.withUnsafeBytes { sum.add(UnsafeRawBufferPointer(rebasing: $0[place..<tail])) }
    let written = bytes[tail..<tail + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard sum.value == written, let kind = BackupFormat.Kind(rawValue: bytes[place + 4]) else {
      throw damaged("the checksum of a record does not match")
    }
    bytes.withUnsafeBytes {
      digest.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[place..<place + whole]))
    }
    let content = Array(bytes[contentStart..<tail])
    place += whole
    offset += whole
    return (kind, content)
  }

  /// Reads until there are `count` bytes after the current position, or the backup ends.
  private mutating func fill(_ count: Int) throws {
    while bytes.count - place < count, !isAtEnd {
      if place > 0 {
        bytes.removeFirst(place)
        place = 0
      }
      // Allocates memory for the bytes that exist, whatever a damaged length says.
      let more = try source(BackupReader.pieceBytes)
      if more.isEmpty { isAtEnd = true } else { bytes.append(contentsOf: more) }
    }
  }
}
