import ArrangeModel
import Engine
import NIOCore

/// A sink with what it delivers of this shard. It is used on the event loop only; closures that return there may capture it.
final class DeliveredSink: @unchecked Sendable {
  let key: CollectionKey
  let name: Identifier
  /// Drawn when the sink was created.
  let epoch: UInt64
  var stored: StoredSink
  var patterns: [SinkPattern]
  var deliveries: [Identifier: CollectionDelivery] = [:]
  /// The deliveries whose messages are made or sent, and those that wait for that.
  var inFlight = 0
  var queue = CircularBuffer<CollectionDelivery>()
  var (deliveredCount, failureCount): (UInt64, UInt64) = (0, 0)

  init(_ entry: Catalog.Entry, _ stored: StoredSink) {
    key = entry.key
    name = SinkName.name(of: entry.name) ?? entry.name
    epoch = entry.descriptor.epoch
    self.stored = stored
    patterns = (try? stored.settings.patterns()) ?? []
  }

  func delivers(_ name: Identifier) -> Bool {
    stored.settings.view == name || patterns.contains { $0.matches(name) }
  }
}

/// One collection of a sink, or its view. It is used on the event loop only; closures that return there may capture it.
final class CollectionDelivery: @unchecked Sendable {
  let collection: Identifier
  var machine: SinkDelivery
  /// What is delivered, if it is a view.
  let view: SinkView?
  /// Whether a view may have changed since its last message was made.
  var hasNews = false
  var payload: SinkPayload?
  /// What takes the message to the receiver.
  var carrier: (any SinkCarrier)?
  /// Counts what makes the outcomes of earlier actions void.
  var round = 0
  /// The round whose message is being made or sent; nil if none is.
  var flight: Int?
  var isQueued = false
  /// Whether the sink does not deliver the collection any more.
  var isGone = false
  /// When the next attempt is made, in monotonic nanoseconds.
  var wakesAt: UInt64?

  init(_ collection: Identifier, _ view: SinkView?, _ machine: SinkDelivery) {
    self.collection = collection
    self.view = view
    self.machine = machine
  }
}
