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
      try request.settings.check()
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
      try request.settings.check()
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
    shard.withWritable(request.collection, for: .server) { result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        guard try stored.settings.patterns().contains(where: { $0.matches(request.collection) }) else {
          throw ArrangeError(
            .notFound,
            "the sink \"\(request.sink)\" does not deliver \"\(request.collection)\"",
            field: "collection"
          )
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
            shard.options.sinks?.recordReplay(of: hosted.name, shard: shard.index)
          }
          reply(outcome.map { sink.sinkInfo })
        }
      } catch {
        reply(.failure(error))
      }
    }
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
      settings: sink?.settings ?? SinkSettings(url: "", collections: [], secrets: []),
      createdAt: descriptor.createdAt,
      definer: sink?.definer,
      isPaused: sink?.pause != nil,
      pauseReason: sink?.pause ?? ""
    )
  }
}

extension ArrangeError {
  package static func noSink(_ name: Identifier, field: String = "name") -> ArrangeError {
    ArrangeError(.notFound, "there is no sink \"\(name)\"; look for it in the list of sinks", field: field)
  }
}
