internal import ArgumentParser

/// The operation that a load test repeats.
package enum BenchOperation: String, Sendable, CaseIterable {
  /// Calls that do no work on the server: `Health/Check`.
  case ping
  /// Transactions that insert one item after a random one.
  case insert
  /// Transactions that move one random item to a place after another one.
  case move
  /// Transactions over two collections, with a move as that of ``move`` in each of them.
  case transact
  /// Half moves as those of ``move``, each a step of one of ``CallMaker/stackCount`` stacks, and half undos of one of these.
  case undo
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
    case .transact: [(.transact, 10)]
    case .undo: [(.step, 5), (.undo, 5)]
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
    case .move, .transact, .undo, .mixed: 2
    }
  }

  /// The minimum number of collections.
  package var fewestCollections: Int { self == .transact ? 2 : 1 }
}

extension BenchOperation: ExpressibleByArgument {}

/// The kinds of calls.
package enum CallKind: Int, Sendable, CaseIterable {
  case ping
  case insert
  case move
  case transact
  /// A move that is a step of a stack.
  case step
  case undo
  case fetch
}
