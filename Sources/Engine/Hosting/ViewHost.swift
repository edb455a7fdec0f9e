import ArrangeModel

/// The views that are evaluated by a shard. It is touched on the shard's executor only.
package final class ViewHost: @unchecked Sendable {
  /// The maximum number of views without subscribers that are kept for whoever comes back, or goes on from
  /// them to another one.
  static let mostIdleViews = 64

  /// A subscriber of a view.
  final class Watcher {
    let listener: any SubscriptionListener
    /// What was asked for, and for a stored view the definition that it has had since.
    var reference: ViewReference
    var view: LiveView

    /// The name under which the view was asked for; nil if its definition was.
    var name: Identifier? { reference.name }

    init(_ listener: any SubscriptionListener, to reference: ViewReference, _ view: LiveView) {
      self.listener = listener
      self.reference = reference
      self.view = view
    }
  }

  /// What runs all that happens here, and has what every view needs.
  package let shard: Shard
  var sources: [Identifier: ViewSource] = [:]
  /// Who waits for a collection to be read.
  var opening: [Identifier: [(Result<ViewSource, ArrangeError>) -> Void]] = [:]
  /// What came of collections that are being read.
  var early: [SourcePublisher.Letter] = []
  /// By their definitions as text.
  var views: [String: LiveView] = [:]
  /// The views that are being evaluated, by their definitions as text.
  var openings: [String: ViewOpening] = [:]
  var watchers: [ObjectIdentifier: Watcher] = [:]

  init(_ shard: Shard) { self.shard = shard }

  /// The source of a collection's key.
  func source(_ key: CollectionKey) -> ViewSource? { sources.values.first { $0.key == key } }

  /// The view that a cursor or a token is of, where it is still kept.
  func view(number: UInt64) -> LiveView? { views.values.first { $0.number == number } }

  func view(_ identity: ViewIdentity) -> LiveView? { views.values.first { $0.identity == identity } }
}
