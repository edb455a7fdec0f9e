package import ArrangeModel
internal import CArrangeProtos
internal import CProtobufC
internal import Ordering

extension StrategyList: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> StrategyList {
    try arena.reading(bytes, arrange__v1__list_strategies_response__unpack) {
      (message) throws(ArrangeError) in
      StrategyList(
        strategies: try Boundary.list(
          message.pointee.strategies,
          message.pointee.n_strategies,
          "strategies"
        ) { (strategy) throws(ArrangeError) in try StrategyInfo(strategy) },
        defaultStrategy: try Boundary.text(message.pointee.default_strategy, "default_strategy")
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__list_strategies_response__init)
    let list = arena.make(strategies.count, arrange__v1__strategy__init)
    for (place, strategy) in strategies.enumerated() {
      strategy.fill(list[place].unsafelyUnwrapped, in: arena)
    }
    message.pointee.n_strategies = strategies.count
    message.pointee.strategies = list
    message.pointee.default_strategy = arena.bytes(of: defaultStrategy)
    return PackableMessage(message, in: arena)
  }
}

extension StrategyInfo {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__Strategy>) throws(ArrangeError) {
    let keyForm: KeyForm
    switch message.pointee.key_form {
    case ARRANGE__V1__KEY_FORM__KEY_FORM_STORED: keyForm = .stored
    case ARRANGE__V1__KEY_FORM__KEY_FORM_RANK: keyForm = .rank
    default: throw Boundary.unknownValue(message.pointee.key_form.rawValue, "key_form")
    }
    self.init(
      name: try Boundary.text(message.pointee.name, "name"),
      version: message.pointee.version,
      keyForm: keyForm,
      maximumKeyLength: try Boundary.index(message.pointee.maximum_key_length, "maximum_key_length")
    )
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__Strategy>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: name)
    message.pointee.version = version
    message.pointee.key_form =
      switch keyForm {
      case .stored: ARRANGE__V1__KEY_FORM__KEY_FORM_STORED
      case .rank: ARRANGE__V1__KEY_FORM__KEY_FORM_RANK
      }
    message.pointee.maximum_key_length = Int64(maximumKeyLength)
  }
}
