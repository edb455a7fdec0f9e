// The names of the C runtime, for the code that is compiled with both runtimes.
// swift-format-ignore-file

let PROTOBUF_C_LABEL_REPEATED = ProtobufCLabel.repeated
let PROTOBUF_C_TYPE_MESSAGE = ProtobufCType.message
let PROTOBUF_C_FIELD_FLAG_ONEOF = ProtobufCFieldFlag(rawValue: 8)

@inline(__always)
func protobuf_c_message_get_packed_size(_ message: UnsafePointer<ProtobufCMessage>) -> Int {
  MessageWriter.size(of: UnsafeRawPointer(message))
}

@inline(__always)
func protobuf_c_message_pack(_ message: UnsafePointer<ProtobufCMessage>, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  guard let target else { return 0 }
  return MessageWriter.write(UnsafeRawPointer(message), to: UnsafeMutableRawPointer(target))
}

/// Unpacks a message of the type with an index; nil if the bytes are invalid, or take too much memory.
@inline(__always)
func unpackMessage<Message>(
  _ index: Int,
  _ allocator: UnsafeMutablePointer<ProtobufCAllocator>?,
  _ count: Int,
  _ bytes: UnsafePointer<UInt8>?
) -> UnsafeMutablePointer<Message>? {
  guard let allocator else { return nil }
  let reader = MessageReader(allocator: allocator)
  let empty = UnsafeRawPointer(allocator)
  let start = bytes.map { UnsafeRawPointer($0) } ?? empty
  return reader.read(start, start + (bytes == nil ? 0 : count), messageDescriptors + index)?
    .assumingMemoryBound(to: Message.self)
}

/// Packs a message of any type and returns the number of bytes.
@inline(__always)
func packMessage<Message>(_ message: UnsafePointer<Message>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
  guard let message, let target else { return 0 }
  return MessageWriter.write(UnsafeRawPointer(message), to: UnsafeMutableRawPointer(target))
}
