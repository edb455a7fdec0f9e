import ArgumentParser
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
        arranged --config /etc/arrange.yaml
        ARRANGE_DATA=./lists arranged

      A CONFIGURATION FILE
        data: /var/lib/arrange
        listen: 127.0.0.1:7411
        collections:
          - board=lexorank
          - queue=dense
        views:
          - open=board where not done = true
        strategies:
          - /usr/lib/arrange/libbase62.so

      SIGTERM and SIGINT stop the server: what was taken is answered, everything is flushed. The exit status is
      0 then, 1 where the server could not start or had to stop, and 64 for flags that it does not know.
      """,
    version: ArrangeVersion.current
  )

  @OptionGroup var flags: Flags

  func run() async throws {
    let settings: Settings
    do {
      settings = try await Settings.read(flags)
    } catch {
      throw CleanFailure("\(error)")
    }
    try await Daemon(settings).run()
  }
}

/// A failure that is told in one line.
struct CleanFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
