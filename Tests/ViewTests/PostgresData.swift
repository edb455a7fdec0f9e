import Engine
import Foundation
import Postgres
import TestSupport

/// Data in a schema of PostgreSQL. Copies are other schemas: made with SQL, or restored from a backup.
final class PostgresData: StageData {
  private let server: PostgresServer
  private let address: PostgresAddress
  private let schema: String
  private var copies = 0

  init() throws {
    server = try PostgresServer.shared.get()
    address = try PostgresAddress(server.address())
    schema = "views_" + UUID().uuidString.lowercased().replacing("-", with: "").prefix(12)
  }

  private func options(_ schema: String) -> PostgresJournal.Options {
    var options = PostgresJournal.Options()
    options.schema = schema
    return options
  }

  func open() throws -> any Journal { try PostgresJournal(address, options: options(schema)) }

  func copy(_ journal: any Journal) throws -> String {
    copies += 1
    let copy = "\(schema)_\(copies)"
    if copies % 2 == 0 {
      let backup = try journal.backedUp()
      try PostgresJournal.make(address, options: options(copy)) { try $0.restore(backup) }
    } else {
      try copyTables(schema, to: copy)
    }
    return copy
  }

  func putBack(_ copy: String) throws {
    try server.sql("DROP SCHEMA \(schema) CASCADE")
    try copyTables(copy, to: schema)
  }

  /// Copies a schema as of one moment, with the nodes that use it: all tables with their keys, indexes and rows.
  private func copyTables(_ source: String, to target: String) throws {
    // Journals know one index by its name, and the names of copied ones are others.
    try server.sql(
      """
      BEGIN ISOLATION LEVEL REPEATABLE READ;
      SET LOCAL client_min_messages = warning;
      CREATE SCHEMA \(target);
      DO $$
      DECLARE name text;
      BEGIN
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = '\(source)' LOOP
          EXECUTE format('CREATE TABLE \(target).%I (LIKE \(source).%I INCLUDING ALL)', name, name);
          EXECUTE format('INSERT INTO \(target).%I SELECT * FROM \(source).%I', name, name);
        END LOOP;
      END $$;
      DROP INDEX \(target).commits_collection_request_idx;
      CREATE UNIQUE INDEX commits_request ON \(target).commits (collection, request) WHERE request IS NOT NULL;
      COMMIT
      """
    )
  }
}
