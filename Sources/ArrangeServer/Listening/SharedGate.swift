import Synchronization

/// The ``AcceptGate`` of all addresses at which a server listens, each on an event loop of its own.
final class SharedGate: Sendable {
  private let gate: Mutex<AcceptGate>

  init(_ gate: AcceptGate) { self.gate = Mutex(gate) }

  func capacity(descriptorLimit limit: Int) -> Int { gate.withLock { $0.capacity(descriptorLimit: limit) } }

  func mayAccept(descriptorLimit limit: Int) -> Bool {
    gate.withLock { $0.mayAccept(descriptorLimit: limit) }
  }

  func accept(descriptorLimit limit: Int) -> AcceptGate.Verdict {
    gate.withLock { $0.accept(descriptorLimit: limit) }
  }

  func refuse() -> AcceptGate.Verdict { gate.withLock { $0.refuse() } }

  func close(_ verdict: AcceptGate.Verdict) { gate.withLock { $0.close(verdict) } }
}
