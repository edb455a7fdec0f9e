import ArgumentParser
import ArrangeModel

/// The options of every command.
struct ConnectionOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The context to take the server and the rest from; see \"arrange context\".",
      valueName: "name"
    ),
    completion: .from(.contexts)
  )
  var context: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The server, tls:HOST:PORT with TLS, or several nodes with commas between them; otherwise ARRANGE_SERVER, that of the current context, or \(ServerAddress.standard).",
      valueName: "host:port"
    )
  )
  var server: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The token that authenticates you; otherwise ARRANGE_TOKEN.", valueName: "token")
  )
  var token: String?

  @Option(
    name: .customLong("token-file"),
    help: ArgumentHelp("A file with the token; otherwise ARRANGE_TOKEN_FILE.", valueName: "file"),
    completion: .file()
  )
  var tokenFile: String?

  @Flag(name: .long, help: "Connect with TLS.")
  var tls = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The trusted certificate authorities with TLS, in PEM; otherwise ARRANGE_CA, or those of the system.",
      valueName: "file"
    ),
    completion: .file()
  )
  var ca: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The client certificate for TLS, in PEM; otherwise ARRANGE_CERT.",
      valueName: "file"
    ),
    completion: .file()
  )
  var cert: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The key of the certificate, in PEM; otherwise ARRANGE_KEY.", valueName: "file"),
    completion: .file()
  )
  var key: String?

  @Flag(name: .long, help: "Send the token to another machine without TLS, too.")
  var insecure = false

  @Option(
    name: .long,
    help: ArgumentHelp("How long to wait for an answer; 30 if not given.", valueName: "seconds"),
    transform: Arguments.timeout
  )
  var timeout: Duration?

  @Flag(name: .long, help: "Print JSON, errors too.")
  var json = false
}
