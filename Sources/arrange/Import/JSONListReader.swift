package import ArrangeModel
package import InputText

/// Reads lists from one JSON value: the output of `arrange show --json`, an array of objects as in
/// ``JSONLinesReader``, or an object with one such array.
package enum JSONListReader {
  package static func read(
    _ source: SourceText,
    defaultSection: Identifier = .empty
  ) throws(InputError) -> ImportedList {
    let nodes = try JSONReader.readAll(source.bytes, in: source.start..<source.bytes.count)
    guard let first = nodes.first else { throw InputError(at: source.start, "the file is empty") }
    // A sequence of objects is JSON lines, whatever the file is called.
    guard nodes.count == 1 else { return try JSONLinesReader.read(source, defaultSection: defaultSection) }
    return try read(first, defaultSection: defaultSection)
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
      return try readWrapped(node, defaultSection: defaultSection)
    }
    if let fields = node["fields"], fields.members != nil {
      builder.setFields(try JSONLinesReader.readFields(fields))
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
        try JSONLinesReader.append(item, isTyped: true, to: index, into: &builder)
      }
    }
    return builder.list
  }

  // MARK: Lists of other programs

  /// Whether an object has a list: an array of objects.
  static func isWrapped(_ node: JSONNode) -> Bool { !lists(in: node).isEmpty }

  private static func lists(in node: JSONNode) -> [JSONNode.Member] {
    (node.members ?? []).filter { member in
      member.value.elements.map { !$0.isEmpty && $0.allSatisfy { $0.members != nil } } ?? false
    }
  }

  /// Reads the one array of objects in an object.
  private static func readWrapped(
    _ node: JSONNode,
    defaultSection: Identifier
  ) throws(InputError) -> ImportedList {
    let lists = lists(in: node)
    guard let wrapped = lists.first, let elements = wrapped.value.elements else {
      throw InputError(
        at: node.offset,
        "this is not a list: it is neither an array of objects nor an object with one, nor one with \"sections\""
      )
    }
    guard lists.count == 1 else {
      let names = lists.map { "\"\($0.name)\"" }.joined(separator: ", ")
      throw InputError(
        at: node.offset,
        "the object has several arrays, \(names); take out the one that is the list, as with jq '.\(wrapped.name)'"
      )
    }
    var builder = ListBuilder()
    var taken = "the array \"\(wrapped.name)\""
    // Lists in a list, some of which may be empty.
    let items = elements.map { $0["items"] }
    let hold = items.compactMap(\.self).allSatisfy { node in
      node.elements.map { $0.allSatisfy { $0.members != nil } } ?? false
    }
    if hold, items.contains(where: { $0 != nil }) {
      var slugs = Slugs()
      for element in elements { try readSection(element, &slugs, into: &builder) }
      taken += ", its elements as sections with their \"items\""
    } else {
      for element in elements {
        try JSONLinesReader.read(element, defaultSection: defaultSection, into: &builder)
      }
    }
    var list = builder.list
    list.taken = [taken]
    for member in node.members ?? [] where member.name != wrapped.name {
      list.leftOut.add("\"\(member.name)\" beside it")
    }
    return list
  }

  /// Reads an object with `items` as a section; its other members are the fields of the section.
  private static func readSection(
    _ node: JSONNode,
    _ slugs: inout Slugs,
    into builder: inout ListBuilder
  ) throws(InputError) {
    let section = try JSONLinesReader.readPlain(node, node.members ?? [], ignoring: ["items"])
    let id = section.id ?? slugs.make(from: section.fields.title?.text ?? "")
    let index = try builder.describe(id, section.fields, at: node.offset)
    for item in node["items"]?.elements ?? [] {
      try JSONLinesReader.append(item, isTyped: false, to: index, into: &builder)
    }
  }
}
