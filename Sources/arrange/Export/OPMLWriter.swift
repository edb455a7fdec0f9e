package import ArrangeModel
import InputText

/// Writes lists as OPML, which ``OPMLReader`` reads back as the same list.
///
/// Items of an outline are nested as they are; those of a flat collection follow each other. A section is an outline with its items
/// in it, and says so in the attribute `arrange`, which also has ids, and all fields where the other attributes can't represent them.
package struct OPMLWriter: ListWriter {
  /// Whether the attribute `arrange`, and so everything that OPML can't represent, is left out.
  private let isPlain: Bool
  /// The index of the section that was written last.
  private var section: Int?
  private var isSectionOpen = false
  /// How many items are open.
  private var depth = 0

  package init(isPlain: Bool = false) { self.isPlain = isPlain }

  package mutating func writeList(_ fields: Fields, name: Identifier, to bytes: inout [UInt8]) {
    let title = OPMLWriter.escaped(OPMLWriter.title(fields) ?? name.text)
    var remark = ""
    // An element without text is read as none.
    if !isPlain, fields.count != 1 || !OPMLWriter.isText(fields["title"]) || title.isEmpty {
      remark = OPMLWriter.attribute(["fields": fields.json])
    }
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0"\(remark)>
        <head>
          <title>\(title)</title>
        </head>
        <body>

      """
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func write(_ slice: SectionSlice, to bytes: inout [UInt8]) {
    if slice.index != section { begin(slice, to: &bytes) }
    section = slice.index
    for item in slice.items {
      close(to: item.outline.map { Int($0.depth) - 1 } ?? 0, &bytes)
      let hasChildren = item.outline?.childCount ?? 0 > 0
      open(item.fields, id: item.id, isSection: false, isLeaf: !hasChildren, to: &bytes)
      if hasChildren { depth += 1 }
    }
  }

  package mutating func finish(to bytes: inout [UInt8]) {
    endSection(&bytes)
    bytes.append(contentsOf: "  </body>\n</opml>\n".utf8)
  }

  // MARK: Elements

  /// Opens a section. The default section needs no outline of its own unless it has fields or no items.
  private mutating func begin(_ slice: SectionSlice, to bytes: inout [UInt8]) {
    endSection(&bytes)
    let element = slice.section
    guard !element.id.isEmpty || !isPlain && (!element.fields.isEmpty || slice.itemCount == 0) else { return }
    open(element.fields, id: element.id, isSection: true, isLeaf: slice.itemCount == 0, to: &bytes)
    isSectionOpen = slice.itemCount > 0
  }

  private mutating func endSection(_ bytes: inout [UInt8]) {
    close(to: 0, &bytes)
    guard isSectionOpen else { return }
    isSectionOpen = false
    indent(&bytes)
    bytes.append(contentsOf: "</outline>\n".utf8)
  }

  /// Closes items until so many are open.
  private mutating func close(to wanted: Int, _ bytes: inout [UInt8]) {
    while depth > wanted {
      depth -= 1
      indent(&bytes)
      bytes.append(contentsOf: "</outline>\n".utf8)
    }
  }

  private func indent(_ bytes: inout [UInt8]) {
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * (depth + (isSectionOpen ? 1 : 0) + 2)))
  }

  private func open(
    _ fields: Fields,
    id: Identifier,
    isSection: Bool,
    isLeaf: Bool,
    to bytes: inout [UInt8]
  ) {
    indent(&bytes)
    var attributes = " text=\"\(OPMLWriter.escaped(OPMLWriter.title(fields) ?? id.text))\""
    var saysAll = fields["title"].map(OPMLWriter.isText) ?? false
    for (name, value) in fields where name != "title" {
      switch (name, value) {
      case ("notes", .string(let text)): attributes += " _note=\"\(OPMLWriter.escaped(text))\""
      case ("done", .bool(let isDone)): attributes += " _status=\"\(isDone ? "checked" : "unchecked")\""
      default: saysAll = false
      }
      saysAll = saysAll && (name == "done" || OPMLWriter.isText(value))
    }
    if !isPlain {
      var members: JSON.Members = ["id": .string(id.text)]
      if isSection { members.append("section", .bool(true)) }
      if !saysAll { members.append("fields", fields.json) }
      attributes += OPMLWriter.attribute(members)
    }
    bytes.append(contentsOf: "<outline\(attributes)\(isLeaf ? "/" : "")>\n".utf8)
  }

  private static func attribute(_ members: JSON.Members) -> String {
    " \(OPMLReader.remark)=\"\(escaped(JSON.object(members).text))\""
  }

  // MARK: Text

  /// The text that stands for an element, which is empty only if its title is.
  private static func title(_ fields: Fields) -> String? {
    if case .string(let text)? = fields["title"] { return text }
    return fields.title?.text
  }

  /// Whether a value is a text that can stand in an attribute: XML has no control characters.
  private static func isText(_ value: FieldValue?) -> Bool {
    guard case .string(let text)? = value else { return false }
    return text.unicodeScalars.allSatisfy(isAllowed)
  }

  /// The characters of XML 1.0.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// A text in an attribute or an element; what XML does not have becomes U+FFFD.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      default: escaped.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return escaped
  }
}
