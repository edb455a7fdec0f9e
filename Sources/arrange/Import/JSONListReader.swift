package import ArrangeModel

/// The reader of lists as one JSON value: what `arrange show --json` prints, or an array of objects as in
/// ``JSONLinesReader``.
package enum JSONListReader {
  package static func read(
    _ source: SourceText,
    defaultSection: Identifier = .empty
  ) throws(InputError) -> ImportedList {
    try read(
      JSONReader.read(source.bytes, in: source.start..<source.bytes.count),
      defaultSection: defaultSection
    )
  }

  static func read(_ node: JSONNode, defaultSection: Identifier) throws(InputError) -> ImportedList {
    var builder = ListBuilder()
    if let elements = node.elements {
      for element in elements {
        try JSONLinesReader.read(element, defaultSection: defaultSection, into: &builder)
      }
      return builder.list
    }
    guard let sections = node["sections"]?.elements else {
      throw InputError(at: node.offset, "this is neither an array of items nor an object with \"sections\"")
    }
    for section in sections {
      guard section.members != nil else {
        throw InputError(at: section.offset, "a section has to be an object, this is \(section.kind)")
      }
      let (id, fields) = try JSONLinesReader.readElement(section, isSection: true)
      let index = try builder.describe(id ?? defaultSection, fields, at: section.offset)
      guard let items = section["items"] else { continue }
      guard let elements = items.elements else {
        throw InputError(at: items.offset, "\"items\" has to be an array, this is \(items.kind)")
      }
      for item in elements {
        guard item.members != nil else {
          throw InputError(at: item.offset, "an item has to be an object, this is \(item.kind)")
        }
        let (id, fields) = try JSONLinesReader.readElement(item, isSection: false)
        try builder.append(ImportedItem(id: id, fields: fields, offset: item.offset), to: index)
      }
    }
    return builder.list
  }
}
