import ArgumentParser
import ArrangeModel
import ArrangeServer

/// The daemon.
@main
struct Arranged: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "arranged",
    abstract: "Keeps ordered lists in order, for everybody who is looking at them.",
    discussion: """
      Every setting can be given as a flag, as an environment variable, or in a YAML file; flags count before
      the environment, and the environment before the file. The variable of --listen is ARRANGE_LISTEN, its
      key in the file is listen; so with all others. Where nothing is said, the defaults below hold.

      EXAMPLES
        arranged --data ./lists
        arranged --data /var/lib/arrange --listen 127.0.0.1:7500 --collections board=lexorank,queue=dense
        arranged --listen tls:0.0.0.0:7411 --tls-certificate server.pem --tls-key server.key --access access.yaml
        arranged --config /etc/arrange.yaml
        ARRANGE_DATA=./lists arranged

      A CONFIGURATION FILE
        data: /var/lib/arrange
        listen: 127.0.0.1:7411
        collections:
          - board=lexorank
          - queue=dense
        views:
          - open=board where not done
        strategies:
          - /usr/lib/arrange/libbase62.so

      SIGHUP has the certificates and the access file read anew, which are looked at every second as well. A terminal
      that is closed stops the server.

      SIGTERM and SIGINT stop the server: what was taken is answered, everything is flushed. A second one of them
      ends it at once, as SIGQUIT does. The exit status is

        0   after such a stop
        64  for a setting that can't be: a flag, a variable, the file, or something that it names
        69  where the address or the data directory is in use, or the address can't be listened on
        70  for a mistake of the server's own
        74  where the data can't be read or written
        128 and the number of the signal, where one ended it at once
      """,
    version: "arranged \(ArrangeVersion.current)"
  )

  @OptionGroup var flags: Flags

  func run() async throws {
    do {
      try await Daemon(try await Settings.read(flags)).run()
      LineWriter.flushAll()
    } catch {
      let failure = ServerFailure(error)
      LineWriter.errors.write("Error: \(failure.message)")
      LineWriter.flushAll()
      throw ExitCode(failure.status.rawValue)
    }
  }
}

extension LineWriter {
  /// For how long a process that ends waits for who reads what it has said, in seconds.
  private static let lastSeconds = 1.0

  /// Writes what waits, as far as somebody takes it.
  static func flushAll() {
    output.flush(within: lastSeconds)
    errors.flush(within: lastSeconds)
  }
}
