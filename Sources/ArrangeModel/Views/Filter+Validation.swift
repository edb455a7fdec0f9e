extension Filter {
  /// Checks that the steps leave one result and that each of them is valid.
  ///
  /// - Throws: an error with the code ``StatusCode/invalidArgument`` that names the step and says what to do.
  func validate() throws(ArrangeError) {
    guard (1...Filter.maximumSteps).contains(steps.count) else {
      throw .refused("a filter has 1 to \(Filter.maximumSteps) steps, this one has \(steps.count)", "steps")
    }
    var depths: [Int] = []
    for (index, step) in steps.enumerated() {
      do throws(ArrangeError) {
        try step.validate()
        try step.combine(&depths)
      } catch {
        throw error.within("steps[\(index)]")
      }
    }
    guard depths.count == 1 else {
      throw .refused("a filter ends with one result, this one with \(depths.count); combine them", "steps")
    }
  }
}

extension Filter.Step {
  /// Checks a single step.
  fileprivate func validate() throws(ArrangeError) {
    do throws(ArrangeError) { try validateContent() } catch {
      switch self {
      case .comparison: throw error.within("comparison")
      case .hasPrefix: throw error.within("has_prefix")
      case .contains: throw error.within("contains")
      case .isOneOf: throw error.within("is_one_of")
      case .principal: throw error.within("principal")
      case .exists, .all, .any, .not: throw error
      }
    }
  }

  private func validateContent() throws(ArrangeError) {
    switch self {
    case .exists(let field):
      guard Fields.isName(field) else { throw .notAName("exists") }
    case .comparison(let field, let comparison, let value, let ignoresCase):
      try Filter.Step.check(name: field)
      try Filter.Step.check(value, "value")
      try Filter.Step.check(comparison, value)
      if case .string = value { break }
      if ignoresCase {
        throw .refused("only texts are compared without regard to case, this value is none", "ignores_case")
      }
    case .hasPrefix(let field, let text, ignoresCase: _), .contains(let field, let text, ignoresCase: _):
      try Filter.Step.check(name: field)
      try Filter.Step.check(.string(text), "text")
    case .isOneOf(let field, let values):
      try Filter.Step.check(name: field)
      guard values.count <= Filter.maximumValues else {
        throw .refused(
          "a set has at most \(Filter.maximumValues) values, this one has \(values.count)",
          "values"
        )
      }
      for (index, value) in values.enumerated() { try Filter.Step.check(value, "values[\(index)]") }
    case .principal(let field, let comparison):
      try Filter.Step.check(name: field)
      guard comparison == .equal || comparison == .notEqual else {
        throw .refused(
          "the name of the reader is equal to a text or not, neither less nor greater",
          "operator"
        )
      }
    case .all, .any, .not: break
    }
  }

  private static func check(name: String) throws(ArrangeError) {
    guard Fields.isName(name) else { throw .notAName("field") }
  }

  private static func check(_ value: FieldValue, _ place: String) throws(ArrangeError) {
    do throws(ArrangeError) {
      try Fields.check(value, of: "")
    } catch {
      throw .refused(error.message, place)
    }
  }

  private static func check(_ comparison: Filter.Comparison, _ value: FieldValue) throws(ArrangeError) {
    switch (comparison, value) {
    case (.equal, _), (.notEqual, .bool): break
    case (.notEqual, .null):
      throw .refused(
        "a value that is not null can't be compared with null; ask whether the field exists and is not equal to null",
        "value"
      )
    case (_, .null), (_, .bool):
      throw .refused(
        "what is less or greater is a number, a text, a time or a byte string, not null or a boolean",
        "value"
      )
    default: break
    }
  }

  /// Pops the depths of the step's operands from a stack and pushes that of its result.
  fileprivate func combine(_ depths: inout [Int]) throws(ArrangeError) {
    let count: Int
    switch self {
    case .all(let operands), .any(let operands): count = operands
    case .not: count = 1
    default:
      depths.append(0)
      return
    }
    guard count >= 0, count <= depths.count else {
      throw .refused("this combines \(count) results where there are \(depths.count)", "")
    }
    let depth = 1 + (depths.suffix(count).max() ?? 0)
    guard depth <= Filter.maximumDepth else {
      throw .refused("a filter is nested at most \(Filter.maximumDepth) levels deep", "")
    }
    depths.removeLast(count)
    depths.append(depth)
  }
}

extension ArrangeError {
  /// The error for an invalid part of a definition.
  static func refused(_ message: String, _ field: String) -> ArrangeError {
    ArrangeError(.invalidArgument, message, field: field)
  }

  /// The error for an invalid name of a field.
  static func notAName(_ field: String) -> ArrangeError {
    .refused(
      "a field's name has 1 to \(Fields.maximumNameLength) bytes and no control characters",
      field
    )
  }
}
