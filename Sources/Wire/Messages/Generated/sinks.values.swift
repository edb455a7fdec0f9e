// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

package import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

extension SinkMode {
  init(_ message: Arrange__V1__SinkMode, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__SINK_MODE__SINK_MODE_MERGED: self = .merged
    case ARRANGE__V1__SINK_MODE__SINK_MODE_COMMITS: self = .commits
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__SinkMode {
    switch self {
    case .merged: ARRANGE__V1__SINK_MODE__SINK_MODE_MERGED
    case .commits: ARRANGE__V1__SINK_MODE__SINK_MODE_COMMITS
    }
  }
}

extension SinkStatus.State {
  init(_ message: Arrange__V1__SinkState, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__SINK_STATE__SINK_STATE_CAUGHT_UP: self = .caughtUp
    case ARRANGE__V1__SINK_STATE__SINK_STATE_SENDING: self = .sending
    case ARRANGE__V1__SINK_STATE__SINK_STATE_WAITING: self = .waiting
    case ARRANGE__V1__SINK_STATE__SINK_STATE_PAUSED: self = .paused
    case ARRANGE__V1__SINK_STATE__SINK_STATE_DENIED: self = .denied
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__SinkState {
    switch self {
    case .caughtUp: ARRANGE__V1__SINK_STATE__SINK_STATE_CAUGHT_UP
    case .sending: ARRANGE__V1__SINK_STATE__SINK_STATE_SENDING
    case .waiting: ARRANGE__V1__SINK_STATE__SINK_STATE_WAITING
    case .paused: ARRANGE__V1__SINK_STATE__SINK_STATE_PAUSED
    case .denied: ARRANGE__V1__SINK_STATE__SINK_STATE_DENIED
    }
  }
}

extension SinkSettings {
  init(_ message: UnsafePointer<Arrange__V1__SinkSettings>) throws(ArrangeError) {
    self.init(
      url: try Boundary.text(message.pointee.url, maximum: SinkSettings.maximumURLLength, "url"),
      collections: try Boundary.texts(message.pointee.collections, message.pointee.n_collections, maximum: SinkSettings.maximumPatterns, "collections"),
      mode: try SinkMode(message.pointee.mode, "mode"),
      secrets: try Boundary.texts(message.pointee.secrets, message.pointee.n_secrets, maximum: SinkSettings.maximumSecrets, "secrets"),
      allowedAddresses: try Boundary.texts(message.pointee.allowed_addresses, message.pointee.n_allowed_addresses, maximum: SinkSettings.maximumNetworks, "allowed_addresses"),
      postgres: try Boundary.optional(message.pointee.postgres, "postgres") { (part) throws(ArrangeError) in try PostgresMirror(part) },
      view: message.pointee.view.len > 0 ? try Boundary.identifier(message.pointee.view, "view") : nil
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__SinkSettings>, in arena: Arena) {
    message.pointee.url = arena.bytes(of: self.url)
    message.pointee.n_collections = self.collections.count
    message.pointee.collections = arena.list(of: self.collections)
    message.pointee.mode = self.mode.message
    message.pointee.n_secrets = self.secrets.count
    message.pointee.secrets = arena.list(of: self.secrets)
    message.pointee.n_allowed_addresses = self.allowedAddresses.count
    message.pointee.allowed_addresses = arena.list(of: self.allowedAddresses)
    if let value = self.postgres { message.pointee.postgres = arena.message(arrange__v1__postgres_mirror__init) { value.fill($0, in: arena) } }
    if let value = self.view { message.pointee.view = arena.bytes(of: value) }
  }
}

extension PostgresMirror {
  init(_ message: UnsafePointer<Arrange__V1__PostgresMirror>) throws(ArrangeError) {
    self.init(
      connection: try Boundary.text(message.pointee.connection, maximum: PostgresMirror.maximumConnection, "connection"),
      schema: try Boundary.text(message.pointee.schema, "schema"),
      keepsMoves: message.pointee.moves != 0
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__PostgresMirror>, in arena: Arena) {
    message.pointee.connection = arena.bytes(of: self.connection)
    message.pointee.schema = arena.bytes(of: self.schema)
    message.pointee.moves = self.keepsMoves ? 1 : 0
  }
}

extension CreateSinkRequest {
  init(_ message: UnsafePointer<Arrange__V1__CreateSinkRequest>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name"),
      settings: try Boundary.required(message.pointee.settings, "settings") { (part) throws(ArrangeError) in try SinkSettings(part) },
      isPaused: message.pointee.paused != 0
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__CreateSinkRequest>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    message.pointee.settings = arena.message(arrange__v1__sink_settings__init) { self.settings.fill($0, in: arena) }
    message.pointee.paused = self.isPaused ? 1 : 0
  }
}

extension CreateSinkRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> CreateSinkRequest {
    try arena.reading(bytes, arrange__v1__create_sink_request__unpack) { (message) throws(ArrangeError) in try CreateSinkRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__create_sink_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension SinkInfo {
  init(_ message: UnsafePointer<Arrange__V1__SinkInfo>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name"),
      settings: try Boundary.required(message.pointee.settings, "settings") { (part) throws(ArrangeError) in try SinkSettings(part) },
      createdAt: Timestamp(microseconds: message.pointee.created_at_us),
      definer: try Principal.optional(message.pointee.definer, "definer"),
      isPaused: message.pointee.paused != 0,
      pauseReason: try Boundary.text(message.pointee.pause_reason, "pause_reason")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__SinkInfo>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    message.pointee.settings = arena.message(arrange__v1__sink_settings__init) { self.settings.fill($0, in: arena) }
    message.pointee.created_at_us = self.createdAt.microseconds
    if let value = self.definer { message.pointee.definer = arena.bytes(of: value.name) }
    message.pointee.paused = self.isPaused ? 1 : 0
    message.pointee.pause_reason = arena.bytes(of: self.pauseReason)
  }
}

extension SinkInfo: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> SinkInfo {
    try arena.reading(bytes, arrange__v1__sink_info__unpack) { (message) throws(ArrangeError) in try SinkInfo(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__sink_info__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension GetSinkRequest {
  init(_ message: UnsafePointer<Arrange__V1__GetSinkRequest>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__GetSinkRequest>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
  }
}

extension GetSinkRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> GetSinkRequest {
    try arena.reading(bytes, arrange__v1__get_sink_request__unpack) { (message) throws(ArrangeError) in try GetSinkRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__get_sink_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ListSinksRequest {
  init(_ message: UnsafePointer<Arrange__V1__ListSinksRequest>) throws(ArrangeError) {
    self.init(
      containing: try Boundary.text(message.pointee.containing, "containing")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ListSinksRequest>, in arena: Arena) {
    message.pointee.containing = arena.bytes(of: self.containing)
  }
}

extension ListSinksRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ListSinksRequest {
    try arena.reading(bytes, arrange__v1__list_sinks_request__unpack) { (message) throws(ArrangeError) in try ListSinksRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_sinks_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension SinkList {
  init(_ message: UnsafePointer<Arrange__V1__ListSinksResponse>) throws(ArrangeError) {
    self.init(
      sinks: try Boundary.list(message.pointee.sinks, message.pointee.n_sinks, "sinks") { (part) throws(ArrangeError) in try SinkInfo(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ListSinksResponse>, in arena: Arena) {
    message.pointee.n_sinks = self.sinks.count
    message.pointee.sinks = arena.messages(self.sinks, arrange__v1__sink_info__init) { $0.fill($1, in: arena) }
  }
}

extension SinkList: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> SinkList {
    try arena.reading(bytes, arrange__v1__list_sinks_response__unpack) { (message) throws(ArrangeError) in try SinkList(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_sinks_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension UpdateSinkRequest {
  init(_ message: UnsafePointer<Arrange__V1__UpdateSinkRequest>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name"),
      settings: try Boundary.required(message.pointee.settings, "settings") { (part) throws(ArrangeError) in try SinkSettings(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__UpdateSinkRequest>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    message.pointee.settings = arena.message(arrange__v1__sink_settings__init) { self.settings.fill($0, in: arena) }
  }
}

extension UpdateSinkRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> UpdateSinkRequest {
    try arena.reading(bytes, arrange__v1__update_sink_request__unpack) { (message) throws(ArrangeError) in try UpdateSinkRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__update_sink_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension PauseSinkRequest {
  init(_ message: UnsafePointer<Arrange__V1__PauseSinkRequest>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__PauseSinkRequest>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
  }
}

extension PauseSinkRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> PauseSinkRequest {
    try arena.reading(bytes, arrange__v1__pause_sink_request__unpack) { (message) throws(ArrangeError) in try PauseSinkRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__pause_sink_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ResumeSinkRequest {
  init(_ message: UnsafePointer<Arrange__V1__ResumeSinkRequest>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ResumeSinkRequest>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
  }
}

extension ResumeSinkRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ResumeSinkRequest {
    try arena.reading(bytes, arrange__v1__resume_sink_request__unpack) { (message) throws(ArrangeError) in try ResumeSinkRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__resume_sink_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ReplaySinkRequest {
  init(_ message: UnsafePointer<Arrange__V1__ReplaySinkRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      sink: try Boundary.identifier(message.pointee.sink, "sink"),
      after: message.pointee.after_choice_case == ARRANGE__V1__REPLAY_SINK_REQUEST__AFTER_CHOICE_AFTER ? message.pointee.after : nil
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ReplaySinkRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.sink = arena.bytes(of: self.sink)
    if let value = self.after {
      message.pointee.after_choice_case = ARRANGE__V1__REPLAY_SINK_REQUEST__AFTER_CHOICE_AFTER
      message.pointee.after = value
    }
  }
}

extension ReplaySinkRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ReplaySinkRequest {
    try arena.reading(bytes, arrange__v1__replay_sink_request__unpack) { (message) throws(ArrangeError) in try ReplaySinkRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__replay_sink_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension TestSinkRequest {
  init(_ message: UnsafePointer<Arrange__V1__TestSinkRequest>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__TestSinkRequest>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
  }
}

extension TestSinkRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> TestSinkRequest {
    try arena.reading(bytes, arrange__v1__test_sink_request__unpack) { (message) throws(ArrangeError) in try TestSinkRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__test_sink_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension SinkTest {
  init(_ message: UnsafePointer<Arrange__V1__TestSinkResponse>) throws(ArrangeError) {
    self.init(
      isDelivered: message.pointee.delivered != 0,
      status: message.pointee.status,
      error: try Boundary.text(message.pointee.error, "error"),
      microseconds: message.pointee.duration_us
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__TestSinkResponse>, in arena: Arena) {
    message.pointee.delivered = self.isDelivered ? 1 : 0
    message.pointee.status = self.status
    message.pointee.error = arena.bytes(of: self.error)
    message.pointee.duration_us = self.microseconds
  }
}

extension SinkTest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> SinkTest {
    try arena.reading(bytes, arrange__v1__test_sink_response__unpack) { (message) throws(ArrangeError) in try SinkTest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__test_sink_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension DeleteSinkRequest {
  init(_ message: UnsafePointer<Arrange__V1__DeleteSinkRequest>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__DeleteSinkRequest>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
  }
}

extension DeleteSinkRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> DeleteSinkRequest {
    try arena.reading(bytes, arrange__v1__delete_sink_request__unpack) { (message) throws(ArrangeError) in try DeleteSinkRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__delete_sink_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension SinkStatusRequest {
  init(_ message: UnsafePointer<Arrange__V1__SinkStatusRequest>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name"),
      limit: try Boundary.pageSize(message.pointee.limit, maximum: SinkStatusRequest.maximumLimit, "limit") ?? SinkStatusRequest.standardLimit
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__SinkStatusRequest>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    message.pointee.limit = Int64(self.limit)
  }
}

extension SinkStatusRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> SinkStatusRequest {
    try arena.reading(bytes, arrange__v1__sink_status_request__unpack) { (message) throws(ArrangeError) in try SinkStatusRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__sink_status_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension SinkStatus {
  init(_ message: UnsafePointer<Arrange__V1__SinkStatusResponse>) throws(ArrangeError) {
    self.init(
      sink: try Boundary.required(message.pointee.sink, "sink") { (part) throws(ArrangeError) in try SinkInfo(part) },
      collectionCount: try Boundary.total(message.pointee.collection_count, "collection_count"),
      lagging: try Boundary.total(message.pointee.lagging, "lagging"),
      failing: try Boundary.total(message.pointee.failing, "failing"),
      deliveries: message.pointee.deliveries,
      failures: message.pointee.failures,
      collections: try Boundary.list(message.pointee.collections, message.pointee.n_collections, "collections") { (part) throws(ArrangeError) in try SinkStatus.Progress(part) },
      missingNodes: try Boundary.total(message.pointee.missing_nodes, "missing_nodes")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__SinkStatusResponse>, in arena: Arena) {
    message.pointee.sink = arena.message(arrange__v1__sink_info__init) { self.sink.fill($0, in: arena) }
    message.pointee.collection_count = Int64(self.collectionCount)
    message.pointee.lagging = Int64(self.lagging)
    message.pointee.failing = Int64(self.failing)
    message.pointee.deliveries = self.deliveries
    message.pointee.failures = self.failures
    message.pointee.n_collections = self.collections.count
    message.pointee.collections = arena.messages(self.collections, arrange__v1__sink_progress__init) { $0.fill($1, in: arena) }
    message.pointee.missing_nodes = Int64(self.missingNodes)
  }
}

extension SinkStatus: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> SinkStatus {
    try arena.reading(bytes, arrange__v1__sink_status_response__unpack) { (message) throws(ArrangeError) in try SinkStatus(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__sink_status_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension SinkStatus.Progress {
  init(_ message: UnsafePointer<Arrange__V1__SinkProgress>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      delivered: message.pointee.delivered,
      newest: message.pointee.newest,
      state: try SinkStatus.State(message.pointee.state, "state"),
      lagMicroseconds: message.pointee.lag_us,
      attempts: try Boundary.total(message.pointee.attempts, "attempts"),
      nextAttempt: message.pointee.next_attempt_us,
      error: try Boundary.text(message.pointee.error, "error")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__SinkProgress>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.delivered = self.delivered
    message.pointee.newest = self.newest
    message.pointee.state = self.state.message
    message.pointee.lag_us = self.lagMicroseconds
    message.pointee.attempts = Int64(self.attempts)
    message.pointee.next_attempt_us = self.nextAttempt
    message.pointee.error = arena.bytes(of: self.error)
  }
}
