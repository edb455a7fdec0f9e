package import ArrangeModel
internal import CArrangeProtos

extension FetchRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> FetchRequest {
    try arena.reading(bytes, arrange__v1__fetch_request__unpack) { (message) throws(ArrangeError) in
      let isView = message.pointee.view != nil
      var request = FetchRequest(
        collection: try Boundary.source(message.pointee.collection, isView: isView, "collection"),
        window: try Window(message),
        pageSize: try Boundary.pageSize(
          message.pointee.page_size,
          maximum: FetchRequest.maximumPageSize,
          "page_size"
        ),
        pageToken: try Boundary.token(
          message.pointee.page_token,
          maximum: PageToken.maximumLength,
          "page_token"
        )
      )
      request.view = try ViewDefinition.optional(message.pointee.view, "view")
      request.at = try VersionReference.optional(message.pointee.at, "at")
      return request
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__fetch_request__init)
    message.pointee.collection = arena.bytes(of: collection)
    window.fill(message, in: arena)
    message.pointee.page_size = Int64(pageSize ?? 0)
    if let pageToken { message.pointee.page_token = arena.bytes(of: pageToken) }
    message.pointee.view = view?.message(in: arena)
    message.pointee.at = at?.message(in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension Boundary {
  /// The name of the source: it must be empty if a view is sent in its place.
  static func source(
    _ name: ProtobufCBinaryData,
    isView: Bool,
    _ field: StaticString
  ) throws(ArrangeError) -> Identifier {
    guard isView else { return try identifier(name, field) }
    guard name.len == 0 else { throw invalid("has to be empty where there is a view", field) }
    return .empty
  }
}

extension FetchRequest.Window {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__FetchRequest>) throws(ArrangeError) {
    switch message.pointee.window_case {
    case ARRANGE__V1__FETCH_REQUEST__WINDOW_SECTION:
      let window = message.pointee.section.pointee
      self = try Boundary.within("section") { () throws(ArrangeError) in
        let section = try Boundary.identifier(
          window.section,
          "section",
          allowingEmpty: true,
          maximum: Identifier.maximumRowLength
        )
        let start = try Boundary.index(window.start, "start")
        guard window.end_choice_case == ARRANGE__V1__SECTION_WINDOW__END_CHOICE_END else {
          return .section(section, start..<Int.max)
        }
        guard window.end >= window.start, window.end <= Boundary.maximumIndex else {
          throw Boundary.outOfRange(window.end, window.start...Boundary.maximumIndex, "end")
        }
        return .section(section, start..<Int(window.end))
      }
    case ARRANGE__V1__FETCH_REQUEST__WINDOW_AROUND:
      let window = message.pointee.around.pointee
      self = try Boundary.within("around") { () throws(ArrangeError) in
        .around(
          try Boundary.identifier(window.item, "item", maximum: Identifier.maximumRowLength),
          before: try Boundary.index(window.before, "before"),
          after: try Boundary.index(window.after, "after")
        )
      }
    default:
      self = .all
    }
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__FetchRequest>, in arena: Arena) {
    switch self {
    case .all:
      break
    case .section(let section, let range):
      let window = arena.make(arrange__v1__section_window__init)
      window.pointee.section = arena.bytes(of: section)
      window.pointee.start = Int64(range.lowerBound)
      if range.upperBound < Int.max {
        window.pointee.end_choice_case = ARRANGE__V1__SECTION_WINDOW__END_CHOICE_END
        window.pointee.end = Int64(range.upperBound)
      }
      message.pointee.window_case = ARRANGE__V1__FETCH_REQUEST__WINDOW_SECTION
      message.pointee.section = window
    case .around(let item, let before, let after):
      let window = arena.make(arrange__v1__around_window__init)
      window.pointee.item = arena.bytes(of: item)
      window.pointee.before = Int64(before)
      window.pointee.after = Int64(after)
      message.pointee.window_case = ARRANGE__V1__FETCH_REQUEST__WINDOW_AROUND
      message.pointee.around = window
    }
  }
}
