import ArgumentParser
import ArrangeClient
import ArrangeModel
import Changes

struct Indent: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Put items of an outline below the items before them.",
    discussion: """
      Each becomes the last child of the sibling directly before it, with all that is below it; siblings that follow each other \
      go below the same one. The first of several siblings stays where it is.

      EXAMPLES
        arrange indent plan write
        arrange indent plan write proofread
      """
  )

  @OptionGroup var collection: CollectionArgument
  @OptionGroup var items: IndentedItems
  @OptionGroup(title: "Conditions") var write: WriteOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let tree = try await IndentedOutline(collection.name, items.ids, context.client).tree
    let operations = tree.indenting(items.ids)
    guard !operations.isEmpty else {
      throw CommandFailure(.invalid, "nothing to indent: there is no sibling before \(items.text)".printable)
    }
    try await ApplyReport(collection: collection.name, verb: "indented", noun: "item")
      .apply(operations, write, in: context)
  }
}

struct Outdent: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Put items of an outline behind their parents.",
    discussion: """
      Each comes directly behind its parent, with all that is below it. Items at the top of their sections stay where they are.

      EXAMPLES
        arrange outdent plan write
        arrange outdent plan write proofread
      """
  )

  @OptionGroup var collection: CollectionArgument
  @OptionGroup var items: IndentedItems
  @OptionGroup(title: "Conditions") var write: WriteOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let tree = try await IndentedOutline(collection.name, items.ids, context.client).tree
    let operations = tree.outdenting(items.ids)
    guard !operations.isEmpty else {
      throw CommandFailure(.invalid, "nothing to outdent: there is nothing above \(items.text)".printable)
    }
    try await ApplyReport(collection: collection.name, verb: "outdented", noun: "item")
      .apply(operations, write, in: context)
  }
}

/// What is above and beside items, which a command has to know.
private struct IndentedOutline {
  let tree: TreeList

  /// - Throws: a failure if the collection is flat, or has not all of the items.
  init(_ name: Identifier, _ items: [Identifier], _ client: ArrangeClient) async throws {
    let content = try await client.content(of: .named(name))
    guard content.collection.outline != nil else {
      throw CommandFailure(
        .invalid,
        "\(name) is a flat list, whose items have no parents; an outline is made with arrange create --outline"
          .printable
      )
    }
    var rows: [TreeRow] = []
    for slice in content.sections {
      rows.append(TreeRow(slice.section, depth: 0))
      rows += slice.items.map { TreeRow($0, depth: Int($0.outline?.depth ?? 1)) }
    }
    tree = try TreeList(rows)
    for item in items where !tree.contains(.item(item)) {
      throw CommandFailure(.notFound, "there is no item \"\(item)\"".printable)
    }
  }
}

/// The items of both commands.
struct IndentedItems: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The items' ids.", valueName: "item"),
    completion: .from(.items),
    transform: Arguments.identifier
  )
  var ids: [Identifier]

  /// Their ids in messages.
  fileprivate var text: String { ids.map { "\"\($0)\"" }.joined(separator: ", ") }
}
