import NIOCore

/// The connections of an event loop that wait for their turn: those first whose last turn was short, so that whoever asks
/// for little is not held up by those who ask for much. Among these, owners of connections have turns: who has many gets no
/// more than who has one.
package struct TurnQueue<Connection> {
  private var short = CallerQueue<Connection>()
  private var long = CallerQueue<Connection>()

  package init() {}

  package var isEmpty: Bool { short.isEmpty && long.isEmpty }

  /// - Parameters:
  ///   - owner: whose turn it is then, with all of its connections.
  ///   - wasLong: whether the last turn of the connection was a long one.
  package mutating func append(_ connection: Connection, of owner: ObjectIdentifier, wasLong: Bool) {
    if wasLong { long.append(connection, of: owner) } else { short.append(connection, of: owner) }
  }

  /// Whose turn it is; nil if nobody waits.
  package mutating func next() -> Connection? { short.next() ?? long.next() }
}

/// What several callers want to have done: each has a turn after the other, so that one who wants much does not hold up the
/// others. What one caller wants is done in its order.
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
