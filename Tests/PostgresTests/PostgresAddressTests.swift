import ArrangeModel
import Engine
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("Connection strings of PostgreSQL")
struct PostgresAddressTests {
  @Test("are shown without passwords and options")
  func descriptions() throws {
    for (text, shown, hasPassword) in [
      ("postgresql://", "postgresql:///", false),
      ("postgresql://db/lists", "postgresql://db/lists", false),
      ("postgres://arrange@db:5433/lists?sslmode=verify-full", "postgresql://arrange@db:5433/lists", false),
      ("postgresql://arrange:blue%21horse@db/lists", "postgresql://arrange@db/lists", true),
      ("postgresql://db/lists?user=arrange&password=blue", "postgresql://arrange@db/lists", true),
      ("postgresql://a,b:1/lists?sslpassword=blue", "postgresql://a,b:,1/lists", true),
    ] {
      let address = try PostgresAddress(text)
      #expect("\(address)" == shown)
      #expect(address.hasPassword == hasPassword, "\(text)")
    }
  }

  @Test(
    "that can't be read are refused without being shown",
    arguments: [
      "", "db", "host=db password=bluehorse", "mysql://arrange:bluehorse@db",
      "postgresql://arrange:bluehorse%@db",
      "postgresql://arrange:bluehorse@db/lists?nothing=1", "postgresql://[bluehorse",
      "postgresql://db\u{0}bluehorse",
    ]
  )
  func refusals(text: String) throws {
    let error = #expect(throws: JournalError.self) { try PostgresAddress(text) }
    #expect(error?.code == .unusable)
    #expect(error?.message.contains("bluehorse") == false)
  }

  @Test("names of schemas")
  func schemas() {
    for name in ["a", "_", "arrange", "lists_2", String(repeating: "s", count: 63)] {
      #expect(PostgresJournal.Options.isSchema(name))
    }
    for name in ["", "2", "A", "a-b", "a b", "a\"", "ä", "pg_lists", String(repeating: "s", count: 64)] {
      #expect(!PostgresJournal.Options.isSchema(name))
    }
  }

