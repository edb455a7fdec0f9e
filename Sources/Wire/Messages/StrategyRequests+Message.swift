package import ArrangeModel
internal import Ordering

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

extension ChangeStrategyRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> ChangeStrategyRequest {
    try arena.reading(bytes, arrange__v1__change_strategy_request__unpack) {
      (message) throws(ArrangeError) in
      let hasVersion =
        message.pointee.version_condition_case
        == ARRANGE__V1__CHANGE_STRATEGY_REQUEST__VERSION_CONDITION_IF_VERSION
      return ChangeStrategyRequest(
        collection: try Boundary.identifier(message.pointee.collection, "collection"),
        strategy: try Boundary.text(
          message.pointee.strategy,
          maximum: StrategyChoice.maximumLength,
          "strategy"
        ),
        renewsKeys: message.pointee.renew_keys != 0,
        ifVersion: hasVersion ? message.pointee.if_version : nil,
        ifHistory: message.pointee.if_history
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__change_strategy_request__init)
    message.pointee.collection = arena.bytes(of: collection)
    message.pointee.strategy = arena.bytes(of: strategy)
    message.pointee.renew_keys = renewsKeys ? 1 : 0
    if let ifVersion {
      message.pointee.version_condition_case =
        ARRANGE__V1__CHANGE_STRATEGY_REQUEST__VERSION_CONDITION_IF_VERSION
      message.pointee.if_version = ifVersion
    }
    message.pointee.if_history = ifHistory
    return PackableMessage(message, in: arena)
  }
}

extension ChangeStrategyResult: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> ChangeStrategyResult {
    try arena.reading(bytes, arrange__v1__change_strategy_response__unpack) {
      (message) throws(ArrangeError) in
      ChangeStrategyResult(
        strategy: try Boundary.text(message.pointee.strategy, "strategy"),
        version: message.pointee.version,
        changed: message.pointee.changed != 0,
        rekeyed: try Boundary.total(message.pointee.rekeyed, "rekeyed")
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__change_strategy_response__init)
    message.pointee.strategy = arena.bytes(of: strategy)
    message.pointee.version = version
    message.pointee.changed = changed ? 1 : 0
    message.pointee.rekeyed = Int64(rekeyed)
    return PackableMessage(message, in: arena)
  }
}

extension RotateKeysRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> RotateKeysRequest {
    try arena.reading(bytes, arrange__v1__rotate_keys_request__unpack) { (message) throws(ArrangeError) in
      let hasGeneration =
        message.pointee.generation_choice_case
        == ARRANGE__V1__ROTATE_KEYS_REQUEST__GENERATION_CHOICE_GENERATION
      return RotateKeysRequest(
        collection: try Boundary.identifier(message.pointee.collection, "collection"),
        generation: hasGeneration ? try Boundary.index(message.pointee.generation, "generation") : nil,
        limit: try Boundary.pageSize(
          message.pointee.limit,
          maximum: RotateKeysRequest.mostElements,
          "limit"
        ) ?? RotateKeysRequest.standardElements
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__rotate_keys_request__init)
    message.pointee.collection = arena.bytes(of: collection)
    if let generation {
      message.pointee.generation_choice_case =
        ARRANGE__V1__ROTATE_KEYS_REQUEST__GENERATION_CHOICE_GENERATION
      message.pointee.generation = Int64(generation)
    }
    message.pointee.limit = Int64(limit)
    return PackableMessage(message, in: arena)
  }
}

extension RotateKeysResult: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> RotateKeysResult {
    try arena.reading(bytes, arrange__v1__rotate_keys_response__unpack) { (message) throws(ArrangeError) in
      RotateKeysResult(
        version: message.pointee.version,
        rekeyed: try Boundary.total(message.pointee.rekeyed, "rekeyed"),
        remaining: try Boundary.total(message.pointee.remaining, "remaining"),
        generation: try Boundary.index(message.pointee.generation, "generation")
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__rotate_keys_response__init)
    message.pointee.version = version
    message.pointee.rekeyed = Int64(rekeyed)
    message.pointee.remaining = Int64(remaining)
    message.pointee.generation = Int64(generation)
    return PackableMessage(message, in: arena)
  }
}

extension VerifyKeysRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> VerifyKeysRequest {
    try arena.reading(bytes, arrange__v1__verify_keys_request__unpack) { (message) throws(ArrangeError) in
      VerifyKeysRequest(collection: try Boundary.identifier(message.pointee.collection, "collection"))
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__verify_keys_request__init)
    message.pointee.collection = arena.bytes(of: collection)
    return PackableMessage(message, in: arena)
  }
}

extension KeyReport: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> KeyReport {
    try arena.reading(bytes, arrange__v1__verify_keys_response__unpack) { (message) throws(ArrangeError) in
      KeyReport(
        strategy: try Boundary.text(message.pointee.strategy, "strategy"),
        version: message.pointee.version,
        checked: try Boundary.total(message.pointee.checked, "checked"),
        problemCount: try Boundary.total(message.pointee.problem_count, "problem_count"),
        problems: try Boundary.list(message.pointee.problems, message.pointee.n_problems, "problems") {
          (problem) throws(ArrangeError) in try Problem(problem)
        },
        isOrderOnly: message.pointee.order_only != 0
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__verify_keys_response__init)
    message.pointee.strategy = arena.bytes(of: strategy)
    message.pointee.version = version
    message.pointee.checked = Int64(checked)
    message.pointee.problem_count = Int64(problemCount)
    let list = arena.make(problems.count, arrange__v1__key_problem__init)
    for (place, problem) in problems.enumerated() {
      problem.fill(list[place].unsafelyUnwrapped, in: arena)
    }
    message.pointee.n_problems = problems.count
    message.pointee.problems = list
    message.pointee.order_only = isOrderOnly ? 1 : 0
    return PackableMessage(message, in: arena)
  }
}

extension KeyReport.Problem {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__KeyProblem>) throws(ArrangeError) {
    let path: ListPath
    let isSection: Bool
    switch message.pointee.place_case {
    case ARRANGE__V1__KEY_PROBLEM__PLACE_ITEM:
      path = try ListPath(UnsafePointer(message.pointee.item), "item")
      isSection = false
    case ARRANGE__V1__KEY_PROBLEM__PLACE_SECTION:
      path = ListPath(section: try Boundary.index(message.pointee.section, "section"), item: 0)
      isSection = true
    default: throw Boundary.noChoice("place")
    }
    self.init(
      id: try Boundary.identifier(message.pointee.id, "id", allowingEmpty: true),
      path: path,
      isSection: isSection,
      key: try Boundary.key(message.pointee.key, "key"),
      explanation: try Boundary.text(message.pointee.explanation, "explanation")
    )
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__KeyProblem>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: id)
    if isSection {
      message.pointee.place_case = ARRANGE__V1__KEY_PROBLEM__PLACE_SECTION
      message.pointee.section = Int64(path.section)
    } else {
      message.pointee.place_case = ARRANGE__V1__KEY_PROBLEM__PLACE_ITEM
      message.pointee.item = path.message(in: arena)
    }
    message.pointee.key = arena.bytes(of: key)
    message.pointee.explanation = arena.bytes(of: explanation)
  }
}
