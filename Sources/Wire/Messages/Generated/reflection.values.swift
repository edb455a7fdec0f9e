// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

package import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

extension ServiceDescription {
  init(_ message: UnsafePointer<Arrange__V1__DescribeResponse>) throws(ArrangeError) {
    self.init(
      fileDescriptorSet: Array(message.pointee.file_descriptor_set.bytes)
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__DescribeResponse>, in arena: Arena) {
    message.pointee.file_descriptor_set = arena.bytes(of: self.fileDescriptorSet)
  }
}

extension ServiceDescription: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> ServiceDescription {
    try arena.reading(bytes, arrange__v1__describe_response__unpack) { (message) throws(ArrangeError) in try ServiceDescription(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__describe_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}
