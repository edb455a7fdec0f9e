import ProtobufCodec
import Wire

/// A message of any type. The first byte is the type's number; the rest is the message.
package enum MessageTarget {

  static func run(_ input: UnsafeRawBufferPointer) throws(FuzzFinding) {
    guard let (type, bytes) = split(input) else { return }
    _ = try type.check(bytes, Arena(codec: .protobufC, keptBytes: 4096))
  }

  /// The type and the message of an input.
  package static func split(
    _ input: UnsafeRawBufferPointer
  ) -> (type: MessageType, bytes: UnsafeRawBufferPointer)? {
    guard let number = input.first, Int(number) < MessageType.all.count else { return nil }
    return (MessageType.all[Int(number)], UnsafeRawBufferPointer(rebasing: input.dropFirst()))
  }
}
