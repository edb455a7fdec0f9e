internal import ArrangeModel
internal import CArrangeProtos

extension Boundary {
  /// The elements of an operation, of which there is at least one.
  @inline(__always)
  fileprivate static func elements<Message, Element>(
    _ messages: MessageList<Message>?,
    _ count: Int,
    _ field: StaticString,
    _ decode: (UnsafePointer<Message>) throws(ArrangeError) -> Element
  ) throws(ArrangeError) -> [Element] {
    guard count > 0 else { throw invalid("names at least one element", field) }
    return try list(messages, count, field, decode)
  }
}

extension AdoptedItem {
  static func list(
    _ messages: MessageList<Arrange__V1__AdoptedItem>?,
    _ count: Int,
    _ field: StaticString
  ) throws(ArrangeError) -> [AdoptedItem] {
    try Boundary.elements(messages, count, field) { (message) throws(ArrangeError) in
      try AdoptedItem(message)
    }
  }

  static func messages(_ items: [AdoptedItem], in arena: Arena) -> MessageList<Arrange__V1__AdoptedItem> {
    arena.messages(items, arrange__v1__adopted_item__init) { $0.fill($1, in: arena) }
  }
}

extension NewElement {
  @inline(__always)
  init(_ message: UnsafePointer<Arrange__V1__NewElement>) throws(ArrangeError) {
    let id = message.pointee.id
    self.init(
      id: id.len > 0 ? try Boundary.identifier(id, "id") : nil,
      fields: try Fields(message.pointee.fields, message.pointee.n_fields, "fields")
    )
  }

  static func list(
    _ messages: MessageList<Arrange__V1__NewElement>?,
    _ count: Int,
    _ field: StaticString
  ) throws(ArrangeError) -> [NewElement] {
    try Boundary.elements(messages, count, field) { (message) throws(ArrangeError) in
      try NewElement(message)
    }
  }

  static func messages(_ elements: [NewElement], in arena: Arena) -> MessageList<Arrange__V1__NewElement> {
    let messages = arena.make(elements.count, arrange__v1__new_element__init)
    for (place, element) in elements.enumerated() {
      let message = messages[place].unsafelyUnwrapped
      if let id = element.id { message.pointee.id = arena.bytes(of: id) }
      (message.pointee.n_fields, message.pointee.fields) = element.fields.messages(in: arena)
    }
    return messages
  }
}

extension ElementReference {
  static func list(
    _ messages: MessageList<Arrange__V1__ElementReference>?,
    _ count: Int,
    of kind: ElementKind,
    _ field: StaticString
  ) throws(ArrangeError) -> [ElementReference] {
    try Boundary.elements(messages, count, field) { (message) throws(ArrangeError) in
      let id = try Boundary.identifier(message.pointee.id, "id", allowingEmpty: kind.allowsEmptyID)
      let hasVersion =
        message.pointee.content_version_condition_case
        == ARRANGE__V1__ELEMENT_REFERENCE__CONTENT_VERSION_CONDITION_IF_CONTENT_VERSION
      var reference = ElementReference(
        id,
        ifContentVersion: hasVersion ? message.pointee.if_content_version : nil
      )
      if message.pointee.section_condition_case
        == ARRANGE__V1__ELEMENT_REFERENCE__SECTION_CONDITION_IF_SECTION
      {
        guard kind == .item else {
          throw Boundary.invalid("is for items; a section is in no section", "if_section")
        }
        reference.ifSection = try Boundary.identifier(
          message.pointee.if_section,
          "if_section",
          allowingEmpty: true
        )
      }
      if message.pointee.placement_version_condition_case
        == ARRANGE__V1__ELEMENT_REFERENCE__PLACEMENT_VERSION_CONDITION_IF_PLACEMENT_VERSION
      {
        reference.ifPlacementVersion = message.pointee.if_placement_version
      }
      if message.pointee.parent_condition_case
        == ARRANGE__V1__ELEMENT_REFERENCE__PARENT_CONDITION_IF_PARENT
      {
        guard kind == .item else {
          throw Boundary.invalid("is for items; a section has no parent", "if_parent")
        }
        reference.ifParent = try Boundary.identifier(
          message.pointee.if_parent,
          "if_parent",
          allowingEmpty: true
        )
      }
      return reference
    }
  }

