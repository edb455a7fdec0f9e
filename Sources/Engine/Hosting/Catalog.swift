package import ArrangeModel
import Synchronization

/// All collections of a server by name, shared by the shards. For collections that are not in memory it is
/// current; for the others their shard has newer data.
package final class Catalog: Sendable {
  /// The facts about a collection that need not be in memory.
  package struct Entry: Sendable {
    package let key: CollectionKey
    package let name: Identifier
    package var descriptor: CollectionDescriptor
    package var version: UInt64
    /// Nil until the collection, or its newest commit, was read.
    package var counts: Counts?

    /// Version and counts of the newest durable state.
    package struct Counts: Sendable, Hashable {
      package var sections: Int
      package var items: Int
      /// The incarnation of the version.
      package var incarnation: UInt64 = Lineage.unknown
      /// See ``CollectionInfo/storedBytes``.
      package var storedBytes = 0
    }
  }

  private struct State {
    var entries: [Identifier: Entry]
    /// All names, and those of stored views among them.
    var names: OrderedNames
    var viewNames: OrderedNames
    /// The names of the collections that have the entries of overlays, which are in no list.
    var overlayNames: OrderedNames
    /// The names of the entries of sinks, which are in no list either.
    var sinkNames: OrderedNames
  }

  private let state: Mutex<State>
  private let sinkChanges = Atomic<Int>(0)
  private let viewChanges = Atomic<Int>(0)

  init(_ entries: [Entry]) {
    state = Mutex(
      State(
        entries: Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0) }),
        names: OrderedNames(entries.lazy.map(\.name).filter { !$0.isInternal }),
        viewNames: OrderedNames(entries.lazy.filter { $0.descriptor.view != nil }.map(\.name)),
        overlayNames: OrderedNames(entries.lazy.map(\.name).filter { $0.isOverlay }),
        sinkNames: OrderedNames(entries.lazy.map(\.name).filter { $0.isSink })
      )
    )
  }

  package var count: Int { state.withLock { $0.entries.count } }

  package func entry(_ name: Identifier) -> Entry? { state.withLock { $0.entries[name] } }

  func insert(_ entry: Entry) {
    let view = state.withLock { state -> StoredView? in
      let old = state.entries.updateValue(entry, forKey: entry.name)
      if old == nil {
        if entry.name.isOverlay {
          state.overlayNames.insert(entry.name)
        } else if entry.name.isSink {
          state.sinkNames.insert(entry.name)
        } else {
          state.names.insert(entry.name)
        }
      }
      // A name that was a view's may be a collection's now.
      let (wasView, isView) = (old?.descriptor.view != nil, entry.descriptor.view != nil)
      if isView, !wasView { state.viewNames.insert(entry.name) }
      if wasView, !isView { state.viewNames.remove(entry.name) }
      return old?.descriptor.view
    }
    recordChange(of: entry.name, from: view, to: entry.descriptor.view)
  }

  func remove(_ name: Identifier) {
    let view = state.withLock { state -> StoredView? in
      let old = state.entries.removeValue(forKey: name)
      if name.isOverlay {
        state.overlayNames.remove(name)
      } else if name.isSink {
        state.sinkNames.remove(name)
      } else {
        state.names.remove(name)
        state.viewNames.remove(name)
      }
      return old?.descriptor.view
    }
    recordChange(of: name, from: view, to: nil)
  }

  func update(_ name: Identifier, _ body: (inout Entry) -> Void) {
    let (before, after) = state.withLock { state -> (StoredView?, StoredView?) in
      guard var entry = state.entries[name] else { return (nil, nil) }
      let before = entry.descriptor.view
      body(&entry)
      state.entries[name] = entry
      return (before, entry.descriptor.view)
    }
    recordChange(of: name, from: before, to: after)
  }

  private func recordChange(of name: Identifier, from old: StoredView?, to new: StoredView?) {
    if name.isSink { sinkChanges.add(1, ordering: .releasing) }
    if old?.text != new?.text { viewChanges.add(1, ordering: .releasing) }
  }

  /// How often a view was defined or deleted. May be asked from anywhere.
  package var viewRevision: Int { viewChanges.load(ordering: .acquiring) }

  /// How often a sink was created, changed or deleted. May be asked from anywhere.
  package var sinkRevision: Int { sinkChanges.load(ordering: .acquiring) }

  /// The entries of all sinks, in the order of the bytes of their names.
  package var sinks: [Entry] {
    state.withLock { state in
      state.sinkNames.names(after: nil, limit: .max).compactMap { state.entries[$0] }
    }
  }

  /// The entry of a sink; nil if there is none of the name.
  package func sink(_ name: Identifier) -> Entry? { entry(SinkName.stored(name)) }

  /// The names of collections and stored views after a given one in the order of their bytes, at most `limit`.
  /// O(log n + limit).
  ///
  /// - Parameter onlyViews: whether to return only names of views.
  package func names(onlyViews: Bool = false, after name: Identifier?, limit: Int) -> [Identifier] {
    state.withLock { (onlyViews ? $0.viewNames : $0.names).names(after: name, limit: limit) }
  }

  /// Calls a closure with the names that begin with a text, in the order of their bytes, until it returns
  /// false.
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

  /// The number of names read at a time.
  private static let namesOfRun = 256

  /// The collections that have the entries of overlays and whose names begin with a text, in the order of their bytes.
  package func overlays(from prefix: String) -> [Identifier] {
    state.withLock { state in
      var names: [Identifier] = []
      var last = Identifier(unchecked: prefix)
      while true {
        let more = state.overlayNames.names(after: last, limit: Catalog.namesOfRun)
        let found = more.prefix { $0.text.utf8.starts(with: prefix.utf8) }
        names += found
        guard found.count == Catalog.namesOfRun else { return names }
        last = found[found.count - 1]
      }
    }
  }

  /// A stored view; nil if there is none of the name.
  package func view(_ name: Identifier) -> ViewInfo? {
    entry(name).flatMap { $0.descriptor.view == nil ? nil : $0.viewInfo }
  }
}
