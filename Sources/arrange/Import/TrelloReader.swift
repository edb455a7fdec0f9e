import ArrangeModel

/// The reader of board exports of Trello.
///
/// Lists become sections with an id made of the name, cards become items with their Trello ids, both in the
/// order of `pos`. What is archived is left out unless asked for. A card's fields are `title`, and where it
/// has them `desc`, `labels` (names with commas between), `due` (a timestamp), `done` (whether the due date is
/// marked as met), `url`, and `archived`.
package enum TrelloReader {
  package static func read(
    _ source: SourceText,
    includingArchived: Bool = false
  ) throws(InputError) -> ImportedList {
    let node = try JSONReader.read(source.bytes, in: source.start..<source.bytes.count)
    return try read(node, includingArchived: includingArchived)
  }

  static func read(_ board: JSONNode, includingArchived: Bool) throws(InputError) -> ImportedList {
    guard let lists = board["lists"]?.elements, let cards = board["cards"]?.elements else {
      throw InputError(at: board.offset, "this is no board export: it needs \"lists\" and \"cards\"")
    }
    var builder = ListBuilder()
    builder.setFields(try boardFields(board))
    var slugs = Slugs()
    /// The section of each list; nil where the list is left out.
    var sections: [String: Int?] = [:]
    for list in try sortedByPosition(lists) {
      let id = try text("id", of: list)
      let isArchived = try flag("closed", of: list)
      guard sections[id] == nil else { throw InputError(at: list.offset, "the list \"\(id)\" comes twice") }
      guard includingArchived || !isArchived else {
        sections.updateValue(nil, forKey: id)
        continue
      }
      let name = try text("name", of: list)
      var fields: [(String, FieldValue)] = [("title", .string(name))]
      if isArchived { fields.append(("archived", .bool(true))) }
      sections[id] = try builder.describe(
        slugs.make(from: name),
        Fields(fields, at: list.offset),
        at: list.offset
      )
    }
    for card in try sortedByPosition(cards) {
      let list = try text("idList", of: card)
      guard let section = sections[list] else {
        throw InputError(at: card.offset, "the card is in the list \"\(list)\", which the file does not have")
      }
      let isArchived = try flag("closed", of: card)
      guard let section, includingArchived || !isArchived else { continue }
      try builder.append(try item(card, isArchived: isArchived), to: section)
    }
    return builder.list
  }

  private static func boardFields(_ board: JSONNode) throws(InputError) -> Fields {
    var fields: [(String, FieldValue)] = []
    if let name = try optionalText("name", of: board) { fields.append(("title", .string(name))) }
    if let desc = try optionalText("desc", of: board) { fields.append(("desc", .string(desc))) }
    return try Fields(fields, at: board.offset)
  }

  private static func item(_ card: JSONNode, isArchived: Bool) throws(InputError) -> ImportedItem {
    var fields: [(String, FieldValue)] = [("title", .string(try text("name", of: card)))]
    for (name, member) in [("desc", "desc"), ("url", "shortUrl")] {
      if let text = try optionalText(member, of: card) { fields.append((name, .string(text))) }
    }
    let labels = try labels(of: card)
    if !labels.isEmpty { fields.append(("labels", .string(labels.joined(separator: ", ")))) }
    if let due = try optionalText("due", of: card), let node = card["due"] {
      guard let time = Timestamp(text: due) else {
        throw InputError(at: node.offset, "\"due\" has to be a time such as 2026-03-01T09:30:00.000Z")
      }
      fields.append(("due", .timestamp(time)))
      fields.append(("done", .bool(try flag("dueComplete", of: card))))
    }
    if isArchived { fields.append(("archived", .bool(true))) }
    return ImportedItem(
      id: try Identifier(text("id", of: card), at: card.offset),
      fields: try Fields(fields, at: card.offset),
      offset: card.offset
    )
  }

  private static func labels(of card: JSONNode) throws(InputError) -> [String] {
    guard let node = card["labels"], !node.isNull else { return [] }
    guard let elements = node.elements else {
      throw InputError(at: node.offset, "\"labels\" has to be an array, this is \(node.kind)")
    }
    var labels: [String] = []
    for label in elements {
      if let name = try optionalText("name", of: label) {
        labels.append(name)
      } else if let color = try optionalText("color", of: label) {
        labels.append(color)
      }
    }
    return labels
  }

  /// Sorts by `pos`; equal ones stay in the order of the file.
  private static func sortedByPosition(_ nodes: [JSONNode]) throws(InputError) -> [JSONNode] {
    var positions: [Double] = []
    for node in nodes {
      guard let position = node["pos"]?.double else {
        throw InputError(at: node.offset, "\"pos\" has to be a number")
      }
      positions.append(position)
    }
    return nodes.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }.map { nodes[$0] }
  }

  private static func text(_ name: String, of node: JSONNode) throws(InputError) -> String {
    guard let member = node[name] else { throw InputError(at: node.offset, "\"\(name)\" is missing") }
    return try FieldValue.check(JSONLinesReader.text(of: member, named: name), at: member.offset)
  }

  /// A text that may be missing, null or empty, all of which give nil.
  private static func optionalText(_ name: String, of node: JSONNode) throws(InputError) -> String? {
    guard let member = node[name], !member.isNull else { return nil }
    let text = try text(name, of: node)
    return text.isEmpty ? nil : text
  }

  private static func flag(_ name: String, of node: JSONNode) throws(InputError) -> Bool {
    guard let member = node[name], !member.isNull else { return false }
    guard let flag = member.bool else {
      throw InputError(at: member.offset, "\"\(name)\" has to be true or false, this is \(member.kind)")
    }
    return flag
  }
}
