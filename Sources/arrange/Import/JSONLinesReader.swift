package import ArrangeModel
package import InputText

/// Reads lists from JSON lines: one object on each line, apart from blank lines. An object may have several
/// lines; the next one begins on a new line.
///
/// | line | meaning |
/// |---|---|
/// | `{"id": …, "section": "todo", "fields": {…}}` | an item; each member may be left out |
/// | `{"id": …, "section": "todo", "title": …, …}` | an item; without `fields` every other member is a field
/// |
/// | `{"section": {"id": "todo", "fields": {…}}}` | a section, which may stay empty |
/// | `{"list": {"fields": {…}}}` | fields of the list itself |
///
/// If a value of a plain object is an array or an object, the field is its JSON as text.
package enum JSONLinesReader {
  package static func read(
    _ source: SourceText,
    defaultSection: Identifier = .empty
  ) throws(InputError) -> ImportedList {
    var builder = ListBuilder()
    let nodes = try JSONReader.readAll(source.bytes, in: source.start..<source.bytes.count)
    // Some programs write a single array to files with this extension.
    if nodes.count == 1, nodes[0].elements != nil {
      return try JSONListReader.read(nodes[0], defaultSection: defaultSection)
    }
    for node in nodes { try read(node, defaultSection: defaultSection, into: &builder) }
    return builder.list
  }

  /// Reads one object.
  static func read(
    _ node: JSONNode,
    defaultSection: Identifier,
    into builder: inout ListBuilder
  ) throws(InputError) {
    guard let members = node.members else {
      throw InputError(at: node.offset, "an item has to be an object, this is \(node.kind)")
    }
    if members.count == 1, let section = node["section"], section.members != nil {
      let (id, fields) = try readElement(section, isSection: true)
      try builder.describe(id ?? defaultSection, fields, at: section.offset)
      return
    }
    if members.count == 1, let list = node["list"], list.members != nil {
      builder.setFields(try readElement(list, isSection: false).fields)
      return
    }
    let section = try node["section"].flatMap { value throws(InputError) in
      try readID(value, named: "section", allowingEmpty: true)
    }
    let item: ImportedItem
    if node["fields"]?.members != nil {
      let (id, fields) = try readElement(node, isSection: false)
      item = ImportedItem(id: id, fields: fields, offset: node.offset)
    } else {
      item = try readPlain(node, members)
    }
    try builder.append(item, to: builder.section(section ?? defaultSection))
  }

  /// Reads the id and the fields of `{"id", "fields", …}`. Keys and origins in the output of `show` are
  /// ignored.
  static func readElement(
    _ node: JSONNode,
    isSection: Bool,
    ignoring others: Set<String> = []
  ) throws(InputError) -> (id: Identifier?, fields: Fields) {
    var id: Identifier?
    var fields = Fields()
    for member in node.members ?? [] {
      switch member.name {
      case "id": id = try readID(member.value, named: "id", allowingEmpty: isSection)
      case "fields":
        fields = try readFields(member.value)
      case "section", "key", "origin", "content_version": continue
      case "items" where isSection: continue
      case let name where others.contains(name): continue
      default:
        throw InputError(
          at: member.nameOffset,
          "there is no \"\(member.name)\" beside \"id\", \"section\" and \"fields\"; put it into \"fields\""
        )
      }
    }
    return (id, fields)
  }

  /// Reads the object of `fields`, with typed values.
  static func readFields(_ node: JSONNode) throws(InputError) -> Fields {
    guard let pairs = node.members else {
      throw InputError(at: node.offset, "\"fields\" has to be an object")
    }
    var values: [(String, FieldValue)] = []
    for pair in pairs { values.append((pair.name, try FieldValue(pair.value))) }
    return try Fields(values, at: node.offset)
  }

  /// Reads an object whose members are fields, except `id` and `section`.
  static func readPlain(
    _ node: JSONNode,
    _ members: [JSONNode.Member],
    ignoring others: Set<String> = []
  ) throws(InputError) -> ImportedItem {
    var id: Identifier?
    var fields: [(String, FieldValue)] = []
    for member in members {
      switch member.name {
      case "id": id = try readID(member.value, named: "id", allowingEmpty: false)
      case "section": continue
      case let name where others.contains(name): continue
      default: fields.append((member.name, try readLenient(member.value)))
      }
    }
    return ImportedItem(id: id, fields: try Fields(fields, at: node.offset), offset: node.offset)
  }

  /// A value of a plain object: arrays and objects become text.
  static func readLenient(_ node: JSONNode) throws(InputError) -> FieldValue {
    if case .array = node.content { return .string(node.json.text) }
    // Bytes and timestamps are objects, too. An object that only resembles them is text, such as `{"$oid":
    // "5d50"}`.
    if case .object = node.content { return (try? FieldValue(node)) ?? .string(node.json.text) }
    return try FieldValue(node)
  }

  /// The id of an item or a section: a text or an integer; nil for null.
  private static func readID(
    _ node: JSONNode,
    named name: String,
    allowingEmpty: Bool
  ) throws(InputError) -> Identifier? {
    if node.isNull { return nil }
    if case .integer(let number) = node.content { return Identifier(number) }
    guard let text = node.string else {
      throw InputError(at: node.offset, "\"\(name)\" has to be a text or an integer, this is \(node.kind)")
    }
    return try Identifier(text, allowingEmpty: allowingEmpty, at: node.offset)
  }

  static func text(of node: JSONNode, named name: String) throws(InputError) -> String {
    guard let text = node.string else {
      throw InputError(at: node.offset, "\"\(name)\" has to be a text, this is \(node.kind)")
    }
    return text
  }
}