  @Test("passwords are taken from a file, and in no error")
  func passwords() throws {
    let server = try PostgresServer.shared.get()
    let (user, password) = PostgresServer.guarded
    let place = "127.0.0.1:\(server.port)/postgres?sslmode=disable"
    let options = Schema.options()
    let file = FileManager.default.temporaryDirectory.appending(path: "arrange-pgpass-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    for (line, isRight) in [("127.0.0.1:*:*:\(user):blue!horse", true), ("*:*:*:\(user):redcow", false)] {
      try Data("\(line)\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
      let address = try PostgresAddress("postgresql://\(user)@\(place)&passfile=\(file.path)")
      if isRight {
        try PostgresJournal(address, options: options).close()
        continue
      }
      let error = #expect(throws: JournalError.self) { try PostgresJournal(address, options: options) }
      #expect(error?.code == .unreachable)
      #expect(error?.message.contains("redcow") == false && error?.message.contains(user) == true)
    }
    try PostgresJournal(PostgresAddress("postgresql://\(user):\(password)@\(place)"), options: options)
      .close()
    let wrong = try PostgresAddress("postgresql://\(user):redcow@\(place)")
    let error = #expect(throws: JournalError.self) { try PostgresJournal(wrong, options: options) }
    #expect(error?.message.contains("redcow") == false)
    #expect(PostgresJournal.problem(wrong, options: options)?.contains("redcow") == false)
  }

  @Test("a role that may not make the schema is told so")
  func rights() throws {
    let server = try PostgresServer.shared.get()
    let options = Schema.options()
    let role = "r\(options.schema)"
    try server.sql("CREATE ROLE \(role) LOGIN")
    let address = try PostgresAddress(
      "postgresql://\(role)@127.0.0.1:\(server.port)/postgres?sslmode=disable"
    )
    let problem = PostgresJournal.problem(address, options: options)
    #expect(problem?.contains("CREATE SCHEMA \(options.schema)") == true, "\(problem ?? "")")
    let error = #expect(throws: JournalError.self) { try PostgresJournal(address, options: options) }
    #expect(error?.code == .unusable && error?.message.contains("may not make the schema") == true)
    // Nothing but a schema of its own is needed.
    try server.sql("CREATE SCHEMA \(options.schema) AUTHORIZATION \(role)")
    #expect(PostgresJournal.problem(address, options: options) == nil)
    let journal = try PostgresJournal(address, options: options)
    try journal.append([JournalLoad.create(1), JournalLoad.commit(1, 1)])
    journal.close()
  }

  @Test("of several attempts to make a journal one makes it, and the others say why they don't")
  func makingAtOnce() throws {
    let address = try PostgresAddress(PostgresServer.shared.get().address())
    let options = Schema.options()
    try PostgresJournal.make(address, options: options) { journal in
      let error = #expect(throws: JournalError.self) {
        try PostgresJournal.make(address, options: options) { _ in }
      }
      #expect(error?.code == .conflict && error?.message.contains("another restore") == true)
      try journal.append([JournalLoad.create(1)])
    }
    let error = #expect(throws: JournalError.self) {
      try PostgresJournal.make(address, options: options) { _ in }
    }
    #expect(error?.message.contains("there is a schema \(options.schema) ") == true)
    let cut = Schema.options()
    try PostgresServer.shared.get().sql("CREATE SCHEMA \(cut.schema)_unfinished")
    let left = #expect(throws: JournalError.self) { try PostgresJournal.make(address, options: cut) { _ in } }
    #expect(left?.message.contains("DROP SCHEMA \(cut.schema)_unfinished CASCADE") == true)
  }

  @Test("a newest commit, or the row of a collection, that somebody has removed by hand is noticed")
  func removedByHand() throws {
    let server = try PostgresServer.shared.get()
    let address = try PostgresAddress(server.address())
    let options = Schema.options()
    let journal = try PostgresJournal(address, options: options)
    try journal.append([JournalLoad.create(1), JournalLoad.create(2)])
    for version in 1...3 {
      try journal.append([JournalLoad.commit(1, UInt64(version)), JournalLoad.commit(2, UInt64(version))])
    }
    journal.close()
    #expect(try PostgresSnapshot(address, options).strayRows() == [])
    try server.sql("DELETE FROM \(options.schema).commits WHERE collection = 1 AND version = 3")
    let error = #expect(throws: JournalError.self) { try PostgresSnapshot(address, options) }
    #expect(error?.code == .damaged && error?.message.contains("the run of commits of") == true)
    try server.sql("DELETE FROM \(options.schema).collections WHERE key = 1")
    let stray = try PostgresSnapshot(address, options).strayRows()
    #expect(stray.count == 1 && stray[0].contains("2 rows of the collection with the key 1"), "\(stray)")
  }

  @Test("journals are made as a whole, or not at all")
  func making() throws {
    let server = try PostgresServer.shared.get()
    let address = try PostgresAddress(server.address())
    let options = Schema.options()
    #expect(throws: Failure.self) {
      try PostgresJournal.make(address, options: options) { journal in
        try journal.append([JournalLoad.create(1)])
        throw Failure("cut off")
      }
    }
    let schemas = "SELECT count(*) FROM pg_namespace WHERE nspname LIKE '\(options.schema)%'"
    #expect(try server.sql(schemas) == "0")
    let missing = #expect(throws: JournalError.self) { try PostgresSnapshot(address, options) }
    #expect(missing?.message.contains("no lists") == true, "\(missing?.message ?? "")")
    try PostgresJournal.make(address, options: options) { journal in
      try journal.append([JournalLoad.create(1), JournalLoad.commit(1, 1)])
    }
    let error = #expect(throws: JournalError.self) {
      try PostgresJournal.make(address, options: options) { _ in }
    }
    #expect(error?.code == .conflict)
    let journal = try PostgresJournal(address, options: options)
    defer { journal.close() }
    #expect(try JournalLoad.problems(journal, [1: 1]) == [])
  }
}
