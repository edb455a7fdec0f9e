import ArgumentParser
import ArrangeClient
import ArrangeModel

struct Export: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Export a collection to a file.",
    discussion: """
      The format follows from the file's name: .jsonl, .csv, .tsv, .md or .opml; without a file or an ending \
      it is jsonl. All formats can be imported again without loss: ids, sections, the nesting of outlines, and \
      fields with their types. For that, Markdown has comments, CSV a last column and OPML an attribute, \
      'arrange', where they have no words; --plain leaves them out. A file that is there keeps its mode, and what a link points to is written.

      Texts in CSV that a spreadsheet would run as formulas, such as =1+1, get an apostrophe before them, which \
      import takes off again; --keep-formulas writes them as they are.

      EXAMPLES
        arrange export board board.md
        arrange export board board.csv
        arrange export board --format markdown --plain
        arrange export plan plan.opml
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

  @Flag(name: .long, help: "markdown, csv, opml: leave out what stands in comments or in JSON.")
  var plain = false

  @Flag(
    name: .customLong("keep-formulas"),
    help: "csv: put no apostrophe before texts that a spreadsheet would run as formulas."
  )
  var keepFormulas = false

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    if format == nil, let file, !Files.isStandardOutput(file), ExportFormat(fileName: file) == nil,
      let ending = ExportFormat.ending(of: file)
    {
      throw ValidationError(
        "No format has the ending \(ending); the endings are .jsonl, .csv, .tsv, .md and .opml, "
          + "and --format says the format of other files."
      )
    }
    guard !plain || wantedFormat != .jsonl else {
      throw ValidationError("--plain is for markdown, csv and opml.")
    }
    guard !keepFormulas || wantedFormat == .csv else { throw ValidationError("--keep-formulas is for csv.") }
  }

  private var wantedFormat: ExportFormat {
    format ?? file.flatMap { ExportFormat(fileName: $0) } ?? .jsonl
  }

  private func makeWriter() -> any ListWriter {
    switch wantedFormat {
    case .jsonl: return JSONLinesWriter()
    case .markdown: return MarkdownWriter(isPlain: plain)
    case .opml: return OPMLWriter(isPlain: plain)
    case .csv:
      let isTabbed = file.map(ExportFormat.isTabbed) ?? false
      return CSVWriter(
        delimiter: isTabbed ? CSVDialect.tab : UInt8(ascii: ","),
        isPlain: plain,
        keepsFormulas: keepFormulas
      )
    }
  }

  func run(in context: CommandContext) async throws {
    guard let file, !Files.isStandardOutput(file) else {
      // Control characters are escaped on a terminal; files and pipes get the data unchanged.
      let output = context.console.output
      let target: any TextOutput = context.console.isOutputTerminal ? EscapingOutput(output) : output
      _ = try await export(to: target, in: context)
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

  /// Writes the collection page by page, all pages of one version.
  private func export(to output: any TextOutput, in context: CommandContext) async throws -> CollectionInfo? {
    var writer = makeWriter()
    var info: CollectionInfo?
    var progress: ProgressBar?
    var done = 0
    defer { progress?.clear() }
    let pages = context.client.pages(of: collection.name, pageSize: FetchRequest.maximumPageSize)
    for try await page in pages {
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
    var bytes: [UInt8] = []
    writer.finish(to: &bytes)
    try output.write(bytes)
    return info
  }
}

extension ExportFormat: ExpressibleByArgument {}
