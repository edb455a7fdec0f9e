/// A version of a collection, as a request names it.
public enum VersionReference: Sendable, Hashable {
  /// The version itself.
  case number(UInt64)
  /// The version with a name.
  case named(Identifier)
}

extension VersionReference: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: UInt64) { self = .number(value) }
}

extension VersionReference: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .named(Identifier(stringLiteral: value)) }
}

extension VersionReference: CustomStringConvertible {
  public var description: String {
    switch self {
    case .number(let version): "version \(version)"
    case .named(let name): "version \"\(name)\""
    }
  }
}
