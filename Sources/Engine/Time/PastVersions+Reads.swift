package import ArrangeModel
package import Changes

extension PastVersions {
  /// The maximum number of edits of the commits between two versions that are compared: as many as a subscriber may miss.
  private static let maximumEdits = ChangeLog.capacity.edits

  /// Reads a page of a version that is kept.
  ///
  /// - Parameters:
  ///   - reference: the version.
  ///   - largestAnswer: the maximum size of the answer in bytes.
  package func fetch(
    _ request: FetchRequest,
    at reference: VersionReference,
    largestAnswer: Int = .max,
    for caller: Caller = .server,
    reply: @escaping Reply<FetchPage>
  ) {
    shard.executor.check()
    shard.shared.withOwned(request.collection) { result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        let version = try resolve(reference, of: hosted, "at")
        let token = try request.pageToken.map { (bytes) throws(ArrangeError) in try hosted.readToken(bytes) }
        guard token.map({ $0.version == version }) ?? true else { throw .expiredRead }
        state(at: version, of: hosted, for: caller) { result in
          // It may have another owner since, who has trimmed what was read.
          guard shard.shared.owns(request.collection), hosted.role == .owner else {
            return reply(.failure(.notOwned))
          }
          do throws(ArrangeError) {
            let list = ListAtVersion(state: try result.get(), hasKeys: false)
            let cursor =
              if let token { token.cursor } else { try PageCursor(request.window, of: list.state) }
            var page = try hosted.page(of: list, from: cursor, pageSize: request.pageSize, largestAnswer)
            page.isPast = true
            reply(.success(page))
          } catch {
            reply(.failure(error))
          }
        }
      } catch {
        reply(.failure(error))
      }
    }
  }

  /// The changes from one version to another. O(k log n) for k edits in between, besides making the two versions.
  package func diff(
    _ request: DiffRequest,
    for caller: Caller = .server,
    reply: @escaping Reply<VersionDiff>
  ) {
    shard.executor.check()
    shard.shared.withOwned(request.collection) { result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        if let problem = hosted.problem(with: request.profile) { throw problem }
        let from = try resolve(request.from, of: hosted, "from")
        let to = try request.to.map { (to) throws(ArrangeError) in try resolve(to, of: hosted, "to") }
        let last = to ?? hosted.durable.version
        difference(from: from, to: last, of: hosted, for: caller) { result in
          switch result {
          case .failure(let error): reply(.failure(error))
          case .success(let difference):
            run(edits: difference.edits, weight: difference.edits, for: caller) {
              (slice: inout WorkSlice) throws(ArrangeError) in
              if request.profile == .tree, case .batch(let tree) = difference.deriveTree() {
                return VersionDiff(from: from, to: last, tree: tree)
              }
              if request.profile != .tree, case .batch(let batch) = difference.derive(request.profile) {
                return VersionDiff(from: from, to: last, batch: batch)
              }
              throw ArrangeError(
                .internal,
                "the commits do not explain the changes from \(from) to \(last)"
              )
            } whenDone: {
              reply($0)
            }
          }
        }
      } catch {
        reply(.failure(error))
      }
    }
  }

  /// Two versions of a collection with the commits between them.
  struct Difference: Sendable {
    let old: CollectionState
    let new: CollectionState
    let commits: [Commit]

    /// The number of edits in between.
    var edits: Int { commits.reduce(0) { $0 + $1.edits.count } }

    /// The batch that leads from one version of an outline to the other. O(k (log n + depth)) for k edits.
    func deriveTree() -> TreeDerivation {
      let pair = OutlineVersions(from: old, to: new)
      return TreeBatch.derive(pair, touched: TouchedElements(commits).nodes, namesUnmoved: false)
    }

    /// The same with the fewest moves, also of items that no commit has touched. O((k + m) (log n + depth)) for k edits and m
    /// items among whose siblings several move.
    ///
    /// - Parameter most: the maximum number of elements that no commit has touched and that are compared.
    func deriveTreeWithFewestMoves(comparing most: Int) -> TreeDerivation {
      let first = deriveTree()
      var touched = TouchedElements(commits)
      guard case .batch(let batch) = first, touched.addNeighbours(of: batch, from: old, to: new, atMost: most)
      else { return first }
      let pair = OutlineVersions(from: old, to: new)
      return TreeBatch.derive(pair, touched: touched.nodes, namesUnmoved: false)
    }

    /// The batch of the commits, oldest first, for a subscriber who has collapsed something, or nothing.
    func deriveTree(_ folding: TreeFolding, threshold: Int) -> TreeDerivation {
      let list = ListAtVersion(state: new, hasKeys: false)
      return TracedOutline(edits: commits.map(\.edits), to: list).derive(folding, threshold: threshold)
    }

    /// The batch that leads from the one to the other. O(k log n) for k edits.
    func derive(_ profile: ChangeBatch.Profile, threshold: Int? = nil) -> Derivation {
      derive(TouchedElements(commits), profile, threshold)
    }

    /// The exact batch with the fewest moves, also of elements that no commit has touched. O((k + m) log n) for k edits and m
    /// elements in whose sections several move.
    ///
    /// - Parameter most: the maximum number of elements that no commit has touched and that are compared.
    func deriveWithFewestMoves(comparing most: Int) -> Derivation {
      var touched = TouchedElements(commits)
      let first = derive(touched, .exact, nil)
      guard case .batch(let batch) = first, touched.addNeighbours(of: batch, from: old, to: new, atMost: most)
      else { return first }
      return derive(touched, .exact, nil)
    }

    private func derive(
      _ touched: TouchedElements,
      _ profile: ChangeBatch.Profile,
      _ threshold: Int?
    ) -> Derivation {
      ChangeBatch.derive(
        from: ListAtVersion(state: old, hasKeys: false),
        to: ListAtVersion(state: new, hasKeys: false),
        touched: touched.all,
        profile: profile,
        threshold: threshold
      )
    }
  }

  /// Reads two versions and the commits between them.
  func difference(
    from: UInt64,
    to: UInt64,
    of hosted: HostedCollection,
    for caller: Caller,
    reply: @escaping Reply<Difference>
  ) {
    state(at: from, of: hosted, for: caller) { result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let old):
        state(at: to, of: hosted, for: caller) { result in
          switch result {
          case .failure(let error): reply(.failure(error))
          case .success(let new):
            collect(min(from, to), max(from, to), of: hosted, []) { result in
              reply(result.map { Difference(old: old, new: new, commits: $0) })
            }
          }
        }
      }
    }
  }

  /// Collects the commits after a version through a later one.
  private func collect(
    _ version: UInt64,
    _ last: UInt64,
    of hosted: HostedCollection,
    _ found: [Commit],
    reply: @escaping Reply<[Commit]>
  ) {
    guard version < last else { return reply(.success(found)) }
    commits(version + 1...last, backward: false, of: hosted) { result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let next):
        let all = found + next.commits
        guard all.reduce(0, { $0 + $1.edits.count }) <= PastVersions.maximumEdits else {
          return reply(.failure(.tooManyEdits))
        }
        collect(next.versions.upperBound, last, of: hosted, all, reply: reply)
      }
    }
  }
}

extension ArrangeError {
  static let tooManyEdits = ArrangeError(
    .resourceExhausted,
    "the commits between the two versions have more than \(ChangeLog.capacity.edits) changes; read both versions"
  )
}
