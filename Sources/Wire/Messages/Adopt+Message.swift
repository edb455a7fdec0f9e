internal import ArrangeModel

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

extension AdoptedItem {
  static func list(
    _ messages: MessageList<Arrange__V1__AdoptedItem>?,
    _ count: Int,
    _ field: StaticString
  ) throws(ArrangeError) -> [AdoptedItem] {
    guard count > 0 else { throw Boundary.invalid("names at least one element", field) }
    return try Boundary.list(messages, count, field) { (message) throws(ArrangeError) in
      AdoptedItem(
        id: try Boundary.identifier(message.pointee.id, "id"),
        fields: try Fields(message.pointee.fields, message.pointee.n_fields, "fields"),
        key: try Boundary.key(message.pointee.key, "key"),
        after: try neighbour(message.pointee.after, "after"),
        before: try neighbour(message.pointee.before, "before")
      )
    }
  }

  private static func neighbour(
    _ id: ProtobufCBinaryData,
    _ field: StaticString
  ) throws(ArrangeError) -> Identifier? {
    id.len > 0 ? try Boundary.identifier(id, field) : nil
  }

  static func messages(_ items: [AdoptedItem], in arena: Arena) -> MessageList<Arrange__V1__AdoptedItem> {
    let messages = arena.make(items.count, arrange__v1__adopted_item__init)
    for (place, item) in items.enumerated() {
      let message = messages[place].unsafelyUnwrapped
      message.pointee.id = arena.bytes(of: item.id)
      (message.pointee.n_fields, message.pointee.fields) = item.fields.messages(in: arena)
      message.pointee.key = arena.bytes(of: item.key)
      if let after = item.after { message.pointee.after = arena.bytes(of: after) }
      if let before = item.before { message.pointee.before = arena.bytes(of: before) }
    }
    return messages
  }
}
