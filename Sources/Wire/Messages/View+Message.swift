internal import ArrangeModel

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

extension ViewDefinition {
  /// Decodes an optional view sent with a request in place of a name.
  static func optional(
    _ message: UnsafeMutablePointer<Arrange__V1__View>?,
    _ field: StaticString
  ) throws(ArrangeError) -> ViewDefinition? {
    guard let message else { return nil }
    return try Boundary.within(field) { () throws(ArrangeError) in
      let view = try ViewDefinition(message)
      guard view.rights == .reader else {
        throw Boundary.invalid(
          "can't be those of the definer where a view comes with a request; store it under a name",
          "rights"
        )
      }
      return view
    }
  }

  /// Decodes a required view.
  init(
    _ message: UnsafeMutablePointer<Arrange__V1__View>?,
    _ field: StaticString
  ) throws(ArrangeError) {
    let message = try Boundary.required(message, field)
    self = try Boundary.within(field) { () throws(ArrangeError) in try ViewDefinition(message) }
  }

  /// Decodes a view, names its parts, and checks everything except whether its collections exist.
  private init(_ message: UnsafePointer<Arrange__V1__View>) throws(ArrangeError) {
    let count = message.pointee.n_parts
    try Boundary.check(count: count, maximum: ViewDefinition.maximumParts, "parts")
    self.init(
      try Boundary.list(message.pointee.parts, count, "parts") { (part) throws(ArrangeError) in
        try Part(part)
      },
      window: try Window(message.pointee.window, "window"),
      rights: try Rights(message.pointee.rights)
    )
    self = named()
    do throws(ArrangeError) { try validate() } catch {
      // The name of the message's field replaces "view".
      var error = error
      error.field = error.field.map { String($0.trimmingPrefix("view").trimmingPrefix(".")) }
      throw error
    }
  }

  func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__View> {
    let message = arena.make(arrange__v1__view__init)
    let list = arena.make(parts.count, arrange__v1__view_part__init)
    for (place, part) in parts.enumerated() { part.fill(list[place].unsafelyUnwrapped, in: arena) }
    message.pointee.n_parts = parts.count
    message.pointee.parts = list
    message.pointee.window = window?.message(in: arena)
    message.pointee.rights = rights.message
    return message
  }
}

extension ViewDefinition.Rights {
  fileprivate init(_ message: Arrange__V1__ViewRights) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__VIEW_RIGHTS__VIEW_RIGHTS_READER: self = .reader
    case ARRANGE__V1__VIEW_RIGHTS__VIEW_RIGHTS_DEFINER: self = .definer
    default: throw Boundary.unknownValue(message.rawValue, "rights")
    }
  }

  fileprivate var message: Arrange__V1__ViewRights {
    switch self {
    case .reader: ARRANGE__V1__VIEW_RIGHTS__VIEW_RIGHTS_READER
    case .definer: ARRANGE__V1__VIEW_RIGHTS__VIEW_RIGHTS_DEFINER
    }
  }
}

extension ViewDefinition.Window {
  fileprivate init?(
    _ message: UnsafeMutablePointer<Arrange__V1__ViewWindow>?,
    _ field: StaticString
  ) throws(ArrangeError) {
    guard let window = message?.pointee else { return nil }
    self = try Boundary.within(field) { () throws(ArrangeError) in
      if let anchor = window.around {
        guard window.section == 0, window.start == 0, window.end == 0 else {
          throw Boundary.invalid("has to be without section, start and end", "around")
        }
        return try Boundary.within("around") { () throws(ArrangeError) in
          try ViewDefinition.Window(anchor.pointee)
        }
      }
      let start = try Boundary.index(window.start, "start")
      guard window.end >= window.start, window.end <= Boundary.maximumIndex else {
        throw Boundary.outOfRange(window.end, window.start...Boundary.maximumIndex, "end")
      }
      return ViewDefinition.Window(
        section: try Boundary.index(window.section, "section"),
        items: start..<Int(window.end)
      )
    }
  }

  fileprivate func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__ViewWindow> {
    let message = arena.make(arrange__v1__view_window__init)
    switch self {
    case .items(let items, let section):
      message.pointee.section = Int64(section)
      message.pointee.start = Int64(items.lowerBound)
      message.pointee.end = Int64(items.upperBound)
    case .around(let row, let before, let after):
      let anchor = arena.make(arrange__v1__window_anchor__init)
      anchor.pointee.item = arena.bytes(of: row)
      anchor.pointee.before = Int64(before)
      anchor.pointee.after = Int64(after)
      message.pointee.around = anchor
    }
    return message
  }

  private init(_ anchor: Arrange__V1__WindowAnchor) throws(ArrangeError) {
    self = .around(
      try Boundary.identifier(anchor.item, "item", maximum: Identifier.maximumRowLength),
      before: try ViewDefinition.Window.side(anchor.before, "before"),
      after: try ViewDefinition.Window.side(anchor.after, "after")
    )
  }

