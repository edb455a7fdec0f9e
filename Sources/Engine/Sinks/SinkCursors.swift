import ArrangeModel

/// How far sinks are with the views of a shard. Used on its executor.
struct SinkCursors {
  let shard: Shard

  /// Changes how far a sink is with a view, once nothing else is changed of the view.
  ///
  /// - Parameters:
  ///   - body: returns whether there is a change.
  ///   - reply: gets whether there was one, when it is durable.
  func change(
    of sink: CollectionKey,
    in name: Identifier,
    _ body: @escaping @Sendable (inout SinkViewCursor) -> Bool,
    reply: @escaping Reply<Bool>
  ) {
    shard.executor.check()
    guard !shard.isDraining else { return reply(.failure(.draining)) }
    if shard.wait(for: name, { change(of: sink, in: name, body, reply: reply) }) { return }
    do throws(ArrangeError) {
      try shard.shared.checkOwner(name)
      guard var entry = shard.catalog.entry(name), entry.descriptor.view != nil else { throw .noView(name) }
      var cursor = entry.descriptor.sinkCursors[sink] ?? SinkViewCursor(history: shard.random.next())
      guard body(&cursor) else { return reply(.success(false)) }
      entry.descriptor.sinkCursors.keep(Set(shard.catalog.sinks.map(\.key)))
      entry.descriptor.sinkCursors[sink] = cursor
      let descriptor = entry.descriptor
      let shard = shard
      shard.submit(.describe(entry.key, descriptor: descriptor.encoded), for: name) { outcome in
        if case .success = outcome { shard.catalog.update(name) { $0.descriptor = descriptor } }
        reply(outcome.map { true })
      }
    } catch {
      reply(.failure(error))
    }
  }

  /// Forgets what the receiver of a sink has of a view, so that the whole view is delivered again.
  func forget(_ sink: CollectionKey, in name: Identifier, reply: @escaping Reply<Bool>) {
    change(
      of: sink,
      in: name,
      { cursor in
        cursor.forget()
        return true
      },
      reply: reply
    )
  }
}
