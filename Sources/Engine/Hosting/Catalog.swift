package import ArrangeModel
import Synchronization

/// All collections of a server by name, shared by the shards. What it says of a collection that is not in
/// memory is current; for the others their shard knows better.
package final class Catalog: Sendable {
  /// What is known of a collection that need not be in memory.
  package struct Entry: Sendable {
    package let key: CollectionKey
    package let name: Identifier
    package var descriptor: CollectionDescriptor
    package var version: UInt64
    /// Nil until the collection, or its newest commit, was read.
    package var counts: Counts?

    /// The newest durable state in numbers.
    package struct Counts: Sendable, Hashable {
      package var sections: Int
      package var items: Int
    }
  }

  private let entries: Mutex<[Identifier: Entry]>

  init(_ entries: [Entry]) {
    self.entries = Mutex(Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0) }))
  }

  package var count: Int { entries.withLock { $0.count } }

  package func entry(_ name: Identifier) -> Entry? { entries.withLock { $0[name] } }

  func insert(_ entry: Entry) { entries.withLock { $0[entry.name] = entry } }

  func remove(_ name: Identifier) { entries.withLock { $0[name] = nil } }

  func update(_ name: Identifier, _ body: (inout Entry) -> Void) {
    entries.withLock { entries in
      if var entry = entries[name] {
        body(&entry)
        entries[name] = entry
      }
    }
  }

  /// The names of collections and stored views after a given one in the order of their bytes, at most `limit`.
  /// O(n log n).
  ///
  /// - Parameter onlyViews: whether only those of views are wanted.
  package func names(onlyViews: Bool = false, after name: Identifier?, limit: Int) -> [Identifier] {
    let candidates = entries.withLock { entries in
      entries.values.filter { entry in
        (!onlyViews || entry.descriptor.view != nil) && (name.map { $0 < entry.name } ?? true)
      }.map(\.name)
    }
    return Array(candidates.sorted().prefix(limit))
  }

  /// A stored view; nil where there is none of the name.
  package func view(_ name: Identifier) -> ViewInfo? {
    entry(name).flatMap { $0.descriptor.view == nil ? nil : $0.viewInfo }
  }
}
