import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

struct Versions: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Give versions of a collection names.",
    discussion: """
      A name can be given wherever a version is expected. What has a name can be read as long as it has it, however many \
      commits follow; at most 100 versions of a collection have names.

      EXAMPLES
        arrange versions set board 'before the meeting'
        arrange show board --at 'before the meeting'
        arrange versions list board
      """,
    subcommands: [VersionsSet.self, VersionsList.self, VersionsDelete.self]
  )
}

struct VersionsSet: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Give a version a name.",
    discussion: """
      A name that another version has goes over to this one. A name can't be a number.

      EXAMPLES
        arrange versions set board 'before the meeting'
        arrange versions set board v1 --at 41
      """
  )
  static let isWrite = true

  @OptionGroup var collection: CollectionArgument

  @Argument(help: ArgumentHelp("The name.", valueName: "name"), transform: Arguments.identifier)
  var name: Identifier

  @Option(
    name: .long,
    help: ArgumentHelp("The version, or a name that it has; otherwise the newest.", valueName: "version"),
    transform: Arguments.version
  )
  var at: VersionReference?

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let named = try await context.client.setVersion(name, of: collection.name, version: at)
    if context.isJSON { return try context.console.print(named.json(collection.name)) }
    try context.console.print(
      "version \(named.version) of \(collection.name) is named \(named.name)".printable
    )
  }
}

struct VersionsList: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the versions that have names, the newest first.",
    discussion: """
      EXAMPLES
        arrange versions list board
        arrange versions list board --json
      """
  )

  @OptionGroup var collection: CollectionArgument

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let versions = try await context.client.versions(of: collection.name).versions
    if context.isJSON {
      return try context.console.print(
        .object([
          "collection": .string(collection.name.text),
          "versions": .array(versions.map { $0.json(nil) }),
        ])
      )
    }
    guard !versions.isEmpty else {
      return try context.console.print("no version of \(collection.name) has a name".printable)
    }
    var table = Table(("version", .right), ("name", .left), ("since", .left), ("by", .left))
    for version in versions {
      table.append(
        "\(version.version)",
        version.name.text,
        version.setAt.shortText,
        version.author?.name ?? ""
      )
    }
    try context.console.print(table.lines(context.console.style).joined(separator: "\n"))
  }
}

struct VersionsDelete: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete the name of a version.",
    discussion: """
      The version itself is not deleted, but no longer kept because of its name.

      EXAMPLES
        arrange versions delete board v1
      """
  )
  static let isWrite = true

  @OptionGroup var collection: CollectionArgument

  @Argument(help: ArgumentHelp("The name.", valueName: "name"), transform: Arguments.identifier)
  var name: Identifier

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    try await context.client.deleteVersion(name, of: collection.name)
    if context.isJSON {
      return try context.console.print(.object(["deleted": .array([.string(name.text)])]))
    }
    try context.console.print("deleted the name \(name)".printable)
  }
}

extension NamedVersion {
  /// The version as JSON, with its collection unless that is said once for all.
  fileprivate func json(_ collection: Identifier?) -> JSON {
    var members: JSON.Members = [
      "name": .string(name.text), "version": .unsigned(version), "set": FieldValue.timestamp(setAt).json,
    ]
    if let collection { members.append("collection", .string(collection.text)) }
    if let author { members.append("author", .string(author.name)) }
    return .object(members)
  }
}
