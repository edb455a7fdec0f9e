import ArgumentParser
import ArrangeServer
import Foundation
import Journals
import Logging
import StrategyLoading

/// Checks the settings without starting the server.
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    _superCommandName: "arranged",
    abstract: "Checks whether a server can start with these settings, and reports what is wrong.",
    discussion: """
      All settings are read as for a start, from flags, the environment and the file. Then everything is looked at that \
      they name: the certificate, its key and the authorities of clients, the access file and its keys, the libraries \
      with strategies, the strategies and the definitions of collections, views and sinks, whether the audit log can be \
      written, and whether the data directory is there or can be made, and may be used, or the database can be reached, its \
      version is new enough, and its schema is there or may be made.

      Nothing is made or changed, and a server may run meanwhile. What a start alone can find out is not looked at: \
      whether an address can be listened on, and what is in the data directory, so whether names are taken or sources \
      of views missing.

      EXAMPLES
        arranged check --config /etc/arrange/arranged.yaml
        arranged check --config new.yaml && kill -HUP "$(pidof arranged)"

      EXIT STATUS
        0   everything is in order
        64  something is not; each mistake is a line on standard error
      """
  )

  @OptionGroup var flags: Flags

  func run() async throws {
    try await ServerFailure.reporting {
      let settings = try await Settings.read(flags, sockets: nil)
      let level = LogLevel(.warning)
      let logger = Logger(label: "arranged") { ServerLogHandler(label: $0, level: level, writer: .errors) }
      for warning in settings.warnings { logger.warning("\(warning)") }
      var problems: [SettingError] = []
      var strategies = Daemon.strategies
      for path in settings.strategies {
        do throws(StrategyLoadingError) {
          strategies = try strategies.adding(try StrategyLibrary(loading: path))
        } catch {
          problems.append(SettingError("strategies: \(error)"))
        }
      }
      problems += await settings.server.problems(
        strategies: strategies,
        collections: settings.collections,
        views: settings.views,
        sinks: settings.sinks,
        logger: logger
      ).map { SettingError($0) }
      if let problem = settings.journal.problem { problems.append(problem) }
      guard problems.isEmpty else { throw SettingErrors(problems) }
      LineWriter.output.write(
        "the settings are valid; listens on \(settings.server.addresses.map(\.description).joined(separator: ", ")), "
          + "data in \(settings.journal)"
      )
    }
  }
}

/// A data directory, which may not exist yet.
struct DataPlace {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Why the directory can't be used or created, as far as that can be found out without doing so; nil if it
  /// can.
  var problem: String? {
    guard !path.isEmpty else { return "the path is empty" }
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { return "\(path) is not a directory" }
      return access(path, R_OK | W_OK | X_OK) == 0 ? nil : "\(path): \(String(cString: strerror(errno)))"
    }
    guard errno == ENOENT else { return "\(path): \(String(cString: strerror(errno)))" }
    // Missing parent directories are created, too.
    let parent = JournalDirectory.parent(of: path)
    return parent == path ? "there is no \(path)" : DataPlace(parent).problem.map { "can't be made: \($0)" }
  }
}
