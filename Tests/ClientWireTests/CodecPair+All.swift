import ArrangeModel
import Changes
import ClientWire
import NIOCore
import Wire

extension CodecPair {
  /// All messages that travel in frames, and the frame's own.
  static let all: [CodecPair] = shared + ownTypes + connection

  /// Those whose values both codecs share.
  private static let shared: [CodecPair] = {
    struct Pairs: CallMessageVisitor {
      var pairs: [CodecPair] = []

      mutating func visit<Message: CallMessage>(
        _ name: String,
        _ make: @escaping @Sendable (inout RandomValues) -> Message
      ) {
        pairs.append(CodecPair(name, make))
      }
    }
    var visitor = Pairs()
    CallMessages.visit(&visitor)
    return visitor.pairs
  }()

  private static let ownTypes = [
    CodecPair(
      "DeleteCollectionResponse",
      make: { _ in (ClientWire.EmptyMessage(), Wire.EmptyMessage()) },
      client: .client,
      server: .server
    ),
    CodecPair(
      "HealthCheckRequest",
      make: {
        let service = $0.text(0...60)
        return (ClientWire.HealthCheckRequest(service: service), Wire.HealthCheckRequest(service: service))
      },
      client: .client,
      server: .server
    ),
    CodecPair(
      "HealthCheckResponse",
      make: {
        let number = UInt32($0.number(0...3))
        return (
          ClientWire.ServingStatus(rawValue: number) ?? .unknown,
          Wire.ServingStatus(rawValue: number) ?? .unknown
        )
      },
      client: .client,
      server: .server
    ),
    CodecPair(
      "DescribeResponse",
      make: {
        let bytes = $0.bytes(0...500)
        return (
          ClientWire.ServiceDescription(fileDescriptorSet: bytes),
          Wire.ServiceDescription(fileDescriptorSet: bytes)
        )
      },
      client: .client,
      server: .server
    ),
  ]
}
