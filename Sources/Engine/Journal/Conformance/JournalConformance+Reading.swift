import ArrangeModel

/// Checks of what is read.
extension JournalConformance {
  /// The tested sizes of payloads, in bytes: around the sizes of pages and beyond a megabyte.
  private static let sizes = [0, 1, 200, 486, 1_001, 4_060, 4_096, 65_536, 1_500_000]

  func bytes(_ place: String) throws(JournalError) {
    var journal = try open(place)
    defer { journal.close() }
    var model = NaiveJournal()
    var entries = [Self.create(1, "a"), Self.create(.max, "\u{1F600} b")]
    for (index, size) in Self.sizes.enumerated() {
      let payload = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ index) }
      entries.append(Self.commit(1, UInt64(index + 1), request: [UInt8(index)], payload: payload))
      entries.append(.describe(CollectionKey(.max), descriptor: payload))
      entries.append(Self.chunk(1, 1, index, isLast: index + 1 == Self.sizes.count, payload))
    }
    expect(model.append(entries), "the model refuses")
    try journal.append(entries)
    for _ in 0..<2 {
      // Large values make unreadable messages.
      expect(try JournalSnapshot(of: journal) == model.snapshot, "what is read is not what was written")
      journal.close()
      journal = try open(place)
    }
  }

  func ranges(_ place: String) throws(JournalError) {
    let journal = try open(place)
    defer { journal.close() }
    let key = CollectionKey(2)
    // Neighbours on both sides, so that a range that is too large is noticed.
    for other in [1, 2, 3] as [Int64] {
      try journal.append([Self.create(other, Identifier(unchecked: "c\(other)"))])
      try journal.append((1...10).map { Self.commit(other, $0) })
    }
    try journal.append([.trim(key, before: 3)])
    for from in [0, 1, 2, 3, 4, 9, 10, 11, 12, UInt64(Int64.max), .max] {
      for limit in [-1, 0, 1, 2, 7, 8, 9, .max] {
        let found = try journal.commits(of: key, from: from, limit: limit)
        let wanted = (3...10).filter { $0 >= from }.prefix(max(0, limit))
        expectEqual(found.map(\.version), Array(wanted), "commits from \(from), at most \(limit)")
        expect(found.allSatisfy { $0.collection == key && $0.payload.first == 2 }, "another's commit")
      }
    }
  }

  func unknownCollections(_ place: String) throws(JournalError) {
    let journal = try open(place)
    defer { journal.close() }
    try journal.append([Self.create(1, "a"), Self.commit(1, 1, request: [1])])
    let key = CollectionKey(77)
    expectEqual(try journal.checkpoint(of: key), nil, "checkpoint")
    expectEqual(try journal.oldestCommit(of: key), nil, "oldest commit")
    expectEqual(try journal.commits(of: key, from: 0, limit: 9), [], "commits")
    expectEqual(try journal.requests(of: key, limit: 9), [], "requests")
    expectEqual(try journal.commit(of: key, requestID: [1]), nil, "commit of a request")
    expectError(.conflict, "chunk") { () throws(JournalError) in
      _ = try journal.checkpointChunk(0, of: key, version: 0)
    }
    for entry in [
      .describe(key, descriptor: []), .delete(key), .trim(key, before: 0), Self.commit(77, 1),
      Self.chunk(77, 0, 0),
    ] {
      try expectConflict(journal, [entry], "\(entry)")
    }
  }

  func trim(_ place: String) throws(JournalError) {
    var journal = try open(place)
    defer { journal.close() }
    let key = CollectionKey(1)
    try journal.append([Self.create(1, "a"), .trim(key, before: 1)])
    expectEqual(try journal.oldestCommit(of: key), nil, "the oldest commit of none")
    try journal.append((1...40).map { Self.commit(1, $0) })
    expectEqual(try journal.oldestCommit(of: key), 1, "the oldest commit")
    try journal.append([.trim(key, before: 0)])
    for before in [1, 2, 2, 17, 5, 40] as [UInt64] {
      try journal.append([.trim(key, before: before)])
      let oldest = before == 5 ? 17 : before
      expectEqual(try journal.oldestCommit(of: key), oldest, "the oldest commit after a trim")
      let found = try journal.commits(of: key, from: 0, limit: 100).map(\.version)
      expectEqual(found, Array(oldest...40), "the commits after a trim")
    }
    try expectConflict(journal, [.trim(key, before: 42)], "a trim beyond the newest version")
    // The version is kept when all commits are trimmed, also after a restart.
    try journal.append([.trim(key, before: 41)])
    for _ in 0..<2 {
      expectEqual(try journal.collections().first?.version, 40, "the version of a trimmed collection")
      expectEqual(try journal.oldestCommit(of: key), nil, "the oldest commit of a trimmed collection")
      expectEqual(try journal.commits(of: key, from: 0, limit: 9), [], "the commits of a trimmed collection")
      journal.close()
      journal = try open(place)
    }
    try expectConflict(journal, [Self.commit(1, 40)], "a trimmed version")
    try journal.append([Self.commit(1, 41), .trim(key, before: 41)])
    expectEqual(try journal.oldestCommit(of: key), 41, "the oldest commit after going on")
  }
}
