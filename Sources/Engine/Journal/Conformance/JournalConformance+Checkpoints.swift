import ArrangeModel

/// Checks of checkpoints.
extension JournalConformance {
  func checkpoints(_ place: String) throws(JournalError) {
    var journal = try open(place)
    defer { journal.close() }
    let key = CollectionKey(1)
    try journal.append([Self.create(1, "a"), Self.commit(1, 1), Self.commit(1, 2)])
    try journal.append([Self.chunk(1, 1, 0)])
    try journal.append([Self.chunk(1, 1, 1)])
    expectEqual(try journal.checkpoint(of: key), nil, "an unfinished checkpoint")
    try journal.append([Self.chunk(1, 1, 2, isLast: true)])
    let first = CheckpointRecord(version: 1, chunkCount: 3)
    expectEqual(try journal.checkpoint(of: key), first, "a complete checkpoint")
    // Other appends may come between the chunks; until the last one the older checkpoint counts.
    try journal.append([Self.chunk(1, 2, 0)])
    try journal.append([Self.commit(1, 3)])
    try journal.append([Self.chunk(1, 2, 1)])
    expectEqual(try journal.checkpoint(of: key), first, "the older checkpoint")
    expectEqual(try journal.checkpointChunk(2, of: key, version: 1), [9, 1, 2], "its chunk")
    expectError(.conflict, "a chunk of an unfinished checkpoint") { () throws(JournalError) in
      _ = try journal.checkpointChunk(0, of: key, version: 2)
    }
    journal.close()
    journal = try open(place)
    expectEqual(try journal.checkpoint(of: key), first, "the older checkpoint after a restart")
    try expectConflict(journal, [Self.chunk(1, 2, 2, isLast: true)], "going on after a restart")
    // The same version starts again, with fewer chunks.
    try journal.append([Self.chunk(1, 2, 0, isLast: true, [8])])
    for _ in 0..<2 {
      let second = CheckpointRecord(version: 2, chunkCount: 1)
      expectEqual(try journal.checkpoint(of: key), second, "the newer checkpoint")
      expectEqual(try journal.checkpointChunk(0, of: key, version: 2), [8, 2, 0], "its chunk")
      for (index, version) in [(1, 2), (-1, 2), (0, 1), (2, 1), (0, 3)] as [(Int, UInt64)] {
        expectError(.conflict, "chunk \(index) of \(version)") { () throws(JournalError) in
          _ = try journal.checkpointChunk(index, of: key, version: version)
        }
      }
      journal.close()
      journal = try open(place)
    }
    try journal.append([.trim(key, before: 3), Self.chunk(1, 3, 0, isLast: true), .trim(key, before: 4)])
    expectEqual(try journal.checkpoint(of: key)?.version, 3, "a checkpoint with no commit after it")
    expectEqual(try journal.collections().first?.version, 3, "the version")
  }

  func checkpointOrder(_ place: String) throws(JournalError) {
    let journal = try open(place)
    defer { journal.close() }
    let key = CollectionKey(1)
    // An empty collection can have a checkpoint, too.
    try journal.append([Self.create(1, "a"), Self.chunk(1, 0, 0, isLast: true)])
    expectEqual(try journal.checkpoint(of: key)?.version, 0, "the checkpoint of version 0")
    try journal.append((1...5).map { Self.commit(1, $0) })
    try expectConflict(journal, [Self.chunk(1, 0, 0)], "the version of the complete checkpoint")
    try expectConflict(journal, [Self.chunk(1, 6, 0)], "a version that is not there yet")
    try expectConflict(journal, [Self.chunk(1, 2, 1)], "a first chunk that is not chunk 0")
    try journal.append([Self.chunk(1, 2, 0)])
    try expectConflict(journal, [Self.chunk(1, 2, 2)], "a chunk left out")
    try expectConflict(journal, [Self.chunk(1, 3, 1)], "a chunk of another version")
    // Chunk 0 starts again, with the same version or another.
    try journal.append([Self.chunk(1, 2, 1), Self.chunk(1, 2, 0, [7])])
    try expectConflict(journal, [Self.chunk(1, 2, 2)], "going on with what was begun anew")
    try journal.append([Self.chunk(1, 3, 0), Self.chunk(1, 3, 1)])
    try expectConflict(journal, [Self.chunk(1, 2, 1)], "going on with an older one")
    try journal.append([Self.chunk(1, 3, 2, isLast: true)])
    expectEqual(
      try journal.checkpoint(of: key),
      CheckpointRecord(version: 3, chunkCount: 3),
      "the checkpoint that was finished"
    )
    try expectConflict(journal, [Self.chunk(1, 3, 3)], "a chunk after the last")
    // An older one than the unfinished one, but newer than the complete one, replaces the unfinished one.
    try journal.append([Self.chunk(1, 5, 0), Self.chunk(1, 4, 0, isLast: true)])
    expectEqual(try journal.checkpoint(of: key)?.version, 4, "the checkpoint")
    try expectConflict(journal, [Self.chunk(1, 5, 1, isLast: true)], "going on with the replaced one")
  }
}
