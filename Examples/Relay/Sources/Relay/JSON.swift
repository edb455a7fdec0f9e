import ArrangeClient

extension SectionedList.Section {
  var json: [String: Any] { element.json.merging(["items": items.map(\.json)]) { $1 } }
}

extension ElementSnapshot {
  var json: [String: Any] {
    var values: [String: Any] = [:]
    for (name, value) in fields {
      switch value {
      case .string(let text): values[name] = text
      case .int(let number): values[name] = number
      case .double(let number): values[name] = number
      case .bool(let flag): values[name] = flag
      case .timestamp(let time): values[name] = time.microseconds
      case .bytes(let bytes): values[name] = bytes.map(Int.init)
      case .null: break
      }
    }
    return ["id": id.text, "fields": values]
  }
}

extension ListPath {
  var json: [Int] { [section, item] }
}

extension ChangeBatch {
  var sectionsJSON: [String: Any] {
    [
      "deletes": sections.deletes,
      "inserts": sections.inserts.map { insert -> [String: Any] in
        guard case .new(let section) = insert.source else { return [:] }  // not in the profile `exact`
        let runs = insert.items.map { run -> [String: Any] in
          switch run {
          case .new(let items): ["new": items.map(\.json)]
          case .kept(let from, let count): ["kept": from.json, "count": count]
          }
        }
        return ["at": insert.at, "section": section.json, "items": runs]
      },
      "moves": sections.moves.map { ["from": $0.from, "to": $0.to] },
      "updates": sections.updates.map { ["at": $0.at, "section": $0.content.json] as [String: Any] },
    ]
  }

  var itemsJSON: [String: Any] {
    [
      "deletes": items.deletes.map(\.json),
      "inserts": items.inserts.map { insert -> [String: Any] in
        switch insert.source {
        case .new(let item): ["at": insert.at.json, "item": item.json]
        case .kept(let from): ["at": insert.at.json, "kept": from.json]
        }
      },
      "moves": items.moves.map { ["from": $0.from.json, "to": $0.to.json] },
      "updates": items.updates.map { ["at": $0.at.json, "item": $0.content.json] as [String: Any] },
    ]
  }
}
