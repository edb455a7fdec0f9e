package import ArrangeModel

/// Overlays, whose entries are items of collections of their own. Such a collection belongs to the shard of the one whose
/// order it is about, and is deleted with it.
package struct StoredOverlays: Sendable {
  let shard: Shard

  /// The maximum number of overlays of a collection that a principal has, and of shared ones.
  package static let maximumCount = 1_000

  package func create(
    _ request: CreateOverlayRequest,
    for caller: Caller,
    reply: @escaping Reply<OverlayInfo>
  ) {
    shard.executor.check()
    guard !shard.isDraining else { return reply(.failure(.draining)) }
    do throws(ArrangeError) {
      let name = try request.name(for: caller.principal)
      let isInProgress = shard.wait(for: name.stored) {
        create(request, for: caller, reply: reply)
      }
      if isInProgress { return }
      try shard.shared.checkOwner(name.stored)
      let list = try collection(of: name)
      guard shard.catalog.entry(name.stored) == nil else {
        throw ArrangeError(.alreadyExists, "there is already the \(name)", field: "overlay")
      }
      let prefix = OverlayName.prefix(of: name.collection, for: name.principal)
      guard shard.catalog.overlays(from: prefix).count < StoredOverlays.maximumCount else {
        throw ArrangeError(
          .resourceExhausted,
          "\"\(name.collection)\" has \(StoredOverlays.maximumCount) overlays of this principal, or shared ones; delete one of them",
          field: "overlay"
        )
      }
      var descriptor = CollectionDescriptor(
        strategy: list.descriptor.strategy,
        strategyVersion: list.descriptor.strategyVersion,
        epoch: shard.random.next(),
        createdAt: shard.clock.wallTime(),
        fields: Fields()
      )
      descriptor.isOverlay = true
      try shard.create(name.stored, describedAs: descriptor) { reply($0.map { OverlayInfo(name, $0.info) }) }
    } catch {
      reply(.failure(error))
    }
  }

  package func get(
    _ request: GetOverlayRequest,
    for caller: Caller,
    reply: @escaping Reply<OverlayPage>
  ) {
    shard.executor.check()
    withOverlay(request, for: caller) { result in
      reply(
        result.map { name, hosted in
          let state = hosted.readDurable()
          let limit = request.limit ?? GetOverlayRequest.maximumEntries
          var entries: [OverlayEntry] = []
          if state.sectionCount > 0 {
            let items = state.items(ofSection: 0)
            let start = min(request.first, items.count)
            items.forEach(in: start..<min(items.count, start + limit)) {
              entries.append(OverlayEntry(stored: $0.element))
            }
          }
          return OverlayPage(info: OverlayInfo(name, hosted.info), entries: entries)
        }
      )
    }
  }

  package func list(
    _ request: ListOverlaysRequest,
    for caller: Caller,
    reply: @escaping Reply<OverlayList>
  ) {
    shard.executor.check()
    guard shard.shared.owns(request.collection) else { return reply(.failure(.notOwned)) }
    guard let list = shard.catalog.entry(request.collection), list.descriptor.view == nil else {
      return reply(.failure(.noCollection(request.collection)))
    }
    let principal = request.principal ?? caller.principal ?? .anonymous
    let names =
      shard.catalog.overlays(from: OverlayName.prefix(of: request.collection, for: nil))
      + shard.catalog.overlays(from: OverlayName.prefix(of: request.collection, for: principal))
    overlays(names[...], [], reply: reply)
  }

  private func overlays(
    _ names: ArraySlice<Identifier>,
    _ found: [OverlayInfo],
    reply: @escaping Reply<OverlayList>
  ) {
    guard let stored = names.first else { return reply(.success(OverlayList(overlays: found))) }
    shard.info(stored) { result in
      switch result {
      case .success(let info):
        let overlay = OverlayName(stored).map { [OverlayInfo($0, info)] } ?? []
        overlays(names.dropFirst(), found + overlay, reply: reply)
      // It was deleted meanwhile.
      case .failure(let error) where error.code == .notFound:
        overlays(names.dropFirst(), found, reply: reply)
      case .failure(let error): reply(.failure(error))
      }
    }
  }

  package func reset(
    _ request: ResetOverlayRequest,
    for caller: Caller,
    reply: @escaping Reply<OverlayInfo>
  ) {
    shard.executor.check()
    guard request.items.isEmpty == request.resetsAll else {
      return reply(
        .failure(ArrangeError(.invalidArgument, "name the items to reset, or set `all`", field: "items"))
      )
    }
    withOverlay(request, for: caller) { result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let (name, hosted)):
        let state = hosted.readDurable()
        let items =
          request.resetsAll
          ? state.overlayItems.map(\.id) : request.items.filter { state.path(ofItem: $0) != nil }
        guard !items.isEmpty else { return reply(.success(OverlayInfo(name, hosted.info))) }
        var seen = Set<Identifier>()
        let references = items.filter { seen.insert($0).inserted }.map { ElementReference($0) }
        let transaction = ApplyRequest(
          collection: name.stored,
          operations: [.removeItems(references)],
          ifVersion: state.version
        )
        shard.apply(transaction, for: caller) { result in
          switch result {
          case .success: reply(.success(OverlayInfo(name, hosted.info)))
          // Somebody placed or reset an item meanwhile.
          case .failure(let error) where error.code == .aborted && caller.isWanted():
            reset(request, for: caller, reply: reply)
          case .failure(let error): reply(.failure(error))
          }
        }
      }
    }
  }

  package func delete(
    _ request: DeleteOverlayRequest,
    for caller: Caller,
    reply: @escaping Reply<Void>
  ) {
    shard.executor.check()
    do throws(ArrangeError) {
      let name = try request.name(for: caller.principal)
      try shard.shared.checkOwner(name.stored)
      guard shard.catalog.entry(name.stored) != nil else { throw missing(name) }
      shard.delete(name.stored, reply: reply)
    } catch {
      reply(.failure(error))
    }
  }

  /// Calls a closure with the collection that has the entries of an overlay, when it is in memory.
  private func withOverlay(
    _ request: some OverlayRequest,
    for caller: Caller,
    _ body: @escaping (Result<(OverlayName, HostedCollection), ArrangeError>) -> Void
  ) {
    do throws(ArrangeError) {
      let name = try request.name(for: caller.principal)
      try shard.shared.checkOwner(name.stored)
      guard shard.catalog.entry(name.stored) != nil else { throw missing(name) }
      shard.shared.withOwned(name.stored) { body($0.map { (name, $0) }) }
    } catch {
      body(.failure(error))
    }
  }

  /// The collection of an overlay.
  private func collection(of name: OverlayName) throws(ArrangeError) -> Catalog.Entry {
    guard let entry = shard.catalog.entry(name.collection) else { throw .noCollection(name.collection) }
    guard entry.descriptor.view == nil else {
      throw ArrangeError(
        .failedPrecondition,
        "\"\(name.collection)\" is a view; create the overlay for a collection, and show it in the view",
        field: "collection"
      )
    }
    if entry.descriptor.outline != nil { throw .overlayOfOutline(name.collection) }
    return entry
  }

  private func missing(_ name: OverlayName) -> ArrangeError {
    shard.catalog.entry(name.collection) == nil ? .noCollection(name.collection) : .noOverlay(name)
  }

  /// Deletes the overlays of a collection that is gone, one after the other.
  ///
  /// - Parameter reply: gets an error if one can't be deleted.
  func deleteAll(of collection: Identifier, reply: @escaping Reply<Void>) {
    guard let name = shard.catalog.overlays(from: OverlayName.prefix(of: collection)).first else {
      return reply(.success(()))
    }
    shard.delete(name) { result in
      if case .failure(let error) = result, error.code != .notFound { return reply(.failure(error)) }
      deleteAll(of: collection, reply: reply)
    }
  }
}

extension Shard {
  /// The overlays of the collections of this shard.
  package var overlays: StoredOverlays { StoredOverlays(shard: self) }
}

extension OverlayInfo {
  fileprivate init(_ name: OverlayName, _ info: CollectionInfo) {
    self.init(
      collection: name.collection,
      overlay: name.overlay,
      isShared: name.principal == nil,
      principal: name.principal,
      createdAt: info.createdAt,
      version: info.version,
      entryCount: info.itemCount
    )
  }
}

extension ArrangeError {
  package static func noOverlay(_ name: OverlayName) -> ArrangeError {
    let whose = name.principal.map { " of the principal \"\($0)\"" } ?? ""
    return ArrangeError(.notFound, "there is no \(name)\(whose); create it first", field: "overlay")
  }
}
