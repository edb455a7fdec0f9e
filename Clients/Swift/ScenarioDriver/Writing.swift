import ArrangeClient

extension JSON {
  init(_ fields: Fields) {
    var members: [String: JSON] = [:]
    for (name, value) in fields {
      members[name] =
        switch value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let number): ["int": .string("\(number)")]
        case .double(let number): ["double": .double(number)]
        case .string(let text): .string(text)
        case .bytes(let bytes): ["bytes": .bytes(bytes)]
        case .timestamp(let time): ["timestamp": .string("\(time.microseconds)")]
        }
    }
    self = .object(members)
  }

  init(_ element: ElementSnapshot, items: [ElementSnapshot]? = nil) {
    var members: [String: JSON] = [
      "id": .string(element.id.text), "fields": JSON(element.fields),
      "content_version": .int(Int(element.contentVersion)),
    ]
    if !element.key.isEmpty { members["key"] = .bytes(element.key.bytes) }
    if let origin = element.origin {
      var shown: [String: JSON] = ["collection": .string(origin.collection.text)]
      if let item = origin.item { shown["item"] = .string(item.text) }
      members["origin"] = .object(shown)
    }
    if let items { members["items"] = .array(items.map { JSON($0) }) }
    self = .object(members)
  }

  init(_ list: SectionedList) {
    self = ["sections": .array(list.sections.map { JSON($0.element, items: $0.items) })]
  }

  init(_ info: CollectionInfo) {
    self = [
      "name": .string(info.name.text), "strategy": .string(info.strategy),
      "version": .int(Int(info.version)), "section_count": .int(info.sectionCount),
      "item_count": .int(info.itemCount), "fields": JSON(info.fields),
    ]
  }

  init(_ placed: PlacedElement) {
    var members: [String: JSON] = ["id": .string(placed.id.text)]
    switch placed.place {
    case .item(let path): members["at"] = .array([.int(path.section), .int(path.item)])
    case .section(let index): members["at"] = .array([.int(index)])
    case nil: break
    }
    self = .object(members)
  }

  init(_ error: ArrangeError) {
    let processed: JSON =
      switch error.processed {
      case .unknown: "unknown"
      case .notStarted: "not_started"
      case .done: "done"
      }
    var members: [String: JSON] = [
      "code": .string("\(error.code)"), "message": .string(error.message), "processed": processed,
    ]
    if let field = error.field { members["field"] = .string(field) }
    if let pause = error.retryAfterMilliseconds { members["retry_after_ms"] = .int(Int(pause)) }
    self = .object(members)
  }

  init(_ state: ConnectionState) {
    self =
      switch state {
      case .idle: "idle"
      case .connecting: "connecting"
      case .connected: "connected"
      case .disconnected: "disconnected"
      case .closed: "closed"
      }
  }

  init(_ update: ListUpdate) {
    var members: [String: JSON] = [
      "version": .int(Int(update.version)), "epoch": .string("\(update.epoch)"),
      "token": .bytes(update.resumeToken),
    ]
    switch update.content {
    case .list(_, let reason):
      members["update"] = "list"
      members["reason"] = JSON(reason)
    case .batch(let batch, let from, let commits):
      members["update"] = "batch"
      members["from"] = .int(Int(from))
      members["commits"] = .int(Int(commits))
      members["changes"] = .int(batch.count)
      members["own"] = .array(update.ownRequestIDs.map { .bytes($0.bytes) })
      members["authors"] = .array(
        update.authors.map { ["principal": .string($0.principal?.name ?? ""), "commits": .int($0.commits)] }
      )
    case .progress: members["update"] = "progress"
    }
    self = .object(members)
  }

  init(_ reason: SnapshotReason) {
    self =
      switch reason {
      case .first: "first"
      case .tooManyChanges: "too_many_changes"
      case .tooLarge: "too_large"
      case .historyTrimmed: "history_trimmed"
      case .epochChanged: "epoch_changed"
      case .viewChanged: "view_changed"
      case .past: "past"
      }
  }

  /// The same with one more member.
  func with(_ name: String, _ value: JSON) -> JSON {
    guard case .object(var members) = self else { return self }
    members[name] = value
    return .object(members)
  }
}
