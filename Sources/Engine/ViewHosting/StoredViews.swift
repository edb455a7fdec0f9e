package import ArrangeModel

/// Named views. They are written by the shard of their name, as for a collection; their content is evaluated
/// by the shard of their first collection.
package struct StoredViews: Sendable {
  let shard: Shard

  /// Stores a view under a name, or redefines the view of the name. The name must belong to this shard.
  ///
  /// - Parameters:
  ///   - definition: a valid definition.
  ///   - definer: the principal that defines it; nil for the server itself.
  package func define(
    _ name: Identifier,
    as definition: ViewDefinition,
    by definer: Principal? = nil,
    reply: @escaping Reply<ViewInfo>
  ) {
    shard.executor.check()
    guard !shard.isDraining else { return reply(.failure(.draining)) }
    if shard.wait(for: name, { define(name, as: definition, by: definer, reply: reply) }) { return }
    let view = StoredView(definition, definer: definer)
    do throws(ArrangeError) {
      try shard.shared.checkOwner(name)
      try checkCollections(of: definition)
      guard let entry = shard.catalog.entry(name) else {
        try shard.create(name, describedAs: description(of: view)) { reply($0.map { $0.viewInfo }) }
        return
      }
      guard entry.descriptor.view != nil else {
        throw ArrangeError(
          .alreadyExists,
          "there is a collection \"\(name)\"; give the view another name",
          field: "name"
        )
      }
      redefine(entry, as: view, reply: reply)
    } catch {
      reply(.failure(error))
    }
  }

  /// Redefines a view, with an offset that makes its version greater than before. The collections are asked
  /// for their versions, since a removed part takes its commits along.
  private func redefine(
    _ entry: Catalog.Entry,
    as view: StoredView,
    reply: @escaping Reply<ViewInfo>
  ) {
    guard let old = entry.descriptor.view, old.text != view.text else {
      var descriptor = entry.descriptor
      descriptor.view?.definer = view.definer
      return redefine(entry, as: descriptor, reply: reply)
    }
    let before = LiveView.collections(of: old.definition)
    let after = LiveView.collections(of: view.definition)
    shard.changesInProgress[entry.name] = []
    // Each once, so that a collection in both definitions counts the same.
    durableVersions(of: Array(Set(before + after)), [:]) { versions in
      let sumBefore = before.reduce(old.offset) { $0 + (versions[$1] ?? 0) }
      // The version of a view with the rights of its definer is a time.
      let sentVersion =
        old.definition.rights == .definer ? max(sumBefore, shard.clock.microseconds) : sumBefore
      let sum = after.reduce(0) { $0 + (versions[$1] ?? 0) }
      var descriptor = entry.descriptor
      descriptor.view = view
      descriptor.view?.offset = max(old.offset, sentVersion + 1 > sum ? sentVersion + 1 - sum : 0)
      redefine(entry, as: descriptor, reply: reply)
    }
  }

  /// Calls a closure with the durable versions of collections and those that are already known; 0 for one
  /// that does not exist.
  private func durableVersions(
    of names: [Identifier],
    _ known: [Identifier: UInt64],
    _ body: @escaping ([Identifier: UInt64]) -> Void
  ) {
    guard let name = names.last, let neighbours = shard.neighbours else { return body(known) }
    neighbours.durableVersion(of: name, for: shard.index) { version in
      durableVersions(of: names.dropLast(), known.merging([name: version]) { $1 }, body)
    }
  }

  private func redefine(
    _ entry: Catalog.Entry,
    as descriptor: CollectionDescriptor,
    reply: @escaping Reply<ViewInfo>
  ) {
    shard.submit(.describe(entry.key, descriptor: descriptor.encoded), for: entry.name) { outcome in
      if case .success = outcome {
        shard.catalog.update(entry.name) { $0.descriptor = descriptor }
        shard.neighbours?.notifyOfDefinition(of: entry.name, by: shard.index)
      }
      var described = entry
      described.descriptor = descriptor
      reply(outcome.map { described.viewInfo })
    }
  }

  private func description(of view: StoredView) -> CollectionDescriptor {
    CollectionDescriptor(
      strategy: "",
      strategyVersion: 0,
      epoch: shard.random.next(),
      createdAt: shard.clock.wallTime(),
      fields: Fields(),
      view: view
    )
  }

  /// Checks that the sources are collections, so that no view depends on itself.
  private func checkCollections(of definition: ViewDefinition) throws(ArrangeError) {
    for (index, part) in definition.parts.enumerated() {
      guard case .collection(let query) = part.content else { continue }
      let field = "view.parts[\(index)].query.collection"
      guard let entry = shard.catalog.entry(query.collection) else {
        throw ArrangeError(
          .notFound,
          "there is no collection \"\(query.collection)\"; create it first",
          field: field
        )
      }
      guard entry.descriptor.view == nil else {
        throw .viewOfView(query.collection, field: field)
      }
      if query.overlay != nil, entry.descriptor.outline != nil {
        throw .overlayOfOutline(query.collection, part: index)
      }
    }
  }

  /// Deletes a view. Its collections are not affected.
  package func deleteView(_ name: Identifier, reply: @escaping Reply<Void>) {
    shard.executor.check()
    guard !shard.isDraining else { return reply(.failure(.draining)) }
    if shard.wait(for: name, { deleteView(name, reply: reply) }) { return }
    do throws(ArrangeError) {
      try shard.shared.checkOwner(name)
      guard let entry = shard.catalog.entry(name), entry.descriptor.view != nil else { throw .noView(name) }
      shard.submit(.delete(entry.key), for: name) { outcome in
        if case .success = outcome {
          shard.catalog.remove(name)
          shard.neighbours?.notifyOfDefinition(of: name, by: shard.index)
        }
        reply(outcome)
      }
    } catch {
      reply(.failure(error))
    }
  }
}

extension Shard {
  /// The stored views whose names belong to this shard.
  package var storedViews: StoredViews { StoredViews(shard: self) }
}

extension ArrangeError {
  package static func noView(_ name: Identifier) -> ArrangeError {
    ArrangeError(.notFound, "there is no view \"\(name)\"; look for it in the list of views", field: "name")
  }

  static func viewOfView(_ name: Identifier, field: String) -> ArrangeError {
    ArrangeError(
      .invalidArgument,
      "\"\(name)\" is a view, and a view shows collections; show the view itself, or name its collections",
      field: field
    )
  }
}
