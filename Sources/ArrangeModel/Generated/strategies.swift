// Generated from Protos/arrange/v1/strategies.proto by the command generate-protos. Do not edit.
// swift-format-ignore-file

public import Ordering

public struct StrategyList: Sendable, Hashable {
  public var strategies: [StrategyInfo]
  /// The name of the one that a collection gets where its creator names none.
  public var defaultStrategy: String

  public init(strategies: [StrategyInfo], defaultStrategy: String) {
    self.strategies = strategies
    self.defaultStrategy = defaultStrategy
  }
}

public struct StrategyInfo: Sendable, Hashable {
  /// The name by which collections choose it, such as "lexorank".
  public var name: String
  /// The version of its key format, which is stored with every collection that uses it.
  public var version: UInt32
  public var keyForm: KeyForm
  /// The longest order key that it hands out, in bytes; at most 255.
  public var maximumKeyLength: Int
  /// One sentence for who has to choose.
  public var summary: String
  /// By what it can be fitted to its use: "NAME:PARAMETER=NUMBER,PARAMETER=NUMBER" chooses it with parameters.
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
