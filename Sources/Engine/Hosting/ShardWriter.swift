/// What a shard offers to those who write something of its collections.
protocol ShardWriter: AnyObject, Sendable {
  var index: Int { get }
  var storage: Storage { get }
  var catalog: Catalog { get }
  var clock: EngineClock { get }
  var options: EngineOptions { get }
  /// The bytes that are being written and not durable yet.
  var bytesInFlight: Int { get set }

  /// Submits a write, after all writes submitted before it.
  func submit(_ write: Storage.Write)
}
