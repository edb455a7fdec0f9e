import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

struct Show: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show a collection or a view in its order.",
    discussion: """
      JSON has the form {"collection", "epoch", "fields", "sections": [{"content_version", "fields", "id", "items": \
      [{"content_version", "fields", "id", "key"}]}], "strategy", "version"}, with names sorted. Bytes are \
      {"$bytes": BASE64}, timestamps {"$timestamp": "2026-03-01T09:30:00.000000Z"}; a number with a point or an \
      exponent is a double. A content version is what --if-content-version of "arrange update" takes. A key is text as \
      its strategy writes it, or else its bytes as text or in hexadecimal. What a view shows has no keys, and says \
      where it is from: "origin": {"collection", "item", "section"}; with a window, also "window": {"anchor", \
      "first_item", "section", "section_items"}. Items of an outline have "depth", "children" and "descendants" as well. \
      Elements of an earlier version have no keys.

      EXAMPLES
        arrange show board
        arrange show board --keys
        arrange show board --section todo --from 20 --count 10
        arrange show board --around write --each-side 3
        arrange show board --at 41
        arrange show board --at 'before the meeting'
        arrange show board --json | jq -r '.sections[].items[].fields.title'
        arrange show --view 'board where not done sort due cap 3'
      """
  )

  @OptionGroup var list: ListArgument

  @Flag(name: .long, help: "Show the order keys.")
  var keys = false

  @Option(
    name: .long,
    help: ArgumentHelp("Only this section.", valueName: "id"),
    completion: .from(.sections),
    transform: Arguments.sectionRow
  )
  var section: Identifier?

  @Option(name: .long, help: ArgumentHelp("With --section: the first index.", valueName: "n"))
  var from: Int?

  @Option(name: .long, help: ArgumentHelp("With --section: how many items.", valueName: "n"))
  var count: Int?

  @Option(
    name: .long,
    help: ArgumentHelp("Only this item and those near it in its section.", valueName: "item"),
    completion: .from(.items),
    transform: Arguments.row
  )
  var around: Identifier?

  @Option(
    name: .long,
    help: ArgumentHelp("With --around: how many to each side; 5 if not given.", valueName: "n")
  )
  var eachSide: Int?

  @Option(
    name: .long,
    help: ArgumentHelp("An earlier version, or its name.", valueName: "version"),
    transform: Arguments.version
  )
  var at: VersionReference?

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  /// The maximum index in the protocol.
  private static let largestIndex = Int(Int32.max)
  /// The number of rows on each side of an item if none is given.
  static let standardSide = 5

  func validate() throws {
    guard section == nil || around == nil else {
      throw ValidationError("Only one of --section and --around can be given.")
    }
    guard section != nil || (from == nil && count == nil) else {
      throw ValidationError("--from and --count need --section.")
    }
    guard around != nil || eachSide == nil else { throw ValidationError("--each-side needs --around.") }
    guard at == nil || !keys else {
      throw ValidationError("--at can't be given with --keys: earlier versions have no keys.")
    }
    for number in [from, count, eachSide] {
      if let number, !(0...Show.largestIndex).contains(number) {
        throw ValidationError("Indices and counts go from 0 to \(Show.largestIndex).")
      }
    }
  }

  private var window: FetchRequest.Window {
    if let section {
      let start = from ?? 0
      let end = count.map { min(Show.largestIndex, start + $0) } ?? Show.largestIndex
      return .section(section, start..<end)
    }
    if let around {
      return .around(around, before: eachSide ?? Show.standardSide, after: eachSide ?? Show.standardSide)
    }
    return .all
  }

  func run(in context: CommandContext) async throws {
    let content = try await context.client.content(of: list.source, window: window, at: at)
    if context.isJSON { return try context.console.print(content.json(context.keyTexts)) }
    let page = ListPage(
      content: content,
      keyTexts: keys ? context.keyTexts : nil,
      isWhole: window == .all,
      style: context.console.style
    )
    try context.console.print(page.lines.joined(separator: "\n"))
  }
}

extension FetchPage {
  /// The list as JSON, in the form that `arrange show` documents.
  func json(_ keyTexts: KeyTexts) -> JSON {
    let strategy = collection.strategy
    let elements = ElementJSON(keys: collection.isView || isPast ? nil : (keyTexts, strategy))
    let sections = sections.map { slice in
      ElementJSON().json(slice.section, ["items": .array(slice.items.map { elements.json($0) })])
    }
    var members: JSON.Members = [
      "collection": .string(collection.name.text), "fields": collection.fields.json,
      "version": .unsigned(collection.version), "epoch": .string(collection.epoch.epochText),
      "strategy": .string(strategy), "sections": .array(sections),
    ]
    // A view can't be written to, so it has no state for conditions.
    if !collection.isView { members.append("state", .string("\(collection.state)")) }
    if let window { members.append("window", window.json) }
    return .object(members)
  }
}
