import ArrangeModel
import Synchronization

/// An engine over a journal that other nodes use, too. The calls are those of ``JournalMember``, made by one thread at a time.
extension Engine {
  package func gained(_ slots: SlotSet, _ collections: [CollectionRecord]) {
    guard let ownership else { return }
    do throws(ArrangeError) {
      let entries = try collections.map { record throws(ArrangeError) in try Catalog.Entry(record) }
      let changed = catalog.replace(slots, with: entries)
      // What is read from here on is that of the owner; see ``Shard/load(_:)``.
      let gain = ownership.add(slots)
      for name in changed { notifyOfDefinition(of: name) }
      let takeover = Takeover(slots, shards: shards.count) { ownership.serve($0, of: gain) }
      for shard in shards {
        shard.executor.execute {
          shard.shared.promote(slots, takeover)
          takeover.recordShard()
        }
      }
    } catch {
      storage.fail(error)
    }
  }

  package func release(_ slots: SlotSet, whenDone: @escaping @Sendable () -> Void) {
    ownership?.remove(slots)
    let countdown = Countdown(shards.count, whenDone)
    for shard in shards { shard.executor.execute { shard.shared.leave(slots) { countdown.record() } } }
  }

  package func released(_ slots: SlotSet) {
    for shard in shards { shard.executor.execute { shard.shared.demote(slots) } }
  }

  package func catalogChanged(_ changes: [CatalogChange]) {
    let own = ownership?.slots ?? SlotSet()
    do throws(ArrangeError) {
      for change in changes {
        switch change {
        // This node knows better.
        case .absent(let name) where own.contains(Slot.of(name)): break
        case .present(let record) where own.contains(Slot.of(record.name)): break
        case .absent(let name): recordAbsent(name)
        case .present(let record): recordPresent(try Catalog.Entry(record))
        }
      }
    } catch {
      storage.fail(error)
    }
  }

  private func recordAbsent(_ name: Identifier) {
    guard let old = catalog.entry(name) else { return }
    catalog.remove(name)
    notifyOfDefinition(of: name)
    let shard = shard(for: name)
    shard.executor.execute { shard.shared.endReplica(of: old.key, named: name, .deleted(name)) }
  }

  private func recordPresent(_ entry: Catalog.Entry) {
    let old = catalog.entry(entry.name)
    var entry = entry
    if let old, old.key == entry.key {
      entry.version = max(entry.version, old.version)
      entry.counts = entry.version == old.version ? old.counts : nil
    }
    catalog.insert(entry)
    if entry.descriptor.view != old?.descriptor.view { notifyOfDefinition(of: entry.name) }
    let shard = shard(for: entry.name)
    shard.executor.execute { [entry] in
      if let old, old.key != entry.key {
        shard.shared.endReplica(of: old.key, named: entry.name, .deleted(entry.name))
      }
      shard.shared.describeReplica(entry)
    }
  }

  /// Tells the views of all shards that a stored view was defined anew or deleted.
  private func notifyOfDefinition(of name: Identifier) {
    for host in directory.hosts { host.shard.executor.execute { host.notifyOfDefinition(of: name) } }
  }
}

extension SharedCollections {
  /// Notes the description of a collection of another node.
  fileprivate func describeReplica(_ entry: Catalog.Entry) {
    guard let hosted = shard.collections[entry.name], hosted.key == entry.key, hosted.role == .replica else {
      return
    }
    hosted.descriptor = entry.descriptor
    hosted.workingDescriptor = entry.descriptor
  }
}

extension Catalog.Entry {
  init(_ record: CollectionRecord) throws(ArrangeError) {
    self.init(
      key: record.key,
      name: record.name,
      descriptor: try CollectionDescriptor(encoded: record.descriptor),
      version: record.version,
      counts: nil
    )
  }
}

extension Catalog {
  /// Replaces everything that is known of some slots.
  ///
  /// - Returns: the names of stored views that are gone or have another definition.
  fileprivate func replace(_ slots: SlotSet, with entries: [Entry]) -> [Identifier] {
    let present = Set(entries.map(\.name))
    var changed: [Identifier] = []
    func visit(_ name: Identifier) -> Bool {
      if slots.contains(Slot.of(name)), !present.contains(name) { changed.append(name) }
      return true
    }
    visitNames(from: "", visit)
    for name in overlays(from: "") + sinks.map(\.name) { _ = visit(name) }
    for name in changed { remove(name) }
    for entry in entries {
      if self.entry(entry.name)?.descriptor.view != entry.descriptor.view { changed.append(entry.name) }
      insert(entry)
    }
    return changed
  }
}

/// Calls a closure when it was told often enough.
private final class Countdown: Sendable {
  private let left: Atomic<Int>
  private let body: @Sendable () -> Void

  init(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    left = Atomic(count)
    self.body = body
  }

  func record() { if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { body() } }
}
