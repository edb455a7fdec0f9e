internal import ArgumentParser

/// The operation that a load test repeats.
package enum BenchOperation: String, Sendable, CaseIterable {
  /// Calls that do no work on the server: `Health/Check`.
  case ping
  /// Transactions that insert one item after a random one.
  case insert
  /// Transactions that move one random item to a place after another one.
  case move
  /// Reads of a screenful of items at a random place.
  case fetch
  /// A mix: half fetches, four tenths moves, one tenth inserts.
  case mixed

  /// The kinds of calls that it consists of, with their shares in tenths.
  var shares: [(kind: CallKind, tenths: Int)] {
    switch self {
    case .ping: [(.ping, 10)]
    case .insert: [(.insert, 10)]
    case .move: [(.move, 10)]
    case .fetch: [(.fetch, 10)]
    case .mixed: [(.fetch, 5), (.move, 4), (.insert, 1)]
    }
  }

  /// Whether it needs collections of its own.
  package var needsCollections: Bool { self != .ping }

  /// The minimum number of initial items in a collection.
  package var fewestItems: Int {
    switch self {
    case .ping, .insert: 0
    case .fetch: 1
    case .move, .mixed: 2
    }
  }
}

extension BenchOperation: ExpressibleByArgument {}

/// The kinds of calls.
package enum CallKind: Int, Sendable, CaseIterable {
  case ping
  case insert
  case move
  case fetch
}
