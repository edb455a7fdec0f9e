internal import CArrangeProtos

/// A server's description of its interface.
package struct ServiceDescription: Sendable, Hashable {
  /// A serialized `google.protobuf.FileDescriptorSet`, imports included.
  package var fileDescriptorSet: [UInt8]

  package init(fileDescriptorSet: [UInt8]) { self.fileDescriptorSet = fileDescriptorSet }

  /// The specification that this program was built with.
  package static let own = ServiceDescription(
    fileDescriptorSet: Array(
      UnsafeBufferPointer(start: arrange_v1_descriptor_set, count: arrange_v1_descriptor_set_size)
    )
  )
}
