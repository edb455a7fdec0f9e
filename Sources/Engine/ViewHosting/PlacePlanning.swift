package import ArrangeModel

/// Decides what placing rows in a view does, by its newest version. Used on the executor of the host's shard.
package struct PlacePlanning {
  private let host: ViewHost

  package init(on host: ViewHost) { self.host = host }

  /// - Parameter reference: a view with the rights of its reader.
  package func plan(
    _ request: PlaceRowsRequest,
    in reference: ViewReference,
    for caller: Caller,
    reply: @escaping Reply<PlacePlan>
  ) {
    host.shard.executor.check()
    host.drainMailbox()
    host.withView(reference.definition, offset: reference.offset, for: caller) { result in
      do throws(ArrangeError) {
        let view = try result.get()
        guard caller.isWanted() else { throw .notWanted }
        let list = view.list
        let resolver = PlaceResolver(
          definition: view.definition,
          list: list,
          seen: request.seen.flatMap { view.list(seenBy: $0, list) }
        )
        reply(.success(try resolver.plan(request)))
      } catch {
        reply(.failure(error))
      }
    }
  }
}

extension LiveView {
  /// The list that a subscriber had with a token; nil if it is no longer known. O(edits since then · log n).
  fileprivate func list(seenBy bytes: [UInt8], _ list: ViewList) -> ViewList? {
    guard let token = ViewToken(bytes), token.view == identity, token.reason(over: sources) == nil,
      let version = version(of: token)
    else { return nil }
    return version == list.version ? list : self.list(at: version, from: list)
  }
}
