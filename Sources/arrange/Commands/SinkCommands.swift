import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

struct SinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sink",
    abstract: "Deliver changes elsewhere, as webhooks or into a database.",
    discussion: """
      A sink delivers what happens to lists, or to a view, to an address, in order, with signatures of Standard Webhooks. The \
      server remembers how far it is, and tries again until the receiver has it. Or it writes lists into tables of PostgreSQL, \
      where ORDER BY rank is their order.

      Webhooks need the permission manage on everything that the sink delivers, or admin; mirrors need admin. A key or a \
      password is not part of a sink: it is in a file, or in the environment, of the server.

      EXAMPLES
        arrange sink create search --url https://search.example/hook --on 'board/**' --secret file:/etc/arrange/search.key
        arrange sink create open --url https://search.example/open --view open --secret file:/etc/arrange/search.key
        arrange sink create lists --postgresql env:MIRROR_URL --schema lists --on 'board/**'
        arrange sink test search
        arrange sink status search
        arrange sink replay search board
      """,
    subcommands: [
      CreateSink.self, ShowSink.self, ListSinks.self, UpdateSink.self, NamedSinkCommand<PauseSink>.self,
      NamedSinkCommand<ResumeSink>.self, ReplaySink.self, NamedSinkCommand<TestSink>.self,
      NamedSinkCommand<DeleteSink>.self, ShowSinkStatus.self,
    ]
  )
}

/// The sink that a command is about.
struct SinkArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The name of the sink.", valueName: "sink"), transform: Arguments.identifier)
  var name: Identifier
}

struct CreateSink: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a sink.",
    discussion: """
      Its first message about each list has the whole list. A key is made by: echo whsec_$(openssl rand -base64 32)

      A view is delivered as you would see it. With --postgresql and --schema it writes into a database, in which it makes the \
      tables.

      EXAMPLES
        arrange sink create search --url https://search.example/hook --on '**' --secret env:SEARCH_KEY
        arrange sink create open --webhook https://search.example/open --view open --secret env:SEARCH_KEY
        arrange sink create local --url http://127.0.0.1:8000/ --allow 127.0.0.1 --on board --secret env:KEY --mode commits
        arrange sink create lists --postgresql env:MIRROR_URL --schema lists --on 'board/**' --moves
      """
  )
  static let isWrite = true

  @OptionGroup var sink: SinkArgument
  @OptionGroup var options: SinkOptions
  @Flag(name: .long, help: "Create it paused.") var paused = false
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard options.database == nil else {
      guard options.schema != nil, !options.patterns.isEmpty, options.view == nil else {
        throw ValidationError("A mirror needs --postgresql, --schema and --on.")
      }
      guard options.url == nil, options.secrets.isEmpty, options.networks.isEmpty else {
        throw ValidationError("A mirror has no --url, --secret and --allow.")
      }
      return
    }
    guard options.url != nil, !options.patterns.isEmpty || options.view != nil, !options.secrets.isEmpty
    else {
      throw ValidationError(
        "A sink needs --url, --on or --view, and --secret; or --postgresql, --schema and --on."
      )
    }
    guard options.schema == nil, options.moves == nil else {
      throw ValidationError("--schema and --moves belong to --postgresql.")
    }
  }

  func run(in context: CommandContext) async throws {
    let settings = options.settings(after: SinkSettings(collections: []))
    let info = try await context.client.createSink(sink.name, settings: settings, isPaused: paused)
    try context.printSink(info, ["created \(info.name)"])
  }
}

struct ShowSink: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a sink delivers.",
    discussion: """
      EXAMPLES
        arrange sink show search
        arrange sink show search --json
      """
  )

  @OptionGroup var sink: SinkArgument
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let info = try await context.client.sink(sink.name)
    try context.printSink(info, info.lines)
  }
}

