package import InputText

/// Reads board exports of Wekan.
///
/// The board is converted to the form of Trello's exports, which ``TrelloReader`` reads: lists become sections,
/// cards items. The cards of a list are in the order of the swimlanes, then of `sort`. A board with several
/// swimlanes gives each card a field `swimlane`; `end` and `assignees` are fields, too.
package enum WekanReader {
  /// Whether a value is a board of Wekan.
  static func isBoard(_ node: JSONNode) -> Bool {
    node["_format"]?.string?.hasPrefix("wekan-board-") ?? false
  }

  package static func read(
    _ source: SourceText,
    includingArchived: Bool = false
  ) throws(InputError) -> ImportedList {
    let board = try JSONReader.read(source.bytes, in: source.start..<source.bytes.count)
    guard board["lists"]?.elements != nil, board["cards"]?.elements != nil else {
      throw InputError(at: board.offset, "this is not a board export: it needs \"lists\" and \"cards\"")
    }
    var list = try TrelloReader.read(WekanBoard(board).trello, includingArchived: includingArchived)
    list.taken.append("a board of Wekan")
    for (name, noun, plural) in [
      ("comments", "comment", "comments"), ("attachments", "attachment", "attachments"),
      ("activities", "entry of the history", "entries of the history"), ("rules", "rule", "rules"),
    ] {
      list.leftOut.count(noun, plural: plural, try TrelloReader.elements(name, of: board).count)
    }
    return list
  }
}

/// A board of Wekan in the form of Trello's exports.
private struct WekanBoard {
  private let board: JSONNode
  private let users: [String: String]
  private let customFields: [String: JSONNode]
  /// The swimlanes, by id: their places and their names.
  private let swimlanes: [String: (place: Int, name: String)]

  init(_ board: JSONNode) throws(InputError) {
    self.board = board
    var users: [String: String] = [:]
    for user in try TrelloReader.elements("users", of: board) {
      let fullName = user["profile"]?["fullname"]?.string ?? ""
      let id = try TrelloReader.text("_id", of: user)
      users[id] = try fullName.isEmpty ? TrelloReader.optionalText("username", of: user) : fullName
    }
    self.users = users
    var customFields: [String: JSONNode] = [:]
    for field in try TrelloReader.elements("customFields", of: board) {
      customFields[try TrelloReader.text("_id", of: field)] = field
    }
    self.customFields = customFields
    var swimlanes: [String: (Int, String)] = [:]
    for swimlane in WekanBoard.sorted(try TrelloReader.elements("swimlanes", of: board)) {
      let id = try TrelloReader.text("_id", of: swimlane)
      swimlanes[id] = (swimlanes.count, try TrelloReader.optionalText("title", of: swimlane) ?? "")
    }
    self.swimlanes = swimlanes
  }

  var trello: JSONNode {
    get throws(InputError) {
      var lists: [JSONNode] = []
      for list in WekanBoard.sorted(try TrelloReader.elements("lists", of: board)) {
        lists.append(try WekanBoard.renamed(list, ["title": "name", "archived": "closed"], at: lists.count))
      }
      var cards: [JSONNode] = []
      for card in sortedBySwimlane(WekanBoard.sorted(try TrelloReader.elements("cards", of: board))) {
        cards.append(try self.card(card, at: cards.count))
      }
      var labels: [JSONNode] = []
      for label in try TrelloReader.elements("labels", of: board) {
        labels.append(try WekanBoard.renamed(label, ["name": "name", "color": "color"]))
      }
      let members = users.map { id, name in
        node(["id": text(id), "fullName": text(name)])
      }
      var named = [
        "lists": list(lists), "cards": list(cards), "labels": list(labels), "members": list(members),
      ]
      named["checklists"] = list(try checklists())
      named["customFields"] = list(try definitions())
      named["name"] = board["title"]
      named["desc"] = board["description"]
      return node(named)
    }
  }

  // MARK: Cards

  private func card(_ card: JSONNode, at place: Int) throws(InputError) -> JSONNode {
    let names = [
      "title": "name", "description": "desc", "archived": "closed", "dueAt": "due", "startAt": "start",
      "dueComplete": "dueComplete", "listId": "idList", "labelIds": "idLabels", "members": "idMembers",
    ]
    var members = try WekanBoard.renamed(card, names, at: place).members ?? []
    members.append(member("customFieldItems", list(try values(of: card)), card))
    return JSONNode(offset: card.offset, content: .object(members))
  }

  /// The values of custom fields, and those fields of Wekan that Trello does not have.
  private func values(of card: JSONNode) throws(InputError) -> [JSONNode] {
    var values: [JSONNode] = []
    for item in try TrelloReader.elements("customFields", of: card) {
      guard let id = item["_id"], let value = item["value"], !value.isNull else { continue }
      var members = ["idCustomField": id]
      if let option = value.string, id.string.flatMap({ customFields[$0] })?["type"]?.string == "dropdown" {
        guard !option.isEmpty else { continue }
        members["idValue"] = value
      } else {
        members["value"] = typed(value, id.string.flatMap { customFields[$0] }?["type"]?.string)
      }
      values.append(node(members, item))
    }
    if let end = card["endAt"], !end.isNull {
      values.append(node(["idCustomField": text("endAt"), "value": node(["date": end], end)], end))
    }
    let assignees = try TrelloReader.elements("assignees", of: card).compactMap {
      $0.string.flatMap { users[$0] }
    }
    if !assignees.isEmpty {
      let names = node(["text": text(assignees.joined(separator: ", "))], card)
      values.append(node(["idCustomField": text("assignees"), "value": names], card))
    }
    if swimlanes.count > 1, let swimlane = card["swimlaneId"]?.string.flatMap({ swimlanes[$0] }) {
      values.append(
        node(["idCustomField": text("swimlane"), "value": node(["text": text(swimlane.name)], card)], card)
      )
    }
    return values
  }

