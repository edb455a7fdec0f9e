import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

struct SinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sink",
    abstract: "Deliver changes elsewhere, as webhooks.",
    discussion: """
      A sink delivers what happens to lists to an address, in order, with signatures of Standard Webhooks. The server \
      remembers how far it is, and tries again until the receiver has it.

      All of this needs the permission admin. A key is not part of a sink: it is in a file, or in the environment, of the \
      server.

      EXAMPLES
        arrange sink create search --url https://search.example/hook --on 'board/**' --secret file:/etc/arrange/search.key
        arrange sink test search
        arrange sink status search
        arrange sink replay search board
      """,
    subcommands: [
      CreateSink.self, ShowSink.self, ListSinks.self, UpdateSink.self, PauseSink.self, ResumeSink.self,
      ReplaySink.self, TestSink.self, DeleteSink.self, ShowSinkStatus.self,
    ]
  )
}

/// The sink that a command is about.
struct SinkArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The name of the sink.", valueName: "sink"), transform: Arguments.identifier)
  var name: Identifier
}

/// What a sink delivers, and where.
struct SinkOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("The address of the receiver.", valueName: "url"))
  var url: String?

  @Option(
    name: .customLong("on"),
    help: ArgumentHelp(
      "The lists that are delivered, as a pattern with * and **; several times.",
      valueName: "pattern"
    )
  )
  var patterns: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How commits become messages: merged, or one commit in each: commits.",
      valueName: "mode"
    ),
    transform: SinkOptions.mode
  )
  var mode: SinkMode?

  @Option(
    name: .customLong("secret"),
    help: ArgumentHelp(
      "Where the server finds a key: file:PATH or env:NAME; several times.",
      valueName: "place"
    )
  )
  var secrets: [String] = []

  @Option(
    name: .customLong("allow"),
    help: ArgumentHelp(
      "A private network that may be reached, such as 10.1.0.0/16; several times.",
      valueName: "network"
    )
  )
  var networks: [String] = []

  private static func mode(_ text: String) throws -> SinkMode {
    switch text {
    case "merged": .merged
    case "commits": .commits
    default: throw ValidationError("The mode is merged or commits.")
    }
  }

  /// The settings, with those of before where nothing is given.
  func settings(after old: SinkSettings) -> SinkSettings {
    SinkSettings(
      url: url ?? old.url,
      collections: patterns.isEmpty ? old.collections : patterns,
      mode: mode ?? old.mode,
      secrets: secrets.isEmpty ? old.secrets : secrets,
      allowedAddresses: networks.isEmpty ? old.allowedAddresses : networks
    )
  }
}

struct CreateSink: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a sink.",
    discussion: """
      Its first message about each list has the whole list. A key is made by: echo whsec_$(openssl rand -base64 32)

      EXAMPLES
        arrange sink create search --url https://search.example/hook --on '**' --secret env:SEARCH_KEY
        arrange sink create local --url http://127.0.0.1:8000/ --allow 127.0.0.1 --on board --secret env:KEY --mode commits
      """
  )
  static let isWrite = true

  @OptionGroup var sink: SinkArgument
  @OptionGroup var options: SinkOptions
  @Flag(name: .long, help: "Create it paused.") var paused = false
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard options.url != nil, !options.patterns.isEmpty, !options.secrets.isEmpty else {
      throw ValidationError("A sink needs --url, --on and --secret.")
    }
  }

  func run(in context: CommandContext) async throws {
    let settings = options.settings(after: SinkSettings(url: "", collections: [], secrets: []))
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
    var table = Table(("sink", .left), ("url", .left), ("lists", .left), ("state", .left))
    for sink in sinks {
      table.append(
        sink.name.text,
        sink.settings.url,
        sink.settings.collections.joined(separator: " "),
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

struct PauseSink: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Deliver nothing until the sink is resumed.",
    discussion: """
      EXAMPLES
        arrange sink pause search
      """
  )
  static let isWrite = true

  @OptionGroup var sink: SinkArgument
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let info = try await context.client.pauseSink(sink.name)
    try context.printSink(info, ["paused \(info.name)"])
  }
}

struct ResumeSink: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Deliver again, and at once what was to be tried later.",
    discussion: """
      EXAMPLES
        arrange sink resume search
      """
  )
  static let isWrite = true

  @OptionGroup var sink: SinkArgument
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let info = try await context.client.resumeSink(sink.name)
    try context.printSink(info, ["resumed \(info.name)"])
  }
}

struct ReplaySink: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Deliver a list again.",
    discussion: """
      Without --after the whole list is delivered, and what follows.

      EXAMPLES
        arrange sink replay search board
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

struct TestSink: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Send a test to the receiver of a sink.",
    discussion: """
      It fails if the receiver does not accept it.

      EXAMPLES
        arrange sink test search
      """
  )

  @OptionGroup var sink: SinkArgument
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let test = try await context.client.testSink(sink.name)
    if context.isJSON {
      try context.console.print(
        .object([
          "delivered": .bool(test.isDelivered), "status": .unsigned(UInt64(test.status)),
          "error": .string(test.error), "microseconds": .integer(test.microseconds),
        ])
      )
    } else if test.isDelivered {
      try context.console.print(
        "the receiver has answered \(test.status) after \(test.microseconds / 1_000) ms".printable
      )
    }
    guard test.isDelivered else { throw CommandFailure(.failed, test.error) }
  }
}

struct DeleteSink: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a sink.",
    discussion: """
      EXAMPLES
        arrange sink delete search
      """
  )
  static let isWrite = true

  @OptionGroup var sink: SinkArgument
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    try await context.client.deleteSink(sink.name)
    if context.isJSON {
      return try context.console.print(.object(["deleted": .array([.string(sink.name.text)])]))
    }
    try context.console.print("deleted \(sink.name)".printable)
  }
}

struct ShowSinkStatus: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show how far a sink has delivered.",
    discussion: """
      Of several nodes, it is what the node that is asked delivers. Lists that lag most come first.

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
    lines.append(
      "\(status.collectionCount) lists, \(status.lagging) lag, \(status.failing) fail; \(status.deliveries) deliveries and "
        + "\(status.failures) failed attempts since the start of the server"
    )
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
