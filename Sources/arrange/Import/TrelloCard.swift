import ArrangeModel
import InputText

/// Converts the cards of a Trello board to items.
///
/// The fields are `title`, and if the card has them `desc`, `url`, `labels` and `members` (names separated by
/// commas), `start` and `due` (timestamps), `done` (whether the card is marked as complete), `checklists`
/// (each as a Markdown task list), `archived`, and the custom fields under their own names.
struct TrelloCard {
  /// The definition of a custom field.
  private struct CustomField {
    var name: String
    /// The texts of the options of a list field, by id.
    var options: [String: String] = [:]
  }

  /// How much more of a text than necessary is cut, in bytes.
  private static let cutMargin = 64

  private(set) var leftOut = LeftOut()
  private var members: [String: String] = [:]
  private var labels: [String: String] = [:]
  private var customFields: [String: CustomField] = [:]
  private var checklists: [String: [JSONNode]] = [:]

  init(_ board: JSONNode) throws(InputError) {
    for member in try TrelloReader.elements("members", of: board) {
      members[try TrelloReader.text("id", of: member)] = try TrelloCard.name(ofMember: member)
    }
    for label in try TrelloReader.elements("labels", of: board) {
      if let id = label["id"]?.string { labels[id] = try TrelloCard.name(ofLabel: label) }
    }
    for field in try TrelloReader.elements("customFields", of: board) {
      var made = CustomField(name: try TrelloReader.text("name", of: field))
      for option in try TrelloReader.elements("options", of: field) {
        if let id = option["id"]?.string { made.options[id] = option["value"]?["text"]?.string }
      }
      customFields[try TrelloReader.text("id", of: field)] = made
    }
    for checklist in TrelloReader.sorted(try TrelloReader.elements("checklists", of: board)) {
      if let card = checklist["idCard"]?.string { checklists[card, default: []].append(checklist) }
    }
  }

  mutating func item(_ card: JSONNode, isArchived: Bool) throws(InputError) -> ImportedItem {
    let id = try TrelloReader.text("id", of: card)
    var fields: [(String, FieldValue)] = [("title", .string(try TrelloReader.text("name", of: card)))]
    for (name, member) in [("desc", "desc"), ("url", "shortUrl")] {
      if let text = try TrelloReader.optionalText(member, of: card) { fields.append((name, .string(text))) }
    }
    let names = [("labels", try labels(of: card)), ("members", try members(of: card))]
    for (name, list) in names where !list.isEmpty {
      fields.append((name, .string(list.joined(separator: ", "))))
    }
    var hasDue = false
    for name in ["start", "due"] {
      guard let text = try TrelloReader.optionalText(name, of: card), let node = card[name] else { continue }
      guard let time = Timestamp(text: text) else {
        throw InputError(at: node.offset, "\"\(name)\" has to be a time such as 2026-03-01T09:30:00.000Z")
      }
      fields.append((name, .timestamp(time)))
      hasDue = name == "due"
    }
    let isDone = try TrelloReader.flag("dueComplete", of: card)
    if isDone || hasDue { fields.append(("done", .bool(isDone))) }
    var own = checklists[id] ?? []
    if own.isEmpty { own = TrelloReader.sorted(try TrelloReader.elements("checklists", of: card)) }
    if let text = try TrelloCard.text(ofChecklists: own) { fields.append(("checklists", .string(text))) }
    if isArchived { fields.append(("archived", .bool(true))) }
    try addCustomFields(of: card, to: &fields)
    leftOut.count("attachment", try TrelloReader.elements("attachments", of: card).count)
    leftOut.count("sticker", try TrelloReader.elements("stickers", of: card).count)
    return ImportedItem(
      id: try Identifier(id, at: card.offset),
      fields: try fitting(fields, card: id, at: card.offset),
      offset: card.offset
    )
  }

  // MARK: Names

  private static func name(ofMember member: JSONNode) throws(InputError) -> String? {
    if let name = try TrelloReader.optionalText("fullName", of: member) { return name }
    return try TrelloReader.optionalText("username", of: member)
  }

  /// The name of a label, or its color if it has none. Some programs write the text alone.
  private static func name(ofLabel label: JSONNode) throws(InputError) -> String? {
    if let text = label.string { return text.isEmpty ? nil : try FieldValue.check(text, at: label.offset) }
    if let name = try TrelloReader.optionalText("name", of: label) { return name }
    return try TrelloReader.optionalText("color", of: label)
  }

  private mutating func labels(of card: JSONNode) throws(InputError) -> [String] {
    var names: [String] = []
    for label in try TrelloReader.elements("labels", of: card) {
      if let name = try TrelloCard.name(ofLabel: label) { names.append(name) }
    }
    guard names.isEmpty else { return names }
    return try named("idLabels", of: card, by: labels, "label that the file does not name")
  }

