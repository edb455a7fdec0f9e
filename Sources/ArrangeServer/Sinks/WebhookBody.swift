import ArrangeModel
import Changes
import Engine
import InputText

/// The bodies of webhooks.
enum WebhookBody {
  /// The largest body, in bytes. What is larger is read by the receiver, over HTTP.
  static let largest = 1 << 20

  /// Makes the bodies of a sink.
  static func encoder(of sink: Identifier) -> SinkEncoder {
    { message in
      var members: JSON.Members = [
        "sink": .string(sink.text),
        (message.isView ? "view" : "collection"): .string(message.collection.text),
        "to": .string("\(message.to)"),
      ]
      switch message.content {
      case .changes(let changes):
        members.append("type", .string("arrange.changes"))
        members.append("from", .string("\(message.from ?? message.to)"))
        // A view has no commits of its own.
        if !message.isView {
          members.append("commit_count", .count(message.commitCount))
          members.append("commits", .array(message.commits.map(json)))
        }
        var encoded: [JSON] = []
        var bytes = 0
        for change in changes {
          let json = json(change)
          bytes += size(change)
          guard bytes <= largest else { return nil }
          encoded.append(json)
        }
        members.append("changes", .array(encoded))
      case .list(let state, let reason):
        members.append("type", .string("arrange.list"))
        members.append("reason", .string(reason.rawValue))
        guard let sections = sections(of: state) else { return nil }
        members.append("sections", .array(sections))
      case .rows(let list, let reason):
        members.append("type", .string("arrange.list"))
        members.append("reason", .string(reason.rawValue))
        guard let sections = sections(of: list) else { return nil }
        members.append("sections", .array(sections))
      case .pointer(let reason):
        members.append("type", .string("arrange.list"))
        members.append("reason", .string(reason.rawValue))
        members.append(
          "url",
          .string(
            "/v1/collections/\(message.collection.text.pathEscaped)?at=\(message.readVersion ?? message.to.version)"
          )
        )
      }
      var bytes: [UInt8] = []
      JSON.object(members).write(to: &bytes)
      return bytes.count <= largest ? bytes : nil
    }
  }

  /// The body of a test.
  static func test(of sink: Identifier) -> [UInt8] {
    var bytes: [UInt8] = []
    JSON.object(["type": .string("arrange.test"), "sink": .string(sink.text)]).write(to: &bytes)
    return bytes
  }

  private static func json(_ note: SinkMessage.Note) -> JSON {
    var members: JSON.Members = [
      "version": .unsigned(note.version),
      "time": note.time.text.map(JSON.string) ?? .integer(note.time.microseconds),
    ]
    if let author = note.author { members.append("author", .string(author.name)) }
    if let id = note.requestID { members.append("request_id", .string(Base64.encode(id.bytes))) }
    return .object(members)
  }

  private static func json(_ change: SinkChange) -> JSON {
    var members: JSON.Members = ["id": .string(change.id.text), "change": .string(change.kind.word)]
    if let from = change.from { members.append("from", json(from)) }
    if let to = change.to { members.append("to", json(to)) }
    if let before = change.before { members.append("before", before.json) }
    if let after = change.after { members.append("fields", after.json) }
    if let origin = change.origin { members.append("origin", json(origin)) }
    return .object(members)
  }

  /// What a row of a view shows.
  private static func json(_ origin: RowOrigin) -> JSON {
    var members: JSON.Members = ["collection": .string(origin.collection.text)]
    if let item = origin.item { members.append("item", .string(item.text)) }
    return .object(members)
  }

  private static func json(_ place: SinkChange.Place) -> JSON {
    var members: JSON.Members = ["after": place.after.map { .string($0.text) } ?? .null]
    if let parent = place.parent {
      members.append("parent", .string(parent.text))
    } else if let section = place.section {
      members.append("section", .string(section.text))
    }
    return .object(members)
  }

  /// A lower bound of the size of a change, in bytes.
  private static func size(_ change: SinkChange) -> Int {
    change.id.text.utf8.count + (change.before?.encoded.count ?? 0) + (change.after?.encoded.count ?? 0)
  }

  /// Nil if they are too large.
  private static func sections(of list: SectionedList) -> [JSON]? {
    var sections: [JSON] = []
    var bytes = 0
    for section in list.sections {
      var items: [JSON] = []
      bytes += size(section.element)
      for item in section.items {
        bytes += size(item)
        guard bytes <= largest else { return nil }
        var members: JSON.Members = ["id": .string(item.id.text), "fields": item.fields.json]
        if let origin = item.origin { members.append("origin", json(origin)) }
        items.append(.object(members))
      }
      sections.append(
        .object([
          "id": .string(section.element.id.text), "fields": section.element.fields.json,
          "items": .array(items),
        ])
      )
    }
    return sections
  }

  /// A lower bound of the size of a row, in bytes.
  private static func size(_ row: ElementSnapshot) -> Int {
    row.id.text.utf8.count + row.fields.encoded.count
  }

  /// Nil if they are too large.
  private static func sections(of state: CollectionState) -> [JSON]? {
    var sections: [JSON] = []
    var bytes = 0
    let isOutline = state.branches != nil
    for index in 0..<state.sectionCount {
      let section = state.section(at: index).element
      var items: [JSON] = []
      var walk = RowWalk(state, section: index)
      bytes += section.byteCount
      while let (item, depth) = walk.next() {
        bytes += item.element.byteCount
        guard bytes <= largest else { return nil }
        var members: JSON.Members = [
          "id": .string(item.element.id.text), "fields": item.element.fields.json,
        ]
        if isOutline { members.append("depth", .count(depth)) }
        items.append(.object(members))
      }
      sections.append(
        .object(["id": .string(section.id.text), "fields": section.fields.json, "items": .array(items)])
      )
    }
    return sections
  }
}

extension HistoryChange.Kind {
  /// The change as webhooks name it.
  fileprivate var word: String {
    switch self {
    case .sectionInserted: "section_inserted"
    case .sectionMoved: "section_moved"
    case .sectionUpdated: "section_updated"
    case .sectionRemoved: "section_removed"
    case .itemInserted: "item_inserted"
    case .itemMoved: "item_moved"
    case .itemUpdated: "item_updated"
    case .itemRemoved: "item_removed"
    }
  }
}

extension String {
  /// The text with everything escaped but letters, digits, `-`, `_` and `~`.
  var headerEscaped: String { escaped(keeping: "-_~") }

  /// The text as a part of the path of an address.
  var pathEscaped: String { escaped(keeping: "-._~") }

  private func escaped(keeping marks: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      case _ where marks.utf8.contains(byte): bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
