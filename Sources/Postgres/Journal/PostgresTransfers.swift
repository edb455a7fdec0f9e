import Dispatch
import Engine
import Synchronization

/// Gains slots and gives them away, one after the other: it may wait for the connection that writes, as the thread of the
/// node must not.
struct PostgresTransfers: Sendable {
  private let queue = DispatchQueue(label: "journal-transfers")

  /// Reads slots that the node owns now.
  func gain(_ slots: SlotSet, _ journal: PostgresJournal) {
    carryOut(journal) { journal in
      let (gained, contents) = try journal.writer.withLock { writer in
        try journal.checkUsable()
        let (gained, contents) = try writer.gain(slots)
        journal.shared.withLock { shared in
          _ = shared.heads.add(contents.heads)
          shared.places.merge(contents.places) { _, new in new }
        }
        return (gained, contents)
      }
      journal.node.post(.gained(gained, contents.records))
    }
  }

  /// Gives slots away.
  func release(_ assignment: Membership.Assignment, _ journal: PostgresJournal) {
    carryOut(journal) { journal in
      try give(journal) { writer in try writer.release(assignment) }
      journal.node.post(.released(assignment.slots))
    }
  }

  /// Gives all slots away, and removes the node.
  func leave(_ assignment: Membership.Assignment, _ journal: PostgresJournal) {
    carryOut(journal) { journal in
      try give(journal) { writer in try writer.leave(assignment) }
      journal.node.post(.left)
    }
  }

  private func give(
    _ journal: PostgresJournal,
    _ body: (inout PostgresWriter) throws -> [CollectionKey]
  ) throws {
    try journal.writer.withLock { writer in
      try journal.checkUsable()
      let keys = try body(&writer)
      journal.shared.withLock { shared in
        shared.heads.remove(keys)
        for key in keys { shared.places[key] = nil }
      }
    }
  }

  private func carryOut(
    _ journal: PostgresJournal,
    _ body: @escaping @Sendable (PostgresJournal) throws -> Void
  ) {
    queue.async { [weak journal] in
      guard let journal else { return }
      do { try body(journal) } catch { journal.stopInBackground(error) }
    }
  }
}
