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
      /// Who made the version.
      package var incarnation: UInt64 = Lineage.unknown
    }
  }

  private struct State {
    var entries: [Identifier: Entry]
    /// The names of all, and of the stored views among them.
    var names: OrderedNames
    var viewNames: OrderedNames
  }

  private let state: Mutex<State>

  init(_ entries: [Entry]) {
    state = Mutex(
      State(
        entries: Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0) }),
        names: OrderedNames(entries.lazy.map(\.name)),
        viewNames: OrderedNames(entries.lazy.filter { $0.descriptor.view != nil }.map(\.name))
      )
    )
  }

  package var count: Int { state.withLock { $0.entries.count } }

  package func entry(_ name: Identifier) -> Entry? { state.withLock { $0.entries[name] } }

  func insert(_ entry: Entry) {
    state.withLock { state in
      state.entries[entry.name] = entry
      state.names.insert(entry.name)
      // A name that stood for a view can stand for a collection now.
      if entry.descriptor.view == nil {
        state.viewNames.remove(entry.name)
      } else {
        state.viewNames.insert(entry.name)
      }
    }
  }

  func remove(_ name: Identifier) {
    state.withLock { state in
      state.entries[name] = nil
      state.names.remove(name)
      state.viewNames.remove(name)
    }
  }

  func update(_ name: Identifier, _ body: (inout Entry) -> Void) {
    state.withLock { state in
      if var entry = state.entries[name] {
        body(&entry)
        state.entries[name] = entry
      }
    }
  }

  /// The names of collections and stored views after a given one in the order of their bytes, at most `limit`.
  /// O(log n + limit).
  ///
  /// - Parameter onlyViews: whether only those of views are wanted.
  package func names(onlyViews: Bool = false, after name: Identifier?, limit: Int) -> [Identifier] {
    state.withLock { (onlyViews ? $0.viewNames : $0.names).names(after: name, limit: limit) }
  }

  /// Calls a closure with the names that begin with a text, in the order of their bytes, until it answers false.
  package func visitNames(from prefix: String, _ body: (Identifier) -> Bool) {
    let start = Identifier(unchecked: prefix)
    if !prefix.isEmpty, entry(start) != nil, !body(start) { return }
    var last = prefix.isEmpty ? nil : start
    while true {
      let names = names(after: last, limit: Catalog.namesOfRun)
      for name in names {
        guard name.text.utf8.starts(with: prefix.utf8), body(name) else { return }
      }
      guard names.count == Catalog.namesOfRun else { return }
      last = names.last
    }
  }

  /// How many names are taken at a time.
  private static let namesOfRun = 256

  /// A stored view; nil if there is none of the name.
  package func view(_ name: Identifier) -> ViewInfo? {
    entry(name).flatMap { $0.descriptor.view == nil ? nil : $0.viewInfo }
  }
}
