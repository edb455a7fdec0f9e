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
/// If a value of a plain object is an array or an object, the field is its JSON as text. `children`, an array of objects, are
/// items below the item, with their level from 1 in the field `level`; in an outline they become its children. So it is with
/// `parent`, the id of another item, and `depth`, as `show` prints it, beside `fields`.
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
    try append(
      node,
      isTyped: node["fields"]?.members != nil,
      to: builder.section(section ?? defaultSection),
      into: &builder
    )
  }

  /// Appends an item, and behind it its children.
  ///
  /// - Parameters:
  ///   - isTyped: whether the fields are the member `fields`, and not all other members.
  ///   - level: how many items it is below; not more than ``JSONReader/maximumDepth``.
  static func append(
    _ node: JSONNode,
    isTyped: Bool,
    level: Int = 0,
    to section: Int,
    into builder: inout ListBuilder
  ) throws(InputError) {
    guard let members = node.members else {
      throw InputError(at: node.offset, "an item has to be an object, this is \(node.kind)")
    }
    let children = children(of: node)
    var item: ImportedItem
    if isTyped {
      let (id, fields) = try readElement(node, isSection: false)
      item = ImportedItem(id: id, fields: fields, offset: node.offset, nesting: try readNesting(node))
    } else {
      item = try readPlain(node, members, ignoring: children == nil ? [] : ["children"])
    }
    if level > 0 { try item.nest(level) }
    try builder.append(item, to: section)
    for child in children ?? [] {
      try append(child, isTyped: isTyped, level: level + 1, to: section, into: &builder)
    }
  }

  /// The items below an item; nil if it says nothing about them.
  private static func children(of node: JSONNode) -> [JSONNode]? {
    guard let elements = node["children"]?.elements, elements.allSatisfy({ $0.members != nil }) else {
      return nil
    }
    return elements
  }

  /// Where an object with `fields` is among the others.
  private static func readNesting(_ node: JSONNode) throws(InputError) -> ImportedNesting? {
    if let parent = node["parent"] {
      let id = try readID(parent, named: "parent", allowingEmpty: true)
      return ImportedNesting(.parent(id?.isEmpty == true ? nil : id))
    }
    guard let depth = node["depth"] else { return nil }
    guard case .integer(let number) = depth.content, number > 0 else {
      throw InputError(at: depth.offset, "\"depth\" has to be an integer from 1")
    }
    return ImportedNesting(.level(Int(clamping: number) - 1))
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
      case "section", "key", "origin", "content_version", "placement_version": continue
      case "parent", "depth", "children",
        "descendants" where !isSection:
        continue
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
