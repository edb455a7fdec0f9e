package import ArrangeModel
import Dispatch
import Engine
import Logging
import Ordering
import Synchronization

/// What the configuration of a node declares.
struct Declarations: Sendable {
  var collections: [CreateCollectionRequest] = []
  var views: [DefineViewRequest] = []
  /// What was made, as far as this node has asked.
  var made: Set<String> = []
  /// What the log says is missing.
  var complaint = ""
  /// Whether the log says which strategies are not those that are declared.
  var areStrategiesChecked = false
}

/// Collections and views that the configuration declares.
extension ArrangeServer {
  /// Creates the declared collections and views that do not exist yet. Call it before the server runs.
  ///
  /// Everything is checked before anything is created, so a mistake in one declaration leaves nothing behind.
  /// Existing collections are left unchanged; if one has a different strategy, the log names it. Existing
  /// views are redefined as declared. A node does this when it has joined, for the names that it owns, and once for all nodes;
  /// see ``settle()``.
  ///
  /// - Throws: an ``ArrangeError`` if a collection or view can't be created.
  package func ensure(
    _ collections: [CreateCollectionRequest],
    _ views: [DefineViewRequest]
  ) async throws(ArrangeError) {
    if server.nodes != nil {
      // What a node owns is known later.
      return declared.withLock { $0 = Declarations(collections: collections, views: views) }
    }
    try await make(collections, views, beside: Set(collections.map(\.name))) { _ in }
  }

  /// - Parameters:
  ///   - all: the names of all declared collections.
  ///   - note: called with what is there as declared, as soon as it is.
  private func make(
    _ collections: [CreateCollectionRequest],
    _ views: [DefineViewRequest],
    beside all: Set<Identifier>,
    note: ([String]) async throws(ArrangeError) -> Void
  ) async throws(ArrangeError) {
    let warns = declared.withLock { !$0.areStrategiesChecked }
    if warns { warnOfMissingStrategies() }
    let missing = try missing(of: collections, warns: warns)
    let changed = try changed(of: views, beside: all)
    declared.withLock { $0.areStrategiesChecked = true }
    for request in missing { try await create(request) }
    let others = Set(changed.map(\.name))
    try await note(
      collections.map(\.declaration) + views.filter { !others.contains($0.name) }.map(\.declaration)
    )
    for request in changed {
      try await define(request)
      try await note([request.declaration])
    }
  }

  /// Makes what is declared of names that this node owns, unless a node has made it before: the journal knows what was made, so
  /// that it does not come back when somebody has deleted or redefined it and its slot moves. What can't be made is tried again
  /// by the next call, such as a view of lists that other nodes have not made yet. The log says so once.
  ///
  /// - Returns: the error if something is not there yet.
  @discardableResult
  func settle() async -> ArrangeError? {
    guard let nodes = server.nodes else { return nil }
    let known = declared.withLock { $0 }
    // All nodes have the same configuration: the others are made by their owners.
    let isWanted = { (name: Identifier, declaration: String, made: Set<String>) in
      nodes.ownership.serves(Slot.of(name)) && !made.contains(declaration)
    }
    let collections = known.collections.filter { isWanted($0.name, $0.declaration, known.made) }
    let views = known.views.filter { isWanted($0.name, $0.declaration, known.made) }
    let wanted = collections.map(\.declaration) + views.map(\.declaration)
    if wanted.isEmpty { return nil }
    do throws(ArrangeError) {
      let made = try await blocking { try nodes.journal.made(among: wanted) }
      declared.withLock { $0.made.formUnion(made) }
      try await make(
        collections.filter { isWanted($0.name, $0.declaration, made) },
        views.filter { isWanted($0.name, $0.declaration, made) },
        beside: Set(known.collections.map(\.name))
      ) { (new) throws(ArrangeError) in
        if new.isEmpty { return }
        try await blocking { try nodes.journal.noteMade(new) }
        declared.withLock { $0.made.formUnion(new) }
      }
      declared.withLock { $0.complaint = "" }
      return nil
    } catch {
      if error.message != known.complaint {
        declared.withLock { $0.complaint = error.message }
        logger.warning(
          "a declared collection or view is not there yet; trying again",
          metadata: ["reason": "\(error.message)"]
        )
      }
      return error
    }
  }

