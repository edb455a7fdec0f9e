package import ArrangeModel

extension StoredBin {
  /// Forgets the history up to now, with everything that was removed.
  ///
  /// It is a commit that changes nothing: what is before it is not needed any more, and is trimmed after the next checkpoint,
  /// which begins when the commit is durable.
  package func empty(
    _ request: EmptyBinRequest,
    for caller: Caller = .server,
    reply: @escaping Reply<EmptiedBin>
  ) {
    shard.executor.check()
    guard !shard.isDraining else { return reply(.failure(.draining)) }
    shard.withWritable(request.collection, for: caller) { result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        try HistoryCut(shard: shard).make(of: hosted, for: caller) { (_) throws(ArrangeError) in
          false
        } reply: { result in
          reply(result.map { EmptiedBin(oldestKept: $0.version) })
        }
      } catch {
        reply(.failure(error))
      }
    }
  }
}
