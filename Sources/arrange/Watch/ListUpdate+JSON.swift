import ArrangeClient
import ArrangeModel
import Changes
import InputText

extension ListUpdate {
  /// The update as JSON, in the format that `arrange watch` documents.
  func json(_ elements: ElementJSON) -> JSON {
    var members: JSON.Members = [
      "version": .unsigned(version), "epoch": .string(epoch.epochText),
      "token": .string(Base64.encode(resumeToken)),
    ]
    if let window { members.append("window", window.json) }
    switch content {
    case .progress: members.append("update", .string("progress"))
    case .list(let list, let reason):
      members.append("update", .string("list"))
      members.append("reason", .string(reason.name))
      members.append("sections", list.json(elements))
    case .batch(let batch, let from, let commits):
      members.append("update", .string("batch"))
      members.append("from", .unsigned(from))
      members.append("commits", .unsigned(commits))
      batch.append(to: &members, elements)
      if !authors.isEmpty { members.append("authors", .array(authors.map(\.json))) }
    }
    return .object(members)
  }
}

extension SectionedList {
  /// Sections with their items.
  func json(_ elements: ElementJSON) -> JSON {
    .array(
      sections.map { section in
        elements.json(section.element, ["items": .array(section.items.map { elements.json($0) })])
      }
    )
  }
}

extension CommitAuthor {
  var json: JSON {
    var members: JSON.Members = ["commits": .count(commits)]
    if let principal { members.append("principal", .string(principal.name)) }
    return .object(members)
  }
}

extension WindowPlace {
  /// The place as JSON, in the format that `arrange watch` documents.
  var json: JSON {
    var members: JSON.Members = [
      "section": .count(section), "first_item": .count(firstItem), "section_items": .count(sectionItems),
    ]
    if let anchor { members.append("anchor", .string(anchor.text)) }
    return .object(members)
  }
}

extension UInt64 {
  /// The id of a collection's history as 16 hexadecimal digits: programs whose numbers are doubles would
  /// round a number of this size.
  var epochText: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Elements as JSON, with their order keys if requested.
struct ElementJSON {
  /// The formatter for keys, and their strategy; nil if keys are not shown.
  var keys: (texts: KeyTexts, strategy: String)?

  func json(_ element: ElementSnapshot, _ others: JSON.Members = [:]) -> JSON {
    var members = others
    members.append("id", .string(element.id.text))
    members.append("fields", element.fields.json)
    if element.contentVersion > 0 { members.append("content_version", .unsigned(element.contentVersion)) }
    if let origin = element.origin { members.append("origin", origin.json) }
    if let outline = element.outline {
      members.append("depth", .count(Int(outline.depth)))
      members.append("children", .count(Int(outline.childCount)))
      members.append("descendants", .count(Int(outline.descendantCount)))
    }
    if let keys {
      if element.placementVersion > 0 {
        members.append("placement_version", .unsigned(element.placementVersion))
      }
      members.append("key", .string(keys.texts.text(of: element.key, strategy: keys.strategy)))
    }
    return .object(members)
  }

  /// The order keys of a batch; nil if they are not shown.
  func json<Place>(_ placed: [PlacedKey<Place>], place: (Place) -> JSON) -> JSON? {
    guard let keys else { return nil }
    return .array(
      placed.map { element in
        let text = keys.texts.text(of: element.key, strategy: keys.strategy)
        var members: JSON.Members = ["at": place(element.at), "key": .string(text)]
        if element.placementVersion > 0 {
          members.append("placement_version", .unsigned(element.placementVersion))
        }
        return .object(members)
      }
    )
  }
}

extension RowOrigin {
  fileprivate var json: JSON {
    var members: JSON.Members = ["collection": .string(collection.text), "section": .string(section.text)]
    if let item { members.append("item", .string(item.text)) }
    if depth > 0 { members.append("depth", .count(Int(depth))) }
    if isContext { members.append("context", .bool(true)) }
    return .object(members)
  }
}

extension ChangeBatch {
  /// Adds the changes as JSON, in the format that `arrange watch` documents.
  func append(to members: inout JSON.Members, _ elements: ElementJSON) {
    members.append("profile", .string(profile == .uikit ? "uikit" : "exact"))
    members.append("before", before.json)
    members.append("after", after.json)
    members.append("sections", sectionsJSON(elements))
    members.append("items", itemsJSON(elements))
  }

  fileprivate func sectionsJSON(_ elements: ElementJSON) -> JSON {
    var members: JSON.Members = [
      "deletes": .array(sections.deletes.map(\.json)),
      "inserts": .array(
        sections.inserts.map { insert in
          var members: JSON.Members = ["at": insert.at.json]
          switch insert.source {
          case .new(let section): members.append("section", elements.json(section))
          case .kept(let index): members.append("kept", index.json)
          }
          members.append("items", .array(insert.items.map { $0.json(elements) }))
          return .object(members)
        }
      ),
      "moves": .array(sections.moves.map { .object(["from": $0.from.json, "to": $0.to.json]) }),
      "updates": .array(
        sections.updates.map { .object(["at": $0.at.json, "section": elements.json($0.content)]) }
      ),
    ]
    if let keys = elements.json(sections.keys, place: \.json) { members.append("keys", keys) }
    return .object(members)
  }

  fileprivate func itemsJSON(_ elements: ElementJSON) -> JSON {
    var members: JSON.Members = [
      "deletes": .array(items.deletes.map(\.json)),
      "inserts": .array(
        items.inserts.map { insert in
          switch insert.source {
          case .new(let item): .object(["at": insert.at.json, "item": elements.json(item)])
          case .kept(let path): .object(["at": insert.at.json, "kept": path.json])
          }
        }
      ),
      "moves": .array(items.moves.map { .object(["from": $0.from.json, "to": $0.to.json]) }),
      "updates": .array(
        items.updates.map { .object(["at": $0.at.json, "item": elements.json($0.content)]) }
      ),
    ]
    if let keys = elements.json(items.keys, place: \.json) { members.append("keys", keys) }
    return .object(members)
  }
}

extension ItemRun {
  fileprivate func json(_ elements: ElementJSON) -> JSON {
    switch self {
    case .kept(let path, let count): .object(["kept": path.json, "count": .count(count)])
    case .new(let items): .object(["new": .array(items.map { elements.json($0) })])
    }
  }
}

extension Int {
  var json: JSON { .count(self) }
}

extension ListPath {
  fileprivate var json: JSON { .array([.count(section), .count(item)]) }
}

extension ListSize {
  var json: JSON { .object(["sections": .count(sections), "items": .count(items)]) }
}

extension SnapshotReason {
  /// The name in JSON.
  var name: String {
    switch self {
    case .first: "first"
    case .tooManyChanges: "too_many_changes"
    case .tooLarge: "too_large"
    case .historyTrimmed: "history_trimmed"
    case .epochChanged: "epoch_changed"
    case .viewChanged: "view_changed"
    case .past: "past"
    }
  }
}
