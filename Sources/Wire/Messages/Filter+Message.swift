internal import ArrangeModel
internal import CArrangeProtos

extension Filter.Step {
  init(_ message: UnsafePointer<Arrange__V1__FilterStep>) throws(ArrangeError) {
    switch message.pointee.kind_case {
    case ARRANGE__V1__FILTER_STEP__KIND_EXISTS:
      self = .exists(field: try Boundary.name(message.pointee.exists, "exists"))
    case ARRANGE__V1__FILTER_STEP__KIND_COMPARISON:
      self = try Boundary.required(message.pointee.comparison, "comparison") {
        (comparison) throws(ArrangeError) in try Filter.Step(comparison: comparison)
      }
    case ARRANGE__V1__FILTER_STEP__KIND_HAS_PREFIX:
      let match = try TextMatch(message.pointee.has_prefix, "has_prefix")
      self = .hasPrefix(field: match.field, match.text, ignoresCase: match.ignoresCase)
    case ARRANGE__V1__FILTER_STEP__KIND_CONTAINS:
      let match = try TextMatch(message.pointee.contains, "contains")
      self = .contains(field: match.field, match.text, ignoresCase: match.ignoresCase)
    case ARRANGE__V1__FILTER_STEP__KIND_IS_ONE_OF:
      self = try Boundary.required(message.pointee.is_one_of, "is_one_of") {
        (membership) throws(ArrangeError) in try Filter.Step(membership: membership)
      }
    case ARRANGE__V1__FILTER_STEP__KIND_PRINCIPAL:
      self = try Boundary.required(message.pointee.principal, "principal") {
        (principal) throws(ArrangeError) in
        .principal(
          field: try Boundary.name(principal.pointee.field, "field"),
          try Filter.Comparison(principal.pointee.operator_, "operator")
        )
      }
    case ARRANGE__V1__FILTER_STEP__KIND_ALL_OF:
      self = .all(try Boundary.index(message.pointee.all_of, "all_of"))
    case ARRANGE__V1__FILTER_STEP__KIND_ANY_OF:
      self = .any(try Boundary.index(message.pointee.any_of, "any_of"))
    case ARRANGE__V1__FILTER_STEP__KIND_NEGATE:
      guard message.pointee.negate != 0 else { throw Boundary.invalid("has to be true", "negate") }
      self = .not
    default: throw Boundary.noChoice("kind")
    }
  }

  private init(comparison message: UnsafePointer<Arrange__V1__Comparison>) throws(ArrangeError) {
    let comparison = try Filter.Comparison(message.pointee.operator_, "operator")
    self = .comparison(
      field: try Boundary.name(message.pointee.field, "field"),
      comparison,
      try Boundary.required(message.pointee.value, "value") { (value) throws(ArrangeError) in
        try FieldValue(value)
      },
      ignoresCase: message.pointee.ignores_case != 0
    )
  }

  private init(membership message: UnsafePointer<Arrange__V1__Membership>) throws(ArrangeError) {
    self = .isOneOf(
      field: try Boundary.name(message.pointee.field, "field"),
      try Boundary.list(
        message.pointee.values,
        message.pointee.n_values,
        maximum: Filter.maximumValues,
        "values"
      ) { (value) throws(ArrangeError) in try FieldValue(value) }
    )
  }

  /// The common part of the two text comparisons.
  private struct TextMatch {
    var field: String
    var text: String
    var ignoresCase: Bool

    init(
      _ message: UnsafeMutablePointer<Arrange__V1__TextMatch>?,
      _ field: StaticString
    ) throws(ArrangeError) {
      self = try Boundary.required(message, field) { (match) throws(ArrangeError) in
        try TextMatch(
          field: Boundary.name(match.pointee.field, "field"),
          text: Boundary.text(match.pointee.text, maximum: ViewDefinition.maximumTextLength, "text"),
          ignoresCase: match.pointee.ignores_case != 0
        )
      }
    }

    init(field: String, text: String, ignoresCase: Bool) {
      self.field = field
      self.text = text
      self.ignoresCase = ignoresCase
    }

    func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__TextMatch> {
      let message = arena.make(arrange__v1__text_match__init)
      message.pointee.field = arena.bytes(of: field)
      message.pointee.text = arena.bytes(of: text)
      message.pointee.ignores_case = ignoresCase ? 1 : 0
      return message
    }
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__FilterStep>, in arena: Arena) {
    switch self {
    case .exists(let field):
      message.pointee.kind_case = ARRANGE__V1__FILTER_STEP__KIND_EXISTS
      message.pointee.exists = arena.bytes(of: field)
    case .comparison(let field, let comparison, let value, let ignoresCase):
      let inner = arena.make(arrange__v1__comparison__init)
      inner.pointee.field = arena.bytes(of: field)
      inner.pointee.operator_ = comparison.message
      inner.pointee.value = FieldValue.messages([value], in: arena)[0]
      inner.pointee.ignores_case = ignoresCase ? 1 : 0
      message.pointee.kind_case = ARRANGE__V1__FILTER_STEP__KIND_COMPARISON
      message.pointee.comparison = inner
    case .hasPrefix(let field, let text, let ignoresCase):
      let match = TextMatch(field: field, text: text, ignoresCase: ignoresCase)
      message.pointee.kind_case = ARRANGE__V1__FILTER_STEP__KIND_HAS_PREFIX
      message.pointee.has_prefix = match.message(in: arena)
    case .contains(let field, let text, let ignoresCase):
      let match = TextMatch(field: field, text: text, ignoresCase: ignoresCase)
      message.pointee.kind_case = ARRANGE__V1__FILTER_STEP__KIND_CONTAINS
      message.pointee.contains = match.message(in: arena)
    case .isOneOf(let field, let values):
      let membership = arena.make(arrange__v1__membership__init)
      membership.pointee.field = arena.bytes(of: field)
      membership.pointee.n_values = values.count
      membership.pointee.values = FieldValue.messages(values, in: arena)
      message.pointee.kind_case = ARRANGE__V1__FILTER_STEP__KIND_IS_ONE_OF
      message.pointee.is_one_of = membership
    case .principal(let field, let comparison):
      let principal = arena.make(arrange__v1__principal_comparison__init)
      principal.pointee.field = arena.bytes(of: field)
      principal.pointee.operator_ = comparison.message
      message.pointee.kind_case = ARRANGE__V1__FILTER_STEP__KIND_PRINCIPAL
      message.pointee.principal = principal
    case .all(let count):
      message.pointee.kind_case = ARRANGE__V1__FILTER_STEP__KIND_ALL_OF
      message.pointee.all_of = Int64(count)
    case .any(let count):
      message.pointee.kind_case = ARRANGE__V1__FILTER_STEP__KIND_ANY_OF
      message.pointee.any_of = Int64(count)
    case .not:
      message.pointee.kind_case = ARRANGE__V1__FILTER_STEP__KIND_NEGATE
      message.pointee.negate = 1
    }
  }
}