  private func blocking<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws(ArrangeError) -> Value {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, any Error>, Never>) in
      DispatchQueue.global().async { continuation.resume(returning: Result { try body() }) }
    }
    return try result.mapError { Storage.arrangeError($0) }.get()
  }

  /// The collections that have to be created.
  ///
  /// - Parameter warns: whether the log names those with another strategy.
  private func missing(
    of declared: [CreateCollectionRequest],
    warns: Bool
  ) throws(ArrangeError) -> [CreateCollectionRequest] {
    var missing: [CreateCollectionRequest] = []
    var names = Set<Identifier>()
    for request in declared {
      guard names.insert(request.name).inserted else {
        throw .declared("collections: \"\(request.name)\" appears twice; remove one")
      }
      let wanted = request.strategy ?? options.defaultStrategy
      let choice = Result { try server.engine.strategies.choose(wanted).choice }
      if let existing = server.engine.catalog.entry(request.name) {
        guard existing.descriptor.view == nil else {
          throw .declared("collections: \"\(request.name)\" is the name of a view; give it another name")
        }
        // A declaration without a strategy accepts any strategy.
        guard warns, request.strategy != nil,
          existing.descriptor.strategy != (try? choice.get()).map({ "\($0)" })
        else {
          continue
        }
        logger.warning(
          "a collection has another strategy than the configuration says, and keeps it",
          metadata: [
            "collection": "\(request.name)", "strategy": "\(existing.descriptor.strategy)",
            "configured": "\(wanted)",
            "advice": "correct the configuration, or change it with 'arrange strategy change'",
          ]
        )
        continue
      }
      if case .failure(let error) = choice {
        throw .declared("collections: \"\(request.name)\": \(error)")
      }
      missing.append(request)
    }
    return missing
  }

  /// The views that have to be defined.
  private func changed(
    of declared: [DefineViewRequest],
    beside collections: Set<Identifier>
  ) throws(ArrangeError) -> [DefineViewRequest] {
    var changed: [DefineViewRequest] = []
    for request in declared {
      let definition = request.view.named()
      do throws(ArrangeError) {
        try definition.validate()
      } catch {
        throw .declared("views: \"\(request.name)\": \(error.message)")
      }
      let existing = server.engine.catalog.entry(request.name)
      guard !collections.contains(request.name), existing == nil || existing?.descriptor.view != nil else {
        throw .declared("views: \"\(request.name)\" is the name of a collection; give it another name")
      }
      for part in definition.parts {
        guard case .collection(let query) = part.content else { continue }
        let entry = server.engine.catalog.entry(query.collection)
        guard collections.contains(query.collection) || entry.map({ $0.descriptor.view == nil }) == true
        else {
          throw .declared(
            "views: \"\(request.name)\": there is no collection \"\(query.collection)\"; create it first by declaring "
              + "it among the collections"
          )
        }
      }
      let view = server.engine.catalog.view(request.name)
      // A view with the rights of its definer has the rights of the server if the server defines it.
      let isAnothers = definition.rights == .definer && view?.definer != nil
      if view?.definition != definition || isAnothers { changed.append(request) }
    }
    return changed
  }

  private func create(_ request: CreateCollectionRequest) async throws(ArrangeError) {
    let strategy = request.strategy ?? options.defaultStrategy
    let _: CollectionInfo = try await call(for: request.name) { shard, reply in
      shard.create(request.name, strategy: strategy, fields: request.fields, reply: reply)
    }
  }

  private func define(_ request: DefineViewRequest) async throws(ArrangeError) {
    do throws(ArrangeError) {
      let _: ViewInfo = try await call(for: request.name) { shard, reply in
        shard.storedViews.define(request.name, as: request.view, reply: reply)
      }
    } catch {
      throw ArrangeError(error.code, "views: \"\(request.name)\": \(error.message)", field: error.field)
    }
  }

  /// Runs a closure on the shard that owns a name, and returns its result.
  private func call<Value: Sendable>(
    for name: Identifier,
    _ body: @escaping @Sendable (Shard, @escaping Reply<Value>) -> Void
  ) async throws(ArrangeError) -> Value {
    let shard = server.engine.shard(for: name)
    let result: Result<Value, ArrangeError> = await withCheckedContinuation { continuation in
      server.loops[shard.index].execute { body(shard) { continuation.resume(returning: $0) } }
    }
    return try result.get()
  }

  /// Logs which strategies are missing. Their collections are read-only.
  private func warnOfMissingStrategies() {
    let catalog = server.engine.catalog
    var collections: [String: [Identifier]] = [:]
    for name in catalog.names(after: nil, limit: .max) {
      guard let descriptor = catalog.entry(name)?.descriptor, descriptor.view == nil else { continue }
      let strategy = String(descriptor.strategy.prefix { $0 != ":" })
      if server.engine.strategies[kind: strategy] == nil { collections[strategy, default: []].append(name) }
    }
    for (strategy, names) in collections.sorted(by: { $0.key < $1.key }) {
      logger.warning(
        "an ordering strategy is not loaded; its collections can only be read",
        metadata: [
          "strategy": "\(strategy)", "collections": "\(names.count)", "first": "\(names[0])",
          "advice": "name its library in the setting strategies",
        ]
      )
    }
  }
}

extension CreateCollectionRequest {
  /// What is stored once the collection was made. Its strategy and fields can be changed by anybody later.
  fileprivate var declaration: String { "collection \(name)" }
}

extension DefineViewRequest {
  /// What is stored once the view was made: another definition is another declaration.
  fileprivate var declaration: String {
    "view \(name) \(ViewIdentity(text: view.named().text).digits)"
  }
}

extension ArrangeError {
  /// An error about a declaration in the configuration that can't be satisfied.
  fileprivate static func declared(_ message: String) -> ArrangeError {
    ArrangeError(.invalidArgument, message)
  }
}