  private mutating func members(of card: JSONNode) throws(InputError) -> [String] {
    let names = try named("idMembers", of: card, by: members, "member that the file does not name")
    guard names.isEmpty else { return names }
    var own: [String] = []
    for member in try TrelloReader.elements("members", of: card) {
      if let name = try TrelloCard.name(ofMember: member) { own.append(name) }
    }
    return own
  }

  /// The names of the objects that an array refers to by id. An id without a name is counted as left out.
  private mutating func named(
    _ member: String,
    of card: JSONNode,
    by names: [String: String],
    _ missing: String
  ) throws(InputError) -> [String] {
    var found: [String] = []
    for id in try TrelloReader.elements(member, of: card) {
      if let name = id.string.flatMap({ names[$0] }) {
        found.append(name)
      } else {
        leftOut.count(missing, plural: missing)
      }
    }
    return found
  }

  // MARK: Checklists and custom fields

  /// Checklists as Markdown, each below its name.
  private static func text(ofChecklists nodes: [JSONNode]) throws(InputError) -> String? {
    var blocks: [String] = []
    for node in nodes {
      var lines: [String] = []
      if let name = try TrelloReader.optionalText("name", of: node) { lines.append(name) }
      for item in TrelloReader.sorted(try TrelloReader.elements("checkItems", of: node)) {
        let mark = item["state"]?.string == "complete" ? "- [x]" : "- [ ]"
        lines.append("\(mark) \(try TrelloReader.text("name", of: item))")
      }
      if !lines.isEmpty { blocks.append(lines.joined(separator: "\n")) }
    }
    return blocks.isEmpty ? nil : blocks.joined(separator: "\n\n")
  }

  private mutating func addCustomFields(
    of card: JSONNode,
    to fields: inout [(String, FieldValue)]
  ) throws(InputError) {
    for item in try TrelloReader.elements("customFieldItems", of: card) {
      let field = item["idCustomField"]?.string.flatMap { customFields[$0] }
      var value = item["idValue"]?.string.flatMap { field?.options[$0] }.map(FieldValue.string)
      if value == nil { value = try TrelloCard.value(of: item["value"]) }
      guard let field, let value else {
        leftOut.count("value of a custom field", plural: "values of custom fields")
        continue
      }
      guard fields.count < Fields.maximumCount else {
        leftOut.count(
          "custom field beyond \(Fields.maximumCount)",
          plural: "custom fields beyond \(Fields.maximumCount)"
        )
        continue
      }
      fields.append((TrelloCard.unused(field.name, in: fields), value))
    }
  }

  /// The value of a custom field, which contains its type; numbers and times are strings in the file.
  private static func value(of node: JSONNode?) throws(InputError) -> FieldValue? {
    guard let node, let member = node.members?.first, let text = member.value.string else { return nil }
    switch member.name {
    case "checked": return .bool(text == "true")
    case "number":
      if let number = Int64(text) { return .int(number) }
      if let number = Double(text), number.isFinite { return .double(number) }
    case "date": if let time = Timestamp(text: text) { return .timestamp(time) }
    default: break
    }
    return .string(try FieldValue.check(text, at: node.offset))
  }

  /// The name of a field, with a number if the name is already used.
  private static func unused(_ name: String, in fields: [(String, FieldValue)]) -> String {
    let base = Fields.isName(name) ? name : "custom field"
    var name = base
    var number = 2
    while fields.contains(where: { $0.0.utf8.elementsEqual(name.utf8) }) {
      name = "\(base) \(number)"
      number += 1
    }
    return name
  }

  // MARK: Limits

  /// The fields within the size limit: if they are too large, the longest text is truncated.
  private mutating func fitting(
    _ fields: [(String, FieldValue)],
    card: String,
    at offset: Int
  ) throws(InputError) -> Fields {
    var fields = fields
    var size = TrelloCard.size(of: fields)
    while size > Fields.maximumEncodedLength {
      let lengths = fields.map { field in
        if case .string(let text) = field.1 { text.utf8.count } else { 0 }
      }
      guard let longest = lengths.indices.max(by: { lengths[$0] < lengths[$1] }), lengths[longest] > 0,
        case .string(let text) = fields[longest].1
      else { break }
      let kept = max(0, lengths[longest] - (size - Fields.maximumEncodedLength) - TrelloCard.cutMargin)
      fields[longest].1 = .string(TrelloCard.cut(text, to: kept))
      leftOut.add("the end of \"\(fields[longest].0)\" of the card \(card), which is too long")
      size = TrelloCard.size(of: fields)
    }
    return try Fields(fields, at: offset)
  }

  /// The approximate size of fields, in bytes.
  private static func size(of fields: [(String, FieldValue)]) -> Int {
    let overhead = 16
    return fields.reduce(0) { sum, field in
      guard case .string(let text) = field.1 else { return sum + field.0.utf8.count + overhead }
      return sum + field.0.utf8.count + text.utf8.count + overhead
    }
  }

  private static func cut(_ text: String, to length: Int) -> String {
    var kept = 0
    return String(
      text.prefix { character in
        kept += character.utf8.count
        return kept <= length
      }
    )
  }
}
