/// A strategy before its parameters are chosen.
public struct StrategyKind: Sendable {
  /// The name by which collections choose the strategy.
  public let name: String

  /// The version of the key format.
  public let version: UInt32

  /// One sentence to help users choose.
  public let summary: String

  /// The parameters, each with a default value.
  public let parameters: [StrategyParameter]

  private let make: @Sendable ([String: Int64]) throws(OrderingError) -> any OrderingStrategy

  /// Describes a strategy. `make` creates it from a value for each parameter, within its range.
  public init(
    name: String,
    version: UInt32,
    summary: String,
    parameters: [StrategyParameter] = [],
    make: @escaping @Sendable ([String: Int64]) throws(OrderingError) -> any OrderingStrategy
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.parameters = parameters
    self.make = make
  }

  /// Makes the strategy.
  ///
  /// - Throws: ``OrderingError/invalidChoice(_:)`` if a parameter is unknown or out of its range.
  public func strategy(_ given: [String: Int64] = [:]) throws(OrderingError) -> any OrderingStrategy {
    var values = Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.standard) })
    for (name, value) in given.sorted(by: { $0.key < $1.key }) {
      guard let parameter = parameters.first(where: { $0.name == name }) else {
        let known = parameters.map(\.name).joined(separator: ", ")
        throw .invalidChoice(
          "strategy \(self.name) has no parameter ‘\(name)’; it has \(known.isEmpty ? "none" : known)"
        )
      }
      guard parameter.range.contains(value) else {
        let (low, high) = (parameter.range.lowerBound, parameter.range.upperBound)
        throw .invalidChoice(
          "parameter ‘\(name)’ of strategy \(self.name) is \(value), not from \(low) to \(high)"
        )
      }
      values[name] = value
    }
    return try make(values)
  }

  /// The choice without parameters that have their default value, so that each strategy has one text.
  func canonical(_ choice: StrategyChoice) -> StrategyChoice {
    let given = choice.parameters.filter { name, value in
      !parameters.contains { $0.name == name && $0.standard == value }
    }
    return StrategyChoice(name, parameters: given)
  }
}

/// A numeric parameter of a strategy.
public struct StrategyParameter: Sendable, Hashable {
  public let name: String
  /// One sentence to help users choose.
  public let summary: String
  public let range: ClosedRange<Int64>
  /// The value if none is given.
  public let standard: Int64

  public init(name: String, summary: String, range: ClosedRange<Int64>, standard: Int64) {
    precondition(range.contains(standard), "the standard value is out of range")
    self.name = name
    self.summary = summary
    self.range = range
    self.standard = standard
  }
}
