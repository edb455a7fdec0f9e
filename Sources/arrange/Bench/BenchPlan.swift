/// What a load test does, with how many clients, and for how long.
package struct BenchPlan: Sendable, Equatable {
  package var operation: BenchOperation
  /// How many connections there are.
  package var clients = 50
  /// How many calls each connection has under way.
  package var pipeline = 1
  /// How many threads make the calls.
  package var threads = 1
  /// How long calls are made and counted.
  package var duration: Duration = .seconds(10)
  /// How long calls are made before that, and not counted.
  package var warmup: Duration = .seconds(1)
  /// How many collections there are.
  package var collections = 1
  /// How many items each collection has at the beginning.
  package var items = 10_000
  /// The strategy of the collections; nil for the server's default.
  package var strategy: String?
  /// How many calls are to begin in a second, all clients together; nil: as many as get answers.
  package var rate: Double?
  /// From which all random choices follow.
  package var seed: UInt64
  /// Whether every transaction carries a request id, as those of the client library do.
  package var hasRequestIDs = false

  package init(_ operation: BenchOperation, seed: UInt64) {
    self.operation = operation
    self.seed = seed
  }

  /// The most connections, calls under way on one, threads, collections, and items in one.
  package static let mostClients = 100_000
  package static let mostPipelined = 4_096
  package static let mostThreads = 64
  package static let mostCollections = 10_000
  package static let mostItems = 10_000_000
  /// The most calls in a second that can be asked for.
  package static let highestRate = 10_000_000.0

  /// What is wrong with the plan, for a person; nil when nothing is.
  package var problem: String? {
    func check(_ name: String, _ value: Int, _ range: ClosedRange<Int>) -> String? {
      range.contains(value)
        ? nil : "--\(name) goes from \(range.lowerBound) to \(range.upperBound), not \(value)."
    }
    return check("clients", clients, 1...BenchPlan.mostClients)
      ?? check("pipeline", pipeline, 1...BenchPlan.mostPipelined)
      ?? check("threads", threads, 1...min(BenchPlan.mostThreads, clients))
      ?? check("collections", collections, 1...BenchPlan.mostCollections)
      ?? (duration > .zero ? nil : "--duration is more than 0 seconds.")
      ?? rate.flatMap { rate in
        rate > 0 && rate <= BenchPlan.highestRate
          ? nil : "--rate is more than 0 and at most \(Int(BenchPlan.highestRate)) calls per second."
      }
      ?? (operation.needsCollections
        ? check("items", items, operation.fewestItems...BenchPlan.mostItems) : nil)
  }
}
