import ArgumentParser
import ArrangeClient
import ArrangeModel

struct Export: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Export a collection to a file.",
    discussion: """
      The format follows from the file's name, otherwise it is jsonl. Both formats can be imported again \
      without loss: ids, sections and fields with their types. For that, Markdown has comments where it has no \
      words; --plain leaves them out.

      EXAMPLES
        arrange export board board.md
        arrange export board --format markdown --plain
        arrange export board | arrange import copy - --create lexorank
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Argument(
    help: ArgumentHelp("The file; otherwise, or where it is -, standard output.", valueName: "file"),
    completion: .file()
  )
  var file: String?

  @Option(name: .shortAndLong, help: "The format.")
  var format: ExportFormat?

  @Flag(name: .long, help: "markdown: leave out ids and what else stands in comments.")
  var plain = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard !plain || wantedFormat == .markdown else { throw ValidationError("--plain is for markdown.") }
  }

  private var wantedFormat: ExportFormat {
    format ?? file.flatMap { ExportFormat(fileName: $0) } ?? .jsonl
  }

  func run(in context: CommandContext) async throws {
    guard let file, file != "-" else {
      _ = try await export(to: context.console.output, in: context)
      return
    }
    var info: CollectionInfo?
    try await Files.write(file) { output in info = try await export(to: output, in: context) }
    guard let info else { return }
    if context.isJSON {
      return try context.console.print(
        .object([
          "collection": .string(info.name.text), "file": .string(file), "items": .count(info.itemCount),
          "sections": .count(info.sectionCount), "version": .unsigned(info.version),
        ])
      )
    }
    let amount = "\(info.itemCount.counted("item")) in \(info.sectionCount.counted("section"))"
    try context.console.print("exported \(amount) to \(file), version \(info.version)".printable)
  }

  /// Writes the collection page by page, all of one version.
  private func export(to output: any TextOutput, in context: CommandContext) async throws -> CollectionInfo? {
    var writer: any ListWriter = wantedFormat == .jsonl ? JSONLinesWriter() : MarkdownWriter(isPlain: plain)
    var info: CollectionInfo?
    var progress: ProgressBar?
    var done = 0
    defer { progress?.clear() }
    var pages = PageCursor(context.service, .named(collection.name))
    while let page = try await pages.next() {
      var bytes: [UInt8] = []
      if info == nil {
        info = page.collection
        if page.nextPageToken != nil, !context.console.isOutputTerminal {
          progress = ProgressBar(context.console, total: page.collection.itemCount, "items")
        }
        writer.writeList(page.collection.fields, name: page.collection.name, to: &bytes)
      }
      for slice in page.sections {
        writer.write(slice, to: &bytes)
        done += slice.items.count
      }
      try output.write(bytes)
      progress?.show(done)
    }
    return info
  }
}

extension ExportFormat: ExpressibleByArgument {}
