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
  }

  subscript(index: Int) -> Shard { all[index] }

  /// The size of the open views of all shards, in rows; see ``LiveView/size``.
  var viewRows: Int { viewRowCount.load(ordering: .relaxed) }

  func add(viewRows count: Int) { viewRowCount.add(count, ordering: .relaxed) }

  /// The shard that owns a collection or a stored view. The same for the life of the engine.
  func shard(for name: Identifier) -> Shard {
    if all.count == 1 { return all[0] }
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
