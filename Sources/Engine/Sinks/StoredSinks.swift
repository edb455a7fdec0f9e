package import ArrangeModel

/// The sinks whose names belong to a shard. Used on its executor.
package struct StoredSinks: Sendable {
  let shard: Shard

  /// Why a sink is paused that somebody has paused.
  private static let byRequest = "it was paused by a request"

  package func create(
    _ request: CreateSinkRequest,
    for caller: Caller,
    reply: @escaping Reply<SinkInfo>
  ) {
    change(request.name, reply: reply) { (entry) throws(ArrangeError) in
      guard entry == nil else {
        throw ArrangeError(.alreadyExists, "there is already a sink \"\(request.name)\"", field: "name")
      }
      guard request.name.text.utf8.count <= SinkName.maximumLength else {
        throw ArrangeError(
          .invalidArgument,
          "the name of a sink has at most \(SinkName.maximumLength) bytes",
          field: "name"
        )
      }
      try check(request.settings)
      guard shard.catalog.sinks.count < StoredSink.maximumCount else {
        throw ArrangeError(
          .resourceExhausted,
          "there are \(StoredSink.maximumCount) sinks already; delete one of them"
        )
      }
      var descriptor = CollectionDescriptor(
        strategy: "",
        strategyVersion: 0,
        epoch: shard.random.next(),
        createdAt: shard.clock.wallTime(),
        fields: Fields()
      )
      let pause = request.isPaused ? StoredSinks.byRequest : nil
      descriptor.sink = StoredSink(request.settings, definer: caller.principal, pause: pause)
      try shard.create(SinkName.stored(request.name), describedAs: descriptor) { result in
        if case .success = result { shard.options.sinks?.recordDefinition() }
        reply(result.map { $0.sinkInfo })
      }
    }
  }

  package func get(_ request: GetSinkRequest, reply: @escaping Reply<SinkInfo>) {
    shard.executor.check()
    do throws(ArrangeError) {
      try shard.shared.checkOwner(request.name)
      guard let entry = shard.catalog.sink(request.name) else { throw .noSink(request.name) }
      reply(.success(entry.sinkInfo))
    } catch {
      reply(.failure(error))
    }
  }

  package func update(
    _ request: UpdateSinkRequest,
    for caller: Caller,
    reply: @escaping Reply<SinkInfo>
  ) {
    redefine(request.name, reply: reply) { (sink) throws(ArrangeError) in
      try checkNotDeclared(request.name)
      try check(request.settings)
      sink.settings = request.settings
      sink.definer = caller.principal
    }
  }

  package func pause(_ request: PauseSinkRequest, for caller: Caller, reply: @escaping Reply<SinkInfo>) {
    redefine(request.name, reply: reply) { sink in sink.pause = sink.pause ?? StoredSinks.byRequest }
  }

  package func resume(_ request: ResumeSinkRequest, reply: @escaping Reply<SinkInfo>) {
    redefine(request.name, reply: reply) { sink in
      sink.pause = nil
      sink.resumes += 1
    }
  }

  /// Deletes a sink. Its positions are forgotten when others of the same collections are written.
  package func delete(_ request: DeleteSinkRequest, reply: @escaping Reply<SinkInfo>) {
    change(request.name, reply: reply) { (entry) throws(ArrangeError) in
      guard let entry else { throw .noSink(request.name) }
      try checkNotDeclared(request.name)
      shard.submit(.delete(entry.key), for: entry.name) { outcome in
        if case .success = outcome {
          shard.catalog.remove(entry.name)
          shard.options.sinks?.recordDefinition()
        }
        reply(outcome.map { entry.sinkInfo })
      }
    }
  }

  /// Sends a test, on which no position depends.
  package func test(_ request: TestSinkRequest, reply: @escaping Reply<SinkTest>) {
    shard.executor.check()
    do throws(ArrangeError) {
      try shard.shared.checkOwner(request.name)
      guard let entry = shard.catalog.sink(request.name) else { throw .noSink(request.name) }
      guard let sinks = shard.options.sinks else { throw .draining }
      sinks.test(entry, reply: reply)
    } catch {
      reply(.failure(error))
    }
  }

  /// Sets the position of a sink in a collection, which belongs to the shard.
  package func replay(_ request: ReplaySinkRequest, reply: @escaping Reply<SinkInfo>) {
    shard.executor.check()
    guard !shard.isDraining else { return reply(.failure(.draining)) }
    guard let sink = shard.catalog.sink(request.sink), let stored = sink.descriptor.sink else {
      return reply(.failure(.noSink(request.sink, field: "sink")))
    }
    if shard.catalog.entry(request.collection)?.descriptor.view != nil {
      return replay(request, of: stored, sink, reply: reply)
    }
    shard.withWritable(request.collection, for: .server) { result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        guard try stored.settings.patterns().contains(where: { $0.matches(request.collection) }) else {
          throw .notDelivered(request)
        }
        var position: SinkPosition?
        if let version = request.after {
          let version = try shard.past.resolve(.number(version), of: hosted, "after")
          position = SinkPosition(
            version: version,
            incarnation: hosted.lineage.incarnation(of: version),
            restores: stored.restores
          )
        }
        hosted.workingDescriptor.sinkPositions[sink.key] = position
        shard.descriptions.write(hosted) { outcome in
          if case .success = outcome {
            shard.options.sinks?.recordNewStart(of: hosted.name, shard: shard.index)
          }
          reply(outcome.map { sink.sinkInfo })
        }
      } catch {
        reply(.failure(error))
      }
    }
  }

  /// Delivers a view anew.
  private func replay(
    _ request: ReplaySinkRequest,
    of stored: StoredSink,
    _ sink: Catalog.Entry,
    reply: @escaping Reply<SinkInfo>
  ) {
    guard stored.settings.view == request.collection else { return reply(.failure(.notDelivered(request))) }
    guard request.after == nil else {
      return reply(
        .failure(
          ArrangeError(
            .invalidArgument,
            "a view has no versions after which it could be delivered; leave this out, and the whole view is",
            field: "after"
          )
        )
      )
    }
    SinkCursors(shard: shard).forget(sink.key, in: request.collection) { outcome in
      if case .success = outcome {
        shard.options.sinks?.recordNewStart(of: request.collection, shard: shard.index)
      }
      reply(outcome.map { _ in sink.sinkInfo })
    }
  }

  /// Creates a sink that the configuration declares, or makes it as it is declared. It delivers with the rights of the server.
  package func declare(
    _ name: Identifier,
    _ settings: SinkSettings,
    reply: @escaping Reply<SinkInfo>
  ) {
    shard.executor.check()
    if shard.wait(for: SinkName.stored(name), { declare(name, settings, reply: reply) }) { return }
    guard shard.catalog.sink(name) != nil else {
      return create(CreateSinkRequest(name: name, settings: settings), for: .server, reply: reply)
    }
    redefine(name, reply: reply) { (sink) throws(ArrangeError) in
      try check(settings)
      (sink.settings, sink.definer) = (settings, nil)
    }
  }

  /// Refuses to change what the next start would change back.
  private func checkNotDeclared(_ name: Identifier) throws(ArrangeError) {
    guard shard.options.sinks?.isDeclared(name) == true else { return }
    throw ArrangeError(
      .failedPrecondition,
      "the sink \"\(name)\" is declared in the configuration of the server; change it there, or pause it",
      field: "name"
    )
  }

  private func check(_ settings: SinkSettings) throws(ArrangeError) {
    try settings.check()
    guard let name = settings.view else { return }
    guard let view = shard.catalog.entry(name)?.descriptor.view else {
      throw ArrangeError(
        .notFound,
        "there is no view \"\(name)\"; define it first",
        field: "settings.view"
      )
    }
    if view.definition.window != nil { throw .windowOfSink }
  }

  private func redefine(
    _ name: Identifier,
    reply: @escaping Reply<SinkInfo>,
    _ body: @escaping (inout StoredSink) throws(ArrangeError) -> Void
  ) {
    change(name, reply: reply) { (entry) throws(ArrangeError) in
      guard var entry, var sink = entry.descriptor.sink else { throw .noSink(name) }
      try body(&sink)
      entry.descriptor.sink = sink
      let described = entry
      shard.submit(.describe(entry.key, descriptor: entry.descriptor.encoded), for: entry.name) { outcome in
        if case .success = outcome {
          shard.catalog.update(described.name) { $0.descriptor = described.descriptor }
          shard.options.sinks?.recordDefinition()
        }
        reply(outcome.map { described.sinkInfo })
      }
    }
  }

  /// Calls a closure with the entry of a sink of this shard, once no other change of it is in progress.
  private func change<Value>(
    _ name: Identifier,
    reply: @escaping Reply<Value>,
    _ body: @escaping (Catalog.Entry?) throws(ArrangeError) -> Void
  ) {
    shard.executor.check()
    guard !shard.isDraining else { return reply(.failure(.draining)) }
    if shard.wait(for: SinkName.stored(name), { change(name, reply: reply, body) }) { return }
    do throws(ArrangeError) {
      try shard.shared.checkOwner(name)
      try body(shard.catalog.sink(name))
    } catch {
      reply(.failure(error))
    }
  }
}

extension Shard {
  /// The sinks whose names belong to this shard.
  package var sinks: StoredSinks { StoredSinks(shard: self) }
}

extension Catalog.Entry {
  /// A sink as clients see it.
  package var sinkInfo: SinkInfo {
    let sink = descriptor.sink
    return SinkInfo(
      name: SinkName.name(of: name) ?? name,
      settings: sink?.settings ?? SinkSettings(collections: []),
      createdAt: descriptor.createdAt,
      definer: sink?.definer,
      isPaused: sink?.pause != nil,
      pauseReason: sink?.pause ?? ""
    )
  }
}

extension ArrangeError {
  fileprivate static func notDelivered(_ request: ReplaySinkRequest) -> ArrangeError {
    ArrangeError(
      .notFound,
      "the sink \"\(request.sink)\" does not deliver \"\(request.collection)\"",
      field: "collection"
    )
  }

  package static func noSink(_ name: Identifier, field: String = "name") -> ArrangeError {
    ArrangeError(.notFound, "there is no sink \"\(name)\"; look for it in the list of sinks", field: field)
  }
}
