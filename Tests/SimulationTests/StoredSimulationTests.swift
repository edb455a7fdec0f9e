import DenseInteger
import Engine
import Foundation
import Journals
import LexoRank
import Ordering
import Postgres
import RandomizedFraction
import TestSupport
import Testing

@Suite("Simulation: commits in a journal")
struct StoredSimulationTests {
  /// How many transactions each strategy has to get right where the scale is 1, over each journal.
  private static let transactionsPerStrategy = 3_000
  /// The number of transactions of one collection.
  private static let transactionsOfCollection = 250

  enum Strategy: CaseIterable {
    case dense, fractional, lexorank

    var strategy: any OrderingStrategy {
      switch self {
      case .dense: DenseInteger()
      case .fractional: RandomizedFraction()
      case .lexorank: LexoRank()
      }
    }
  }

  @Test("collections are read from SQLite as they are", arguments: Strategy.allCases)
  func inSQLite(_ strategy: Strategy) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "arrange-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: false)
    var options = LoggedJournal.Options()
    // Small, so that commits get from the log to the database on the way.
    options.store.checkpointInterval = 12
    options.smallestLog = 16
    options.largestLog = 64
    try run(strategy.strategy, "SQLite") { [options] number in
      try LoggedJournal(directory: root.appending(path: "\(number)").path, options: options)
    }
  }

  @Test("collections are read from PostgreSQL as they are", arguments: Strategy.allCases)
  func inPostgres(_ strategy: Strategy) throws {
    let address = try PostgresAddress(try PostgresServer.shared.get().address())
    let schema = "simulation_" + UUID().uuidString.lowercased().replacing("-", with: "").prefix(12)
    try run(strategy.strategy, "PostgreSQL") { number in
      var options = PostgresJournal.Options()
      options.schema = "\(schema)_\(number)"
      return try PostgresJournal(address, options: options)
    }
  }

  /// - Parameter open: opens the journal of the collection with a number.
  private func run(
    _ strategy: any OrderingStrategy,
    _ name: String,
    _ open: @escaping (Int) throws -> any Journal
  ) throws {
    let total = Double(StoredSimulationTests.transactionsPerStrategy) * SimulationTests.scale
    // One of each size at least.
    let collections = max(3, Int(total.rounded(.up)) / StoredSimulationTests.transactionsOfCollection)
    var random = OrderingRandom(seed: SimulationTests.firstSeed)
    var counts = StoredCommits.Counts()
    for number in 0..<collections {
      let size = Int.random(in: 0...[20, 400, 3_000][number % 3], using: &random)
      let stored = try StoredCommits(seed: random.next()) { try open(number) }
      defer { stored.close() }
      var simulation = Simulation(strategy: strategy, size: size, seed: random.next(), stored: stored)
      try simulation.run(transactions: StoredSimulationTests.transactionsOfCollection)
      counts.add(stored.counts)
    }
    print(
      "simulation over \(name): \(strategy.name), from seed \(SimulationTests.firstSeed): \(collections) collections, \(counts)"
    )
    #expect(counts.checkpoints > 0 && counts.reopenings > 0 && counts.mixed > 0)
  }
}
