import Synchronization

/// The ``AcceptGate`` that all listening channels share; each channel has its own event loop.
final class SharedGate: Sendable {
  private let gate: Mutex<AcceptGate>

  init(_ gate: AcceptGate) { self.gate = Mutex(gate) }

  func capacity(descriptorLimit limit: Int) -> Int { gate.withLock { $0.capacity(descriptorLimit: limit) } }

  /// Changes the maximum number of connections. Open connections stay, even if there are more.
  func change(maximumConnections: Int) { gate.withLock { $0.maximumConnections = maximumConnections } }

  func mayAccept(descriptorLimit limit: Int) -> Bool {
    gate.withLock { $0.mayAccept(descriptorLimit: limit) }
  }

  func accept(descriptorLimit limit: Int) -> AcceptGate.Verdict {
    gate.withLock { $0.accept(descriptorLimit: limit) }
  }

  func refuse() -> AcceptGate.Verdict { gate.withLock { $0.refuse() } }

  func close(_ verdict: AcceptGate.Verdict) { gate.withLock { $0.close(verdict) } }
}
