import ArgumentParser
import ArrangeModel
import Foundation

struct Context: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Store servers and credentials under names.",
    discussion: """
      A context says which server to talk to, with which token, and whom to trust. Every command takes --context NAME; \
      where that is not given, and neither --server nor ARRANGE_SERVER is, the current context counts. A context names \
      the files with tokens and keys and holds no secret itself.

      Contexts are kept in arrange/contexts.json in XDG_CONFIG_HOME or ~/.config, or in the file ARRANGE_CONTEXTS.

      EXAMPLES
        arrange context set prod --server tls:lists.example:7411 --token-file ~/.arrange-token
        arrange context use prod
        arrange context list
        arrange show board --context staging
      """,
    subcommands: [SetContext.self, UseContext.self, ListContexts.self, RemoveContext.self]
  )
}

/// The name of an existing context.
struct ContextName: ParsableArguments {
  @Argument(help: ArgumentHelp("The context.", valueName: "name"), completion: .from(.contexts))
  var name: String

  @Flag(help: "Print JSON, errors too.")
  var json = false

  /// Prints how the context was changed.
  func report(_ file: ContextFile, _ sentence: String, on console: Console) throws {
    guard json else { return try console.print(sentence) }
    try console.print(.object(["name": .string(name), "current": .bool(file.current == name)]))
  }
}

struct SetContext: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Make a context, or replace one.",
    discussion: """
      The first one that is made becomes the current one. Files are kept by their whole paths. It talks to no server.

      EXAMPLES
        arrange context set local --server 127.0.0.1:7411
        arrange context set prod --server tls:lists.example:7411 --ca ca.pem --token-file ~/.arrange-token
        arrange context set ops --server tls:lists.example:7411 --cert ops.pem --key ops.key
      """
  )

  @OptionGroup var context: ContextName

  @Option(
    help: ArgumentHelp(
      "The server, tls:HOST:PORT with TLS, or several nodes with commas between them.",
      valueName: "host:port"
    )
  )
  var server: String

  @Option(
    name: .customLong("token-file"),
    help: ArgumentHelp("A file with the token that authenticates you.", valueName: "file"),
    completion: .file()
  )
  var tokenFile: String?

  @Option(
    help: ArgumentHelp(
      "The trusted certificate authorities with TLS, in PEM; otherwise those of the system.",
      valueName: "file"
    ),
    completion: .file()
  )
  var ca: String?

  @Option(
    help: ArgumentHelp("The client certificate for TLS, in PEM.", valueName: "file"),
    completion: .file()
  )
  var cert: String?

  @Option(help: ArgumentHelp("The key of the certificate, in PEM.", valueName: "file"), completion: .file())
  var key: String?

  @Flag(help: "Send the token to another machine without TLS, too.")
  var insecure = false

  func validate() throws {
    if let problem = ContextFile.problem(withName: context.name) { throw ValidationError(problem) }
    guard !server.isEmpty else { throw ValidationError("--server is empty") }
    guard (cert == nil) == (key == nil) else { throw ValidationError("--cert and --key belong together") }
    guard server.hasPrefix(ServerAddress.secure) || (ca == nil && cert == nil) else {
      throw ValidationError("--ca, --cert and --key are for a server with TLS, tls:HOST:PORT")
    }
  }

  func run(on console: Console) async throws {
    var file = try ContextFile(environment: console.environment)
    var settings = ConnectionSettings(server: server)
    settings.tokenFile = tokenFile.map(whole)
    settings.authorities = ca.map(whole)
    settings.certificate = cert.map(whole)
    settings.key = key.map(whole)
    settings.sendsTokenInClear = insecure
    file.contexts[context.name] = settings
    if file.contexts.count == 1 { file.current = context.name }
    try await file.write()
    let isCurrent = file.current == context.name
    try context.report(
      file,
      "\(context.name) is \(server.printable)\(isCurrent ? ", and the current one" : "")",
      on: console
    )
  }

  /// The absolute path of a file.
  private func whole(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }
}

struct UseContext: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "use",
    abstract: "Make a context the current one.",
    discussion: """
      EXAMPLES
        arrange context use prod
      """
  )

  @OptionGroup var context: ContextName

  func run(on console: Console) async throws {
    var file = try ContextFile(environment: console.environment)
    let settings = try file.context(named: context.name)
    file.current = context.name
    try await file.write()
    try context.report(
      file,
      "\(context.name) is the current one: \((settings.server ?? "").printable)",
      on: console
    )
  }
}

struct RemoveContext: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Forget a context.",
    discussion: """
      The files that it names stay.

      EXAMPLES
        arrange context remove staging
      """
  )

  @OptionGroup var context: ContextName

  func run(on console: Console) async throws {
    var file = try ContextFile(environment: console.environment)
    _ = try file.context(named: context.name)
    file.contexts[context.name] = nil
    if file.current == context.name { file.current = nil }
    try await file.write()
    try context.report(file, "removed the context \(context.name)", on: console)
  }
}

struct ListContexts: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show the contexts, and which is the current one.",
    discussion: """
      EXAMPLES
        arrange context list
        arrange context list --json
      """
  )

  @Flag(help: "Print JSON, errors too.")
  var json = false

  func run(on console: Console) async throws {
    let file = try ContextFile(environment: console.environment)
    let contexts = file.contexts.sorted { $0.key < $1.key }
    guard !json else {
      let values = contexts.map { name, settings in
        JSON.object(
          .init([("name", .string(name)), ("current", .bool(file.current == name))] + settings.members)
        )
      }
      return try console.print(.object(["contexts": .array(values)]))
    }
    guard !contexts.isEmpty else {
      return try console.print("no contexts; make one with 'arrange context set'")
    }
    var table = Table(("", .left), ("context", .left), ("server", .left), ("who", .left))
    for (name, settings) in contexts {
      let who = [settings.tokenFile, settings.certificate].compactMap { $0 }.joined(separator: ", ")
      table.append(file.current == name ? "*" : "", name, settings.server ?? "", who)
    }
    try console.print(table.lines(console.style).joined(separator: "\n"))
  }
}
