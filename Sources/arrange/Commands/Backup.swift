import ArgumentParser
import ArrangeClient
import ArrangeModel

struct Backup: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a backup of everything that a server holds, as of one moment.",
    discussion: """
      The server goes on with its work meanwhile. The backup is checked when it has come, and has its name only when it is \
      whole: a file that is there stays until then. Only its owner may read it. A symbolic link is followed, and a device or \
      a pipe is written as the backup comes, unchecked. It needs the permission admin. 'arrange restore' brings it back, \
      and 'arranged verify' checks one.

      EXAMPLES
        arrange backup lists.backup
        arrange backup board.backup --collection board
        arrange backup - | zstd > lists.backup.zst
      """
  )

  @Argument(help: ArgumentHelp("The file; - for standard output.", valueName: "file"), completion: .file())
  var file: String

  @Option(
    name: .customLong("collection"),
    help: ArgumentHelp("Only this collection or view; may be given several times.", valueName: "name"),
    completion: .from(.lists),
    transform: Arguments.row
  )
  var collections: [Identifier] = []

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let pieces = context.client.backup(of: collections)
    guard !Files.isStandardOutput(file) else {
      for try await piece in pieces { try context.console.output.write(piece) }
      return
    }
    var summary: BackupSummary?
    try await Files.write(file, permissions: .ownerOnly) { path in
      summary = try BackupFile(path).check()
    } _: { output in
      for try await piece in pieces { try output.write(piece) }
    }
    guard let summary else { return }
    guard !context.isJSON else { return try context.console.print(.object(.init(summary.members))) }
    try context.console.print("\(file.printable) has \(summary.text)")
  }
}
