import ArrangeModel

/// The views that are evaluated by a shard. Used on the shard's executor only.
package final class ViewHost: MailboxReader, @unchecked Sendable {
  /// The maximum number of views without subscribers that are kept for returning subscribers, or for those
  /// who move on to another view.
  static let maximumIdleViews = 64

  /// A subscriber of a view.
  final class Watcher {
    let listener: any SubscriptionListener
    /// The requested view; for a stored view with its current definition.
    var reference: ViewReference
    var view: LiveView

    /// The name by which the view was requested; nil if its definition was sent.
    var name: Identifier? { reference.name }

    init(_ listener: any SubscriptionListener, to reference: ViewReference, _ view: LiveView) {
      self.listener = listener
      self.reference = reference
      self.view = view
    }
  }

  /// The shard that runs all work here, and has the resources that every view needs.
  package let shard: Shard
  /// The hosts of the other shards; nil only after the engine is gone.
  weak var directory: ShardDirectory? { didSet { sources.directory = directory } }
  let sources: SourceTable
  /// By their definitions as text.
  var views: [String: LiveView] = [:]
  /// The same views by their rows; see ``LiveView/rowsIdentity``.
  var viewsOfRows: [ViewIdentity: ViewsOfRows] = [:]
  /// The views that are being evaluated, by their rows.
  var openings: [ViewIdentity: ViewOpening] = [:]
  var watchers: [ObjectIdentifier: Watcher] = [:]
  var pastViews = PastViews()

  init(_ shard: Shard) {
    self.shard = shard
    sources = SourceTable(shard)
  }

  /// The view of a cursor or a token, if it is still kept.
  func view(number: UInt64) -> LiveView? { views.values.first { $0.number == number } }

  func view(_ identity: ViewIdentity) -> LiveView? { views.values.first { $0.identity == identity } }
}
