import Engine
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("Journal conformance of PostgreSQL")
struct PostgresConformanceTests {
  @Test("the whole suite", arguments: 1...3 as ClosedRange<UInt64>)
  func conformance(seed: UInt64) throws {
    let address = try PostgresAddress(try PostgresServer.shared.get().address())
    let run = Schema.make()
    let suite = JournalConformance(
      seed: seed,
      opening: { (place) throws(JournalError) in
        try PostgresJournal(address, options: Schema.options("\(run)_\(place.replacing("-", with: "_"))"))
      }
    )
    suite.run()
    #expect(suite.violations.isEmpty, "\(suite.violations)")
  }
}

/// Schemas of their own for tests that share a server.
enum Schema {
  static func make() -> String {
    "t" + UUID().uuidString.lowercased().replacing("-", with: "").prefix(12)
  }

  static func options(_ name: String = make()) -> PostgresJournal.Options {
    var options = PostgresJournal.Options()
    options.schema = name
    return options
  }
}