  static func messages(
    _ elements: [ElementReference],
    in arena: Arena
  ) -> MessageList<Arrange__V1__ElementReference> {
    let messages = arena.make(elements.count, arrange__v1__element_reference__init)
    for (place, element) in elements.enumerated() {
      let message = messages[place].unsafelyUnwrapped
      message.pointee.id = arena.bytes(of: element.id)
      if let version = element.ifContentVersion {
        message.pointee.content_version_condition_case =
          ARRANGE__V1__ELEMENT_REFERENCE__CONTENT_VERSION_CONDITION_IF_CONTENT_VERSION
        message.pointee.if_content_version = version
      }
      if let section = element.ifSection {
        message.pointee.section_condition_case =
          ARRANGE__V1__ELEMENT_REFERENCE__SECTION_CONDITION_IF_SECTION
        message.pointee.if_section = arena.bytes(of: section)
      }
      if let version = element.ifPlacementVersion {
        message.pointee.placement_version_condition_case =
          ARRANGE__V1__ELEMENT_REFERENCE__PLACEMENT_VERSION_CONDITION_IF_PLACEMENT_VERSION
        message.pointee.if_placement_version = version
      }
      if let parent = element.ifParent {
        message.pointee.parent_condition_case =
          ARRANGE__V1__ELEMENT_REFERENCE__PARENT_CONDITION_IF_PARENT
        message.pointee.if_parent = arena.bytes(of: parent)
      }
    }
    return messages
  }
}

extension FieldsUpdate {
  static func list(
    _ messages: MessageList<Arrange__V1__ElementUpdate>?,
    _ count: Int,
    of kind: ElementKind,
    _ field: StaticString
  ) throws(ArrangeError) -> [FieldsUpdate] {
    try Boundary.elements(messages, count, field) { (message) throws(ArrangeError) in
      let id = try Boundary.identifier(message.pointee.id, "id", allowingEmpty: kind.allowsEmptyID)
      let hasVersion =
        message.pointee.content_version_condition_case
        == ARRANGE__V1__ELEMENT_UPDATE__CONTENT_VERSION_CONDITION_IF_CONTENT_VERSION
      return FieldsUpdate(
        ElementReference(id, ifContentVersion: hasVersion ? message.pointee.if_content_version : nil),
        set: try Fields(message.pointee.set, message.pointee.n_set, "set"),
        remove: try Fields.names(message.pointee.remove, message.pointee.n_remove, "remove"),
        replaceAll: message.pointee.replace_all != 0
      )
    }
  }

  static func messages(_ updates: [FieldsUpdate], in arena: Arena) -> MessageList<Arrange__V1__ElementUpdate>
  {
    let messages = arena.make(updates.count, arrange__v1__element_update__init)
    for (place, update) in updates.enumerated() {
      let message = messages[place].unsafelyUnwrapped
      message.pointee.id = arena.bytes(of: update.element.id)
      (message.pointee.n_set, message.pointee.set) = update.set.messages(in: arena)
      message.pointee.n_remove = update.remove.count
      message.pointee.remove = arena.list(of: update.remove)
      message.pointee.replace_all = update.replaceAll ? 1 : 0
      guard let version = update.element.ifContentVersion else { continue }
      message.pointee.content_version_condition_case =
        ARRANGE__V1__ELEMENT_UPDATE__CONTENT_VERSION_CONDITION_IF_CONTENT_VERSION
      message.pointee.if_content_version = version
    }
    return messages
  }
}

extension Fields {
  /// Decodes names of fields, at most as many as an element can have.
  static func names(
    _ names: UnsafeMutablePointer<ProtobufCBinaryData>?,
    _ count: Int,
    _ field: StaticString
  ) throws(ArrangeError) -> [String] {
    guard count <= Fields.maximumCount else {
      throw Boundary.invalid("has at most \(Fields.maximumCount) names, not \(count)", field)
    }
    return try Boundary.list(names, count, field) { (name) throws(ArrangeError) in
      try Boundary.check(name: name.bytes, "")
      return String(decoding: name.bytes, as: UTF8.self)
    }
  }
}

extension Identifier {
  /// Decodes the ids of elements to be put into an order.
  static func list(
    _ identifiers: UnsafeMutablePointer<ProtobufCBinaryData>?,
    _ count: Int,
    of kind: ElementKind,
    _ field: StaticString
  ) throws(ArrangeError) -> [Identifier] {
    guard count > 0 else { throw Boundary.invalid("names at least one element", field) }
    return try Boundary.list(identifiers, count, field) { (identifier) throws(ArrangeError) in
      try Boundary.identifier(identifier, "", allowingEmpty: kind.allowsEmptyID)
    }
  }
}
