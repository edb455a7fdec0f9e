package import ArrangeModel
internal import CArrangeProtos

/// Whether a server, or one service of it, can serve.
package enum ServingStatus: UInt32, Sendable, Hashable, CaseIterable {
  case unknown = 0
  case serving = 1
  /// The server is starting, draining, or has stopped because it can't store safely any more.
  case notServing = 2
  case serviceUnknown = 3
}

/// A request for the health of a service.
package struct HealthCheckRequest: Sendable, Hashable {
  /// The full name of the service, such as `arrange.v1.Collections`; empty for the server as a whole.
  package var service: String

  package init(service: String = "") { self.service = service }
}

extension HealthCheckRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> HealthCheckRequest {
    // The most frequent request is empty, and concerns the server as a whole.
    if bytes.isEmpty { return HealthCheckRequest() }
    return try arena.reading(bytes, arrange__v1__health_check_request__unpack) {
      (message) throws(ArrangeError) in
      HealthCheckRequest(service: try Boundary.text(message.pointee.service, "service"))
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__health_check_request__init)
    message.pointee.service = arena.bytes(of: service)
    return PackableMessage(message, in: arena)
  }
}

extension ServingStatus {
  /// The encoded message of the status. It is the most frequent answer and never changes, so no codec has to write
  /// it.
  package var encoded: UnsafeRawBufferPointer {
    // The default value takes no bytes, any other the tag of field 1 and its number.
    guard self != .unknown else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let start = ServingStatus.encodings.utf8Start + 2 * Int(rawValue - 1)
    return UnsafeRawBufferPointer(start: start, count: 2)
  }

  private static let encodings: StaticString = "\u{8}\u{1}\u{8}\u{2}\u{8}\u{3}"
}

extension ServingStatus: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> ServingStatus { try HealthReport.decode(bytes, using: arena).status }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__health_check_response__init)
    message.pointee.status = self.message
    return PackableMessage(message, in: arena)
  }
}

/// The health of a server or a service.
package struct HealthReport: Sendable, Hashable {
  package var status: ServingStatus
  package var slowStrategies: [SlowStrategy]

  package init(_ status: ServingStatus, slowStrategies: [SlowStrategy] = []) {
    self.status = status
    self.slowStrategies = slowStrategies
  }
}
