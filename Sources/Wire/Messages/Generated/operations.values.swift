// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

internal import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

extension AdoptedItem {
  init(_ message: UnsafePointer<Arrange__V1__AdoptedItem>) throws(ArrangeError) {
    self.init(
      id: try Boundary.identifier(message.pointee.id, "id"),
      fields: try Fields(message.pointee.fields, message.pointee.n_fields, "fields"),
      key: try Boundary.key(message.pointee.key, "key"),
      after: message.pointee.after.len > 0 ? try Boundary.identifier(message.pointee.after, "after") : nil,
      before: message.pointee.before.len > 0 ? try Boundary.identifier(message.pointee.before, "before") : nil
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__AdoptedItem>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: self.id)
    (message.pointee.n_fields, message.pointee.fields) = self.fields.messages(in: arena)
    message.pointee.key = arena.bytes(of: self.key)
    if let value = self.after { message.pointee.after = arena.bytes(of: value) }
    if let value = self.before { message.pointee.before = arena.bytes(of: value) }
  }
}
