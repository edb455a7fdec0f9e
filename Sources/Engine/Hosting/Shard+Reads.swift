package import ArrangeModel

extension Shard {
  /// Reads a page of a collection's durable content; see ``PastVersions`` for earlier versions.
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
        let hosted = try result.get()
        let (most, now) = (options.maximumHeldReads, clock.monotonicNanoseconds())
        reply(.success(try hosted.page(request, largestAnswer, holding: most, now: now)))
      } catch {
        reply(.failure(error))
      }
    }
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
      let (newest, oldest, key) = (hosted.durable.version, hosted.oldestVersion + 1, hosted.key)
      let last = min(request.to ?? newest, newest)
      let first = max(request.from, oldest)
      let limit = min(request.limit ?? HistoryRequest.defaultCommits, HistoryRequest.maximumCommits)
      guard first <= last, limit > 0 else {
        return reply(.success(HistoryPage(oldestKept: oldest, version: newest, commits: [])))
      }
      storage.read(for: index) { journal in
        try HistoryReader.read(
          of: key,
          first...last,
          // If the first one is no longer kept, there is nothing to continue.
          fromChange: first == request.from ? request.fromChange : 0,
          limit: limit,
          maximumBytes: min(largestAnswer - HistoryPage.largestHead, HistoryReader.maximumBytes),
          in: journal
        )
      } whenDone: { [self] commits in
        // Its next owner may have trimmed them.
        guard shared.owns(request.collection), hosted.role == .owner else {
          return reply(.failure(.notOwned))
        }
        // Commits may have been trimmed while they were read.
        let oldest = hosted.oldestVersion + 1
        reply(
          commits.map { commits in
            let kept = commits.drop { $0.version < oldest }
            return HistoryPage(oldestKept: oldest, version: newest, commits: Array(kept))
          }
        )
      }
    }
  }
}

extension HistoryPage {
  /// The maximum size of an answer without commits: two versions.
  fileprivate static let largestHead = 32
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
