import ArrangeModel

/// Checks of what is appended.
extension JournalConformance {
  func compareAndSet(_ place: String) throws(JournalError) {
    let journal = try open(place)
    defer { journal.close() }
    expectEqual(try journal.collections(), [], "a new journal")
    try journal.append([])
    try journal.append([Self.create(1, "a"), Self.commit(1, 1), Self.commit(1, 2)])
    try expectConflict(journal, [Self.commit(1, 2)], "the newest version once more")
    try expectConflict(journal, [Self.commit(1, 1)], "an older version")
    try expectConflict(journal, [Self.commit(1, 4)], "a version too far")
    try expectConflict(journal, [Self.commit(1, 0)], "version 0")
    try expectConflict(journal, [Self.commit(1, 3), Self.commit(1, 3)], "a version twice in one append")
    try expectConflict(journal, [Self.commit(1, 3), Self.commit(1, 5)], "a gap in one append")
    try journal.append([Self.commit(1, 3)])
    expectEqual(try journal.collections().first?.version, 3, "the version")
  }

  func allOrNothing(_ place: String) throws(JournalError) {
    let journal = try open(place)
    defer { journal.close() }
    try journal.append([Self.create(1, "a"), Self.create(2, "b"), Self.commit(1, 1, request: [1])])
    try journal.append([Self.chunk(1, 1, 0), Self.chunk(1, 1, 1, isLast: true), Self.commit(1, 2)])
    let good: [JournalEntry] = [
      Self.create(3, "c"), Self.commit(3, 1, request: [1]), Self.commit(1, 3, request: [7]),
      .describe(CollectionKey(2), descriptor: [4]), .trim(CollectionKey(1), before: 2),
      Self.chunk(1, 3, 0), Self.chunk(1, 3, 1, isLast: true), .delete(CollectionKey(2)),
    ]
    let bad: [(String, JournalEntry)] = [
      ("a wrong version", Self.commit(1, 9)),
      ("a request id of the same append", Self.commit(1, 4, request: [7])),
      ("a taken name", Self.create(4, "a")), ("a taken key", Self.create(1, "d")),
      ("a deleted collection", Self.commit(2, 1)), ("an old checkpoint", Self.chunk(1, 3, 0)),
      ("a chunk without the one before it", Self.chunk(3, 1, 1)),
      ("a trim beyond the newest version", .trim(CollectionKey(1), before: 5)),
    ]
    for (what, entry) in bad {
      try expectConflict(journal, good + [entry], "\(what) at the end")
      try expectConflict(journal, good + [entry, Self.create(8, "h")], "\(what) near the end")
    }
    try journal.append(good)
    var model = NaiveJournal()
    _ = model.append([Self.create(1, "a"), Self.create(2, "b"), Self.commit(1, 1, request: [1])])
    _ = model.append([Self.chunk(1, 1, 0), Self.chunk(1, 1, 1, isLast: true), Self.commit(1, 2)])
    expect(model.append(good), "the model refuses")
    expectEqual(try JournalSnapshot(of: journal), model.snapshot, "after it all")
  }

