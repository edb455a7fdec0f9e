package import ArrangeModel

/// Receives the answer of the engine: on the shard's executor, once, when its content is durable.
package typealias Reply<Value> = @Sendable (Result<Value, ArrangeError>) -> Void
