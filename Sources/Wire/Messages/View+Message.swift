package import ArrangeModel
internal import CArrangeProtos

/// A view by itself, as it is part of requests and responses.
extension ViewDefinition: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> Self
  {
    try arena.reading(bytes, arrange__v1__view__unpack) { (message) throws(ArrangeError) in
      try ViewDefinition(message)
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    PackableMessage(message(in: arena), in: arena)
  }
}

extension ViewDefinition {
  /// Decodes an optional view sent with a request in place of a name.
  static func optional(
    _ message: UnsafeMutablePointer<Arrange__V1__View>?,
    _ field: StaticString
  ) throws(ArrangeError) -> ViewDefinition? {
    try Boundary.optional(message, field) { (message) throws(ArrangeError) in
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

  /// Decodes a view, names its parts, and checks everything except whether its collections exist.
  init(_ message: UnsafePointer<Arrange__V1__View>) throws(ArrangeError) {
    let count = message.pointee.n_parts
    try Boundary.check(count: count, maximum: ViewDefinition.maximumParts, "parts")
    self.init(
      try Boundary.list(message.pointee.parts, count, "parts") { (part) throws(ArrangeError) in
        try Part(part)
      },
      window: try Window(message.pointee.window, "window"),
      rights: try Rights(message.pointee.rights, "rights"),
      mayMove: message.pointee.may_move != 0
    )
    self = named()
    do throws(ArrangeError) { try validate() } catch {
      // The name of the message's field replaces "view".
      var error = error
      error.field = error.field.map { String($0.trimmingPrefix("view").trimmingPrefix(".")) }
      throw error
    }
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__View>, in arena: Arena) {
    message.pointee.n_parts = parts.count
    message.pointee.parts = arena.messages(parts, arrange__v1__view_part__init) { $0.fill($1, in: arena) }
    message.pointee.window = window?.message(in: arena)
    message.pointee.rights = rights.message
    message.pointee.may_move = mayMove ? 1 : 0
  }

  func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__View> {
    arena.message(arrange__v1__view__init) { fill($0, in: arena) }
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

extension ViewDefinition.Part {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__ViewPart>) throws(ArrangeError) {
    let name = try Boundary.text(
      message.pointee.name,
      maximum: ViewDefinition.Part.maximumNameLength,
      "name"
    )
    switch message.pointee.content_case {
    case ARRANGE__V1__VIEW_PART__CONTENT_FIXED:
      let section = try Boundary.required(message.pointee.fixed, "fixed") { (fixed) throws(ArrangeError) in
        try ViewDefinition.FixedSection(fixed)
      }
      self.init(.fixed(section), name: name)
    case ARRANGE__V1__VIEW_PART__CONTENT_QUERY:
      let query = try Boundary.required(message.pointee.query, "query") { (query) throws(ArrangeError) in
        try ViewDefinition.Query(query)
      }
      self.init(.collection(query), name: name)
    default: throw Boundary.noChoice("content")
    }
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__ViewPart>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: name)
    switch content {
    case .fixed(let section):
      message.pointee.content_case = ARRANGE__V1__VIEW_PART__CONTENT_FIXED
      message.pointee.fixed = arena.message(arrange__v1__fixed_section__init) { section.fill($0, in: arena) }
    case .collection(let query):
      message.pointee.content_case = ARRANGE__V1__VIEW_PART__CONTENT_QUERY
      message.pointee.query = query.message(in: arena)
    }
  }
}
