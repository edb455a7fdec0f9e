import ArrangeModel

/// The flags of what a commit undoes.
private enum UndoneFlag {
  static let redo: UInt8 = 1
  static let chosen: UInt8 = 2
}

extension UndoneCommits {
  /// Flags, and the versions, each but the first as the difference to the one before.
  var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(byte: (isRedo ? UndoneFlag.redo : 0) | (isChosen ? UndoneFlag.chosen : 0))
    var last: UInt64 = 0
    for version in versions {
      writer.write(version - last)
      last = version
    }
    return writer.bytes
  }

  init(_ reader: inout ByteReader) throws(ArrangeError) {
    let flags = try reader.byte()
    var versions: [UInt64] = []
    while !reader.isAtEnd {
      let (sum, overflows) = (versions.last ?? 0).addingReportingOverflow(try reader.number())
      guard !overflows, sum > versions.last ?? 0 else {
        throw .damagedJournal("the versions that a commit undoes do not ascend")
      }
      versions.append(sum)
    }
    guard !versions.isEmpty else { throw .damagedJournal("a commit undoes nothing") }
    self.init(
      versions,
      isRedo: flags & UndoneFlag.redo != 0,
      isChosen: flags & UndoneFlag.chosen != 0
    )
  }
}

extension StackID {
  static func stored(_ bytes: [UInt8]) throws(ArrangeError) -> StackID {
    do throws(ArrangeError) { return try StackID(bytes) } catch {
      throw .damagedJournal("the id of a stack has \(bytes.count) bytes")
    }
  }
}

/// The stored form of the report of an undo, by which a retry is answered: the commits of the step, and for each change what
/// became of it.
extension UndoReport {
  var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(versions.count)
    for version in versions { writer.write(version) }
    for list in [undone, kept] {
      writer.write(list.count)
      writer.write(list.changes.count)
      for change in list.changes { writer.write(change) }
    }
    writer.write(collections.count)
    for collection in collections { writer.write(collection) }
    return writer.bytes
  }

  init(encoded: [UInt8]) throws(ArrangeError) {
    var reader = ByteReader(encoded)
    versions = try reader.list { reader throws(ArrangeError) in try reader.number() }
    undone = try List(&reader)
    kept = try List(&reader)
    collections = try reader.list { reader throws(ArrangeError) in try reader.collection() }
    guard reader.isAtEnd else { throw .damagedJournal("a report is longer than it says") }
  }
}

extension UndoReport.List {
  fileprivate init(_ reader: inout ByteReader) throws(ArrangeError) {
    count = try reader.index()
    changes = try reader.list { reader throws(ArrangeError) in try reader.undoneChange() }
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ change: UndoneChange) {
    write(UInt64(change.kind.rawValue))
    write(change.id)
    write(bytes: change.field.utf8)
    write(UInt64(change.reason.rawValue))
    write(change.byVersion)
    write(bytes: (change.by?.name ?? "").utf8)
    write(change.collection ?? .empty)
  }
}

extension ByteReader {
  fileprivate mutating func undoneChange() throws(ArrangeError) -> UndoneChange {
    guard let kind = HistoryChange.Kind(rawValue: UInt32(truncatingIfNeeded: try number())) else {
      throw .damagedJournal("a change of a report has an unknown kind")
    }
    let (id, field) = (try identifier(), String(decoding: try run(), as: UTF8.self))
    guard let reason = UndoneChange.Reason(rawValue: UInt32(truncatingIfNeeded: try number())) else {
      throw .damagedJournal("a change of a report was kept for an unknown reason")
    }
    let (version, name) = (try number(), String(decoding: try run(), as: UTF8.self))
    let collection = try identifier()
    return UndoneChange(
      kind: kind,
      id: id,
      field: field,
      reason: reason,
      byVersion: version,
      by: name.isEmpty ? nil : Principal(unchecked: name),
      collection: collection.isEmpty ? nil : collection
    )
  }
}
