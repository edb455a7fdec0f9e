internal import CArrangeProtos

/// The specification of the wire, as the package was built with it.
package enum Specification {
  /// A serialised `google.protobuf.FileDescriptorSet` of all files in `Protos`. It stays valid.
  package static var descriptorSet: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: arrange_v1_descriptor_set(),
      count: arrange_v1_descriptor_set_size()
    )
  }
}
