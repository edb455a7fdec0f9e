/// Which connections of the listener are served, which of them makes room for another one, and which are refused.
///
/// Each address has a limit, so that one can't take all of the room. A connection without a request in progress makes
/// room for a new one, the one that has been idle for the longest time first. If nobody is idle, a few more are served
/// for probes alone; since a probe is answered at once, these never stay busy.
///
/// It is a value that is told events; ``ConnectionCount`` carries out what it decides.
struct ConnectionRoom<ID: Hashable> {
  /// The limits, in connections.
  struct Limits {
    /// Of all addresses, without those for probes.
    var all: Int
    /// Of one address.
    var ofAddress: Int
    /// Of those that serve probes alone.
    var forProbes: Int
    /// Of those that are refused with an answer. Further ones are closed at once.
    var refused: Int
  }

  /// What becomes of a new connection.
  enum Verdict: Hashable {
    case served
    /// It is served for probes only.
    case probesOnly
    /// It is told that there is no room.
    case refused
    /// It is closed at once.
    case dropped
  }

  private enum Kind {
    case served
    case probesOnly
    case refused
  }

  private struct Connection {
    var kind: Kind
    var address: String
    /// The number of requests that are not answered yet.
    var requests = 0
    /// The number of its streams, each of which the server counts; while it has some, it is not one of the listener's.
    var streams = 0
    /// The number of the event since which it is idle.
    var idleSince: UInt64
  }

  private let limits: Limits
  private var connections: [ID: Connection] = [:]
  private var events: UInt64 = 0

  init(_ limits: Limits) { self.limits = limits }

  /// The number of connections that are served or refused.
  var count: Int { connections.count }

  /// A connection was accepted.
  ///
  /// - Returns: what becomes of it, and which connection is closed to make room.
  mutating func open(_ id: ID, from address: String) -> (verdict: Verdict, closing: ID?) {
    events += 1
    let (ofAddress, all) = served(address)
    func add(_ kind: Kind) {
      connections[id] = Connection(kind: kind, address: address, idleSince: events)
    }
    guard ofAddress >= limits.ofAddress || all >= limits.all else {
      add(.served)
      return (.served, nil)
    }
    let isOwn = ofAddress >= limits.ofAddress
    if let idle = removeIdle({ $0.kind == .served && (!isOwn || $0.address == address) }) {
      add(.served)
      return (.served, idle)
    }
    var closing: ID?
    if connections.values.count(where: { $0.kind == .probesOnly }) >= limits.forProbes {
      closing = removeIdle { $0.kind == .probesOnly }
      guard closing != nil else {
        guard connections.values.count(where: { $0.kind == .refused }) < limits.refused else {
          return (.dropped, nil)
        }
        add(.refused)
        return (.refused, nil)
      }
    }
    add(.probesOnly)
    return (.probesOnly, closing)
  }

  /// The number of connections of an address that are served, and of all.
  private func served(_ address: String) -> (ofAddress: Int, all: Int) {
    let served = connections.values.filter { $0.kind == .served && $0.streams == 0 }
    return (served.count { $0.address == address }, served.count)
  }

  /// Removes the connection that has been idle for the longest time, if there is one.
  private mutating func removeIdle(_ isMeant: (Connection) -> Bool) -> ID? {
    let idle = connections.filter { $0.value.requests == 0 && isMeant($0.value) }
    guard let first = idle.min(by: { $0.value.idleSince < $1.value.idleSince })?.key else { return nil }
    connections[first] = nil
    return first
  }

  /// The head of a request has arrived.
  mutating func begin(_ id: ID) { connections[id]?.requests += 1 }

  /// A request is answered.
  mutating func end(_ id: ID) {
    events += 1
    guard let connection = connections[id], connection.requests > 0 else { return }
    connections[id]?.requests -= 1
    connections[id]?.idleSince = events
  }

  /// A stream of answers begins on a connection that can serve other requests at the same time.
  mutating func beginStream(_ id: ID) { connections[id]?.streams += 1 }

  /// Such a stream has ended.
  ///
  /// - Returns: whether the connection has to end, because there is no room for it any more.
  mutating func endStream(_ id: ID) -> Bool {
    guard let connection = connections[id], connection.streams > 0 else { return false }
    connections[id]?.streams -= 1
    let (ofAddress, all) = served(connection.address)
    return connection.streams == 1 && (ofAddress > limits.ofAddress || all > limits.all)
  }

  /// The connection was closed, or is another protocol's from now on.
  mutating func close(_ id: ID) { connections[id] = nil }
}