  func requestIDs(_ place: String) throws(JournalError) {
    var journal = try open(place)
    defer { journal.close() }
    let (a, b) = (CollectionKey(1), CollectionKey(2))
    try journal.append([Self.create(1, "a"), Self.create(2, "b")])
    try journal.append([Self.commit(1, 1, request: [5]), Self.commit(1, 2), Self.commit(1, 3, request: [6])])
    // The same id in another collection is another id.
    try journal.append([Self.commit(2, 1, request: [5])])
    try expectConflict(journal, [Self.commit(1, 4, request: [5])], "a request id once more")
    try expectConflict(
      journal,
      [Self.commit(1, 4, request: [7]), Self.commit(1, 5, request: [7])],
      "a request id twice in one append"
    )
    // Ids are compared as bytes of their full length.
    let long = [UInt8](repeating: 0, count: 64)
    try journal.append([
      Self.commit(1, 4, request: [5, 0]), Self.commit(1, 5, request: long),
      Self.commit(1, 6, request: Array(long.dropLast())), Self.commit(1, 7, request: [0xFF, 0xC0]),
    ])
    for _ in 0..<2 {
      expectEqual(try journal.commit(of: a, requestID: [5])?.version, 1, "the commit of a request")
      expectEqual(try journal.commit(of: b, requestID: [5])?.version, 1, "the commit of a request in b")
      expectEqual(try journal.commit(of: a, requestID: [5, 0])?.version, 4, "the commit of a longer id")
      expectEqual(try journal.commit(of: a, requestID: long)?.version, 5, "the commit of a long id")
      expectEqual(try journal.commit(of: a, requestID: [9]), nil, "the commit of an unknown request")
      expectEqual(try journal.commit(of: b, requestID: [6]), nil, "the commit of another collection")
      let versions = try journal.requests(of: a, limit: 100).map(\.version)
      expectEqual(versions, [7, 6, 5, 4, 3, 1], "requests, newest first")
      expectEqual(try journal.requests(of: a, limit: 2).map(\.version), [7, 6], "the newest requests")
      expectEqual(try journal.requests(of: a, limit: 0), [], "no requests")
      try expectConflict(journal, [Self.commit(1, 8, request: [6])], "a request id once more, later")
      journal.close()
      journal = try open(place)
    }
    // The request id of a trimmed commit is removed with it.
    try journal.append([.trim(a, before: 2)])
    expectEqual(try journal.commit(of: a, requestID: [5]), nil, "the commit of a trimmed request")
    try expectConflict(journal, [Self.commit(1, 8, request: [6])], "the id of a commit that is kept")
    try journal.append([Self.commit(1, 8, request: [5])])
    expectEqual(try journal.commit(of: a, requestID: [5])?.version, 8, "the commit of an id used again")
    try expectConflict(journal, [Self.commit(1, 9, request: [5])], "an id used again, once more")
    try journal.append([.trim(a, before: 9), Self.commit(1, 9, request: [6])])
    expectEqual(try journal.requests(of: a, limit: 9).map(\.version), [9], "requests after a trim")
  }

  func names(_ place: String) throws(JournalError) {
    var journal = try open(place)
    defer { journal.close() }
    try journal.append([Self.create(1, "a"), Self.commit(1, 1, request: [1])])
    try journal.append([Self.chunk(1, 1, 0, isLast: true)])
    try expectConflict(journal, [Self.create(2, "a")], "a name once more")
    try expectConflict(journal, [Self.create(1, "b")], "a key once more")
    try expectConflict(journal, [Self.create(2, "b"), Self.create(3, "b")], "a name twice in one append")
    // Bytes decide: different cases, and two encodings of one letter, are different names.
    try journal.append([Self.create(5, "A"), Self.create(6, "\u{E9}"), Self.create(7, "e\u{301}")])
    try journal.append([.delete(CollectionKey(1)), Self.create(2, "a")])
    for _ in 0..<2 {
      let record = try journal.collections().first { $0.name == "a" }
      expectEqual(record?.key, CollectionKey(2), "the key of a name used again")
      expectEqual(record?.version, 0, "the version of a name used again")
      for key in [CollectionKey(1), CollectionKey(2)] {
        expectEqual(try journal.commits(of: key, from: 0, limit: 9), [], "commits of the deleted one")
        expectEqual(try journal.checkpoint(of: key), nil, "the checkpoint of the deleted one")
        expectEqual(try journal.commit(of: key, requestID: [1]), nil, "a request of the deleted one")
      }
      try expectConflict(journal, [.delete(CollectionKey(1))], "deleting twice")
      try expectConflict(journal, [Self.commit(1, 2)], "a commit to the deleted one")
      expectEqual(try journal.collections().count, 4, "the number of collections")
      journal.close()
      journal = try open(place)
    }
    try journal.append([Self.create(8, "x"), .delete(CollectionKey(8)), Self.create(9, "x")])
    try journal.append([Self.commit(2, 1, request: [1]), .describe(CollectionKey(2), descriptor: [])])
    expectEqual(try JournalSnapshot(of: journal).collections.count, 5, "the number of collections")
    try expectConflict(
      journal,
      [.delete(CollectionKey(9)), Self.create(9, "y")],
      "a key that was deleted in the same append"
    )
  }
}
