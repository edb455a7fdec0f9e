import Engine
import Foundation
import Postgres
import TestSupport
import Testing

/// What a server needs of PostgreSQL. `arranged check` and the start name what is missing, in the same words.
@Suite("Requirements of PostgreSQL")
struct PostgresRequirementsTests {
  private let server: PostgresServer
  private let options = Schema.options()
  private var role: String { "r\(options.schema)" }

  init() throws {
    server = try PostgresServer.shared.get()
    try server.sql("CREATE ROLE \(role) LOGIN")
  }

  private func text(_ database: String = "postgres", port: Int? = nil, options: String = "sslmode=disable")
    -> String
  {
    "postgresql://\(role)@127.0.0.1:\(port ?? server.port)/\(database)?\(options)"
  }

  /// What the check and a start say, which have to say the same. `between` is called between them.
  private func refusal(
    _ connection: String,
    _ status: Int32 = 74,
    between: () throws -> Void = {},
    location: SourceLocation = #_sourceLocation
  ) throws -> String {
    let words = ["--journal", connection, "--journal-schema", options.schema]
    let check = try ServerProcess.run("arranged", ["check"] + words)
    try between()
    let start = try ServerProcess.run("arranged", words + ["--listen", "127.0.0.1:0"])
    #expect(check.status == 64 && start.status == status, "\(check) \(start)", sourceLocation: location)
    let reasons = [check, start].map { $0.errors.split(separator: "\n").last.map(String.init) ?? "" }
    #expect(
      reasons[0].replacing("journal: ", with: "") == reasons[1].replacing("journal: ", with: ""),
      sourceLocation: location
    )
    return reasons[0]
  }

  /// Waits until the role has no connection: PostgreSQL ends one a moment after its client has closed it, and counts it until then.
  private func awaitEndOfConnections() throws {
    let count = "SELECT count(*) FROM pg_stat_activity WHERE usename = '\(role)'"
    for _ in 0..<ChildProcess.patience / 10 {
      if try server.sql(count) == "0" { return }
      usleep(10_000)
    }
    Issue.record("connections of \(role) stay open")
  }

  private func grant() throws { try server.sql("CREATE SCHEMA \(options.schema) AUTHORIZATION \(role)") }

  @Test("a role with too few connections", arguments: [1, 2])
  func connections(limit: Int) throws {
    try grant()
    try server.sql("ALTER ROLE \(role) CONNECTION LIMIT \(limit)")
    let refusal = try refusal(text(), between: awaitEndOfConnections)
    try awaitEndOfConnections()
    #expect(
      refusal.contains("needs 3 connections at the same time") && refusal.contains("gets \(limit);"),
      "\(refusal)"
    )
    #expect(refusal.contains("CONNECTION LIMIT") && refusal.contains("too many connections"), "\(refusal)")
    try server.sql("ALTER ROLE \(role) CONNECTION LIMIT 3")
    let address = try PostgresAddress(text())
    #expect(PostgresJournal.problem(address, options: options) == nil)
    try awaitEndOfConnections()
    let journal = try PostgresJournal(address, options: options)
    defer { journal.close() }
    try journal.append([JournalLoad.create(1), JournalLoad.commit(1, 1)])
    #expect(try JournalLoad.problems(journal, [1: 1]) == [])
    // A server has the connections that the check does not get: there are enough.
    try server.sql("ALTER ROLE \(role) CONNECTION LIMIT 4")
    #expect(PostgresJournal.problem(address, options: options) == nil)
  }

  @Test("a pooler in transaction mode", arguments: [1, 2, 4])
  func pooler(size: Int) throws {
    try grant()
    let transactions = try Pooler(to: server, mode: "transaction", size: size, role: role)
    #expect(try refusal(text(port: transactions.port)).contains("pool_mode = session"))
  }

  @Test("a pooler in session mode with too small a pool, or with one that is large enough")
  func sessions() throws {
    try grant()
    let small = try Pooler(to: server, mode: "session", size: 2, role: role)
    let problem = PostgresJournal.problem(try PostgresAddress(text(port: small.port)), options: options)
    #expect(problem?.contains("gets 2;") == true && problem?.contains("the pool of a pooler") == true)
    let large = try Pooler(to: server, mode: "session", size: 3, role: role)
    let journal = try PostgresJournal(PostgresAddress(text(port: large.port)), options: options)
    defer { journal.close() }
    try journal.append([JournalLoad.create(1), JournalLoad.commit(1, 1)])
    #expect(try JournalLoad.problems(journal, [1: 1]) == [])
  }

  @Test("rights on the database, the schema and its tables")
  func rights() throws {
    let schema = options.schema
    #expect(try refusal(text()).contains("carry out CREATE SCHEMA \(schema) AUTHORIZATION \(role)"))
    try server.sql("CREATE SCHEMA \(schema)")
    #expect(try refusal(text()).contains("may not use the schema \(schema)"))
    try server.sql("GRANT USAGE ON SCHEMA \(schema) TO \(role)")
    #expect(try refusal(text()).contains("may not make tables in the schema \(schema)"))
    try PostgresJournal(PostgresAddress(server.address()), options: options).close()
    let refusal = try refusal(text())
    #expect(refusal.contains("may not read and write the tables catalog_changes, cluster,"), "\(refusal)")
    let statement = try #require(refusal.split(separator: "carry out ").last)
    try server.sql(String(statement))
    #expect(PostgresJournal.problem(try PostgresAddress(text()), options: options) == nil)
    try PostgresJournal(PostgresAddress(text()), options: options).close()
  }

  @Test("a database that takes no writes")
  func readOnly() throws {
    try grant()
    try server.sql("ALTER ROLE \(role) SET default_transaction_read_only = on")
    let refusal = try refusal(text())
    #expect(refusal.contains("takes no writes") && refusal.contains("default_transaction_read_only"))
    #expect(!refusal.contains("can't be reached"), "\(refusal)")
  }

  @Test("another encoding than UTF-8")
  func encoding() throws {
    let name = "d\(options.schema)"
    try server.sql("CREATE DATABASE \(name) OWNER \(role) ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    let refusal = try refusal(text(name))
    #expect(refusal.contains("encoding LATIN1") && refusal.contains("ENCODING 'UTF8'"), "\(refusal)")
  }

  @Test("an option that libpq does not know is named, with the one that is meant")
  func mistyped() throws {
    let refusal = try refusal(text(options: "sslmod=disable"), 64)
    #expect(refusal.contains("the option sslmod,") && refusal.contains("did you mean sslmode?"), "\(refusal)")
    for (options, wanted) in [
      ("slsmode=a", "sslmode"), ("connect_timeoutt=1", "connect_timeout"),
      ("aplication_name=a", "application_name"),
      ("sslmode=disable&pasfile=/a", "passfile"),
    ] {
      let error = #expect(throws: JournalError.self) { try PostgresAddress(text(options: options)) }
      #expect(error?.message.contains("did you mean \(wanted)?") == true, "\(error?.message ?? "")")
    }
    // What may be part of a password is not shown.
    for text in ["postgresql://arrange:red?redhorse=1@db/%", "postgresql://db/lists?redhorse"] {
      let error = #expect(throws: JournalError.self) { try PostgresAddress(text) }
      #expect(error?.message.contains("horse") == false)
    }
  }
}

