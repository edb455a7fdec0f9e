package import ArrangeModel

extension Shard {
  /// Reads a page of a collection's durable content.
  ///
  /// - Parameter largestAnswer: the maximum size of the answer in bytes.
  package func fetch(
    _ request: FetchRequest,
    largestAnswer: Int = .max,
    reply: @escaping Reply<FetchPage>
  ) {
    executor.check()
    shared.withOwned(request.collection) { [self] result in
      do throws(ArrangeError) {
        reply(.success(try page(request, of: try result.get(), largestAnswer)))
      } catch {
        reply(.failure(error))
      }
    }
  }

  private func page(
    _ request: FetchRequest,
    of hosted: HostedCollection,
    _ largestAnswer: Int
  ) throws(ArrangeError) -> FetchPage {
    let (state, cursor) = try start(request, in: hosted)
    let list = ListAtVersion(state: state, hasKeys: true)
    let size = min(request.pageSize ?? FetchRequest.defaultPageSize, FetchRequest.maximumPageSize)
    let info = hosted.info(.init(state))
    let reader = PageReader(
      list: list,
      pageSize: size,
      messageLimit: largestAnswer - info.largestEncoding - FetchToken.longest
    )
    let (slices, next) = reader.read(from: cursor)
    if next != nil {
      hosted.heldReads.hold(
        state,
        at: state.version,
        limit: options.maximumHeldReads,
        now: clock.monotonicNanoseconds()
      )
    }
    return FetchPage(
      collection: info,
      sections: slices,
      nextPageToken: next.map {
        FetchToken(
          epoch: hosted.descriptor.epoch,
          version: state.version,
          incarnation: state.lineage.incarnation(of: state.version),
          since: state.lineage.era(of: state.version)?.first ?? 0,
          cursor: $0
        ).bytes
      }
    )
  }

  /// The state to read and the position to begin at.
  private func start(
    _ request: FetchRequest,
    in hosted: HostedCollection
  ) throws(ArrangeError) -> (CollectionState, PageCursor) {
    guard let bytes = request.pageToken else {
      let state = hosted.readDurable()
      return (state, try PageCursor(request.window, in: ListAtVersion(state: state, hasKeys: true)))
    }
    let token = try FetchToken(ofPage: bytes)
    let descent = hosted.lineage.classify(
      token.version,
      in: token.era,
      newest: hosted.durable.version
    )
    guard token.epoch == hosted.descriptor.epoch, descent == .proven else { throw .expiredRead }
    if let held = hosted.heldReads.list(at: token.version, now: clock.monotonicNanoseconds()) {
      return (held, token.cursor)
    }
    guard token.version == hosted.durable.version else { throw .expiredRead }
    return (hosted.readDurable(), token.cursor)
  }

  /// Reads commits from the journal.
  ///
  /// - Parameter largestAnswer: the maximum size of the answer in bytes.
  package func history(
    _ request: HistoryRequest,
    largestAnswer: Int = .max,
    reply: @escaping Reply<HistoryPage>
  ) {
    executor.check()
    shared.withOwned(request.collection) { [self] result in
      guard case .success(let hosted) = result else {
        if case .failure(let error) = result { reply(.failure(error)) }
        return
      }
      let (newest, oldest, key) = (hosted.durable.version, hosted.retained.oldestCommit, hosted.key)
      let last = min(request.to ?? newest, newest)
      let first = max(request.from, oldest)
      let limit = min(request.limit ?? HistoryRequest.defaultCommits, HistoryRequest.maximumCommits)
      guard first <= last, limit > 0 else {
        return reply(.success(HistoryPage(oldestKept: oldest, version: newest, commits: [])))
      }
      storage.read(for: index) { journal in
        try Shard.history(
          of: key,
          first...last,
          // If the first one is no longer kept, there is nothing to continue.
          fromChange: first == request.from ? request.fromChange : 0,
          limit: limit,
          maximumBytes: min(largestAnswer - HistoryPage.largestHead, Shard.maximumHistoryBytes),
          in: journal
        )
      } whenDone: { [self] commits in
        // Its next owner may have trimmed them.
        guard shared.owns(request.collection), hosted.role == .owner else {
          return reply(.failure(.notOwned))
        }
        // Commits may have been trimmed while they were read.
        let oldest = hosted.retained.oldestCommit
        reply(
          commits.map { commits in
            let kept = commits.drop { $0.version < oldest }
            return HistoryPage(oldestKept: oldest, version: newest, commits: Array(kept))
          }
        )
      }
    }
  }

