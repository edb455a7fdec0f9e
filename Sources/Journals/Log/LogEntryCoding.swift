import ArrangeModel
import Engine

/// Encodes the entries of one append as the content of a record.
enum LogEntryCoding {
  private enum Kind: UInt64 {
    case create = 1
    case describe, delete, commit, checkpointChunk, trim
    /// A collection, from a backup, that begins at a version.
    case createAtVersion
  }

  /// Writes entries. The memory of `writer` is reused, unless it is much more than `capacity` bytes.
  static func write(_ entries: [JournalEntry], into writer: inout LengthWriter, keeping capacity: Int) {
    writer.clear(keeping: capacity)
    writer.write(number: UInt64(entries.count))
    for entry in entries { write(entry, into: &writer) }
  }

  private static func write(_ entry: JournalEntry, into writer: inout LengthWriter) {
    func begin(_ kind: Kind, _ key: CollectionKey) {
      writer.write(number: kind.rawValue)
      writer.write(number: UInt64(key.value))
    }
    switch entry {
    case .create(let key, let name, let descriptor, let version):
      begin(version == 0 ? .create : .createAtVersion, key)
      if version > 0 { writer.write(number: version) }
      writer.write(Array(name.description.utf8))
      writer.write(descriptor)
    case .describe(let key, let descriptor):
      begin(.describe, key)
      writer.write(descriptor)
    case .delete(let key): begin(.delete, key)
    case .commit(let commit):
      begin(.commit, commit.collection)
      writer.write(number: commit.version)
      writer.write(optional: commit.requestID)
      writer.write(commit.payload)
    case .checkpointChunk(let key, let version, let index, let isLast, let bytes):
      begin(.checkpointChunk, key)
      writer.write(number: version)
      writer.write(number: UInt64(index))
      writer.write(number: isLast ? 1 : 0)
      writer.write(bytes)
    case .trim(let key, let before):
      begin(.trim, key)
      writer.write(number: before)
    }
  }

  /// Reads entries; nil if the bytes are not valid.
  static func read(_ bytes: [UInt8]) -> [JournalEntry]? {
    bytes.withUnsafeBytes { bytes in
      var reader = LengthReader(bytes)
      guard let count = reader.number(), count <= UInt64(bytes.count) else { return nil }
      var entries: [JournalEntry] = []
      entries.reserveCapacity(Int(count))
      for _ in 0..<count {
        guard let entry = readEntry(&reader) else { return nil }
        entries.append(entry)
      }
      return reader.isAtEnd ? entries : nil
    }
  }

  private static func readEntry(_ reader: inout LengthReader) -> JournalEntry? {
    guard let kind = reader.number().flatMap(Kind.init), let number = reader.number(), number > 0,
      number <= Int64.max
    else { return nil }
    let key = CollectionKey(Int64(number))
    switch kind {
    case .create, .createAtVersion:
      guard let version = kind == .create ? 0 : reader.number(), version < UInt64(Int64.max) else {
        return nil
      }
      guard let name = reader.next(), let descriptor = reader.next() else { return nil }
      return .create(
        key,
        name: Identifier(unchecked: String(decoding: name, as: UTF8.self)),
        descriptor: Array(descriptor),
        version: version
      )
    case .describe: return reader.next().map { .describe(key, descriptor: Array($0)) }
    case .delete: return .delete(key)
    case .commit:
      guard let version = reader.number(), let request = reader.nextOptional(), let payload = reader.next()
      else {
        return nil
      }
      return .commit(
        CommitRecord(
          collection: key,
          version: version,
          requestID: request.map { Array($0) },
          payload: Array(payload)
        )
      )
    case .checkpointChunk:
      guard let version = reader.number(), let index = reader.number(), index <= UInt64(ChunkID.maximumIndex),
        let isLast = reader.number(), isLast <= 1, let bytes = reader.next()
      else { return nil }
      return .checkpointChunk(
        key,
        version: version,
        index: Int(index),
        isLast: isLast == 1,
        bytes: Array(bytes)
      )
    case .trim: return reader.number().map { .trim(key, before: $0) }
    }
  }
}
