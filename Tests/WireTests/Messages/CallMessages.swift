import ArrangeModel
import Changes

#if SWIFT_MESSAGES
  import ClientWire
  import Wire

  /// A value that travels in calls. Here both codecs read and write it.
  typealias CallMessage = ClientWire.WireMessage & Wire.WireMessage & Equatable & Sendable
#else
  import Wire

  /// A value that travels in calls.
  typealias CallMessage = WireMessage & Equatable & Sendable
#endif

/// What is done with each message.
protocol CallMessageVisitor {
  /// - Parameters:
  ///   - name: the name in `Protos/arrange/v1`.
  ///   - make: makes a random one.
  mutating func visit<Message: CallMessage>(
    _ name: String,
    _ make: @escaping @Sendable (inout RandomValues) -> Message
  )
}
