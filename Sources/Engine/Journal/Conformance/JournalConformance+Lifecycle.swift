import ArrangeModel

/// Checks of opening, closing and copying.
extension JournalConformance {
  /// Entries of every kind, with something to remove.
  private static let variety: [JournalEntry] = [
    create(1, "a"), create(2, "b"), create(3, "c"), commit(1, 1, request: [1]), commit(1, 2),
    commit(2, 1, request: [1]), chunk(1, 1, 0), chunk(1, 1, 1, isLast: true), commit(1, 3, request: [2]),
    .trim(CollectionKey(1), before: 2), chunk(1, 2, 0), chunk(2, 1, 0), chunk(2, 1, 1, isLast: true),
    .describe(CollectionKey(2), descriptor: [0, 0]), .delete(CollectionKey(3)),
  ]

  func reopen(_ place: String) throws(JournalError) {
    var model = NaiveJournal()
    expect(model.append(Self.variety), "the model refuses")
    var journal = try open(place)
    try journal.append(Self.variety)
    for version in 4...12 as ClosedRange<UInt64> {
      journal.close()
      journal = try open(place)
      expectEqual(try JournalSnapshot(of: journal), model.snapshot, "after a restart")
      let entry = Self.commit(1, version, request: [UInt8(version)])
      expect(model.append([entry]), "the model refuses")
      try journal.append([entry])
    }
    journal.close()
  }

  func close(_ place: String) throws(JournalError) {
    let journal = try open(place)
    try journal.append(Self.variety)
    journal.close()
    journal.close()
    let key = CollectionKey(1)
    expectError(.closed, "append") { () throws(JournalError) in try journal.append([Self.commit(1, 4)]) }
    expectError(.closed, "append nothing") { () throws(JournalError) in try journal.append([]) }
    expectError(.closed, "collections") { () throws(JournalError) in _ = try journal.collections() }
    expectError(.closed, "checkpoint") { () throws(JournalError) in _ = try journal.checkpoint(of: key) }
    expectError(.closed, "chunk") { () throws(JournalError) in
      _ = try journal.checkpointChunk(0, of: key, version: 1)
    }
    expectError(.closed, "commits") { () throws(JournalError) in
      _ = try journal.commits(of: key, from: 1, limit: 1)
    }
    expectError(.closed, "commit of a request") { () throws(JournalError) in
      _ = try journal.commit(of: key, requestID: [1])
    }
    expectError(.closed, "requests") { () throws(JournalError) in
      _ = try journal.requests(of: key, limit: 1)
    }
    expectError(.closed, "oldest commit") { () throws(JournalError) in _ = try journal.oldestCommit(of: key) }
    expectError(.closed, "snapshot") { () throws(JournalError) in _ = try journal.snapshot() }
  }

  func snapshot(_ place: String) throws(JournalError) {
    let journal = try open(place)
    defer { journal.close() }
    try journal.append(Self.variety)
    let wanted = try JournalSnapshot(of: journal)
    let snapshot = try journal.snapshot()
    expectEqual(try JournalSnapshot(reading: snapshot), wanted, "the snapshot")
    // Whatever happens to the journal, the snapshot is as of its moment.
    try journal.append([
      Self.commit(1, 4), Self.chunk(1, 4, 0, isLast: true), .trim(CollectionKey(1), before: 5),
      .delete(CollectionKey(2)), Self.create(7, "z"),
    ])
    try journal.sweep { true }
    for _ in 0..<200 {
      try journal.append([.describe(CollectionKey(7), descriptor: [UInt8](repeating: 7, count: 500))])
    }
    expectEqual(try JournalSnapshot(reading: snapshot), wanted, "the snapshot later on")
    expectError(.conflict, "a chunk of the snapshot that is not there") { () throws(JournalError) in
      _ = try snapshot.checkpointChunk(0, of: CollectionKey(1), version: 4)
    }
  }

  /// Erasing changes nothing that can be read, now or after a restart.
  func erasure(_ place: String) throws(JournalError) {
    var journal = try open(place)
    defer { journal.close() }
    try journal.append(Self.variety)
    try journal.append([
      Self.commit(1, 4), Self.chunk(1, 4, 0, isLast: true), .trim(CollectionKey(1), before: 4),
      .delete(CollectionKey(2)),
    ])
    var wanted = try JournalSnapshot(of: journal)
    _ = try journal.erase { false }
    expectEqual(try JournalSnapshot(of: journal), wanted, "what is not erased")
    expect(try journal.erase { true } != .incomplete, "something is in use")
    expectEqual(try JournalSnapshot(of: journal), wanted, "after it was erased")
    try journal.append([Self.commit(1, 5, request: [5])])
    try expectConflict(journal, [Self.commit(1, 5)], "a version that is there")
    expectEqual(try journal.commit(of: CollectionKey(1), requestID: [5])?.version, 5, "a request")
    wanted = try JournalSnapshot(of: journal)
    journal.close()
    journal = try open(place)
    expectEqual(try JournalSnapshot(of: journal), wanted, "after a restart")
  }

  /// A collection can begin at a version, as one of a restored backup does.
  func beginning(_ place: String) throws(JournalError) {
    var journal = try open(place)
    let key = CollectionKey(1)
    var model = NaiveJournal()
    let appends: [[JournalEntry]] = [
      [.create(key, name: "a", descriptor: [1], version: 41), Self.create(2, "b")],
      [Self.commit(1, 42, request: [1]), Self.chunk(1, 41, 0, isLast: true)], [Self.commit(1, 43)],
    ]
    for entries in appends {
      expect(model.append(entries), "the model refuses")
      try journal.append(entries)
      expectEqual(try JournalSnapshot(of: journal), model.snapshot, "after an append")
      journal.close()
      journal = try open(place)
      expectEqual(try JournalSnapshot(of: journal), model.snapshot, "after a restart")
    }
    try expectConflict(journal, [Self.commit(1, 1)], "the first version")
    expectEqual(try journal.commits(of: key, from: 1, limit: 9).map(\.version), [42, 43], "the commits")
    journal.close()
  }
}
