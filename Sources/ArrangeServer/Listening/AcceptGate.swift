/// Decides about the next connection: it is admitted, refused with a reason, or not accepted yet.
///
/// The decision depends on file descriptors. The journal opens files while the server runs, and stops the
/// server if it can't; so connections never use the last descriptors. The number of refused connections is
/// limited as well; when it is reached, nothing is accepted until a connection closes.
///
/// It is a value that does not use sockets; ``AcceptHandler`` uses it.
struct AcceptGate: Sendable {
  /// The number of descriptors reserved for the journal and other files: a new log, SQLite's log and index,
  /// their directory, and copies, each several times.
  static let keptDescriptors = 28
  /// The maximum number of refused connections that are open. Each stays open until its client has read the
  /// reason, or has had enough time to.
  static let maximumRefusals = 64
  /// The minimum number of descriptors for refused connections.
  static let minimumRefusals = 4

  /// The decision about a connection.
  enum Verdict: Sendable {
    case take
    case refuse
  }

  /// The configured maximum number of connections.
  var maximumConnections: Int
  /// The number of descriptors that the process needs for other purposes.
  private let otherDescriptors: Int
  private var taken = 0
  private var refused = 0

  init(maximumConnections: Int, otherDescriptors: Int) {
    self.maximumConnections = maximumConnections
    self.otherDescriptors = otherDescriptors
  }

  /// The number of descriptors available for connections.
  private func descriptors(_ limit: Int) -> Int {
    max(0, limit - otherDescriptors - AcceptGate.keptDescriptors)
  }

  /// The maximum number of connections with a given descriptor limit.
  func capacity(descriptorLimit limit: Int) -> Int {
    min(maximumConnections, max(0, descriptors(limit) - AcceptGate.minimumRefusals))
  }

  /// Whether a connection may be accepted.
  func mayAccept(descriptorLimit limit: Int) -> Bool {
    taken < capacity(descriptorLimit: limit)
      || (refused < AcceptGate.maximumRefusals && taken + refused < descriptors(limit))
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

  /// A connection was closed.
  mutating func close(_ verdict: Verdict) {
    switch verdict {
    case .take: taken -= 1
    case .refuse: refused -= 1
    }
  }
}
