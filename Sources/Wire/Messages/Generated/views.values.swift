// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

package import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

extension PlaceAim {
  init(_ message: Arrange__V1__PlaceAim, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__PLACE_AIM__PLACE_AIM_AUTOMATIC: self = .automatic
    case ARRANGE__V1__PLACE_AIM__PLACE_AIM_AFTER_PREVIOUS: self = .afterPrevious
    case ARRANGE__V1__PLACE_AIM__PLACE_AIM_BEFORE_NEXT: self = .beforeNext
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__PlaceAim {
    switch self {
    case .automatic: ARRANGE__V1__PLACE_AIM__PLACE_AIM_AUTOMATIC
    case .afterPrevious: ARRANGE__V1__PLACE_AIM__PLACE_AIM_AFTER_PREVIOUS
    case .beforeNext: ARRANGE__V1__PLACE_AIM__PLACE_AIM_BEFORE_NEXT
    }
  }
}

extension PlaceEffect {
  init(_ message: Arrange__V1__PlaceEffect, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__PLACE_EFFECT__PLACE_EFFECT_PLACE: self = .place
    case ARRANGE__V1__PLACE_EFFECT__PLACE_EFFECT_GROUP_FIELD: self = .groupField
    case ARRANGE__V1__PLACE_EFFECT__PLACE_EFFECT_SECTION: self = .section
    case ARRANGE__V1__PLACE_EFFECT__PLACE_EFFECT_SORT_FIELDS: self = .sortFields
    case ARRANGE__V1__PLACE_EFFECT__PLACE_EFFECT_COLLECTION: self = .collection
    case ARRANGE__V1__PLACE_EFFECT__PLACE_EFFECT_PARENT: self = .parent
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__PlaceEffect {
    switch self {
    case .place: ARRANGE__V1__PLACE_EFFECT__PLACE_EFFECT_PLACE
    case .groupField: ARRANGE__V1__PLACE_EFFECT__PLACE_EFFECT_GROUP_FIELD
    case .section: ARRANGE__V1__PLACE_EFFECT__PLACE_EFFECT_SECTION
    case .sortFields: ARRANGE__V1__PLACE_EFFECT__PLACE_EFFECT_SORT_FIELDS
    case .collection: ARRANGE__V1__PLACE_EFFECT__PLACE_EFFECT_COLLECTION
    case .parent: ARRANGE__V1__PLACE_EFFECT__PLACE_EFFECT_PARENT
    }
  }
}

extension HiddenBecause {
  init(_ message: Arrange__V1__HiddenBecause, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__HIDDEN_BECAUSE__HIDDEN_BECAUSE_SHOWN: self = .shown
    case ARRANGE__V1__HIDDEN_BECAUSE__HIDDEN_BECAUSE_FILTER: self = .filter
    case ARRANGE__V1__HIDDEN_BECAUSE__HIDDEN_BECAUSE_CAP: self = .cap
    case ARRANGE__V1__HIDDEN_BECAUSE__HIDDEN_BECAUSE_WINDOW: self = .window
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__HiddenBecause {
    switch self {
    case .shown: ARRANGE__V1__HIDDEN_BECAUSE__HIDDEN_BECAUSE_SHOWN
    case .filter: ARRANGE__V1__HIDDEN_BECAUSE__HIDDEN_BECAUSE_FILTER
    case .cap: ARRANGE__V1__HIDDEN_BECAUSE__HIDDEN_BECAUSE_CAP
    case .window: ARRANGE__V1__HIDDEN_BECAUSE__HIDDEN_BECAUSE_WINDOW
    }
  }
}

extension ViewDefinition.Rights {
  init(_ message: Arrange__V1__ViewRights, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__VIEW_RIGHTS__VIEW_RIGHTS_READER: self = .reader
    case ARRANGE__V1__VIEW_RIGHTS__VIEW_RIGHTS_DEFINER: self = .definer
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__ViewRights {
    switch self {
    case .reader: ARRANGE__V1__VIEW_RIGHTS__VIEW_RIGHTS_READER
    case .definer: ARRANGE__V1__VIEW_RIGHTS__VIEW_RIGHTS_DEFINER
    }
  }
}

extension ViewDefinition.FilterContext {
  init(_ message: Arrange__V1__FilterContext, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__FILTER_CONTEXT__FILTER_CONTEXT_MATCHES: self = .matches
    case ARRANGE__V1__FILTER_CONTEXT__FILTER_CONTEXT_ANCESTORS: self = .ancestors
    case ARRANGE__V1__FILTER_CONTEXT__FILTER_CONTEXT_DESCENDANTS: self = .descendants
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__FilterContext {
    switch self {
    case .matches: ARRANGE__V1__FILTER_CONTEXT__FILTER_CONTEXT_MATCHES
    case .ancestors: ARRANGE__V1__FILTER_CONTEXT__FILTER_CONTEXT_ANCESTORS
    case .descendants: ARRANGE__V1__FILTER_CONTEXT__FILTER_CONTEXT_DESCENDANTS
    }
  }
}

extension ViewDefinition.Grouping.Order {
  init(_ message: Arrange__V1__GroupOrder, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__GROUP_ORDER__GROUP_ORDER_ASCENDING: self = .ascending
    case ARRANGE__V1__GROUP_ORDER__GROUP_ORDER_DESCENDING: self = .descending
    case ARRANGE__V1__GROUP_ORDER__GROUP_ORDER_BEST_ITEM: self = .bestItem
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__GroupOrder {
    switch self {
    case .ascending: ARRANGE__V1__GROUP_ORDER__GROUP_ORDER_ASCENDING
    case .descending: ARRANGE__V1__GROUP_ORDER__GROUP_ORDER_DESCENDING
    case .bestItem: ARRANGE__V1__GROUP_ORDER__GROUP_ORDER_BEST_ITEM
    }
  }
}

extension ViewSortDescriptor.Direction {
  init(_ message: Arrange__V1__SortDirection, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__SORT_DIRECTION__SORT_DIRECTION_ASCENDING: self = .ascending
    case ARRANGE__V1__SORT_DIRECTION__SORT_DIRECTION_DESCENDING: self = .descending
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__SortDirection {
    switch self {
    case .ascending: ARRANGE__V1__SORT_DIRECTION__SORT_DIRECTION_ASCENDING
    case .descending: ARRANGE__V1__SORT_DIRECTION__SORT_DIRECTION_DESCENDING
    }
  }
}

extension ViewSortDescriptor.Missing {
  init(_ message: Arrange__V1__MissingValues, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__MISSING_VALUES__MISSING_VALUES_LAST: self = .last
    case ARRANGE__V1__MISSING_VALUES__MISSING_VALUES_FIRST: self = .first
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__MissingValues {
    switch self {
    case .last: ARRANGE__V1__MISSING_VALUES__MISSING_VALUES_LAST
    case .first: ARRANGE__V1__MISSING_VALUES__MISSING_VALUES_FIRST
    }
  }
}

extension Filter.Comparison {
  init(_ message: Arrange__V1__ComparisonOperator, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_EQUAL: self = .equal
    case ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_NOT_EQUAL: self = .notEqual
    case ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_LESS: self = .less
    case ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_LESS_OR_EQUAL: self = .lessOrEqual
    case ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_GREATER: self = .greater
    case ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_GREATER_OR_EQUAL: self = .greaterOrEqual
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__ComparisonOperator {
    switch self {
    case .equal: ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_EQUAL
    case .notEqual: ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_NOT_EQUAL
    case .less: ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_LESS
    case .lessOrEqual: ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_LESS_OR_EQUAL
    case .greater: ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_GREATER
    case .greaterOrEqual: ARRANGE__V1__COMPARISON_OPERATOR__COMPARISON_OPERATOR_GREATER_OR_EQUAL
    }
  }
}

extension DefineViewRequest {
  init(_ message: UnsafePointer<Arrange__V1__DefineViewRequest>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name"),
      view: try Boundary.required(message.pointee.view, "view") { (part) throws(ArrangeError) in try ViewDefinition(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__DefineViewRequest>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    message.pointee.view = arena.message(arrange__v1__view__init) { self.view.fill($0, in: arena) }
  }
}

extension DefineViewRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> DefineViewRequest {
    try arena.reading(bytes, arrange__v1__define_view_request__unpack) { (message) throws(ArrangeError) in try DefineViewRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__define_view_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension GetViewRequest {
  init(_ message: UnsafePointer<Arrange__V1__GetViewRequest>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__GetViewRequest>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
  }
}

extension GetViewRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> GetViewRequest {
    try arena.reading(bytes, arrange__v1__get_view_request__unpack) { (message) throws(ArrangeError) in try GetViewRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__get_view_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ListViewsRequest {
  init(_ message: UnsafePointer<Arrange__V1__ListViewsRequest>) throws(ArrangeError) {
    self.init(
      pageSize: try Boundary.pageSize(message.pointee.page_size, maximum: ListViewsRequest.maximumPageSize, "page_size"),
      pageToken: try Boundary.token(message.pointee.page_token, maximum: PageToken.maximumLength, "page_token")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ListViewsRequest>, in arena: Arena) {
    message.pointee.page_size = Int64(self.pageSize ?? 0)
    if let value = self.pageToken { message.pointee.page_token = arena.bytes(of: value) }
  }
}

extension ListViewsRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ListViewsRequest {
    try arena.reading(bytes, arrange__v1__list_views_request__unpack) { (message) throws(ArrangeError) in try ListViewsRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_views_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ViewsPage {
  init(_ message: UnsafePointer<Arrange__V1__ListViewsResponse>) throws(ArrangeError) {
    self.init(
      views: try Boundary.list(message.pointee.views, message.pointee.n_views, "views") { (part) throws(ArrangeError) in try ViewInfo(part) },
      nextPageToken: try Boundary.token(message.pointee.next_page_token, maximum: PageToken.maximumLength, "next_page_token")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ListViewsResponse>, in arena: Arena) {
    message.pointee.n_views = self.views.count
    message.pointee.views = arena.messages(self.views, arrange__v1__view_info__init) { $0.fill($1, in: arena) }
    if let value = self.nextPageToken { message.pointee.next_page_token = arena.bytes(of: value) }
  }
}

extension ViewsPage: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ViewsPage {
    try arena.reading(bytes, arrange__v1__list_views_response__unpack) { (message) throws(ArrangeError) in try ViewsPage(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_views_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension DeleteViewRequest {
  init(_ message: UnsafePointer<Arrange__V1__DeleteViewRequest>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__DeleteViewRequest>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
  }
}

extension DeleteViewRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> DeleteViewRequest {
    try arena.reading(bytes, arrange__v1__delete_view_request__unpack) { (message) throws(ArrangeError) in try DeleteViewRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__delete_view_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension PlacedRows {
  init(_ message: UnsafePointer<Arrange__V1__PlaceRowsResponse>) throws(ArrangeError) {
    self.init(
      applied: try Boundary.list(message.pointee.applied, message.pointee.n_applied, "applied") { (part) throws(ArrangeError) in try PlacedCommit(part) },
      effects: try Boundary.list(message.pointee.effects, message.pointee.n_effects, "effects") { (part) throws(ArrangeError) in try RowEffect(part) },
      isAmbiguous: message.pointee.ambiguous != 0,
      overlay: message.pointee.overlay.len > 0 ? try Boundary.identifier(message.pointee.overlay, "overlay") : nil
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__PlaceRowsResponse>, in arena: Arena) {
    message.pointee.n_applied = self.applied.count
    message.pointee.applied = arena.messages(self.applied, arrange__v1__placed_commit__init) { $0.fill($1, in: arena) }
    message.pointee.n_effects = self.effects.count
    message.pointee.effects = arena.messages(self.effects, arrange__v1__row_effect__init) { $0.fill($1, in: arena) }
    message.pointee.ambiguous = self.isAmbiguous ? 1 : 0
    if let value = self.overlay { message.pointee.overlay = arena.bytes(of: value) }
  }
}

extension PlacedRows: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> PlacedRows {
    try arena.reading(bytes, arrange__v1__place_rows_response__unpack) { (message) throws(ArrangeError) in try PlacedRows(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__place_rows_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension PlacedCommit {
  init(_ message: UnsafePointer<Arrange__V1__PlacedCommit>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection", allowingEmpty: true),
      version: message.pointee.version,
      history: message.pointee.history,
      isRepeated: message.pointee.replayed != 0
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__PlacedCommit>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.version = self.version
    message.pointee.history = self.history
    message.pointee.replayed = self.isRepeated ? 1 : 0
  }
}

extension RowEffect {
  init(_ message: UnsafePointer<Arrange__V1__RowEffect>) throws(ArrangeError) {
    self.init(
      row: try Boundary.identifier(message.pointee.row, "row", allowingEmpty: true, maximum: Identifier.maximumRowLength),
      from: try Boundary.optional(message.pointee.from, "from") { (part) throws(ArrangeError) in try ListPath(part) },
      to: try Boundary.optional(message.pointee.to, "to") { (part) throws(ArrangeError) in try ListPath(part) },
      set: try Fields(message.pointee.set, message.pointee.n_set, "set"),
      removed: try Fields.names(message.pointee.removed, message.pointee.n_removed, "removed"),
      hidden: try HiddenBecause(message.pointee.hidden, "hidden"),
      hiddenBetween: try Boundary.index(message.pointee.hidden_between, "hidden_between"),
      origin: try Boundary.optional(message.pointee.origin, "origin") { (part) throws(ArrangeError) in try RowOrigin(part) },
      parent: message.pointee.new_parent_case == ARRANGE__V1__ROW_EFFECT__NEW_PARENT_PARENT ? try Boundary.identifier(message.pointee.parent, "parent", allowingEmpty: true) : nil
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__RowEffect>, in arena: Arena) {
    message.pointee.row = arena.bytes(of: self.row)
    if let value = self.from { message.pointee.from = arena.message(arrange__v1__path__init) { value.fill($0, in: arena) } }
    if let value = self.to { message.pointee.to = arena.message(arrange__v1__path__init) { value.fill($0, in: arena) } }
    (message.pointee.n_set, message.pointee.set) = self.set.messages(in: arena)
    message.pointee.n_removed = self.removed.count
    message.pointee.removed = arena.list(of: self.removed)
    message.pointee.hidden = self.hidden.message
    message.pointee.hidden_between = Int64(self.hiddenBetween)
    if let value = self.origin { message.pointee.origin = arena.message(arrange__v1__row_origin__init) { value.fill($0, in: arena) } }
    if let value = self.parent {
      message.pointee.new_parent_case = ARRANGE__V1__ROW_EFFECT__NEW_PARENT_PARENT
      message.pointee.parent = arena.bytes(of: value)
    }
  }
}

extension ParseViewRequest {
  init(_ message: UnsafePointer<Arrange__V1__ParseViewRequest>) throws(ArrangeError) {
    self.init(
      text: try Boundary.text(message.pointee.text, maximum: ViewDefinition.maximumTextLength, "text"),
      view: try Boundary.optional(message.pointee.view, "view") { (part) throws(ArrangeError) in try ViewDefinition(part) },
      locate: try Boundary.text(message.pointee.locate, "locate")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ParseViewRequest>, in arena: Arena) {
    message.pointee.text = arena.bytes(of: self.text)
    if let value = self.view { message.pointee.view = arena.message(arrange__v1__view__init) { value.fill($0, in: arena) } }
    message.pointee.locate = arena.bytes(of: self.locate)
  }
}

extension ParseViewRequest: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ParseViewRequest {
    try arena.reading(bytes, arrange__v1__parse_view_request__unpack) { (message) throws(ArrangeError) in try ParseViewRequest(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__parse_view_request__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ParsedView {
  init(_ message: UnsafePointer<Arrange__V1__ParseViewResponse>) throws(ArrangeError) {
    self.init(
      view: try Boundary.optional(message.pointee.view, "view") { (part) throws(ArrangeError) in try ViewDefinition(part) },
      text: try Boundary.text(message.pointee.text, maximum: 2 * ViewDefinition.maximumTextLength, "text"),
      error: try Boundary.optional(message.pointee.error, "error") { (part) throws(ArrangeError) in try ViewTextError(part) },
      located: try Boundary.optional(message.pointee.located, "located") { (part) throws(ArrangeError) in try ViewTextPlace(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ParseViewResponse>, in arena: Arena) {
    if let value = self.view { message.pointee.view = arena.message(arrange__v1__view__init) { value.fill($0, in: arena) } }
    message.pointee.text = arena.bytes(of: self.text)
    if let value = self.error { message.pointee.error = arena.message(arrange__v1__view_text_error__init) { value.fill($0, in: arena) } }
    if let value = self.located { message.pointee.located = arena.message(arrange__v1__view_text_place__init) { value.fill($0, in: arena) } }
  }
}

extension ParsedView: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ParsedView {
    try arena.reading(bytes, arrange__v1__parse_view_response__unpack) { (message) throws(ArrangeError) in try ParsedView(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__parse_view_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension ViewTextError {
  init(_ message: UnsafePointer<Arrange__V1__ViewTextError>) throws(ArrangeError) {
    self.init(
      try Boundary.text(message.pointee.message, maximum: 2 * ViewDefinition.maximumTextLength, "message"),
      place: try Boundary.optional(message.pointee.place, "place") { (part) throws(ArrangeError) in try ViewTextPlace(part) },
      field: try Boundary.text(message.pointee.field, "field")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ViewTextError>, in arena: Arena) {
    message.pointee.message = arena.bytes(of: self.message)
    if let value = self.place { message.pointee.place = arena.message(arrange__v1__view_text_place__init) { value.fill($0, in: arena) } }
    message.pointee.field = arena.bytes(of: self.field)
  }
}

extension ViewTextPlace {
  init(_ message: UnsafePointer<Arrange__V1__ViewTextPlace>) throws(ArrangeError) {
    self.init(
      line: try Boundary.index(message.pointee.line, "line"),
      column: try Boundary.index(message.pointee.column, "column")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ViewTextPlace>, in arena: Arena) {
    message.pointee.line = Int64(self.line)
    message.pointee.column = Int64(self.column)
  }
}

extension ViewInfo {
  init(_ message: UnsafePointer<Arrange__V1__ViewInfo>) throws(ArrangeError) {
    self.init(
      name: try Boundary.identifier(message.pointee.name, "name"),
      definition: try Boundary.required(message.pointee.definition, "definition") { (part) throws(ArrangeError) in try ViewDefinition(part) },
      createdAt: Timestamp(microseconds: message.pointee.created_at_us),
      definer: try Principal.optional(message.pointee.definer, "definer")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ViewInfo>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    message.pointee.definition = arena.message(arrange__v1__view__init) { self.definition.fill($0, in: arena) }
    message.pointee.created_at_us = self.createdAt.microseconds
    if let value = self.definer { message.pointee.definer = arena.bytes(of: value.name) }
  }
}

extension ViewInfo: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ViewInfo {
    try arena.reading(bytes, arrange__v1__view_info__unpack) { (message) throws(ArrangeError) in try ViewInfo(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__view_info__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension WindowPlace {
  init(_ message: UnsafePointer<Arrange__V1__WindowPlace>) throws(ArrangeError) {
    self.init(
      anchor: message.pointee.anchor.len > 0 ? try Boundary.identifier(message.pointee.anchor, "anchor", maximum: Identifier.maximumRowLength) : nil,
      section: try Boundary.index(message.pointee.section, "section"),
      firstItem: try Boundary.index(message.pointee.first_item, "first_item"),
      sectionItems: try Boundary.index(message.pointee.section_items, "section_items")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__WindowPlace>, in arena: Arena) {
    if let value = self.anchor { message.pointee.anchor = arena.bytes(of: value) }
    message.pointee.section = Int64(self.section)
    message.pointee.first_item = Int64(self.firstItem)
    message.pointee.section_items = Int64(self.sectionItems)
  }
}

extension ViewDefinition.FixedSection {
  init(_ message: UnsafePointer<Arrange__V1__FixedSection>) throws(ArrangeError) {
    self.init(
      section: try Boundary.required(message.pointee.section, "section") { (part) throws(ArrangeError) in try ViewDefinition.Row(part, of: .section) },
      items: try Boundary.list(message.pointee.items, message.pointee.n_items, maximum: ViewDefinition.FixedSection.maximumItems, "items") { (part) throws(ArrangeError) in try ViewDefinition.Row(part, of: .item) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__FixedSection>, in arena: Arena) {
    message.pointee.section = arena.message(arrange__v1__view_row__init) { self.section.fill($0, in: arena) }
    message.pointee.n_items = self.items.count
    message.pointee.items = arena.messages(self.items, arrange__v1__view_row__init) { $0.fill($1, in: arena) }
  }
}

extension ViewDefinition.Row {
  init(_ message: UnsafePointer<Arrange__V1__ViewRow>, of kind: ElementKind) throws(ArrangeError) {
    self.init(
      try Boundary.identifier(message.pointee.id, "id", allowingEmpty: kind.allowsEmptyID),
      try Fields(message.pointee.fields, message.pointee.n_fields, "fields")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ViewRow>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: self.id)
    (message.pointee.n_fields, message.pointee.fields) = self.fields.messages(in: arena)
  }
}

extension ViewDefinition.ShownOverlay {
  init(_ message: UnsafePointer<Arrange__V1__ShownOverlay>) throws(ArrangeError) {
    self.init(
      try Boundary.identifier(message.pointee.name, "name"),
      isOwn: message.pointee.own != 0
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ShownOverlay>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    message.pointee.own = self.isOwn ? 1 : 0
  }
}

extension ViewSortDescriptor {
  init(_ message: UnsafePointer<Arrange__V1__SortDescriptor>) throws(ArrangeError) {
    self.init(
      try Boundary.name(message.pointee.field, "field"),
      try ViewSortDescriptor.Direction(message.pointee.direction, "direction"),
      missing: try ViewSortDescriptor.Missing(message.pointee.missing, "missing"),
      numbersLast: message.pointee.numbers_last != 0,
      digitsLast: message.pointee.digits_last != 0,
      isNatural: message.pointee.natural != 0,
      ignoresCase: message.pointee.ignores_case != 0
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__SortDescriptor>, in arena: Arena) {
    message.pointee.field = arena.bytes(of: self.field)
    message.pointee.direction = self.direction.message
    message.pointee.missing = self.missing.message
    message.pointee.numbers_last = self.numbersLast ? 1 : 0
    message.pointee.digits_last = self.digitsLast ? 1 : 0
    message.pointee.natural = self.isNatural ? 1 : 0
    message.pointee.ignores_case = self.ignoresCase ? 1 : 0
  }
}

extension Filter {
  init(_ message: UnsafePointer<Arrange__V1__Filter>) throws(ArrangeError) {
    self.init(
      steps: try Boundary.list(message.pointee.steps, message.pointee.n_steps, maximum: Filter.maximumSteps, "steps") { (part) throws(ArrangeError) in try Filter.Step(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__Filter>, in arena: Arena) {
    message.pointee.n_steps = self.steps.count
    message.pointee.steps = arena.messages(self.steps, arrange__v1__filter_step__init) { $0.fill($1, in: arena) }
  }
}