/// A PgBouncer in front of a PostgreSQL server.
private final class Pooler {
  let port: Int
  private let directory: URL
  private let process: ChildProcess

  /// Starts one, and waits until it takes connections.
  init(to server: PostgresServer, mode: String, size: Int, role: String) throws {
    directory = URL(filePath: "/tmp").appending(path: "arrange-pooler-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory.path)
    port = try PostgresServer.freePort()
    try Data("\"\(role)\" \"\"\n".utf8).write(to: directory.appending(path: "users"))
    let settings = """
      [databases]
      * = host=127.0.0.1 port=\(server.port)
      [pgbouncer]
      listen_addr = 127.0.0.1
      listen_port = \(port)
      unix_socket_dir =
      auth_type = trust
      auth_file = \(directory.path)/users
      pool_mode = \(mode)
      default_pool_size = \(size)
      """
    let place = directory.appending(path: "pgbouncer.ini")
    try Data(settings.utf8).write(to: place)
    let user = geteuid() == 0 ? ["-u", "postgres"] : []
    process = try ChildProcess(
      "/usr/sbin/pgbouncer",
      ["-q"] + user + [place.path],
      output: .file(directory.appending(path: "log").path),
      errors: .file(directory.appending(path: "log").path)
    )
    for _ in 0..<ChildProcess.patience / 10 {
      if (try? RawConnection(port: port, greeting: false)) != nil { return }
      usleep(10_000)
    }
    throw Failure("PgBouncer does not start; apt-get install pgbouncer")
  }

  deinit {
    process.kill()
    try? FileManager.default.removeItem(at: directory)
  }
}
