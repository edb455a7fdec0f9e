import ArgumentParser
import ArrangeClient
import ArrangeModel
import Changes

struct Diff: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what is different between two versions of a collection.",
    discussion: """
      Without a second version it compares with the newest. Places are section.item: those of what is deleted and from \
      where something moves are places in the first version, all others in the second. In an outline they are id.index for \
      what is below an item, and what moves takes along what is below it.

      JSON has the form {"collection", "from", "to", "commits"} and the members of a batch of "arrange watch": \
      "profile", "before", "after", "sections" and "items".

      EXAMPLES
        arrange diff board 30 41
        arrange diff board 41 30
        arrange diff board 'before the meeting'
        arrange diff board 30 --json | jq .items
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Argument(
    help: ArgumentHelp("The first version, or its name.", valueName: "from"),
    transform: Arguments.version
  )
  var from: VersionReference

  @Argument(
    help: ArgumentHelp("The second version; otherwise the newest.", valueName: "to"),
    transform: Arguments.version
  )
  var to: VersionReference?

  @Option(
    name: .long,
    help: "What the batch is made for: as few moves as possible, or list views that can't do all."
  )
  var profile = Watch.Profile.exact

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let isOutline = try await context.client.info(collection.name).outline != nil
    guard !isOutline || profile == .exact else {
      throw CommandFailure(.usage, "--profile can't be given for an outline; leave it out")
    }
    let diff = try await context.client.diff(
      of: collection.name,
      from: from,
      to: to,
      profile: isOutline ? .tree : profile.value
    )
    if context.isJSON {
      var members: JSON.Members = [
        "collection": .string(collection.name.text), "from": .unsigned(diff.from), "to": .unsigned(diff.to),
        "commits": .unsigned(diff.commits),
      ]
      if let tree = diff.tree {
        tree.append(to: &members, ElementJSON())
      } else {
        diff.batch.append(to: &members, ElementJSON())
      }
      return try context.console.print(.object(members))
    }
    let style = context.console.style
    let changes = diff.tree.map { UpdateSummary.text($0) } ?? UpdateSummary.text(diff.batch)
    let heading =
      "\(style.bold("version \(diff.from) to \(diff.to)"))  \(Int(clamping: diff.commits).counted("commit"))"
    guard !changes.isEmpty else { return try context.console.print("\(heading): nothing is different") }
    let lines = (diff.tree?.lines ?? diff.batch.lines).map { "  \($0)" }
    try context.console.print(
      (["\(heading): \(changes); \(UpdateSummary.text(diff.batch.after))"] + lines).joined(separator: "\n")
    )
  }
}

extension ChangeBatch {
  /// The changes for people, one line each: sections, and then items.
  var lines: [String] {
    sections.deletes.map { "deleted section \($0)" }
      + sections.moves.map { "moved section \($0.from) to \($0.to)" }
      + sections.inserts.map { "added section \($0.at)" }
      + sections.updates.map { "updated section \($0.at)\($0.content.label)" }
      + items.deletes.map { "deleted item \($0.text)" }
      + items.moves.map { "moved item \($0.from.text) to \($0.to.text)" }
      + items.inserts.map { "added item \($0.at.text)\($0.label)" }
      + items.updates.map { "updated item \($0.at.text)\($0.content.label)" }
  }
}

extension TreeBatch {
  /// The changes for people, one line each: sections, and then items.
  var lines: [String] {
    sections.deletes.map { "deleted section \($0)" }
      + sections.moves.map { "moved section \($0.from) to \($0.to)" }
      + sections.inserts.map { "added section \($0.at)\($0.label)" }
      + sections.updates.map { "updated section \($0.at)\($0.content.label)" }
      + items.deletes.map { "deleted item \(text($0))" }
      + items.moves.map { "moved item \(text($0.from)) to \(text($0.to))" }
      + items.inserts.map { "added item \(text($0.at))\($0.label)" }
      + items.updates.map { "updated item \(text($0.at))\($0.content.label)" }
  }

  private func text(_ place: TreePlace) -> String {
    switch place.list {
    case .section(let index): "\(index).\(place.index)"
    case .branch(let owner): "\(owners[owner].id.text.printable).\(place.index)"
    }
  }
}

extension TreeInsert {
  /// The title and the id, and how much comes with it.
  fileprivate var label: String {
    let others = rows.count - 1
    return (rows.first?.element.label ?? "") + (others > 0 ? " with \(others.counted("item"))" : "")
  }
}

extension ListPath {
  fileprivate var text: String { "\(section).\(item)" }
}

extension ItemInsert {
  fileprivate var label: String {
    switch source {
    case .new(let item): item.label
    case .kept(let from): " from \(from.text)"
    }
  }
}

extension ElementSnapshot {
  /// The title and the id.
  fileprivate var label: String {
    let title = fields.title.map { " \"\($0.text.printable)\"" } ?? ""
    return id.isEmpty ? title : "\(title) \(id.text.printable)"
  }
}
