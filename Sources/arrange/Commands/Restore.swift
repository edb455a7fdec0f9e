import ArgumentParser
import ArrangeClient
import ArrangeModel

struct Restore: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Restore a backup: into a new data directory or database, or one collection into a server.",
    discussion: """
      With --data everything in the backup becomes a data directory, which must not be there yet; start a server with it. \
      Everybody who followed a list goes on where that is right, and gets the list anew where it is not. With --journal the \
      same is made in a PostgreSQL database, in a schema which must not be there yet.

      With --into a collection is made on a running server as it was: sections, items and fields in their order. Its keys \
      are new, and its history begins there. --as gives it another name. Until it is complete, it has the field \
      unfinished-restore.

      The whole backup is checked before anything is made. From standard input or a pipe it is kept in TMPDIR meanwhile.

      EXAMPLES
        zstd -dc lists.backup.zst | arrange restore - --data /var/lib/arrange
        arrange restore lists.backup --data /var/lib/arrange
        arrange restore lists.backup --journal postgresql://arrange@db/lists
        arrange restore lists.backup --into 127.0.0.1:7411 --collection board
        arrange restore lists.backup --into 127.0.0.1:7411 --collection board --as board-of-monday
      """
  )

  static var isWrite: Bool { true }

  /// The field of a collection that is not restored completely. It is removed at the end.
  private static let mark = "unfinished-restore"
  private static let markText =
    "arrange restore is making this list, or was cut off; then delete the list, and restore it again"

  @Argument(help: ArgumentHelp("The backup; - for standard input.", valueName: "file"), completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("The data directory to make.", valueName: "directory"),
    completion: .directory
  )
  var data: String?

  @Option(
    help: ArgumentHelp(
      "The PostgreSQL database to make the lists in, as arranged takes it.",
      valueName: "connection"
    )
  )
  var journal: String?

  @Option(
    name: .customLong("journal-schema"),
    help: ArgumentHelp("With --journal: the schema to make. (default: arrange)", valueName: "name")
  )
  var journalSchema: String?

  @Option(help: ArgumentHelp("The server to make a collection on.", valueName: "host:port"))
  var into: String?

  @Option(
    help: ArgumentHelp("With --into: the collection or view in the backup.", valueName: "name"),
    transform: Arguments.row
  )
  var collection: Identifier?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("With --into: its name on the server; otherwise the same.", valueName: "name"),
    transform: Arguments.row
  )
  var newName: Identifier?

  @OptionGroup(title: "Connection") var options: ConnectionOptions

  var connection: ConnectionOptions {
    var connection = options
    connection.server = into ?? options.server
    return connection
  }

  func validate() throws {
    guard [data, journal, into].count(where: { $0 != nil }) == 1 else {
      throw ValidationError(
        "Say where to: --data with a directory, --journal with a database, or --into with a server and --collection."
      )
    }
    guard journalSchema == nil || journal != nil else {
      throw ValidationError("--journal-schema needs --journal.")
    }
    guard (into == nil) == (collection == nil), newName == nil || into != nil else {
      throw ValidationError("--into needs --collection, and --collection and --as need --into.")
    }
    guard options.server == nil else { throw ValidationError("--into says the server.") }
  }

  func run(in context: CommandContext) async throws {
    let backup = try BackupFile(file)
    let summary = try backup.check()
    if let data {
      try backup.restore(to: data)
      guard !context.isJSON else {
        return try context.console.print(.object(.init([("data", .string(data))] + summary.members)))
      }
      return try context.console.print("restored \(summary.text) to \(data.printable)")
    }
    if let journal {
      let place = try backup.restore(toDatabase: journal, schema: journalSchema)
      guard !context.isJSON else {
        return try context.console.print(.object(.init([("journal", .string(place))] + summary.members)))
      }
      return try context.console.print("restored \(summary.text) to \(place.printable)")
    }
    guard let name = collection else { return }
    try await restore(try backup.collection(name), as: newName ?? name, in: context)
  }

  private func restore(_ copy: RestoredList, as name: Identifier, in context: CommandContext) async throws {
    switch copy {
    case .view(let definition):
      do {
        _ = try await context.client.info(name)
        throw CommandFailure(
          .conflict,
          "there is already something called \"\(name)\"; restore it --as another name"
        )
      } catch let error as ArrangeError where error.code == .notFound {}
      let info = try await context.client.defineView(name, definition)
      let members: [(String, JSON)] = [("view", .string(info.name.text))]
      try context.isJSON
        ? context.console.print(.object(.init(members)))
        : context.console.print("defined the view \(name.text.printable)")
    case .list(var list, let strategy, let outline):
      // A list that is a part of one itself stays marked, and one without room for another field is not marked.
      var marked = list.fields
      let isMarked =
        list.fields[Restore.mark] == nil
        && (try? marked.set(Restore.mark, to: .string(Restore.markText))) != nil
      if isMarked { list.fields = marked }
      var importer = Importer(
        collection: name,
        strategy: strategy,
        outline: outline,
        isSkipping: false,
        advice: Importer.Advice(
          partial: "delete \(name) and restore it again",
          existing: "restore it --as another name"
        ),
        client: context.client,
        console: context.console
      )
      try await Interruption.watched { interruption in
        try await importer.run(list, isInterrupted: { interruption.isRequested })
        if isMarked { try await importer.removeField(Restore.mark) }
      }
      try context.isJSON
        ? context.console.print(.object(JSON.Members(importer.members)))
        : context.console.print(importer.summary.printable)
    }
  }
}
