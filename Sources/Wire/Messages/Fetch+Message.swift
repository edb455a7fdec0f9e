package import ArrangeModel

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

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

extension FetchPage: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> FetchPage {
    try arena.reading(bytes, arrange__v1__fetch_response__unpack) { (message) throws(ArrangeError) in
      let collection = try Boundary.required(message.pointee.collection, "collection")
      var page = FetchPage(
        collection: try Boundary.within("collection") { () throws(ArrangeError) in
          try CollectionInfo(collection)
        },
        sections: try Boundary.list(message.pointee.sections, message.pointee.n_sections, "sections") {
          (section) throws(ArrangeError) in try SectionSlice(section)
        },
        nextPageToken: try Boundary.token(
          message.pointee.next_page_token,
          maximum: PageToken.maximumLength,
          "next_page_token"
        )
      )
      page.window = try WindowPlace(message.pointee.window, "window")
      return page
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__fetch_response__init)
    let info = arena.make(arrange__v1__collection_info__init)
    collection.fill(info, in: arena)
    message.pointee.collection = info
    let list = arena.make(sections.count, arrange__v1__section_slice__init)
    for (place, section) in sections.enumerated() { section.fill(list[place].unsafelyUnwrapped, in: arena) }
    message.pointee.n_sections = sections.count
    message.pointee.sections = list
    if let nextPageToken { message.pointee.next_page_token = arena.bytes(of: nextPageToken) }
    message.pointee.window = window?.message(in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension SectionSlice {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__SectionSlice>) throws(ArrangeError) {
    let section = try Boundary.required(message.pointee.section, "section")
    self.init(
      index: try Boundary.index(message.pointee.index, "index"),
      section: try Boundary.within("section") { () throws(ArrangeError) in
        try ElementSnapshot(section, of: .section)
      },
      itemCount: try Boundary.index(message.pointee.item_count, "item_count"),
      firstItem: try Boundary.index(message.pointee.first_item, "first_item"),
      items: try Boundary.list(message.pointee.items, message.pointee.n_items, "items") {
        (item) throws(ArrangeError) in try ElementSnapshot(item, of: .item)
      }
    )
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__SectionSlice>, in arena: Arena) {
    message.pointee.index = Int64(index)
    let element = arena.make(arrange__v1__element__init)
    section.fill(element, in: arena)
    message.pointee.section = element
    message.pointee.item_count = Int64(itemCount)
    message.pointee.first_item = Int64(firstItem)
    let list = arena.make(items.count, arrange__v1__element__init)
    for (place, item) in items.enumerated() { item.fill(list[place].unsafelyUnwrapped, in: arena) }
    message.pointee.n_items = items.count
    message.pointee.items = list
  }
}
