import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

struct Overlay: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Orders of one's own over a list.",
    discussion: """
      An overlay is an order of the items of a list that does not change the list. It has an entry for each item that \
      was placed in it; all others are where the list has them. A view shows it, and "arrange move --view" places rows \
      in it.

      Your own overlay of a list is called "mine" unless you give it another name. A shared one belongs to nobody: \
      everybody who may read the list sees it, and who may move its items places rows in it.

      EXAMPLES
        arrange overlay create --of board
        arrange view define mine 'board overlay mine'
        arrange move --view mine write --before read
        arrange overlay show --of board
        arrange overlay create triage --of board --shared
        arrange show --view 'board overlay triage where not done'
      """,
    subcommands: [
      CreateOverlay.self, ShowOverlay.self, ListOverlays.self, ResetOverlay.self, DeleteOverlay.self,
    ]
  )
}

/// The overlay that a command applies to.
struct OverlayArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The overlay's name; \"mine\" if not given.", valueName: "overlay"),
    transform: Arguments.identifier
  )
  var name: Identifier = ViewDefinition.ShownOverlay.ownName

  @Option(
    name: .customLong("of"),
    help: ArgumentHelp("The list.", valueName: "list"),
    completion: .from(.lists),
    transform: Arguments.identifier
  )
  var list: Identifier

  @Flag(name: .long, help: "It is shared, and belongs to nobody.")
  var shared = false

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Whose it is, if it is not yours; needs the permission manage.",
      valueName: "principal"
    ),
    transform: Arguments.principal
  )
  var principal: Principal?

  func validate() throws {
    guard !shared || principal == nil else {
      throw ValidationError("A shared overlay is nobody's; give --shared or --for, not both.")
    }
    guard !shared || name != ViewDefinition.ShownOverlay.ownName else {
      throw ValidationError("\"\(name)\" is everybody's own overlay; give the shared one another name.")
    }
  }
}

struct CreateOverlay: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create an overlay, in which nothing is placed yet.",
    discussion: """
      EXAMPLES
        arrange overlay create --of board
        arrange overlay create triage --of board --shared
        arrange overlay create --of board --for ann
      """
  )

  @OptionGroup var overlay: OverlayArguments

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let info = try await context.client.createOverlay(
      overlay.name,
      of: overlay.list,
      isShared: overlay.shared,
      principal: overlay.principal
    )
    if context.isJSON { return try context.console.print(info.json) }
    try context.console.print("created the \(info.title)".printable)
  }
}

struct ShowOverlay: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the entries of an overlay.",
    discussion: """
      Each entry is an item that was placed, in the sequence in which that was done, with its section and the items that \
      were before it, the nearest first.

      EXAMPLES
        arrange overlay show --of board
        arrange overlay show triage --of board --shared --json | jq -r '.entries[].item'
      """
  )

  @OptionGroup var overlay: OverlayArguments

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    var entries: [OverlayEntry] = []
    var page: OverlayPage
    repeat {
      page = try await context.client.overlay(
        overlay.name,
        of: overlay.list,
        isShared: overlay.shared,
        principal: overlay.principal,
        first: entries.count
      )
      entries += page.entries
    } while !page.entries.isEmpty && entries.count < page.info.entryCount
    if context.isJSON {
      guard case .object(var members) = page.info.json else { return }
      members.append("entries", .array(entries.map(\.json)))
      return try context.console.print(.object(members))
    }
    guard !entries.isEmpty else {
      return try context.console.print("Nothing is placed in the \(page.info.title).".printable)
    }
    var table = Table(("item", .left), ("section", .left), ("behind", .left))
    for entry in entries {
      let before = entry.predecessors.map(\.text).joined(separator: ", ")
      table.append(entry.item.text, entry.section.text, before.isEmpty ? "(the start)" : before)
    }
    try context.console.print(table.lines(context.console.style).joined(separator: "\n"))
  }
}

