import ArrangeModel
package import Engine
import Ordering

/// Appends for tests of what a crash leaves.
package enum JournalHistory {
  /// A history with an append of each kind, some of them of several entries for several collections.
  package static func make(_ count: Int, seed: UInt64) -> [[JournalEntry]] {
    var random = OrderingRandom(seed: seed)
    var model = NaiveJournal()
    let keys = [CollectionKey(11), CollectionKey(22)]
    var appends: [[JournalEntry]] = [
      keys.map { .create($0, name: Identifier(unchecked: "list \($0.value)"), descriptor: [1]) }
    ]
    _ = model.append(appends[0])
    while appends.count < count {
      var entries: [JournalEntry] = []
      for key in keys {
        guard let version = model[key]?.record.version else { continue }
        let payload = (0..<Int.random(in: 0...90, using: &random)).map { UInt8(truncatingIfNeeded: $0) }
        let request: [UInt8]? = Bool.random(using: &random) ? [UInt8(key.value), UInt8(version)] : nil
        entries.append(
          .commit(
            CommitRecord(collection: key, version: version + 1, requestID: request, payload: payload)
          )
        )
        switch appends.count % 5 {
        case 1: entries.append(.describe(key, descriptor: payload))
        case 2:
          entries.append(
            .checkpointChunk(key, version: version, index: 0, isLast: false, bytes: payload)
          )
        case 3:
          entries.append(
            .checkpointChunk(key, version: version - 1, index: 1, isLast: true, bytes: payload)
          )
        case 4: entries.append(.trim(key, before: version - 1))
        default: break
        }
      }
      precondition(model.append(entries))
      appends.append(entries)
    }
    return appends
  }

  /// What the journal holds after each of the first appends, beginning with none.
  package static func states(_ appends: [[JournalEntry]]) -> [JournalSnapshot] {
    var model = NaiveJournal()
    var states = [model.snapshot]
    for entries in appends {
      _ = model.append(entries)
      states.append(model.snapshot)
    }
    return states
  }
}
