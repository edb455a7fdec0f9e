package import ArrangeModel

/// Is told of what sinks deliver. Its methods must return at once.
package protocol SinkObserver: Sendable {
  /// A commit of a collection of this shard is durable. Called on the shard's executor.
  func recordCommit(of name: Identifier, version: UInt64, shard: Int)
  /// A collection was created or deleted, or a request changed the position of a sink in it. Called on the shard's executor.
  func recordNewStart(of name: Identifier, shard: Int)
  /// A sink was created, changed or deleted on this node. Called on an executor.
  func recordDefinition()
  /// Whether the configuration of the server declares a sink. Can be asked on any thread.
  func isDeclared(_ name: Identifier) -> Bool
  /// Sends a test to the receiver of a sink. The reply can come on any thread.
  func test(_ sink: Catalog.Entry, reply: @escaping Reply<SinkTest>)
}
