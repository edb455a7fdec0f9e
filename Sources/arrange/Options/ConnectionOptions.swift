import ArgumentParser

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

  @Flag(name: .long, help: "Print JSON, errors too.")
  var json = false
}
