package import ArrangeModel

/// What gets the answer of the engine: on the shard's executor, once, when what it says is durable.
package typealias Reply<Value> = @Sendable (Result<Value, ArrangeError>) -> Void
