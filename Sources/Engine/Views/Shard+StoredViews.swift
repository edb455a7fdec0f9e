package import ArrangeModel

/// Views that have a name. They belong to the shard of their name, as a collection does, which writes them; what they
/// show is evaluated by the shard of their first collection.
extension Shard {
  /// Gives a view a name, or the view of a name another definition. The name has to belong to this shard.
  ///
  /// - Parameter definition: a valid one.
  package func define(
    _ name: Identifier,
    as definition: ViewDefinition,
    reply: @escaping Reply<ViewInfo>
  ) {
    guard !isDraining else { return reply(.failure(.draining)) }
    if wait(for: name, { [self] in define(name, as: definition, reply: reply) }) { return }
    let view = StoredView(definition)
    do throws(ArrangeError) {
      try checkCollections(of: definition)
      guard let entry = catalog.entry(name) else {
        try create(name, describedAs: description(of: view)) { reply($0.map { $0.viewInfo }) }
        return
      }
      guard entry.descriptor.view != nil else {
        throw ArrangeError(
          .alreadyExists,
          "there is a collection \"\(name)\"; give the view another name",
          field: "name"
        )
      }
      var descriptor = entry.descriptor
      descriptor.view = view
      redefine(entry, as: descriptor, reply: reply)
    } catch {
      reply(.failure(error))
    }
  }

  private func redefine(
    _ entry: Catalog.Entry,
    as descriptor: CollectionDescriptor,
    reply: @escaping Reply<ViewInfo>
  ) {
    submit(.describe(entry.key, descriptor: descriptor.encoded), for: entry.name) { [self] outcome in
      if case .success = outcome {
        catalog.update(entry.name) { $0.descriptor = descriptor }
        tellDefinition(of: entry.name)
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
      epoch: random.next(),
      createdAt: clock.wallTime(),
      fields: Fields(),
      view: view
    )
  }

  /// Views are of collections, so that none can be of itself.
  private func checkCollections(of definition: ViewDefinition) throws(ArrangeError) {
    for (index, part) in definition.parts.enumerated() {
      guard case .collection(let query) = part.content else { continue }
      let field = "view.parts[\(index)].collection"
      guard let entry = catalog.entry(query.collection) else {
        throw ArrangeError(
          .notFound,
          "there is no collection \"\(query.collection)\"; create it first",
          field: field
        )
      }
      guard entry.descriptor.view == nil else {
        throw .viewOfView(query.collection, field: field)
      }
    }
  }

  /// Takes a view its name. Its collections stay as they are.
  package func deleteView(_ name: Identifier, reply: @escaping Reply<Void>) {
    guard !isDraining else { return reply(.failure(.draining)) }
    if wait(for: name, { [self] in deleteView(name, reply: reply) }) { return }
    do throws(ArrangeError) {
      guard let entry = catalog.entry(name), entry.descriptor.view != nil else { throw .noView(name) }
      submit(.delete(entry.key), for: name) { [self] outcome in
        if case .success = outcome {
          catalog.remove(name)
          tellDefinition(of: name)
        }
        reply(outcome)
      }
    } catch {
      reply(.failure(error))
    }
  }

  /// Tells all shards that a view has another definition, or none.
  private func tellDefinition(of name: Identifier) {
    guard let directory else { return }
    for shard in directory.all {
      if shard === self {
        shard.noteDefinition(of: name)
      } else {
        shard.executor.execute { shard.noteDefinition(of: name) }
      }
    }
  }
}

extension Catalog {
  /// What a list of collections tells of a stored view, for which it is not evaluated; nil where there is none of the name.
  package func listing(ofView name: Identifier) -> CollectionInfo? {
    guard let entry = entry(name), let view = entry.descriptor.view else { return nil }
    let missing = LiveView.collections(of: view.definition).first { name in
      self.entry(name).map { $0.descriptor.view != nil } ?? true
    }
    return CollectionInfo(
      name: name,
      strategy: "",
      fields: Fields(),
      version: 0,
      epoch: 0,
      createdAt: entry.descriptor.createdAt,
      sectionCount: 0,
      itemCount: 0,
      isView: true,
      problem: missing.map { "there is no collection \"\($0)\"" } ?? ""
    )
  }
}

extension Catalog.Entry {
  /// A stored view as clients see it.
  var viewInfo: ViewInfo {
    ViewInfo(
      name: name,
      definition: descriptor.view?.definition ?? ViewDefinition([]),
      createdAt: descriptor.createdAt
    )
  }
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