  /// A value in an object that names its type, as in Trello's exports.
  private func typed(_ value: JSONNode, _ type: String?) -> JSONNode? {
    switch value.content {
    case .null, .array, .object: nil
    case .bool(let flag): node(["checked": text(flag ? "true" : "false")], value)
    case .integer(let number): node(["number": text("\(number)")], value)
    case .number(let number): node(["number": text("\(number)")], value)
    case .string: node([type == "date" ? "date" : "text": value], value)
    }
  }

  private func sortedBySwimlane(_ cards: [JSONNode]) -> [JSONNode] {
    let places = cards.map { $0["swimlaneId"]?.string.flatMap { swimlanes[$0]?.place } ?? swimlanes.count }
    return cards.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { cards[$0] }
  }

  // MARK: Other parts

  /// The checklists with their items, which are beside them in the file.
  private func checklists() throws(InputError) -> [JSONNode] {
    var items: [String: [JSONNode]] = [:]
    for item in WekanBoard.sorted(try TrelloReader.elements("checklistItems", of: board)) {
      let state = try TrelloReader.flag("isFinished", of: item) ? "complete" : "incomplete"
      let made = node(["name": text(try TrelloReader.text("title", of: item)), "state": text(state)], item)
      items[try TrelloReader.text("checklistId", of: item), default: []].append(made)
    }
    var checklists: [JSONNode] = []
    for checklist in WekanBoard.sorted(try TrelloReader.elements("checklists", of: board)) {
      var members = ["checkItems": list(items[try TrelloReader.text("_id", of: checklist)] ?? [])]
      members["idCard"] = checklist["cardId"]
      members["name"] = checklist["title"]
      checklists.append(node(members, checklist))
    }
    return checklists
  }

  private func definitions() throws(InputError) -> [JSONNode] {
    var definitions: [JSONNode] = []
    for (name, title) in [("endAt", "end"), ("assignees", "assignees"), ("swimlane", "swimlane")] {
      definitions.append(node(["id": text(name), "name": text(title)]))
    }
    for field in try TrelloReader.elements("customFields", of: board) {
      var options: [JSONNode] = []
      if let settings = field["settings"] {
        for option in try TrelloReader.elements("dropdownItems", of: settings) {
          var members: [String: JSONNode] = [:]
          members["id"] = option["_id"]
          if let name = option["name"] { members["value"] = node(["text": name], option) }
          options.append(node(members, option))
        }
      }
      let id = try TrelloReader.text("_id", of: field)
      let name = try TrelloReader.text("name", of: field)
      definitions.append(node(["id": text(id), "name": text(name), "options": list(options)], field))
    }
    return definitions
  }

  // MARK: Values

  /// Sorts by `sort`, which may be missing; elements with equal values stay in the order of the file.
  private static func sorted(_ nodes: [JSONNode]) -> [JSONNode] {
    let positions = nodes.map { $0["sort"]?.double ?? 0 }
    return nodes.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }.map { nodes[$0] }
  }

  /// An object with some of its members under other names, its id, and its place.
  ///
  /// - Throws: an error if it has no id, or no title where one is wanted.
  private static func renamed(
    _ node: JSONNode,
    _ names: [String: String],
    at place: Int? = nil
  ) throws(InputError) -> JSONNode {
    _ = try TrelloReader.text("_id", of: node)
    if names["title"] != nil { _ = try TrelloReader.text("title", of: node) }
    var members = (node.members ?? []).compactMap { member in
      (member.name == "_id" ? "id" : names[member.name]).map { name in
        JSONNode.Member(name: name, nameOffset: member.nameOffset, value: member.value)
      }
    }
    if let place {
      let value = JSONNode(offset: node.offset, content: .integer(Int64(place)))
      members.append(JSONNode.Member(name: "pos", nameOffset: node.offset, value: value))
    }
    return JSONNode(offset: node.offset, content: .object(members))
  }

  private func text(_ text: String) -> JSONNode { JSONNode(offset: board.offset, content: .string(text)) }

  private func list(_ elements: [JSONNode]) -> JSONNode {
    JSONNode(offset: board.offset, content: .array(elements))
  }

  private func member(_ name: String, _ value: JSONNode, _ place: JSONNode) -> JSONNode.Member {
    JSONNode.Member(name: name, nameOffset: place.offset, value: value)
  }

  /// An object with the position of a part of the file.
  private func node(_ members: [String: JSONNode], _ place: JSONNode? = nil) -> JSONNode {
    let place = place ?? board
    let sorted = members.sorted { $0.key < $1.key }.map { member($0.key, $0.value, place) }
    return JSONNode(offset: place.offset, content: .object(sorted))
  }
}
