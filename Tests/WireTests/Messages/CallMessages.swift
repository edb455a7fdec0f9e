import ArrangeModel
import Changes
import Wire

/// A value that travels in calls.
typealias CallMessage = WireMessage & Equatable & Sendable

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
