import ArrangeModel

/// The views that are evaluated by a shard. It is touched on the shard's executor only.
package final class ViewHost: @unchecked Sendable {
  /// The most views without subscribers that are kept for whoever comes back, or goes on from them to another one.
  static let mostIdleViews = 64

  /// A subscriber of a view.
  final class Watcher {
    let listener: any SubscriptionListener
    /// The name under which the view was asked for; nil where its definition was.
    let name: Identifier?
    var view: LiveView

    init(_ listener: any SubscriptionListener, name: Identifier?, view: LiveView) {
      self.listener = listener
      self.name = name
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
