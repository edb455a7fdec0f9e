import ArrangeModel
import Engine
import Logging
import Ordering

/// What is there of the collections, views and sinks that the configuration declares, and how the rest is made.
struct DeclaredContents {
  private let server: ServerContext
  /// The strategy of collections that are declared without one.
  private let defaultStrategy: String
  private let logger: Logger

  init(_ server: ServerContext, defaultStrategy: String, logger: Logger) {
    self.server = server
    self.defaultStrategy = defaultStrategy
    self.logger = logger
  }

  /// The collections that have to be created.
  ///
  /// - Parameter warns: whether the log names those with another strategy.
  func missing(
    of declared: [CreateCollectionRequest],
    warns: Bool
  ) throws(ArrangeError) -> [CreateCollectionRequest] {
    var missing: [CreateCollectionRequest] = []
    var names = Set<Identifier>()
    for request in declared {
      guard names.insert(request.name).inserted else {
        throw .declared("collections: \"\(request.name)\" appears twice; remove one")
      }
      let wanted = request.strategy ?? defaultStrategy
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
  func changed(
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

  /// The sinks that have to be created, or changed because they are not as declared.
  func changed(
    of declared: [CreateSinkRequest],
    beside views: Set<Identifier>
  ) throws(ArrangeError) -> [CreateSinkRequest] {
    var changed: [CreateSinkRequest] = []
    for request in declared {
      do throws(ArrangeError) { try request.settings.check() } catch {
        throw .declared("sinks: \"\(request.name)\": \(error.message)")
      }
      if let view = request.settings.view, !views.contains(view),
        server.engine.catalog.entry(view)?.descriptor.view == nil
      {
        throw .declared(
          "sinks: \"\(request.name)\": there is no view \"\(view)\"; define it first by declaring it among the views"
        )
      }
      let sink = server.engine.catalog.sink(request.name)?.descriptor.sink
      if !request.describes(sink) { changed.append(request) }
    }
    return changed
  }

  func declare(_ request: CreateSinkRequest) async throws(ArrangeError) {
    do throws(ArrangeError) {
      let _: SinkInfo = try await call(for: request.name) { shard, reply in
        shard.sinks.declare(request.name, request.settings, reply: reply)
      }
    } catch {
      throw ArrangeError(error.code, "sinks: \"\(request.name)\": \(error.message)", field: error.field)
    }
  }

  func create(_ request: CreateCollectionRequest) async throws(ArrangeError) {
    let strategy = request.strategy ?? defaultStrategy
    let _: CollectionInfo = try await call(for: request.name) { shard, reply in
      shard.create(
        request.name,
        strategy: strategy,
        fields: request.fields,
        outline: request.outline,
        reply: reply
      )
    }
  }

  func define(_ request: DefineViewRequest) async throws(ArrangeError) {
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
  func warnOfMissingStrategies() {
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

extension ArrangeError {
  /// An error about a declaration in the configuration that can't be satisfied.
  fileprivate static func declared(_ message: String) -> ArrangeError {
    ArrangeError(.invalidArgument, message)
  }
}
