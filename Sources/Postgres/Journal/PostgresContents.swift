import ArrangeModel
import Engine

/// The row of a collection.
struct PostgresCollectionRow: Sendable {
  let key: CollectionKey
  let head: JournalHeads.Head
  let place: PostgresPlace
  let descriptor: [UInt8]

  /// Reads a row of the columns of ``PostgresSchema/readCollections``.
  init(_ rows: PostgresRows, _ row: Int) throws(JournalError) {
    let number = rows.number(row, 0)
    let name = rows.text(row, 1)
    guard number > 0 else { throw damaged("the table of collections") }
    key = CollectionKey(number)
    let pages = Int(rows.number(row, 6))
    descriptor = rows.bytes(row, 8)
    var place = PostgresPlace()
    place.version = rows.unsigned(row, 2)
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

/// The state of all collections without their content.
struct PostgresContents: Sendable {
  var heads = JournalHeads()
  var places: [CollectionKey: PostgresPlace] = [:]
  var garbage: [PostgresGarbage] = []
  var nextSeries: Int64 = 1

  /// Reads the tables.
  init(_ connection: PostgresConnection) throws {
    let results = try connection.run([
      PostgresCall(PostgresSchema.readHeads), PostgresCall(PostgresSchema.readSeries),
      PostgresCall(PostgresSchema.readRemovals),
    ])
    try readHeads(results[0])
    readRemovals(results[2])
    readSeries(results[1])
  }

  private mutating func readHeads(_ rows: PostgresRows) throws(JournalError) {
    for index in 0..<rows.count {
      let row = try PostgresCollectionRow(rows, index)
      var (head, place) = (row.head, row.place)
      let (first, last) = (rows.unsigned(index, 9), rows.unsigned(index, 10))
      head.version = max(head.version, last)
      place.version = head.version
      guard head.oldest > head.version || (last == head.version && first > 0 && first <= head.oldest),
        heads.restore(row.key, head)
      else { throw damaged("the run of commits of \(head.name)") }
      places[row.key] = place
      nextSeries = max(nextSeries, place.series + 1)
      if first > 0, first < head.oldest { garbage.append(.commits(row.key, first..<head.oldest)) }
    }
  }

  /// Finds pages of checkpoints that were replaced, never completed, or are of deleted collections.
  private mutating func readSeries(_ rows: PostgresRows) {
    for row in 0..<rows.count {
      let (key, series) = (CollectionKey(rows.number(row, 0)), rows.number(row, 1))
      nextSeries = max(nextSeries, series + 1)
      if places[key]?.series == series { continue }
      garbage.append(.pages(key, series: series, 0..<Int(rows.number(row, 2)) + 1))
    }
  }

  private mutating func readRemovals(_ rows: PostgresRows) {
    for row in 0..<rows.count {
      let key = CollectionKey(rows.number(row, 0))
      // The last ones are removed first, and the record of the removal at the end.
      garbage.append(.removal(key))
      if !rows.isNull(row, 1) {
        garbage.append(.commits(key, rows.unsigned(row, 1)..<rows.unsigned(row, 2) + 1))
      }
    }
  }
}
