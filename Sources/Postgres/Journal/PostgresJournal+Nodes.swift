import Dispatch
package import Engine
import Foundation
import Synchronization

/// The journal as one of several nodes, each of which writes to the collections of its own slots.
extension PostgresJournal: SharedJournal {
  package var lease: Lease { node.lease }

  package var nodeID: Int64 { node.id }

  package var isShared: Bool { !node.isAlone }

  package var isOvertaken: Bool { wasOvertaken.load(ordering: .acquiring) }

  package var hasLeft: Bool { node.hasLeft }

  package var millisecondsSinceContact: Int { node.millisecondsSinceContact }

  /// The nodes as the last poll has read them.
  package var nodes: [NodeRecord] { node.nodes.withLock { $0 } }

  package func join(_ member: any JournalMember, port: Int?) throws(JournalError) {
    node.identity.withLock { identity in
      if identity.address == nil, let port { identity.address = ":\(port)" }
    }
    try start(member)
  }

  package func cancelJoin() { node.cancelJoin() }

  package func refreshCatalog(_ whenDone: @escaping @Sendable (Bool) -> Void) { node.refresh(whenDone) }

  package var exchange: any SlotExchange { node }

  package func leave() { if hasThread.load(ordering: .acquiring) { node.leave() } }

  package func recordMade(_ declarations: [String]) throws(JournalError) {
    try checkUsable()
    var parameters = PostgresParameters()
    parameters.add(declarations)
    let call = PostgresCall(PostgresSchema.insertDeclarations, parameters)
    do {
      try writer.withLock { writer in try writer.commit([call]) }
    } catch {
      throw stop(error)
    }
  }

  // MARK: The thread

  /// Starts the thread of the node, and waits until the slots that no living node owns are gained.
  func start(_ member: (any JournalMember)?) throws(JournalError) {
    let outcome = JoinOutcome()
    let (address, schema, node, catalog) = (address, options.schema, node, catalog)
    let connection = polling.withLock { $0.take() }
    let patience = PostgresBackoff(limit: options.outageSeconds, availability)
    let thread = Thread { [weak self] in
      let polling = PostgresPolling(connection, address, schema: schema, node, catalog: catalog)
      var rounds = PostgresRounds(node, polling, member, patience: patience) { outcome.set($0) }
      while let next = self.map({ rounds.run($0) }) {
        switch next {
        case .wait: node.waitForPoll()
        case .again: break
        case .end: return
        }
      }
    }
    thread.name = "journal-node"
    hasThread.store(true, ordering: .releasing)
    thread.start()
    try outcome.wait()
  }

  /// Stops the journal because of its own work in the background.
  func stopInBackground(_ error: any Error) {
    let error = stop(error)
    let body = shared.withLock { shared in
      defer { shared.whenStopped = nil }
      return shared.whenStopped
    }
    if error.code != .closed { body?(error) }
  }
}

/// What became of an attempt to join, for the thread that waits for it.
private final class JoinOutcome: Sendable {
  private let result = Mutex<Result<Void, JournalError>?>(nil)
  private let isKnown = DispatchSemaphore(value: 0)

  func set(_ new: Result<Void, JournalError>) {
    result.withLock { $0 = new }
    isKnown.signal()
  }

  func wait() throws(JournalError) {
    isKnown.wait()
    if let result = result.withLock({ $0 }) { try result.get() }
  }
}
