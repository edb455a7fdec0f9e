import ArrangeModel
import Synchronization

/// What a shard keeps of the views that are evaluated by it. It is touched on the shard's executor only.
struct ViewHost {
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

  var sources: [Identifier: ViewSource] = [:]
  /// Who waits for a collection to be read.
  var opening: [Identifier: [(Result<ViewSource, ArrangeError>) -> Void]] = [:]
  /// What came of collections that are being read.
  var early: [SourcePublisher.Letter] = []
  /// By their definitions as text.
  var views: [String: LiveView] = [:]
  var watchers: [ObjectIdentifier: Watcher] = [:]

  /// The source of a collection's key.
  func source(_ key: CollectionKey) -> ViewSource? { sources.values.first { $0.key == key } }

  /// The view that a cursor or a token is of, where it is still kept.
  func view(number: UInt64) -> LiveView? { views.values.first { $0.number == number } }

  func view(_ identity: ViewIdentity) -> LiveView? { views.values.first { $0.identity == identity } }
}

/// The shards of an engine as they know each other.
final class ShardDirectory: Sendable {
  let all: [Shard]
  private let viewRowCount = Atomic<Int>(0)

  init(_ shards: [Shard]) { all = shards }

  subscript(index: Int) -> Shard { all[index] }

  /// What the open views of all shards take, in rows; see ``LiveView/size``.
  var viewRows: Int { viewRowCount.load(ordering: .relaxed) }

  func add(viewRows count: Int) { viewRowCount.add(count, ordering: .relaxed) }

  /// The shard that owns a collection or a stored view. The same for the life of the engine.
  func shard(for name: Identifier) -> Shard {
    if all.count == 1 { return all[0] }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    name.withBytes { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
    // The last bytes have hardly come to the upper half, in which names would be alike that only end in another number:
    // multiplied by 2⁶⁴ over the golden ratio they have (Knuth, The Art of Computer Programming, 6.4).
    return all[Int((hash &* 0x9E37_79B9_7F4A_7C15) >> 32) % all.count]
  }

  /// The shard that evaluates a view: that of its first collection.
  func home(of definition: ViewDefinition) -> Shard {
    LiveView.collections(of: definition).first.map { shard(for: $0) } ?? all[0]
  }
}
