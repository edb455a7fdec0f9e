import ArgumentParser
import ArrangeModel
import ArrangeServer
import Foundation

/// The daemon.
@main
struct Arranged: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "arranged",
    abstract: "Keeps ordered lists in order, for everybody who is looking at them.",
    discussion: """
      Every setting can be given as a flag, as an environment variable, or in a YAML file; flags count before the \
      environment, and the environment before the file. The variable of --listen is ARRANGE_LISTEN, its key in the file \
      is listen; so with all others. Where nothing is said, the defaults below hold.

      EXAMPLES
        arranged --data ./lists
        arranged --listen 127.0.0.1:7500 --collections board=lexorank,queue=dense
        arranged --listen tls:0.0.0.0:7411 --access access.yaml \\
                 --tls-certificate server.pem --tls-key server.key
        arranged --config /etc/arrange/arranged.yaml
        arranged check --config /etc/arrange/arranged.yaml
        arranged verify --data ./lists
        arranged salvage --data ./lists --to ./lists-new
        ARRANGE_DATA=./lists arranged
        PGPASSFILE=/etc/arrange/pgpass arranged --journal "postgresql://arrange@db/lists?sslmode=verify-full"

      A CONFIGURATION FILE
        data: /var/lib/arrange
        listen: 127.0.0.1:7411
        collections:
          - board=lexorank
          - queue=dense
        views:
          - open=board where not done
        sinks:
          - search=https://search.example/hook on board/** secret file:/etc/arrange/search.key
        strategies:
          - /usr/lib/arrange/libbase62.so

      SIGNALS
      SIGHUP has the configuration file, the certificates and the access file read anew; the last two are looked at \
      every second as well. The log level and the limits change at once, and the log names each setting that has \
      changed and needs another start. A terminal that is closed stops the server.

      SIGTERM and SIGINT stop the server: what was taken is answered, everything is flushed. A second one of them ends \
      it at once, as SIGQUIT does.

      EXIT STATUS
        0   stopped by a signal
        64  a setting can't be: a flag, a variable, the file, or what it names
        69  the address, the data directory or the database is in use, or the
            address can't be listened on
        70  a mistake of the server's own
        74  the data can't be read or written
        128 and the number of the signal, where one ended it at once
      """,
    version: "arranged \(ArrangeVersion.current)",
    subcommands: [Check.self, Verify.self, Salvage.self]
  )

  @OptionGroup var flags: Flags

  /// Parses a subcommand separately from the server's flags. Otherwise the parser would assign flags that
  /// both have to the server.
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    let command = configuration.subcommands.first { $0._commandName == words.first }
    do {
      if let command {
        var parsed = try command.parseAsRoot(Array(words.dropFirst()))
        try await run(&parsed)
      } else {
        var parsed = try parseAsRoot(words)
        try await run(&parsed)
      }
    } catch {
      if let command { command.exit(withError: error) }
      exit(withError: error)
    }
  }

  private static func run(_ command: inout any ParsableCommand) async throws {
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try command.run()
    }
  }

  func run() async throws {
    try await ServerFailure.reporting {
      try await Daemon(flags).run()
    }
  }
}

extension LineWriter {
  /// How long a process that exits waits for the readers of its output, in seconds.
  private static let lastSeconds = 1.0

  /// Writes waiting lines, as far as their readers accept them.
  static func flushAll() {
    output.flush(within: lastSeconds)
    errors.flush(within: lastSeconds)
  }
}
