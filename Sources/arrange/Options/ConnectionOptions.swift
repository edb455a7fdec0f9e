import ArgumentParser
import ArrangeModel

/// What every command takes.
struct ConnectionOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The server; otherwise ARRANGE_SERVER, or \(ServerAddress.standard).",
      valueName: "host:port"
    )
  )
  var server: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The token that says who you are; otherwise ARRANGE_TOKEN.", valueName: "token")
  )
  var token: String?

  @Option(
    name: .long,
    help: ArgumentHelp("How long to wait for an answer; 30 if not given.", valueName: "seconds"),
    transform: Arguments.timeout
  )
  var timeout: Duration?

  @Flag(name: .long, help: "Print JSON, errors too.")
  var json = false
}
