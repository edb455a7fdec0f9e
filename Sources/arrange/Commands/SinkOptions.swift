import ArgumentParser
import ArrangeModel

/// What a sink delivers, and where.
struct SinkOptions: ParsableArguments {
  @Option(
    name: [.long, .customLong("webhook")],
    help: ArgumentHelp("The address of the receiver.", valueName: "url")
  )
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
    help: ArgumentHelp("The view that is delivered in place of lists.", valueName: "view"),
    transform: Arguments.identifier
  )
  var view: Identifier?

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

  @Option(
    name: .customLong("postgresql"),
    help: ArgumentHelp(
      "The database into which the lists are written: env:NAME, file:PATH, or a connection string without a password.",
      valueName: "place"
    )
  )
  var database: String?

  @Option(name: .long, help: ArgumentHelp("The schema of the tables.", valueName: "schema"))
  var schema: String?

  @Flag(name: .long, inversion: .prefixedNo, help: "Also add each move to the table moves.")
  var moves: Bool?

  private static func mode(_ text: String) throws -> SinkMode {
    switch text {
    case "merged": .merged
    case "commits": .commits
    default: throw ValidationError("The mode is merged or commits.")
    }
  }

  /// The settings, with those of before where nothing is given. A view takes the place of lists, and lists that of a view.
  func settings(after old: SinkSettings) -> SinkSettings {
    var settings = old
    if let url {
      settings.url = url
      settings.postgres = nil
    }
    // A webhook that becomes a mirror.
    if database != nil { (settings.url, settings.secrets, settings.allowedAddresses) = ("", [], []) }
    if !patterns.isEmpty || view != nil { (settings.collections, settings.view) = (patterns, view) }
    if let mode { settings.mode = mode }
    if !secrets.isEmpty { settings.secrets = secrets }
    if !networks.isEmpty { settings.allowedAddresses = networks }
    if database != nil || schema != nil || moves != nil {
      settings.postgres = PostgresMirror(
        connection: database ?? old.postgres?.connection ?? "",
        schema: schema ?? old.postgres?.schema ?? "",
        keepsMoves: moves ?? old.postgres?.keepsMoves ?? false
      )
    }
    return settings
  }
}
