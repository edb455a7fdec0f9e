// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

package import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

extension ServingStatus {
  init(_ message: Arrange__V1__ServingStatus, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__SERVING_STATUS__SERVING_STATUS_UNKNOWN: self = .unknown
    case ARRANGE__V1__SERVING_STATUS__SERVING_STATUS_SERVING: self = .serving
    case ARRANGE__V1__SERVING_STATUS__SERVING_STATUS_NOT_SERVING: self = .notServing
    case ARRANGE__V1__SERVING_STATUS__SERVING_STATUS_SERVICE_UNKNOWN: self = .serviceUnknown
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__ServingStatus {
    switch self {
    case .unknown: ARRANGE__V1__SERVING_STATUS__SERVING_STATUS_UNKNOWN
    case .serving: ARRANGE__V1__SERVING_STATUS__SERVING_STATUS_SERVING
    case .notServing: ARRANGE__V1__SERVING_STATUS__SERVING_STATUS_NOT_SERVING
    case .serviceUnknown: ARRANGE__V1__SERVING_STATUS__SERVING_STATUS_SERVICE_UNKNOWN
    }
  }
}

extension HealthReport {
  init(_ message: UnsafePointer<Arrange__V1__HealthCheckResponse>) throws(ArrangeError) {
    self.init(
      try ServingStatus(message.pointee.status, "status"),
      slowStrategies: try Boundary.list(message.pointee.slow_strategies, message.pointee.n_slow_strategies, "slow_strategies") { (part) throws(ArrangeError) in try SlowStrategy(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__HealthCheckResponse>, in arena: Arena) {
    message.pointee.status = self.status.message
    message.pointee.n_slow_strategies = self.slowStrategies.count
    message.pointee.slow_strategies = arena.messages(self.slowStrategies, arrange__v1__slow_strategy__init) { $0.fill($1, in: arena) }
  }
}

extension HealthReport: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> HealthReport {
    try arena.reading(bytes, arrange__v1__health_check_response__unpack) { (message) throws(ArrangeError) in try HealthReport(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__health_check_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension SlowStrategy {
  init(_ message: UnsafePointer<Arrange__V1__SlowStrategy>) throws(ArrangeError) {
    self.init(
      collection: try Boundary.identifier(message.pointee.collection, "collection"),
      strategy: try Boundary.text(message.pointee.strategy, "strategy")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__SlowStrategy>, in arena: Arena) {
    message.pointee.collection = arena.bytes(of: self.collection)
    message.pointee.strategy = arena.bytes(of: self.strategy)
  }
}
