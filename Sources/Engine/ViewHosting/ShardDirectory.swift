import ArrangeModel
import Synchronization

/// The shards of an engine, for lookups among them.
final class ShardDirectory: Sendable {
  let all: [Shard]
  /// The views of each shard.
  let hosts: [ViewHost]
  private let viewRowCount = Atomic<Int>(0)

  init(_ shards: [Shard]) {
    all = shards
    hosts = shards.map { ViewHost($0) }
    for host in hosts { host.directory = self }
  }

  subscript(index: Int) -> Shard { all[index] }

  /// The size of the open views of all shards, in rows; see ``LiveView/size``.
  var viewRows: Int { viewRowCount.load(ordering: .relaxed) }

  func add(viewRows count: Int) { viewRowCount.add(count, ordering: .relaxed) }

  /// The shard that owns a collection or a stored view. The same for the life of the engine.
  func shard(for name: Identifier) -> Shard {
    if all.count == 1 { return all[0] }
    let name = name.placedName
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    name.withBytes { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
    // The last bytes of a name hardly affect the upper half of the hash, so names that differ only in a final
    // number would be alike in it. Multiplying by 2⁶⁴ over the golden ratio spreads them (Knuth, The Art of
    // Computer Programming, 6.4).
    return all[Int((hash &* 0x9E37_79B9_7F4A_7C15) >> 32) % all.count]
  }

  /// The shard that evaluates a view: that of its first collection.
  func home(of definition: ViewDefinition) -> ViewHost {
    hosts[LiveView.collections(of: definition).first.map { shard(for: $0).index } ?? 0]
  }
}

extension ShardDirectory: ShardNeighbours {
  /// A closure of a shard that returns to it from another one.
  private struct UncheckedBody: @unchecked Sendable {
    let body: (UInt64) -> Void

    init(_ body: @escaping (UInt64) -> Void) { self.body = body }
  }

  func durableVersion(of name: Identifier, for asking: Int, _ body: @escaping (UInt64) -> Void) {
    let owner = shard(for: name)
    guard owner.index != asking else { return body(owner.durableVersion(of: name)) }
    let back = UncheckedBody(body)
    owner.executor.execute { [all] in
      let version = owner.durableVersion(of: name)
      all[asking].executor.execute { back.body(version) }
    }
  }

  func notifyOfDefinition(of name: Identifier, by shard: Int) {
    for host in hosts {
      if host.shard.index == shard {
        host.notifyOfDefinition(of: name)
      } else {
        host.shard.executor.execute { host.notifyOfDefinition(of: name) }
      }
    }
  }

  func deleteOverlays(of collection: Identifier, on shard: Int, reply: @escaping Reply<Void>) {
    all[shard].overlays.deleteAll(of: collection, reply: reply)
  }

  func evictIdleViews(of shard: Int, now: UInt64) { hosts[shard].evictIdleViews(now: now) }

  func addFigures(ofViewsOf shard: Int, to figures: inout ShardFigures) {
    let views = hosts[shard].views
    figures.views = views.count
    for view in views.values {
      figures.oldestNews = [figures.oldestNews, view.feed.listeners.oldestNews].compactMap(\.self).min()
    }
  }
}

extension Shard {
  fileprivate func durableVersion(of name: Identifier) -> UInt64 {
    if let hosted = collections[name], case .ready = hosted.phase { return hosted.durable.version }
    return catalog.entry(name)?.version ?? 0
  }
}
