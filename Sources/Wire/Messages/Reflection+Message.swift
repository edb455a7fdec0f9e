package import ArrangeModel

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

/// A server's description of its interface.
package struct ServiceDescription: Sendable, Hashable {
  /// A serialized `google.protobuf.FileDescriptorSet`, imports included.
  package var fileDescriptorSet: [UInt8]

  package init(fileDescriptorSet: [UInt8]) { self.fileDescriptorSet = fileDescriptorSet }

  #if !SWIFT_MESSAGES
    /// The specification that this program was built with.
    package static let own = ServiceDescription(
      fileDescriptorSet: Array(
        UnsafeBufferPointer(start: arrange_v1_descriptor_set, count: arrange_v1_descriptor_set_size)
      )
    )
  #endif
}

extension ServiceDescription: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> ServiceDescription {
    try arena.reading(bytes, arrange__v1__describe_response__unpack) { (message) throws(ArrangeError) in
      ServiceDescription(fileDescriptorSet: Array(message.pointee.file_descriptor_set.bytes))
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__describe_response__init)
    message.pointee.file_descriptor_set = arena.bytes(of: fileDescriptorSet)
    return PackableMessage(message, in: arena)
  }
}
