import Engine
import Foundation
import Journals
import Logging
import Postgres

/// Where the lists are kept: a data directory, or a database.
enum JournalPlace: Sendable, CustomStringConvertible {
  case directory(String, LoggedJournal.Options)
  case postgres(PostgresAddress, PostgresJournal.Options, NodeIdentity)

  /// How long a server that starts waits for a database that does not take connections yet, in seconds. Less than
  /// `TimeoutStartSec` of the unit.
  private static let waitSeconds = 120

  /// The place, without a password.
  var description: String {
    switch self {
    case .directory(let path, _): path
    case .postgres(let address, let options, _): "\(address), schema \(options.schema)"
    }
  }

  /// Opens the journal for a server. Blocks.
  ///
  /// - Parameter logger: for what happens to the journal later.
  func open(_ logger: Logger) throws -> OpenedJournal {
    switch self {
    case .directory(let path, var options):
      // If the start is refused, no new data directory is left behind.
      options.isProvisional = true
      return OpenedJournal(try LoggedJournal(directory: path, options: options))
    case .postgres(let address, let options, let node):
      let journal = try PostgresJournal.open(
        address,
        options: options,
        node: node,
        waiting: JournalPlace.waitSeconds
      ) { outage in
        switch outage {
        case .began(let reason):
          logger.warning("the database can't be reached; waiting for it", metadata: ["reason": "\(reason)"])
        case .ended(let milliseconds):
          logger.notice("the database can be reached now", metadata: ["ms": "\(milliseconds)"])
        }
      }
      return OpenedJournal(journal)
    }
  }

  /// The name of the setting, and why a server can't keep its lists there, as far as that can be found out without
  /// changing anything; nil if it can. Blocks.
  var problem: SettingError? {
    switch self {
    case .directory(let path, _): DataPlace(path).problem.map { SettingError("data: \($0)") }
    case .postgres(let address, let options, _):
      PostgresJournal.problem(address, options: options).map { SettingError("journal: \($0)") }
    }
  }
}

/// A journal, and what its opening found.
struct OpenedJournal: Sendable {
  let journal: any Journal
  /// Findings that an operator should know of, in sentences.
  let notices: [String]
  /// The number of records that only the log had.
  let replayedRecords: Int
  /// Keeps the journal, because it may be known to others from now on.
  let keep: @Sendable () -> Void

  init(_ journal: LoggedJournal) {
    self.journal = journal
    notices = journal.notices
    replayedRecords = journal.replayedRecords
    keep = { journal.keep() }
  }

  init(_ journal: PostgresJournal) {
    self.journal = journal
    notices = journal.notices
    replayedRecords = 0
    keep = {}
  }
}

extension JournalPlace {
  /// Reads the settings `data`, `journal` and `journal-schema`.
  ///
  /// - Parameter flag: the connection string in the command line.
  static func read(
    _ reader: SettingReader,
    flag: String?,
    log: LoggedJournal.Options,
    node: NodeIdentity
  ) async throws -> JournalPlace? {
    let data = try await reader.string("data")
    let schema = try await reader.string("journal-schema")
    // Errors and the log of a reload have what can be shown of it.
    let text = try await reader.string("journal") { text in
      (try? PostgresAddress(text)).map { "\($0)" } ?? "(a connection string)"
    }
    guard let text else {
      if schema != nil { reader.record(SettingError("journal-schema: there is no journal that has one")) }
      return .directory(data ?? "arrange-data", log)
    }
    return reader.attempt {
      guard data == nil else {
        throw SettingError("journal: lists are kept in a database or in a directory; remove data or journal")
      }
      return try postgres(text, schema: schema, flag: flag, node: node)
    }
  }

  static func postgres(
    _ text: String,
    schema: String?,
    flag: String?,
    node: NodeIdentity = NodeIdentity(name: "arranged", address: nil)
  ) throws -> JournalPlace {
    let address: PostgresAddress
    do throws(JournalError) { address = try PostgresAddress(text) } catch {
      throw SettingError("journal: \(error.message)")
    }
    guard flag == nil || !address.hasPassword else {
      throw SettingError(
        "journal: everybody on this machine can read a password in a command line; put it into the file that PGPASSFILE "
          + "or passfile= names, into PGPASSWORD, or the whole string into ARRANGE_JOURNAL or the configuration file"
      )
    }
    var options = PostgresJournal.Options()
    if let schema {
      guard PostgresJournal.Options.isSchema(schema) else {
        throw SettingError(
          "journal-schema: \"\(schema)\" has to be 1 to 63 lowercase letters, digits and _, not a digit first, not "
            + "pg_ at the beginning, and no reserved word of SQL"
        )
      }
      options.schema = schema
    }
    return .postgres(address, options, node)
  }
}
