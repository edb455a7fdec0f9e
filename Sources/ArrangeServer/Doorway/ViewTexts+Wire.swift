import ArrangeModel
package import MessageJSON
import ProtobufCodec
import Wire

extension ViewTexts {
  /// The conversion by the messages of the wire.
  package static let ofWire = ViewTexts(
    message: { text in
      let arena = Arena(codec: .protobufC)
      return Result { () throws(ArrangeError) in
        try ViewDefinition(parsing: text).packable(in: arena).bytes
      }
    },
    text: { message in
      let arena = Arena(codec: .protobufC)
      return message.withUnsafeBytes { try? ViewDefinition.decode($0, using: arena) }?.text
    }
  )
}
