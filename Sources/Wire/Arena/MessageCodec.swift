/// The functions that convert messages between structs and bytes, by the tables that describe them.
///
/// An ``Arena`` has one, so that frames, connections and messages exist once. The server passes protobuf-c, and the
/// client, which links no C library, a codec written in Swift. Both accept and reject the same input.
package struct MessageCodec: Sendable {
  /// Unpacks a message; nil if the bytes are invalid, or if the allocator refuses memory.
  ///
  /// Its parameters are the type's `ProtobufCMessageDescriptor`, a `ProtobufCAllocator`, and the bytes.
  package typealias Unpack =
    @Sendable @convention(c) (
      UnsafeRawPointer?, UnsafeMutableRawPointer?, Int, UnsafePointer<UInt8>?
    ) -> UnsafeMutableRawPointer?

  /// The number of bytes that a message takes when it is packed.
  package typealias Size = @Sendable @convention(c) (UnsafeRawPointer?) -> Int

  /// Packs a message and returns the number of bytes.
  package typealias Pack = @Sendable @convention(c) (UnsafeRawPointer?, UnsafeMutablePointer<UInt8>?) -> Int

  let unpack: Unpack
  let size: Size
  let pack: Pack

  /// Makes a codec.
  package init(unpack: @escaping Unpack, size: @escaping Size, pack: @escaping Pack) {
    self.unpack = unpack
    self.size = size
    self.pack = pack
  }
}
