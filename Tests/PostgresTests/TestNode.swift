import ArrangeModel
import Dispatch
import Engine
import Postgres
import Synchronization
import TestSupport
import Testing

/// What a node is told, in this order.
final class RecordingMember: JournalMember {
  struct State {
    var slots = SlotSet()
    var collections: [CollectionKey: CollectionRecord] = [:]
    /// The names that other nodes have changed, and what was there then; nil for nothing.
    var catalog: [(name: Identifier, record: CollectionRecord?)] = []
    var nodes: [NodeRecord] = []
    /// The number of times that slots were given away.
    var releases = 0
  }

  let state = Mutex(State())

  func gained(_ slots: SlotSet, _ collections: [CollectionRecord]) {
    state.withLock { state in
      #expect(state.slots.intersection(slots).isEmpty)
      state.slots = state.slots.union(slots)
      for record in collections {
        #expect(slots.contains(Slot.of(record.name)))
        state.collections[record.key] = record
      }
    }
  }

  func release(_ slots: SlotSet, whenDone: @escaping @Sendable () -> Void) {
    state.withLock { state in
      #expect(slots.subtracting(state.slots).isEmpty)
      state.releases += 1
    }
    DispatchQueue.global().async { whenDone() }
  }

  func released(_ slots: SlotSet) {
    state.withLock { state in
      state.slots = state.slots.subtracting(slots)
      state.collections = state.collections.filter { !slots.contains(Slot.of($0.value.name)) }
    }
  }

  func catalogChanged(_ changes: [CatalogChange]) {
    state.withLock { state in
      for change in changes {
        switch change {
        case .present(let record): state.catalog.append((record.name, record))
        case .absent(let name): state.catalog.append((name, nil))
        }
      }
    }
  }

  func nodesChanged(_ nodes: [NodeRecord]) { state.withLock { $0.nodes = nodes } }

  var slots: SlotSet { state.withLock { $0.slots } }
}

/// A node with its member.
struct TestNode {
  let journal: PostgresJournal
  let member = RecordingMember()
  let stopped = StopNote()

  /// What the journal stopped with.
  final class StopNote: Sendable {
    let error = Mutex<JournalError?>(nil)
  }

  init(
    _ name: String,
    _ options: PostgresJournal.Options,
    of server: PostgresServer? = nil,
    port: Int? = nil,
    leaseMilliseconds: Int = 10_000
  ) throws {
    journal = try PostgresJournal(
      PostgresAddress(try (server ?? PostgresServer.shared.get()).address(port: port)),
      options: options,
      node: NodeIdentity(name: name, address: ":7420", leaseMilliseconds: leaseMilliseconds)
    )
    let stopped = stopped
    journal.whenStopped { error in stopped.error.withLock { $0 = error } }
    try journal.join(member, port: nil)
  }

  /// The first of the lists of ``JournalLoad`` whose slot the node owns, or does not own.
  func key(owned: Bool = true) -> Int64 {
    let slots = member.slots
    return (1...64).first { slots.contains(TestNode.slot($0)) == owned } ?? 0
  }

  static func slot(_ key: Int64) -> Int { Slot.of(Identifier(unchecked: "list \(key)")) }
}
