import ArrangeModel
import Changes
import Wire

extension ComparedMessage {
  /// All messages that travel in frames, and the frame's own.
  static let all: [ComparedMessage] = generated + byHand + connection

  /// Those of the table.
  private static let generated: [ComparedMessage] = {
    struct Messages: CallMessageVisitor {
      var messages: [ComparedMessage] = []

      mutating func visit<Message: CallMessage>(
        _ name: String,
        _ make: @escaping @Sendable (inout RandomValues) -> Message
      ) {
        messages.append(ComparedMessage(name, make))
      }
    }
    var visitor = Messages()
    CallMessages.visit(&visitor)
    return visitor.messages
  }()

  private static let byHand = [
    ComparedMessage("DeleteCollectionResponse") { _ in EmptyMessage() },
    ComparedMessage("HealthCheckRequest") { HealthCheckRequest(service: $0.text(0...60)) },
    ComparedMessage("HealthCheckResponse") { ServingStatus(rawValue: UInt32($0.number(0...3))) ?? .unknown },
    ComparedMessage("DescribeResponse") { ServiceDescription(fileDescriptorSet: $0.bytes(0...500)) },
  ]
}
