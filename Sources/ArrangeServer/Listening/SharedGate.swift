import Synchronization

/// The ``AcceptGate`` of all addresses at which a server listens, each on an event loop of its own.
final class SharedGate: Sendable {
  private let gate: Mutex<AcceptGate>

  init(_ gate: AcceptGate) { self.gate = Mutex(gate) }

  func capacity(descriptorLimit limit: Int) -> Int { gate.withLock { $0.capacity(descriptorLimit: limit) } }

  /// Takes so many connections from now on. Those that are there stay, also where they are more.
  func change(mostConnections: Int) { gate.withLock { $0.mostConnections = mostConnections } }

  func mayAccept(descriptorLimit limit: Int) -> Bool {
    gate.withLock { $0.mayAccept(descriptorLimit: limit) }
  }

  func accept(descriptorLimit limit: Int) -> AcceptGate.Verdict {
    gate.withLock { $0.accept(descriptorLimit: limit) }
  }

  func refuse() -> AcceptGate.Verdict { gate.withLock { $0.refuse() } }

  func close(_ verdict: AcceptGate.Verdict) { gate.withLock { $0.close(verdict) } }
}