struct ListSinks: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the sinks.",
    discussion: """
      EXAMPLES
        arrange sink list
        arrange sink list --json
      """
  )

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let sinks = try await context.client.sinks().sinks
    if context.isJSON {
      return try context.console.print(.object(["sinks": .array(sinks.map { .object($0.members) })]))
    }
    guard !sinks.isEmpty else { return try context.console.print("there is no sink".printable) }
    var table = Table(("sink", .left), ("receiver", .left), ("lists", .left), ("state", .left))
    for sink in sinks {
      table.append(
        sink.name.text,
        sink.settings.receiver,
        sink.settings.delivered,
        sink.isPaused ? "paused" : "active"
      )
    }
    try context.console.print(table.lines(context.console.style).joined(separator: "\n"))
  }
}

struct UpdateSink: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Change what a sink delivers, and where.",
    discussion: """
      What is not given stays as it is. From now on it delivers with your rights.

      EXAMPLES
        arrange sink update search --url https://search.example/v2
        arrange sink update search --secret file:/etc/arrange/new.key --secret file:/etc/arrange/old.key
      """
  )
  static let isWrite = true

  @OptionGroup var sink: SinkArgument
  @OptionGroup var options: SinkOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let old = try await context.client.sink(sink.name)
    let info = try await context.client.updateSink(sink.name, settings: options.settings(after: old.settings))
    try context.printSink(info, ["updated \(info.name)"])
  }
}

struct ReplaySink: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Deliver a list again.",
    discussion: """
      Without --after the whole list is delivered, and what follows. A view is always delivered as a whole.

      EXAMPLES
        arrange sink replay search board
        arrange sink replay open open
        arrange sink replay search board --after 41
      """
  )
  static let isWrite = true

  @OptionGroup var sink: SinkArgument
  @OptionGroup var collection: CollectionArgument
  @Option(
    name: .long,
    help: ArgumentHelp("The version after which commits are delivered.", valueName: "version")
  )
  var after: UInt64?
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    try await context.client.replaySink(sink.name, of: collection.name, after: after)
    if context.isJSON {
      var members: JSON.Members = [
        "sink": .string(sink.name.text), "collection": .string(collection.name.text),
      ]
      if let after { members.append("after", .unsigned(after)) }
      return try context.console.print(.object(members))
    }
    let start = after.map { "what follows version \($0)" } ?? "the whole list"
    try context.console.print("\(sink.name) delivers \(start) of \(collection.name)".printable)
  }
}

struct ShowSinkStatus: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show how far a sink has delivered.",
    discussion: """
      Of several nodes, each is asked what it delivers. Lists that lag most come first.

      EXAMPLES
        arrange sink status search
        arrange sink status search --limit 1000 --json
      """
  )

  @OptionGroup var sink: SinkArgument
  @Option(name: .long, help: ArgumentHelp("The maximum number of lists, 1 to 1000.", valueName: "number"))
  var limit = SinkStatusRequest.standardLimit
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard 1...SinkStatusRequest.maximumLimit ~= limit else {
      throw ValidationError("The limit is 1 to \(SinkStatusRequest.maximumLimit).")
    }
  }

  func run(in context: CommandContext) async throws {
    let status = try await context.client.sinkStatus(sink.name, limit: limit)
    if context.isJSON { return try context.console.print(status.json) }
    var lines = status.sink.lines
    lines += status.summary
    var table = Table(
      ("list", .left),
      ("delivered", .right),
      ("newest", .right),
      ("state", .left),
      ("lag", .right),
      ("error", .left)
    )
    for progress in status.collections {
      table.append(
        progress.collection.text,
        "\(progress.delivered)",
        "\(progress.newest)",
        progress.state.word,
        progress.lagMicroseconds == 0 ? "" : "\(progress.lagMicroseconds / 1_000_000) s",
        progress.error
      )
    }
    if !status.collections.isEmpty { lines += table.lines(context.console.style) }
    try context.console.print(lines.map(\.printable).joined(separator: "\n"))
  }
}
