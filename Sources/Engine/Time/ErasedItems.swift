package import ArrangeModel

/// Erases items from the collections of a shard, with the history that has them. Used on its executor.
package struct ErasedItems: Sendable {
  /// How often it is attempted to clear the files, and the time between two attempts, in nanoseconds: a backup or a checkpoint may
  /// be in progress.
  private static let maximumAttempts = 50
  private static let pause: UInt64 = 100_000_000

  let shard: Shard

  /// Removes items for good: from the collection, from its bin, and from what is kept of its history, which begins anew.
  ///
  /// - Parameter reply: gets the answer when the files of the server have nothing of them any more, or, if something is in use for
  ///   long, when their next attempt will come. Gets ``StatusCode/notFound`` for an item that neither the collection nor its
  ///   history has, and ``StatusCode/failedPrecondition`` if versions have names that are not to be deleted.
  package func erase(
    _ request: EraseRequest,
    for caller: Caller = .server,
    reply: @escaping Reply<Erasure>
  ) {
    shard.executor.check()
    guard !shard.isDraining else { return reply(.failure(.draining)) }
    guard !request.items.isEmpty else { return reply(.failure(.noItems)) }
    shard.shared.withOwned(request.collection) { result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let hosted):
        let state = hosted.readDurable()
        let missing = Set(request.items.filter { state.slot(ofItem: $0) == nil })
        find(missing, in: request, before: hosted.durable.version, of: hosted, for: caller) { result in
          switch result {
          case .failure(let error): reply(.failure(error))
          case .success: carryOut(request, on: hosted.key, for: caller, reply: reply)
          }
        }
      }
    }
  }

  /// Looks for items in the kept history, the newest commits first.
  private func find(
    _ missing: Set<Identifier>,
    in request: EraseRequest,
    before version: UInt64,
    of hosted: HostedCollection,
    for caller: Caller,
    reply: @escaping Reply<Void>
  ) {
    guard !missing.isEmpty else { return reply(.success(())) }
    guard caller.isWanted() else { return reply(.failure(.notWanted)) }
    guard version > hosted.oldestVersion else {
      let index = request.items.firstIndex { missing.contains($0) } ?? 0
      return reply(.failure(.isNowhere(request.items[index], index)))
    }
    shard.past.commits(hosted.oldestVersion + 1...version, backward: true, of: hosted) { result in
      guard case .success(let commits) = result else { return reply(result.map { _ in }) }
      shard.past.run(edits: commits.edits, weight: commits.edits, for: caller) {
        (_: inout WorkSlice) throws(ArrangeError) -> Set<Identifier>? in
        var missing = missing
        for commit in commits.commits {
          for edit in LoggedEdits(commit.edits) where edit.isOfItem { missing.remove(edit.element.id) }
        }
        return missing
      } whenDone: { result in
        guard case .success(let missing) = result else { return reply(result.map { _ in }) }
        // The executor does other work in between, however many commits there are.
        shard.executor.execute {
          find(
            missing,
            in: request,
            before: commits.versions.lowerBound - 1,
            of: hosted,
            for: caller,
            reply: reply
          )
        }
      }
    }
  }

  private func carryOut(
    _ request: EraseRequest,
    on key: CollectionKey,
    for caller: Caller,
    reply: @escaping Reply<Erasure>
  ) {
    shard.withWritable(request.collection, for: caller) { result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        // Another one may have the name by now.
        guard hosted.key == key else { throw .deleted(request.collection) }
        guard caller.isWanted() else { throw .notWanted }
        let working = hosted.working
        var present: [Identifier] = []
        for item in request.items where working.slot(ofItem: item) != nil && !present.contains(item) {
          present.append(item)
        }
        let names = hosted.workingDescriptor.namedVersions.all.map(\.name)
        let removal = RemoveVerb(
          kind: .item,
          elements: present.map { ElementReference($0) },
          descendants: working.branches == nil ? nil : .refuse
        )
        try HistoryCut(shard: shard).make(of: hosted, deletesNames: request.deletesNames, for: caller) {
          (editor) throws(ArrangeError) in
          guard !removal.elements.isEmpty else { return false }
          try ErasedItems.checkChildren(of: removal.elements, in: editor.state)
          _ = try removal.perform(in: &editor)
          return true
        } reply: { [present] result in
          let hasOtherNodes = shard.options.ownership != nil
          clearFiles(of: hosted, since: result.map(\.version)) { files in
            reply(
              Result { () throws(ArrangeError) in
                Erasure(
                  removed: present,
                  oldestKept: try result.get().version,
                  deletedNames: names,
                  files: try files.get(),
                  otherNodes: hasOtherNodes
                )
              }
            )
          }
        }
      } catch {
        reply(.failure(error))
      }
    }
  }

  /// Checks that nothing is below the items of an outline that is not erased as well.
  @inline(never)
  private static func checkChildren(
    of items: [ElementReference],
    in state: CollectionState
  ) throws(ArrangeError) {
    guard state.branches != nil else { return }
    let named = Set(items.map(\.id))
    for item in named.sorted() {
      guard let children = state.slot(ofItem: item)?.itemBranch(in: state)?.children else { continue }
      for index in 0..<children.count where !named.contains(children[index].element.id) {
        throw ArrangeError(
          .failedPrecondition,
          "\"\(children[index].element.id)\" is below the item \"\(item)\"; move it first, or erase it as well",
          field: "items",
          reason: OutlineReason.hasChildren
        )
      }
    }
  }

  // MARK: Files

  /// Waits until everything up to a commit is trimmed, and has the files cleared.
  private func clearFiles(
    of hosted: HostedCollection,
    since commit: Result<UInt64, ArrangeError>,
    reply: @escaping Reply<ErasedFiles>
  ) {
    guard case .success(let version) = commit else { return reply(commit.map { _ in .later }) }
    hosted.retained.awaitTrim(through: version) { isTrimmed in
      // The next owner trims them.
      guard isTrimmed else { return reply(.success(.later)) }
      clearFiles(attempt: 1, reply: reply)
    }
  }

  private func clearFiles(attempt: Int, reply: @escaping Reply<ErasedFiles>) {
    shard.storage.erase(for: shard.index) { result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(.complete): reply(.success(.clean))
      case .success(.database): reply(.success(.database))
      case .success(.incomplete):
        guard attempt < ErasedItems.maximumAttempts, !shard.isDraining else {
          shard.storage.eraseSoon()
          return reply(.success(.later))
        }
        shard.executor.execute(after: ErasedItems.pause) { clearFiles(attempt: attempt + 1, reply: reply) }
      }
    }
  }
}

extension LoggedEdit {
  /// Whether its element is an item.
  fileprivate var isOfItem: Bool {
    switch kind {
    case .itemInserted, .itemRemoved, .itemDetached, .itemAttached, .itemUpdated, .itemStayed,
      .itemOfRemovedSection, .childInserted, .childRemoved, .childDetached, .childAttached, .childUpdated,
      .childStayed:
      true
    case .sectionInserted, .sectionRemoved, .sectionDetached, .sectionAttached, .sectionUpdated,
      .sectionStayed, .parent:
      false
    }
  }
}

extension ArrangeError {
  fileprivate static let noItems = ArrangeError(.invalidArgument, "items has at least one id", field: "items")

  fileprivate static func isNowhere(_ item: Identifier, _ index: Int) -> ArrangeError {
    ArrangeError(
      .notFound,
      "neither the collection nor its kept history has an item \"\(item)\"; nothing was erased",
      field: "items[\(index)]"
    )
  }
}

extension Shard {
  /// Erases items of its collections.
  package var erased: ErasedItems { ErasedItems(shard: self) }
}
