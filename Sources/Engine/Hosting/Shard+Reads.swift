package import ArrangeModel

extension Shard {
  /// Reads a page of a collection's durable content.
  package func fetch(_ request: FetchRequest, reply: @escaping Reply<FetchPage>) {
    withCollection(request.collection) { [self] result in
      do throws(ArrangeError) {
        reply(.success(try page(request, of: try result.get())))
      } catch {
        reply(.failure(error))
      }
    }
  }

  private func page(
    _ request: FetchRequest,
    of hosted: HostedCollection
  ) throws(ArrangeError) -> FetchPage {
    let (state, cursor) = try start(request, in: hosted)
    let list = ListAtVersion(state: state, hasKeys: true)
    let size = min(request.pageSize ?? FetchRequest.defaultPageSize, FetchRequest.maximumPageSize)
    let reader = PageReader(list: list, pageSize: size)
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
      collection: hosted.info(.init(state)),
      sections: slices,
      nextPageToken: next.map {
        FetchToken(epoch: hosted.descriptor.epoch, version: state.version, cursor: $0).bytes
      }
    )
  }

  /// The state to read and where to begin.
  private func start(
    _ request: FetchRequest,
    in hosted: HostedCollection
  ) throws(ArrangeError) -> (CollectionState, PageCursor) {
    guard let bytes = request.pageToken else {
      let state = hosted.readDurable()
      return (state, try PageCursor(request.window, in: ListAtVersion(state: state, hasKeys: true)))
    }
    let token = try FetchToken(ofPage: bytes)
    guard token.epoch == hosted.descriptor.epoch else { throw .expiredRead }
    if let held = hosted.heldReads.list(at: token.version, now: clock.monotonicNanoseconds()) {
      return (held, token.cursor)
    }
    guard token.version == hosted.durable.version else { throw .expiredRead }
    return (hosted.readDurable(), token.cursor)
  }

  /// Reads commits from the journal.
  package func history(
    _ request: HistoryRequest,
    reply: @escaping Reply<HistoryPage>
  ) {
    withCollection(request.collection) { [self] result in
      guard case .success(let hosted) = result else {
        if case .failure(let error) = result { reply(.failure(error)) }
        return
      }
      let (newest, oldest, key) = (hosted.durable.version, hosted.oldestCommit, hosted.key)
      let last = min(request.to ?? newest, newest)
      let first = max(request.from, oldest)
      let limit = min(request.limit ?? HistoryRequest.defaultCommits, HistoryRequest.maximumCommits)
      guard first <= last, limit > 0 else {
        return reply(.success(HistoryPage(oldestKept: oldest, version: newest, commits: [])))
      }
      storage.read(for: index) { journal in
        try Shard.history(of: key, first...last, limit: limit, in: journal)
      } whenDone: { commits in
        // Commits may have been let go while they were read.
        let oldest = hosted.oldestCommit
        reply(
          commits.map { commits in
            let kept = commits.drop { $0.version < oldest }
            return HistoryPage(oldestKept: oldest, version: newest, commits: Array(kept))
          }
        )
      }
    }
  }

  /// After how many bytes of stored commits an answer ends, so that it fits a frame. A single commit that is
  /// larger is told all the same.
  private static let maximumHistoryBytes = 256 * 1024
  /// How many commits are read from the journal at a time.
  private static let commitsAtATime = 16

  /// Reads up to `limit` consecutive commits of a range of versions, or fewer where they are large.
  private static func history(
    of key: CollectionKey,
    _ versions: ClosedRange<UInt64>,
    limit: Int,
    in journal: any Journal
  ) throws -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    var bytes = 0
    var next = versions.lowerBound
    while entries.count < limit, bytes < maximumHistoryBytes, next <= versions.upperBound {
      let left = Int(min(UInt64(commitsAtATime), versions.upperBound - next + 1))
      let wanted = min(left, limit - entries.count)
      let records = try journal.commits(of: key, from: next, limit: wanted)
      // Where the journal has let commits go meanwhile, those that were read before went as well.
      if let oldest = records.first?.version, oldest != next { (entries, bytes) = ([], 0) }
      for record in records where record.version <= versions.upperBound {
        next = record.version + 1
        guard entries.isEmpty || bytes + record.payload.count <= maximumHistoryBytes else { return entries }
        entries.append(try Commit(record).historyEntry)
        bytes += record.payload.count
      }
      if records.count < wanted { break }
    }
    return entries
  }
}

extension FetchToken {
  /// Reads the token of a page.
  ///
  /// - Throws: ``StatusCode/invalidArgument`` where it is none.
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
