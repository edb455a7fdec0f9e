import ArrangeModel
import Ordering

/// Random histories against the naive model.
extension JournalConformance {
  /// The number of appends between two comparisons of everything.
  private static let comparisonInterval = 16

  func randomHistory(_ place: String, steps: Int) throws(JournalError) {
    var random = OrderingRandom(seed: seed)
    var journal = try open(place)
    defer { journal.close() }
    var model = NaiveJournal()
    var nextKey: Int64 = 1
    var conflicts = 0
    for step in 1...steps {
      let entries = Self.entries(for: model, nextKey: &nextKey, using: &random)
      let isGood = model.append(entries)
      do {
        try journal.append(entries)
        expect(isGood, "step \(step): a conflict was accepted: \(entries)")
      } catch {
        guard error.code == .conflict else { throw error }
        expect(!isGood, "step \(step): \(error), but there is no conflict: \(entries)")
        conflicts += 1
      }
      if step.isMultiple(of: Self.comparisonInterval) || step == steps {
        if Bool.random(using: &random) {
          journal.close()
          journal = try open(place)
          model.reopen()
        } else if Bool.random(using: &random) {
          _ = try journal.erase { true }
        }
        let found = try JournalSnapshot(of: journal)
        expect(found == model.snapshot, "step \(step): the journal differs from the model")
      }
      try checkReading(journal, model, step, using: &random)
      if !violations.isEmpty { return }
    }
    expect(conflicts > 0 || steps < 50, "no conflict in \(steps) steps")
  }

  /// Compares the answers to one random read.
  private func checkReading(
    _ journal: any Journal,
    _ model: NaiveJournal,
    _ step: Int,
    using random: inout OrderingRandom
  ) throws(JournalError) {
    guard let collection = model.snapshot.collections.randomElement(using: &random) else { return }
    let key = collection.record.key
    let from = UInt64.random(in: 0...collection.record.version + 1, using: &random)
    let limit = Int.random(in: 0...5, using: &random)
    let wanted = collection.commits.filter { $0.version >= from }.prefix(limit)
    expect(
      try journal.commits(of: key, from: from, limit: limit) == Array(wanted),
      "step \(step): commits of \(key.value) from \(from), at most \(limit)"
    )
    let request = Self.requestID(using: &random)
    expect(
      try journal.commit(of: key, requestID: request) == collection.commits.first { $0.requestID == request },
      "step \(step): the commit of request \(request) of \(key.value)"
    )
  }

  /// One of a few request ids, so that they collide.
  private static func requestID(using random: inout OrderingRandom) -> [UInt8] {
    [UInt8](
      repeating: UInt8.random(in: 0...200, using: &random),
      count: Int.random(in: 1...2, using: &random)
    )
  }

  private static func entries(
    for model: NaiveJournal,
    nextKey: inout Int64,
    using random: inout OrderingRandom
  ) -> [JournalEntry] {
    var model = model
    var entries: [JournalEntry] = []
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let entry = self.entry(for: model, nextKey: &nextKey, using: &random)
      entries.append(entry)
      // Later entries of the append are based on the result of the earlier ones.
      _ = model.append([entry])
    }
    return entries
  }

  private static func entry(
    for model: NaiveJournal,
    nextKey: inout Int64,
    using random: inout OrderingRandom
  ) -> JournalEntry {
    let bytes = (0..<Int.random(in: 0...300, using: &random)).map { UInt8(truncatingIfNeeded: $0) }
    let collection = model.snapshot.collections.randomElement(using: &random)
    guard let collection, Int.random(in: 0..<20, using: &random) > 0 else {
      nextKey += 1
      let name = Identifier(unchecked: "n\(Int.random(in: 0..<8, using: &random))")
      let version = Bool.random(using: &random) ? 0 : UInt64.random(in: 0...9, using: &random)
      return .create(CollectionKey(nextKey), name: name, descriptor: bytes, version: version)
    }
    let (key, version) = (collection.record.key, collection.record.version)
    // One in 40 is off by one.
    let isWrong = Int.random(in: 0..<40, using: &random) == 0
    switch Int.random(in: 0..<40, using: &random) {
    case 0: return .delete(key)
    case 1...2: return .describe(key, descriptor: bytes)
    case 3...6:
      let oldest = collection.oldest ?? version + 1
      return .trim(key, before: UInt64.random(in: oldest...version + 1, using: &random) + (isWrong ? 1 : 0))
    case 7...15:
      let index = Int.random(in: 0...2, using: &random)
      let isLast = Bool.random(using: &random)
      // Usually the newest version, so that chunks follow each other.
      let age = UInt64.random(in: 0...3, using: &random) == 0 ? UInt64.random(in: 0...4, using: &random) : 0
      let of = version - min(age, version) + (isWrong ? 1 : 0)
      return .checkpointChunk(key, version: of, index: index, isLast: isLast, bytes: bytes)
    default:
      let request = Int.random(in: 0..<3, using: &random) == 0 ? requestID(using: &random) : nil
      let next = version + (isWrong ? 2 : 1)
      return .commit(CommitRecord(collection: key, version: next, requestID: request, payload: bytes))
    }
  }
}
