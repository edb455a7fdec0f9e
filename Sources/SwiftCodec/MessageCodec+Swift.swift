internal import CArrangeProtos
package import Wire

extension MessageCodec {
  /// The codec of clients: it needs no library.
  package static let swift = MessageCodec(
    unpack: { descriptor, allocator, count, bytes in
      guard let descriptor, let allocator else { return nil }
      let reader = MessageReader(allocator: allocator.assumingMemoryBound(to: ProtobufCAllocator.self))
      // No bytes are read of an empty message.
      let start = bytes.map { UnsafeRawPointer($0) } ?? descriptor
      return reader.read(
        start,
        start + (bytes == nil ? 0 : count),
        descriptor.assumingMemoryBound(to: ProtobufCMessageDescriptor.self)
      )
    },
    size: { message in message.map { MessageWriter.size(of: $0) } ?? 0 },
    pack: { message, target in
      guard let message, let target else { return 0 }
      return MessageWriter.write(message, to: target)
    }
  )
}
