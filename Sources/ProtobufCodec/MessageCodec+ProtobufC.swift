internal import CProtobufCodec
package import Wire

extension MessageCodec {
  /// The codec of the server: libprotobuf-c.
  package static let protobufC = MessageCodec(
    unpack: arrange_protobuf_unpack,
    size: arrange_protobuf_size,
    pack: arrange_protobuf_pack
  )
}
