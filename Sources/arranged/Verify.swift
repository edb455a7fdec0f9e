import ArgumentParser
import ArrangeModel
import ArrangeServer
import Backups
import Engine
import Foundation
import Journals
import Ordering
import Postgres
import StrategyLoading

/// Checks a data directory or a backup.
struct Verify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    _superCommandName: "arranged",
    abstract: "Checks everything in a data directory whose server is stopped, in a database, or in a backup.",
    discussion: """
      It reads everything and checks the checksums, that the commits of each collection follow each other and fit the list, \
      that order keys are those of the strategy and in order, and, as long as all commits are kept, that the checkpoint is \
      what the commits make. Each problem is a line.

      In a data directory, what only the log has is brought to the database first, as a start of the server does. Nothing \
      else is changed. With --journal everything is read as of one moment; a server may run meanwhile, and nothing is changed.

      EXAMPLES
        arranged verify --data /var/lib/arrange
        arranged verify --journal postgresql://arrange@db/lists
        arranged verify --backup lists.backup

      EXIT STATUS
        0   everything is right
        64  a wrong flag, or nothing is there
        69  a server uses the data directory
        74  something is damaged, or the database can't be reached or has no
            lists
      """
  )

  @Option(help: ArgumentHelp("The data directory.", valueName: "directory"), completion: .directory)
  var data: String?

  @Option(
    help: ArgumentHelp("The PostgreSQL database; see arranged --help.", valueName: "connection")
  )
  var journal: String?

  @Option(
    name: .customLong("journal-schema"),
    help: ArgumentHelp("The schema in that database. (default: arrange)", valueName: "name")
  )
  var journalSchema: String?

  @Option(help: ArgumentHelp("A backup.", valueName: "file"), completion: .file())
  var backup: String?

  @Option(
    help: ArgumentHelp(
      "Libraries with ordering strategies to check keys by, separated by commas; without its library, the keys of a strategy are compared with each other.",
      valueName: "files"
    )
  )
  var strategies: String?

  @Flag(help: "Print only problems.")
  var quiet = false

  func validate() throws {
    guard [data, journal, backup].count(where: { $0 != nil }) == 1 else {
      throw ValidationError(
        "Give one of --data with a directory, --journal with a database, or --backup with a file."
      )
    }
    guard journalSchema == nil || journal != nil else {
      throw ValidationError("--journal-schema needs --journal.")
    }
  }

  func run() async throws {
    try await ServerFailure.reporting {
      var strategies = Daemon.strategies
      for path in (self.strategies ?? "").split(separator: ",") {
        strategies = try strategies.adding(try StrategyLibrary(loading: String(path)))
      }
      var summary = Summary(isQuiet: quiet)
      if let data { try verify(directory: data, strategies, &summary) }
      if let journal { try verify(database: journal, strategies, &summary) }
      if let backup { try verify(backup: backup, strategies, &summary) }
      guard summary.problems == 0 else {
        throw JournalError(.damaged, "\(summary.problems.counted("problem")) found")
      }
      LineWriter.output.write(
        "\(summary.collections.counted("collection")) and \(summary.views.counted("view")) are right"
      )
    }
  }

  /// The findings so far.
  private struct Summary {
    let isQuiet: Bool
    var collections = 0
    var views = 0
    var problems = 0

    init(isQuiet: Bool) { self.isQuiet = isQuiet }

    /// Adds problems that are of no list.
    mutating func add(_ found: [String]) {
      problems += found.count
      for problem in found { LineWriter.output.write(problem.printableLine) }
    }

    mutating func add(_ report: CollectionCheck.Report) {
      if report.isView { views += report.name.isSink ? 0 : 1 } else { collections += 1 }
      problems += report.problems.count
      // The entries of overlays and sinks have names that nobody knows.
      let sink = SinkName.name(of: report.name)
      let name = OverlayName(report.name).map { "\($0)" } ?? sink.map { "sink \"\($0)\"" } ?? "\(report.name)"
      for problem in report.problems { LineWriter.output.write("\(name): \(problem)".printableLine) }
      guard !isQuiet, report.problems.isEmpty else { return }
      let text =
        report.isView
        ? sink == nil ? "a view" : "what it delivers"
        : "version \(report.version), \(report.sections.counted("section")), \(report.items.counted("item")), "
          + report.commits.counted("commit") + (report.isReplayed ? ", the checkpoint is what they make" : "")
      LineWriter.output.write("\(name): \(text)".printableLine)
    }
  }

  private func verify(directory: String, _ strategies: StrategyCatalog, _ summary: inout Summary) throws {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
      throw SettingError("there is no directory \(directory), or it can't be read")
    }
    guard names.contains(where: { $0.hasPrefix("journal.") }) else {
      throw SettingError("\(directory) is not a data directory: it has no journal")
    }
    var options = LoggedJournal.Options()
    options.isProvisional = true
    // The whole database is read, whatever its size.
    options.store.checkedBytes = .max
    let journal = try LoggedJournal(directory: directory, options: options)
    defer { journal.close() }
    for notice in journal.notices { LineWriter.output.write(notice) }
    try verify(journal, strategies, &summary)
  }

  private func verify(database: String, _ strategies: StrategyCatalog, _ summary: inout Summary) throws {
    guard
      case .postgres(let address, let options, _) = try JournalPlace.postgres(
        database,
        schema: journalSchema,
        flag: database
      )
    else { return }
    let snapshot = try PostgresSnapshot(address, options)
    try verify(snapshot, strategies, &summary)
    summary.add(try snapshot.strayRows())
  }

  private func verify(
    _ journal: any JournalReading,
    _ strategies: StrategyCatalog,
    _ summary: inout Summary
  ) throws {
    let check = CollectionCheck(journal, strategies: strategies)
    for record in try journal.collections().sorted(by: { $0.name < $1.name }) {
      summary.add(try check.report(on: record))
    }
  }

  private func verify(backup: String, _ strategies: StrategyCatalog, _ summary: inout Summary) throws {
    guard let file = FileHandle(forReadingAtPath: backup) else {
      throw SettingError("\(backup) can't be read: \(String(cString: strerror(errno)))")
    }
    defer { try? file.close() }
    do {
      var reader = try BackupReader { count in [UInt8](try file.read(upToCount: count) ?? Data()) }
      while let copy = try CollectionCopy(&reader) {
        summary.add(try CollectionCheck(copy, strategies: strategies).report(on: copy.record))
      }
    } catch let error as BackupError {
      throw JournalError(.damaged, "\(backup): \(error)")
    }
  }
}

extension String {
  /// The text with control characters of terminals escaped.
  var printableLine: String {
    String(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
  }
}

extension Int {
  /// The number with a noun.
  fileprivate func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
