/// Decides what becomes of the next connection: it is taken, or refused with a reason, or waits to be accepted.
///
/// Descriptors are what it deals in. The journal opens files while the server runs, and stops the server where it can't; so
/// connections never take the last ones. What else there is to refuse with is bounded as well, and where that is used up
/// nothing is accepted until a connection closes.
///
/// It is a value that knows no sockets; ``AcceptHandler`` asks it.
struct AcceptGate: Sendable {
  /// How many descriptors are kept for the journal and for what else opens files: a new log, SQLite's log and index, their
  /// directory, copies, each a few times over.
  static let keptDescriptors = 28
  /// How many connections are refused at a time. Each is there until its client has read why, or has had time enough.
  static let mostRefusals = 64
  /// How many descriptors there are for that at least.
  static let leastRefusals = 4

  /// What becomes of a connection.
  enum Verdict: Sendable {
    case take
    case refuse
  }

  /// The most connections that are wanted.
  var mostConnections: Int
  /// How many descriptors the process has for other things.
  private let otherDescriptors: Int
  private var taken = 0
  private var refused = 0

  init(mostConnections: Int, otherDescriptors: Int) {
    self.mostConnections = mostConnections
    self.otherDescriptors = otherDescriptors
  }

  /// How many descriptors connections may have.
  private func descriptors(_ limit: Int) -> Int {
    max(0, limit - otherDescriptors - AcceptGate.keptDescriptors)
  }

  /// How many connections there can be where the process may have so many descriptors.
  func capacity(descriptorLimit limit: Int) -> Int {
    min(mostConnections, max(0, descriptors(limit) - AcceptGate.leastRefusals))
  }

  /// Whether a connection may be accepted.
  func mayAccept(descriptorLimit limit: Int) -> Bool {
    taken < capacity(descriptorLimit: limit)
      || (refused < AcceptGate.mostRefusals && taken + refused < descriptors(limit))
  }

  /// A connection was accepted.
  mutating func accept(descriptorLimit limit: Int) -> Verdict {
    guard taken < capacity(descriptorLimit: limit) else { return refuse() }
    taken += 1
    return .take
  }

  /// A connection was accepted for which there is no room.
  mutating func refuse() -> Verdict {
    refused += 1
    return .refuse
  }

  /// A connection is gone.
  mutating func close(_ verdict: Verdict) {
    switch verdict {
    case .take: taken -= 1
    case .refuse: refused -= 1
    }
  }
}