struct ListOverlays: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the shared overlays of a list, and your own.",
    discussion: """
      EXAMPLES
        arrange overlay list --of board
        arrange overlay list --of board --for ann --json
      """,
    aliases: ["ls"]
  )

  @Option(
    name: .customLong("of"),
    help: ArgumentHelp("The list.", valueName: "list"),
    completion: .from(.lists),
    transform: Arguments.identifier
  )
  var list: Identifier

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Whose, in place of yours; needs the permission manage.", valueName: "principal"),
    transform: Arguments.principal
  )
  var principal: Principal?

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let found = try await context.client.overlays(of: list, principal: principal)
    if context.isJSON {
      return try context.console.print(.object(["overlays": .array(found.overlays.map(\.json))]))
    }
    guard !found.overlays.isEmpty else {
      return try context.console.print(
        "There are no overlays of \(list) yet. \"arrange overlay create --of \(list)\" makes one.".printable
      )
    }
    var table = Table(("overlay", .left), ("whose", .left), ("entries", .right))
    for info in found.overlays {
      table.append(info.overlay.text, info.principal?.name ?? "(shared)", "\(info.entryCount)")
    }
    try context.console.print(table.lines(context.console.style).joined(separator: "\n"))
  }
}

struct ResetOverlay: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Put items of an overlay back where the list has them.",
    discussion: """
      EXAMPLES
        arrange overlay reset --of board --item write --item plan
        arrange overlay reset triage --of board --shared --all
      """
  )

  @OptionGroup var overlay: OverlayArguments

  @Option(
    name: .customLong("item"),
    help: ArgumentHelp("An item; can be given several times.", valueName: "item"),
    transform: Arguments.identifier
  )
  var items: [Identifier] = []

  @Flag(name: .long, help: "All items.")
  var all = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard items.isEmpty == all else {
      throw ValidationError(all ? "Give items or --all, not both." : "Give items with --item, or --all.")
    }
    guard items.count <= ResetOverlayRequest.maximumItems else {
      throw ValidationError("At most \(ResetOverlayRequest.maximumItems) items can be given.")
    }
  }

  func run(in context: CommandContext) async throws {
    let info = try await context.client.resetOverlay(
      overlay.name,
      of: overlay.list,
      isShared: overlay.shared,
      principal: overlay.principal,
      items: items,
      resetsAll: all
    )
    if context.isJSON { return try context.console.print(info.json) }
    let left = info.entryCount == 1 ? "1 item is placed" : "\(info.entryCount.grouped) items are placed"
    try context.console.print("reset the \(info.title); \(left)".printable)
  }
}

struct DeleteOverlay: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete an overlay. Its list stays as it is.",
    discussion: """
      EXAMPLES
        arrange overlay delete --of board
        arrange overlay delete triage --of board --shared
      """
  )

  @OptionGroup var overlay: OverlayArguments

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    try await context.client.deleteOverlay(
      overlay.name,
      of: overlay.list,
      isShared: overlay.shared,
      principal: overlay.principal
    )
    if context.isJSON {
      let names: JSON.Members = [
        "list": .string(overlay.list.text), "deleted": .string(overlay.name.text),
      ]
      return try context.console.print(.object(names))
    }
    try context.console.print("deleted the overlay \(overlay.name) of \(overlay.list)".printable)
  }
}

extension OverlayInfo {
  /// What it is called in messages.
  fileprivate var title: String {
    isShared ? "shared overlay \(overlay) of \(collection)" : "overlay \(overlay) of \(collection)"
  }

  fileprivate var json: JSON {
    var members: JSON.Members = [
      "list": .string(collection.text), "overlay": .string(overlay.text), "shared": .bool(isShared),
    ]
    if let principal { members.append("principal", .string(principal.name)) }
    members.append("created", FieldValue.timestamp(createdAt).json)
    members.append("version", .unsigned(version))
    members.append("entry_count", .count(entryCount))
    return .object(members)
  }
}

extension OverlayEntry {
  fileprivate var json: JSON {
    .object([
      "item": .string(item.text), "section": .string(section.text),
      "predecessors": .array(predecessors.map { .string($0.text) }),
    ])
  }
}
