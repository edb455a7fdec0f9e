import ArrangeModel
package import InputText

/// Reads board exports of Trello.
///
/// Lists become sections whose ids are made from their names, cards become items with their Trello ids, both
/// in the order of `pos`. Archived lists and cards are left out by default. ``TrelloCard`` converts the
/// cards.
package enum TrelloReader {
  /// The maximum number of cards without a list that are named individually.
  private static let namedCards = 10

  package static func read(
    _ source: SourceText,
    includingArchived: Bool = false
  ) throws(InputError) -> ImportedList {
    let node = try JSONReader.read(source.bytes, in: source.start..<source.bytes.count)
    guard !WekanReader.isBoard(node) else {
      throw InputError(at: node.offset, "this is a board of Wekan; --format wekan reads it")
    }
    return try read(node, includingArchived: includingArchived)
  }

  static func read(_ board: JSONNode, includingArchived: Bool) throws(InputError) -> ImportedList {
    guard let lists = board["lists"]?.elements, let cards = board["cards"]?.elements else {
      throw InputError(at: board.offset, "this is not a board export: it needs \"lists\" and \"cards\"")
    }
    var builder = ListBuilder()
    var leftOut = LeftOut()
    builder.setFields(try boardFields(board))
    var slugs = Slugs()
    /// The index of the section of each list; nil if the list is left out.
    var sections: [String: Int?] = [:]
    for list in try sortedByPosition(lists) {
      let id = try text("id", of: list)
      let isArchived = try flag("closed", of: list)
      guard sections[id] == nil else { throw InputError(at: list.offset, "the list \"\(id)\" comes twice") }
      guard includingArchived || !isArchived else {
        sections.updateValue(nil, forKey: id)
        leftOut.count("archived list")
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
    var reader = try TrelloCard(board)
    var looseCards = 0
    for card in try sortedByPosition(cards) {
      guard let section = sections[try text("idList", of: card)] else {
        looseCards += 1
        if looseCards <= namedCards {
          let name = "\"\(try text("name", of: card))\" (\(try text("id", of: card)))"
          leftOut.add("the card \(name), whose list is not in the file")
        }
        continue
      }
      let isArchived = try flag("closed", of: card)
      guard let section, includingArchived || !isArchived else {
        leftOut.count("archived card")
        continue
      }
      try builder.append(try reader.item(card, isArchived: isArchived), to: section)
    }
    leftOut.count(
      "more card without its list",
      plural: "more cards without their lists",
      looseCards - namedCards
    )
    countOthers(of: board, &leftOut)
    leftOut.add(reader.leftOut)
    var list = builder.list
    list.leftOut = leftOut
    return list
  }

  private static func boardFields(_ board: JSONNode) throws(InputError) -> Fields {
    var fields: [(String, FieldValue)] = []
    if let name = try optionalText("name", of: board) { fields.append(("title", .string(name))) }
    if let desc = try optionalText("desc", of: board) { fields.append(("desc", .string(desc))) }
    return try Fields(fields, at: board.offset)
  }

  /// Counts the parts of a board other than lists and cards.
  private static func countOthers(of board: JSONNode, _ leftOut: inout LeftOut) {
    let actions = board["actions"]?.elements ?? []
    let comments = actions.count { $0["type"]?.string == "commentCard" }
    leftOut.count("comment", comments)
    leftOut.count("entry of the history", plural: "entries of the history", actions.count - comments)
    let entries = board["pluginData"]?.elements?.count ?? 0
    leftOut.count("entry of a power-up", plural: "entries of power-ups", entries)
  }

  // MARK: Members of objects

  /// Sorts by `pos`; elements with equal values stay in the order of the file.
  private static func sortedByPosition(_ nodes: [JSONNode]) throws(InputError) -> [JSONNode] {
    for node in nodes where node["pos"]?.double == nil {
      throw InputError(at: node.offset, "\"pos\" has to be a number")
    }
    return sorted(nodes)
  }

  /// Sorts by `pos`, which may be missing.
  static func sorted(_ nodes: [JSONNode]) -> [JSONNode] {
    let positions = nodes.map { $0["pos"]?.double ?? 0 }
    return nodes.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }.map { nodes[$0] }
  }

  static func text(_ name: String, of node: JSONNode) throws(InputError) -> String {
    guard let member = node[name] else { throw InputError(at: node.offset, "\"\(name)\" is missing") }
    return try FieldValue.check(JSONLinesReader.text(of: member, named: name), at: member.offset)
  }

  /// A string that may be missing, null or empty, all of which result in nil.
  static func optionalText(_ name: String, of node: JSONNode) throws(InputError) -> String? {
    guard let member = node[name], !member.isNull else { return nil }
    let text = try text(name, of: node)
    return text.isEmpty ? nil : text
  }

  static func flag(_ name: String, of node: JSONNode) throws(InputError) -> Bool {
    guard let member = node[name], !member.isNull else { return false }
    guard let flag = member.bool else {
      throw InputError(at: member.offset, "\"\(name)\" has to be true or false, this is \(member.kind)")
    }
    return flag
  }

  /// The elements of an array that may be missing or null.
  static func elements(_ name: String, of node: JSONNode) throws(InputError) -> [JSONNode] {
    guard let member = node[name], !member.isNull else { return [] }
    guard let elements = member.elements else {
      throw InputError(at: member.offset, "\"\(name)\" has to be an array, this is \(member.kind)")
    }
    return elements
  }
}
