/// The parameters of a load test.
package struct BenchPlan: Sendable, Equatable {
  package var operation: BenchOperation
  /// The number of connections.
  package var clients = 50
  /// The number of calls in flight on each connection.
  package var pipeline = 1
  /// The number of threads that make calls.
  package var threads = 1
  /// How long calls are made and measured.
  package var duration: Duration = .seconds(10)
  /// How long calls are made before that, without being measured.
  package var warmup: Duration = .seconds(1)
  /// The number of collections.
  package var collections: Int
  /// The initial number of items in each collection.
  package var items = 10_000
  /// The strategy of the collections; nil for the server's default.
  package var strategy: String?
  /// The number of calls that start in a second, over all clients; nil for an unlimited rate, at which each
  /// call waits for an answer only.
  package var rate: Double?
  /// The seed of all random choices.
  package var seed: UInt64
  /// Whether every transaction has a request id, as transactions of the client library do.
  package var hasRequestIDs = false

  package init(_ operation: BenchOperation, seed: UInt64) {
    self.operation = operation
    collections = operation.fewestCollections
    self.seed = seed
  }

  /// The maximum numbers of connections, of calls in flight on one, of threads, of collections, and of items
  /// in one.
  package static let maximumClients = 100_000
  package static let maximumPipelined = 4_096
  package static let maximumThreads = 64
  package static let maximumCollections = 10_000
  package static let maximumItems = 10_000_000
  /// The maximum rate, in calls per second.
  package static let highestRate = 10_000_000.0

  /// What is wrong with the plan, for people; nil if it is valid.
  package var problem: String? {
    func check(_ name: String, _ value: Int, _ range: ClosedRange<Int>) -> String? {
      range.contains(value)
        ? nil : "--\(name) goes from \(range.lowerBound) to \(range.upperBound), not \(value)."
    }
    return check("clients", clients, 1...BenchPlan.maximumClients)
      ?? check("pipeline", pipeline, 1...BenchPlan.maximumPipelined)
      ?? check("threads", threads, 1...min(BenchPlan.maximumThreads, clients))
      ?? check("collections", collections, operation.fewestCollections...BenchPlan.maximumCollections)
      ?? (duration > .zero ? nil : "--duration is more than 0 seconds.")
      ?? rate.flatMap { rate in
        rate > 0 && rate <= BenchPlan.highestRate
          ? nil : "--rate is more than 0 and at most \(Int(BenchPlan.highestRate)) calls per second."
      }
      ?? (operation.needsCollections
        ? check("items", items, operation.fewestItems...BenchPlan.maximumItems) : nil)
  }
}
