/// A collection that can currently be read but not written, because its ordering strategy, from a loaded
/// library, has not answered for some seconds.
public struct SlowStrategy: Sendable, Hashable {
  public var collection: Identifier
  /// The name of the strategy.
  public var strategy: String

  public init(collection: Identifier, strategy: String) {
    self.collection = collection
    self.strategy = strategy
  }
}
