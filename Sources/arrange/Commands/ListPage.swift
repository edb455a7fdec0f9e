import ArrangeModel

extension CollectionInfo {
  /// The name, or a placeholder for a view without one.
  var heading: String { name.isEmpty ? "(view)" : name.text }

  /// The strategy of a collection, or `view`.
  var kind: String { isView ? "view" : strategy }
}

extension Fields {
  /// The number of items of a section with these fields, and behind a slash its limit.
  func countText(_ count: Int) -> String {
    ItemLimit.of(self).map { "\(count.grouped)/\($0.grouped)" } ?? count.grouped
  }
}

/// A list as text: sections as headings, items with their indices.
struct ListPage {
  var content: FetchPage
  /// Formats the order keys; nil if they are not shown.
  var keyTexts: KeyTexts?
  /// Whether this is the whole list.
  var isWhole: Bool
  var style: Style

  /// The lines, without line feeds.
  var lines: [String] {
    let info = content.collection
    let title = info.fields.title?.text.printable
    let name = info.heading.printable
    let heading = title.map { "\(style.bold($0)) \(style.dim("(\(name))"))" } ?? style.bold(name)
    var lines = [
      heading,
      style.dim(
        "\(info.kind.printable), version \(info.version), \(info.itemCount.counted("item")) in "
          + info.sectionCount.counted("section")
      ),
    ]
    // A flat list needs no headings.
    let isFlat = isWhole && content.sections.count == 1 && content.sections[0].section.id.isEmpty
    for slice in content.sections {
      lines.append("")
      if !isFlat || !slice.section.fields.isEmpty { lines.append(sectionLine(slice)) }
      lines += itemLines(slice)
    }
    return lines
  }

  private func sectionLine(_ slice: SectionSlice) -> String {
    let section = slice.section
    let count = section.fields.countText(slice.itemCount)
    let id = section.id.text.printable
    var line: String
    if let title = section.fields.title {
      line = "\(style.bold(title.text.printable)) (\(count))"
      if !id.isEmpty { line += "  \(style.dim(id))" }
    } else {
      line = "\(style.bold(id.isEmpty ? "(default section)" : id)) (\(count))"
    }
    return line + details(section, without: section.fields.title?.name)
  }

  private func itemLines(_ slice: SectionSlice) -> [String] {
    let last = slice.firstItem + slice.items.count - 1
    let width = max(2, String(max(last, 0)).count)
    return slice.items.enumerated().map { offset, item in
      let index = String(slice.firstItem + offset)
      let number = String(repeating: " ", count: width - index.count) + index
      var line = "\(style.dim(number))  "
      if let outline = item.outline {
        line += String(repeating: "  ", count: Int(outline.depth) - 1)
      } else if let depth = item.origin?.depth, depth > 0 {
        line += String(repeating: "  ", count: Int(depth) - 1)
      } else if case .int(let level)? = item.fields["level"], (1...32).contains(level) {
        line += String(repeating: "  ", count: Int(level))
      }
      if case .bool(let isDone)? = item.fields["done"] { line += isDone ? style.green("✓ ") : "· " }
      let title = item.fields.title
      let name = title?.text.printable ?? item.id.text.printable
      // Only shown because of what is below it.
      line += item.origin?.isContext == true ? style.dim(name) : name
      line += details(item, without: title?.name)
      if title != nil { line += "  \(style.dim(item.id.text.printable))" }
      return line
    }
  }

  /// The fields that are not shown elsewhere, and the key if it is requested.
  private func details(_ element: ElementSnapshot, without title: String?) -> String {
    var details: [String] = []
    for (name, value) in element.fields {
      if name == title || name == ItemLimit.field && ItemLimit.of(element.fields) != nil { continue }
      if name == "done", case .bool = value { continue }
      if name == "level", case .int(1...32) = value { continue }
      details.append("\(name)=\(value.text)".printable)
    }
    if let keyTexts, !content.collection.isView {
      let key = keyTexts.text(of: element.key, strategy: content.collection.strategy)
      details.append("[\(key.printable)]")
    }
    return details.isEmpty ? "" : "  \(style.dim(details.joined(separator: "  ")))"
  }
}
