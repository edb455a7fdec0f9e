import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

struct View: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Define, check, show, list and delete views.",
    discussion: """
      A view is a list made of collections: filtered, sorted, grouped, capped, one part after the other. It is shown \
      and watched as a collection is, with "arrange show" and "arrange watch", and can't be written to.

      A part is a line: a name and a colon where there are several parts, the collection, and clauses that say what is \
      shown of it. Documentation/views.md has all of the language.
        board                              its sections with their items
          sections todo, doing             only these sections
          flat all                         all items in one section
          group owner                      a section for each value of a field
          where priority > 3 or not done   only these items
          where done with ancestors        and in an outline what is above them, or with descendants
          sort due, title desc natural     in this order
          sort name digits last            texts that begin with digits last, as in an address book
          cap 3                            so many of each section
          only title, due                  these fields
        as definer                         with the rights of who defines the view
        as definer may move                the same, and rows can be moved with them
        fixed menu (search, settings)      rows that the view gives itself
        window around write before 5 after 5   only this row and those near it

      EXAMPLES
        arrange view define home \\
          'menu: fixed menu { title: "Menu" } (search, settings)' \\
          'news: articles flat news sort date desc cap 3' \\
          'board: board where not done'
        arrange view define mine 'board where owner = {principal} only title, due' 'as definer'
        arrange view show home
        arrange show home
        arrange watch --view 'board group owner where not done'
      """,
    subcommands: [DefineView.self, CheckView.self, ShowView.self, ListViews.self, DeleteViews.self]
  )
}

/// The stored view that a command applies to.
struct ViewArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The view's name.", valueName: "view"),
    completion: .from(.views),
    transform: Arguments.identifier
  )
  var name: Identifier
}

/// The text of a view, given as arguments or in a file.
struct ViewText: ParsableArguments {
  /// The maximum size of a file, in bytes.
  private static let largestFile = ViewDefinition.maximumTextLength

  @Argument(help: ArgumentHelp("The definition, one or more lines.", valueName: "text"))
  var text: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp("Read the definition from a file; - for standard input.", valueName: "file"),
    completion: .file()
  )
  var file: String?

  func validate() throws {
    guard text.isEmpty == (file != nil) else {
      throw ValidationError(
        text.isEmpty
          ? "Give the definition, or a file with --file." : "Give the definition or --file, not both."
      )
    }
  }

  func read() throws -> String {
    guard let file else { return text.joined(separator: "\n") }
    guard let text = String(validating: try Files.read(file, limit: ViewText.largestFile), as: UTF8.self)
    else {
      throw CommandFailure(.invalid, "\(Files.name(file)) is not UTF-8")
    }
    return text
  }

  /// The failure for an error in the text. For arguments it is the same as for --view of other commands.
  func failure(_ error: ArrangeError) -> CommandFailure {
    let place = file.map { "\(Files.name($0)): " } ?? ""
    return CommandFailure(
      file == nil ? .usage : .invalid,
      place + error.message,
      code: error.code,
      field: error.field
    )
  }
}

struct CheckView: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the text of a view, and print it in its canonical form.",
    discussion: """
      The server reads the text, and says where an error is. It looks at no collection: they need not be there.

      EXAMPLES
        arrange view check 'board where not done sort due'
        arrange view check --file home.view
      """
  )

  @OptionGroup var definition: ViewText

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let parsed = try await context.client.parseView(definition.read())
    if let error = parsed.error { throw definition.failure(error.arrangeError) }
    let text = String(parsed.text.dropLast())
    if context.isJSON { return try context.console.print(.object(["definition": .string(text)])) }
    try context.console.print(text)
  }
}

struct DefineView: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    commandName: "define",
    abstract: "Store a view, or give one another definition.",
    discussion: """
      Each text is a line of the definition; see "arrange view --help". Who watches a view that is there already \
      sees what the new definition changes.

      EXAMPLES
        arrange view define home \\
          'menu: fixed menu { title: "Menu" } (search, settings)' \\
          'news: articles flat news sort date desc cap 3' \\
          'board: board where not done'
        arrange view define home --file home.view
        echo 'board cap 6' | arrange view define home --file -
      """
  )

  @OptionGroup var view: ViewArgument

  @OptionGroup var definition: ViewText

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let text = try definition.read()
    let view: ViewDefinition
    do { view = try ViewDefinition(parsing: text) } catch { throw definition.failure(error) }
    let info = try await context.client.defineView(self.view.name, view)
    if context.isJSON { return try context.console.print(info.json) }
    let parts = info.definition.parts.count.counted("part")
    try context.console.print("defined \(info.name) with \(parts)".printable)
  }
}

struct ShowView: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the definition of a view.",
    discussion: """
      What it shows is printed by "arrange show". A comment at the end says who defined it last. JSON has the form \
      {"created", "definer", "definition", "view"}, without "definer" where that is not known.

      EXAMPLES
        arrange view show home
        arrange view show home --json | jq -r .definition > home.view
      """
  )

  @OptionGroup var view: ViewArgument

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let info = try await context.client.view(view.name)
    if context.isJSON { return try context.console.print(info.json) }
    try context.console.print(info.text)
    if let definer = info.definer { try context.console.print("# defined by \(definer)".printable) }
  }
}

struct ListViews: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the views.",
    discussion: """
      EXAMPLES
        arrange view list
        arrange view list --json | jq -r '.views[].view'
      """,
    aliases: ["ls"]
  )

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    var views: [ViewInfo] = []
    let pages = context.client.viewPages(pageSize: ListViewsRequest.maximumPageSize)
    for try await page in pages { views += page.views }
    if context.isJSON {
      return try context.console.print(.object(["views": .array(views.map(\.json))]))
    }
    guard !views.isEmpty else {
      return try context.console.print("There are no views yet. \"arrange view define NAME TEXT\" makes one.")
    }
    var table = Table(("view", .left), ("parts", .right), ("of", .left), ("defined by", .left))
    for info in views {
      table.append(
        info.name.text,
        "\(info.definition.parts.count)",
        info.definition.collections.map(\.text).joined(separator: ", "),
        info.definer?.name ?? ""
      )
    }
    try context.console.print(table.lines(context.console.style).joined(separator: "\n"))
  }
}

struct DeleteViews: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete views. Their collections stay as they are.",
    discussion: """
      EXAMPLES
        arrange view delete home
      """
  )

  @Argument(
    help: ArgumentHelp("The views' names.", valueName: "view"),
    completion: .from(.views),
    transform: Arguments.identifier
  )
  var views: [Identifier]

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    for name in views {
      try await context.client.deleteView(name)
      if !context.isJSON { try context.console.print("deleted \(name)".printable) }
    }
    guard context.isJSON else { return }
    try context.console.print(.object(["deleted": .array(views.map { .string($0.text) })]))
  }
}

extension ViewInfo {
  /// The definition without the line feed at its end.
  fileprivate var text: String { String(definition.text.dropLast()) }

  fileprivate var json: JSON {
    var members: JSON.Members = [
      "view": .string(name.text), "definition": .string(text),
      "created": FieldValue.timestamp(createdAt).json,
    ]
    if let definer { members.append("definer", .string(definer.name)) }
    return .object(members)
  }
}

extension ViewDefinition {
  /// The collections of the parts, each once, in the order of the parts.
  fileprivate var collections: [Identifier] {
    var seen: Set<Identifier> = []
    return parts.compactMap { part in
      guard case .collection(let query) = part.content, seen.insert(query.collection).inserted else {
        return nil
      }
      return query.collection
    }
  }
}
