package import ArrangeModel
import Foundation
import FoundationXML
package import InputText

/// Reads outlines in OPML, the format in which outliners exchange them: <https://opml.org/spec2.opml>.
///
/// - Each `outline` is an item: `text` is its title, `_note` its field `notes`, and `_status`, or a `_complete` or `complete`, the
///   field `done`, as OmniOutliner and Workflowy write them. All other attributes are fields of their names, as texts.
/// - Outlines in an outline are items below it, with their level from 1 in the field `level`; in an outline of this service they
///   become its children.
/// - The title in the head is that of the list.
/// - An attribute `arrange` has what OPML can't represent, as JSON: the id of an item, all of its fields where the other attributes
///   do not say them, and that an outline is a section; see ``OPMLWriter``. At the outermost element, the fields of the list.
///
/// OPML has no document type, in which entities could be declared; one is refused.
package enum OPMLReader {
  /// The attribute for what OPML can't represent.
  static let remark = "arrange"

  /// Whether a text seems to be OPML.
  package static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    let beginning = String(decoding: text.prefix(guessedBytes), as: UTF8.self)
    return beginning.hasPrefix("<opml") || beginning.hasPrefix("<?xml") && beginning.contains("<opml")
  }

  /// How many bytes of a text are looked at.
  private static let guessedBytes = 4_096

  package static func read(
    _ source: SourceText,
    defaultSection: Identifier = .empty
  ) throws(InputError) -> ImportedList {
    let reading = OPMLReading(source, defaultSection)
    // The text is UTF-8, whatever its declaration says of the file.
    var text = Data(source.bytes[source.start...])
    if let end = text.firstRange(of: Data("?>".utf8)), text.starts(with: "<?xml".utf8) {
      for index in text.startIndex..<end.upperBound where text[index] != 0x0A { text[index] = 0x20 }
      text = text.drop { $0 == 0x20 || $0 == 0x0A }
      reading.lineOffset = source.bytes[source.start...].prefix(
        source.bytes.count - source.start - text.count
      ).count { $0 == 0x0A }
    }
    if let type = text.firstRange(of: Data("<!DOCTYPE".utf8)) {
      throw InputError(
        at: source.bytes.count - text.endIndex + type.lowerBound,
        "OPML has no document type; take it out"
      )
    }
    let parser = XMLParser(data: Data(text))
    parser.delegate = reading
    parser.shouldResolveExternalEntities = false
    // What it returns says nothing; the errors that it has found are told on the way.
    _ = parser.parse()
    if let error = reading.error { throw error }
    return try reading.list()
  }
}

/// A list that comes into being while a document is parsed.
private final class OPMLReading: NSObject, XMLParserDelegate {
  private let source: SourceText
  private let defaultSection: Identifier
  private var builder = ListBuilder()
  private var slugs = Slugs()
  private var leftOut = LeftOut()
  private(set) var error: InputError?
  /// The names of the elements that are open, from the outside in.
  private var path: [String] = []
  /// The text of an element of the head.
  private var text = ""
  private var fields = Fields()
  /// Whether an attribute says what the fields of the list are.
  private var areFieldsSaid = false
  /// The section that is open, and at which level of outlines.
  private var section: (index: Int, level: Int)?
  private var isOutline = false
  /// How many lines of the source come before the text that is parsed.
  var lineOffset = 0

  init(_ source: SourceText, _ defaultSection: Identifier) {
    self.source = source
    self.defaultSection = defaultSection
  }

  func list() throws(InputError) -> ImportedList {
    guard isOutline else {
      throw InputError(at: source.start, "this is no OPML: its outermost element has to be opml")
    }
    builder.setFields(fields)
    var list = builder.list
    list.leftOut = leftOut
    return list
  }

  /// Where the parser is in the source, in bytes.
  func offset(_ parser: XMLParser) -> Int {
    let line = lineOffset + max(parser.lineNumber - 1, 0)
    guard source.lines.indices.contains(line) else { return source.bytes.count }
    return source.lines[line].lowerBound
  }

