import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

struct Create: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Make a collection.",
    discussion: """
      The strategy says how the order is represented; "arrange strategy list" shows which there are.

      EXAMPLES
        arrange create board
        arrange create board --strategy lexorank --title "Project board"
        arrange create notes --strategy lexorank:jitter=40
        arrange create stations --strategy dense --field opened:=1978
        arrange create board --strategy lexorank --if-not-exists
        arrange create plan --outline --max-depth 8
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Option(
    name: .long,
    help: ArgumentHelp("The ordering strategy; otherwise the server's default.", valueName: "strategy"),
    completion: .from(.strategies)
  )
  var strategy: String?

  @Option(name: .long, help: ArgumentHelp("A title, short for --field title=TEXT.", valueName: "text"))
  var title: String?

  @OptionGroup var fields: FieldOptions

  @Flag(name: .long, help: "Make an outline, whose items can have children.")
  var outline = false

  @Option(
    name: .customLong("max-depth"),
    help: ArgumentHelp("With --outline: the largest depth of an item; 64 if not given.", valueName: "n")
  )
  var maximumDepth: Int?

  @Option(
    name: .customLong("max-children"),
    help: ArgumentHelp("With --outline: the most children of an item; 100000 if not given.", valueName: "n")
  )
  var maximumChildren: Int?

  @Flag(
    name: .customLong("if-not-exists"),
    help:
      "Succeed if there is a collection of this name, which stays as it is, whatever its strategy and fields are."
  )
  var ifNotExists = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard outline || maximumDepth == nil && maximumChildren == nil else {
      throw ValidationError("--max-depth and --max-children need --outline.")
    }
    if let maximumDepth, !(1...OutlineSettings.largestDepth).contains(maximumDepth) {
      throw ValidationError("--max-depth goes from 1 to \(OutlineSettings.largestDepth).")
    }
    if let maximumChildren, !(1...OutlineSettings.mostChildren).contains(maximumChildren) {
      throw ValidationError("--max-children goes from 1 to \(OutlineSettings.mostChildren).")
    }
  }

  private var settings: OutlineSettings? {
    guard outline else { return nil }
    return OutlineSettings(
      maximumDepth: maximumDepth ?? OutlineSettings.standardDepth,
      maximumChildren: maximumChildren ?? OutlineSettings.standardChildren
    )
  }

  func run(in context: CommandContext) async throws {
    let fields = try Fields(title: title, fields.field)
    let info: CollectionInfo
    do throws(ArrangeError) {
      info = try await context.client.create(
        collection.name,
        strategy: strategy,
        fields: fields,
        outline: settings
      )
    } catch {
      guard ifNotExists, error.code == .alreadyExists else { throw error }
      let found = try await context.client.info(collection.name)
      guard !found.isView else { throw error }
      return try report(found, "\(found.name) is there already, with strategy \(found.strategy)", in: context)
    }
    try report(info, "created \(info.name) with strategy \(info.strategy)", in: context)
  }

  private func report(_ info: CollectionInfo, _ text: String, in context: CommandContext) throws {
    try context.isJSON ? context.console.print(info.json) : context.console.print(text.printable)
  }
}

extension CollectionInfo {
  /// The collection without its content, as JSON.
  var json: JSON {
    var members: JSON.Members = [
      "collection": .string(name.text), "strategy": .string(strategy), "fields": fields.json,
      "version": .unsigned(version), "state": .string("\(state)"), "epoch": .string(epoch.epochText),
      "created": FieldValue.timestamp(createdAt).json,
      "sections": .count(sectionCount), "items": .count(itemCount),
    ]
    if let outline {
      members.append(
        "outline",
        .object(["max_depth": .count(outline.maximumDepth), "max_children": .count(outline.maximumChildren)])
      )
    }
    return .object(members)
  }
}
