package import ArrangeModel
internal import Ordering

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

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
      maximumKeyLength: try Boundary.index(message.pointee.maximum_key_length, "maximum_key_length"),
      summary: try Boundary.text(message.pointee.summary, "summary"),
      parameters: try Boundary.list(
        message.pointee.parameters,
        message.pointee.n_parameters,
        "parameters"
      ) { (parameter) throws(ArrangeError) in try StrategyParameter(parameter) }
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
    message.pointee.summary = arena.bytes(of: summary)
    let list = arena.make(parameters.count, arrange__v1__strategy_parameter__init)
    for (place, parameter) in parameters.enumerated() {
      parameter.fill(list[place].unsafelyUnwrapped, in: arena)
    }
    message.pointee.n_parameters = parameters.count
    message.pointee.parameters = list
  }
}

extension StrategyParameter {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__StrategyParameter>) throws(ArrangeError) {
    let (low, high) = (message.pointee.minimum, message.pointee.maximum)
    guard low <= high, low...high ~= message.pointee.standard else {
      throw ArrangeError(.invalidArgument, "the standard value is not within the range", field: "standard")
    }
    self.init(
      name: try Boundary.text(message.pointee.name, "name"),
      summary: try Boundary.text(message.pointee.summary, "summary"),
      range: low...high,
      standard: message.pointee.standard
    )
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__StrategyParameter>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: name)
    message.pointee.summary = arena.bytes(of: summary)
    message.pointee.minimum = range.lowerBound
    message.pointee.maximum = range.upperBound
    message.pointee.standard = standard
  }
}
