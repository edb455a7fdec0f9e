// Generated from Protos/arrange/v1/strategies.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

public import Ordering

/// The ordering strategies that a server has.
public struct StrategyList: Sendable, Hashable {
  /// The strategies, in ascending order of the bytes of their names.
  public var strategies: [StrategyInfo]
  /// The name of the default strategy of new collections.
  public var defaultStrategy: String

  public init(strategies: [StrategyInfo], defaultStrategy: String) {
    self.strategies = strategies
    self.defaultStrategy = defaultStrategy
  }
}

/// An ordering strategy that a server has.
public struct StrategyInfo: Sendable, Hashable {
  /// The name by which collections choose it, such as "lexorank".
  public var name: String
  /// The version of its key format, which is stored with every collection that uses it.
  public var version: UInt32
  /// Whether keys are stored with the elements or follow from their ranks.
  public var keyForm: KeyForm
  /// The length of the longest order key that it makes, in bytes; at most 255.
  public var maximumKeyLength: Int
  /// One sentence to help users choose.
  public var summary: String
  /// Its parameters. "NAME:PARAMETER=NUMBER,PARAMETER=NUMBER" chooses the strategy with parameters.
  public var parameters: [StrategyParameter]

  public init(name: String, version: UInt32, keyForm: KeyForm, maximumKeyLength: Int, summary: String = "", parameters: [StrategyParameter] = []) {
    self.name = name
    self.version = version
    self.keyForm = keyForm
    self.maximumKeyLength = maximumKeyLength
    self.summary = summary
    self.parameters = parameters
  }
}
