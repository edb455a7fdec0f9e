package import ArrangeModel

/// Decides what placing rows in a view does, by its newest version. Used on the executor of the host's shard.
package struct PlacePlanning {
  private let host: ViewHost

  package init(on host: ViewHost) { self.host = host }

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
          seen: request.seen.flatMap { view.list(seenBy: $0, list) },
          overlays: view.placeOverlays,
          placesOnlyShownRows: reference.isAsDefiner
        )
        reply(.success(try resolver.plan(request)))
      } catch {
        reply(.failure(error))
      }
    }
  }
}

extension LiveView {
  /// The overlays in which rows of the parts are placed, by the numbers of the parts.
  fileprivate var placeOverlays: [Int: PlaceOverlay] {
    var overlays: [Int: PlaceOverlay] = [:]
    for (number, part) in parts.enumerated() {
      guard case .rows(let rows, _) = part, let overlay = rows.overlay,
        let name = rows.plan.query.overlayName
      else { continue }
      overlays[number] = PlaceOverlay(
        name: name,
        entries: sources[overlay.source].state,
        order: overlay.order
      )
    }
    return overlays
  }

  /// The list that a subscriber had with a token; nil if it is no longer known. O(edits since then · log n).
  fileprivate func list(seenBy bytes: [UInt8], _ list: ViewList) -> ViewList? {
    guard let token = ViewToken(bytes), token.view == identity, token.reason(over: sources) == nil,
      let version = version(of: token)
    else { return nil }
    return version == list.version ? list : self.list(at: version, from: list)
  }
}