  private func fail(_ parser: XMLParser, _ message: String) {
    guard error == nil else { return }
    error = InputError(at: offset(parser), message)
    parser.abortParsing()
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    fail(parser, "it is no XML from here on")
  }

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    defer { path.append(name) }
    if path.isEmpty { isOutline = name == "opml" }
    guard isOutline else { return fail(parser, "this is no OPML: its outermost element has to be opml") }
    if path.isEmpty, attributes[OPMLReader.remark] != nil {
      do throws(InputError) {
        fields = try remark(attributes, at: offset(parser)).fields ?? Fields()
        areFieldsSaid = true
      } catch { fail(parser, error.message) }
    }
    text = ""
    switch (path.count, name) {
    case (2..., "outline") where path[1] == "body":
      do throws(InputError) { try readOutline(attributes, level: path.count - 2, at: offset(parser)) } catch {
        self.error = self.error ?? error
        parser.abortParsing()
      }
    case (2..., _) where path[1] == "body":
      leftOut.count("element \"\(name)\"", plural: "elements \"\(name)\"")
    case (2, "title") where path[1] == "head": break
    case (2, _) where path[1] == "head": leftOut.add("\"\(name)\" of the head")
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    path.removeLast()
    if let open = section, path.count - 2 <= open.level { section = nil }
    guard path == ["opml", "head"], name == "title", !text.isEmpty, !areFieldsSaid else { return }
    do throws(InputError) { fields = try Fields([("title", .string(text))], at: offset(parser)) } catch {
      fail(parser, error.message)
    }
  }

  // MARK: Outlines

  /// What an attribute `arrange` says.
  private struct Remark {
    var id: Identifier?
    var fields: Fields?
    var isSection = false

    init() {}

    init(_ text: String) throws(InputError) {
      let node = try JSONReader.read(Array(text.utf8))
      guard node.members != nil else { throw InputError(at: 0, "it has to be an object") }
      isSection = node["section"]?.bool == true
      (id, fields) = try JSONLinesReader.readElement(node, isSection: true)
      if node["fields"] == nil { fields = nil }
    }
  }

  private func remark(_ attributes: [String: String], at offset: Int) throws(InputError) -> Remark {
    guard let text = attributes[OPMLReader.remark] else { return Remark() }
    do throws(InputError) { return try Remark(text) } catch {
      throw InputError(at: offset, "the attribute \"arrange\" can't be read: \(error.message)")
    }
  }

  private func readOutline(_ attributes: [String: String], level: Int, at offset: Int) throws(InputError) {
    let remark = try remark(attributes, at: offset)
    let fields: Fields
    if let said = remark.fields {
      fields = said
    } else {
      fields = try OPMLReading.fields(attributes, at: offset)
    }
    guard !remark.isSection else {
      guard level == 0 else { throw InputError(at: offset, "a section can't be below an item") }
      let id = remark.id ?? slugs.make(from: fields.title?.text ?? "")
      section = (try builder.describe(id, fields, at: offset), level)
      return
    }
    let index: Int
    if let section { index = section.index } else { index = builder.section(defaultSection) }
    var item = ImportedItem(id: remark.id, fields: fields, offset: offset)
    let depth = level - (section.map { $0.level + 1 } ?? 0)
    if depth > 0 { try item.nest(depth) } else { item.nesting = ImportedNesting(.level(0)) }
    try builder.append(item, to: index)
  }

  /// The fields of attributes, in the order of their names, behind the title.
  private static func fields(_ attributes: [String: String], at offset: Int) throws(InputError) -> Fields {
    var pairs: [(String, FieldValue)] = []
    if let title = attributes["text"] ?? attributes["title"] {
      pairs.append(("title", .string(try FieldValue.check(title, at: offset))))
    }
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      switch name {
      case "text", OPMLReader.remark: continue
      case "title" where attributes["text"] == nil: continue
      case "_note": pairs.append(("notes", .string(try FieldValue.check(value, at: offset))))
      case "_status", "_complete", "complete":
        guard let isDone = done[value] else { fallthrough }
        pairs.append(("done", .bool(isDone)))
      default:
        pairs.append((name == "title" ? "title 2" : name, .string(try FieldValue.check(value, at: offset))))
      }
    }
    return try Fields(pairs, at: offset)
  }

  /// What outliners write for an item that is done, and for one that is not.
  private static let done = ["checked": true, "true": true, "unchecked": false, "false": false]
}