  private static func side(_ rows: Int64, _ field: StaticString) throws(ArrangeError) -> Int {
    let range = 0...Int64(maximumSide)
    guard range.contains(rows) else { throw Boundary.outOfRange(rows, range, field) }
    return Int(rows)
  }
}

extension WindowPlace {
  /// Decodes an optional place.
  init?(
    _ message: UnsafeMutablePointer<Arrange__V1__WindowPlace>?,
    _ field: StaticString
  ) throws(ArrangeError) {
    guard let place = message?.pointee else { return nil }
    self = try Boundary.within(field) { () throws(ArrangeError) in
      WindowPlace(
        anchor: place.anchor.len == 0
          ? nil : try Boundary.identifier(place.anchor, "anchor", maximum: Identifier.maximumRowLength),
        section: try Boundary.index(place.section, "section"),
        firstItem: try Boundary.index(place.first_item, "first_item"),
        sectionItems: try Boundary.index(place.section_items, "section_items")
      )
    }
  }

  func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__WindowPlace> {
    let message = arena.make(arrange__v1__window_place__init)
    if let anchor { message.pointee.anchor = arena.bytes(of: anchor) }
    message.pointee.section = Int64(section)
    message.pointee.first_item = Int64(firstItem)
    message.pointee.section_items = Int64(sectionItems)
    return message
  }
}

extension ViewDefinition.Part {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__ViewPart>) throws(ArrangeError) {
    let name = try Boundary.text(
      message.pointee.name,
      maximum: ViewDefinition.Part.maximumNameLength,
      "name"
    )
    switch message.pointee.content_case {
    case ARRANGE__V1__VIEW_PART__CONTENT_FIXED:
      let fixed = try Boundary.required(message.pointee.fixed, "fixed")
      self.init(
        .fixed(
          try Boundary.within("fixed") { () throws(ArrangeError) in try ViewDefinition.FixedSection(fixed) }
        ),
        name: name
      )
    case ARRANGE__V1__VIEW_PART__CONTENT_QUERY:
      let query = try Boundary.required(message.pointee.query, "query")
      self.init(
        .collection(
          try Boundary.within("query") { () throws(ArrangeError) in try ViewDefinition.Query(query) }
        ),
        name: name
      )
    default: throw Boundary.noChoice("content")
    }
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__ViewPart>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: name)
    switch content {
    case .fixed(let section):
      message.pointee.content_case = ARRANGE__V1__VIEW_PART__CONTENT_FIXED
      message.pointee.fixed = section.message(in: arena)
    case .collection(let query):
      message.pointee.content_case = ARRANGE__V1__VIEW_PART__CONTENT_QUERY
      message.pointee.query = query.message(in: arena)
    }
  }
}

extension ViewDefinition.FixedSection {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__FixedSection>) throws(ArrangeError) {
    let count = message.pointee.n_items
    try Boundary.check(count: count, maximum: ViewDefinition.FixedSection.maximumItems, "items")
    self.init(
      section: try ViewDefinition.Row(message.pointee.section, of: .section, "section"),
      items: try Boundary.list(message.pointee.items, count, "items") { (item) throws(ArrangeError) in
        try ViewDefinition.Row(item, of: .item)
      }
    )
  }

  fileprivate func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__FixedSection> {
    let message = arena.make(arrange__v1__fixed_section__init)
    message.pointee.section = section.message(in: arena)
    let list = arena.make(items.count, arrange__v1__view_row__init)
    for (place, item) in items.enumerated() { item.fill(list[place].unsafelyUnwrapped, in: arena) }
    message.pointee.n_items = items.count
    message.pointee.items = list
    return message
  }
}

extension ViewDefinition.Row {
  init(
    _ message: UnsafeMutablePointer<Arrange__V1__ViewRow>?,
    of kind: ElementKind,
    _ field: StaticString
  ) throws(ArrangeError) {
    let message = try Boundary.required(message, field)
    self = try Boundary.within(field) { () throws(ArrangeError) in
      try ViewDefinition.Row(message, of: kind)
    }
  }

  fileprivate init(
    _ message: UnsafePointer<Arrange__V1__ViewRow>,
    of kind: ElementKind
  ) throws(ArrangeError) {
    self.init(
      try Boundary.identifier(message.pointee.id, "id", allowingEmpty: kind.allowsEmptyID),
      try Fields(message.pointee.fields, message.pointee.n_fields, "fields")
    )
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__ViewRow>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: id)
    (message.pointee.n_fields, message.pointee.fields) = fields.messages(in: arena)
  }

  func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__ViewRow> {
    let message = arena.make(arrange__v1__view_row__init)
    fill(message, in: arena)
    return message
  }
}
