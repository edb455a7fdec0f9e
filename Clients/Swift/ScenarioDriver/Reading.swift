import ArrangeClient

/// A command that the driver does not understand.
struct Misunderstood: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

/// A command of the runner: its members, with the types that the driver's protocol gives them.
struct Command: Sendable {
  let members: JSON

  func text(_ name: String) throws -> String { try members.text(name) }
  func int(_ name: String) -> Int? { members[name]?.int }
  func bytes(_ name: String) -> [UInt8]? { members[name]?.bytes }
  func milliseconds(_ name: String) -> Duration? { int(name).map { .milliseconds($0) } }
  func collection() throws -> Identifier { try members.identifier("collection") }
  func fields() throws -> Fields { try members["fields"]?.fields() ?? Fields() }
  func operations() throws -> [ListOperation] {
    try (members["operations"]?.array ?? []).map { try $0.operation() }
  }

  /// The view that is given in place of a collection; nil where there is none.
  func view() throws -> ViewDefinition? {
    try members["view"].map { try ViewDefinition(parsing: try $0.text("text")) }
  }

  func options() throws -> ListUpdates.Options {
    var options = ListUpdates.Options()
    let given = Command(members: members["options"] ?? [:])
    if given.members["profile"] == "uikit" { options.profile = .uikit }
    if let threshold = given.int("reload_threshold") { options.reloadThreshold = threshold }
    if let interval = given.milliseconds("shortest_interval_ms") { options.shortestInterval = interval }
    options.largestBatchBytes = given.int("largest_batch_bytes")
    options.sendsKeys = given.members["keys"]?.bool ?? false
    if let interval = given.milliseconds("progress_interval_ms") { options.progressInterval = interval }
    options.ownRequestPrefix = given.bytes("own_request_prefix")
    options.namesAuthors = given.members["authors"]?.bool ?? false
    options.reconnectionAttempts = given.int("reconnection_attempts")
    return options
  }

  func configuration() throws -> ArrangeClientConfiguration {
    var configuration = try ArrangeClientConfiguration(server: try text("server"))
    configuration.token = members["token"]?.string
    if let timeout = milliseconds("call_timeout_ms") { configuration.callTimeout = timeout }
    if let timeout = milliseconds("connect_timeout_ms") { configuration.connectTimeout = timeout }
    if let attempts = int("attempts") { configuration.retry.maximumAttempts = attempts }
    if let backoff = milliseconds("backoff_ms") { configuration.retry.initialBackoff = backoff }
    if let backoff = milliseconds("max_backoff_ms") { configuration.retry.maximumBackoff = backoff }
    return configuration
  }
}

extension JSON {
  func text(_ name: String) throws -> String {
    guard let text = self[name]?.string else { throw Misunderstood("\"\(name)\" has to be a text") }
    return text
  }

  func identifier(_ name: String) throws -> Identifier {
    try Identifier(try text(name), allowingEmpty: true)
  }

  func fields() throws -> Fields {
    try Fields(try (object ?? [:]).map { ($0.key, try $0.value.fieldValue()) })
  }

  private func fieldValue() throws -> FieldValue {
    switch self {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .string(let text): return .string(text)
    default: break
    }
    if let number = self["int"]?.string.flatMap({ Int64($0) }) { return .int(number) }
    if let number = self["timestamp"]?.string.flatMap({ Int64($0) }) {
      return .timestamp(Timestamp(microseconds: number))
    }
    if let bytes = self["bytes"]?.bytes { return .bytes(bytes) }
    switch self["double"] {
    case .double(let number): return .double(number)
    case .int(let number): return .double(Double(number))
    default: throw Misunderstood("no value of a field: \(text)")
    }
  }

  func operation() throws -> ListOperation {
    guard let (kind, body) = object?.first else { throw Misunderstood("no operation: \(text)") }
    let items = body["items"]?.array ?? []
    let sections = body["sections"]?.array ?? []
    func destination() throws -> ItemDestination {
      let (placement, policy) = try body.place()
      let section = body["section"] == nil ? nil : try body.identifier("section")
      return ItemDestination(section: section, placement, ifAnchorMissing: policy)
    }
    func sectionDestination() throws -> SectionDestination {
      let (placement, policy) = try body.place()
      return SectionDestination(placement, ifAnchorMissing: policy)
    }
    switch kind {
    case "insert_items": return .insertItems(try items.map { try $0.newElement() }, to: try destination())
    case "move_items": return .moveItems(try items.map { try $0.reference() }, to: try destination())
    case "update_items": return .updateItems(try items.map { try $0.update() })
    case "remove_items": return .removeItems(try items.map { try $0.reference() })
    case "reorder_items":
      return .reorderItems(section: try body.identifier("section"), try items.map { try $0.identifier() })
    case "insert_sections":
      return .insertSections(try sections.map { try $0.newElement() }, to: try sectionDestination())
    case "move_sections":
      return .moveSections(try sections.map { try $0.reference() }, to: try sectionDestination())
    case "update_sections": return .updateSections(try sections.map { try $0.update() })
    case "remove_sections":
      let onlyIfEmpty = body["only_if_empty"]?.bool ?? false
      return .removeSections(try sections.map { try $0.reference() }, onlyIfEmpty: onlyIfEmpty)
    case "reorder_sections": return .reorderSections(try sections.map { try $0.identifier() })
    default: throw Misunderstood("no operation: \(kind)")
    }
  }

  /// The place that `to` says.
  func place() throws -> (Placement, AnchorPolicy) {
    guard let to = self["to"] else { return (.last, .fail) }
    let policy: AnchorPolicy =
      switch to["if_missing"] {
      case "first": .first
      case "last": .last
      default: .fail
      }
    if to["before"] != nil { return (.before(try to.identifier("before")), policy) }
    if to["after"] != nil { return (.after(try to.identifier("after")), policy) }
    if let index = to["at"]?.int { return (.at(index), policy) }
    return (to["first"] == true ? .first : .last, policy)
  }

  func identifier() throws -> Identifier { try Identifier(string ?? "", allowingEmpty: true) }

  private func newElement() throws -> NewElement {
    NewElement(
      id: self["id"] == nil ? nil : try identifier("id"),
      fields: try self["fields"]?.fields() ?? Fields()
    )
  }

  private func reference() throws -> ElementReference {
    let version = self["if_content_version"]?.int
    return ElementReference(try identifier("id"), ifContentVersion: version.map { UInt64($0) })
  }

  private func update() throws -> FieldsUpdate {
    FieldsUpdate(
      try reference(),
      set: try self["set"]?.fields() ?? Fields(),
      remove: (self["remove"]?.array ?? []).compactMap(\.string),
      replaceAll: self["replace_all"]?.bool ?? false
    )
  }
}
