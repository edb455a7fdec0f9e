package import ArrangeModel
import InputText

/// Writes lists as JSON lines, which ``JSONLinesReader`` reads back as the same list.
///
/// A section has a line of its own if it has fields or no items; otherwise the lines of its items are
/// sufficient. An item of an outline says what its parent is; nobody, if that is empty.
package struct JSONLinesWriter: ListWriter {
  /// The index of the section that was written last.
  private var section: Int?

  package init() {}

  package mutating func writeList(_ fields: Fields, name: Identifier, to bytes: inout [UInt8]) {
    guard !fields.isEmpty else { return }
    write(["list": .object(["fields": fields.json])], to: &bytes)
  }

  package mutating func write(_ slice: SectionSlice, to bytes: inout [UInt8]) {
    let section = slice.section
    if slice.index != self.section, slice.itemCount == 0 || !section.fields.isEmpty {
      let element: JSON = .object(["id": .string(section.id.text), "fields": section.fields.json])
      write(["section": element], to: &bytes)
    }
    self.section = slice.index
    var trail = OutlineTrail(slice.ancestors)
    for item in slice.items {
      var members: JSON.Members = ["id": .string(item.id.text), "section": .string(section.id.text)]
      if let outline = item.outline {
        let parent = trail.parent(of: item.id, depth: Int(outline.depth))
        members.append(ImportedNesting.parent, .string(parent?.text ?? ""))
      }
      members.append("fields", item.fields.json)
      write(members, to: &bytes)
    }
  }

  private func write(_ members: JSON.Members, to bytes: inout [UInt8]) {
    JSON.object(members).write(to: &bytes)
    bytes.append(0x0A)
  }
}
