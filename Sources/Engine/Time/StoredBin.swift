package import ArrangeModel

/// What was removed from the collections of a shard in the last ``EngineOptions/binDays``, as far as their history is kept. Used on
/// its executor.
package struct StoredBin: Sendable {
  /// The maximum number of commits that one page looks through.
  private static let commitsOfPage: UInt64 = 20_000
  /// The maximum size of a page in bytes, even if frames may be larger.
  private static let maximumBytes = 512 * 1024
  private static let microsecondsOfDay: Int64 = 86_400_000_000

  let shard: Shard

  /// What was removed before this time has left the bin.
  var oldestRemoval: Timestamp {
    let now = shard.clock.wallTime().microseconds
    return Timestamp(microseconds: now - Int64(shard.options.binDays) * StoredBin.microsecondsOfDay)
  }

  // MARK: List

  /// A page of what was removed, the newest first.
  package func list(
    _ request: ListBinRequest,
    largestAnswer: Int = .max,
    for caller: Caller = .server,
    reply: @escaping Reply<BinPage>
  ) {
    shard.executor.check()
    shard.shared.withOwned(request.collection) { result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        var next = BinToken(version: hosted.durable.version, offset: 0, epoch: hosted.descriptor.epoch)
        if let bytes = request.pageToken {
          next = try BinToken(bytes)
          guard next.epoch == hosted.descriptor.epoch, next.version <= hosted.durable.version else {
            throw .expiredRead
          }
        }
        let search = BinSearch(
          hosted: hosted,
          newest: hosted.readDurable(),
          since: oldestRemoval,
          last: next.version - min(next.version, StoredBin.commitsOfPage),
          count: request.pageSize ?? ListBinRequest.defaultPageSize,
          bytes: min(largestAnswer, StoredBin.maximumBytes) - FetchToken.longest
        )
        find(search, from: next, [], for: caller, reply: reply)
      } catch {
        reply(.failure(error))
      }
    }
  }

  /// One search through the commits.
  private struct BinSearch: Sendable {
    let hosted: HostedCollection
    /// The state that says what is there again.
    let newest: CollectionState
    /// What was removed before has left the bin.
    let since: Timestamp
    /// The version before the last commit of the page.
    let last: UInt64
    let count: Int
    let bytes: Int
  }

  private func find(
    _ search: BinSearch,
    from next: BinToken,
    _ found: [BinElement],
    for caller: Caller,
    reply: @escaping Reply<BinPage>
  ) {
    let end = max(search.last, search.hosted.oldestVersion)
    guard next.version > end else {
      let isOver = end == search.hosted.oldestVersion
      return reply(.success(BinPage(elements: found, nextPageToken: isOver ? nil : next.bytes)))
    }
    shard.past.commits(end + 1...next.version, backward: true, of: search.hosted) { result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let commits):
        var removed: [(edit: RemovedEdit, next: BinToken)] = []
        // Clocks can be set back, so later commits may have earlier times.
        for commit in commits.commits.reversed() where commit.time >= search.since {
          let edits = Array(commit.removed.reversed().enumerated())
          let skipped = commit.version == next.version ? next.offset : 0
          for (offset, edit) in edits.dropFirst(skipped) where edit.isMissing(in: search.newest) {
            removed.append((edit, BinToken(version: commit.version, offset: offset, epoch: next.epoch)))
          }
        }
        let after = BinToken(version: commits.versions.lowerBound - 1, offset: 0, epoch: next.epoch)
        describe(removed[...], search, found, for: caller) { result in
          switch result {
          case .failure(let error): reply(.failure(error))
          case .success((let found, let next?)):
            reply(.success(BinPage(elements: found, nextPageToken: next.bytes)))
          case .success((let found, nil)):
            continueLater(for: caller, reply) { find(search, from: after, found, for: caller, reply: reply) }
          }
        }
      }
    }
  }

  /// Adds removed elements to those that were found, with the sections that they were in.
  ///
  /// - Parameter reply: gets them, and where the next page begins if this one is full.
  private func describe(
    _ removed: ArraySlice<(edit: RemovedEdit, next: BinToken)>,
    _ search: BinSearch,
    _ found: [BinElement],
    for caller: Caller,
    reply: @escaping Reply<(found: [BinElement], next: BinToken?)>
  ) {
    guard let first = removed.first else { return reply(.success((found, nil))) }
    let bytes = found.reduce(0) { $0 + $1.largestEncoding }
    guard found.count < search.count, found.isEmpty || bytes + first.edit.largestEncoding <= search.bytes
    else {
      return reply(.success((found, first.next)))
    }
    let version = first.edit.version - 1
    shard.past.state(at: version, of: search.hosted, for: caller) { result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let state):
        // Those of the same commit at once.
        var (rest, found) = (removed, found)
        var bytes = bytes
        while let next = rest.first, next.edit.version == version + 1, found.count < search.count {
          bytes += next.edit.largestEncoding
          guard found.isEmpty || bytes <= search.bytes else { break }
          if let element = next.edit.element(in: state) { found.append(element) }
          rest.removeFirst()
        }
        continueLater(for: caller, reply) { [rest, found] in
          describe(rest, search, found, for: caller, reply: reply)
        }
      }
    }
  }

  /// Goes on after the executor has done other work, however many commits there are, unless nobody waits any more.
  func continueLater<Value>(
    for caller: Caller,
    _ reply: @escaping Reply<Value>,
    _ body: @escaping @Sendable () -> Void
  ) {
    shard.executor.execute {
      guard caller.isWanted() else { return reply(.failure(.notWanted)) }
      body()
    }
  }
}

extension RemovedEdit {
  /// An upper bound of its size in an answer.
  fileprivate var largestEncoding: Int {
    element.byteCount + 5 * Identifier.maximumLength + BinElement.largestHead
  }

  /// The element as the bin lists it; nil if it was not there before the commit.
  fileprivate func element(in before: CollectionState) -> BinElement? {
    var section = Identifier.empty
    var parent: Identifier?
    if isSection {
      guard before.hasSection(element) else { return nil }
    } else {
      guard let slot = before.slot(of: element) else { return nil }
      section = slot.scope.section(in: before).id
      parent = slot.scope.parent(in: before)?.id
    }
    return BinElement(
      id: element.id,
      isSection: isSection,
      fields: element.fields,
      section: section,
      itemCount: items.count,
      removedBy: version,
      removedAt: time,
      author: author,
      parent: parent
    )
  }
}

extension BinElement {
  /// The size of an element without its texts and fields, with those of its fields: an upper bound.
  fileprivate static let largestHead = 64 + 8 * Fields.maximumCount

  fileprivate var largestEncoding: Int {
    fields.encoded.count + 5 * Identifier.maximumLength + BinElement.largestHead
  }
}

extension Shard {
  /// What was removed from its collections.
  package var bin: StoredBin { StoredBin(shard: self) }
}
