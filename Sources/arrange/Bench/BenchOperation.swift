internal import ArgumentParser

/// What a load test does.
package enum BenchOperation: String, Sendable, CaseIterable {
  /// Calls that cost the server nothing but the call: `Health/Check`.
  case ping
  /// Transactions that insert one item after a random one.
  case insert
  /// Transactions that move one random item behind another.
  case move
  /// Reads of a screenful of items at a random place.
  case fetch
  /// Half fetches, four tenths moves, one tenth inserts.
  case mixed

  /// The kinds of calls that it makes, with their shares in tenths.
  var shares: [(kind: CallKind, tenths: Int)] {
    switch self {
    case .ping: [(.ping, 10)]
    case .insert: [(.insert, 10)]
    case .move: [(.move, 10)]
    case .fetch: [(.fetch, 10)]
    case .mixed: [(.fetch, 5), (.move, 4), (.insert, 1)]
    }
  }

  /// Whether it works on collections of its own.
  package var needsCollections: Bool { self != .ping }

  /// The fewest items that a collection needs to begin with.
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
