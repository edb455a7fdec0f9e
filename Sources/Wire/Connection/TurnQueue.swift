import NIOCore

/// The connections of an event loop that wait for their turn: those whose last turn was short first, so that
/// connections with little work are not delayed by busy ones. Within each group the owners of connections
/// take turns: an owner with many connections gets no more than one with a single connection.
package struct TurnQueue<Connection> {
  private var short = CallerQueue<Connection>()
  private var long = CallerQueue<Connection>()

  package init() {}

  package var isEmpty: Bool { short.isEmpty && long.isEmpty }

  /// - Parameters:
  ///   - owner: the owner, which shares its turns among all of its connections.
  ///   - wasLong: whether the last turn of the connection was long.
  package mutating func append(_ connection: Connection, of owner: ObjectIdentifier, wasLong: Bool) {
    if wasLong { long.append(connection, of: owner) } else { short.append(connection, of: owner) }
  }

  /// The connection whose turn it is; nil if none waits.
  package mutating func next() -> Connection? { short.next() ?? long.next() }
}

/// Work of several callers, which take turns, so that one with much work does not delay the others. The work
/// of one caller is done in order.
package struct CallerQueue<Work> {
  private var work: [ObjectIdentifier: CircularBuffer<Work>] = [:]
  /// The callers in the order of their turns, each once.
  private var callers = CircularBuffer<ObjectIdentifier>()

  package init() {}

  package var isEmpty: Bool { callers.isEmpty }

  package mutating func append(_ piece: Work, of caller: ObjectIdentifier) {
    if work[caller] == nil {
      work[caller] = CircularBuffer()
      callers.append(caller)
    }
    work[caller]?.append(piece)
  }

  /// The next piece of work; nil if there is none.
  package mutating func next() -> Work? {
    guard let caller = callers.popFirst(), let piece = work[caller]?.popFirst() else { return nil }
    if work[caller]?.isEmpty == true { work[caller] = nil } else { callers.append(caller) }
    return piece
  }
}
