package import ArrangeModel

/// Reads views at earlier versions of their collections. Used on the executor of the host's shard.
package struct PastViewReads: Sendable {
  private let host: ViewHost

  package init(at host: ViewHost) { self.host = host }

  private var shard: Shard { host.shard }

  /// Reads a page of a view at versions of its collections that are kept.
  ///
  /// - Parameters:
  ///   - version: a version that all its collections have under this name; of one collection also a number.
  ///   - largestAnswer: the maximum size of the answer in bytes.
  package func fetch(
    _ request: FetchRequest,
    from reference: ViewReference,
    at version: VersionReference,
    largestAnswer: Int = .max,
    for caller: Caller = .server,
    reply: @escaping Reply<FetchPage>
  ) {
    shard.executor.check()
    let definition = reference.definition
    do throws(ArrangeError) { try definition.checkPast(at: version) } catch { return reply(.failure(error)) }
    let names = LiveView.collections(of: definition)
    collect(names[...], at: version, [], for: caller) { result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let sources):
        evaluate(definition, over: names, sources, for: caller) { result in
          do throws(ArrangeError) {
            let (key, list) = try result.get()
            reply(.success(try pastPage(request, of: list, key, named: reference.name, largestAnswer)))
          } catch {
            reply(.failure(error))
          }
        }
      }
    }
  }

  /// Reads the collections one after the other, each on its shard.
  private func collect(
    _ names: ArraySlice<Identifier>,
    at version: VersionReference,
    _ found: [PastSource],
    for caller: Caller,
    reply: @escaping Reply<[PastSource]>
  ) {
    guard let name = names.first else { return reply(.success(found)) }
    guard let directory = host.directory else { return reply(.failure(.stopped)) }
    let owner = directory.shard(for: name)
    let proceed: Reply<PastSource> = { result in
      let work = { @Sendable in
        switch result {
        case .failure(let error): reply(.failure(error))
        case .success(let source):
          collect(names.dropFirst(), at: version, found + [source], for: caller, reply: reply)
        }
      }
      if owner === shard { work() } else { shard.executor.execute(work) }
    }
    let read = { @Sendable in owner.past.source(name, at: version, for: caller, reply: proceed) }
    if owner === shard { read() } else { owner.executor.execute(read) }
  }

  private func evaluate(
    _ definition: ViewDefinition,
    over names: [Identifier],
    _ sources: [PastSource],
    for caller: Caller,
    reply: @escaping Reply<(PastViews.Key, ViewList)>
  ) {
    let key = PastViews.Key(
      text: definition.text,
      collections: sources.map(\.key),
      versions: sources.map(\.state.version)
    )
    if let known = host.pastViews.list(key, now: shard.clock.monotonicNanoseconds()) {
      return reply(.success((key, known)))
    }
    let states = sources.map(\.state)
    let evaluation = ViewEvaluation(definition, over: names, states)
    do throws(ArrangeError) { try evaluation.check() } catch { return reply(.failure(error)) }
    shard.work.run(for: caller, weight: evaluation.weight) { (slice: inout WorkSlice) throws(ArrangeError) in
      try evaluation.proceed(&slice)
    } whenDone: { result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let parts):
        let (rows, most) = (parts.rowCounts.items, caller.limits.viewRows)
        guard rows <= most else { return reply(.failure(.tooManyRows(limit: most))) }
        let list = LiveView.list(of: definition, parts, states)
        host.pastViews.keep(list, rows: rows, key, now: shard.clock.monotonicNanoseconds())
        reply(.success((key, list)))
      }
    }
  }

  private func pastPage(
    _ request: FetchRequest,
    of list: ViewList,
    _ key: PastViews.Key,
    named name: Identifier?,
    _ largestAnswer: Int
  ) throws(ArrangeError) -> FetchPage {
    let start: PageCursor
    if let bytes = request.pageToken {
      let token = try FetchToken(ofPage: bytes)
      guard token.epoch == key.number, token.version == list.version, token.incarnation == shard.incarnation
      else { throw .expiredRead }
      start = token.cursor
    } else {
      start = try PageCursor(request.window, in: list)
    }
    let reading = PageOfView(
      list: list,
      info: host.info(of: list, named: name),
      number: key.number,
      incarnation: shard.incarnation
    )
    var page = reading.page(request, from: start, largestAnswer)
    page.isPast = true
    return page
  }
}

extension ViewDefinition {
  /// Refuses a view that has no earlier versions.
  fileprivate func checkPast(at version: VersionReference) throws(ArrangeError) {
    if rights == .definer { throw .noPast("that is read with the rights of its definer") }
    guard overlays.isEmpty else { throw .noPast("with an overlay") }
    guard case .number = version, LiveView.collections(of: self).count > 1 else { return }
    throw ArrangeError(
      .failedPrecondition,
      "the view shows several collections, and a version has another number in each; name one version of each of them alike, and "
        + "read the view at that name",
      field: "at"
    )
  }
}

extension ArrangeError {
  fileprivate static func noPast(_ what: String) -> ArrangeError {
    ArrangeError(
      .failedPrecondition,
      "a view \(what) has no earlier versions; read those of its collections",
      field: "at"
    )
  }
}
