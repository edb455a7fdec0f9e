/// A condition on the fields of an item, as steps of a stack machine: each step pushes the result of a
/// condition, or combines the topmost results. So filters are flat, on the wire and in memory, however they
/// were composed.
///
///     let open = Filter.not(.comparison("done", .equal, .bool(true)))
///     let mine = Filter.all([open, .comparison("owner", .equal, .string("ann"))])
///
/// A condition on a field that an item does not have, or whose value is of another kind, is false.
public struct Filter: Sendable, Hashable {
  /// The maximum number of steps of a filter.
  public static let maximumSteps = 256
  /// The maximum number of values of one membership.
  public static let maximumValues = 256

  /// In postfix order: operands before operators.
  public var steps: [Step]

  public init(steps: [Step]) { self.steps = steps }

  public enum Step: Sendable, Hashable {
    /// The field exists; its value may be null.
    case exists(field: String)
    /// The field's value compares as given with another one. Numbers compare by value, whether they are
    /// integers or not; texts by their bytes, or ignoring case.
    case comparison(field: String, Comparison, FieldValue, ignoresCase: Bool)
    /// The field is a text that begins with another one.
    case hasPrefix(field: String, String, ignoresCase: Bool)
    /// The field is a text that contains another one.
    case contains(field: String, String, ignoresCase: Bool)
    /// The field's value equals one of a set.
    case isOneOf(field: String, [FieldValue])
    /// The field's value is, or is not, the reader's name as text: ``Comparison/equal`` or
    /// ``Comparison/notEqual``. See ``ViewDefinition/resolved(for:)``.
    case principal(field: String, Comparison)
    /// All of the given number of topmost results hold; true for 0.
    case all(Int)
    /// One of the given number of topmost results holds; false for 0.
    case any(Int)
    /// The topmost result does not hold.
    case not
  }

  public enum Comparison: UInt32, Sendable, Hashable, CaseIterable {
    case equal = 1
    case notEqual = 2
    case less = 3
    case lessOrEqual = 4
    case greater = 5
    case greaterOrEqual = 6
  }

  public static func exists(_ field: String) -> Filter { Filter(steps: [.exists(field: field)]) }

  public static func comparison(
    _ field: String,
    _ comparison: Comparison,
    _ value: FieldValue,
    ignoresCase: Bool = false
  ) -> Filter { Filter(steps: [.comparison(field: field, comparison, value, ignoresCase: ignoresCase)]) }

  public static func hasPrefix(_ field: String, _ prefix: String, ignoresCase: Bool = false) -> Filter {
    Filter(steps: [.hasPrefix(field: field, prefix, ignoresCase: ignoresCase)])
  }

  public static func contains(_ field: String, _ text: String, ignoresCase: Bool = false) -> Filter {
    Filter(steps: [.contains(field: field, text, ignoresCase: ignoresCase)])
  }

  public static func isOneOf(_ field: String, _ values: [FieldValue]) -> Filter {
    Filter(steps: [.isOneOf(field: field, values)])
  }

  /// Whether a field is the name of the reader, or is not, with ``Comparison/notEqual``.
  public static func principal(_ field: String, _ comparison: Comparison = .equal) -> Filter {
    Filter(steps: [.principal(field: field, comparison)])
  }

  public static func all(_ filters: [Filter]) -> Filter {
    Filter(steps: filters.flatMap(\.steps) + [.all(filters.count)])
  }

  public static func any(_ filters: [Filter]) -> Filter {
    Filter(steps: filters.flatMap(\.steps) + [.any(filters.count)])
  }

  public static func not(_ filter: Filter) -> Filter { Filter(steps: filter.steps + [.not]) }
}
