import ArrangeModel
import Engine

/// The row of a collection.
struct PostgresCollectionRow: Sendable {
  let key: CollectionKey
  private(set) var head: JournalHeads.Head
  private(set) var place: PostgresPlace
  let descriptor: [UInt8]

  /// Reads a row that begins with the columns of ``PostgresSchema/readHeads``.
  init(_ rows: PostgresRows, _ row: Int) throws(JournalError) {
    let number = rows.number(row, 0)
    let name = rows.text(row, 1)
    guard number > 0 else { throw damaged("the table of collections") }
    key = CollectionKey(number)
    let pages = Int(rows.number(row, 6))
    descriptor = rows.bytes(row, 8)
    var place = PostgresPlace(slot: Slot.of(Identifier(unchecked: name)))
    place.version = rows.unsigned(row, 2)
    place.writtenVersion = place.version
    place.oldest = rows.unsigned(row, 3)
    place.series = rows.number(row, 5)
    place.pages = pages
    place.descriptor = PostgresChecksum.descriptor(descriptor)
    let head = JournalHeads.Head(
      name: Identifier(unchecked: name),
      version: place.version,
      oldest: place.oldest,
      checkpoint: rows.isNull(row, 4)
        ? nil : CheckpointRecord(version: rows.unsigned(row, 4), chunkCount: pages)
    )
    guard PostgresChecksum.collection(key, head, place) == rows.number(row, 7) else {
      throw damaged("the row of the collection \(name)")
    }
    self.head = head
    self.place = place
  }
}

extension PostgresCollectionRow {
  /// Reads a row of ``PostgresSchema/readHeads``: the collection as of its newest commit.
  ///
  /// - Returns: the collection, and the oldest version of which there is a row; 0 if there is none.
  static func withCommits(
    _ rows: PostgresRows,
    _ index: Int
  ) throws(JournalError) -> (row: PostgresCollectionRow, first: UInt64) {
    var row = try PostgresCollectionRow(rows, index)
    let (first, last) = (rows.unsigned(index, 9), rows.unsigned(index, 10))
    row.head.version = max(row.head.version, last)
    row.place.version = row.head.version
    guard
      row.head.oldest > row.head.version
        || (last == row.head.version && first > 0 && first <= row.head.oldest)
    else { throw damaged("the run of commits of \(row.head.name)") }
    return (row, first)
  }

  var record: CollectionRecord {
    CollectionRecord(key: key, name: head.name, version: head.version, descriptor: descriptor)
  }
}

/// The state of collections without their content.
struct PostgresContents: Sendable {
  private(set) var heads = JournalHeads()
  private(set) var places: [CollectionKey: PostgresPlace] = [:]
  private(set) var garbage: [PostgresGarbage] = []
  private(set) var nextSeries: Int64 = 1
  private(set) var records: [CollectionRecord] = []

  /// The statements that read the tables.
  ///
  /// - Parameter slots: the slots of the collections; nil for all.
  static func calls(_ slots: SlotSet?) -> [PostgresCall] {
    var parameters = PostgresParameters()
    if let slots = slots?.slots {
      parameters.add(slots.map { Int64($0) }, count: slots.count)
    } else {
      parameters.addNull()
    }
    return [PostgresSchema.readHeads, PostgresSchema.readSeries, PostgresSchema.readRemovals].map {
      PostgresCall($0, parameters)
    }
  }

  /// Reads what the statements of ``calls(_:)`` have returned.
  ///
  /// - Parameter slots: the slots of which collections are taken; nil for all.
  init(_ results: ArraySlice<PostgresRows>, _ slots: SlotSet? = nil) throws(JournalError) {
    let results = Array(results)
    let isWanted = { (slot: Int) in slots?.contains(slot) ?? true }
    try readHeads(results[0], isWanted)
    readRemovals(results[2], isWanted)
    readSeries(results[1], isWanted)
  }

  private mutating func readHeads(_ rows: PostgresRows, _ isWanted: (Int) -> Bool) throws(JournalError) {
    for index in 0..<rows.count {
      let (row, first) = try PostgresCollectionRow.withCommits(rows, index)
      guard isWanted(row.place.slot) else { continue }
      guard heads.restore(row.key, row.head) else {
        throw damaged("the row of the collection \(row.head.name)")
      }
      places[row.key] = row.place
      records.append(row.record)
      nextSeries = max(nextSeries, row.place.series + 1)
      if first > 0, first < row.head.oldest {
        garbage.append(PostgresGarbage(row.place.slot, .commits(row.key, first..<row.head.oldest)))
      }
    }
  }

  /// Finds pages of checkpoints that were replaced, never completed, or are of deleted collections.
  private mutating func readSeries(_ rows: PostgresRows, _ isWanted: (Int) -> Bool) {
    for row in 0..<rows.count where isWanted(Int(rows.number(row, 3))) {
      let (key, series) = (CollectionKey(rows.number(row, 0)), rows.number(row, 1))
      nextSeries = max(nextSeries, series + 1)
      if places[key]?.series == series { continue }
      let pages = 0..<Int(rows.number(row, 2)) + 1
      garbage.append(PostgresGarbage(Int(rows.number(row, 3)), .pages(key, series: series, pages)))
    }
  }

  private mutating func readRemovals(_ rows: PostgresRows, _ isWanted: (Int) -> Bool) {
    for row in 0..<rows.count where isWanted(Int(rows.number(row, 3))) {
      let (key, slot) = (CollectionKey(rows.number(row, 0)), Int(rows.number(row, 3)))
      // The last ones are removed first, and the record of the removal at the end.
      garbage.append(PostgresGarbage(slot, .removal(key)))
      if !rows.isNull(row, 1) {
        let versions = rows.unsigned(row, 1)..<rows.unsigned(row, 2) + 1
        garbage.append(PostgresGarbage(slot, .commits(key, versions)))
      }
    }
  }
}
