import ArrangeModel
import InputText
import NIOCore
import Ordering
import ProtobufCodec
import Wire
import arrange

/// An imported file. The first byte gives the format and the options; the rest is the file.
package enum ImportTarget {
  static func run(_ input: UnsafeRawBufferPointer) throws(FuzzFinding) {
    var input = FuzzInput(input)
    let choice = Int(input.byte())
    let bytes = Array(input.rest)
    let list: ImportedList?
    do throws(InputError) { list = try read(bytes, choice) } catch {
      // UTF-16 becomes UTF-8 of another length.
      let text = (try? SourceText(bytes))?.bytes ?? bytes
      try expect((0...text.count).contains(error.offset), "\(error) is outside of \(text.count) bytes")
      try expect(!error.message.isEmpty, "a file is refused without a word")
      let position = TextPosition(of: error.offset, in: text)
      return try expect(position.line > 0 && position.column > 0, "\(position)")
    }
    guard var list else { return }
    try expect(list.itemCount <= bytes.count, "\(list.itemCount) items in \(bytes.count) bytes")
    try checkPlan(of: list)
    complete(&list)
    try checkExport(of: list, JSONLinesWriter(), .jsonl)
    try checkExport(of: list, MarkdownWriter(), .markdown)
    try checkExport(of: list, CSVWriter(), .csv)
  }

  /// Reads a file; nil if it looks like none of the formats.
  private static func read(_ bytes: [UInt8], _ choice: Int) throws(InputError) -> ImportedList? {
    let source = try SourceText(bytes)
    let formats = ImportFormat.allCases
    let number = choice % 8
    let format = number < formats.count ? formats[number] : ImportFormat(guessing: source)
    guard let format else { return nil }
    var options = ImportOptions()
    options.isTextOnly = choice & 8 != 0
    options.includesArchived = choice & 16 != 0
    if choice & 32 != 0 { options.section = "section" }
    if choice & 64 != 0 { options.idField = "title" }
    return try format.read(source, options)
  }

  /// The transactions of an import are within the limits, contain every item, and are valid for the server.
  private static func checkPlan(of list: ImportedList) throws(FuzzFinding) {
    let plan = ImportPlan(list, existing: .init(), isSkipping: false, placeholder: "placeholder")
    try expect(plan.itemCount == list.itemCount, "\(plan.itemCount) of \(list.itemCount) items are planned")
    try expect(plan.transactions.reduce(0) { $0 + $1.itemCount } == list.itemCount, "items are lost")
    let apply = MessageType.named("ApplyRequest")
    let arena = Arena(codec: .protobufC, keptBytes: 4096)
    for transaction in plan.transactions {
      let request = ApplyRequest(collection: "list", operations: transaction.operations)
      var buffer = ByteBuffer()
      request.encode(into: &buffer, using: arena)
      try expect(buffer.readableBytes < Frame.defaultMaximumLength, "a transaction is larger than a frame")
      let bytes = Array(buffer.readableBytesView)
      let outcome = try withBytes(of: bytes) { bytes throws(FuzzFinding) in try apply.check(bytes, arena) }
      guard case .accepted(bytes) = outcome else {
        throw FuzzFinding(description: "the server would refuse an import: \(outcome)")
      }
    }
  }

  /// Gives ids to items that have none, as the server does.
  private static func complete(_ list: inout ImportedList) {
    var used = Set(list.sections.flatMap { $0.items.compactMap(\.id) })
    var made = 0
    for section in list.sections.indices {
      for item in list.sections[section].items.indices where list.sections[section].items[item].id == nil {
        var id: Identifier
        repeat {
          made += 1
          id = Identifier(unchecked: "made-\(made)")
        } while !used.insert(id).inserted
        list.sections[section].items[item].id = id
      }
    }
  }

  /// An imported list can be exported, and importing that gives the same list.
  private static func checkExport(
    of list: ImportedList,
    _ writer: some ListWriter,
    _ format: ImportFormat
  ) throws(FuzzFinding) {
    var writer = writer
    var bytes: [UInt8] = []
    writer.writeList(list.fields, name: "list", to: &bytes)
    for (index, section) in list.sections.enumerated() {
      let slice = SectionSlice(
        index: index,
        section: snapshot(section.id, section.fields),
        itemCount: section.items.count,
        firstItem: 0,
        items: section.items.map { snapshot($0.id ?? .empty, $0.fields) }
      )
      writer.write(slice, to: &bytes)
    }
    writer.finish(to: &bytes)
    let again: ImportedList
    do throws(InputError) {
      again = try format.read(SourceText(bytes), ImportOptions())
    } catch {
      throw FuzzFinding(description: "\(format) that was exported is refused: \(error)")
    }
    let (before, after) = (describe(list), describe(again))
    try expect(before == after, "\(before)\nbecomes in \(format)\n\(after)")
  }

  private static func snapshot(_ id: Identifier, _ fields: Fields) -> ElementSnapshot {
    ElementSnapshot(id: id, fields: fields, contentVersion: 1, key: .empty)
  }

  /// A list as text: a line for each section and item.
  private static func describe(_ list: ImportedList) -> String {
    var lines = ["list \(list.fields.json.text)"]
    for section in list.sections {
      lines.append("[\(section.id)] \(section.fields.json.text)")
      for item in section.items { lines.append("  \(item.id?.text ?? "-") \(item.fields.json.text)") }
    }
    return lines.joined(separator: "\n")
  }
}
