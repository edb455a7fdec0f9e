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
  var sinks: [CreateSinkRequest] = []
  /// What was made, as far as this node has asked.
  var made: Set<String> = []
  /// What the log says is missing.
  var complaint = ""
  /// Whether the log says which strategies are not those that are declared.
  var areStrategiesChecked = false
}

/// Collections, views and sinks that the configuration declares.
extension ArrangeServer {
  /// Creates the declared collections, views and sinks that do not exist yet. Call it before the server runs.
  ///
  /// Everything is checked before anything is created, so a mistake in one declaration leaves nothing behind.
  /// Existing collections are left unchanged; if one has a different strategy, the log names it. Existing
  /// views and sinks are made as declared. A node does this when it has joined, for the names that it owns, and once for all nodes;
  /// see ``settle()``.
  ///
  /// - Throws: an ``ArrangeError`` if something can't be created.
  package func ensure(
    _ collections: [CreateCollectionRequest],
    _ views: [DefineViewRequest],
    _ sinks: [CreateSinkRequest] = []
  ) async throws(ArrangeError) {
    server.sinks.declare(Set(sinks.map(\.name)))
    let all = Declarations(collections: collections, views: views, sinks: sinks)
    if server.nodes != nil {
      // What a node owns is known later.
      return declared.withLock { $0 = all }
    }
    try await make(collections, views, sinks, beside: all) { _ in }
  }

  /// - Parameters:
  ///   - all: everything that is declared.
  ///   - record: called with what is there as declared, as soon as it is, but the sinks.
  private func make(
    _ collections: [CreateCollectionRequest],
    _ views: [DefineViewRequest],
    _ sinks: [CreateSinkRequest],
    beside all: Declarations,
    record: ([String]) async throws(ArrangeError) -> Void
  ) async throws(ArrangeError) {
    let warns = declared.withLock { !$0.areStrategiesChecked }
    let contents = DeclaredContents(server, defaultStrategy: options.defaultStrategy, logger: logger)
    if warns { contents.warnOfMissingStrategies() }
    let missing = try contents.missing(of: collections, warns: warns)
    let changed = try contents.changed(of: views, beside: Set(all.collections.map(\.name)))
    let changedSinks = try contents.changed(of: sinks, beside: Set(all.views.map(\.name)))
    declared.withLock { $0.areStrategiesChecked = true }
    for request in missing { try await contents.create(request) }
    let others = Set(changed.map(\.name))
    try await record(
      collections.map(\.declaration) + views.filter { !others.contains($0.name) }.map(\.declaration)
    )
    for request in changed {
      try await contents.define(request)
      try await record([request.declaration])
    }
    for request in changedSinks { try await contents.declare(request) }
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
    // Nobody can change a sink that is declared, so what is there says whether it was made.
    let catalog = server.engine.catalog
    let sinks = known.sinks.filter {
      nodes.ownership.serves(Slot.of($0.name)) && !$0.describes(catalog.sink($0.name)?.descriptor.sink)
    }
    if wanted.isEmpty, sinks.isEmpty { return nil }
    do throws(ArrangeError) {
      let made: Set<String>
      if wanted.isEmpty {
        made = []
      } else {
        made = try await blocking { try nodes.journal.made(among: wanted) }
      }
      declared.withLock { $0.made.formUnion(made) }
      try await make(
        collections.filter { isWanted($0.name, $0.declaration, made) },
        views.filter { isWanted($0.name, $0.declaration, made) },
        sinks,
        beside: known
      ) { (new) throws(ArrangeError) in
        if new.isEmpty { return }
        try await blocking { try nodes.journal.recordMade(new) }
        declared.withLock { $0.made.formUnion(new) }
      }
      declared.withLock { $0.complaint = "" }
      return nil
    } catch {
      if error.message != known.complaint {
        declared.withLock { $0.complaint = error.message }
        logger.warning(
          "a declared collection, view or sink is not there yet; trying again",
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
}

extension CreateSinkRequest {
  /// Whether a sink is as it is declared. It delivers with the rights of the server, whoever has made one of the name before.
  func describes(_ sink: StoredSink?) -> Bool { sink?.settings == settings && sink?.definer == nil }
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