  /// The maximum size of an answer in bytes, even if frames may be larger.
  private static let maximumHistoryBytes = 512 * 1024
  /// The number of commits read from the journal at a time.
  private static let commitsAtATime = 16

  /// Reads up to `limit` consecutive commits of a range of versions, or fewer if they are large. A commit
  /// that is larger than an answer by itself is returned in parts.
  private static func history(
    of key: CollectionKey,
    _ versions: ClosedRange<UInt64>,
    fromChange: Int,
    limit: Int,
    maximumBytes: Int,
    in journal: any Journal
  ) throws -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    var bytes = 0
    var next = versions.lowerBound
    while entries.count < limit, next <= versions.upperBound {
      let left = Int(min(UInt64(commitsAtATime), versions.upperBound - next + 1))
      let wanted = min(left, limit - entries.count)
      let records = try journal.commits(of: key, from: next, limit: wanted)
      // If the journal has trimmed commits meanwhile, those read before were trimmed as well.
      if let oldest = records.first?.version, oldest != next { (entries, bytes) = ([], 0) }
      for record in records where record.version <= versions.upperBound {
        next = record.version + 1
        // The stored form is hardly larger than the answer.
        guard entries.isEmpty || bytes + record.payload.count <= maximumBytes else { return entries }
        var entry = try Commit(record).historyEntry
        entry.drop(record.version == versions.lowerBound ? fromChange : 0)
        let isWhole = bytes + entry.largestEncoding <= maximumBytes
        guard isWhole || entries.isEmpty else { return entries }
        if !isWhole { entry.cut(to: maximumBytes) }
        entries.append(entry)
        bytes += entry.largestEncoding
        if !isWhole { return entries }
      }
      if records.count < wanted { break }
    }
    return entries
  }
}

extension HistoryPage {
  /// The maximum size of an answer without commits: two versions.
  fileprivate static let largestHead = 32
}

extension HistoryEntry {
  fileprivate var largestEncoding: Int {
    changes.reduce(HistoryEntry.largestHead) { $0 + $1.largestEncoding }
  }

  /// Removes the first changes.
  fileprivate mutating func drop(_ count: Int) {
    guard count > 0 else { return }
    firstChange = min(count, changes.count)
    changes.removeFirst(firstChange)
  }

  /// Removes changes at the end that exceed the given size; the first one always stays.
  fileprivate mutating func cut(to maximumBytes: Int) {
    var bytes = HistoryEntry.largestHead
    let end = changes.firstIndex { change in
      bytes += change.largestEncoding
      return bytes > maximumBytes
    }
    if let end { changes.removeLast(changes.count - max(1, end)) }
  }
}

extension FetchToken {
  /// Decodes the token of a page.
  ///
  /// - Throws: ``StatusCode/invalidArgument`` if it is invalid.
  init(ofPage bytes: [UInt8]) throws(ArrangeError) {
    guard let token = FetchToken(bytes) else {
      throw ArrangeError(
        .invalidArgument,
        "this is not a page token of this server; start the read again",
        field: "page_token"
      )
    }
    self = token
  }
}

extension ArrangeError {
  static let expiredRead = ArrangeError(
    .aborted,
    "the version that this read began with is no longer kept; start the read again",
    field: "page_token"
  )

  static func isView(_ name: Identifier) -> ArrangeError {
    ArrangeError(
      .failedPrecondition,
      "\"\(name)\" is a view, which can only be read; change the collections that it shows, or define or delete it as a view",
      field: "collection"
    )
  }
}
