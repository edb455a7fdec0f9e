import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

struct Erase: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Erase items for good, with everything that is kept of their history.",
    discussion: """
      It removes the items, if they are still there, takes them out of the bin, and begins the history of the collection anew: \
      earlier versions can't be read, compared or restored afterwards, and nothing of before can be undone. It returns when no \
      file of the server has their content any more, and says what may still have it. Versions with names stand in its way, \
      unless --delete-names is given. On a terminal it asks first. Elsewhere, and with --json, nobody can be asked: it needs --yes.

      EXAMPLES
        arrange erase board write
        arrange erase board write read --yes
        arrange erase board write --delete-names
      """
  )
  static let isWrite = true

  @OptionGroup var collection: CollectionArgument

  @Argument(help: ArgumentHelp("The items' ids.", valueName: "id"), transform: Arguments.identifier)
  var items: [Identifier]

  @Flag(name: .customLong("delete-names"), help: "Delete the names of versions.")
  var deleteNames = false

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let name = collection.name
    let named = items.map(\.text).joined(separator: ", ")
    if !yes {
      try context.confirm(
        "Erase \(named) from \(name), with its whole history up to now, for good?",
        hint: "give --yes to erase for good",
        refusal: "nothing was erased from \(name)"
      )
    }
    let erasure: Erasure
    do throws(ArrangeError) {
      erasure = try await context.client.erase(items, from: name, deletesNames: deleteNames)
    } catch {
      guard error.code == .failedPrecondition, !deleteNames else { throw error }
      throw error.adding("; --delete-names deletes names as well")
    }
    if context.isJSON { return try context.console.print(json(erasure)) }
    var lines = ["erased \(named) from \(name), whose history begins with version \(erasure.oldestKept)"]
    if !erasure.deletedNames.isEmpty {
      lines.append(
        "deleted the names of versions: \(erasure.deletedNames.map(\.text).joined(separator: ", "))"
      )
    }
    lines.append(erasure.files.sentence)
    if erasure.otherNodes {
      lines.append("other nodes may have it in memory until they read the collection again")
    }
    lines.append("backups that were made before still have it")
    for line in lines { try context.console.print(line.printable) }
  }

  private func json(_ erasure: Erasure) -> JSON {
    .object([
      "collection": .string(collection.name.text),
      "items": .array(items.map { .string($0.text) }),
      "removed": .array(erasure.removed.map { .string($0.text) }),
      "oldest_kept": .unsigned(erasure.oldestKept),
      "deleted_names": .array(erasure.deletedNames.map { .string($0.text) }),
      "files": .string(erasure.files.word),
      "other_nodes": .bool(erasure.otherNodes),
    ])
  }
}

extension ErasedFiles {
  fileprivate var word: String {
    switch self {
    case .clean: "clean"
    case .later: "later"
    case .database: "database"
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .clean: "no file of the server has it any more"
    case .later:
      "something in use, such as a backup, still needs files of the server that have it; they are cleared soon"
    case .database:
      "its rows are removed from the database, whose files have it until it vacuums its tables, and whose log and archives longer"
    }
  }
}
