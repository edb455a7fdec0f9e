// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

package import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

extension KeyForm {
  init(_ message: Arrange__V1__KeyForm, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__KEY_FORM__KEY_FORM_STORED: self = .stored
    case ARRANGE__V1__KEY_FORM__KEY_FORM_RANK: self = .rank
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__KeyForm {
    switch self {
    case .stored: ARRANGE__V1__KEY_FORM__KEY_FORM_STORED
    case .rank: ARRANGE__V1__KEY_FORM__KEY_FORM_RANK
    }
  }
}

extension StrategyList {
  init(_ message: UnsafePointer<Arrange__V1__ListStrategiesResponse>) throws(ArrangeError) {
    self.init(
      strategies: try Boundary.list(message.pointee.strategies, message.pointee.n_strategies, "strategies") { (part) throws(ArrangeError) in try StrategyInfo(part) },
      defaultStrategy: try Boundary.text(message.pointee.default_strategy, "default_strategy")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__ListStrategiesResponse>, in arena: Arena) {
    message.pointee.n_strategies = self.strategies.count
    message.pointee.strategies = arena.messages(self.strategies, arrange__v1__strategy__init) { $0.fill($1, in: arena) }
    message.pointee.default_strategy = arena.bytes(of: self.defaultStrategy)
  }
}

extension StrategyList: WireMessage {
  package static func decode(_ bytes: UnsafeRawBufferPointer, using arena: Arena) throws(ArrangeError) -> StrategyList {
    try arena.reading(bytes, arrange__v1__list_strategies_response__unpack) { (message) throws(ArrangeError) in try StrategyList(message) }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_strategies_response__init)
    fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension StrategyInfo {
  init(_ message: UnsafePointer<Arrange__V1__Strategy>) throws(ArrangeError) {
    self.init(
      name: try Boundary.text(message.pointee.name, "name"),
      version: message.pointee.version,
      keyForm: try KeyForm(message.pointee.key_form, "key_form"),
      maximumKeyLength: try Boundary.index(message.pointee.maximum_key_length, "maximum_key_length"),
      summary: try Boundary.text(message.pointee.summary, "summary"),
      parameters: try Boundary.list(message.pointee.parameters, message.pointee.n_parameters, "parameters") { (part) throws(ArrangeError) in try StrategyParameter(part) }
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__Strategy>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: self.name)
    message.pointee.version = self.version
    message.pointee.key_form = self.keyForm.message
    message.pointee.maximum_key_length = Int64(self.maximumKeyLength)
    message.pointee.summary = arena.bytes(of: self.summary)
    message.pointee.n_parameters = self.parameters.count
    message.pointee.parameters = arena.messages(self.parameters, arrange__v1__strategy_parameter__init) { $0.fill($1, in: arena) }
  }
}
