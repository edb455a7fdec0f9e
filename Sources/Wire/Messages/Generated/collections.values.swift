// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

package import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

extension UndoneChange.Reason {
  init(_ message: Arrange__V1__KeptReason, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__KEPT_REASON__KEPT_REASON_UNDONE: self = .undone
    case ARRANGE__V1__KEPT_REASON__KEPT_REASON_CHANGED: self = .changed
    case ARRANGE__V1__KEPT_REASON__KEPT_REASON_PLACED: self = .placed
    case ARRANGE__V1__KEPT_REASON__KEPT_REASON_GONE: self = .gone
    case ARRANGE__V1__KEPT_REASON__KEPT_REASON_ID_TAKEN: self = .idTaken
    case ARRANGE__V1__KEPT_REASON__KEPT_REASON_SECTION_GONE: self = .sectionGone
    case ARRANGE__V1__KEPT_REASON__KEPT_REASON_NOT_EMPTY: self = .notEmpty
    case ARRANGE__V1__KEPT_REASON__KEPT_REASON_FULL: self = .full
    case ARRANGE__V1__KEPT_REASON__KEPT_REASON_NOT_STORED: self = .notStored
    case ARRANGE__V1__KEPT_REASON__KEPT_REASON_PARENT_GONE: self = .parentGone
    case ARRANGE__V1__KEPT_REASON__KEPT_REASON_BELOW_ITSELF: self = .belowItself
    case ARRANGE__V1__KEPT_REASON__KEPT_REASON_TOO_DEEP: self = .tooDeep
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__KeptReason {
    switch self {
    case .undone: ARRANGE__V1__KEPT_REASON__KEPT_REASON_UNDONE
    case .changed: ARRANGE__V1__KEPT_REASON__KEPT_REASON_CHANGED
    case .placed: ARRANGE__V1__KEPT_REASON__KEPT_REASON_PLACED
    case .gone: ARRANGE__V1__KEPT_REASON__KEPT_REASON_GONE
    case .idTaken: ARRANGE__V1__KEPT_REASON__KEPT_REASON_ID_TAKEN
    case .sectionGone: ARRANGE__V1__KEPT_REASON__KEPT_REASON_SECTION_GONE
    case .notEmpty: ARRANGE__V1__KEPT_REASON__KEPT_REASON_NOT_EMPTY
    case .full: ARRANGE__V1__KEPT_REASON__KEPT_REASON_FULL
    case .notStored: ARRANGE__V1__KEPT_REASON__KEPT_REASON_NOT_STORED
    case .parentGone: ARRANGE__V1__KEPT_REASON__KEPT_REASON_PARENT_GONE
    case .belowItself: ARRANGE__V1__KEPT_REASON__KEPT_REASON_BELOW_ITSELF
    case .tooDeep: ARRANGE__V1__KEPT_REASON__KEPT_REASON_TOO_DEEP
    }
  }
}

extension ErasedFiles {
  init(_ message: Arrange__V1__ErasedFiles, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__ERASED_FILES__ERASED_FILES_CLEAN: self = .clean
    case ARRANGE__V1__ERASED_FILES__ERASED_FILES_LATER: self = .later
    case ARRANGE__V1__ERASED_FILES__ERASED_FILES_DATABASE: self = .database
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__ErasedFiles {
    switch self {
    case .clean: ARRANGE__V1__ERASED_FILES__ERASED_FILES_CLEAN
    case .later: ARRANGE__V1__ERASED_FILES__ERASED_FILES_LATER
    case .database: ARRANGE__V1__ERASED_FILES__ERASED_FILES_DATABASE
    }
  }
}

extension RestoreRequest.Keep {
  init(_ message: Arrange__V1__RestoreKeep, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__RESTORE_KEEP__RESTORE_KEEP_NONE: self = .none
    case ARRANGE__V1__RESTORE_KEEP__RESTORE_KEEP_LATER_ITEMS: self = .laterItems
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__RestoreKeep {
    switch self {
    case .none: ARRANGE__V1__RESTORE_KEEP__RESTORE_KEEP_NONE
    case .laterItems: ARRANGE__V1__RESTORE_KEEP__RESTORE_KEEP_LATER_ITEMS
    }
  }
}

extension HistoryChange.Kind {
  init(_ message: Arrange__V1__ChangeKind, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_SECTION_INSERTED: self = .sectionInserted
    case ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_SECTION_MOVED: self = .sectionMoved
    case ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_SECTION_UPDATED: self = .sectionUpdated
    case ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_SECTION_REMOVED: self = .sectionRemoved
    case ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_ITEM_INSERTED: self = .itemInserted
    case ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_ITEM_MOVED: self = .itemMoved
    case ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_ITEM_UPDATED: self = .itemUpdated
    case ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_ITEM_REMOVED: self = .itemRemoved
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__ChangeKind {
    switch self {
    case .sectionInserted: ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_SECTION_INSERTED
    case .sectionMoved: ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_SECTION_MOVED
    case .sectionUpdated: ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_SECTION_UPDATED
    case .sectionRemoved: ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_SECTION_REMOVED
    case .itemInserted: ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_ITEM_INSERTED
    case .itemMoved: ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_ITEM_MOVED
    case .itemUpdated: ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_ITEM_UPDATED
    case .itemRemoved: ARRANGE__V1__CHANGE_KIND__CHANGE_KIND_ITEM_REMOVED
    }
  }
}

extension Explanation.KeyWrite.Reason {
  init(_ message: Arrange__V1__KeyWriteReason, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__KEY_WRITE_REASON__KEY_WRITE_REASON_INSERTED: self = .inserted
    case ARRANGE__V1__KEY_WRITE_REASON__KEY_WRITE_REASON_MOVED: self = .moved
    case ARRANGE__V1__KEY_WRITE_REASON__KEY_WRITE_REASON_REKEYED: self = .rekeyed
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__KeyWriteReason {
    switch self {
    case .inserted: ARRANGE__V1__KEY_WRITE_REASON__KEY_WRITE_REASON_INSERTED
    case .moved: ARRANGE__V1__KEY_WRITE_REASON__KEY_WRITE_REASON_MOVED
    case .rekeyed: ARRANGE__V1__KEY_WRITE_REASON__KEY_WRITE_REASON_REKEYED
    }
  }
}

extension CreateCollectionRequest {
  init(_ message: UnsafePointer<Arrange__V1__CreateCollectionRequest>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name"),
      strategy: try Boundary.optionalText(message.pointee.strategy, maximum: CreateCollectionRequest.maximumStrategyLength, "strategy"),
      fields: try Fields(message.pointee.fields, message.pointee.n_fields, "fields"),
      outline: try Boundary.optional(message.pointee.outline, "outline") { (part) throws(ArrangeError) in try OutlineSettings(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__CreateCollectionRequest>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    if let value = self.strategy { message.pointee.strategy = arena.bytes(of: value) }
    (message.pointee.n_fields, message.pointee.fields) = self.fields.messages(in: arena)
    if let value = self.outline { message.pointee.outline = arena.message(arrange__v1__outline_settings__init) { value.fill($0, in: arena) } }
  }
}

extension CreateCollectionRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> CreateCollectionRequest {
    try arena.reading(bytes, arrange__v1__create_collection_request__unpack) { (message) throws(ArrangeError) in try CreateCollectionRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__create_collection_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension GetCollectionRequest {
  init(_ message: UnsafePointer<Arrange__V1__GetCollectionRequest>) throws(ArrangeError) {
    self.init(
      name: try Boundary.collection(message.pointee.name, "name")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__GetCollectionRequest>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
  }
}

extension GetCollectionRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> GetCollectionRequest {
    try arena.reading(bytes, arrange__v1__get_collection_request__unpack) { (message) throws(ArrangeError) in try GetCollectionRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__get_collection_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ListCollectionsRequest {
  init(_ message: UnsafePointer<Arrange__V1__ListCollectionsRequest>) throws(ArrangeError) {
    self.init(
      pageSize: try Boundary.pageSize(message.pointee.page_size, maximum: ListCollectionsRequest.maximumPageSize, "page_size"),
      pageToken: try Boundary.token(message.pointee.page_token, maximum: PageToken.maximumLength, "page_token")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ListCollectionsRequest>, in arena: Arena) {
    message.pointee.page_size = Int64(self.pageSize ?? 0)
    if let value = self.pageToken { message.pointee.page_token = arena.bytes(of: value) }
  }
}

extension ListCollectionsRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ListCollectionsRequest {
    try arena.reading(bytes, arrange__v1__list_collections_request__unpack) { (message) throws(ArrangeError) in try ListCollectionsRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_collections_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension CollectionsPage {
  init(_ message: UnsafePointer<Arrange__V1__ListCollectionsResponse>) throws(ArrangeError) {
    self.init(
      collections: try Boundary.list(message.pointee.collections, message.pointee.n_collections, "collections") { (part) throws(ArrangeError) in try CollectionInfo(part) },
      nextPageToken: try Boundary.token(message.pointee.next_page_token, maximum: PageToken.maximumLength, "next_page_token")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ListCollectionsResponse>, in arena: Arena) {
    message.pointee.n_collections = self.collections.count
    message.pointee.collections = arena.messages(self.collections, arrange__v1__collection_info__init) { $0.fill($1, in: arena) }
    if let value = self.nextPageToken { message.pointee.next_page_token = arena.bytes(of: value) }
  }
}

extension CollectionsPage: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> CollectionsPage {
    try arena.reading(bytes, arrange__v1__list_collections_response__unpack) { (message) throws(ArrangeError) in try CollectionsPage(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_collections_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension UpdateCollectionRequest {
  init(_ message: UnsafePointer<Arrange__V1__UpdateCollectionRequest>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name"),
      set: try Fields(message.pointee.set, message.pointee.n_set, "set"),
      remove: try Fields.names(message.pointee.remove, message.pointee.n_remove, "remove"),
      replaceAll: message.pointee.replace_all != 0
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__UpdateCollectionRequest>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    (message.pointee.n_set, message.pointee.set) = self.set.messages(in: arena)
    message.pointee.n_remove = self.remove.count
    message.pointee.remove = arena.list(of: self.remove)
    message.pointee.replace_all = self.replaceAll ? 1 : 0
  }
}

extension UpdateCollectionRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> UpdateCollectionRequest {
    try arena.reading(bytes, arrange__v1__update_collection_request__unpack) { (message) throws(ArrangeError) in try UpdateCollectionRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__update_collection_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension DeleteCollectionRequest {
  init(_ message: UnsafePointer<Arrange__V1__DeleteCollectionRequest>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__DeleteCollectionRequest>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
  }
}

extension DeleteCollectionRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> DeleteCollectionRequest {
    try arena.reading(bytes, arrange__v1__delete_collection_request__unpack) { (message) throws(ArrangeError) in try DeleteCollectionRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__delete_collection_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension VersionCondition {
  init(_ message: UnsafePointer<Arrange__V1__VersionCondition>) throws(ArrangeError) {
    self.init(
      try Boundary.identifier(message.pointee.collection, "collection"),
      ifVersion: message.pointee.if_version,
      ifHistory: message.pointee.if_history
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__VersionCondition>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.if_version = self.ifVersion
    message.pointee.if_history = self.ifHistory
  }
}

extension TransactResult.Collection {
  init(_ message: UnsafePointer<Arrange__V1__TransactedCollection>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name"),
      version: message.pointee.version,
      changed: message.pointee.changed != 0,
      rekeyed: try Boundary.total(message.pointee.rekeyed, "rekeyed"),
      history: message.pointee.history
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__TransactedCollection>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    message.pointee.version = self.version
    message.pointee.changed = self.changed ? 1 : 0
    message.pointee.rekeyed = Int64(self.rekeyed)
    message.pointee.history = self.history
  }
}

extension UndoRequest {
  init(_ message: UnsafePointer<Arrange__V1__UndoRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      stack: try StackID.required(message.pointee.stack, "stack"),
      of: message.pointee.step_choice_case == ARRANGE__V1__UNDO_REQUEST__STEP_CHOICE_OF ? message.pointee.of : nil,
      isRedo: message.pointee.redo != 0,
      expect: message.pointee.expectation_case == ARRANGE__V1__UNDO_REQUEST__EXPECTATION_EXPECT ? message.pointee.expect : nil,
      isDryRun: message.pointee.dry_run != 0,
      requestID: try RequestID.optional(message.pointee.request_id, "request_id")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__UndoRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.stack = arena.bytes(of: self.stack.bytes)
    if let value = self.of {
      message.pointee.step_choice_case = ARRANGE__V1__UNDO_REQUEST__STEP_CHOICE_OF
      message.pointee.of = value
    }
    message.pointee.redo = self.isRedo ? 1 : 0
    if let value = self.expect {
      message.pointee.expectation_case = ARRANGE__V1__UNDO_REQUEST__EXPECTATION_EXPECT
      message.pointee.expect = value
    }
    message.pointee.dry_run = self.isDryRun ? 1 : 0
    if let value = self.requestID { message.pointee.request_id = arena.bytes(of: value.bytes) }
  }
}

extension UndoRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> UndoRequest {
    try arena.reading(bytes, arrange__v1__undo_request__unpack) { (message) throws(ArrangeError) in try UndoRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__undo_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension UndoResult {
  init(_ message: UnsafePointer<Arrange__V1__UndoResponse>) throws(ArrangeError) {
    self.init(
      version: message.pointee.version,
      changed: message.pointee.changed != 0,
      isRepeated: message.pointee.replayed != 0,
      undoes: try Boundary.numbers(message.pointee.undoes, message.pointee.n_undoes, maximum: StackID.maximumCommits, "undoes"),
      undone: try Boundary.list(message.pointee.undone, message.pointee.n_undone, "undone") { (part) throws(ArrangeError) in try UndoneChange(part) },
      kept: try Boundary.list(message.pointee.kept, message.pointee.n_kept, "kept") { (part) throws(ArrangeError) in try UndoneChange(part) },
      undoneCount: try Boundary.total(message.pointee.undone_count, "undone_count"),
      keptCount: try Boundary.total(message.pointee.kept_count, "kept_count"),
      canUndo: message.pointee.can_undo != 0,
      canRedo: message.pointee.can_redo != 0,
      rekeyed: try Boundary.total(message.pointee.rekeyed, "rekeyed"),
      history: message.pointee.history,
      collections: try Boundary.list(message.pointee.collections, message.pointee.n_collections, "collections") { (part) throws(ArrangeError) in try TransactResult.Collection(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__UndoResponse>, in arena: Arena) {
    message.pointee.version = self.version
    message.pointee.changed = self.changed ? 1 : 0
    message.pointee.replayed = self.isRepeated ? 1 : 0
    message.pointee.n_undoes = self.undoes.count
    message.pointee.undoes = arena.list(of: self.undoes)
    message.pointee.n_undone = self.undone.count
    message.pointee.undone = arena.messages(self.undone, arrange__v1__undone_change__init) { $0.fill($1, in: arena) }
    message.pointee.n_kept = self.kept.count
    message.pointee.kept = arena.messages(self.kept, arrange__v1__undone_change__init) { $0.fill($1, in: arena) }
    message.pointee.undone_count = Int64(self.undoneCount)
    message.pointee.kept_count = Int64(self.keptCount)
    message.pointee.can_undo = self.canUndo ? 1 : 0
    message.pointee.can_redo = self.canRedo ? 1 : 0
    message.pointee.rekeyed = Int64(self.rekeyed)
    message.pointee.history = self.history
    message.pointee.n_collections = self.collections.count
    message.pointee.collections = arena.messages(self.collections, arrange__v1__transacted_collection__init) { $0.fill($1, in: arena) }
  }
}

extension UndoResult: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> UndoResult {
    try arena.reading(bytes, arrange__v1__undo_response__unpack) { (message) throws(ArrangeError) in try UndoResult(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__undo_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension UndoneChange {
  init(_ message: UnsafePointer<Arrange__V1__UndoneChange>) throws(ArrangeError) {
    self.init(
      kind: try HistoryChange.Kind(message.pointee.kind, "kind"),
      id: try Boundary.identifier(message.pointee.id, "id", allowingEmpty: true),
      field: try Boundary.text(message.pointee.field, "field"),
      reason: try UndoneChange.Reason(message.pointee.reason, "reason"),
      byVersion: message.pointee.by_version,
      by: try Principal.optional(message.pointee.by, "by"),
      collection: message.pointee.collection.len > 0 ? try Boundary.identifier(message.pointee.collection, "collection") : nil
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__UndoneChange>, in arena: Arena) {
    message.pointee.kind = self.kind.message
    message.pointee.id = arena.bytes(of: self.id)
    message.pointee.field = arena.bytes(of: self.field)
    message.pointee.reason = self.reason.message
    message.pointee.by_version = self.byVersion
    if let value = self.by { message.pointee.by = arena.bytes(of: value.name) }
    if let value = self.collection { message.pointee.collection = arena.bytes(of: value) }
  }
}

extension FetchPage {
  init(_ message: UnsafePointer<Arrange__V1__FetchResponse>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.required(message.pointee.collection, "collection") { (part) throws(ArrangeError) in try CollectionInfo(part) },
      sections: try Boundary.list(message.pointee.sections, message.pointee.n_sections, "sections") { (part) throws(ArrangeError) in try SectionSlice(part) },
      nextPageToken: try Boundary.token(message.pointee.next_page_token, maximum: PageToken.maximumLength, "next_page_token")
    )
    window = try Boundary.optional(message.pointee.window, "window") { (part) throws(ArrangeError) in try WindowPlace(part) }
    isPast = message.pointee.past != 0
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__FetchResponse>, in arena: Arena) {
    message.pointee.collection = arena.message(arrange__v1__collection_info__init) { self.collection.fill($0, in: arena) }
    message.pointee.n_sections = self.sections.count
    message.pointee.sections = arena.messages(self.sections, arrange__v1__section_slice__init) { $0.fill($1, in: arena) }
    if let value = self.nextPageToken { message.pointee.next_page_token = arena.bytes(of: value) }
    if let value = self.window { message.pointee.window = arena.message(arrange__v1__window_place__init) { value.fill($0, in: arena) } }
    message.pointee.past = self.isPast ? 1 : 0
  }
}

extension FetchPage: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> FetchPage {
    try arena.reading(bytes, arrange__v1__fetch_response__unpack) { (message) throws(ArrangeError) in try FetchPage(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__fetch_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension SectionSlice {
  init(_ message: UnsafePointer<Arrange__V1__SectionSlice>) throws(ArrangeError) {
    self.init(
      index: try Boundary.index(message.pointee.index, "index"),
      section: try Boundary.required(message.pointee.section, "section") { (part) throws(ArrangeError) in try ElementSnapshot(part, of: .section) },
      itemCount: try Boundary.index(message.pointee.item_count, "item_count"),
      firstItem: try Boundary.index(message.pointee.first_item, "first_item"),
      items: try Boundary.list(message.pointee.items, message.pointee.n_items, "items") { (part) throws(ArrangeError) in try ElementSnapshot(part, of: .item) },
      ancestors: try Boundary.identifiers(message.pointee.ancestors, message.pointee.n_ancestors, maximum: OutlineSettings.largestDepth, "ancestors")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__SectionSlice>, in arena: Arena) {
    message.pointee.index = Int64(self.index)
    message.pointee.section = arena.message(arrange__v1__element__init) { self.section.fill($0, in: arena) }
    message.pointee.item_count = Int64(self.itemCount)
    message.pointee.first_item = Int64(self.firstItem)
    message.pointee.n_items = self.items.count
    message.pointee.items = arena.messages(self.items, arrange__v1__element__init) { $0.fill($1, in: arena) }
    message.pointee.n_ancestors = self.ancestors.count
    message.pointee.ancestors = arena.list(of: self.ancestors)
  }
}

extension RestoreRequest {
  init(_ message: UnsafePointer<Arrange__V1__RestoreRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      to: try Boundary.required(message.pointee.to, "to") { (part) throws(ArrangeError) in try VersionReference(part) },
      keep: try RestoreRequest.Keep(message.pointee.keep, "keep"),
      requestID: try RequestID.optional(message.pointee.request_id, "request_id"),
      ifVersion: message.pointee.version_condition_case == ARRANGE__V1__RESTORE_REQUEST__VERSION_CONDITION_IF_VERSION ? message.pointee.if_version : nil,
      ifHistory: message.pointee.if_history,
      isDryRun: message.pointee.dry_run != 0,
      stack: try StackID.optional(message.pointee.stack, "stack")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__RestoreRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.to = arena.message(arrange__v1__version_reference__init) { self.to.fill($0, in: arena) }
    message.pointee.keep = self.keep.message
    if let value = self.requestID { message.pointee.request_id = arena.bytes(of: value.bytes) }
    if let value = self.ifVersion {
      message.pointee.version_condition_case = ARRANGE__V1__RESTORE_REQUEST__VERSION_CONDITION_IF_VERSION
      message.pointee.if_version = value
    }
    message.pointee.if_history = self.ifHistory
    message.pointee.dry_run = self.isDryRun ? 1 : 0
    if let value = self.stack { message.pointee.stack = arena.bytes(of: value.bytes) }
  }
}

extension RestoreRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> RestoreRequest {
    try arena.reading(bytes, arrange__v1__restore_request__unpack) { (message) throws(ArrangeError) in try RestoreRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__restore_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension EraseRequest {
  init(_ message: UnsafePointer<Arrange__V1__EraseRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      items: try Boundary.identifiers(message.pointee.items, message.pointee.n_items, maximum: EraseRequest.maximumItems, "items"),
      deletesNames: message.pointee.delete_names != 0
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__EraseRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.n_items = self.items.count
    message.pointee.items = arena.list(of: self.items)
    message.pointee.delete_names = self.deletesNames ? 1 : 0
  }
}

extension EraseRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> EraseRequest {
    try arena.reading(bytes, arrange__v1__erase_request__unpack) { (message) throws(ArrangeError) in try EraseRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__erase_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension Erasure {
  init(_ message: UnsafePointer<Arrange__V1__EraseResponse>) throws(ArrangeError) {
    self.init(
      removed: try Boundary.identifiers(message.pointee.removed, message.pointee.n_removed, maximum: EraseRequest.maximumItems, "removed"),
      oldestKept: message.pointee.oldest_kept,
      deletedNames: try Boundary.identifiers(message.pointee.deleted_names, message.pointee.n_deleted_names, maximum: Erasure.maximumNames, "deleted_names"),
      files: try ErasedFiles(message.pointee.files, "files"),
      otherNodes: message.pointee.other_nodes != 0
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__EraseResponse>, in arena: Arena) {
    message.pointee.n_removed = self.removed.count
    message.pointee.removed = arena.list(of: self.removed)
    message.pointee.oldest_kept = self.oldestKept
    message.pointee.n_deleted_names = self.deletedNames.count
    message.pointee.deleted_names = arena.list(of: self.deletedNames)
    message.pointee.files = self.files.message
    message.pointee.other_nodes = self.otherNodes ? 1 : 0
  }
}

extension Erasure: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> Erasure {
    try arena.reading(bytes, arrange__v1__erase_response__unpack) { (message) throws(ArrangeError) in try Erasure(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__erase_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension HistoryRequest {
  init(_ message: UnsafePointer<Arrange__V1__HistoryRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      from: max(message.pointee.from, 1),
      to: message.pointee.end_choice_case == ARRANGE__V1__HISTORY_REQUEST__END_CHOICE_TO ? message.pointee.to : nil,
      limit: try Boundary.pageSize(message.pointee.limit, maximum: HistoryRequest.maximumCommits, "limit"),
      fromChange: try Boundary.index(message.pointee.from_change, "from_change")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__HistoryRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.from = self.from
    if let value = self.to {
      message.pointee.end_choice_case = ARRANGE__V1__HISTORY_REQUEST__END_CHOICE_TO
      message.pointee.to = value
    }
    message.pointee.limit = Int64(self.limit ?? 0)
    message.pointee.from_change = Int64(self.fromChange)
  }
}

extension HistoryRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> HistoryRequest {
    try arena.reading(bytes, arrange__v1__history_request__unpack) { (message) throws(ArrangeError) in try HistoryRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__history_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension HistoryPage {
  init(_ message: UnsafePointer<Arrange__V1__HistoryResponse>) throws(ArrangeError) {
    self.init(
      oldestKept: message.pointee.oldest_kept,
      version: message.pointee.version,
      commits: try Boundary.list(message.pointee.commits, message.pointee.n_commits, "commits") { (part) throws(ArrangeError) in try HistoryEntry(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__HistoryResponse>, in arena: Arena) {
    message.pointee.oldest_kept = self.oldestKept
    message.pointee.version = self.version
    message.pointee.n_commits = self.commits.count
    message.pointee.commits = arena.messages(self.commits, arrange__v1__commit__init) { $0.fill($1, in: arena) }
  }
}

extension HistoryPage: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> HistoryPage {
    try arena.reading(bytes, arrange__v1__history_response__unpack) { (message) throws(ArrangeError) in try HistoryPage(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__history_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension HistoryChange {
  init(_ message: UnsafePointer<Arrange__V1__Change>) throws(ArrangeError) {
    self.init(
      kind: try HistoryChange.Kind(message.pointee.kind, "kind"),
      id: try Boundary.identifier(message.pointee.id, "id", allowingEmpty: true),
      from: try Boundary.optional(message.pointee.from, "from") { (part) throws(ArrangeError) in try ListPath(part) },
      to: try Boundary.optional(message.pointee.to, "to") { (part) throws(ArrangeError) in try ListPath(part) },
      before: try Boundary.optional(message.pointee.before, "before") { (part) throws(ArrangeError) in try Fields(part) },
      after: try Boundary.optional(message.pointee.after, "after") { (part) throws(ArrangeError) in try Fields(part) },
      hasFieldsLeftOut: message.pointee.fields_left_out != 0,
      transferred: message.pointee.transferred.len > 0 ? try Boundary.identifier(message.pointee.transferred, "transferred") : nil,
      fromParent: message.pointee.from_parent.len > 0 ? try Boundary.identifier(message.pointee.from_parent, "from_parent") : nil,
      toParent: message.pointee.to_parent.len > 0 ? try Boundary.identifier(message.pointee.to_parent, "to_parent") : nil
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__Change>, in arena: Arena) {
    message.pointee.kind = self.kind.message
    message.pointee.id = arena.bytes(of: self.id)
    if let value = self.from { message.pointee.from = arena.message(arrange__v1__path__init) { value.fill($0, in: arena) } }
    if let value = self.to { message.pointee.to = arena.message(arrange__v1__path__init) { value.fill($0, in: arena) } }
    if let value = self.before { message.pointee.before = arena.message(arrange__v1__field_list__init) { value.fill($0, in: arena) } }
    if let value = self.after { message.pointee.after = arena.message(arrange__v1__field_list__init) { value.fill($0, in: arena) } }
    message.pointee.fields_left_out = self.hasFieldsLeftOut ? 1 : 0
    if let value = self.transferred { message.pointee.transferred = arena.bytes(of: value) }
    if let value = self.fromParent { message.pointee.from_parent = arena.bytes(of: value) }
    if let value = self.toParent { message.pointee.to_parent = arena.bytes(of: value) }
  }
}

extension ChangeStrategyRequest {
  init(_ message: UnsafePointer<Arrange__V1__ChangeStrategyRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      strategy: try Boundary.text(message.pointee.strategy, maximum: StrategyChoice.maximumLength, "strategy"),
      renewsKeys: message.pointee.renew_keys != 0,
      ifVersion: message.pointee.version_condition_case == ARRANGE__V1__CHANGE_STRATEGY_REQUEST__VERSION_CONDITION_IF_VERSION ? message.pointee.if_version : nil,
      ifHistory: message.pointee.if_history
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ChangeStrategyRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.strategy = arena.bytes(of: self.strategy)
    message.pointee.renew_keys = self.renewsKeys ? 1 : 0
    if let value = self.ifVersion {
      message.pointee.version_condition_case = ARRANGE__V1__CHANGE_STRATEGY_REQUEST__VERSION_CONDITION_IF_VERSION
      message.pointee.if_version = value
    }
    message.pointee.if_history = self.ifHistory
  }
}

extension ChangeStrategyRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ChangeStrategyRequest {
    try arena.reading(bytes, arrange__v1__change_strategy_request__unpack) { (message) throws(ArrangeError) in try ChangeStrategyRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__change_strategy_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ChangeStrategyResult {
  init(_ message: UnsafePointer<Arrange__V1__ChangeStrategyResponse>) throws(ArrangeError) {
    self.init(
      strategy: try Boundary.text(message.pointee.strategy, "strategy"),
      version: message.pointee.version,
      changed: message.pointee.changed != 0,
      rekeyed: try Boundary.total(message.pointee.rekeyed, "rekeyed")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ChangeStrategyResponse>, in arena: Arena) {
    message.pointee.strategy = arena.bytes(of: self.strategy)
    message.pointee.version = self.version
    message.pointee.changed = self.changed ? 1 : 0
    message.pointee.rekeyed = Int64(self.rekeyed)
  }
}

extension ChangeStrategyResult: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ChangeStrategyResult {
    try arena.reading(bytes, arrange__v1__change_strategy_response__unpack) { (message) throws(ArrangeError) in try ChangeStrategyResult(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__change_strategy_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension RotateKeysRequest {
  init(_ message: UnsafePointer<Arrange__V1__RotateKeysRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      generation: message.pointee.generation_choice_case == ARRANGE__V1__ROTATE_KEYS_REQUEST__GENERATION_CHOICE_GENERATION ? try Boundary.index(message.pointee.generation, "generation") : nil,
      limit: try Boundary.pageSize(message.pointee.limit, maximum: RotateKeysRequest.mostElements, "limit") ?? RotateKeysRequest.standardElements
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__RotateKeysRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    if let value = self.generation {
      message.pointee.generation_choice_case = ARRANGE__V1__ROTATE_KEYS_REQUEST__GENERATION_CHOICE_GENERATION
      message.pointee.generation = Int64(value)
    }
    message.pointee.limit = Int64(self.limit)
  }
}

extension RotateKeysRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> RotateKeysRequest {
    try arena.reading(bytes, arrange__v1__rotate_keys_request__unpack) { (message) throws(ArrangeError) in try RotateKeysRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__rotate_keys_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension RotateKeysResult {
  init(_ message: UnsafePointer<Arrange__V1__RotateKeysResponse>) throws(ArrangeError) {
    self.init(
      version: message.pointee.version,
      rekeyed: try Boundary.total(message.pointee.rekeyed, "rekeyed"),
      remaining: try Boundary.total(message.pointee.remaining, "remaining"),
      generation: try Boundary.index(message.pointee.generation, "generation")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__RotateKeysResponse>, in arena: Arena) {
    message.pointee.version = self.version
    message.pointee.rekeyed = Int64(self.rekeyed)
    message.pointee.remaining = Int64(self.remaining)
    message.pointee.generation = Int64(self.generation)
  }
}

extension RotateKeysResult: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> RotateKeysResult {
    try arena.reading(bytes, arrange__v1__rotate_keys_response__unpack) { (message) throws(ArrangeError) in try RotateKeysResult(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__rotate_keys_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ExplainRequest {
  init(_ message: UnsafePointer<Arrange__V1__ExplainRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      operations: try ListOperation.list(message.pointee.operations, message.pointee.n_operations, "operations")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ExplainRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.n_operations = self.operations.count
    message.pointee.operations = ListOperation.messages(self.operations, in: arena)
  }
}

extension ExplainRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ExplainRequest {
    try arena.reading(bytes, arrange__v1__explain_request__unpack) { (message) throws(ArrangeError) in try ExplainRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__explain_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension Explanation {
  init(_ message: UnsafePointer<Arrange__V1__ExplainResponse>) throws(ArrangeError) {
    self.init(
      strategy: try Boundary.text(message.pointee.strategy, "strategy"),
      version: message.pointee.version,
      journalBytes: try Boundary.total(message.pointee.journal_bytes, "journal_bytes"),
      rekeyed: try Boundary.total(message.pointee.rekeyed, "rekeyed"),
      writes: try Boundary.list(message.pointee.writes, message.pointee.n_writes, "writes") { (part) throws(ArrangeError) in try Explanation.KeyWrite(part) },
      writeCount: try Boundary.total(message.pointee.write_count, "write_count"),
      gaps: try Boundary.list(message.pointee.gaps, message.pointee.n_gaps, "gaps") { (part) throws(ArrangeError) in try Explanation.Gap(part) },
      statistics: try Boundary.required(message.pointee.statistics, "statistics") { (part) throws(ArrangeError) in try KeyStatistics(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ExplainResponse>, in arena: Arena) {
    message.pointee.strategy = arena.bytes(of: self.strategy)
    message.pointee.version = self.version
    message.pointee.journal_bytes = Int64(self.journalBytes)
    message.pointee.rekeyed = Int64(self.rekeyed)
    message.pointee.n_writes = self.writes.count
    message.pointee.writes = arena.messages(self.writes, arrange__v1__key_write__init) { $0.fill($1, in: arena) }
    message.pointee.write_count = Int64(self.writeCount)
    message.pointee.n_gaps = self.gaps.count
    message.pointee.gaps = arena.messages(self.gaps, arrange__v1__gap__init) { $0.fill($1, in: arena) }
    message.pointee.statistics = arena.message(arrange__v1__key_statistics__init) { self.statistics.fill($0, in: arena) }
  }
}

extension Explanation: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> Explanation {
    try arena.reading(bytes, arrange__v1__explain_response__unpack) { (message) throws(ArrangeError) in try Explanation(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__explain_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension Explanation.KeyWrite {
  init(_ message: UnsafePointer<Arrange__V1__KeyWrite>) throws(ArrangeError) {
    self.init(
      id: try Boundary.identifier(message.pointee.id, "id", allowingEmpty: true),
      reason: try Explanation.KeyWrite.Reason(message.pointee.reason, "reason"),
      before: try Boundary.text(message.pointee.before, "before"),
      after: try Boundary.text(message.pointee.after, "after")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__KeyWrite>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: self.id)
    message.pointee.reason = self.reason.message
    message.pointee.before = arena.bytes(of: self.before)
    message.pointee.after = arena.bytes(of: self.after)
  }
}

extension Explanation.Gap {
  init(_ message: UnsafePointer<Arrange__V1__Gap>) throws(ArrangeError) {
    self.init(
      id: try Boundary.identifier(message.pointee.id, "id", allowingEmpty: true),
      before: try Boundary.required(message.pointee.before, "before") { (part) throws(ArrangeError) in try GapRoom(part) },
      after: try Boundary.required(message.pointee.after, "after") { (part) throws(ArrangeError) in try GapRoom(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__Gap>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: self.id)
    message.pointee.before = arena.message(arrange__v1__gap_room__init) { self.before.fill($0, in: arena) }
    message.pointee.after = arena.message(arrange__v1__gap_room__init) { self.after.fill($0, in: arena) }
  }
}

extension GapRoom {
  init(_ message: UnsafePointer<Arrange__V1__GapRoom>) throws(ArrangeError) {
    self.init(
      following: try Boundary.index(message.pointee.following, "following"),
      nested: try Boundary.index(message.pointee.nested, "nested")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__GapRoom>, in arena: Arena) {
    message.pointee.following = Int64(self.following)
    message.pointee.nested = Int64(self.nested)
  }
}

extension KeyStatistics {
  init(_ message: UnsafePointer<Arrange__V1__KeyStatistics>) throws(ArrangeError) {
    self.init(
      keyCount: try Boundary.total(message.pointee.key_count, "key_count"),
      totalBytes: try Boundary.total(message.pointee.total_bytes, "total_bytes"),
      longestBytes: try Boundary.index(message.pointee.longest_bytes, "longest_bytes")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__KeyStatistics>, in arena: Arena) {
    message.pointee.key_count = Int64(self.keyCount)
    message.pointee.total_bytes = Int64(self.totalBytes)
    message.pointee.longest_bytes = Int64(self.longestBytes)
  }
}

extension VerifyKeysRequest {
  init(_ message: UnsafePointer<Arrange__V1__VerifyKeysRequest>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__VerifyKeysRequest>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
  }
}

extension VerifyKeysRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> VerifyKeysRequest {
    try arena.reading(bytes, arrange__v1__verify_keys_request__unpack) { (message) throws(ArrangeError) in try VerifyKeysRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__verify_keys_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension KeyReport {
  init(_ message: UnsafePointer<Arrange__V1__VerifyKeysResponse>) throws(ArrangeError) {
    self.init(
      strategy: try Boundary.text(message.pointee.strategy, "strategy"),
      version: message.pointee.version,
      checked: try Boundary.total(message.pointee.checked, "checked"),
      problemCount: try Boundary.total(message.pointee.problem_count, "problem_count"),
      problems: try Boundary.list(message.pointee.problems, message.pointee.n_problems, "problems") { (part) throws(ArrangeError) in try KeyReport.Problem(part) },
      isOrderOnly: message.pointee.order_only != 0
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__VerifyKeysResponse>, in arena: Arena) {
    message.pointee.strategy = arena.bytes(of: self.strategy)
    message.pointee.version = self.version
    message.pointee.checked = Int64(self.checked)
    message.pointee.problem_count = Int64(self.problemCount)
    message.pointee.n_problems = self.problems.count
    message.pointee.problems = arena.messages(self.problems, arrange__v1__key_problem__init) { $0.fill($1, in: arena) }
    message.pointee.order_only = self.isOrderOnly ? 1 : 0
  }
}

extension KeyReport: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> KeyReport {
    try arena.reading(bytes, arrange__v1__verify_keys_response__unpack) { (message) throws(ArrangeError) in try KeyReport(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__verify_keys_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}
